//! Tells pointers that are values from the places that they point to.

use glassbox_spirv::grammar::op;
use glassbox_spirv::grammar::value::capability;
use glassbox_spirv::module::{Id, Module};

use super::{Kind, Node, NodeData, Tree};

/// True if pointers to buffers and shared memory are values in a module: chosen, compared, stored, or given back.
pub(super) fn are_values(module: &Module) -> bool {
    let declared = module.globals.iter().take_while(|at| module.opcode(**at) == op::CAPABILITY);
    let mut declared = declared.map(|at| module.word(*at, 0));
    let variable = [capability::VARIABLE_POINTERS_STORAGE_BUFFER, capability::VARIABLE_POINTERS];
    if !declared.any(|capability| variable.contains(&capability)) {
        return false;
    }
    module.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.body).any(|&at| {
        let instruction = module.get(at);
        match instruction.opcode {
            op::PTR_EQUAL | op::PTR_NOT_EQUAL | op::PTR_DIFF => true,
            op::VARIABLE | op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN | op::IMAGE_TEXEL_POINTER => false,
            _ => module.pointer(instruction.ty).is_some(),
        }
    })
}

impl Tree<'_> {
    /// The node of an id as a place.
    pub(crate) fn place(&self, id: Id) -> Option<Node> {
        self.value(id).map(|node| self.pointed_to(node))
    }

    /// The place that a pointer points to which is a value; other places are nodes themselves.
    #[inline]
    pub(super) fn pointed_to(&self, node: Node) -> Node {
        let pointee = if self.types.references.is_empty() { None } else { self.pointees.get(&node) };
        pointee.copied().unwrap_or(node)
    }

    /// True if pointers to buffers and shared memory are values.
    pub(crate) fn has_pointer_values(&self) -> bool {
        self.types.has_pointer_values()
    }

    /// True for pointers that are values.
    pub(crate) fn is_reference(&self, ty: Id) -> bool {
        !self.types.references.is_empty()
            && self.module.pointer(ty).is_some_and(|(_, class)| self.types.references.contains(&class))
    }

    /// The node of a pointer that an instruction or variable gives. Of a place it is the address, if the target has it; of a
    /// pointer that is a value, what it points to is noted. A constant points to nothing.
    #[inline]
    pub(super) fn add_pointer(&mut self, id: Id, node: Node) -> Node {
        if self.types.references.is_empty() { node } else { self.add_reference(id, node) }
    }

    #[inline(never)]
    fn add_reference(&mut self, id: Id, node: Node) -> Node {
        let ty = self.module.type_of(id);
        if !self.is_reference(ty) || self.pointees.contains_key(&node) {
            return node;
        }
        if self.node(node).ty == ty {
            self.pointee(node);
            return node;
        }
        if !self.has_addresses {
            return node;
        }
        let address = self.add_node(Kind::Address(node), ty, self.node(node).at);
        self.pointees.insert(address, node);
        address
    }

    /// The place that a pointer, which is a value, points to.
    pub(super) fn pointee(&mut self, pointer: Node) -> Option<Node> {
        if let Some(place) = self.pointees.get(&pointer) {
            return Some(*place);
        }
        let NodeData { ty, at, .. } = self.node(pointer);
        let (pointee, _) = self.module.pointer(ty)?;
        let place = self.add_node(Kind::Pointee(pointer), pointee, at);
        self.pointees.insert(pointer, place);
        Some(place)
    }
}
