//! Checks a parsed container: one submodule per part, one function per rule or small group of rules.
//!
//! Read errors (truncated structures, ranges past the end) come with the contents; checks here need a complete model or
//! several parts. The text of every rule is in [`rules`](crate::rules).

pub(crate) mod directory;
pub mod kinds;
mod library;
mod program;
mod psv;
mod rdat;
mod rdef;
mod rts;
mod signature;
mod small;
mod srci;
mod stat;
mod symbols;
mod tokens;

pub(crate) use rdat::tables as rdat_tables;

use glassbox_core::diagnostic::Diagnostics;

use crate::container::Container;
pub use crate::context::Context;
use crate::part::Content;

/// Returns every finding of a container, from reading and from the rules.
pub fn check(container: &Container<'_>) -> Diagnostics {
    let context = container.context();
    let mut findings = container.diagnostics.clone();
    directory::check(container, context.validator, &mut findings);
    kinds::check(container, context.validator, &mut findings);
    findings.extend(container.content_diagnostics().items().iter().cloned());
    contents(&context, &mut findings);
    library::library(&context, &mut findings);
    findings.localize(container.spaces());
    findings
}

/// Checks the content of every part.
fn contents(context: &Context<'_, '_>, findings: &mut Diagnostics) {
    for (part, content) in context.parts.iter().zip(context.contents) {
        match content {
            Content::Signature(model) => signature::check(model, part, context, findings),
            Content::Psv(model) => psv::check(model, part, context, findings),
            Content::Rts(model) => rts::check(model, part, context, findings),
            Content::Rdat(model) => rdat::check(model, part, context, findings),
            Content::Rdef(model) => rdef::check(model, part, context, findings),
            Content::Counters(model) => stat::check(model, part, context, findings),
            Content::Srci(model) => srci::check(model, part, context, findings),
            Content::Program(model) => program::check(model, part, context, findings),
            Content::Tokens(model) => tokens::check(model, part, context, findings),
            Content::Features(model) => small::features(model, part, context, findings),
            Content::Hash(model) => small::hash(model, part, context, findings),
            Content::LibraryHeader(model) => library::head(model, part, context, findings),
            Content::Symbols(model) => symbols::check(model, part, context, findings),
            Content::Strings(_) => symbols::alone(part, context, findings),
            Content::Version(_)
            | Content::DebugName(_)
            | Content::Level9(_)
            | Content::Parameters(_)
            | Content::Opaque => {}
        }
    }
}
