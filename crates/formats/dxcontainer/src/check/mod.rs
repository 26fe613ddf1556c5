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
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxil::Module;

use crate::container::Container;
use crate::part::{Content, PartData};
use crate::program::{ShaderKind, Version};

/// Input of a check besides its own part.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c, 'a> {
    /// Bytes of the container.
    pub window: Window<'a>,
    /// Limits in force.
    pub limits: &'c Limits,
    /// Parts, in offset-table order.
    pub parts: &'c [PartData],
    /// Contents of `parts`, in the same order.
    pub contents: &'c [Content<'a>],
    /// Shader kind, if a program part states one.
    pub kind: Option<ShaderKind>,
    /// Shader model, if a program part states one.
    pub model: Option<Version>,
    /// Functions and facts of the DXIL program, if it is readable.
    pub module: Option<&'c Module<'a>>,
    /// Validator version stated by the DXIL module (`dx.valver`).
    pub validator: Option<Version>,
}

impl<'c, 'a> Context<'c, 'a> {
    /// First part with this code, and its content.
    pub fn find(&self, code: &[u8; 4]) -> Option<(&'c PartData, &'c Content<'a>)> {
        let position = self.parts.iter().position(|part| part.code.0 == *code)?;
        Some((self.parts.get(position)?, self.contents.get(position)?))
    }

    /// Data of the first part with this code.
    pub fn data(&self, code: &[u8; 4]) -> Option<&'a [u8]> {
        self.find(code).map(|(part, _)| part.data(self.window))
    }
}

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
            Content::LibraryHead(model) => library::head(model, part, context, findings),
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
