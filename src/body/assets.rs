//! Data that bodies are made from and no document holds.

use super::mannequin::{Mannequins, Prepared, Settings};
use super::mesh::MeshProblem;
use std::sync::{Arc, Mutex, OnceLock};

/// How many prepared mannequins are remembered: the one in use, and those of the last edits.
const REMEMBERED: usize = 4;

/// The baked bodies, or none. A copy shares them.
#[derive(Clone, Debug, Default)]
pub struct Assets {
    mannequins: Option<Arc<Mannequins>>,
    /// Fitting a body and measuring its surroundings takes a second; an edit of the cloth does not change them.
    prepared: Arc<Mutex<Vec<Arc<Prepared>>>>,
}

impl Assets {
    /// Reads what `scripts/bake-bodies.py` wrote, or says what is wrong with it.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let mannequins = Mannequins::read(bytes)?;
        Ok(Assets { mannequins: Some(Arc::new(mannequins)), ..Assets::default() })
    }

    /// What the program was built with: nothing where the bodies were not baked before, and in the page, which fetches them.
    pub fn built_in() -> &'static Assets {
        static BUILT_IN: OnceLock<Assets> = OnceLock::new();
        BUILT_IN.get_or_init(|| Assets::read(include_bytes!(env!("TOILE_MANNEQUIN"))).unwrap_or_default())
    }

    /// The baked bodies.
    pub fn mannequins(&self) -> Option<&Arc<Mannequins>> {
        self.mannequins.as_ref()
    }

    /// A mannequin with these settings, made once, or why it is no solid; nothing without the baked bodies.
    pub(super) fn prepared(&self, settings: &Settings) -> Option<Result<Arc<Prepared>, Vec<MeshProblem>>> {
        let mannequins = self.mannequins.as_ref()?;
        let mut same_body = None;
        if let Ok(mut all) = self.prepared.lock() {
            if let Some(index) = all.iter().position(|each| each.settings() == settings) {
                let found = all.remove(index);
                all.push(Arc::clone(&found));
                return Some(Ok(found));
            }
            same_body = all.iter().find(|each| each.settings().measures_as(settings)).cloned();
        }
        let made = match Prepared::new(mannequins, settings, same_body.as_deref()) {
            Ok(made) => Arc::new(made),
            Err(problems) => return Some(Err(problems)),
        };
        if let Ok(mut all) = self.prepared.lock() {
            all.push(Arc::clone(&made));
            if all.len() > REMEMBERED {
                all.remove(0);
            }
        }
        Some(Ok(made))
    }
}

/// What to do without the bodies.
pub(super) const CURE: &str = "Run `scripts/setup.sh bodies` and build again; `make start` does both.";
