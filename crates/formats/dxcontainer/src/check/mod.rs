//! The rules over a container that was read: a module a part, one function a rule or a small group of them.
//!
//! What the reading finds (cut structures, ranges past the end) comes with the contents; here follows everything that needs
//! a whole model or several parts. The text of every rule is in [`rules`](crate::rules).

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

/// What a check may look at besides its own part.
#[derive(Clone, Copy, Debug)]
pub struct Context<'c, 'a> {
    /// The bytes of the container.
    pub window: Window<'a>,
    /// The limits in force.
    pub limits: &'c Limits,
    /// The parts, in the order of the offset table.
    pub parts: &'c [PartData],
    /// What they mean, in the same order.
    pub contents: &'c [Content<'a>],
    /// Kind of the program, where a program part states one.
    pub kind: Option<ShaderKind>,
    /// Shader model of the program, where a program part states one.
    pub model: Option<Version>,
    /// Functions and facts of the program, where there is a DXIL program that could be read.
    pub module: Option<&'c Module<'a>>,
    /// Validator version that the DXIL module states (`dx.valver`).
    pub validator: Option<Version>,
}

impl<'c, 'a> Context<'c, 'a> {
    /// The first part with this code, with its content.
    pub fn find(&self, code: &[u8; 4]) -> Option<(&'c PartData, &'c Content<'a>)> {
        let position = self.parts.iter().position(|part| part.code.0 == *code)?;
        Some((self.parts.get(position)?, self.contents.get(position)?))
    }

    /// The data of the first part with this code.
    pub fn data(&self, code: &[u8; 4]) -> Option<&'a [u8]> {
        self.find(code).map(|(part, _)| part.data(self.window))
    }
}

/// Everything that is wrong with a container: what the reading found and what the rules find.
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
