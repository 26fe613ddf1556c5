//! What declarations of one name in two texts of a stage do not have alike.

use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;

use super::block::ReadBlock;
use super::join::LATE;
use super::qualifier::MEMORY;
use crate::link::same::Comparison;
use crate::model::{At, Global, Interpolation, Layout, Qualifiers, Storage};
use crate::parse::Parser;
use crate::rules::TEXTS;
use crate::types::{Length, StructId, Type};

/// What a declaration has, and what that in the other text has, as a message shows them.
pub(super) type Difference = (String, String);

impl Parser<'_> {
    pub(super) fn block_difference(
        &mut self,
        block: &ReadBlock,
        structure: StructId,
        known: &Global,
    ) -> Option<Difference> {
        // Between stages it is a matter of each text.
        let is_passed = matches!(block.storage, Storage::In | Storage::Out);
        if !is_passed && known.is_anonymous_block != block.instance.is_none() {
            let word = |is_anonymous: bool| if is_anonymous { "no name" } else { "a name" };
            return Some((
                format!("{} of its instance", word(!known.is_anonymous_block)),
                word(known.is_anonymous_block).to_owned(),
            ));
        }
        let Type::Struct(other) = self.program.types.innermost(known.ty) else { return None };
        let (own, others) = (
            self.program.types.structure(structure).members.clone(),
            self.program.types.structure(other).members.clone(),
        );
        if own.len() != others.len() {
            return Some((format!("{} members", own.len()), others.len().to_string()));
        }
        for (own, other) in own.iter().zip(&others) {
            if own.name != other.name || self.join_types(other.ty, own.ty, &own.name, own.at).is_some() {
                let spelled = |ty, name: &Word| format!("`{} {name}`", self.program.type_name(ty));
                return Some((spelled(own.ty, &own.name), spelled(other.ty, &other.name)));
            }
            let (a, b) = (&other.qualifiers, &own.qualifiers);
            let difference = qualifier_difference(a, b).or_else(|| member_difference(a, b));
            if let Some((found, expected)) = difference {
                return Some((format!("{found} on `{}`", own.name), expected));
            }
        }
        // No type is made of a structure that may be dropped.
        let own = block.dimensions.first().map(|dimension| dimension.length);
        let other = self.program.types.as_array(known.ty).map(|array| array.length);
        if own != other {
            let spelled = |length: Option<Length>| match length {
                Some(Length::Fixed(count)) => format!("`[{count}]`"),
                Some(_) => "`[]`".to_owned(),
                None => "no array".to_owned(),
            };
            let is_open = |length| length == Some(Length::Unsized);
            match (known.ty, other, own) {
                (Type::Array(array), Some(Length::Unsized), Some(length)) => {
                    self.size_array(array, length, &block.name, block.name_at);
                }
                _ if is_open(own) && other.is_some() => {}
                _ => return Some((spelled(own), spelled(other))),
            }
        }
        layout_difference(known.qualifiers.layout(), block.specifiers.qualifiers.layout())
    }

    /// Compares types, and gives an array that one of the texts leaves without a size that of the other.
    pub(super) fn join_types(&mut self, known: Type, new: Type, name: &Word, at: At) -> Option<Difference> {
        if known == Type::Error || new == Type::Error {
            return None;
        }
        let types = &self.program.types;
        let lengths = types.as_array(known).zip(types.as_array(new));
        if let (Some((old, array)), Type::Array(id)) = (lengths, known)
            && (old.length == Length::Unsized || array.length == Length::Unsized)
        {
            let mut comparison = Comparison::new(&self.program, &self.program);
            if !comparison.is_same(array.element, old.element) {
                return Some(comparison.difference(new, known));
            }
            if old.length == Length::Unsized && array.length != Length::Unsized {
                self.size_array(id, array.length, name, at);
            }
            return None;
        }
        let mut comparison = Comparison::new(&self.program, &self.program);
        (!comparison.is_same(new, known)).then(|| comparison.difference(new, known))
    }

    /// Counters without an offset follow each other in each text.
    pub(super) fn counter_difference(&mut self, known: &Global, new: &Global) -> Option<Difference> {
        if self.program.types.innermost(new.ty) != Type::AtomicUint {
            return None;
        }
        let layout = new.qualifiers.layout();
        let binding = layout.binding?;
        let next = self.declared.counters.next.get(&binding).copied().unwrap_or(0);
        let offset = layout.offset.unwrap_or(next);
        let size = self.element_count(new.ty).saturating_mul(4);
        self.declared.counters.next.insert(binding, offset.saturating_add(size));
        number_difference("offset", known.qualifiers.layout().offset, Some(offset))
    }

    pub(super) fn value_difference(&self, known: &Global, new: &Global) -> Option<Difference> {
        let (old, value) = known.initializer.zip(new.initializer)?;
        // Values that are made of specialization constants are not compared.
        if self.program.expression(value).is_specialized && self.program.expression(old).is_specialized {
            return None;
        }
        match (self.program.constant(old), self.program.constant(value)) {
            (Some(old), Some(value)) if old == value => None,
            (Some(_), Some(_)) => Some(("another value".to_owned(), "the same".to_owned())),
            _ => {
                Some(("a value that is no constant in both texts".to_owned(), "the same constant".to_owned()))
            }
        }
    }

    /// Reports what two texts declare differently.
    pub(super) fn report_difference(&mut self, name: &str, at: At, difference: Difference, other: At) {
        let (found, expected) = difference;
        let message =
            format!("found `{}` with {found}, expected {expected} as in the other text", shown(name));
        let finding = self.finding_with(&TEXTS, at, message, (other, "it is declared here"));
        self.add(finding.help("declare it in one text that both include"));
    }
}

