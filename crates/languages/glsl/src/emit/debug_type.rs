//! Types in debug information.

use glassbox_spirv::build::Id;

use super::Emitter;
use super::debug::{Position, debug_op};
use crate::model::At;
use crate::types::{Length, Scalar, StructId, Type};

/// A type that is described once.
pub(super) type DebugType = Type;

/// Encodings of basic types.
mod encoding {
    pub(super) const UNSPECIFIED: u32 = 0;
    pub(super) const ADDRESS: u32 = 1;
    pub(super) const BOOLEAN: u32 = 2;
    pub(super) const FLOAT: u32 = 3;
    pub(super) const SIGNED: u32 = 4;
    pub(super) const UNSIGNED: u32 = 6;
}

/// Composite types that are structures.
const STRUCTURE: u32 = 1;
/// What is public.
const IS_PUBLIC: u32 = 3;

impl Emitter<'_> {
    /// The description of a type.
    pub(super) fn debug_type(&mut self, ty: Type) -> Id {
        if let Some(known) = self.debug.as_ref().and_then(|debug| debug.types.get(&ty)) {
            return *known;
        }
        let id = self.describe(ty);
        if let Some(debug) = &mut self.debug {
            debug.types.insert(ty, id);
        }
        id
    }

    fn describe(&mut self, ty: Type) -> Id {
        match ty {
            Type::Scalar(scalar) => self.describe_scalar(scalar),
            Type::Vector(scalar, count) => {
                let component = self.debug_type(Type::Scalar(scalar));
                let count = self.uint(u32::from(count));
                self.debug_declaration(debug_op::TYPE_VECTOR, &[component, count])
            }
            Type::Matrix(scalar, columns, rows) => {
                let column = self.debug_type(Type::Vector(scalar, rows));
                let count = self.uint(u32::from(columns));
                let is_column_major = self.bool(true);
                self.debug_declaration(debug_op::TYPE_MATRIX, &[column, count, is_column_major])
            }
            Type::Array(_) => self.describe_array(ty),
            Type::Struct(id) => self.describe_structure(id),
            Type::Reference(id) => {
                let name = self.program.types.structure(id).name.to_string();
                self.describe_basic(&name, 64, encoding::ADDRESS)
            }
            _ => {
                let name = self.program.type_name(ty);
                self.describe_basic(&name, 32, encoding::UNSPECIFIED)
            }
        }
    }

    fn describe_basic(&mut self, name: &str, width: u32, encoding: u32) -> Id {
        let name = self.module.string(name);
        let [width, encoding, flags] = [width, encoding, 0].map(|number| self.uint(number));
        self.debug_declaration(debug_op::TYPE_BASIC, &[name, width, encoding, flags])
    }

    fn describe_scalar(&mut self, scalar: Scalar) -> Id {
        let encoding = if scalar == Scalar::Bool {
            encoding::BOOLEAN
        } else if scalar.is_float() {
            encoding::FLOAT
        } else if scalar.is_signed() {
            encoding::SIGNED
        } else {
            encoding::UNSIGNED
        };
        let name = self.program.type_name(Type::Scalar(scalar));
        self.describe_basic(&name, scalar.width(), encoding)
    }

    /// All dimensions of an array are described together, the outermost first.
    fn describe_array(&mut self, ty: Type) -> Id {
        let innermost = self.program.types.innermost(ty);
        let mut operands = vec![self.debug_type(innermost)];
        let mut ty = ty;
        while let Type::Array(id) = ty {
            let array = self.program.types.array_of(id);
            let count = match array.length {
                Length::Unsized => 0,
                length => super::layout::length(self.program, length).unwrap_or(0),
            };
            operands.push(self.uint(count));
            ty = array.element;
        }
        self.debug_declaration(debug_op::TYPE_ARRAY, &operands)
    }

    fn describe_structure(&mut self, id: StructId) -> Id {
        let program = self.program;
        let structure = program.types.structure(id);
        let mut members = Vec::with_capacity(structure.members.len());
        let mut offset = 0_u64;
        for member in &structure.members {
            let ty = self.debug_type(member.ty);
            let size = self.bits(member.ty);
            let name = self.module.string(&member.name);
            let position = self.declared_at(member.at);
            let source = self.source_of(position.file);
            let numbers = [position.line, position.column, offset as u32, size as u32, IS_PUBLIC];
            let [line, column, start, size_id, flags] = numbers.map(|number| self.uint(number));
            let operands = [name, ty, source, line, column, start, size_id, flags];
            members.push(self.debug_declaration(debug_op::TYPE_MEMBER, &operands));
            offset += size;
        }
        let name = self.module.string(&structure.name);
        let position = self.declared_at(structure.at);
        let source = self.source_of(position.file);
        let numbers = [STRUCTURE, position.line, position.column, offset as u32, IS_PUBLIC];
        let [tag, line, column, size, flags] = numbers.map(|number| self.uint(number));
        let unit = self.debug_unit();
        let mut operands = vec![name, tag, source, line, column, unit, name, size, flags];
        operands.extend(members);
        self.debug_declaration(debug_op::TYPE_COMPOSITE, &operands)
    }

    /// Where something is declared; what the language declares is nowhere.
    fn declared_at(&mut self, at: At) -> Position {
        if at == At::NONE {
            let main = self.program.main.map_or(At::NONE, |main| self.program.function(main).at);
            let file = self.program.from(main).primary().file;
            return Position { file, ..Position::default() };
        }
        self.position(at)
    }

    /// Bits of a value, as if its parts followed each other.
    fn bits(&mut self, ty: Type) -> u64 {
        let tight = super::layout::Memory {
            rules: super::layout::Rules::Scalar,
            is_row_major: false,
            is_heap: false,
        };
        self.layouts.extent(self.program, ty, tight).size.saturating_mul(8)
    }
}
