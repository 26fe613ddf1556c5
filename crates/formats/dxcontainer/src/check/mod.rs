//! Checks a parsed container: one submodule per part, one function per rule or small group of rules.
//!
//! Read errors (truncated structures, ranges past the end) come with the contents; checks here need a complete model or
//! several parts. The text of every rule is in [`rules`](crate::rules).

pub(crate) mod code;
mod derived;
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
use glassbox_core::limits::Limits;

use crate::container::Container;
pub use crate::context::Context;
use crate::part::Content;
use crate::part::rts::RootSignature;
use crate::program::Version;

/// Returns every finding of a container, from reading and from the rules.
pub fn check(container: &Container<'_>) -> Diagnostics {
    check_for(container, None)
}

/// As [`check`], for devices with a shader model.
pub fn check_for(container: &Container<'_>, model: Option<Version>) -> Diagnostics {
    let context = Context { environment: model, ..container.context() };
    let mut findings = container.diagnostics.clone();
    // Checks of code need this reading, so that all others use it too.
    context.code();
    let validator = context.validator();
    directory::check(container, validator, &mut findings);
    kinds::check(container, validator, &mut findings);
    findings.extend(container.content_diagnostics().items().iter().cloned());
    contents(&context, &mut findings);
    library::library(&context, &mut findings);
    findings.localize(container.spaces());
    findings
}

/// Parses and checks a root signature that is in no container: the data of an `RTS0` part. Locations count from its start.
pub fn root_signature<'a>(data: &'a [u8], limits: &Limits) -> (Option<RootSignature<'a>>, Diagnostics) {
    let (model, mut findings) = crate::part::rts::parse(data, limits);
    if let Some(model) = &model {
        rts::check_at(model, crate::part::rts::PATH, 0, &mut findings);
    }
    (model, findings)
}

/// Checks that a root signature of another file binds the resources of a container. Findings are at the resources.
pub fn coverage(container: &Container<'_>, signature: &RootSignature<'_>) -> Diagnostics {
    let mut findings = Diagnostics::new(container.limits.diagnostics.max(1));
    rts::coverage::check(signature, &container.context(), &mut findings);
    findings
}

/// Checks the content of every part.
fn contents(context: &Context<'_, '_>, findings: &mut Diagnostics) {
    let parts = || context.parts.iter().zip(context.contents);
    let is_program = |content: &Content<'_>| matches!(content, Content::Program(_));
    // Programs are last, since they are compared with parts in which nothing else is wrong.
    let first = parts().filter(|(_, content)| !is_program(content));
    for (part, content) in first.chain(parts().filter(|(_, content)| is_program(content))) {
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
