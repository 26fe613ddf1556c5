//! Reads attributes of functions, parameters and results, and attribute groups.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use glassbox_dxil::ir::{
    Alignment, AttributeKind, FunctionId, InstructionId, Op, OwnedAttribute, OwnedGroup, Slot,
};

use super::lexer::{Token, unescaped};
use super::parser::{Parsed, Parser};
use super::rules;
use crate::dxil::attributes::ORDER;

/// Largest alignment, bytes. Source: LLVM 3.7.
const MAX_ALIGNMENT: u64 = 1 << 29;

/// Order of the attributes of one slot; those with a number are sorted by it once complete.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Rank {
    Kind(usize),
    Text(Vec<u8>),
}

/// Attributes of one slot.
#[derive(Clone, Default, Debug)]
pub(super) struct Set(BTreeMap<Rank, OwnedAttribute>);

impl Set {
    fn add(&mut self, attribute: OwnedAttribute) {
        let rank = match &attribute {
            OwnedAttribute::Flag(kind) | OwnedAttribute::Number(kind, _) => {
                Rank::Kind(ORDER.iter().position(|known| known == kind).unwrap_or(ORDER.len()))
            }
            OwnedAttribute::String(key) | OwnedAttribute::Pair(key, _) => Rank::Text(key.clone()),
        };
        self.0.insert(rank, attribute);
    }

    /// The attributes in the order in which LLVM keeps them: flags, those with a number by number, strings.
    fn sorted(&self) -> Vec<OwnedAttribute> {
        let mut all: Vec<OwnedAttribute> = self.0.values().cloned().collect();
        all.sort_by_key(|attribute| match attribute {
            OwnedAttribute::Flag(_) => (0, 0),
            OwnedAttribute::Number(_, number) => (1, *number),
            OwnedAttribute::String(_) | OwnedAttribute::Pair(..) => (2, 0),
        });
        all
    }

    /// Removes the alignment, which functions have apart.
    fn take_alignment(&mut self) -> Option<u64> {
        let place = ORDER.iter().position(|kind| *kind == AttributeKind::ALIGN)?;
        match self.0.remove(&Rank::Kind(place))? {
            OwnedAttribute::Number(_, number) => Some(number),
            _ => None,
        }
    }
}

/// Attributes and groups of a function or a call, which may refer to groups defined later.
#[derive(Clone, Default, Debug)]
pub(super) struct Stated {
    /// Those of results and parameters.
    pub(super) slots: Vec<(Slot, Set)>,
    /// Those of the function itself.
    pub(super) own: Set,
    pub(super) groups: Vec<(u32, Range<usize>)>,
}

/// What attributes belong to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    Function(FunctionId),
    Call(FunctionId, InstructionId),
}

pub(super) struct PendingAttributes {
    pub(super) target: Target,
    pub(super) stated: Stated,
}

/// Attribute groups by number.
#[derive(Default)]
pub(super) struct Groups(HashMap<u32, Set>);

/// What attributes stand at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Result,
    Parameter,
    Function,
    Group,
}

impl Place {
    fn name(self) -> &'static str {
        match self {
            Place::Result => "a result",
            Place::Parameter => "a parameter",
            Place::Function | Place::Group => "a function",
        }
    }

    fn allows(self, kind: AttributeKind) -> bool {
        use AttributeKind as K;
        let result = [
            K::DEREFERENCEABLE,
            K::DEREFERENCEABLE_OR_NULL,
            K::IN_REG,
            K::NO_ALIAS,
            K::NON_NULL,
            K::S_EXT,
            K::Z_EXT,
        ];
        let parameter = [K::BY_VAL, K::IN_ALLOCA, K::NEST, K::NO_CAPTURE, K::RETURNED, K::S_RET];
        let both = [K::READ_NONE, K::READ_ONLY, K::ALIGN];
        match self {
            Place::Result => result.contains(&kind),
            Place::Parameter => [&result[..], &parameter, &both].iter().any(|kinds| kinds.contains(&kind)),
            Place::Function | Place::Group => !result.contains(&kind) && !parameter.contains(&kind),
        }
    }
}

