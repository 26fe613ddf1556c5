//! Parses operands: registers and names with sign, index and selector.

use glassbox_core::diagnostic::Severity;
use glassbox_pica::descriptor::Swizzle;
use glassbox_pica::register::Index;

use super::fault::Result;
use super::number::{self, before, cut, find, trim};
use super::state::{Assembler, Class, NameKind};
use crate::rules;

/// A parsed operand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand<'a> {
    /// Source text.
    pub(crate) text: &'a str,
    /// Form in picasso's messages, once parsed.
    pub(crate) quoted: &'a str,
    /// Register number in operand encoding.
    pub(crate) register: i32,
    /// Sign in bit 0, selector in bits 1-8, as in a descriptor.
    pub(crate) selection: u32,
    /// Index register.
    pub(crate) index: Index,
    /// Class from the name or letter.
    pub(crate) class: Class,
    /// Kind of the name's declaration, if it is a name.
    pub(crate) kind: Option<NameKind>,
}

/// Registers that exist, for messages.
const REGISTERS: &str = "there are v0-v14, o0-o15, r0-r15, c0-c95, i0-i3 and b0-b15";

/// Unsigned `xyzw` as [`Operand::selection`].
pub(crate) const IDENTITY: u32 = (Swizzle::IDENTITY.0 as u32) << 1;

impl Operand<'_> {
    /// Destination components, bit 3 = x, as in a descriptor.
    pub(crate) fn mask(&self) -> u8 {
        mask(self.selection)
    }
}

/// Set of components in a selection, bit 3 = x.
pub(crate) fn mask(selection: u32) -> u8 {
    (0..4).fold(0, |mask, lane| mask | 8 >> (selection >> (1 + 2 * lane) & 3))
}

/// Number of violations of the order `xyzw` in a selection; picasso warns on each.
pub(crate) fn disorder(selection: u32) -> usize {
    let lane = |number: u32| selection >> (1 + 2 * number) & 3;
    (0..3).filter(|&number| lane(number + 1) > lane(number)).count()
}

/// Selector of one to four letters; the last one is repeated.
pub(crate) fn swizzle(letters: &str) -> Option<u32> {
    if letters.len() > 4 {
        return None;
    }
    let (mut bits, mut last) = (0, 0);
    for lane in 0..4 {
        if let Some(letter) = letters.as_bytes().get(lane) {
            last = match letter.to_ascii_lowercase() {
                b'x' | b'r' | b's' => 0,
                b'y' | b'g' | b't' => 1,
                b'z' | b'b' | b'p' => 2,
                b'w' | b'a' | b'q' => 3,
                _ => return None,
            };
        }
        bits = bits << 2 | last;
    }
    Some(bits << 1)
}

/// Index register with this name.
pub(crate) fn index_register(name: &str) -> Index {
    let is = |known: &str| name.eq_ignore_ascii_case(known);
    if is("a0") || is("a0.x") {
        Index::AddressX
    } else if is("a1") || is("a0.y") {
        Index::AddressY
    } else if is("a2") || is("lcnt") || is("aL") {
        Index::Loop
    } else {
        Index::None
    }
}

/// True if a name resembles a register: class letter and digit.
pub(crate) fn is_register_like(name: &str) -> bool {
    let mut bytes = name.bytes();
    let letter = bytes.next().map(|byte| byte.to_ascii_lowercase());
    letter.is_some_and(|letter| b"ovrcib".contains(&letter))
        && bytes.next().is_some_and(|b| b.is_ascii_digit())
}

/// Name, index and selector of an operand, unresolved.
struct Parts<'a> {
    name: &'a str,
    index: Index,
    offset: i32,
    letters: Option<&'a str>,
    quoted: &'a str,
}

