//! What can be wrong with a file.
//!
//! Each file here holds the rules about one thing. They look at the model and say what they found in its terms; where that
//! lies in the file is worked out afterwards (`place`), so that a file without faults costs no names.
//!
//! Versions other than 8 are read as well as can be, but held only to the rules about the file itself: what their numbers
//! may be was never settled.

mod canonical;
mod elements;
mod expressions;
mod finding;
mod ids;
mod modifiers;
mod place;
mod roles;
mod statements;
mod strings;
mod structure;
mod symbols;
mod tables;
mod types;

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;

use crate::model::{At, Model};
use crate::raw::VERSION;
use crate::read::File;
use crate::stream::{self, Met};
use crate::typing::Typing;
use finding::Finding;
pub(crate) use finding::Spot;
pub(crate) use place::Places;
pub use symbols::MAX_STRUCT_DEPTH;
pub use types::{main_fits, needs_main};

/// Findings that are kept before their places are known, for each that is shown.
const SPARE: usize = 4;

/// Everything that is wrong with a file.
pub fn check(file: &File<'_>, limits: &Limits) -> Diagnostics {
    let mut findings = Findings {
        kept: Vec::new(),
        limit: limits.diagnostics.saturating_mul(SPARE).max(SPARE),
    };
    let met = stream::walk(&file.model);
    let strings = strings::entries(&file.model);
    structure::check(file, &mut findings);
    strings::check(file, &strings, &met.uses, &mut findings);
    let dialect = file.model.dialect;
    if dialect.version == VERSION && !dialect.is_document {
        program(&file.model, &met, &mut findings);
        canonical::check(&file.model, &strings, &met.uses, &mut findings);
    }
    place::locate(file, findings.kept, limits)
}

/// Where a node of a file's model lies, with its path. This reads the file once more, so it is for what has gone wrong.
pub fn locate(file: &File<'_>, at: At, limits: &Limits) -> Location {
    Places::of(file, limits).location(Spot::Field(at, "", None))
}

/// The characters of each string of a model, in order.
pub(crate) fn strings<'m>(model: &'m Model<'_>) -> impl Iterator<Item = &'m [u8]> + use<'m> {
    strings::entries(model).into_iter().map(|entry| entry.text)
}

fn program(model: &Model<'_>, met: &Met, findings: &mut Findings) {
    let typing = Typing::of_model(model);
    let mut checker = Checker {
        model,
        typing: &typing,
        findings,
    };
    checker.roles(&met.roles);
    checker.ids(&met.roles);
    checker.tables();
    checker.modifiers();
    checker.symbols();
    checker.expressions();
    checker.statements();
    checker.elements();
    types::check(model, &typing, &mut |finding| {
        // What lacks a part because the reading ended in it has the wrong number and types of parts.
        if !matches!(finding.spot, Spot::Field(at, ..) if stream::is_cut(model, at)) {
            checker.findings.push(finding);
        }
    });
}

/// The findings so far.
struct Findings {
    kept: Vec<Finding>,
    limit: usize,
}

impl Findings {
    fn push(&mut self, finding: Finding) {
        if self.kept.len() < self.limit {
            self.kept.push(finding);
        }
    }
}

/// What the rules about the model look at.
struct Checker<'c, 'm> {
    model: &'c Model<'m>,
    typing: &'c Typing,
    findings: &'c mut Findings,
}

impl<'c> Checker<'c, '_> {
    fn report(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Every node.
    fn nodes(&self) -> impl Iterator<Item = At> + use<> {
        (0..self.model.nodes().len() as u32).map(At)
    }

    /// The name of a symbol for a message.
    fn name(&self, symbol: At) -> String {
        let name = String::from_utf8_lossy(self.model.symbol_name(symbol)).into_owned();
        if name.is_empty() {
            "without a name".to_owned()
        } else {
            format!("`{name}`")
        }
    }
}
