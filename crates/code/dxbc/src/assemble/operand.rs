//! Assembles operands.

use glassbox_core::named::NameTable;

use super::cursor::Cursor;
use super::error::AssembleError;
use super::rules;
use crate::names::OperandType;
use crate::operand::MAX_NESTING;
use crate::print::operand::{COMPONENTS, is_bound};
use crate::print::precision;
use crate::role::Role;

/// Maximum number of indices of an operand.
const MAX_INDICES: usize = 3;

/// Index representation: number, operand, or operand plus number.
const IMMEDIATE: u32 = 0;
const RELATIVE: u32 = 2;
const RELATIVE_PLUS: u32 = 3;

/// Modifiers around the register.
#[derive(Default)]
struct Modifiers {
    negative: bool,
    absolute: bool,
    precision: u32,
    non_uniform: bool,
}

impl Modifiers {
    fn word(&self) -> Option<u32> {
        let word = u32::from(self.negative) << 6
            | u32::from(self.absolute) << 7
            | self.precision << 14
            | u32::from(self.non_uniform) << 17;
        (word != 0).then_some(word | 1)
    }
}

/// Parses operands.
#[derive(Clone, Copy)]
pub(super) struct Operands {
    /// True if bound registers have spaces, and so upper-case names.
    pub(super) has_spaces: bool,
}

impl Operands {
    /// Parses interface and function of `fcall`: the last index is the function number, stored before the
    /// operand.
    pub(super) fn call(self, cursor: &mut Cursor<'_>, out: &mut Vec<u32>) -> Result<(), AssembleError> {
        let (span, found) = cursor.describe_next();
        let mut operand = Vec::new();
        self.read(cursor, Role::Interface, &mut operand)?;
        // A plain number as last index is the last word, and its representation is 0.
        let dimensions = operand.first().map_or(0, |token| token >> 20 & 3);
        let is_plain = |token: u32, place: u32| token >> (22 + 3 * place) & 7 == IMMEDIATE;
        match (operand.first_mut(), dimensions.checked_sub(1)) {
            (Some(token), Some(last)) if is_plain(*token, last) && *token >> 31 == 0 => {
                *token -= 1 << 20;
                out.extend(operand.pop());
                out.extend(operand);
                Ok(())
            }
            _ => {
                let message = format!("found {found}, expected an interface and the number of a function");
                Err(AssembleError::new(&rules::INDEX, span, message).help("write it like `fcall fp0[0][1]`"))
            }
        }
    }

    /// Parses an operand and appends its words.
    pub(super) fn read(
        self,
        cursor: &mut Cursor<'_>,
        role: Role,
        out: &mut Vec<u32>,
    ) -> Result<(), AssembleError> {
        self.nested(cursor, role, 0, out)
    }

    fn nested(
        self,
        cursor: &mut Cursor<'_>,
        role: Role,
        depth: usize,
        out: &mut Vec<u32>,
    ) -> Result<(), AssembleError> {
        if is_raw(cursor) {
            return raw(cursor, out);
        }
        let mut modifiers =
            Modifiers { negative: cursor.eat(b'-'), absolute: cursor.eat(b'|'), ..Modifiers::default() };
        let (name, span) = cursor.letters();
        let token = out.len();
        if matches!(name, "l" | "d") && cursor.peek() == b'(' {
            let mut numbers = Vec::new();
            let shape = match name {
                "l" => words(cursor, &mut numbers)?,
                _ => doubles(cursor, &mut numbers)?,
            };
            self.after_register(cursor, &mut modifiers)?;
            out.push(shape);
            extend(out, token, &modifiers);
            out.extend(numbers);
            return Ok(());
        }
        let kind = kind(name).ok_or_else(|| unknown(cursor, name, span))?;
        out.push(u32::from(kind.0) << 12);
        let mut indices = Vec::new();
        let shape = self.indices(cursor, depth, &mut indices)?;
        let selection = selection(cursor, kind, role)?;
        self.after_register(cursor, &mut modifiers)?;
        if let Some(word) = out.get_mut(token) {
            *word |= shape | selection;
        }
        extend(out, token, &modifiers);
        out.extend(indices);
        Ok(())
    }

