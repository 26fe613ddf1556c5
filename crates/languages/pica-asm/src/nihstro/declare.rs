//! Parses `.alias`: names of registers, semantics of outputs, values of constants.

use super::Import;
use super::line::Line;
use super::value::{Kind, Value};
use crate::assemble::allocate::UniformClass;
use crate::assemble::fault::{Result, StatementError};
use crate::assemble::number;
use crate::assemble::state::{Constant, Output, Uniform};
use crate::rules;

/// Semantics of outputs.
static MEANINGS: [(&str, u16); 9] = [
    ("position", 0),
    ("quaternion", 1),
    ("color", 2),
    ("texcoord0", 3),
    ("texcoord0w", 4),
    ("texcoord1", 5),
    ("texcoord2", 6),
    ("view", 8),
    ("dummy", 9),
];

impl<'a> Import<'_, 'a> {
    /// `.alias NAME REGISTER[-REGISTER][.components] [as …]`.
    pub(super) fn alias(&mut self, line: &mut Line<'a>) -> Result<()> {
        let name = line.name();
        if name.is_empty() {
            return Err(self.unreadable(line.here(), "a name is missing here"));
        }
        let result = self.define(name, line);
        if result.is_err() {
            self.assembler.scope.broken.insert(name);
        }
        result
    }

    fn define(&mut self, name: &'a str, line: &mut Line<'a>) -> Result<()> {
        if let Some((&first, _)) = self.names.get_key_value(name) {
            let fault = self.assembler.fault(
                &rules::DUPLICATE_NAME,
                name,
                "",
                format!("`{name}` is declared already"),
            );
            let fault = fault.label(self.assembler.place(first), "it is declared here");
            return Err(fault.help("give one of them another name"));
        }
        let register = line.name();
        let here = line.here();
        let mut value = self.lookup(register, here)?;
        let mut last = value.number;
        if line.take("-") {
            let end = line.name();
            let here = line.here();
            let end_value = self.lookup(end, here)?;
            if end_value.kind != value.kind || end_value.number < value.number {
                let message = format!("`{register}-{end}` is not a range");
                let fault = self.assembler.fault(&rules::WRONG_REGISTER, end, "", message);
                return Err(fault.help("a range ascends in registers of one kind: `c0-c3`"));
            }
            last = end_value.number;
        }
        let is_part = line.take(".");
        if is_part {
            value.components = self.components(line, value.components)?;
        }
        if line.take_word("as") {
            self.meaning(value, last, line)?;
        } else {
            self.entry(name, value, last, line)?;
        }
        self.end(line)?;
        self.names.insert(name, value);
        Ok(())
    }

    /// Parses the text after `as`.
    fn meaning(&mut self, value: Value, last: i32, line: &mut Line<'a>) -> Result<()> {
        let statement = line.statement;
        if last != value.number {
            let message = "a range has no semantic or value of its own";
            return Err(self.unreadable(statement, message));
        }
        if value.kind != Kind::Output {
            return self.constant(value, line);
        }
        let word = line.name();
        let Some(&(_, semantic)) = MEANINGS.iter().find(|(known, _)| *known == word) else {
            let part = if word.is_empty() { line.here() } else { word };
            let message = format!("`{word}` is not an output semantic");
            let fault = self.assembler.fault(&rules::OUTPUT_TYPE, part, "", message);
            return Err(fault
                .help("outputs are position, quaternion, color, texcoord0, texcoord1, texcoord2 or view"));
        };
        let mask = value.components.mask().reverse_bits() >> 4;
        let executable = self.assembler.executable(statement);
        executable.output_mask |= 1 << value.number;
        executable.outputs.push(Output { semantic, register: value.number, mask, part: statement });
        Ok(())
    }

    fn constant(&mut self, value: Value, line: &mut Line<'a>) -> Result<()> {
        let whole = line.text;
        let inner = match whole.strip_prefix('(') {
            None => whole,
            Some(inner) => match inner.split_once(')') {
                Some((inner, rest)) => {
                    line.text = rest.trim_start();
                    inner
                }
                None => return Err(self.unreadable(whole, "the closing parenthesis is missing")),
            },
        };
        if !whole.starts_with('(') {
            line.text = line.here();
        }
        let mut values = [0.0f32; 4];
        let mut count = 0;
        for text in inner.split(',') {
            let text = text.trim();
            let (number, rest) = number::float(text);
            if !rest.is_empty() || text.is_empty() {
                let part = if text.is_empty() { whole } else { text };
                return Err(self.unreadable(part, "a number is expected here"));
            }
            if let Some(slot) = values.get_mut(count) {
                *slot = number;
            }
            count += 1;
        }
        let expected = if value.kind == Kind::Bool { 1 } else { 4 };
        if count != expected {
            let message = format!("{} takes {expected} numbers, found {count}", value.kind.words());
            let fault = self.assembler.fault(&rules::CONSTANT, whole, "", message);
            return Err(fault.help("floats and integers have four components, a bool has one"));
        }
        let in_byte = values.iter().all(|value| (0.0..=255.0).contains(value));
        let constant = match value.kind {
            Kind::Float => Constant::Float(value.number + 0x20, values),
            Kind::Integer if in_byte => {
                Constant::Integer(value.number + 0x80, values.map(|value| value as u8))
            }
            Kind::Bool if (0.0..2.0).contains(&values[0]) => {
                Constant::Bool(value.number + 0x88, values[0] >= 1.0)
            }
            Kind::Integer | Kind::Bool => {
                let fault = self.assembler.fault(&rules::NUMBER, whole, "", "the value is out of range");
                return Err(fault.help("the components of integers are 0 to 255, a bool is 0 or 1"));
            }
            _ => {
                let message = format!("{} has no value of its own", value.kind.words());
                let fault = self.assembler.fault(&rules::WRONG_REGISTER, line.statement, "", message);
                return Err(fault.help("constants are in c0-c95, i0-i3 and b0-b15"));
            }
        };
        let statement = line.statement;
        self.assembler.executable(statement).constants.push(constant);
        Ok(())
    }

    /// Adds a name of registers set by the application.
    fn entry(&mut self, name: &'a str, value: Value, last: i32, line: &Line<'a>) -> Result<()> {
        let (class, base) = match value.kind {
            Kind::Input => (UniformClass::Float, 0),
            Kind::Float => (UniformClass::Float, 0x20),
            Kind::Integer => (UniformClass::Integer, 0x80),
            Kind::Bool => (UniformClass::Bool, 0x88),
            Kind::Output => {
                let message = "an output needs a semantic";
                let fault = self.assembler.fault(&rules::OUTPUT_TYPE, line.statement, "", message);
                return Err(fault.help("write `as position`, `as color` or the like after the register"));
            }
            Kind::Temporary | Kind::Address | Kind::Flags => return Ok(()),
        };
        let executable = self.assembler.executable(line.statement);
        if value.kind == Kind::Input {
            for number in value.number..=last {
                executable.input_mask |= 1 << number;
            }
        }
        executable.uniforms.push(Uniform {
            name,
            register: base + value.number,
            size: last - value.number + 1,
            class,
            input: 0,
        });
        Ok(())
    }

    /// StatementError of a malformed statement.
    pub(super) fn unreadable(&self, part: &'a str, message: &str) -> Box<StatementError> {
        let fault = self.assembler.fault(&rules::NIHSTRO, part, "", message);
        fault.help("declarations are `.alias name c0-c3`, `.alias name o1.xy as texcoord0` and `.alias name c4 as (0, 1, 2, 3)`")
    }

    /// Rejects trailing text on a line.
    pub(super) fn end(&self, line: &Line<'a>) -> Result<()> {
        if line.text.is_empty() {
            return Ok(());
        }
        let message = format!("`{}` is one operand too many", line.text);
        let fault = self.assembler.fault(&rules::EXTRA_OPERAND, line.text, "", message);
        Err(fault.help("operands are separated by commas, comments begin with `//`"))
    }
}
