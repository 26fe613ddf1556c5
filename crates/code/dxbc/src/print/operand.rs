//! Operands as text.

use std::fmt::Write as _;

use super::precision::name;
use super::{Options, Style};
use crate::names::OperandType;
use crate::number::{self, Look};
use crate::operand::{Index, Operand, Selection};
use crate::role::Role;

/// The letters of the components.
pub(crate) const COMPONENTS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Prints the operands of one instruction.
pub(super) struct Operands<'p> {
    /// How.
    pub(super) options: &'p Options,
    /// Whether registers have spaces, and so upper-case names.
    pub(super) has_spaces: bool,
    /// Minimum precision of what the instruction writes.
    pub(super) result: u32,
}

impl Operands<'_> {
    fn is_exact(&self) -> bool {
        self.options.style == Style::Exact
    }

    /// An operand with everything that belongs to it. Indices nest no deeper than [`crate::operand::MAX_NESTING`].
    pub(super) fn operand(&self, out: &mut String, operand: &Operand<'_>, role: Role) {
        let bits = operand.modifier.map_or(0, |modifier| modifier.modifier());
        if bits & 1 != 0 {
            out.push('-');
        }
        if bits & 2 != 0 {
            out.push('|');
        }
        match operand.operand_type() {
            OperandType::IMMEDIATE32 => self.words(out, operand, role),
            OperandType::IMMEDIATE64 => self.doubles(out, operand),
            _ => {
                self.register(out, operand);
                components(out, operand.selection());
            }
        }
        if bits & 2 != 0 {
            out.push('|');
        }
        self.precision(out, operand, role);
        if operand
            .modifier
            .is_some_and(|modifier| modifier.non_uniform() == 1)
        {
            out.push_str(" { nonuniform }");
        }
    }

    /// Name and indices.
    pub(super) fn register(&self, out: &mut String, operand: &Operand<'_>) {
        self.name(out, operand.operand_type());
        let is_array = stands_in_brackets(operand.operand_type(), operand.token.dimensions());
        for (place, index) in operand.indices().enumerate() {
            match index {
                Index {
                    number,
                    relative: None,
                } if place == 0 && !is_array => {
                    let _ = write!(out, "{number}");
                }
                index => self.index(out, &index),
            }
        }
    }

    /// The name of a kind of register.
    pub(super) fn name(&self, out: &mut String, kind: OperandType) {
        match kind.name() {
            _ if kind == OperandType::LABEL => out.push('l'),
            Some(name) if self.has_spaces && is_bound(kind) => out.push_str(&name.to_ascii_uppercase()),
            Some(name) => out.push_str(name),
            None => {
                let _ = write!(out, "?{}", kind.0);
            }
        }
    }

    /// An index in its brackets.
    pub(super) fn index(&self, out: &mut String, index: &Index<'_>) {
        out.push('[');
        if let Some(relative) = &index.relative {
            self.operand(out, relative, Role::Integer);
            out.push_str(" + ");
        }
        let _ = write!(out, "{}]", index.number);
    }

    fn words(&self, out: &mut String, operand: &Operand<'_>, role: Role) {
        let is_typed = matches!(role, Role::Float | Role::Integer);
        let separator = if is_typed { ", " } else { "," };
        out.push_str("l(");
        for (place, word) in operand.immediates().enumerate() {
            if place > 0 {
                out.push_str(separator);
            }
            let look = match role {
                Role::Float => Look::Float,
                Role::Integer => Look::Integer,
                _ => number::look(word),
            };
            match (look, self.is_exact()) {
                (Look::Float, true) => number::exact_float(out, word),
                (Look::Float, false) => number::fxc_float(out, f64::from(f32::from_bits(word))),
                (Look::Integer | Look::Bits, _) => number::fxc_integer(out, word),
            }
        }
        out.push(')');
    }

    fn doubles(&self, out: &mut String, operand: &Operand<'_>) {
        out.push_str("d(");
        let mut words = operand.immediates();
        let mut first = true;
        while let Some(low) = words.next() {
            if !std::mem::take(&mut first) {
                out.push_str(", ");
            }
            let bits = u64::from(words.next().unwrap_or(0)) << 32 | u64::from(low);
            if self.is_exact() {
                number::exact_double(out, bits);
            } else {
                number::fxc_float(out, f64::from_bits(bits));
                out.push('l');
            }
        }
        out.push(')');
    }

    /// The minimum precision, and in the listing with which one the value is used where that is another.
    fn precision(&self, out: &mut String, operand: &Operand<'_>, role: Role) {
        let own = operand.modifier.map_or(0, |modifier| modifier.min_precision());
        let used = match self.options.style {
            Style::Exact => own,
            Style::Fxc => self.used_precision(role).unwrap_or(own),
        };
        let _ = match (own, used) {
            (0, 0) => return,
            (own, used) if own == used => write!(out, " {{{}}}", name(own)),
            (own, used) => write!(out, " {{{} as {}}}", name(own), name(used)),
        };
    }

    /// The precision with which a source is used: that of the result, when it is of the same kind and has one.
    fn used_precision(&self, role: Role) -> Option<u32> {
        match (self.result, role) {
            (1 | 2, Role::Float | Role::Untyped) | (4 | 5, Role::Integer | Role::Untyped) => {
                Some(self.result)
            }
            _ => None,
        }
    }
}

/// Whether the first index of a register stands in brackets, too.
pub(crate) fn stands_in_brackets(kind: OperandType, dimensions: u32) -> bool {
    match kind {
        OperandType::IMMEDIATE_CONSTANT_BUFFER
        | OperandType::THIS
        | OperandType::INPUT_CONTROL_POINT
        | OperandType::OUTPUT_CONTROL_POINT => true,
        OperandType::INPUT | OperandType::OUTPUT => dimensions >= 2,
        _ => false,
    }
}

/// Whether a register is bound from outside, and so has a space from shader model 5.1 on.
pub(crate) fn is_bound(kind: OperandType) -> bool {
    matches!(
        kind,
        OperandType::SAMPLER
            | OperandType::RESOURCE
            | OperandType::CONSTANT_BUFFER
            | OperandType::UNORDERED_ACCESS_VIEW
    )
}

/// The components of an operand behind their point.
pub(super) fn components(out: &mut String, selection: Selection) {
    let letter = |number: u8| COMPONENTS[usize::from(number & 3)];
    match selection {
        Selection::Whole | Selection::Mask(0) => {}
        Selection::Mask(mask) => {
            out.push('.');
            out.extend((0..4).filter(|bit| mask >> bit & 1 == 1).map(letter));
        }
        Selection::Swizzle(order) => {
            out.push('.');
            out.extend(order.map(letter));
        }
        Selection::One(number) => {
            out.push('.');
            out.push(letter(number));
        }
    }
}
