//! Looks up registers by the names in the file's uniform table.
//!
//! Source: SHBIN container brief, sections 1.7 and 4.1.

use std::fmt;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_shbin::model::Tables;
use glassbox_shbin::register::{Class, Register};

use crate::rules;
use crate::uniforms::{Inputs, Uniforms};

/// Names of a program's inputs and uniforms, in file order.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Names {
    list: Vec<Name>,
}

/// Named range of registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Name {
    /// Name as in the file.
    pub text: String,
    /// Register class.
    pub class: Class,
    /// First register within its class.
    pub first: usize,
    /// Number of registers: 4 for a matrix.
    pub count: usize,
}

/// Value of a named uniform.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value<'a> {
    /// Float vectors, one per register. A matrix is given by rows.
    Float(&'a [[f32; 4]]),
    /// Integer vectors, one per register.
    Int(&'a [[u8; 4]]),
    /// Bools, one per register.
    Bool(&'a [bool]),
}

impl Value<'_> {
    fn len(&self) -> usize {
        match self {
            Value::Float(values) => values.len(),
            Value::Int(values) => values.len(),
            Value::Bool(values) => values.len(),
        }
    }

    const fn class(&self) -> Class {
        match self {
            Value::Float(_) => Class::Float,
            Value::Int(_) => Class::Int,
            Value::Bool(_) => Class::Bool,
        }
    }
}

impl Names {
    /// Reads the names of a file's uniform table. Entries with invalid registers are omitted.
    #[must_use]
    pub fn new(tables: &Tables<'_>) -> Names {
        let list = tables.uniforms.iter().filter_map(|uniform| {
            let (class, first) = uniform.first.split()?;
            let (last_class, last) = uniform.last.split()?;
            let count = usize::from(last.checked_sub(first)?) + 1;
            (class == last_class).then(|| Name {
                text: tables.symbols.text(uniform.name),
                class,
                first: usize::from(first),
                count,
            })
        });
        Names { list: list.collect() }
    }

    /// All names in file order.
    #[must_use]
    pub fn list(&self) -> &[Name] {
        &self.list
    }

    /// Registers for a name of the table or a register such as `c4` or `v0`, either with an array
    /// index in brackets. Names take precedence over registers; of duplicate names the first
    /// counts, as in the runtime library.
    ///
    /// # Errors
    ///
    /// If there is no such name, or the index is out of range.
    pub fn find(&self, text: &str) -> Result<Name, NameError> {
        let unknown = || NameError::Unknown {
            name: text.to_owned(),
            known: self.list.iter().map(|name| name.text.clone()).collect(),
        };
        if let Some(name) = self.list.iter().find(|name| name.text == text) {
            return Ok(name.clone());
        }
        let (base, index) = match text.strip_suffix(']').and_then(|open| open.rsplit_once('[')) {
            Some((base, index)) => (base, Some(index.trim().parse::<usize>().map_err(|_| unknown())?)),
            None => (text, None),
        };
        let named = self.list.iter().find(|name| name.text == base).cloned();
        let found = named.or_else(|| register(base)).ok_or_else(unknown)?;
        match index {
            None => Ok(found),
            Some(index) if index < found.count => {
                Ok(Name { text: text.to_owned(), first: found.first + index, count: 1, ..found })
            }
            Some(index) => Err(NameError::Index { name: base.to_owned(), index, count: found.count }),
        }
    }

    /// Sets a uniform by name. If there are fewer values than registers, sets the first ones.
    ///
    /// # Errors
    ///
    /// If there is no such uniform, it has another class, or fewer registers than values.
    pub fn set(&self, uniforms: &mut Uniforms, text: &str, value: Value<'_>) -> Result<(), NameError> {
        let name = self.find(text)?;
        if name.class != value.class() {
            return Err(NameError::Kind { name: text.to_owned(), is: name.class, given: value.class() });
        }
        if value.len() > name.count {
            return Err(NameError::TooMany { name: text.to_owned(), count: name.count, given: value.len() });
        }
        match value {
            Value::Float(values) => copy(&mut uniforms.float, name.first, values),
            Value::Int(values) => copy(&mut uniforms.int, name.first, values),
            Value::Bool(values) => {
                for (at, &value) in values.iter().enumerate() {
                    uniforms.set_bool((name.first + at) as u8, value);
                }
            }
        }
        Ok(())
    }

    /// Sets a vertex input by name.
    ///
    /// # Errors
    ///
    /// If there is no such input.
    pub fn set_input(&self, inputs: &mut Inputs, text: &str, value: [f32; 4]) -> Result<(), NameError> {
        let name = self.find(text)?;
        if name.class != Class::Input {
            return Err(NameError::Kind { name: text.to_owned(), is: name.class, given: Class::Input });
        }
        copy(inputs, name.first, &[value]);
        Ok(())
    }
}

/// Parses a register: class letter and number.
fn register(text: &str) -> Option<Name> {
    let class = Class::ALL.into_iter().find(|class| text.starts_with(class.letter()))?;
    let number = text.get(1..)?;
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: u16 = number.parse().ok()?;
    Register::new(class, number)?;
    Some(Name {
        text: text.to_owned(),
        class,
        first: usize::from(number),
        count: usize::from(class.count() - number),
    })
}

fn copy<T: Copy>(registers: &mut [T], first: usize, values: &[T]) {
    for (register, &value) in registers.iter_mut().skip(first).zip(values) {
        *register = value;
    }
}

/// Reason why a register cannot be set by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NameError {
    /// Unknown name.
    Unknown {
        /// Name requested.
        name: String,
        /// Available names.
        known: Vec<String>,
    },
    /// Array index out of range.
    Index {
        /// Name of the array.
        name: String,
        /// The index.
        index: usize,
        /// Number of registers of the array.
        count: usize,
    },
    /// The registers have another class.
    Kind {
        /// Name requested.
        name: String,
        /// Class of the registers.
        is: Class,
        /// Class of the value.
        given: Class,
    },
    /// More values than registers.
    TooMany {
        /// Name requested.
        name: String,
        /// Number of registers.
        count: usize,
        /// Number of values.
        given: usize,
    },
}

