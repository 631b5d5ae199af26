//! Binary glTF 2.0: what viewers, browsers and renderers read. One primitive and one material per panel.
//!
//! ```text
//! header      magic "glTF", version 2, length of the whole file
//! JSON chunk  length, "JSON", text padded with spaces to 4 bytes
//! BIN chunk   length, "BIN\0": positions │ normals │ texture coordinates │ indices, all of 4-byte numbers
//! ```

use super::{Mesh, SurfaceFormat};
use crate::row::Row;
use serde_json::{Value, json};

pub(super) const ROW: Row<SurfaceFormat> = Row {
    id: "format.glb",
    title: "Binary glTF",
    help: "Points, normals, texture coordinates in metres of cloth, and one material per panel in its fabric's colour.",
    parameters: &[],
    curves: &[],
    make: SurfaceFormat { extension: "glb", write },
};

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;

/// Roughness of cloth: no mirror anywhere.
const ROUGHNESS: f64 = 0.9;

fn write(mesh: &Mesh) -> Vec<u8> {
    let mut file = Gltf::default();
    let positions: Vec<[f32; 3]> = mesh.positions.iter().map(|p| p.map(|c| c as f32)).collect();
    let normals = mesh.normals.iter().map(|n| n.map(|c| c as f32));
    // glTF counts texture rows downwards, the grain runs upwards.
    let uvs = mesh.uvs.iter().map(|[u, v]| [*u as f32, (1.0 - v) as f32]);

    let attributes = json!({
        "POSITION": file.floats(positions.iter().copied(), Some(bounds(&positions))),
        "NORMAL": file.floats(normals, None),
        "TEXCOORD_0": file.floats(uvs, None),
    });
    let view = file.view(mesh.triangles.iter().flatten().flat_map(|i| i.to_le_bytes()), ELEMENT_ARRAY_BUFFER);
    let groups = mesh.groups.iter().filter(|group| group.triangle_count > 0);
    let (primitives, materials): (Vec<Value>, Vec<Value>) = groups
        .enumerate()
        .map(|(material, group)| {
            file.accessors.push(json!({
                "bufferView": view,
                "byteOffset": group.first_triangle * 12,
                "componentType": UNSIGNED_INT,
                "count": group.triangle_count * 3,
                "type": "SCALAR",
            }));
            let indices = file.accessors.len() - 1;
            let [r, g, b] = group.colour.map(linear);
            (
                json!({ "attributes": attributes, "indices": indices, "material": material }),
                json!({
                    "name": group.name,
                    "doubleSided": true,
                    "pbrMetallicRoughness": {
                        "baseColorFactor": [r, g, b, 1.0],
                        "metallicFactor": 0.0,
                        "roughnessFactor": ROUGHNESS,
                    },
                }),
            )
        })
        .unzip();
    file.finish(json!({
        "asset": { "version": "2.0", "generator": concat!("Toile ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "Cloth", "mesh": 0 }],
        "meshes": [{ "name": "Cloth", "primitives": primitives }],
        "materials": materials,
    }))
}

/// The binary part with the views into it.
#[derive(Default)]
struct Gltf {
    binary: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Gltf {
    /// Appends bytes and gives the index of the view on them. All parts are of 4-byte numbers, so each begins
    /// aligned as glTF asks.
    fn view(&mut self, bytes: impl Iterator<Item = u8>, target: u32) -> usize {
        let offset = self.binary.len();
        self.binary.extend(bytes);
        let length = self.binary.len() - offset;
        self.views.push(json!({ "buffer": 0, "byteOffset": offset, "byteLength": length, "target": target }));
        self.views.len() - 1
    }

    /// Appends vectors and gives the index of their accessor.
    fn floats<const N: usize>(
        &mut self,
        vectors: impl ExactSizeIterator<Item = [f32; N]>,
        bounds: Option<[[f32; N]; 2]>,
    ) -> usize {
        let count = vectors.len();
        let view = self.view(vectors.flatten().flat_map(f32::to_le_bytes), ARRAY_BUFFER);
        let mut accessor = json!({
            "bufferView": view,
            "componentType": FLOAT,
            "count": count,
            "type": format!("VEC{N}"),
        });
        if let Some([min, max]) = bounds {
            accessor["min"] = min.iter().copied().map(f64::from).collect();
            accessor["max"] = max.iter().copied().map(f64::from).collect();
        }
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn finish(self, mut document: Value) -> Vec<u8> {
        document["bufferViews"] = Value::from(self.views);
        document["accessors"] = Value::from(self.accessors);
        document["buffers"] = json!([{ "byteLength": self.binary.len() }]);
        let mut text = document.to_string().into_bytes();
        text.resize(text.len().next_multiple_of(4), b' ');

        let length = 12 + 8 + text.len() + 8 + self.binary.len();
        let mut out = Vec::with_capacity(length);
        out.extend(b"glTF");
        out.extend(2_u32.to_le_bytes());
        out.extend((length as u32).to_le_bytes());
        for (kind, chunk) in [(b"JSON", &text), (b"BIN\0", &self.binary)] {
            out.extend((chunk.len() as u32).to_le_bytes());
            out.extend(kind);
            out.extend(chunk);
        }
        out
    }
}

fn bounds(positions: &[[f32; 3]]) -> [[f32; 3]; 2] {
    let first = positions.first().copied().unwrap_or_default();
    positions.iter().fold([first, first], |[min, max], p| {
        [[0, 1, 2].map(|i| min[i].min(p[i])), [0, 1, 2].map(|i| max[i].max(p[i]))]
    })
}

/// sRGB to linear light (IEC 61966-2-1), which is what glTF's factors are.
fn linear(srgb: f64) -> f64 {
    if srgb <= 0.04045 { srgb / 12.92 } else { libm::pow((srgb + 0.055) / 1.055, 2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::io::samples::two_squares;

    fn word(bytes: &[u8], at: usize) -> u32 {
        u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
    }

    /// The JSON and the binary part, with every length and padding checked on the way.
    fn parse(bytes: &[u8]) -> (Value, &[u8]) {
        assert_eq!(&bytes[..4], b"glTF");
        assert_eq!(word(bytes, 4), 2);
        assert_eq!(word(bytes, 8) as usize, bytes.len());
        let json_length = word(bytes, 12) as usize;
        assert_eq!(json_length % 4, 0);
        assert_eq!(&bytes[16..20], b"JSON");
        let rest = 20 + json_length;
        let binary_length = word(bytes, rest) as usize;
        assert_eq!(binary_length % 4, 0);
        assert_eq!(&bytes[rest + 4..rest + 8], b"BIN\0");
        assert_eq!(rest + 8 + binary_length, bytes.len());
        let document = serde_json::from_slice(&bytes[20..rest]).expect("the JSON chunk is JSON");
        (document, &bytes[rest + 8..])
    }

    fn number(value: &Value) -> usize {
        value.as_u64().unwrap_or_else(|| panic!("{value} is not an index")) as usize
    }

    /// The 4-byte words an accessor gives, after checking that it stays within its view and the view in the buffer.
    fn words(document: &Value, binary: &[u8], accessor: &Value) -> Vec<u32> {
        let accessor = &document["accessors"][number(accessor)];
        let view = &document["bufferViews"][number(&accessor["bufferView"])];
        let components = match accessor["type"].as_str() {
            Some("SCALAR") => 1,
            Some("VEC2") => 2,
            Some("VEC3") => 3,
            other => panic!("type {other:?}"),
        };
        let inside = accessor.get("byteOffset").map_or(0, number);
        let length = number(&accessor["count"]) * components * 4;
        assert!(inside + length <= number(&view["byteLength"]));
        assert!(number(&view["byteOffset"]) + number(&view["byteLength"]) <= binary.len());
        let begin = number(&view["byteOffset"]) + inside;
        assert_eq!(begin % 4, 0);
        (0..length / 4).map(|i| word(binary, begin + 4 * i)).collect()
    }

    #[test]
    fn the_file_parsed_back_is_the_mesh() {
        let mesh = two_squares();
        let bytes = write(&mesh);
        let (document, binary) = parse(&bytes);
        assert_eq!(number(&document["buffers"][0]["byteLength"]), binary.len());
        let primitives = document["meshes"][0]["primitives"].as_array().expect("primitives");
        assert_eq!(primitives.len(), mesh.groups.len());
        for (primitive, group) in primitives.iter().zip(&mesh.groups) {
            let floats = |name: &str| -> Vec<f64> {
                let words = words(&document, binary, &primitive["attributes"][name]);
                words.into_iter().map(|word| f64::from(f32::from_bits(word))).collect()
            };
            // The sample's coordinates are exact in single precision.
            assert_eq!(floats("POSITION"), mesh.positions.as_flattened());
            assert_eq!(floats("NORMAL"), mesh.normals.as_flattened());
            let uvs: Vec<f64> = mesh.uvs.iter().flat_map(|[u, v]| [*u, 1.0 - v]).collect();
            assert_eq!(floats("TEXCOORD_0"), uvs);
            assert_eq!(words(&document, binary, &primitive["indices"]), group.triangles(&mesh).as_flattened());
            let material = &document["materials"][number(&primitive["material"])];
            assert_eq!(material["name"], group.name.as_str());
            assert_eq!(material["doubleSided"], true);
        }
        let positions = &document["accessors"][number(&primitives[0]["attributes"]["POSITION"])];
        assert_eq!(positions["min"], json!([0.0, 1.25, 0.0]));
        assert_eq!(positions["max"], json!([1.0, 1.25, 1.0]));
    }

    #[test]
    fn colours_are_linear_light() {
        let bytes = write(&two_squares());
        let (document, _) = parse(&bytes);
        let colour = &document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"];
        assert_eq!(colour[0], 1.0);
        assert!((colour[1].as_f64().expect("a number") - 0.214_041).abs() < 1e-6);
        assert_eq!(colour[2], 0.0);
    }
}
