//! The engine inside a real browser: the same bits as natively, and the boundary the page uses.
#![cfg(target_arch = "wasm32")]

use js_sys::Float32Array;
use toile::web::{Bodies, Engine, read, tables};
#[cfg(feature = "lab")]
use toile::web::{Onlooker, lab, laws};
use toile::{Drape, document, garment};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

fn garment_text() -> String {
    document::write(&garment::all()[0])
}

fn field(value: &JsValue, name: &str) -> JsValue {
    js_sys::Reflect::get(value, &name.into()).unwrap()
}

/// `tests/determinism.rs` compares the same run natively with the same file.
#[wasm_bindgen_test]
fn two_hundred_steps_give_the_recorded_bits() {
    let mut drape = Drape::new(&garment::all()[0]).unwrap();
    drape.perturb(1);
    for _ in 0..200 {
        assert!(drape.step().halted.is_none());
    }
    let recorded = include_str!("determinism.hash").trim();
    assert_eq!(format!("{:016x}", drape.state().hash()), recorded);
}

#[wasm_bindgen_test]
fn the_boundary_steps_a_garment() {
    let mut engine = Engine::new(&garment_text(), None).unwrap();
    let mut before = vec![0.0; engine.point_count() as usize * 3];
    engine.read_positions(&mut before);
    let report = engine.step().unwrap();
    assert_eq!(field(&report, "step").as_f64(), Some(1.0));
    assert!(field(&report, "halted").is_null());
    assert!(field(&report, "wall_ms").as_f64().unwrap() > 0.0);
    let mut after = before.clone();
    engine.read_positions(&mut after);
    assert!(before.iter().zip(&after).any(|(a, b)| a != b));
    let mut normals = before.clone();
    engine.read_normals(&mut normals);
    for normal in normals.chunks(3) {
        let length = normal.iter().map(|x| x * x).sum::<f32>();
        assert!((length - 1.0).abs() < 1e-5);
    }
    let indices = engine.triangles();
    assert_eq!(indices.length(), engine.triangle_count() * 3);
    assert!(indices.to_vec().into_iter().all(|i| i < engine.point_count()));
    assert_eq!(engine.material_coordinates().length(), engine.point_count() * 2);
    let sphere = engine.bodies().unwrap().get(0);
    assert!(field(&sphere, "positions").unchecked_into::<Float32Array>().length() > 0);
}

#[wasm_bindgen_test]
fn maps_the_probe_and_seams_arrive() {
    let mut engine = Engine::new(&garment_text(), None).unwrap();
    for _ in 0..5 {
        engine.step().unwrap();
    }
    let mut values = vec![f32::INFINITY; engine.point_count() as usize];
    for map in js_sys::Array::from(&field(&tables().unwrap(), "maps")).iter() {
        let id = field(&map, "id").as_string().unwrap();
        assert!(engine.read_map(&id, &mut values), "{id}");
        assert!(values.iter().all(|value| !value.is_infinite()), "{id}: a point was left out");
        values.fill(f32::INFINITY);
    }
    assert!(!engine.read_map("map.none", &mut values));
    let seen = engine.probe(0, Some("map.strain-weft".to_owned())).unwrap();
    let weft = js_sys::Array::from(&field(&seen, "modes")).get(0);
    assert_eq!(field(&weft, "title"), "weft");
    let percent = 100.0 * field(&weft, "strain").as_f64().unwrap();
    assert!((field(&seen, "value").as_f64().unwrap() - percent).abs() < 1e-12);
    assert!(engine.probe(u32::MAX, None).unwrap().is_null());
    assert_eq!(engine.seams().length(), 0, "the square has no seam");
}

#[wasm_bindgen_test]
fn an_update_keeps_the_cloth_where_it_is_and_a_bad_one_changes_nothing() {
    let mut engine = Engine::new(&garment_text(), None).unwrap();
    for _ in 0..5 {
        engine.step().unwrap();
    }
    let hash = engine.state_hash();
    let issues = engine.update("{}").unwrap_err();
    assert!(js_sys::Array::is_array(&issues) && js_sys::Array::from(&issues).length() > 0);
    assert_eq!(engine.state_hash(), hash);
    let mut heavier = garment::all().remove(0);
    heavier.fabrics[0].sheet.weight_g_per_m2 *= 2.0;
    engine.update(&document::write(&heavier)).unwrap();
    assert_eq!(engine.state_hash(), hash);
    engine.reset();
    assert_ne!(engine.state_hash(), hash);
}

