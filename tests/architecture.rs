//! The shape of the source: who may know whom, how long files are, and that documents quote paths that exist.

#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// What each module of the library may use besides itself. Knowledge runs one way:
/// `math ← fabric, pattern, body, contact ← cloth ← forces ← solver ← lab, inspect ← web, bin`; `io` sees only documents, issues
/// and tables. A document names rows of the tables of laws and shapes, so it knows those tables.
const MAY_USE: &[(&str, &[&str])] = &[
    ("issue", &[]),
    ("row", &["math"]),
    ("math", &[]),
    ("body", &["math", "row"]),
    ("fabric", &["math", "row", "document"]),
    ("document", &["math", "row", "issue", "body", "fabric", "integrator"]),
    ("garment", &["math", "row", "issue", "document", "body", "fabric", "pattern", "contact", "cloth"]),
    ("pattern", &["math", "issue", "document"]),
    ("contact", &["math", "row", "body", "fabric"]),
    ("integrator", &["row"]),
    ("cloth", &["math", "row", "issue", "document", "body", "fabric", "integrator", "pattern", "contact"]),
    ("forces", &["math", "fabric", "contact", "cloth"]),
    ("solver", &["math", "issue", "document", "body", "integrator", "contact", "cloth", "forces", "yarn"]),
    ("io", &["row", "issue", "document"]),
    ("fit", &["math", "issue", "document", "fabric"]),
    (
        "lab",
        &[
            "math",
            "row",
            "issue",
            "document",
            "body",
            "fabric",
            "garment",
            "integrator",
            "pattern",
            "contact",
            "cloth",
            "forces",
            "solver",
            "yarn",
        ],
    ),
    ("inspect", &["math", "row", "body", "fabric", "contact", "cloth", "forces", "solver"]),
    ("yarn", &["math", "row", "issue", "contact"]),
    ("tables", &["row", "document", "body", "fabric", "garment", "integrator", "lab", "inspect"]),
    ("generated", &["math", "row", "issue", "document", "body", "cloth", "solver", "lab", "inspect", "tables"]),
    (
        "web",
        &["row", "issue", "document", "body", "garment", "cloth", "solver", "lab", "inspect", "tables", "yarn", "io"],
    ),
];

/// Names at the crate's root that stand for a module's: the macro that declares parameters, and the engine.
const ALIASES: &[(&str, &str)] = &[("parameters", "row"), ("Drape", "solver")];

/// No file is longer: nobody reads the ten-thousand-line file.
const LONGEST_FILE: usize = 600;
/// Half of the files are shorter.
const LONGEST_MEDIAN: usize = 250;

/// Made by a build, so neither read nor expected to exist.
const BUILT: &[&str] = &[
    "assets",
    "www/src/engine/mannequin.pack",
    "www/src/engine/opening.pack",
    "www/src/engine/wasm",
    "www/src/engine/wasm-lab",
    "www/src/engine/types.ts",
    "www/dist",
    "www/node_modules",
    "target",
];

const DOCUMENTS: &[&str] = &["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn is_built(path: &str) -> bool {
    BUILT.iter().any(|built| Path::new(path).starts_with(built))
}

/// Paths, relative to the repository, of the files below `folder` whose names end in one of `extensions`.
fn files(folder: &str, extensions: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("readable").path();
            let name = path.strip_prefix(root()).expect("below the root").to_string_lossy().replace('\\', "/");
            if is_built(&name) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|known| e == *known)) {
                found.push(name);
            }
        }
    }
    found.sort();
    found
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The module of the library that a file belongs to; nothing for the crate's root and the binary.
fn module_of(path: &str) -> Option<&str> {
    let inside = path.strip_prefix("src/")?;
    let first = inside.split('/').next()?;
    let module = first.strip_suffix(".rs").unwrap_or(first);
    (!matches!(module, "lib" | "bin")).then_some(module)
}

