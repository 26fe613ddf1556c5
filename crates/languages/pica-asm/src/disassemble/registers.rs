//! Names registers by number, or by the declarations of a file.

use std::cell::RefCell;
use std::collections::BTreeMap;

use glassbox_pica::register::Index;
use glassbox_shbin::register::{Class, Register};

use super::body::Registers;
use super::declare::Declared;

/// Names registers by number, such as `c12` and `V15`.
pub(crate) struct Numbered {
    /// True for geometry shaders, where outputs above o6 are written as raw numbers.
    pub(crate) is_geometry: bool,
    /// Aliases of indexed registers that are not uniforms.
    pub(crate) indexed: RefCell<BTreeMap<u8, String>>,
}

impl Numbered {
    pub(crate) fn new(is_geometry: bool) -> Numbered {
        Numbered { is_geometry, indexed: RefCell::default() }
    }

    /// Declarations of the aliases used.
    pub(crate) fn aliases(&self) -> Vec<String> {
        let aliases = self.indexed.borrow();
        let line = |(&field, name): (&u8, &String)| format!(".alias {name} {}", plain_source(field));
        aliases.iter().map(line).collect()
    }
}

fn plain_destination(field: u8, is_geometry: bool) -> String {
    match field {
        0x10.. => format!("r{}", field - 0x10),
        7.. if is_geometry => format!("O{field}"),
        _ => format!("o{field}"),
    }
}

fn plain_source(field: u8) -> String {
    match field {
        15 => "V15".to_owned(),
        0..16 => format!("v{field}"),
        16..32 => format!("r{}", field - 16),
        _ => format!("c{}", field - 32),
    }
}

impl Registers for Numbered {
    fn destination(&self, field: u8, _: u8) -> String {
        plain_destination(field, self.is_geometry)
    }

    fn source(&self, field: u8, index: Index) -> String {
        match (index, field) {
            (Index::None, _) => plain_source(field),
            (_, 32..) => format!("{}[{}]", plain_source(field), index.name()),
            // The assembler accepts an index on such a register only through an alias.
            _ => {
                let name = format!("indexed_{}", plain_source(field).to_ascii_lowercase());
                self.indexed.borrow_mut().insert(field, name.clone());
                format!("{name}[{}]", index.name())
            }
        }
    }

    fn boolean(&self, number: u8) -> String {
        format!("b{number}")
    }

    fn integer(&self, number: u8) -> String {
        format!("i{number}")
    }
}

/// Names registers as the file declares, or by number.
pub(crate) struct Named<'d> {
    pub(crate) declared: &'d Declared,
    pub(crate) numbered: Numbered,
}

impl Named<'_> {
    /// A register by number, spelt so that no declared name hides it.
    fn number(&self, plain: String, field: u32) -> String {
        if !self.declared.taken.contains(&plain) {
            return plain;
        }
        // A capital letter takes the operand number verbatim, whichever letter it is.
        let letters = ['R', 'O', 'V', 'C', 'I', 'B'];
        let mut spellings = letters.into_iter().map(|letter| format!("{letter}{field}"));
        spellings.find(|spelling| !self.declared.taken.contains(spelling)).unwrap_or(plain)
    }

    fn uniform(&self, class: Class, number: u8) -> Option<&str> {
        let register = Register::new(class, u16::from(number))?;
        self.declared.uniforms.get(&register.0).map(String::as_str)
    }
}

impl Registers for Named<'_> {
    fn destination(&self, field: u8, mask: u8) -> String {
        let outputs = &self.declared.outputs;
        let output = outputs
            .iter()
            .find(|(register, of_output, _)| *register == u16::from(field) && mask & !of_output == 0);
        match output {
            Some((_, _, name)) => name.clone(),
            None => {
                let plain = self.numbered.destination(field, mask);
                self.number(plain, u32::from(field))
            }
        }
    }

    fn source(&self, field: u8, index: Index) -> String {
        let name = match field {
            0..16 => self.declared.inputs.get(&u16::from(field)).map(String::as_str),
            16..32 => None,
            _ => self.uniform(Class::Float, field - 32),
        };
        match (name, index) {
            (Some(name), Index::None) => name.to_owned(),
            (Some(name), _) => match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
                Some((array, "0")) => format!("{array}[{}]", index.name()),
                Some((array, element)) => format!("{array}[{}+{element}]", index.name()),
                None => format!("{name}[{}]", index.name()),
            },
            (None, Index::None) => self.number(plain_source(field), u32::from(field)),
            (None, _) if field >= 32 => {
                let register = self.number(plain_source(field), u32::from(field));
                format!("{register}[{}]", index.name())
            }
            (None, _) => self.numbered.source(field, index),
        }
    }

    fn boolean(&self, number: u8) -> String {
        match self.uniform(Class::Bool, number) {
            Some(name) => name.to_owned(),
            None => self.number(format!("b{number}"), 0x88 + u32::from(number)),
        }
    }

    fn integer(&self, number: u8) -> String {
        match self.uniform(Class::Int, number) {
            Some(name) => name.to_owned(),
            None => self.number(format!("i{number}"), 0x80 + u32::from(number)),
        }
    }
}