    /// Parses the indices; returns the bits of the first word that describe them.
    fn indices(
        self,
        cursor: &mut Cursor<'_>,
        depth: usize,
        out: &mut Vec<u32>,
    ) -> Result<u32, AssembleError> {
        let mut count = 0;
        let mut shape = 0;
        if cursor.peek().is_ascii_digit() {
            out.push(cursor.digits()?);
            count = 1;
        }
        loop {
            let start = cursor.place();
            if cursor.peek() != b'[' {
                return Ok(shape | (count as u32) << 20);
            }
            cursor.eat(b'[');
            if count == MAX_INDICES {
                let message = format!("found more than {MAX_INDICES} indices");
                return Err(
                    AssembleError::new(&rules::INDEX, start..cursor.place(), message).help(rules::INDEX.cure)
                );
            }
            cursor.skip_blanks();
            let representation = if cursor.peek().is_ascii_digit() {
                out.push(cursor.digits()?);
                IMMEDIATE
            } else {
                self.relative(cursor, depth, out)?
            };
            if !cursor.eat(b']') {
                let (span, found) = cursor.describe_next();
                let message = format!("found {found}, expected `]`");
                return Err(AssembleError::new(&rules::INDEX, span, message).help(rules::INDEX.cure));
            }
            shape |= representation << (22 + 3 * count);
            count += 1;
        }
    }

    /// A relative index, optionally with an offset.
    fn relative(
        self,
        cursor: &mut Cursor<'_>,
        depth: usize,
        out: &mut Vec<u32>,
    ) -> Result<u32, AssembleError> {
        let start = cursor.place();
        if depth == MAX_NESTING {
            let message = format!("found an index in an index, more than {MAX_NESTING} deep");
            return Err(AssembleError::new(&rules::INDEX, start..start + 1, message).help(rules::INDEX.cure));
        }
        let mut operand = Vec::new();
        self.nested(cursor, Role::Integer, depth + 1, &mut operand)?;
        let added = if cursor.eat(b'+') { cursor.digits()? } else { 0 };
        if added != 0 {
            out.push(added);
        }
        out.extend(operand);
        Ok(if added != 0 { RELATIVE_PLUS } else { RELATIVE })
    }

    /// The text after a register or numbers: closing bar, minimum precisions, `{ nonuniform }`.
    fn after_register(self, cursor: &mut Cursor<'_>, modifiers: &mut Modifiers) -> Result<(), AssembleError> {
        // Precisions precede the bar; earlier versions of this assembly put them after it.
        self.braces(cursor, modifiers)?;
        if modifiers.absolute {
            cursor.expect(b'|')?;
            self.braces(cursor, modifiers)?;
        }
        Ok(())
    }

    /// Minimum precisions and `{ nonuniform }`.
    fn braces(self, cursor: &mut Cursor<'_>, modifiers: &mut Modifiers) -> Result<(), AssembleError> {
        while cursor.eat(b'{') {
            let (word, span) = cursor.word();
            if word == "nonuniform" {
                modifiers.non_uniform = true;
            } else {
                modifiers.precision = precision_of(word, span)?;
                // The precision of use follows from the destination.
                if cursor.clone().word().0 == "as" {
                    cursor.word();
                    let (word, span) = cursor.word();
                    precision_of(word, span)?;
                }
            }
            cursor.expect(b'}')?;
        }
        Ok(())
    }
}

/// Inserts the modifier word after the first word of an operand, if needed.
fn extend(out: &mut Vec<u32>, token: usize, modifiers: &Modifiers) {
    if let (Some(word), Some(first)) = (modifiers.word(), out.get_mut(token)) {
        *first |= 1 << 31;
        out.push(word);
    }
}

/// True if an operand is given as raw words.
pub(super) fn is_raw(cursor: &mut Cursor<'_>) -> bool {
    cursor.skip_blanks();
    cursor.peek() == b'#'
}

/// `#(words)`.
pub(super) fn raw(cursor: &mut Cursor<'_>, out: &mut Vec<u32>) -> Result<(), AssembleError> {
    cursor.expect(b'#')?;
    cursor.expect(b'(')?;
    loop {
        out.push(cursor.number()?);
        if !cursor.eat(b',') {
            return cursor.expect(b')');
        }
    }
}