#[wasm_bindgen_test]
fn reading_fills_in_what_the_text_left_out() {
    let mut sparse: serde_json::Value = serde_json::from_str(&garment_text()).unwrap();
    sparse.as_object_mut().unwrap().remove("simulation");
    let document = read(&sparse.to_string()).unwrap();
    assert_eq!(field(&field(&document, "simulation"), "step_ms").as_f64(), Some(10.0));
}

#[wasm_bindgen_test]
fn issues_and_tables_arrive_as_plain_objects() {
    let issue = js_sys::Array::from(&read("not json").unwrap_err()).get(0);
    assert_eq!(field(&issue, "code").as_string().as_deref(), Some("json.syntax"));
    let fabrics = field(&tables().unwrap(), "fabrics");
    assert!(js_sys::Array::from(&fabrics).length() >= 2);
}

#[cfg(feature = "lab")]
#[wasm_bindgen_test]
fn an_experiment_runs_and_its_outcome_is_a_plain_object() {
    let settings = || ["n=8", "steps=3"].map(str::to_owned).to_vec();
    let outcome = lab("hanging-square", None, settings(), None).unwrap();
    let figures = field(&outcome, "figures");
    assert_eq!(field(&figures, "triangles").as_f64(), Some(128.0));
    assert!(field(&figures, "element_steps_per_s").as_f64().unwrap() > 0.0, "there is a clock");
    assert_eq!(js_sys::Array::from(&field(&outcome, "rows")).length(), 3);
    let again = lab("hanging-square", None, settings(), None).unwrap();
    assert_eq!(field(&field(&again, "figures"), "state_hash"), field(&figures, "state_hash"));
    let issues = lab("hanging-square", None, vec!["n=none".to_owned()], None).unwrap_err();
    assert_eq!(field(&js_sys::Array::from(&issues).get(0), "code").as_string().as_deref(), Some("lab.setting-number"));
}

#[cfg(feature = "lab")]
#[wasm_bindgen_test]
fn a_fabrics_laws_are_plain_objects_and_so_are_those_of_nonsense() {
    let told = laws(&document::write_fabric(&toile::lab::default_fabric())).unwrap();
    let plots = js_sys::Array::from(&field(&told, "plots"));
    let ids: Vec<Option<String>> = plots.iter().map(|plot| field(&plot, "id").as_string()).collect();
    assert!(ids.contains(&Some("tension".to_owned())) && ids.contains(&Some("bending".to_owned())), "{ids:?}");
    assert_eq!(js_sys::Array::from(&field(&told, "issues")).length(), 0);
    let nonsense = laws("{").unwrap();
    assert!(js_sys::Array::from(&field(&nonsense, "issues")).length() > 0);
}

#[cfg(feature = "lab")]
#[wasm_bindgen_test]
fn whoever_looks_on_may_throw_without_harm() {
    let throws = || Some(js_sys::Function::new_no_args("throw new Error('not amused')"));
    let settings = || ["triangles=60", "points=2"].map(str::to_owned).to_vec();
    let watched = lab("tensile", None, settings(), Some(Onlooker::new(throws(), throws(), throws()))).unwrap();
    let alone = lab("tensile", None, settings(), None).unwrap();
    assert_eq!(field(&watched, "csv").as_string(), field(&alone, "csv").as_string());
}

/// The mannequins arrive as bytes; without them a document with one says what is missing. `scripts/setup.sh bodies` makes the file.
#[wasm_bindgen_test]
fn mannequins_are_handed_over() {
    let mut document = garment::all()[0].clone();
    document.bodies[0].shape = document::Choice::of("body.mannequin");
    let text = document::write(&document);
    let issue = js_sys::Array::from(&Engine::new(&text, None).unwrap_err()).get(0);
    assert_eq!(field(&issue, "code"), "body.missing");
    let bodies = Bodies::new(include_bytes!("../assets/mannequin.bin")).unwrap();
    let engine = Engine::new(&text, Some(bodies.share())).unwrap();
    let body = engine.bodies().unwrap().get(0);
    assert!(Float32Array::from(field(&body, "positions")).length() > 10_000);
    assert_eq!(js_sys::Array::from(&field(&body, "misses")).length(), 0);
    assert!(Bodies::new(&[1, 2, 3]).is_err());
}
