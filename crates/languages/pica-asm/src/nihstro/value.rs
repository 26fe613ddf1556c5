//! Parses expressions: names with sign, index and components.

use glassbox_pica::register::Index;

use super::Import;
use super::line::Line;
use crate::assemble::fault::{Result, StatementError};
use crate::rules;

/// Kind of a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Input,
    Output,
    Temporary,
    Float,
    Integer,
    Bool,
    Address,
    Flags,
}

impl Kind {
    /// Description for messages.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Kind::Input => "an input",
            Kind::Output => "an output",
            Kind::Temporary => "a temporary register",
            Kind::Float => "a float uniform",
            Kind::Integer => "an integer uniform",
            Kind::Bool => "a bool uniform",
            Kind::Address => "an address register",
            Kind::Flags => "the compare flags",
        }
    }

    /// Number of registers of the kind.
    pub(super) const fn count(self) -> i32 {
        match self {
            Kind::Input | Kind::Output | Kind::Temporary | Kind::Bool => 16,
            Kind::Float => 96,
            Kind::Integer => 4,
            Kind::Address => 3,
            Kind::Flags => 1,
        }
    }
}

/// Up to four components of a register, in order: 0 = x.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Components {
    items: [u8; 4],
    count: usize,
}

impl Components {
    /// All four.
    pub(super) const ALL: Components = Components { items: [0, 1, 2, 3], count: 4 };

    /// Parses letters of `xyzw`.
    fn parse(letters: &str) -> Option<Components> {
        let mut items = [0; 4];
        for (at, letter) in letters.bytes().enumerate() {
            *items.get_mut(at)? = b"xyzw".iter().position(|&known| known == letter)? as u8;
        }
        let count = letters.len();
        (count > 0).then_some(Components { items, count })
    }

    /// Component numbers, 0 for x.
    pub(super) fn as_slice(&self) -> &[u8] {
        &self.items[..self.count]
    }

    /// Set of components, bit 3 = x.
    pub(super) fn mask(&self) -> u8 {
        self.as_slice().iter().fold(0, |mask, component| mask | 8 >> component)
    }

    /// A selector with these components in the first lanes, x in the others.
    pub(super) fn expanded(&self) -> u32 {
        let lanes = self.as_slice().iter().enumerate();
        lanes.fold(0, |bits, (lane, &component)| bits | u32::from(component) << (6 - 2 * lane))
    }

    /// A selector with these components, in order, in the lanes of a destination mask, x in the others.
    pub(super) fn spread(&self, mask: u8) -> u32 {
        let lanes = (0..4).filter(|lane| mask & (8 >> lane) != 0);
        lanes
            .zip(self.as_slice())
            .fold(0, |bits, (lane, &component)| bits | u32::from(component) << (6 - 2 * lane))
    }

    /// Applies the selection `others` to these components.
    fn select(&self, others: Components) -> Option<Components> {
        let mut items = [0; 4];
        for (slot, &other) in items.iter_mut().zip(others.as_slice()) {
            *slot = *self.as_slice().get(usize::from(other))?;
        }
        Some(Components { items, count: others.count })
    }
}

/// Value of an expression.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) kind: Kind,
    /// Register number within its kind.
    pub(super) number: i32,
    pub(super) components: Components,
    pub(super) negative: bool,
    pub(super) index: Index,
}

impl Value {
    /// A whole register.
    pub(super) const fn register(kind: Kind, number: i32) -> Value {
        Value { kind, number, components: Components::ALL, negative: false, index: Index::None }
    }

    /// True if it requires the wide source.
    pub(super) fn is_wide(&self) -> bool {
        self.kind == Kind::Float || self.index != Index::None
    }
}

/// Register of a built-in name.
fn built_in(name: &str) -> Option<Value> {
    match name {
        "cc" => return Some(Value::register(Kind::Flags, 0)),
        "a0" => return Some(Value::register(Kind::Address, 0)),
        "a1" => return Some(Value::register(Kind::Address, 1)),
        "lcnt" | "aL" => return Some(Value::register(Kind::Address, 2)),
        _ => {}
    }
    let kind = match name.as_bytes().first()? {
        b'v' => Kind::Input,
        b'o' => Kind::Output,
        b'r' => Kind::Temporary,
        b'c' => Kind::Float,
        b'i' => Kind::Integer,
        b'b' => Kind::Bool,
        _ => return None,
    };
    let digits = &name[1..];
    let is_plain = !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (digits == "0" || !digits.starts_with('0'));
    let number: i32 = is_plain.then(|| digits.parse().ok())??;
    (number < kind.count()).then(|| Value::register(kind, number))
}

