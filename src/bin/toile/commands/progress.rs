//! How far a long command has come.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line on the terminal that is written over a few times a second; nothing where there is no terminal.
pub(super) struct Progress {
    terminal: bool,
    shown: Option<Instant>,
}

impl Progress {
    pub(super) fn new() -> Self {
        Progress { terminal: std::io::stderr().is_terminal(), shown: None }
    }

    pub(super) fn show(&mut self, line: impl FnOnce() -> String) {
        const PAUSE: Duration = Duration::from_millis(200);
        if self.terminal && self.shown.is_none_or(|shown| shown.elapsed() > PAUSE) {
            // A terminal that went away is no reason to stop.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", line());
            self.shown = Some(Instant::now());
        }
    }

    pub(super) fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
