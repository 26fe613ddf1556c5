//! Types of LLVM as types of SPIR-V. Integers have no sign.

use glassbox_dxil::ir::{Type, TypeId};
use glassbox_lower_directx::{Outcome, Refusal, rules};
use glassbox_spirv::build::{Id, Signedness};

use crate::writer::Writer;

/// Most elements of an array, in all dimensions of it.
pub(crate) const MAX_ELEMENTS: u64 = 1 << 24;

impl Writer<'_> {
    /// Width of an integer: those of minimum precision have 32 bits.
    pub(crate) fn width(&self, bits: u32) -> u32 {
        match bits {
            16 if !self.native => 32,
            bits => bits,
        }
    }

    /// An integer type.
    pub(crate) fn integer(&mut self, bits: u32) -> Outcome<Id> {
        match self.width(bits) {
            1 => Ok(self.b.bool()),
            width @ (8 | 16 | 32 | 64) => Ok(self.b.int_type(width, Signedness::Unsigned)),
            other => Err(self.refuse(&rules::OPERATION, format!("found an integer of {other} bits"))),
        }
    }

    /// The type of a type.
    pub(crate) fn ty(&mut self, id: TypeId) -> Outcome<Id> {
        if let Some(&Some(known)) = self.types.get(id.index()) {
            return Ok(known);
        }
        let made = self.make_type(id)?;
        if let Some(slot) = self.types.get_mut(id.index()) {
            *slot = Some(made);
        }
        Ok(made)
    }

    fn make_type(&mut self, id: TypeId) -> Outcome<Id> {
        let types = &self.source.program.module.types;
        let Some(ty) = types.get(id) else {
            return Err(self.refuse(&rules::SHAPE, "found a type that the module does not have".to_owned()));
        };
        Ok(match ty {
            Type::Void => self.b.void(),
            Type::Half => {
                let width = if self.native { 16 } else { 32 };
                self.b.float_type(width)
            }
            Type::Float => self.b.float(),
            Type::Double => self.b.float_type(64),
            Type::Integer(bits) => return self.integer(bits),
            Type::Vector { element, count } if (2..=4).contains(&count) => {
                let element = self.ty(element)?;
                self.b.vector(element, count)
            }
            Type::Vector { element, count: 1 } => return self.ty(element),
            Type::Array { element, count } if count > 0 && count <= MAX_ELEMENTS => {
                let element = self.ty(element)?;
                self.b.array(element, count as u32, None)
            }
            Type::Struct { .. } | Type::Named { .. } => {
                let Some(fields) = types.fields(id).map(<[TypeId]>::to_vec) else {
                    return Err(self.refuse(&rules::OPERATION, format!("found {}", self.describe(id))));
                };
                let fields = fields.into_iter().map(|field| self.ty(field)).collect::<Outcome<Vec<Id>>>()?;
                let made = self.b.structure(&fields);
                if let Type::Named { name, .. } = ty {
                    let name = String::from_utf8_lossy(types.text(name)).into_owned();
                    if self.named.insert(made) {
                        self.b.name(made, name.rsplit('.').next().unwrap_or(&name));
                    }
                }
                made
            }
            _ => return Err(self.refuse(&rules::OPERATION, format!("found {}", self.describe(id)))),
        })
    }

    /// A type in words.
    pub(crate) fn describe(&self, id: TypeId) -> String {
        let types = &self.source.program.module.types;
        match types.get(id) {
            Some(Type::Vector { count, .. }) => format!("a vector of {count} elements"),
            Some(Type::Named { name, .. }) => {
                format!("the type `{}`", String::from_utf8_lossy(types.text(name)))
            }
            Some(Type::Pointer { .. }) => "a pointer as a value".to_owned(),
            Some(Type::Array { count, .. }) => format!("an array of {count} elements"),
            _ => "a type that no module has".to_owned(),
        }
    }

    /// A type of the program.
    pub(crate) fn llvm(&self, id: TypeId) -> Option<Type> {
        self.source.program.module.types.get(id)
    }

    /// True for types of minimum precision.
    pub(crate) fn is_relaxed(&self, id: TypeId) -> bool {
        let types = &self.source.program.module.types;
        !self.native && matches!(types.get(types.scalar(id)), Some(Type::Half | Type::Integer(16)))
    }

    /// Number of elements of a vector, or 1.
    pub(crate) fn columns(&self, id: TypeId) -> u32 {
        match self.llvm(id) {
            Some(Type::Vector { count, .. }) => count,
            _ => 1,
        }
    }
}

impl Writer<'_> {
    /// A refusal of what is written now.
    pub(crate) fn refuse(
        &self,
        rule: &'static glassbox_core::diagnostic::Rule,
        message: String,
    ) -> Box<Refusal> {
        Refusal::new(rule, message).at(self.place()).line(self.source_line())
    }
}
