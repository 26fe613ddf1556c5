//! The texts of a stage, one behind the other: each has its own version, extensions, defaults and scope, and all add to one program.

use glassbox_syntax::map::Provenance;
use glassbox_syntax::token::Token;

use super::Parser;
use super::declared::Declared;
use crate::language::Environment;
use crate::model::At;
use crate::preprocess::{ExtensionLine, Pragmas, Unit, Version};
use crate::rules::TEXTS;

/// A text, by numbers of tokens of its stage.
#[derive(Debug)]
pub(super) struct Text {
    pub(super) version: Version,
    version_from: Provenance,
    pragmas: Pragmas,
    /// Lines `#extension`, and how many of them hold already.
    pub(super) extensions: Vec<ExtensionLine>,
    pub(super) extensions_applied: usize,
    /// Its first token, and the one behind its last.
    pub(super) begin: usize,
    pub(super) end: usize,
    /// How many globals, structures and expressions texts before it have.
    pub(super) globals: usize,
    pub(super) structures: usize,
    pub(super) expressions: usize,
}

impl Default for Text {
    fn default() -> Self {
        Text {
            version: Version { number: 0, is_embedded: false, is_compatible: false },
            version_from: Provenance::default(),
            pragmas: Pragmas::default(),
            extensions: Vec::new(),
            extensions_applied: 0,
            begin: 0,
            end: 0,
            globals: 0,
            structures: 0,
            expressions: 0,
        }
    }
}

/// The tokens of all texts, and the texts by them.
pub(super) fn joined(units: Vec<Unit>) -> (Vec<Token>, Vec<Text>) {
    let mut tokens: Vec<Token> = Vec::new();
    let mut texts = Vec::new();
    for unit in units {
        let begin = tokens.len();
        if begin == 0 {
            tokens = unit.tokens;
        } else {
            tokens.extend(unit.tokens);
        }
        let mut extensions = unit.extensions;
        extensions.iter_mut().for_each(|line| line.tokens_before += begin);
        texts.push(Text {
            version: unit.version,
            version_from: unit.version_from,
            pragmas: unit.pragmas,
            extensions,
            begin,
            end: tokens.len(),
            ..Text::default()
        });
    }
    (tokens, texts)
}

impl Parser<'_> {
    /// Reads all texts of the stage.
    pub(super) fn texts(&mut self, texts: Vec<Text>) {
        let last = texts.len().saturating_sub(1);
        let mut whole: Option<Environment> = None;
        for (number, text) in texts.into_iter().enumerate() {
            self.begin_text(text, number > 0);
            self.translation_unit();
            self.end_text();
            if number < last {
                self.remember_names();
            }
            match &mut whole {
                None => whole = Some(self.program.environment.clone()),
                Some(whole) => {
                    self.check_version(whole);
                    whole.join(&self.program.environment);
                }
            }
        }
        if let Some(whole) = whole {
            self.program.environment = whole;
        }
        self.finish();
    }

    fn begin_text(&mut self, text: Text, has_others: bool) {
        if has_others {
            self.program.environment = self.program.environment.of_next_text(text.version);
            self.declared = std::mem::take(&mut self.declared).for_next_text();
            self.scopes.begin_text();
            self.state.unknown.clear();
        }
        self.at = text.begin;
        self.declared.is_invariant_all = text.pragmas.is_invariant_all;
        let modes = &mut self.program.modes;
        modes.uses_vulkan_memory_model |= text.pragmas.uses_vulkan_memory_model;
        modes.uses_variable_pointers |= text.pragmas.uses_variable_pointers;
        modes.uses_64bit_indexing |= text.pragmas.uses_64bit_indexing;
        self.text = Text {
            globals: self.program.globals.len(),
            structures: self.program.types.structures.len(),
            expressions: self.program.expressions.len(),
            ..text
        };
    }

    /// Whether a token is one of a text before this one.
    pub(super) fn is_of_other_text(&self, at: At) -> bool {
        at != At::NONE && (at.0 as usize) < self.text.begin
    }

    /// A stage of GLSL ES is one text, as OpenGL ES has it. Texts of all other versions go together.
    fn check_version(&mut self, others: &Environment) {
        let (own, other) = (self.text.version, others.version);
        let message = match (own.is_embedded, other.is_embedded) {
            (false, false) => return,
            (true, true) => "found a second text of a stage in GLSL ES, expected one".to_owned(),
            (own_is_embedded, _) => {
                let (es, desktop) = if own_is_embedded { (own, other) } else { (other, own) };
                format!(
                    "found version {} beside version {} es in one stage, expected one language",
                    desktop.number, es.number
                )
            }
        };
        let finding = self.reports.of(&TEXTS, self.text.version_from, message);
        self.add(finding.help("write one text that includes the others"));
    }
}

impl Declared {
    /// What is left for the next text of the stage: what counts for the whole stage.
    fn for_next_text(self) -> Declared {
        Declared {
            locations: self.locations,
            constant_ids: self.constant_ids,
            counters: super::declared::Counters { used: self.counters.used, ..Default::default() },
            io_arrays: self.io_arrays,
            bodies: self.bodies,
            depth: self.depth,
            transform_feedback: self.transform_feedback,
            push_constant: self.push_constant,
            shader_record: self.shader_record,
            task_block: self.task_block,
            task_payload: self.task_payload,
            defined: self.defined,
            stated: self.stated,
            post_depth_coverage: self.post_depth_coverage,
            interlock: self.interlock,
            derivative_group: self.derivative_group,
            built_in_blocks: self.built_in_blocks,
            known: self.known,
            ..Declared::default()
        }
    }
}