impl<'a> Assembler<'a> {
    /// Parses an operand. `indexed` is true if an index register is allowed.
    pub(crate) fn operand(&mut self, text: &'a str, indexed: bool) -> Result<Operand<'a>> {
        let (sign, body) = match text.strip_prefix('-') {
            Some(body) => (1, body),
            None => (0, text),
        };
        let parts = self.parts(text, body, indexed)?;
        let mut selection = IDENTITY;
        if let Some(letters) = parts.letters {
            selection = match swizzle(letters) {
                Some(selection) => selection,
                None if parts.name.starts_with(|c: char| c.is_ascii_digit()) && !self.is_compatible() => {
                    return Err(self.unknown_name(text, body));
                }
                None => return Err(self.bad_swizzle(letters)),
            };
        }
        selection |= sign;
        let operand = Operand {
            text,
            quoted: parts.quoted,
            register: 0,
            selection,
            index: parts.index,
            class: Class::Raw,
            kind: None,
        };
        match self.scope.names.get(parts.name) {
            Some(&name) => Ok(self.named(operand, name, &parts)),
            None => self.register(operand, &parts),
        }
    }

    fn parts(&mut self, text: &'a str, body: &'a str, indexed: bool) -> Result<Parts<'a>> {
        let Some(open) = find(body, b'[') else {
            let (name, letters) = match cut(body, b'.') {
                Some((name, letters)) => (name, Some(letters)),
                None => (body, None),
            };
            let quoted = before(text, b'.');
            return Ok(Parts { name, index: Index::None, offset: 0, letters, quoted });
        };
        let name = &body[..open];
        let Some((inner, tail)) = body[open + 1..].split_once(']') else {
            let fault = self.fault(
                &rules::OFFSET,
                &body[open..],
                format!("missing closing bracket: {body}"),
                "`[` has no `]`",
            );
            return Err(fault.help("close the bracket: a register is indexed as `c0[a0.x+1]` or `name[2]`"));
        };
        let (index, offset) = self.index(trim(inner), indexed)?;
        let letters = tail.split_once('.').map(|(_, letters)| letters);
        let ignored = tail.split('.').next().unwrap_or(tail);
        if !ignored.is_empty() {
            let message = format!("`{ignored}` between the bracket and the selector is ignored");
            self.remark(&rules::IGNORED_TEXT, ignored, message).help("remove it");
        }
        Ok(Parts { name, index, offset, letters, quoted: text.split('[').next().unwrap_or(text) })
    }

