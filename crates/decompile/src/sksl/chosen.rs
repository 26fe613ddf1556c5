//! Spells computed indices, which effects of version 100 do not have: a loop looks for the element.

use glassbox_spirv::module::{Id, Type};

use super::Sksl;
use crate::refusal::Reason;
use crate::text::{ANY, Writer};
use crate::tree::{Kind, Node, Step};

/// Most elements of what is searched.
const MAX_ELEMENTS: u32 = 1024;

/// A path with an index that is computed.
struct Chosen {
    base: Node,
    /// Steps to what the index is in.
    before: Vec<Step>,
    index: Node,
    after: Vec<Step>,
    /// Type of what the index is in, and the number of its elements.
    ty: Id,
    count: u32,
}

impl Writer<'_, '_, Sksl> {
    /// The first index of a path that effects of version 100 do not take.
    fn chosen(&self, node: Node) -> Option<Chosen> {
        if self.is_300() {
            return None;
        }
        let (base, steps) = match self.tree.kind(node) {
            Kind::Path(base, steps) => (base, self.tree.steps(steps)),
            _ => return None,
        };
        let (base, steps) = match self.uniform_steps(node) {
            Some((_, all)) => {
                let place = match self.tree.kind(base) {
                    Kind::Load(place) => place,
                    _ => base,
                };
                let root = match self.tree.kind(place) {
                    Kind::Path(root, _) => root,
                    _ => place,
                };
                (root, all)
            }
            None => (base, steps.to_vec()),
        };
        let mut ty = self.tree.node(base).ty;
        for (at, step) in steps.iter().enumerate() {
            if let Step::Index(index) = *step
                && !self.is_fixed(index)
            {
                let count = match self.module.ty(ty) {
                    Some(Type::Array { length, .. }) => self.module.constant_u32(length)?,
                    Some(Type::Vector { count, .. } | Type::Matrix { count, .. }) => count,
                    _ => return None,
                };
                let (before, after) = (steps[..at].to_vec(), steps[at + 1..].to_vec());
                return Some(Chosen { base, before, index, after, ty, count });
            }
            ty = self.step_type(ty, *step);
        }
        None
    }

    /// Writes a path that is read and has a computed index; false for other paths.
    pub(super) fn chosen_element(&mut self, node: Node) -> bool {
        let Some(chosen) = self.chosen(node) else { return false };
        if chosen.count == 0 || chosen.count > MAX_ELEMENTS {
            self.refuse(Reason::Instruction, "a computed index into very many elements");
            return true;
        }
        let element = self.step_type(chosen.ty, Step::Part(0));
        if matches!(self.module.ty(element), Some(Type::Array { .. })) || self.has_array(element) {
            self.refuse_version(Reason::Instruction, "computed indices of arrays with arrays in them");
            return true;
        }
        let name = self.element_of(chosen.ty, element, chosen.count);
        self.out.push_str(&format!("{name}("));
        self.path(chosen.base, &chosen.before);
        self.out.push_str(", ");
        self.integer(chosen.index, crate::text::Sign::Signed, ANY);
        self.out.push(')');
        let mut ty = element;
        for step in chosen.after {
            if let Step::Index(index) = step
                && !self.is_fixed(index)
            {
                self.refuse_version(Reason::Instruction, "two computed indices of one value");
                return true;
            }
            self.write_step(ty, step);
            ty = self.step_type(ty, step);
        }
        true
    }

    /// Name of the helper function that gives an element.
    fn element_of(&mut self, ty: Id, element: Id, count: u32) -> String {
        let gives = self.type_text(element);
        let taken = self.declarator_text(ty, "a");
        let body = format!(
            "    for (int i = 0; i < {}; i++) {{\n        if (i == index) {{\n            return a[i];\n        }}\n    }}\n    return a[{}];\n",
            count - 1,
            count - 1
        );
        self.helper("element", &taken, |name| format!("{gives} {name}({taken}, int index) {{\n{body}}}\n"))
    }

    /// Writes an assignment to a place with a computed index; false for other places.
    pub(super) fn assign_chosen(&mut self, place: Node, value: Node) -> bool {
        let mut path = place;
        let mut lanes = None;
        if let Kind::Swizzle(base, swizzle) = self.tree.kind(place) {
            (path, lanes) = (base, Some(swizzle));
        }
        let Some(chosen) = self.chosen(path) else { return false };
        if chosen.count > MAX_ELEMENTS
            || !self.is_plain_value(value) && self.has_array(self.tree.node(value).ty)
        {
            self.refuse_version(Reason::Instruction, "assignments of arrays at computed indices");
            return true;
        }
        let element = self.names.take("part");
        let indent = "    ".repeat(self.indent);
        let computed = self.capture(|writer| writer.integer(chosen.index, crate::text::Sign::Signed, ANY));
        let is_name = computed.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let (index, declared) = if is_name {
            (computed, String::new())
        } else {
            let index = self.names.take("index");
            let declared = format!("int {index} = {computed};\n{indent}");
            (index.to_string(), declared)
        };
        let start = self.capture(|writer| writer.path(chosen.base, &chosen.before));
        let end = self.capture(|writer| {
            let mut ty = writer.step_type(chosen.ty, Step::Part(0));
            for step in &chosen.after {
                writer.write_step(ty, *step);
                ty = writer.step_type(ty, *step);
            }
            if let Some(lanes) = lanes {
                writer.out.push('.');
                lanes
                    .as_slice()
                    .iter()
                    .for_each(|lane| writer.out.push(['x', 'y', 'z', 'w'][usize::from(*lane & 3)]));
            }
        });
        let value = self.capture(|writer| writer.expr(value, ANY));
        self.out.push_str(&format!(
            "{declared}for (int {element} = 0; {element} < {count}; {element}++) {{\n\
             {indent}    if ({element} == {index}) {{\n{indent}        {start}[{element}]{end} = {value};\n\
             {indent}    }}\n{indent}}}",
            count = chosen.count
        ));
        true
    }
}