impl<'a> Import<'_, 'a> {
    /// Value of a name.
    pub(super) fn lookup(&mut self, name: &'a str, here: &'a str) -> Result<Value> {
        if let Some(value) = built_in(name).or_else(|| self.names.get(name).copied()) {
            return Ok(value);
        }
        let (part, message) = match name {
            "" => (here, "a register or a name is missing here".to_owned()),
            _ => (name, format!("nothing named `{name}` is declared, and it is not a register")),
        };
        let fault = self.assembler.fault(&rules::UNKNOWN_NAME, part, "", message);
        let is_known = !name.is_empty()
            && (!self.assembler.unknown_names.insert(name) || self.assembler.scope.broken.contains(name));
        if is_known {
            return Err(fault.known());
        }
        let close = self.assembler.like(name, self.names.keys().copied());
        Err(match close {
            Some(known) => fault.help(format!("a similar name is declared: `{known}`")),
            None => fault.help(
                "declare it with `.alias`, or name one of v0-v15, o0-o15, r0-r15, c0-c95, i0-i3, b0-b15",
            ),
        })
    }

    /// Parses `[+-]NAME[index].components`.
    pub(super) fn expression(&mut self, line: &mut Line<'a>) -> Result<(Value, &'a str)> {
        let start = line.text;
        let negative = line.take("-");
        if !negative {
            line.take("+");
        }
        let name = line.name();
        let here = line.here();
        let mut value = self.lookup(name, here)?;
        value.negative = negative;
        if line.take("[") {
            self.index(line, &mut value, name)?;
        }
        while line.take(".") {
            value.components = self.components(line, value.components)?;
        }
        let length = start.len() - line.text.len();
        Ok((value, start[..length].trim_end()))
    }

    fn index(&mut self, line: &mut Line<'a>, value: &mut Value, name: &'a str) -> Result<()> {
        let mut is_first = true;
        while !line.take("]") {
            let sign = if line.take("-") {
                -1
            } else if line.take("+") || is_first {
                1
            } else {
                return Err(self.bad_index(line));
            };
            is_first = false;
            if let Some(number) = line.number() {
                value.number = value.number.saturating_add(number.saturating_mul(sign));
                continue;
            }
            let register = line.name();
            let part = if register.is_empty() { line.here() } else { register };
            let found = match register {
                "" => None,
                _ => Some(self.lookup(register, part)?),
            };
            match found {
                Some(Value { kind: Kind::Address, number, .. }) if sign > 0 && value.index == Index::None => {
                    value.index = Index::from_bits(number as u32 + 1);
                }
                _ => return Err(self.bad_index_at(part)),
            }
        }
        if !(0..value.kind.count()).contains(&value.number) {
            let message =
                format!("the index leaves the registers: `{name}` would be number {}", value.number);
            let fault = self.assembler.fault(&rules::OFFSET_OUTSIDE, name, "", message);
            let mut fault = fault.help("use a smaller index");
            fault.finding.severity = glassbox_core::diagnostic::Severity::Error;
            return Err(fault);
        }
        Ok(())
    }

    fn bad_index(&self, line: &Line<'a>) -> Box<StatementError> {
        self.bad_index_at(line.here())
    }

    fn bad_index_at(&self, part: &'a str) -> Box<StatementError> {
        let message = "an index consists of numbers and one of a0, a1 and lcnt";
        let fault = self.assembler.fault(&rules::OFFSET, part, "", message);
        fault.help("write `c8[2]`, `c8[a0]` or `c8[2+a0]`")
    }

    /// Parses components after a dot.
    pub(super) fn components(&mut self, line: &mut Line<'a>, of: Components) -> Result<Components> {
        let letters = line.name();
        let part = if letters.is_empty() { line.here() } else { letters };
        let Some(components) = Components::parse(letters) else {
            let message = format!("`{letters}` is not a selector, expected up to four letters of `xyzw`");
            let fault = self.assembler.fault(&rules::SWIZZLE, part, "", message);
            return Err(fault.help("write one letter for each component"));
        };
        of.select(components).ok_or_else(|| {
            let count = of.as_slice().len();
            let message = format!("`{letters}` selects a component that is not there: there are {count}");
            let fault = self.assembler.fault(&rules::SWIZZLE, part, "", message);
            fault.help("the letters count the components of the name, x for its first")
        })
    }
}