impl Parser<'_> {
    /// Attributes of a result or a parameter.
    pub(super) fn attributes_at(&mut self, place: Place) -> Parsed<Set> {
        let mut set = Set::default();
        while let Some(attribute) = self.attribute(place)? {
            set.add(attribute);
        }
        Ok(set)
    }

    /// Attributes and groups after the parameters of a function or the arguments of a call.
    pub(super) fn function_attributes(&mut self, stated: &mut Stated) -> Parsed<()> {
        loop {
            match self.token {
                Token::Group(number) => {
                    stated.groups.push((number, self.span.clone()));
                    self.advance();
                }
                Token::Text(_) => {
                    let attribute = self.text_attribute()?;
                    stated.own.add(attribute);
                }
                _ => match self.attribute(Place::Function)? {
                    Some(attribute) => stated.own.add(attribute),
                    None => return Ok(()),
                },
            }
        }
    }

    fn text_attribute(&mut self) -> Parsed<OwnedAttribute> {
        let key = self.text()?;
        let value = if self.eat(b'=') { self.text()? } else { Vec::new() };
        Ok(if value.is_empty() { OwnedAttribute::String(key) } else { OwnedAttribute::Pair(key, value) })
    }

    /// An attribute with a word; `None` if the next token is none.
    fn attribute(&mut self, place: Place) -> Parsed<Option<OwnedAttribute>> {
        let Token::Word(word) = self.token else { return Ok(None) };
        let Some(kind) = ORDER.into_iter().find(|kind| kind.name() == Some(word)) else {
            return Ok(None);
        };
        let span = self.span.clone();
        self.advance();
        let attribute = match kind {
            AttributeKind::ALIGN => {
                if place == Place::Group {
                    self.expect(b'=')?;
                }
                OwnedAttribute::Number(kind, self.alignment()?)
            }
            AttributeKind::STACK_ALIGN if place == Place::Group => {
                self.expect(b'=')?;
                OwnedAttribute::Number(kind, self.alignment()?)
            }
            AttributeKind::STACK_ALIGN => {
                self.expect(b'(')?;
                let number = self.alignment()?;
                self.expect(b')')?;
                OwnedAttribute::Number(kind, number)
            }
            AttributeKind::DEREFERENCEABLE | AttributeKind::DEREFERENCEABLE_OR_NULL => {
                self.expect(b'(')?;
                let at = self.span.clone();
                let number = self.unsigned(u64::MAX, "a number of bytes")?;
                if number == 0 {
                    let message = "found 0 bytes, expected at least one";
                    return Err(self.fail(&rules::NUMBER, at, message, "leave the attribute out"));
                }
                self.expect(b')')?;
                OwnedAttribute::Number(kind, number)
            }
            kind => OwnedAttribute::Flag(kind),
        };
        if !place.allows(kind) {
            let allowed = [Place::Function, Place::Parameter, Place::Result]
                .into_iter()
                .find(|place| place.allows(kind));
            let where_to = allowed.map_or("elsewhere", Place::name);
            let message =
                format!("found the attribute `{word}` at {}, expected it at {where_to}", place.name());
            self.fail(&rules::ATTRIBUTE, span, message, format!("move it to {where_to}, or remove it"));
        }
        Ok(Some(attribute))
    }

    /// A number that is a power of two.
    pub(super) fn alignment(&mut self) -> Parsed<u64> {
        let span = self.span.clone();
        let number = self.unsigned(u64::from(u32::MAX), "an alignment in bytes")?;
        if !number.is_power_of_two() || number > MAX_ALIGNMENT {
            let message =
                format!("found an alignment of {number}, expected a power of two up to {MAX_ALIGNMENT}");
            return Err(self.fail(&rules::NUMBER, span, message, "use 4, 8 or 16"));
        }
        Ok(number)
    }

    /// `attributes #0 = { … }`, after the first word.
    pub(super) fn attribute_group(&mut self) -> Parsed<()> {
        let span = self.span.clone();
        let Token::Group(number) = self.token else {
            return Err(self.unexpected("the number of an attribute group, such as #0"));
        };
        self.advance();
        self.expect(b'=')?;
        self.expect(b'{')?;
        let mut set = Set::default();
        loop {
            match self.token {
                Token::Mark(b'}') => break,
                Token::Text(text) => {
                    if unescaped(text).is_empty() {
                        return Err(self.unexpected("the name of an attribute"));
                    }
                    let attribute = self.text_attribute()?;
                    set.add(attribute);
                }
                Token::Group(_) => {
                    let message = "found a group in a group, expected attributes";
                    let help = "write its attributes here";
                    return Err(self.fail(&rules::ATTRIBUTE, self.span.clone(), message, help));
                }
                _ => match self.attribute(Place::Group)? {
                    Some(attribute) => set.add(attribute),
                    None => {
                        let names = ORDER.iter().filter(|kind| Place::Function.allows(**kind));
                        let names: Vec<&str> = names.filter_map(|kind| kind.name()).collect();
                        return Err(self.unknown("an attribute or `}`", names));
                    }
                },
            }
        }
        self.advance();
        if set.0.is_empty() {
            let message = "found a group without attributes, expected one at least";
            return Err(self.fail(&rules::ATTRIBUTE, span, message, "remove the group and its uses"));
        }
        // Several definitions of a number are one.
        let known = self.groups.0.entry(number).or_default();
        for attribute in set.0.into_values() {
            known.add(attribute);
        }
        Ok(())
    }

    /// Gives functions and calls their attributes, once all groups are read.
    pub(super) fn finish_attributes(&mut self) {
        for PendingAttributes { target, mut stated } in std::mem::take(&mut self.pending_attributes) {
            for (number, span) in &stated.groups {
                match self.groups.0.get(number) {
                    Some(set) => set.0.values().for_each(|attribute| stated.own.add(attribute.clone())),
                    None => {
                        let message =
                            format!("found the attribute group #{number}, which is defined nowhere");
                        let help = format!(
                            "define it at the start of a line: attributes #{number} = {{ nounwind }}"
                        );
                        self.fail(&rules::UNDEFINED, span.clone(), message, help);
                    }
                }
            }
            let alignment = stated.own.take_alignment();
            let slots = stated.slots.iter().map(|(slot, set)| (*slot, set.sorted()));
            let own = (Slot::FUNCTION, stated.own.sorted());
            let groups: Vec<OwnedGroup> =
                slots.chain([own]).filter(|(_, attributes)| !attributes.is_empty()).collect();
            let list = self.builder.attributes(&groups);
            let functions = &mut self.builder.module.functions;
            match target {
                Target::Function(id) => {
                    if let Some(function) = functions.get_mut(id.index()) {
                        function.attributes = list;
                        if let Some(alignment) = alignment {
                            function.alignment = Alignment::of(alignment as u32);
                        }
                    }
                }
                Target::Call(id, instruction) => {
                    let Some(function) = functions.get_mut(id.index()) else { continue };
                    let glassbox_dxil::ir::Definition::Body(body) = &mut function.definition else {
                        continue;
                    };
                    let instruction = body.instructions.get_mut(instruction.index());
                    if let Some(Op::Call(call) | Op::Invoke(call)) = instruction.map(|found| &mut found.op) {
                        call.attributes = list;
                    }
                }
            }
        }
    }
}
