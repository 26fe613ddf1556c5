//! Prints operands.

use std::fmt::Write as _;

use super::precision::name;
use super::{Options, Release, Style};
use crate::names::OperandType;
use crate::number;
use crate::operand::{Index, Operand, Selection};
use crate::role::Role;

/// Component letters.
pub(crate) const COMPONENTS: [char; 4] = ['x', 'y', 'z', 'w'];

/// Prints the operands of one instruction.
pub(super) struct Operands<'p> {
    /// Print options.
    pub(super) options: &'p Options,
    /// True if registers have spaces, and so upper-case names.
    pub(super) has_spaces: bool,
    /// Minimum precision of the result, if the operands take it on.
    pub(super) result: Option<u32>,
}

impl Operands<'_> {
    /// True for the syntax of release 10 of the legacy compiler; exact style uses the earlier one.
    pub(super) fn is_release_10(&self) -> bool {
        self.options.style == Style::Fxc && self.options.release == Release::V10
    }

    /// Prints an operand in full. Indices nest no deeper than [`crate::operand::MAX_NESTING`].
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
        self.precision(out, operand);
        if bits & 2 != 0 {
            out.push('|');
        }
        if operand.modifier.is_some_and(|modifier| modifier.non_uniform() == 1) {
            out.push_str(" { nonuniform }");
        }
    }

    /// Prints name and indices.
    pub(super) fn register(&self, out: &mut String, operand: &Operand<'_>) {
        self.name(out, operand.operand_type());
        let is_array = is_bracketed(operand.operand_type(), operand.token.dimensions());
        for (place, index) in operand.indices().enumerate() {
            match index {
                Index { number, relative: None } if place == 0 && !is_array => {
                    let _ = write!(out, "{number}");
                }
                index => self.index(out, &index),
            }
        }
    }

    /// Prints the name of a register type.
    pub(super) fn name(&self, out: &mut String, kind: OperandType) {
        match kind.name() {
            _ if kind == OperandType::LABEL && self.options.style == Style::Exact => out.push('l'),
            Some(name) if self.has_spaces && is_bound(kind) => out.push_str(&name.to_ascii_uppercase()),
            Some(name) => out.push_str(name),
            None => {
                let _ = write!(out, "?{}", kind.0);
            }
        }
    }

    /// Prints an index in brackets.
    pub(super) fn index(&self, out: &mut String, index: &Index<'_>) {
        out.push('[');
        if let Some(relative) = &index.relative {
            let printer = Operands { result: None, ..*self };
            printer.operand(out, relative, Role::Integer);
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
            match role {
                Role::Float => self.options.float(out, word),
                Role::Integer => number::fxc_integer(out, word),
                _ => self.options.word(out, word),
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
            self.options.double(out, bits);
        }
        out.push(')');
    }

    /// Prints the minimum precision and, in listings, the precision of use if it differs.
    fn precision(&self, out: &mut String, operand: &Operand<'_>) {
        let own = operand.modifier.map_or(0, |modifier| modifier.min_precision());
        let used = match self.options.style {
            Style::Exact => own,
            Style::Fxc => self.result.unwrap_or(own),
        };
        let _ = match (own, used) {
            (0, 0) => return,
            (own, used) if own == used => write!(out, " {{{}}}", name(own)),
            (own, used) => write!(out, " {{{} as {}}}", name(own), name(used)),
        };
    }
}

/// True if the first index of a register is in brackets, too.
pub(crate) fn is_bracketed(kind: OperandType, dimensions: u32) -> bool {
    match kind {
        OperandType::IMMEDIATE_CONSTANT_BUFFER
        | OperandType::THIS
        | OperandType::INPUT_CONTROL_POINT
        | OperandType::OUTPUT_CONTROL_POINT => true,
        OperandType::INPUT | OperandType::OUTPUT => dimensions >= 2,
        _ => false,
    }
}

/// True for bound registers, which have a space from shader model 5.1 on.
pub(crate) fn is_bound(kind: OperandType) -> bool {
    matches!(
        kind,
        OperandType::SAMPLER
            | OperandType::RESOURCE
            | OperandType::CONSTANT_BUFFER
            | OperandType::UNORDERED_ACCESS_VIEW
    )
}

/// Prints the components after a period.
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