pub(super) fn storage_difference(known: Storage, new: Storage) -> Option<Difference> {
    (known != new).then(|| ("another storage".to_owned(), "the same".to_owned()))
}

pub(super) fn qualifier_difference(known: &Qualifiers, new: &Qualifiers) -> Option<Difference> {
    let interpolation = |one: &Qualifiers| one.interpolation.unwrap_or(Interpolation::Smooth);
    let what = if interpolation(known) != interpolation(new) || known.sampling != new.sampling {
        "interpolation"
    } else if (known.flags ^ new.flags) & MEMORY != 0 {
        "memory qualifiers"
    } else if (known.flags ^ new.flags) & !(MEMORY | LATE) != 0 {
        "qualifiers"
    } else if known.subroutines != new.subroutines {
        "subroutine types"
    } else {
        return None;
    };
    Some((format!("other {what}"), "the same".to_owned()))
}

fn number_difference(word: &str, known: Option<u32>, new: Option<u32>) -> Option<Difference> {
    let (known, new) = known.zip(new).filter(|(known, new)| known != new)?;
    Some((format!("`{word} = {new}`"), format!("`{word} = {known}`")))
}

/// Words that one of two declarations may leave out have to be the same where both have them, all others in any case.
pub(super) fn layout_difference(known: &Layout, new: &Layout) -> Option<Difference> {
    let numbers = [
        ("location", known.location, new.location),
        ("component", known.component, new.component),
        ("index", known.index, new.index),
        ("set", known.set, new.set),
        ("binding", known.binding, new.binding),
        ("offset", known.offset, new.offset),
    ];
    let difference = numbers.into_iter().find_map(|(word, known, new)| number_difference(word, known, new));
    difference.or_else(|| {
        let open = |layout: &Layout| Layout {
            location: None,
            component: None,
            index: None,
            set: None,
            binding: None,
            offset: None,
            ..layout.clone()
        };
        (open(known) != open(new)).then(|| ("another layout".to_owned(), "the same".to_owned()))
    })
}

/// Layouts of members are the same, whatever they state.
fn member_difference(known: &Qualifiers, new: &Qualifiers) -> Option<Difference> {
    (known.layout() != new.layout()).then(|| ("another layout".to_owned(), "the same".to_owned()))
}
