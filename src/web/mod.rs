//! The wasm boundary, and nothing else that knows about a browser.
//!
//! Few functions, bulk numbers copied into the caller's buffers. Problems arrive in JavaScript as thrown arrays of
//! issues; a panic is printed with its place before the module stops, and the page starts a fresh worker.

mod clock;
#[cfg(feature = "lab")]
mod lab;
#[cfg(feature = "lab")]
mod own_body;
#[cfg(feature = "lab")]
mod tear;

use crate::body::{ArrangementPoint, Assets};
use crate::cloth::{Draft, Stitches, draft as drafted};
use crate::document::{self, Document};
use crate::garment as wardrobe;
use crate::inspect::{self, Maps};
use crate::issue::{Issue, Issues};
use crate::row::{Table, Values};
use crate::solver::{Drape, Spot};
use crate::tables::Tables;
use crate::yarn::fringe;
use glam::DVec3;
use js_sys::{Float32Array, Float64Array, Uint32Array};
use serde::Serialize;
use wasm_bindgen::prelude::*;

#[cfg(feature = "lab")]
pub use lab::{Onlooker, lab, laws};
#[cfg(feature = "lab")]
pub use own_body::own_body;
#[cfg(feature = "lab")]
pub use tear::Tear;

/// Runs once when the module starts.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The document of a text, migrated to the present format and with every default filled in; throws its issues. Those of
/// its geometry are not among them: an editor must be able to open what it could not yet drape, and mend it.
#[wasm_bindgen]
pub fn read(json: &str) -> Result<JsValue, JsValue> {
    to_js(&document::read(json).map_err(thrown)?)
}

/// What an editor shows of a document: `{ draft, coordinates }`. Whatever is wrong is among the draft's issues.
#[wasm_bindgen]
pub fn draft(json: &str, bodies: Option<Bodies>) -> Result<JsValue, JsValue> {
    let draft = match document::read(json) {
        Ok(document) => drafted(&document, &assets(bodies)),
        Err(issues) => Draft { issues, ..Draft::default() },
    };
    let object = js_sys::Object::new();
    js_sys::Reflect::set(&object, &"draft".into(), &to_js(&draft)?)?;
    let coordinates = Float64Array::from(draft.coordinates.as_slice());
    js_sys::Reflect::set(&object, &"coordinates".into(), &coordinates)?;
    Ok(object.into())
}

/// Every table, preset and garment.
#[wasm_bindgen]
pub fn tables() -> Result<JsValue, JsValue> {
    to_js(&Tables::all())
}

/// The document of a garment drafted for a figure, ready to drape; throws its issues.
#[wasm_bindgen]
pub fn garment(id: &str, size: &str, bodies: Option<Bodies>) -> Result<JsValue, JsValue> {
    let one = |issue: Issue| thrown(vec![issue]);
    let row = wardrobe::garment(id, "garment").map_err(one)?;
    let figure = wardrobe::figure(size, "size").map_err(one)?;
    to_js(&wardrobe::made_to_measure(row, &Values::new(), figure, &assets(bodies)).map_err(thrown)?)
}

/// The document with its garment drafted again, for its body as it is now; throws its issues.
#[wasm_bindgen]
pub fn redraft(json: &str, bodies: Option<Bodies>) -> Result<JsValue, JsValue> {
    let document: Document = document::read(json).map_err(thrown)?;
    to_js(&wardrobe::redrafted(&document, &assets(bodies)).map_err(thrown)?)
}

/// The mannequins, which the page fetches as a file of their own.
#[wasm_bindgen]
#[derive(Clone, Debug)]
pub struct Bodies {
    assets: Assets,
}

