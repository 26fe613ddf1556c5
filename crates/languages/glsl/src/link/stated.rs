//! What Vulkan needs and a text that is taken as it stands has to state.

use super::Linker;
use super::legacy::is_without_form;
use super::resources::{Class, class};
use super::root::is_loose;
use crate::compile::Interface;
use crate::model::{At, Global, Program, Storage, flag};
use crate::rules::{INTERFACE, LAYOUT, LEGACY};
use crate::types::Type;

impl Linker<'_> {
    /// Reports what is missing in a stage.
    pub(super) fn check_stated(&mut self, stage: usize) {
        let needs_places = self.options.interface == Interface::Stated;
        let program = &self.programs[stage];
        let mut found = Vec::new();
        for own in &program.globals {
            let missing = missing(program, own, needs_places);
            // A block is declared where its own name stands, not where its instance is named behind the members.
            let at = program.block_of(own).map_or(own.at, |block| block.at);
            found.extend(missing.map(|(rule, message, help)| (at, rule, message, help)));
        }
        for (at, rule, message, help) in found {
            let finding = self.reports.of(rule, self.programs[stage].from(at), message);
            self.reports.add(finding.help(help));
        }
    }
}

type Missing = (&'static glassbox_core::diagnostic::Rule, String, &'static str);

/// What a variable lacks; places only where none are given to what states none.
fn missing(program: &Program, own: &Global, needs_places: bool) -> Option<Missing> {
    let name = program.linked_name(own);
    if needs_places && own.built_in.is_some_and(is_without_form) {
        let message = format!("found `{name}`, expected a name that Vulkan has");
        return Some((&LEGACY, message, "declare a uniform, an input or an output and use that"));
    }
    if own.built_in.is_some() || own.at == At::NONE {
        return None;
    }
    // A structure of samplers alone is taken apart: nothing of it is left that needs a block.
    let is_value = |ty: Type| !ty.is_opaque() && !matches!(ty, Type::Struct(_) | Type::Array(_));
    if is_loose(program, own) && (needs_places || program.types.contains(own.ty, &is_value)) {
        let message = format!("found the uniform `{name}` outside of a block, expected a member of one");
        return Some((&INTERFACE, message, "declare a block: `layout(binding = 0) uniform Block { … };`"));
    }
    if !needs_places {
        return None;
    }
    let layout = own.qualifiers.layout();
    match own.storage {
        Storage::In | Storage::Out => {
            let block = program.block_of(own);
            let first = block.and_then(|block| block.members.first());
            let is_located = layout.location.is_some()
                || own.qualifiers.has(flag::PER_TASK)
                || !layout.decorations.is_empty()
                || first.is_some_and(|first| {
                    first.built_in.is_some() || first.qualifiers.layout().location.is_some()
                });
            let message = format!("found `{name}` without a location, expected `layout(location = …)`");
            (!is_located).then_some((&INTERFACE, message, "state a location for everything between stages"))
        }
        Storage::Uniform | Storage::Buffer if layout.binding.is_none() => {
            let what = match class(program, own)? {
                Class::Block | Class::Storage => "block",
                _ if matches!(program.types.innermost(own.ty), Type::Attachment(_)) => return None,
                _ => "resource",
            };
            let message =
                format!("found the {what} `{name}` without a binding, expected `layout(binding = …)`");
            Some((&LAYOUT, message, "state a binding, and a set if it is not 0"))
        }
        _ => None,
    }
}