/// The names at the crate's root that a source text uses: `crate::a::b` and `crate::{a::b, c}` give a and a, c.
fn used(source: &str) -> Vec<String> {
    let code: String =
        source.lines().filter(|line| !line.trim_start().starts_with("//")).flat_map(|l| [l, "\n"]).collect();
    let mut names = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(heads(group)),
            None => names.push(head(rest)),
        }
    }
    names
}

fn head(path: &str) -> String {
    path.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// The first names of the paths in a brace group, up to its closing brace.
fn heads(group: &str) -> Vec<String> {
    let mut names = vec![head(group)];
    let mut depth = 1;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 1 => names.push(head(&group[at + 1..])),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

#[test]
fn names_used_are_found_in_every_form() {
    let source = "use crate::math::{real, x};\n// crate::hidden\nuse crate::{body::{A, B}, row::Row,\n    io};\ncrate::web::f();";
    assert_eq!(used(source), ["math", "body", "row", "io", "web"]);
}

#[test]
fn knowledge_runs_one_way() {
    let mut wrong = Vec::new();
    for path in files("src", &["rs"]) {
        let Some(module) = module_of(&path) else { continue };
        let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
            wrong.push(format!("{path}: say in tests/architecture.rs what the module {module} may use"));
            continue;
        };
        for name in used(&text(&path)) {
            let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name.as_str(), |(_, module)| module);
            if name != module && !allowed.contains(&name) {
                wrong.push(format!("{path}: {module} may not use {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_of_modules_has_no_dead_rows() {
    let paths = files("src", &["rs"]);
    for (module, _) in MAY_USE {
        assert!(paths.iter().any(|path| module_of(path) == Some(module)), "there is no module {module} any more");
    }
}

#[test]
fn files_stay_short() {
    for (folder, extensions) in [("src", &["rs"][..]), ("www/src", &["ts", "tsx", "css"])] {
        let mut lengths: Vec<(usize, String)> =
            files(folder, extensions).into_iter().map(|path| (text(&path).lines().count(), path)).collect();
        lengths.sort();
        let (longest, path) = lengths.last().expect("there are files");
        assert!(*longest <= LONGEST_FILE, "{path} has {longest} lines; split it");
        let median = lengths[lengths.len() / 2].0;
        assert!(median <= LONGEST_MEDIAN, "half of the files in {folder} have more than {median} lines");
    }
}

/// The texts in backticks outside of code blocks that look like paths of this repository.
fn quoted_paths(markdown: &str) -> Vec<String> {
    let mut prose = String::new();
    let mut fenced = false;
    for line in markdown.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    prose.split('`').skip(1).step_by(2).filter(|quoted| is_path(quoted)).map(str::to_owned).collect()
}

fn is_path(quoted: &str) -> bool {
    const FOLDERS: &[&str] = &["src", "www", "tests", "benches", "scripts", "docs", ".ci", ".cargo"];
    const ENDINGS: &[&str] = &["md", "toml", "rs", "ts", "tsx", "sh", "py", "lock"];
    let plain = quoted.chars().all(|c| c.is_ascii_alphanumeric() || "._-/".contains(c));
    let first = quoted.split('/').next().unwrap_or_default();
    let ending = Path::new(quoted).extension().and_then(|e| e.to_str()).unwrap_or_default();
    plain
        && if quoted.contains('/') {
            FOLDERS.contains(&first)
        } else {
            ENDINGS.contains(&ending) || quoted == "Makefile"
        }
}

#[test]
fn paths_are_told_from_other_code() {
    let markdown = "See `src/row.rs`, `Cargo.toml` and `www/`.\n```\n`src/not/this.rs`\n```\n`m/s` `make test` `a.b` `src/<law>.rs`";
    assert_eq!(quoted_paths(markdown), ["src/row.rs", "Cargo.toml", "www/"]);
}

#[test]
fn documents_quote_paths_that_exist() {
    let mut missing = Vec::new();
    let mut seen = 0;
    for document in DOCUMENTS {
        for path in quoted_paths(&text(document)) {
            seen += 1;
            if !is_built(&path) && !root().join(&path).exists() {
                missing.push(format!("{document} quotes `{path}`, which does not exist"));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(seen > 0, "the documents quote no path at all");
}