#[wasm_bindgen]
impl Bodies {
    /// Reads them; throws what is wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(bytes: &[u8]) -> Result<Bodies, JsValue> {
        let read = Assets::read(bytes).map_err(|problem| {
            let problem = format!("the mannequins cannot be read: {problem}");
            let cure =
                "Load the page again; if that does not help, it was built from parts that do not belong together.";
            thrown(vec![Issue::new("assets.mannequin", "", problem).value(bytes.len()).cure(cure)])
        });
        Ok(Bodies { assets: read? })
    }

    /// The same, for one more function that takes them.
    pub fn share(&self) -> Bodies {
        self.clone()
    }
}

/// Nothing where the page could not fetch them: documents without a mannequin need none.
fn assets(bodies: Option<Bodies>) -> Assets {
    bodies.map(|bodies| bodies.assets).unwrap_or_default()
}

/// A drape in progress.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    drape: Drape,
}

#[wasm_bindgen]
impl Engine {
    /// Builds the cloth of a document; throws its issues.
    #[wasm_bindgen(constructor)]
    pub fn new(json: &str, bodies: Option<Bodies>) -> Result<Engine, JsValue> {
        Ok(Engine { drape: open(json, bodies)? })
    }

    /// Takes a changed document; throws its issues and stays as it was. The cloth goes on from where it is, whatever
    /// its mesh.
    pub fn update(&mut self, json: &str) -> Result<(), JsValue> {
        let document = document::read(json).map_err(thrown)?;
        self.drape.update(&document).map_err(thrown)
    }

    /// Back to the document's placement.
    pub fn reset(&mut self) {
        self.drape.reset();
    }

    /// Cloth at rest as bytes, for [`Engine::resume`]; nothing while seams are open.
    pub fn stored(&self) -> Option<Vec<u8>> {
        self.drape.stored()
    }

    /// Goes on from what was stored of the same document; tells whether it could.
    pub fn resume(&mut self, bytes: &[u8]) -> bool {
        self.drape.resume(bytes)
    }

    /// Steps since the start.
    #[wasm_bindgen(getter)]
    pub fn steps(&self) -> u32 {
        self.drape.state().steps as u32
    }

    /// Simulated time since the start, s.
    #[wasm_bindgen(getter, js_name = simulatedS)]
    pub fn simulated_s(&self) -> f64 {
        self.drape.state().time
    }

    /// For how long the seams have been closing, and how long that should take, s; nothing once they are closed.
    pub fn sewing(&self) -> Option<Vec<f64>> {
        self.drape.sewing().map(Vec::from)
    }

    /// Advances by one step and reports it.
    pub fn step(&mut self) -> Result<JsValue, JsValue> {
        to_js(&self.drape.step())
    }

    /// Number of points: corners of the panels' meshes. Points that are sewn together are in the same place.
    #[wasm_bindgen(getter, js_name = pointCount)]
    pub fn point_count(&self) -> u32 {
        self.drape.model().particle_of.len() as u32
    }

    /// Number of triangles.
    #[wasm_bindgen(getter, js_name = triangleCount)]
    pub fn triangle_count(&self) -> u32 {
        self.drape.model().triangles.len() as u32
    }

    /// Three point indices per triangle, counter-clockwise from the right side.
    pub fn triangles(&self) -> Uint32Array {
        Uint32Array::from(self.drape.model().point_triangles.as_flattened())
    }

    /// Pairs of points that the seams bring together.
    pub fn stitches(&self) -> Uint32Array {
        let pairs: Vec<u32> =
            self.drape.cut().seams.iter().flat_map(|seam| seam.pairs.as_flattened()).copied().collect();
        Uint32Array::from(pairs.as_slice())
    }

    /// Weft and warp coordinates of the points, m.
    #[wasm_bindgen(js_name = materialCoordinates)]
    pub fn material_coordinates(&self) -> Float32Array {
        let numbers: Vec<f32> =
            self.drape.model().material.iter().flat_map(|point| point.as_vec2().to_array()).collect();
        Float32Array::from(numbers.as_slice())
    }

    /// Which triangles each panel became.
    pub fn patches(&self) -> Result<JsValue, JsValue> {
        to_js(&self.drape.model().patches)
    }

