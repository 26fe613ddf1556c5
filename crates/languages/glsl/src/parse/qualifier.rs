//! Qualifiers before a type: reading them, and what they may not say together.

use glassbox_core::stage::Stage;

use super::layout::LayoutWords;
use super::qualifier_word::{QualifierWord, find};
use crate::model::{At, Interpolation, Precision, Qualifiers, Sampling, Storage, flag};
use crate::parse::Parser;
use crate::rules::QUALIFIER_USE;

/// Storage as the words before a type say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum StorageWord {
    #[default]
    None,
    Const,
    In,
    Out,
    InOut,
    /// `const in`
    ConstIn,
    Is(Storage),
    /// A SPIR-V storage class by number.
    Class(u32),
}

/// Everything that stands before a type.
#[derive(Clone, Debug)]
pub(crate) struct Specifiers {
    /// The first token.
    pub(crate) at: At,
    pub(crate) storage: StorageWord,
    pub(crate) storage_at: At,
    pub(crate) qualifiers: Qualifiers,
    /// The word for precision, [`At::NONE`] without one; and so on.
    pub(crate) precision_at: At,
    pub(crate) interpolation_at: At,
    pub(crate) sampling_at: At,
    pub(crate) flags_at: At,
    pub(crate) layout_at: At,
    pub(crate) words: LayoutWords,
    pub(crate) is_by_reference: bool,
    pub(crate) is_literal: bool,
    pub(crate) subroutine_at: At,
}

/// Memory qualifiers.
pub(crate) const MEMORY: u32 = flag::COHERENT
    | flag::VOLATILE
    | flag::RESTRICT
    | flag::READ_ONLY
    | flag::WRITE_ONLY
    | COHERENCE
    | flag::NON_PRIVATE
    | flag::NON_TEMPORAL;

/// Memory qualifiers of GL_KHR_memory_scope_semantics of which one excludes the others.
const COHERENCE: u32 = flag::COHERENT
    | flag::DEVICE_COHERENT
    | flag::QUEUE_FAMILY_COHERENT
    | flag::WORKGROUP_COHERENT
    | flag::SUBGROUP_COHERENT
    | flag::SHADER_CALL_COHERENT;

impl Specifiers {
    pub(crate) fn new(at: At) -> Specifiers {
        Specifiers {
            at,
            storage: StorageWord::None,
            storage_at: At::NONE,
            qualifiers: Qualifiers::default(),
            precision_at: At::NONE,
            interpolation_at: At::NONE,
            sampling_at: At::NONE,
            flags_at: At::NONE,
            layout_at: At::NONE,
            words: LayoutWords::default(),
            is_by_reference: false,
            is_literal: false,
            subroutine_at: At::NONE,
        }
    }

    pub(crate) fn has(&self, flag: u32) -> bool {
        self.qualifiers.has(flag)
    }

    /// `centroid`, `sample`, `patch` and their kin.
    pub(crate) fn is_auxiliary(&self) -> bool {
        self.qualifiers.sampling.is_some() || self.has(flag::PATCH | flag::PER_VERTEX)
    }

    pub(crate) fn is_memory(&self) -> bool {
        self.has(MEMORY)
    }

    pub(crate) fn has_layout(&self) -> bool {
        self.layout_at != At::NONE
    }

    /// Whether nothing qualifies.
    pub(crate) fn is_empty(&self, here: At) -> bool {
        self.at == here
    }

    /// The storage of a variable outside of functions.
    pub(crate) fn global_storage(&self) -> Storage {
        match self.storage {
            StorageWord::None | StorageWord::Class(_) => Storage::Private,
            StorageWord::Const | StorageWord::ConstIn => Storage::Const,
            StorageWord::In | StorageWord::InOut => Storage::In,
            StorageWord::Out => Storage::Out,
            StorageWord::Is(storage) => storage,
        }
    }
}

