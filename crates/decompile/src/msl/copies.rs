//! Assigns structures to memory member by member, where memory has them otherwise than a list of their members.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Id, Type};

use super::Msl;
use super::layout::Store;
use crate::text::{ANY, Writer, append};
use crate::tree::{Kind, Node, Step};

/// Deepest nesting of structures that are assigned by their members.
const MAX_DEPTH: usize = 16;
/// Most parts that are assigned one by one.
const MAX_PARTS: usize = 256;

/// Steps to a part, and its value.
type Part = (Vec<Step>, Node);

impl Writer<'_, '_, Msl> {
    /// True for structures in memory of which a list of the members makes none.
    pub(super) fn is_made_by_members(&self, ty: Id) -> bool {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return false };
        let is_array = |member: &Id| matches!(self.module.ty(*member), Some(Type::Array { .. }));
        self.is_memory_struct(ty)
            && (members.iter().any(is_array)
                || self.form(ty).is_none_or(|form| {
                    !form.order.is_sorted()
                        || form.members.iter().any(|member| {
                            member.padding > 0 || !matches!(member.store, Store::Plain | Store::Packed)
                        })
                }))
    }

    /// Writes the assignments of the members of a structure that is made of them; false if they are not assigned so.
    pub(super) fn assign_members(&mut self, place: Node, value: Node) -> bool {
        let tree = self.tree;
        let is_made = matches!(tree.kind(value), Kind::Construct(_)) && tree.variable_of(value).is_none();
        if !is_made || !self.is_made_by_members(tree.node(value).ty) {
            return false;
        }
        let (base, steps) = match tree.kind(place) {
            Kind::Path(base, steps) => (base, tree.steps(steps)),
            Kind::Variable(_) | Kind::Pointee(_) => (place, &[][..]),
            _ => return false,
        };
        let mut parts = Vec::new();
        self.add_parts(value, steps.to_vec(), steps.len(), &mut parts);
        if parts.len() > MAX_PARTS || parts.iter().any(|(_, value)| self.may_read(*value, (base, steps))) {
            return false;
        }
        let assignments: Vec<String> = parts
            .into_iter()
            .map(|(steps, value)| self.capture(|writer| writer.assign_part((base, &steps), value)))
            .collect();
        self.several(&assignments);
        true
    }

    /// Adds the parts of a structure or array that is made of them.
    fn add_parts(&self, value: Node, steps: Vec<Step>, start: usize, parts: &mut Vec<Part>) {
        let is_aggregate = matches!(
            self.module.ty(self.tree.node(value).ty),
            Some(Type::Struct { .. } | Type::Array { .. })
        );
        match self.tree.kind(value) {
            Kind::Construct(span)
                if is_aggregate
                    && self.tree.variable_of(value).is_none()
                    && steps.len() - start < MAX_DEPTH
                    && parts.len() <= MAX_PARTS =>
            {
                for (&part, index) in self.tree.operands(span).iter().zip(0..) {
                    let step = Step::Part(index);
                    self.add_parts(part, steps.iter().copied().chain([step]).collect(), start, parts);
                }
            }
            _ => parts.push((steps, value)),
        }
    }

    /// True unless a value reads nothing of a place.
    fn may_read(&self, value: Node, (base, steps): (Node, &[Step])) -> bool {
        let mut work = vec![value];
        while let Some(node) = work.pop() {
            match self.tree.kind(node) {
                _ if self.tree.variable_of(node).is_some() => {}
                Kind::Load(from) => {
                    let (other, taken) = match self.tree.kind(from) {
                        Kind::Path(other, taken) => (other, self.tree.steps(taken)),
                        _ => (from, &[][..]),
                    };
                    let vars = self.tree.variable_of(other).zip(self.tree.variable_of(base));
                    let is_apart = steps.iter().zip(taken).any(|pair| match pair {
                        (Step::Part(own), Step::Part(other)) => own != other,
                        _ => false,
                    });
                    if vars.is_none_or(|(own, other)| own == other && !is_apart) {
                        return true;
                    }
                }
                Kind::Operation(op::FUNCTION_CALL | op::ATOMIC_LOAD..=op::ATOMIC_XOR, _)
                | Kind::Pointee(_) => return true,
                _ => self.tree.each_child(node, |child| work.push(child)),
            }
        }
        false
    }

    fn assign_part(&mut self, (base, steps): (Node, &[Step]), value: Node) {
        let found = self.place_apart(base, steps);
        match self.module.ty(found.ty) {
            Some(Type::Array { length, element }) => {
                let count = self.length(length);
                self.assign_elements(&found, value, (element, count));
            }
            Some(Type::Matrix { column, count }) if found.store != Store::Plain => {
                self.assign_matrix(&found, value, (column, count));
            }
            _ => {
                append!(self.out, self.assignable(&found), " = ");
                self.expr(value, ANY);
            }
        }
    }
}