/// `(numbers)` of 32 bits; returns the first word of the operand.
fn words(cursor: &mut Cursor<'_>, out: &mut Vec<u32>) -> Result<u32, AssembleError> {
    let start = cursor.place();
    cursor.expect(b'(')?;
    loop {
        out.push(cursor.number()?);
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect(b')')?;
    let kind = u32::from(OperandType::IMMEDIATE32.0) << 12;
    match out.len() {
        1 => Ok(kind | 1),
        4 => Ok(kind | 2),
        count => Err(wrong_count(start..cursor.place(), count, "1 or 4")),
    }
}

/// `(numbers)` of 64 bits; returns the first word of the operand.
fn doubles(cursor: &mut Cursor<'_>, out: &mut Vec<u32>) -> Result<u32, AssembleError> {
    let start = cursor.place();
    cursor.expect(b'(')?;
    loop {
        let bits = cursor.double()?;
        out.extend([bits as u32, (bits >> 32) as u32]);
        if !cursor.eat(b',') {
            break;
        }
    }
    cursor.expect(b')')?;
    let kind = u32::from(OperandType::IMMEDIATE64.0) << 12;
    match out.len() / 2 {
        1 => Ok(kind | 1),
        2 => Ok(kind | 2),
        count => Err(wrong_count(start..cursor.place(), count, "1 or 2")),
    }
}

fn wrong_count(span: std::ops::Range<usize>, count: usize, expected: &str) -> AssembleError {
    let message = format!("found {count} numbers, expected {expected}");
    AssembleError::new(&rules::NUMBER, span, message)
        .help("fill up with zeros, or repeat the number for components that are not used")
}

/// Register type with this name.
pub(super) fn kind(name: &str) -> Option<OperandType> {
    let by_name = |name: &str| {
        let value = OperandType::NAMES.value(name)?;
        let kind = OperandType(u8::try_from(value).ok()?);
        let is_number = matches!(kind, OperandType::IMMEDIATE32 | OperandType::IMMEDIATE64);
        (!is_number).then_some(kind)
    };
    match name {
        "l" => Some(OperandType::LABEL),
        "" => None,
        _ => by_name(name).or_else(|| by_name(&name.to_ascii_lowercase()).filter(|kind| is_bound(*kind))),
    }
}

fn unknown(cursor: &mut Cursor<'_>, name: &str, span: std::ops::Range<usize>) -> AssembleError {
    if !name.is_empty() {
        let NameTable { entries, .. } = OperandType::NAMES;
        let known = entries.iter().map(|(_, name)| *name);
        return AssembleError::unknown(&rules::REGISTER, span, name, "a register or a number", known);
    }
    let is_number = cursor.peek().is_ascii_digit();
    let (span, found) = cursor.describe_next();
    let help = if is_number { "write numbers in `l(...)`" } else { rules::REGISTER.cause };
    let message = format!("found {found}, expected a register or a number");
    AssembleError::new(&rules::REGISTER, span, message).help(help)
}

/// Components after the period; returns their bits of the first word.
fn selection(cursor: &mut Cursor<'_>, kind: OperandType, role: Role) -> Result<u32, AssembleError> {
    if cursor.peek() != b'.' {
        return Ok(plain_components(kind, role));
    }
    let start = cursor.place();
    cursor.eat(b'.');
    let (text, _) = cursor.word();
    let span = start..cursor.place();
    let error = |message: String| {
        AssembleError::new(&rules::COMPONENTS, span.clone(), message).help(rules::COMPONENTS.cause)
    };
    let mut letters = Vec::new();
    for letter in text.chars() {
        match COMPONENTS.iter().position(|component| *component == letter) {
            Some(number) if letters.len() < 4 => letters.push(number as u32),
            Some(_) => return Err(error(format!("found `.{text}`, expected at most 4 components"))),
            None => return Err(error(format!("found `{letter}`, expected x, y, z or w"))),
        }
    }
    let Some(last) = letters.last().copied() else {
        return Err(error("found no components after the dot".to_owned()));
    };
    if role.takes_mask() {
        if !letters.is_sorted_by(|a, b| a < b) {
            return Err(error(format!("found `.{text}`, expected each of xyzw once and in order")));
        }
        return Ok(letters.iter().fold(2, |bits, letter| bits | 1 << (4 + letter)));
    }
    if letters.len() == 1 {
        return Ok(2 | 2 << 2 | last << 4);
    }
    letters.resize(4, last);
    let order = letters.iter().zip([4, 6, 8, 10]);
    Ok(order.fold(2 | 1 << 2, |bits, (letter, shift)| bits | letter << shift))
}

/// Component bits of an operand without a selection: some registers have one component, most none.
fn plain_components(kind: OperandType, role: Role) -> u32 {
    let is_declared = role == Role::Declared;
    match kind {
        OperandType::OUTPUT_DEPTH
        | OperandType::OUTPUT_DEPTH_GREATER_EQUAL
        | OperandType::OUTPUT_DEPTH_LESS_EQUAL
        | OperandType::OUTPUT_STENCIL_REF
        | OperandType::INPUT_COVERAGE_MASK => 1,
        OperandType::INPUT_PRIMITIVE_ID
        | OperandType::OUTPUT_COVERAGE_MASK
        | OperandType::OUTPUT_CONTROL_POINT_ID
        | OperandType::FORK_INSTANCE_ID
        | OperandType::JOIN_INSTANCE_ID
        | OperandType::GS_INSTANCE_ID
        | OperandType::INNER_COVERAGE => u32::from(!is_declared),
        _ => 0,
    }
}

fn precision_of(word: &str, span: std::ops::Range<usize>) -> Result<u32, AssembleError> {
    precision::named(word).ok_or_else(|| {
        let known: Vec<&str> = precision::names().chain(["nonuniform"]).collect();
        AssembleError::unknown(&rules::WORD, span, word, "a minimum precision", known)
    })
}
