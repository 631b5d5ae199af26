//! How far a long command has come.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// A line on the terminal that is written over a few times a second. Where there is no terminal nothing, or for long work
/// a line of its own now and then.
pub(super) struct Progress {
    terminal: bool,
    shown: Option<Instant>,
    /// Simulated time of the next line where there is no terminal, s.
    next: f64,
}

impl Progress {
    pub(super) fn new() -> Self {
        Progress { terminal: std::io::stderr().is_terminal(), shown: None, next: 0.0 }
    }

    pub(super) fn show(&mut self, line: impl FnOnce() -> String) {
        const PAUSE: Duration = Duration::from_millis(200);
        if self.terminal && self.shown.is_none_or(|shown| shown.elapsed() > PAUSE) {
            // A terminal that went away is no reason to stop.
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", line());
            self.shown = Some(Instant::now());
        }
    }

    /// The same; where there is no terminal, a line of its own for every simulated second.
    pub(super) fn log(&mut self, simulated: f64, line: impl FnOnce() -> String) {
        if self.terminal {
            self.show(line);
        } else if simulated >= self.next {
            let _ = writeln!(std::io::stderr(), "{}", line());
            self.next = simulated.floor() + 1.0;
        }
    }

    pub(super) fn clear(&self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