    /// Contents of the brackets.
    fn index(&mut self, inner: &'a str, indexed: bool) -> Result<(Index, i32)> {
        let refused = |assembler: &Self, part: &'a str| {
            let fault = assembler.fault(
                &rules::INDEX_REGISTER,
                part,
                format!("index register not allowed here: {part}"),
                format!("index register `{part}` is not allowed here"),
            );
            fault.note("only the wide source of an instruction takes an index register, not a destination, a declaration or a narrow source")
                .help("use a number between the brackets, or copy the indexed value to a temporary register first: `mov r0, c0[a0.x]`")
        };
        let register = index_register(inner);
        if register != Index::None {
            return if indexed { Ok((register, 0)) } else { Err(refused(self, inner)) };
        }
        let (mut index, mut digits) = (Index::None, inner);
        if let Some((left, right)) = inner.split_once('+') {
            if !indexed {
                return Err(refused(self, inner));
            }
            let name = trim(left);
            digits = trim(right);
            index = index_register(name);
            if index == Index::None {
                let part = if name.is_empty() { inner } else { name };
                let fault = self.fault(
                    &rules::INDEX_REGISTER,
                    part,
                    format!("invalid index register: {name}"),
                    format!("`{name}` is not an index register"),
                );
                return Err(fault.help(
                    "an index is `a0.x`, `a0.y` or `aL`, optionally followed by `+` and a number: `c0[a0.x+2]`",
                ));
            }
        }
        let (offset, rest) = number::decimal(digits);
        if offset < 0 {
            let fault = self.fault(
                &rules::OFFSET,
                digits,
                format!("invalid register offset: {digits}"),
                format!("offset `{digits}` is negative, expected 0 or more"),
            );
            return Err(fault.help("name a register with a lower number and drop the offset"));
        }
        if !rest.is_empty() || digits.is_empty() {
            self.odd_offset(inner, digits, index, offset);
        }
        Ok((index, offset))
    }

    /// Rejects a malformed offset; picasso reads a numeric prefix.
    fn odd_offset(&mut self, inner: &'a str, digits: &'a str, index: Index, offset: i32) {
        let part = if inner.is_empty() { inner } else { digits };
        let message = match inner {
            "" => "the brackets are empty, expected a number or an index register".to_owned(),
            _ => {
                format!(
                    "`{inner}` is not an index, expected a number, an index register, or both joined by `+`"
                )
            }
        };
        let with = match index {
            Index::None => "no index register",
            _ => index.name(),
        };
        let minus = inner.find('-').map(|at| index_register(trim(&inner[..at])));
        let help = match minus {
            Some(register) if register != Index::None => format!(
                "an index register takes no negative offset; name a register with a lower number: `c9[{}]` is `c10` with -1",
                register.name()
            ),
            _ => "write `c0[2]`, `c0[a0.x]` or `c0[a0.x+2]`".to_owned(),
        };
        self.remark(&rules::OFFSET, part, message)
            .note(format!("picasso reads it as offset {offset} with {with}"))
            .help(help);
    }

    pub(crate) fn bad_swizzle(&self, letters: &'a str) -> Box<super::fault::StatementError> {
        let message = if letters.len() > 4 && swizzle(letters.get(..4).unwrap_or("")).is_some() {
            format!("selector `{letters}` has {} letters, expected 4 at most", letters.chars().count())
        } else {
            format!("`{letters}` is not a selector, expected up to four letters of `xyzw`")
        };
        self.fault(&rules::SWIZZLE, letters, format!("invalid swizzling mask: {letters}"), message).help(
            "a selector is up to four letters of `xyzw`, `rgba` or `stpq`; fewer letters repeat the last one",
        )
    }

    /// Resolves an operand with a declared name.
    fn named(&mut self, mut operand: Operand<'a>, index: usize, parts: &Parts<'a>) -> Operand<'a> {
        let Some(name) = self.scope.declared.get_mut(index) else {
            return operand;
        };
        name.is_used = true;
        let name = *name;
        operand.register = (name.value & 0xFF).wrapping_add(parts.offset);
        operand.class = name.class;
        operand.kind = Some(name.kind);
        let written = operand.selection;
        let own = (name.value >> 9) as u32;
        let mut selection = (written ^ (name.value >> 8) as u32) & 1;
        for lane in 0..4 {
            let through = written >> (7 - 2 * lane) & 3;
            let component = own >> (6 - 2 * through) & 3;
            selection |= component << (7 - 2 * lane);
        }
        operand.selection = selection;
        if parts.offset >= name.size && parts.index == Index::None && parts.offset > 0 {
            self.past_the_end(&operand, parts, name.size, name.text);
        }
        operand
    }

    fn past_the_end(&mut self, operand: &Operand<'a>, parts: &Parts<'a>, size: i32, name: &str) {
        let registers = if size == 1 { "register" } else { "registers" };
        let message = format!("`{name}` has {size} {registers}, offset {} is outside of it", parts.offset);
        self.remark(&rules::OFFSET_OUTSIDE, operand.text, message).help(match size {
            1 => format!("declare it as an array, such as `{name}[{}]`", parts.offset.saturating_add(1)),
            _ => format!("the last element is `{name}[{}]`", size - 1),
        });
    }

    /// Resolves an operand with class letter and number.
    fn register(&mut self, mut operand: Operand<'a>, parts: &Parts<'a>) -> Result<Operand<'a>> {
        let name = parts.name;
        if !is_register_like(name) {
            return Err(self.unknown_name(operand.text, name));
        }
        let (number, rest) = number::integer(&name[1..]);
        let part = self.part_of(operand.text, name);
        if !(0..=255).contains(&number) {
            let fault = self.fault(
                &rules::REGISTER_NUMBER,
                part,
                format!("Value out of range (0..255): {}", number as i32),
                format!("there is no register `{name}`"),
            );
            return Err(fault.help(REGISTERS));
        }
        let number = number as i32;
        let letter = name.as_bytes()[0];
        let known = |fault: &str, class: &str, last: &str| {
            self.fault(
                &rules::REGISTER_NUMBER,
                part,
                format!("invalid {fault} register: {name}"),
                format!("there is no {class} register `{name}`, the last one is `{last}`"),
            )
            .help(REGISTERS)
        };
        let (class, register) = match letter {
            b'o' => {
                let count = self.executable(operand.text).output_registers();
                if number >= count {
                    let fault = self.fault(
                        &rules::REGISTER_NUMBER,
                        part,
                        format!("invalid output register: {name}"),
                        format!("`{name}` is not an output register here, the last one is `o{}`", count - 1),
                    );
                    return Err(fault.help("vertex shaders have o0-o15, geometry shaders o0-o6"));
                }
                (Class::Output, number)
            }
            b'v' if number >= 15 => {
                let fault = known("input", "input", "v14");
                return Err(match number {
                    15 => fault
                        .note("the hardware has v15, but the language has no name for it")
                        .help("declare it: `.in name V15`"),
                    _ => fault,
                });
            }
            b'v' => (Class::Input, number),
            b'r' if number >= 16 => return Err(known("temporary", "temporary", "r15")),
            b'r' => (Class::Temporary, number + 0x10),
            b'c' if number >= 96 => {
                return Err(known("floating-point vector uniform", "float uniform", "c95"));
            }
            b'c' => (Class::Float, number + 0x20),
            b'i' if number >= 8 => return Err(known("integer vector uniform", "integer uniform", "i3")),
            b'i' => (Class::Integer, number + 0x80),
            b'b' if number >= 16 => return Err(known("boolean uniform", "bool uniform", "b15")),
            b'b' => (Class::Bool, number + 0x88),
            _ => (Class::Raw, number),
        };
        if operand.index != Index::None && !(0x20..0x80).contains(&register) {
            let fault = self.fault(
                &rules::INDEX_REGISTER,
                operand.text,
                "index register not allowed with this kind of register",
                format!("`{name}` cannot be indexed, only float uniforms can"),
            );
            return Err(fault.help("index a `c` register, or a uniform or constant by its name"));
        }
        operand.class = class;
        operand.register = register.wrapping_add(parts.offset);
        if !self.is_compatible() {
            self.odd_register(&operand, part, name, rest, letter);
        }
        Ok(operand)
    }

    /// Rejects registers that picasso interprets unexpectedly.
    fn odd_register(&mut self, operand: &Operand<'a>, part: &'a str, name: &'a str, rest: &str, letter: u8) {
        let number = name.len() - rest.len();
        let digits = name.get(1..number).unwrap_or_default();
        let is_octal = digits.starts_with('0') && digits.len() > 1 && !digits.contains(['x', 'X']);
        if is_octal || (digits == "0" && rest.starts_with(|c: char| c.is_ascii_digit())) {
            let plain = name[1..].trim_start_matches('0');
            let plain = if plain.is_empty() { "0" } else { plain };
            let message = format!("the number of `{name}` begins with 0 and is read as octal");
            self.remark(&rules::REGISTER_NUMBER, part, message)
                .severity(Severity::Warning)
                .help(format!("write `{}{plain}`", &name[..1]));
        } else if !rest.is_empty() {
            if !self.unknown_names.insert(name) {
                self.failed = true;
                return;
            }
            let known = &name[..number];
            let message = format!("nothing named `{name}` is declared, and it is not a register");
            self.remark(&rules::UNKNOWN_NAME, part, message)
                .note(format!("picasso reads `{known}` and ignores `{rest}`"))
                .help(if rest.starts_with('.') {
                    format!("the selector goes after the bracket: `{known}[…]{rest}`")
                } else {
                    "declare the name, or remove what follows the number".to_owned()
                });
            return;
        }
        let (raw, base, top) = match operand.class {
            Class::Raw => {
                self.odd_raw(part, name, letter, operand.register);
                return;
            }
            Class::Input => ("v", 0, 0x10),
            Class::Output => ("o", 0, 0x10),
            Class::Temporary => ("r", 0x10, 0x20),
            Class::Float => ("c", 0x20, 0x80),
            Class::Integer => ("i", 0x80, 0x88),
            Class::Bool => ("b", 0x88, 0x98),
        };
        if operand.register >= top {
            let message = format!(
                "`{}` would be `{raw}{}`, the last register is `{raw}{}`",
                operand.quoted_with_offset(),
                i64::from(operand.register) - base,
                i64::from(top) - base - 1
            );
            self.remark(&rules::OFFSET_OUTSIDE, operand.text, message)
                .severity(Severity::Error)
                .help("use a smaller offset");
        }
    }

    /// Rejects raw register numbers that contradict their letter.
    fn odd_raw(&mut self, part: &'a str, name: &str, letter: u8, register: i32) {
        let honest = match letter {
            b'V' | b'O' => register < 0x10,
            _ => false,
        };
        if honest {
            return;
        }
        let real = match register {
            ..0x10 => format!("v{register} or o{register}"),
            0x10..0x20 => format!("r{}", register - 0x10),
            0x20..0x80 => format!("c{}", register - 0x20),
            0x80..0x88 => format!("i{}", register - 0x80),
            0x88..0x98 => format!("b{}", register - 0x88),
            _ => "no register".to_owned(),
        };
        let message = format!("`{name}` is written with a capital and is the raw number {register}: {real}");
        self.remark(&rules::RAW_REGISTER, part, message)
            .help(format!("write `{}` for the register of that class", name.to_ascii_lowercase()));
    }

    /// The name within an operand.
    fn part_of(&self, operand: &'a str, name: &'a str) -> &'a str {
        if name.is_empty() { operand } else { name }
    }

    /// Error for an undeclared name.
    pub(crate) fn unknown_name(
        &mut self,
        operand: &'a str,
        name: &'a str,
    ) -> Box<super::fault::StatementError> {
        let part = self.part_of(operand, name);
        let message = match name {
            "" => "there is no register here".to_owned(),
            _ => format!("nothing named `{name}` is declared, and it is not a register"),
        };
        let fault = self.fault(&rules::UNKNOWN_NAME, part, format!("invalid register: {name}"), message);
        if self.is_compatible() {
            return fault;
        }
        let is_repeated = !name.is_empty() && !self.unknown_names.insert(name);
        if is_repeated || self.scope.broken.contains(name) {
            return fault.known();
        }
        fault.maybe_help(self.help_for_name(name))
    }

    fn help_for_name(&self, name: &str) -> Option<String> {
        if name.starts_with('-') {
            return Some("one `-` negates; there is no double negation".to_owned());
        }
        if index_register(name) != Index::None {
            return Some(format!(
                "`{name}` is only allowed between brackets, `c0[{name}]`; `mova` writes address registers"
            ));
        }
        if name.eq_ignore_ascii_case("cmp") {
            return Some("`cmp.x` and `cmp.y` are written by `cmp` and read by conditions".to_owned());
        }
        if name.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return Some(
                "there are no immediate values; declare one with `.constf name(x, y, z, w)`".to_owned(),
            );
        }
        if name.contains(' ') {
            return Some("operands are separated by commas".to_owned());
        }
        let declared = self.scope.declared.iter().map(|known| known.text);
        let close = self.like(name, declared);
        close.map(|known| format!("a similar name is declared: `{known}`"))
    }
}

impl Operand<'_> {
    /// Operand without its selector.
    fn quoted_with_offset(&self) -> &str {
        match self.text.find(']') {
            Some(end) => &self.text[..=end],
            None => self.quoted,
        }
    }
}
