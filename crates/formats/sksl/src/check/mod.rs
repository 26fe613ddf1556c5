//! Checks files.
//!
//! Each submodule checks one subject and reports findings in terms of the model; `place` resolves them to
//! file locations afterwards, so a valid file costs no naming.
//!
//! Versions other than 8 are read on a best-effort basis and held only to the rules about the file itself:
//! their valid values were never specified.

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

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;

use crate::model::{Model, ModelNode};
use crate::raw::VERSION;
use crate::read::File;
use crate::stream::{self, Met};
use crate::typing::Typing;
use finding::Finding;
pub(crate) use finding::Spot;
pub(crate) use place::Places;
pub use symbols::MAX_STRUCT_DEPTH;
pub use types::{main_fits, needs_main};

/// Unresolved findings kept for each one shown.
const SPARE: usize = 4;

/// Checks a file.
pub fn check(file: &File<'_>, limits: &Limits) -> Diagnostics {
    let mut findings =
        Findings { kept: Vec::new(), limit: limits.diagnostics.saturating_mul(SPARE).max(SPARE) };
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

/// Location and path of a model node. Rereads the file, so use it only for errors.
pub fn locate(file: &File<'_>, at: ModelNode, limits: &Limits) -> Location {
    Places::of(file, limits).location(Spot::Field(at, "", None))
}

/// Bytes of every node of a file's model, by index. Rereads the file.
pub fn ranges(file: &File<'_>, limits: &Limits) -> Vec<Range<u64>> {
    Places::of(file, limits).ranges()
}

/// Strings of a model, in order.
pub(crate) fn strings<'m>(model: &'m Model<'_>) -> impl Iterator<Item = &'m [u8]> + use<'m> {
    strings::entries(model).into_iter().map(|entry| entry.text)
}

fn program(model: &Model<'_>, met: &Met, findings: &mut Findings) {
    let typing = Typing::of_model(model);
    let mut checker = Checker { model, typing: &typing, findings };
    checker.roles(&met.roles);
    checker.ids(&met.roles);
    checker.tables();
    checker.modifiers();
    checker.symbols();
    checker.expressions();
    checker.statements();
    checker.elements();
    types::check(model, &typing, &mut |finding| {
        // Commands truncated by the end of reading inevitably have the wrong number and types of parts.
        if !matches!(finding.spot, Spot::Field(at, ..) if stream::is_cut(model, at)) {
            checker.findings.push(finding);
        }
    });
}

/// Findings collected so far.
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

/// State of the checks on the model.
struct Checker<'c, 'm> {
    model: &'c Model<'m>,
    typing: &'c Typing,
    findings: &'c mut Findings,
}

impl<'c> Checker<'c, '_> {
    fn report(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// All nodes.
    fn nodes(&self) -> impl Iterator<Item = ModelNode> + use<> {
        (0..self.model.nodes().len() as u32).map(ModelNode)
    }

    /// Name of a symbol for messages.
    fn name(&self, symbol: ModelNode) -> String {
        let name = String::from_utf8_lossy(self.model.symbol_name(symbol)).into_owned();
        if name.is_empty() { "without a name".to_owned() } else { format!("`{name}`") }
    }
}