    /// Writes x, y, z of each point, m.
    #[wasm_bindgen(js_name = readPositions)]
    pub fn read_positions(&self, out: &mut [f32]) {
        write(&self.drape.point_positions(), out);
    }

    /// Writes the unit normals of the points.
    #[wasm_bindgen(js_name = readNormals)]
    pub fn read_normals(&self, out: &mut [f32]) {
        write(&self.drape.normals(), out);
    }

    /// Writes a map's value at each point, not a number where there is none; tells whether there is such a map.
    #[wasm_bindgen(js_name = readMap)]
    pub fn read_map(&self, id: &str, out: &mut [f32]) -> bool {
        let map = Maps::find(id);
        if let Some(row) = map {
            out.iter_mut().zip(inspect::of_points(&row.make, &self.drape)).for_each(|(slot, value)| *slot = value);
        }
        map.is_some()
    }

    /// What a probe sees at a triangle, and its value of a map; null where there is no such triangle.
    pub fn probe(&self, triangle: u32, map: Option<String>) -> Result<JsValue, JsValue> {
        let row = map.and_then(|id| Maps::find(&id));
        to_js(&inspect::probe(&self.drape, triangle, row.map(|row| &row.make)))
    }

    /// The seams in the order of the document, darts after them: of each piece of a seam the two points of one side, then
    /// the two of the other.
    pub fn seams(&self) -> js_sys::Array {
        let pieces = |seam: &Stitches| {
            let ends = |[from, to]: [usize; 2]| [0, 1].map(|side| [from, to].map(|pair| seam.pairs[pair][side]));
            let points: Vec<u32> = seam.segments.iter().flat_map(|(piece, _)| ends(*piece)).flatten().collect();
            Uint32Array::from(points.as_slice())
        };
        self.drape.cut().seams.iter().map(pieces).collect()
    }

    /// Writes the surfaces of the bodies that move, as they are now, one after another: the positions of each, then its normals.
    #[wasm_bindgen(js_name = readBodies)]
    pub fn read_bodies(&self, out: &mut [f32]) {
        let mut written = 0;
        for body in self.drape.model().bodies.iter().filter(|body| body.moves()) {
            let surface = body.placed(self.drape.state().time).surface();
            for numbers in [&surface.positions, &surface.normals] {
                if let Some(slot) = out.get_mut(written..written + numbers.len()) {
                    slot.copy_from_slice(numbers);
                }
                written += numbers.len();
            }
        }
    }

    /// The surfaces of the bodies, where panels can be put on them, and the measurements they miss: `{ id, moves, points, misses,
    /// positions, normals, indices }` each.
    pub fn bodies(&self) -> Result<js_sys::Array, JsValue> {
        let bodies = js_sys::Array::new();
        for body in self.drape.model().bodies.iter() {
            let surface = body.placed(self.drape.state().time).surface();
            let object = js_sys::Object::new();
            let set = |key: &str, value: JsValue| js_sys::Reflect::set(&object, &key.into(), &value);
            set("id", body.id.as_str().into())?;
            set("moves", body.moves().into())?;
            set("points", to_js(&ArrangementPoint::all(body.shape.as_ref()))?)?;
            set("misses", to_js(&body.shape.misses())?)?;
            set("positions", Float32Array::from(surface.positions.as_slice()).into())?;
            set("normals", Float32Array::from(surface.normals.as_slice()).into())?;
            set("indices", Uint32Array::from(surface.indices.as_slice()).into())?;
            bodies.push(&object);
        }
        Ok(bodies)
    }

    /// Pulls a point of the cloth to a place until released; tells whether it could.
    pub fn grab(&mut self, point: u32, x: f64, y: f64, z: f64) -> bool {
        self.drape.grab(point as usize, DVec3::new(x, y, z))
    }

    /// Moves the hand; tells whether it holds something.
    #[wasm_bindgen(js_name = moveGrab)]
    pub fn move_grab(&mut self, x: f64, y: f64, z: f64) -> bool {
        self.drape.move_grab(DVec3::new(x, y, z))
    }