impl NameError {
    /// Converts the error to a finding.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let (rule, message, help) = match self {
            NameError::Unknown { name, known } => (
                &rules::UNKNOWN_NAME,
                format!("no input or uniform is called `{name}`, expected {}", listed(known)),
                "name a register instead, such as `v0`, `c4`, `i0` or `b2`".to_owned(),
            ),
            NameError::Index { name, index, count } => (
                &rules::UNKNOWN_NAME,
                format!("`{name}[{index}]` is past the end: `{name}` has {count} registers"),
                format!("use an index from 0 to {}", count.saturating_sub(1)),
            ),
            NameError::Kind { name, is, given } => (
                &rules::WRONG_VALUE,
                format!("`{name}` is {}, but the value is for {}", kind(*is), kind(*given)),
                format!("give {}", example(*is)),
            ),
            NameError::TooMany { name, count, given } => (
                &rules::WRONG_VALUE,
                format!("`{name}` has {count} registers, but {given} values are given"),
                format!("give at most {count} values"),
            ),
        };
        Diagnostic::new(rule, Location::default(), message).help(help)
    }
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic().message)
    }
}

impl std::error::Error for NameError {}

/// Maximum number of names listed in a message.
const LISTED: usize = 8;

fn listed(known: &[String]) -> String {
    if known.is_empty() {
        return "a register, for the file has no names".to_owned();
    }
    let names: Vec<String> = known.iter().take(LISTED).map(|name| format!("`{name}`")).collect();
    let more = known.len().saturating_sub(LISTED);
    let tail = if more > 0 { format!(" or one of {more} more") } else { String::new() };
    format!("{}{tail}", names.join(", "))
}

const fn kind(class: Class) -> &'static str {
    match class {
        Class::Input => "a vertex input",
        Class::Float => "a float uniform",
        Class::Int => "an integer uniform",
        Class::Bool => "a bool uniform",
    }
}

const fn example(class: Class) -> &'static str {
    match class {
        Class::Input => "it as an input, four numbers",
        Class::Float => "four numbers for each register",
        Class::Int => "four numbers from 0 to 255 for each register",
        Class::Bool => "`true` or `false` for each register",
    }
}