impl Parser<'_> {
    /// What the next token qualifies, if it is a word that does.
    pub(crate) fn qualifier_ahead(&self) -> Option<QualifierWord> {
        let token = self.peek(0)?;
        let found = find(&token.text, &self.program.environment)?;
        // `nonuniformEXT(` begins an expression.
        let is_call =
            found == QualifierWord::Flag(flag::NON_UNIFORM) && self.peek(1).is_some_and(|next| next.is("("));
        (!is_call).then_some(found)
    }

    /// Reads all qualifiers that stand here.
    pub(crate) fn specifiers(&mut self) -> Specifiers {
        let mut specifiers = Specifiers::new(self.here());
        while let Some(word) = self.qualifier_ahead() {
            let Some(name) = self.peek(0).map(|token| token.text.clone()) else { break };
            let at = self.advance();
            self.check_qualifier(word, &name, at);
            self.check_order(&specifiers, word, &name, at);
            self.merge_qualifier(&mut specifiers, word, &name, at);
        }
        specifiers
    }

    /// Adds a word to those before it.
    fn merge_qualifier(&mut self, into: &mut Specifiers, word: QualifierWord, name: &str, at: At) {
        match word {
            QualifierWord::Const => self.merge_storage(into, StorageWord::Const, name, at),
            QualifierWord::In => self.merge_storage(into, StorageWord::In, name, at),
            QualifierWord::Out => self.merge_storage(into, StorageWord::Out, name, at),
            QualifierWord::InOut => self.merge_storage(into, StorageWord::InOut, name, at),
            QualifierWord::Attribute => {
                self.merge_storage(into, StorageWord::Is(Storage::In), name, at);
            }
            QualifierWord::Varying => {
                let is_vertex = self.program.stage() == Stage::Vertex;
                let storage = if is_vertex { Storage::Out } else { Storage::In };
                self.merge_storage(into, StorageWord::Is(storage), name, at);
            }
            QualifierWord::Storage(storage) => {
                self.merge_storage(into, StorageWord::Is(storage), name, at);
            }
            QualifierWord::Interpolation(kind) => self.merge_interpolation(into, kind, name, at),
            QualifierWord::Sampling(kind) => self.merge_sampling(into, kind, name, at),
            QualifierWord::Flag(bit) => self.merge_flag(into, bit, name, at),
            QualifierWord::Precision(precision) => self.merge_precision(into, precision, name, at),
            QualifierWord::Layout => self.layout_qualifier(into, at),
            QualifierWord::Subroutine => self.subroutine_qualifier(into, at),
            QualifierWord::SpirvByReference => into.is_by_reference = true,
            QualifierWord::SpirvLiteral => into.is_literal = true,
            QualifierWord::SpirvStorageClass => {
                if let Some(class) = self.spirv_storage_class() {
                    self.merge_storage(into, StorageWord::Class(class), name, at);
                    into.qualifiers.layout_mut().storage_class = Some(class);
                }
            }
            QualifierWord::SpirvDecorate
            | QualifierWord::SpirvDecorateId
            | QualifierWord::SpirvDecorateString => self.spirv_decoration(into, word),
        }
    }

    fn merge_storage(&mut self, into: &mut Specifiers, new: StorageWord, name: &str, at: At) {
        into.storage = match (into.storage, new) {
            (StorageWord::None, new) => new,
            (StorageWord::In, StorageWord::Out) | (StorageWord::Out, StorageWord::In) => StorageWord::InOut,
            (StorageWord::In, StorageWord::Const) | (StorageWord::Const, StorageWord::In) => {
                StorageWord::ConstIn
            }
            (old, _) => {
                let message = format!("found `{name}` behind another storage, expected one of them");
                self.report_qualifier(at, message, into.storage_at, "remove one of them");
                old
            }
        };
        into.storage_at = at;
    }

    fn merge_interpolation(&mut self, into: &mut Specifiers, kind: Interpolation, name: &str, at: At) {
        if into.qualifiers.interpolation.is_some() {
            let message = format!("found `{name}` behind another word for interpolation, expected one");
            self.report_qualifier(at, message, into.interpolation_at, "remove one of them");
        }
        into.qualifiers.interpolation = Some(kind);
        into.interpolation_at = at;
    }

    fn merge_sampling(&mut self, into: &mut Specifiers, kind: Sampling, name: &str, at: At) {
        if into.is_auxiliary() {
            let message = format!("found `{name}`, expected one of `centroid`, `patch` and `sample`");
            self.report_qualifier(at, message, into.sampling_at, "remove one of them");
        }
        into.qualifiers.sampling = Some(kind);
        into.sampling_at = at;
    }

    fn merge_flag(&mut self, into: &mut Specifiers, bit: u32, name: &str, at: At) {
        if into.has(bit) {
            let message = format!("found `{name}` twice, expected it once");
            self.report_qualifier(at, message, into.flags_at, "remove one of them");
        } else if bit & COHERENCE != 0 && into.has(COHERENCE) {
            let message = format!("found `{name}` behind another scope of coherence, expected one");
            self.report_qualifier(at, message, into.flags_at, "keep the widest scope that is needed");
        } else if bit & (flag::PATCH | flag::PER_VERTEX) != 0 && into.is_auxiliary() {
            let message = format!("found `{name}`, expected one of `centroid`, `patch` and `sample`");
            self.report_qualifier(at, message, into.sampling_at, "remove one of them");
        }
        into.qualifiers.flags |= bit;
        into.flags_at = at;
    }

    fn merge_precision(&mut self, into: &mut Specifiers, precision: Precision, name: &str, at: At) {
        if into.precision_at != At::NONE {
            let message = format!("found `{name}` behind another precision, expected one");
            self.report_qualifier(at, message, into.precision_at, "remove one of them");
        }
        into.qualifiers.precision = precision;
        into.precision_at = at;
    }

    /// Reports a qualifier, with the place of the one that it does not go with.
    pub(crate) fn report_qualifier(&mut self, at: At, message: String, other: At, help: &str) {
        let finding = if other == At::NONE || other == at {
            self.finding(&QUALIFIER_USE, at, message)
        } else {
            self.finding_with(&QUALIFIER_USE, at, message, (other, "the other one"))
        };
        self.add(finding.help(help));
    }

    /// `subroutine` or `subroutine(NAMES)`.
    fn subroutine_qualifier(&mut self, into: &mut Specifiers, at: At) {
        into.subroutine_at = at;
        into.qualifiers.flags |= flag::SUBROUTINE;
        self.removed_by_vulkan(at, "`subroutine`", "choose the function with a `switch`");
        if self.take("(").is_none() {
            return;
        }
        while let Some(name) = self.peek(0).filter(|token| token.word().is_some()) {
            into.qualifiers.subroutines.push(name.text.clone());
            let name_at = self.advance();
            self.use_of_name(name_at);
            if self.take(",").is_none() {
                break;
            }
        }
        self.expect(")");
    }
}
