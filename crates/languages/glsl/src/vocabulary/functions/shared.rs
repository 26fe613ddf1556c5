//! Forms of built-in functions that calls have found, kept from program to program: they follow from the environment.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError, RwLock};

use foldhash::HashMap;
use glassbox_core::stage::Stage;
use smallvec::SmallVec;

use super::{Signature, Wanted};
use crate::language::{Api, Environment};
use crate::preprocess::Version;
use crate::types::Type;

/// Most environments that are kept, and most calls in all of them: programs beyond that look for their own.
const MOST_ENVIRONMENTS: usize = 4096;
const MOST_CALLS: usize = 1 << 16;

/// A function by the number of its name, which of its forms, and the types of the arguments of a call.
pub(crate) type Call = (u32, Wanted, SmallVec<[Type; 4]>);

/// Forms in the order of the tables.
pub(crate) type Forms = Arc<[Signature]>;

/// What decides which forms there are.
#[derive(PartialEq, Eq, Hash)]
struct Key {
    version: Version,
    stage: Stage,
    api: Api,
    extensions: SmallVec<[&'static str; 4]>,
}

/// Forms that calls in one environment have found. All of their types mean the same in every program.
#[derive(Debug, Default)]
pub(crate) struct Found {
    forms: RwLock<HashMap<Call, Forms>>,
}

impl Found {
    /// What is kept for an environment.
    pub(crate) fn of(environment: &Environment) -> Arc<Found> {
        static ALL: LazyLock<Mutex<HashMap<Key, Arc<Found>>>> = LazyLock::new(Mutex::default);
        let mut extensions: SmallVec<[&'static str; 4]> = environment.enabled().collect();
        extensions.sort_unstable();
        let key =
            Key { version: environment.version, stage: environment.stage, api: environment.api, extensions };
        let mut all = ALL.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = all.get(&key) {
            return found.clone();
        }
        let found = Arc::<Found>::default();
        if all.len() < MOST_ENVIRONMENTS {
            all.insert(key, found.clone());
        }
        found
    }

    /// The forms of a call, if they are kept.
    pub(crate) fn get(&self, call: &Call) -> Option<Forms> {
        let forms = self.forms.read().unwrap_or_else(PoisonError::into_inner);
        forms.get(call).cloned()
    }

    /// Keeps the forms of a call, if they mean the same in every program.
    pub(crate) fn keep(&self, call: &Call, found: &Forms) -> bool {
        let is_own = |form: &Signature| {
            form.result.is_own() || form.parameters.iter().any(|parameter| parameter.ty.is_own())
        };
        if call.2.iter().any(|ty| ty.is_own()) || found.iter().any(is_own) {
            return false;
        }
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let has_place = COUNT.fetch_add(1, Ordering::Relaxed) < MOST_CALLS;
        if has_place {
            let mut forms = self.forms.write().unwrap_or_else(PoisonError::into_inner);
            forms.insert(call.clone(), found.clone());
        } else {
            COUNT.fetch_sub(1, Ordering::Relaxed);
        }
        has_place
    }
}
