//! Bodies from files, for JavaScript. With the laboratory: few visitors bring one, and all would load the code.

use super::{Bodies, assets, thrown, to_js};
use crate::body::mesh::Known;
use crate::document::{self, Document};
use crate::garment::{self, FileSurface};
use crate::io::read_obj_surface;
use wasm_bindgen::prelude::*;

/// The document on a body from an OBJ file, `{ document, repairs }`; throws what stands against it.
#[wasm_bindgen(js_name = ownBody)]
pub fn own_body(json: &str, obj: &str, name: &str, bodies: Option<Bodies>) -> Result<JsValue, JsValue> {
    let mut document: Document = document::read(json).map_err(thrown)?;
    let surface = read_obj_surface(obj).map_err(thrown)?;
    let surface = FileSurface { name, vertices: &surface.vertices, triangles: &surface.triangles };
    let (body, repairs) = garment::own_body(surface, Known::default()).map_err(thrown)?;
    garment::put_on_own_body(&mut document, body, &assets(bodies)).map_err(thrown)?;
    let object = js_sys::Object::new();
    js_sys::Reflect::set(&object, &"document".into(), &to_js(&document)?)?;
    js_sys::Reflect::set(&object, &"repairs".into(), &to_js(&repairs)?)?;
    Ok(object.into())
}
