//! Files in and out. What cannot be read or written is an issue like any other.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use toile::document::{self, Document, LONGEST_TEXT};
use toile::issue::{Issue, Issues};

/// Reads and checks the document in a file.
pub(crate) fn read_document(path: &Path) -> Result<Document, Issues> {
    document::read(&read_text(path)?)
}

/// The text of a file, unless it is longer than any document.
pub(crate) fn read_text(path: &Path) -> Result<String, Issues> {
    let bytes = read_bytes(path).map_err(|error| {
        let issue = Issue::new("file.unreadable", path.display().to_string(), format!("cannot be read: {error}"));
        vec![issue.cure("Check the path and who may read it.")]
    })?;
    if bytes.len() > LONGEST_TEXT {
        let length = fs::metadata(path).map_or(0, |about| about.len()).max(bytes.len() as u64);
        return Err(vec![document::too_long(length)]);
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let place = path.display().to_string();
        let issue = Issue::new("file.not-text", place, format!("is not UTF-8 text from byte {valid} on"));
        vec![issue.cure("Save it as UTF-8, or choose the JSON document.")]
    })
}

/// At most one byte more than the longest document: enough to see that it is too long.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_TEXT as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The files of one command must be different ones, or writing one would destroy another.
pub(crate) fn all_apart(paths: &[Option<&Path>]) -> Issues {
    let real: Vec<PathBuf> = paths.iter().flatten().map(|path| resolve(path)).collect();
    let clash = |index: &usize| real[..*index].contains(&real[*index]) && !is_stream(&real[*index]);
    let issue = |index: usize| {
        Issue::new("file.same", real[index].display().to_string(), "is named twice on the command line")
            .cure("Give each file its own name.")
    };
    (0..real.len()).filter(clash).map(issue).collect()
}

/// A file that will be written, known to be writable before the work begins.
#[derive(Debug)]
pub(crate) struct Output {
    path: PathBuf,
}

impl Output {
    /// Finds out whether `path` can be written, without touching what is there.
    pub(crate) fn claim(path: &Path) -> Result<Self, Issue> {
        let output = Output { path: resolve(path) };
        let tried = match fs::metadata(&output.path) {
            Ok(about) if about.is_dir() => Err(io::Error::other("it is a folder")),
            Ok(about) if about.permissions().readonly() => Err(io::Error::other("it is read-only")),
            Ok(_) if is_stream(&output.path) => Ok(()),
            _ => output.create_part().and_then(|_| fs::remove_file(output.part())),
        };
        tried.map_err(|error| unwritable(path, &error))?;
        Ok(output)
    }

    /// Writes to a file next to the target; [`Staged::commit`] puts it in its place.
    pub(crate) fn stage(&self, bytes: &[u8]) -> Result<Staged, Issues> {
        // A pipe or a device cannot be replaced: it takes the bytes at the end.
        if is_stream(&self.path) {
            return Ok(Staged { target: self.path.clone(), from: Source::Bytes(bytes.to_vec()) });
        }
        let part = self.part();
        let staged = Staged { target: self.path.clone(), from: Source::Part(part) };
        self.create_part()
            .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
            .map_err(|error| vec![unwritable(&self.path, &error)])?;
        Ok(staged)
    }

    fn part(&self) -> PathBuf {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        // The process id keeps the jobs of a batch apart.
        self.path.with_file_name(format!(".{name}.{}.part", std::process::id()))
    }

    fn create_part(&self) -> io::Result<File> {
        OpenOptions::new().write(true).create_new(true).open(self.part())
    }
}

/// A file written in full but not yet in its place; dropped, it is gone.
#[derive(Debug)]
pub(crate) struct Staged {
    target: PathBuf,
    from: Source,
}

#[derive(Debug)]
enum Source {
    Part(PathBuf),
    Bytes(Vec<u8>),
}

impl Staged {
    /// Puts the file in its place.
    pub(crate) fn commit(self) -> Result<(), Issues> {
        let done = match &self.from {
            Source::Part(part) => fs::rename(part, &self.target),
            Source::Bytes(bytes) => {
                OpenOptions::new().append(true).open(&self.target).and_then(|mut file| file.write_all(bytes))
            }
        };
        done.map_err(|error| vec![unwritable(&self.target, &error)])
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if let Source::Part(part) = &self.from {
            // After a commit there is nothing left to remove.
            let _ = fs::remove_file(part);
        }
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Issue {
    Issue::new("file.unwritable", path.display().to_string(), format!("cannot be written: {error}"))
        .cure("Check the folder and who may write there.")
}

/// Whether `path` is a pipe, a terminal or another device, or a name for a file that is already open, such as
/// `/dev/stdout`.
fn is_stream(path: &Path) -> bool {
    const OPEN: [&str; 4] = ["/dev/stdout", "/dev/stderr", "/dev/fd", "/proc/self/fd"];
    OPEN.iter().any(|open| path.starts_with(open))
        || fs::metadata(path).is_ok_and(|about| !about.is_file() && !about.is_dir())
}

/// The same file always under the same name, links followed, whether or not it exists yet.
fn resolve(path: &Path) -> PathBuf {
    if is_stream(path) {
        return path.to_owned();
    }
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}
