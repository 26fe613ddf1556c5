//! `#pragma`.

use glassbox_syntax::map::Provenance;
use glassbox_syntax::token::Token;

use super::Preprocessor;
use crate::rules::DIRECTIVE;

/// What the pragmas of a text ask for. Those that nobody knows are left out, as the language says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Pragmas {
    /// `#pragma STDGL invariant(all)`: outputs are invariant.
    pub(crate) is_invariant_all: bool,
    /// `#pragma use_vulkan_memory_model`
    pub(crate) uses_vulkan_memory_model: bool,
    /// `#pragma use_variable_pointers`
    pub(crate) uses_variable_pointers: bool,
    /// `#pragma shader_64bit_indexing`
    pub(crate) uses_64bit_indexing: bool,
}

impl Preprocessor<'_> {
    /// A line `#pragma`. Its words are no macros.
    pub(super) fn pragma(&mut self, from: Provenance, rest: &[Token]) {
        let words: Vec<&str> = rest.iter().map(|token| &*token.text).collect();
        let pragmas = &mut self.unit.pragmas;
        match words.as_slice() {
            ["once", ..] => {
                if let Some(frame) = self.frames.last() {
                    self.once.insert(frame.file);
                }
            }
            ["STDGL", "invariant", "(", "all", ..] => pragmas.is_invariant_all = true,
            ["use_vulkan_memory_model"] => pragmas.uses_vulkan_memory_model = true,
            ["use_variable_pointers"] => pragmas.uses_variable_pointers = true,
            ["shader_64bit_indexing"] => pragmas.uses_64bit_indexing = true,
            ["optimize" | "debug", "(", _, ")"] => {}
            [name @ ("optimize" | "debug"), ..] if self.is_strict() => {
                let message =
                    format!("found `#pragma {name}` of another form, expected `#pragma {name}(on)`");
                let finding = self.reports.of(&DIRECTIVE, from, message);
                self.reports.add(finding.help("write `on` or `off` between parentheses"));
            }
            _ => {}
        }
    }
}
