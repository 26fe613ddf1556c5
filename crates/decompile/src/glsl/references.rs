//! Spells pointers to buffers.

use std::collections::BTreeMap;

use glassbox_spirv::build::value::decoration;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Glsl;
use crate::interface::Role;
use crate::interface::layout::{Layouts, Packing};
use crate::names::{Name, says_nothing};
use crate::refusal::Reason;
use crate::text::{ANY, Operation, POSTFIX, Writer, from_compiler, joined};
use crate::tree::Node;

/// Alignment that a reference has if nothing is said.
const DEFAULT_ALIGNMENT: u32 = 16;
/// Name of the member of a buffer that is not a block.
const VALUE: &str = "value";

/// Types of references by the type that they point to.
#[derive(Clone, Debug, Default)]
pub(super) struct References {
    names: BTreeMap<Id, Name>,
}

impl Writer<'_, '_, Glsl> {
    /// Name of the type of references to a type.
    pub(super) fn reference_name(&mut self, pointee: Id) -> Name {
        if let Some(name) = self.language.references.names.get(&pointee) {
            return name.clone();
        }
        if !self.language.features.is_vulkan() || !self.language.features.has(450, 0) {
            self.refuse(Reason::Pointer, "pointers to buffers need GLSL 450 for Vulkan");
        }
        self.language.features.require("GL_EXT_buffer_reference");
        let stated = self.annotations.name(pointee).filter(|name| !says_nothing(name));
        let wanted = stated.map_or("Reference".into(), from_compiler);
        let name = self.names.take(&wanted);
        self.language.references.names.insert(pointee, name.clone());
        name
    }

    /// True if what a pointer points to has members of its own.
    fn is_block(&self, pointee: Id) -> bool {
        matches!(self.module.ty(pointee), Some(Type::Struct { .. }))
            && self.annotations.has(pointee, decoration::BLOCK)
    }

    /// Writes the place that a pointer points to.
    pub(super) fn write_pointee(&mut self, pointer: Node) {
        self.expr(pointer, POSTFIX);
        let pointee = self.module.pointer(self.tree.node(pointer).ty).map(|(pointee, _)| pointee);
        if pointee.is_some_and(|pointee| !self.is_block(pointee)) {
            self.out.push('.');
            self.out.push_str(VALUE);
        }
    }

    /// Writes a conversion from or to a pointer; false if it is none.
    pub(super) fn reference_operation(&mut self, operation: &Operation<'_>) -> bool {
        let &Operation { ty, opcode, operands, .. } = operation;
        let &[operand] = operands else { return false };
        let from = self.tree.node(operand).ty;
        let is_conversion = matches!(opcode, op::CONVERT_U_TO_PTR | op::CONVERT_PTR_TO_U)
            || opcode == op::BITCAST && (self.tree.is_reference(ty) || self.tree.is_reference(from));
        if !is_conversion {
            return false;
        }
        if [ty, from].iter().any(|ty| self.module.vector_size(*ty) == Some(2)) {
            self.language.features.require("GL_EXT_buffer_reference_uvec2");
        }
        let name = self.type_name(ty);
        self.out.push_str(&name);
        self.out.push('(');
        self.expr(operand, ANY);
        self.out.push(')');
        true
    }

    /// A reference to nothing.
    pub(super) fn null_reference(&mut self, ty: Id) -> Option<String> {
        if !self.tree.is_reference(ty) {
            return None;
        }
        self.language.features.require("GL_EXT_buffer_reference_uvec2");
        Some(joined!(self.type_name(ty), "(uvec2(0u))"))
    }

    /// Declarations of the buffers that pointers point to: first their names alone, then what they hold.
    pub(super) fn reference_texts(&mut self) -> (String, String) {
        let mut texts = BTreeMap::new();
        // A buffer may point to others.
        while let Some(pointee) =
            self.language.references.names.keys().copied().find(|pointee| !texts.contains_key(pointee))
        {
            let text = self.reference_declaration(pointee);
            texts.insert(pointee, text);
        }
        if texts.is_empty() {
            return (String::new(), String::new());
        }
        let mut names = String::from("\n");
        for name in self.language.references.names.values() {
            names.push_str(&joined!("layout(buffer_reference) buffer ", name, ";\n"));
        }
        (names, texts.into_values().collect())
    }

    fn reference_declaration(&mut self, pointee: Id) -> String {
        let name = self.reference_name(pointee);
        self.at = self.module.definition(pointee).unwrap_or(self.at);
        let alignment = Layouts::of(self.module, self.annotations).alignment(pointee);
        let Some(alignment) = alignment else {
            self.refuse(Reason::Layout, "a pointer points to what has no layout");
            return String::new();
        };
        let mut layouts = vec!["buffer_reference".to_owned()];
        let members = if self.is_block(pointee) {
            let Some((packing, fit)) = self.packing(pointee, Role::StorageBlock) else {
                self.refuse(
                    Reason::Layout,
                    "the offsets of a buffer's members follow from no layout of this version of GLSL",
                );
                return String::new();
            };
            layouts.push(packing.name().to_owned());
            let mut members = String::new();
            self.block_members(pointee, fit, Role::StorageBlock, &mut members);
            members
        } else {
            self.language.features.require("GL_EXT_scalar_block_layout");
            layouts.push(Packing::Scalar.name().to_owned());
            joined!("    ", self.declarator(pointee, VALUE), ";\n")
        };
        if alignment < DEFAULT_ALIGNMENT {
            layouts.push(joined!("buffer_reference_align = ", alignment));
        }
        joined!("\nlayout(", layouts.join(", "), ") buffer ", name, " {\n", members, "};\n")
    }
}