    /// A point that the hand holds, if it holds one: tearing gives points other numbers.
    #[wasm_bindgen(getter, js_name = heldPoint)]
    pub fn held_point(&self) -> Option<u32> {
        self.drape.grabbed().map(|point| point as u32)
    }

    /// Lets overstretched yarns break by the chance of a seed, or makes them hold.
    #[wasm_bindgen(js_name = setTearing)]
    pub fn set_tearing(&mut self, seed: Option<u32>) {
        self.drape.set_tearing(seed.map(u64::from));
    }

    /// Cuts along places of the cloth: a triangle each, and three weights. Tells how many edges of the mesh were cut.
    pub fn snip(&mut self, triangles: &[u32], weights: &[f64]) -> u32 {
        let places = triangles.iter().zip(weights.as_chunks::<3>().0);
        let line: Vec<Spot> =
            places.map(|(triangle, weights)| Spot { triangle: *triangle, weights: *weights }).collect();
        self.drape.snip(&line) as u32
    }

    /// Torn yarns, as far as they are seen: x, y, z (m) of each node and whether the yarn goes on to the next (1 or 0), yarn after yarn.
    #[wasm_bindgen(js_name = tornYarns)]
    pub fn torn_yarns(&self) -> Vec<f32> {
        let node = |(k, node): (usize, &DVec3)| {
            let [x, y, z] = node.as_vec3().to_array();
            [x, y, z, if k + 1 == fringe::NODES { 0.0 } else { 1.0 }]
        };
        let yarns = self.drape.torn_yarns();
        yarns.iter().flat_map(|(nodes, _)| nodes.iter().enumerate().flat_map(node)).collect()
    }

    /// Nodes of a torn yarn, and then the index of the fabric of each.
    #[wasm_bindgen(js_name = tornFabrics)]
    pub fn torn_fabrics(&self) -> Vec<u32> {
        let fabrics = self.drape.torn_yarns().into_iter().map(|(_, fabric)| fabric as u32);
        std::iter::once(fringe::NODES as u32).chain(fabrics).collect()
    }

    /// Takes the last tear back; tells whether there was one.
    pub fn mend(&mut self) -> bool {
        self.drape.mend()
    }

    /// Makes it again; tells whether there was one.
    #[wasm_bindgen(js_name = tearAgain)]
    pub fn tear_again(&mut self) -> bool {
        self.drape.tear_again()
    }

    /// Lets go.
    #[wasm_bindgen(js_name = releaseGrab)]
    pub fn release_grab(&mut self) {
        self.drape.release_grab();
    }

    /// xxh64 of the state, 16 hexadecimal digits.
    #[wasm_bindgen(js_name = stateHash)]
    pub fn state_hash(&self) -> String {
        format!("{:016x}", self.drape.state().hash())
    }
}

fn open(json: &str, bodies: Option<Bodies>) -> Result<Drape, JsValue> {
    let opened = document::read(json).and_then(|document: Document| Drape::towards_rest(&document, &assets(bodies)));
    let mut drape = opened.map_err(thrown)?;
    drape.set_clock(clock::now_ms);
    Ok(drape)
}

fn thrown(issues: Issues) -> JsValue {
    to_js(&issues).unwrap_or_else(|_| JsValue::from_str("the document has issues that could not be shown"))
}

fn to_js(value: &impl Serialize) -> Result<JsValue, JsValue> {
    // Plain objects instead of Maps, and null instead of undefined: what the generated TypeScript types say.
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).map_err(|error| {
        let issue = Issue::new("web.serialize", "", error.to_string());
        JsValue::from_str(&issue.to_string())
    })
}

fn write(vectors: &[DVec3], out: &mut [f32]) {
    for (slot, vector) in out.chunks_exact_mut(3).zip(vectors) {
        slot.copy_from_slice(&vector.as_vec3().to_array());
    }
}
