//! Derives readable names for ids from `OpName`, built-in decorations, types and constants.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write;

use crate::context::Context;
use crate::grammar::op;
use crate::grammar::value::decoration;
use crate::grammar::{self, enums};
use crate::idmap::IdMap;
use crate::number::{push_decimal, push_number};
use crate::walk::{Binary, Instruction};

/// Longer names are cut. Every use of an id prints its name, so this bounds the text by the size of the
/// module.
const LONGEST: usize = 100;
/// Words of a module for each name, about.
const AVERAGE_WORDS: usize = 8;

/// Names of a module's ids; an id without one prints as its number.
#[derive(Debug, Default)]
pub(crate) struct FriendlyNames {
    /// Index in `names` plus one.
    places: IdMap<u32>,
    names: Vec<(u32, Box<str>)>,
}

impl FriendlyNames {
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<&str> {
        let index = self.places.get(id).checked_sub(1)?;
        self.names.get(index as usize).map(|entry| &*entry.1)
    }

    /// All names with their ids, in order of assignment.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.names.iter().map(|(id, name)| (*id, &**name))
    }

    pub(crate) fn of(module: &Binary<'_>) -> FriendlyNames {
        let limit = module.bytes().len() / 4 + 1;
        let mut namer = Namer {
            found: FriendlyNames { places: IdMap::new(limit), names: Vec::new() },
            used: HashMap::with_capacity(limit / AVERAGE_WORDS),
            context: Context::new(limit),
        };
        for instruction in module.walk() {
            namer.visit(&instruction);
        }
        namer.found
    }
}

fn enumerant_name(enumeration: u8, value: u32) -> Option<&'static str> {
    grammar::enumeration(enumeration)?.enumerant(value).map(|found| found.name)
}

struct Namer {
    found: FriendlyNames,
    /// Names in use, each with the next number to try as its suffix.
    used: HashMap<Box<str>, u32>,
    context: Context,
}

impl Namer {
    fn visit(&mut self, instruction: &Instruction<'_>) {
        let word = |index| instruction.word(index);
        let Some(first) = word(0) else { return };
        match instruction.opcode {
            op::NAME => {
                if let Some((name, _)) = instruction.string(1)
                    && !name.is_empty()
                {
                    self.assign(first, &name);
                }
            }
            op::DECORATE => {
                if let (Some(decoration::BUILT_IN), Some(value)) = (word(1), word(2))
                    && let Some(name) = enumerant_name(enums::BUILT_IN, value)
                {
                    let mut name = format!("gl_{name}");
                    if name.ends_with("Id") {
                        name.truncate(name.len() - 1);
                        name.push('D');
                    }
                    self.assign(first, &name);
                }
            }
            op::TYPE_VOID..=op::TYPE_POINTER => {
                self.context.observe(instruction.opcode, false, instruction.operands());
                if let Some(name) = self.type_name(instruction) {
                    self.assign(first, &name);
                }
            }
            op::CONSTANT | op::CONSTANT_TRUE | op::CONSTANT_FALSE => {
                if let (Some(id), Some(name)) = (word(1), self.constant_name(instruction)) {
                    self.assign(id, &name);
                }
            }
            _ => {}
        }
    }

    fn name_of(&self, id: Option<u32>) -> Option<Cow<'_, str>> {
        let id = id?;
        Some(self.found.get(id).map_or_else(|| id.to_string().into(), Cow::Borrowed))
    }

    fn type_name(&self, instruction: &Instruction<'_>) -> Option<String> {
        let word = |index| instruction.word(index);
        let name = match instruction.opcode {
            op::TYPE_VOID => "void".to_owned(),
            op::TYPE_BOOL => "bool".to_owned(),
            op::TYPE_INT => {
                let prefix = if word(2)? == 0 { "u" } else { "" };
                match word(1)? {
                    8 => format!("{prefix}char"),
                    16 => format!("{prefix}short"),
                    32 => format!("{prefix}int"),
                    64 => format!("{prefix}long"),
                    width => format!("{}{width}", if prefix.is_empty() { 'i' } else { 'u' }),
                }
            }
            op::TYPE_FLOAT => match word(1)? {
                16 => "half".to_owned(),
                32 => "float".to_owned(),
                64 => "double".to_owned(),
                width => format!("fp{width}"),
            },
            op::TYPE_VECTOR => format!("v{}{}", word(2)?, self.name_of(word(1))?),
            op::TYPE_MATRIX => format!("mat{}{}", word(2)?, self.name_of(word(1))?),
            op::TYPE_ARRAY => format!("_arr_{}_{}", self.name_of(word(1))?, self.name_of(word(2))?),
            op::TYPE_RUNTIME_ARRAY => format!("_runtimearr_{}", self.name_of(word(1))?),
            op::TYPE_STRUCT => format!("_struct_{}", word(0)?),
            op::TYPE_POINTER => {
                let class = enumerant_name(enums::STORAGE_CLASS, word(1)?)?;
                format!("_ptr_{class}_{}", self.name_of(word(2))?)
            }
            _ => return None,
        };
        // A name composed of cut names is of no use.
        (name.len() <= LONGEST).then_some(name)
    }

    fn constant_name(&self, instruction: &Instruction<'_>) -> Option<String> {
        match instruction.opcode {
            op::CONSTANT_TRUE => return Some("true".to_owned()),
            op::CONSTANT_FALSE => return Some("false".to_owned()),
            _ => {}
        }
        let ty = instruction.word(0)?;
        let scalar = self.context.scalar(ty)?;
        if instruction.len() != 2 + scalar.words() {
            return None;
        }
        let high = u64::from(instruction.word(3).unwrap_or(0));
        let mut name = self.name_of(Some(ty))?.into_owned();
        name.push('_');
        if !push_number(&mut name, scalar, high << 32 | u64::from(instruction.word(2)?)) {
            return None;
        }
        Some(if name.contains('-') { name.replace('-', "n") } else { name })
    }

    fn assign(&mut self, id: u32, suggested: &str) {
        if self.found.places.get(id) != 0 {
            return;
        }
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut name = String::with_capacity(suggested.len().min(LONGEST) + 1);
        if suggested.len() <= LONGEST
            && suggested.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            name.push_str(suggested);
        } else {
            name.extend(suggested.chars().take(LONGEST).map(plain));
        }
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            // Digits alone would read as an id number.
            name.insert(0, '_');
        }
        let mut name: Box<str> = name.into();
        if let Some(&next) = self.used.get(&name) {
            name = self.numbered(name, next);
        }
        self.used.insert(name.clone(), 0);
        self.found.names.push((id, name));
        self.found.places.set(id, self.found.names.len() as u32);
    }

    /// A free name that begins with one that is in use; `next` is the first number to try.
    fn numbered(&mut self, base: Box<str>, next: u32) -> Box<str> {
        let (mut name, mut next) = (String::new(), next);
        loop {
            name.clear();
            let _ = write!(name, "{base}_{next}");
            next += 1;
            if !self.used.contains_key(&*name) {
                break;
            }
        }
        self.used.insert(base, next);
        name.into()
    }
}

/// Appends `%` and the name or number of an id.
#[inline]
pub(crate) fn push_id(out: &mut String, names: Option<&FriendlyNames>, id: u32) {
    out.push('%');
    match names.and_then(|names| names.get(id)) {
        Some(name) => out.push_str(name),
        None => push_decimal(out, u64::from(id)),
    }
}
