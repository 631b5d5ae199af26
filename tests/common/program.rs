//! Runs the command line and sees what it prints and writes.
#![allow(dead_code)] // each test file uses a part

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, emptied first.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(test: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("program").join(test);
        if path.exists() {
            fs::remove_dir_all(&path).expect("emptied");
        }
        fs::create_dir_all(&path).expect("created");
        Folder(path)
    }

    pub fn put(&self, name: &str, content: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), content).expect("written");
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.text(name)).expect("JSON")
    }

    /// Names of all files, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("readable");
        let mut names: Vec<String> =
            entries.map(|e| e.expect("entry").file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    pub fn toile(&self, arguments: &[&str]) -> Run {
        let output = Command::new(env!("CARGO_BIN_EXE_toile")).args(arguments).current_dir(&self.0).output();
        Run::of(output.expect("the program starts"))
    }
}

/// What became of a run of the program.
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Run {
    pub fn of(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        Run {
            code: output.status.code().expect("the program was not killed"),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    #[track_caller]
    pub fn succeeds(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "printed {}", self.out);
        self.out
    }

    /// Exit code 2, nothing on standard output, and these codes on standard error, one line each.
    #[track_caller]
    pub fn refuses(self, codes: &[&str]) {
        let found: Vec<&str> = self.err.lines().map(|line| line.split([' ', ':']).next().unwrap_or_default()).collect();
        assert_eq!((self.code, found.as_slice(), self.out.as_str()), (2, codes, ""), "{}", self.err);
    }
}
