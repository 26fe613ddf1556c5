//! Takes composites apart and puts them together, so that what a module does by parts cancels.

use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};
use smallvec::{SmallVec, smallvec};

use super::values::{Maker, Steps, is_read_only};
use super::{Distinct, Kind, Lanes, MAX_STEPS, NONE, Node, Nodes, Span, Step, malformed};
use crate::interface::element;
use crate::refusal::Reason;

/// Most parts of a composite that is taken apart to replace one of them.
const MAX_PARTS: u32 = 64;
/// Deepest nesting of structures that are copied into others.
const MAX_COPIES: u32 = 2;
/// Component of a shuffle that may have any value.
const ANY: u32 = u32::MAX;

impl Maker<'_, '_, '_> {
    /// Part of a value.
    pub(super) fn part(&mut self, node: Node, index: u32) -> Option<Node> {
        let data = self.tree.node(node);
        let Some(ty) = self.tree.module.component_type(data.ty, index) else {
            malformed(self.refusals, self.at, "a composite has no such part");
            return None;
        };
        match data.kind {
            Kind::Construct(parts) => {
                if let Some(found) = self.part_of_construct(data.ty, parts, index) {
                    return Some(found);
                }
            }
            Kind::Swizzle(vector, lanes) => {
                let lane = *lanes.as_slice().get(index as usize)?;
                return self.part(vector, lane.into());
            }
            Kind::Constant(id) => {
                if let Some(found) = self.part_of_constant(id, index) {
                    return Some(found);
                }
            }
            Kind::Load(place)
                if self.tree.module.opcode_of(data.ty) == op::TYPE_ARRAY
                    && self
                        .tree
                        .root(place)
                        .and_then(|var| self.tree.class(var))
                        .is_some_and(is_read_only) =>
            {
                let part = self.part_of_place(place, index)?;
                return Some(self.tree.add_node(Kind::Load(part), ty, self.at));
            }
            Kind::Path(base, steps) if steps.length < MAX_STEPS as u32 => {
                let mut steps = Steps::from_slice(self.tree.steps(steps));
                steps.push(Step::Part(index));
                let steps = self.tree.add_steps(&steps);
                return Some(self.tree.add_node(Kind::Path(base, steps), ty, self.at));
            }
            _ => {}
        }
        let steps = self.tree.add_steps(&[Step::Part(index)]);
        Some(self.tree.add_node(Kind::Path(node, steps), ty, self.at))
    }

    fn part_of_constant(&mut self, id: Id, index: u32) -> Option<Node> {
        let constant = self.tree.module.constant(id)?;
        let part = match constant.value {
            ConstantValue::Composite(parts) => *parts.get(index as usize)?,
            ConstantValue::Replicate(part) => part,
            _ => return None,
        };
        self.tree.value(part)
    }

    fn part_of_construct(&mut self, ty: Id, parts: Span, index: u32) -> Option<Node> {
        let parts = Nodes::from_slice(self.tree.operands(parts));
        if !self.tree.is_vector(ty) {
            // A matrix of another one has no parts here.
            let count = self.tree.module.component_count(ty).map(|count| count as usize);
            return parts
                .get(index as usize)
                .copied()
                .filter(|_| count.is_none_or(|count| count == parts.len()));
        }
        if let [only] = parts[..] {
            return Some(only);
        }
        let mut left = index;
        for part in parts {
            let size = self.tree.size(part);
            match left.checked_sub(size) {
                Some(rest) => left = rest,
                None if size == 1 => return Some(part),
                None => return self.part(part, left),
            }
        }
        None
    }

    /// The composite of its parts, or the value that they are all of.
    pub(super) fn construct(&mut self, ty: Id, parts: &[Node]) -> Node {
        if let Some(whole) = self.whole(ty, parts) {
            return whole;
        }
        let gathered = if self.tree.is_vector(ty) { Some(self.gathered(ty, parts)) } else { None };
        let parts = gathered.as_deref().unwrap_or(parts);
        if let [only] = parts[..]
            && self.tree.node(only).ty == ty
        {
            return only;
        }
        let span = self.tree.add_operands(parts);
        self.tree.add_node(Kind::Construct(span), ty, self.at)
    }

    /// The value of which these are all parts, in order.
    fn whole(&self, ty: Id, parts: &[Node]) -> Option<Node> {
        let count = self.tree.module.component_count(ty)?;
        let (first, _) = self.last_part(*parts.first()?)?;
        let in_order = || (0..).zip(parts).all(|(index, part)| self.last_part(*part) == Some((first, index)));
        let is_whole = parts.len() == count as usize && in_order();
        (is_whole && self.tree.same_type(self.tree.node(first).ty, ty)).then_some(first)
    }

    /// The value that a node is a direct part of.
    fn last_part(&self, node: Node) -> Option<(Node, u32)> {
        let Kind::Path(base, steps) = self.tree.kind(node) else { return None };
        match self.tree.steps(steps) {
            [Step::Part(index)] => Some((base, *index)),
            _ => None,
        }
    }

    /// The vector that a node is a component of; the given one, if it is that.
    fn last_component(&mut self, node: Node, vector: Node) -> Option<(Node, u32)> {
        if let Some(found) = self.last_part(node) {
            return Some(found);
        }
        let Kind::Path(base, steps) = self.tree.kind(node) else { return None };
        let steps = Steps::from_slice(self.tree.steps(steps));
        let (Step::Part(lane), outer) = steps.split_last().map(|(last, outer)| (*last, outer))? else {
            return None;
        };
        let is_value = !matches!(self.tree.kind(base), Kind::Variable(_) | Kind::Pointee(_));
        if !is_value || outer.iter().any(|step| !matches!(step, Step::Part(_))) {
            return None;
        }
        if vector != NONE
            && let Kind::Path(own, span) = self.tree.kind(vector)
            && own == base
            && self.tree.steps(span) == outer
        {
            return Some((vector, lane));
        }
        let found = outer.iter().try_fold(base, |node, step| match step {
            Step::Part(index) => self.part(node, *index),
            Step::Index(_) => None,
        })?;
        Some((found, lane))
    }

    /// Parts of a vector, with neighbours that are components of one vector as swizzles.
    fn gathered(&mut self, ty: Id, parts: &[Node]) -> Nodes {
        let scalars = parts.iter().all(|part| self.tree.size(*part) == 1);
        if scalars && parts.len() > 1 && self.is_splat(parts) {
            return smallvec![parts[0]];
        }
        let mut out = Nodes::new();
        let mut index = 0;
        while index < parts.len() {
            let mut lanes: SmallVec<[u8; 4]> = SmallVec::new();
            let mut vector = NONE;
            while let Some(part) = parts.get(index + lanes.len())
                && let Some((base, lane)) = self.last_component(*part, vector)
                && self.tree.is_vector(self.tree.node(base).ty)
                && (vector == NONE || vector == base)
                && lane < 4
                && lanes.len() < 4
            {
                vector = base;
                lanes.push(lane as u8);
            }
            if lanes.len() > 1 {
                index += lanes.len();
                let count = lanes.len() as u32;
                out.push(self.swizzle(vector, &lanes, self.vector_like(ty, count)));
            } else {
                out.push(parts[index]);
                index += 1;
            }
        }
        out
    }

    fn is_splat(&self, parts: &[Node]) -> bool {
        let first = parts[0];
        let same = |part: Node| match (self.tree.kind(part), self.tree.kind(first)) {
            _ if part == first => true,
            (Kind::Path(a, _), Kind::Path(b, _)) => {
                a == b && self.last_part(part).is_some() && self.last_part(part) == self.last_part(first)
            }
            _ => false,
        };
        parts.iter().all(|part| same(*part))
    }

    /// The type of this many components of a vector type's; the type itself if the module declares none, which only
    /// swizzles see.
    fn vector_like(&self, ty: Id, count: u32) -> Id {
        let module = self.tree.module;
        let Some(Type::Vector { component, count: own }) = module.ty(ty) else { return ty };
        if own == count {
            return ty;
        }
        if count == 1 {
            return component;
        }
        self.tree.types.vector(component, count).unwrap_or(ty)
    }

    fn swizzle(&mut self, vector: Node, lanes: &[u8], ty: Id) -> Node {
        if let Kind::Swizzle(inner, outer) = self.tree.kind(vector) {
            let composed: Option<SmallVec<[u8; 4]>> =
                lanes.iter().map(|lane| outer.as_slice().get(usize::from(*lane)).copied()).collect();
            if let Some(composed) = composed {
                return self.swizzle(inner, &composed, ty);
            }
        }
        let size = self.tree.size(vector);
        let identity = lanes.len() as u32 == size
            && lanes.iter().enumerate().all(|(index, lane)| index == usize::from(*lane));
        if identity {
            return vector;
        }
        match Lanes::new(lanes) {
            Some(lanes) => self.tree.add_node(Kind::Swizzle(vector, lanes), ty, self.at),
            None => vector,
        }
    }

    /// A value as one of a structure with the same parts; under another name it is made of these.
    pub(super) fn as_other_structure(&mut self, node: Node, ty: Id, depth: u32) -> Option<Node> {
        let (module, annotations) = (self.tree.module, self.tree.annotations);
        let own = self.tree.node(node).ty;
        let (from, to) = (element(module, own), element(module, ty));
        let is_structure = |ty| matches!(module.ty(ty), Some(Type::Struct { .. }));
        let is_named = from == to || annotations.name(from) == annotations.name(to);
        let is_alike = is_named && (self.tree.distinct == Distinct::None || self.tree.same_type(own, ty));
        let is_array = matches!(module.ty(own), Some(Type::Array { .. }));
        let has_parts =
            is_structure(from) && is_structure(to) || self.tree.distinct != Distinct::None && is_array;
        if is_alike || !has_parts {
            return Some(node);
        }
        let counts = module.component_count(own).zip(module.component_count(ty));
        let Some(count) = counts.filter(|(own, other)| own == other && *own <= MAX_PARTS).map(|both| both.0)
        else {
            return Some(node);
        };
        if depth > MAX_COPIES {
            self.refuse(
                Reason::Instruction,
                "a structure with many levels is copied into one of another type",
            );
            return None;
        }
        let parts: Vec<Node> = (0..count)
            .map(|index| {
                let part = self.part(node, index)?;
                self.as_other_structure(part, module.component_type(ty, index)?, depth + 1)
            })
            .collect::<Option<_>>()?;
        let span = self.tree.add_operands(&parts);
        Some(self.tree.add_node(Kind::Construct(span), ty, self.at))
    }

    pub(super) fn shuffle(&mut self) -> Option<Node> {
        let module = self.tree.module;
        let ty = module.get(self.at).ty;
        let [first, second, lanes @ ..] = module.operands(self.at) else { return None };
        let (first, second) = (self.operand(*first)?, self.operand(*second)?);
        let size = module.vector_size(self.tree.node(first).ty)?;
        let other = module.vector_size(self.tree.node(second).ty)?;
        if lanes.iter().any(|lane| *lane != ANY && *lane >= size + other) || lanes.len() > 4 {
            malformed(self.refusals, self.at, "a shuffle names a component that does not exist");
            return None;
        }
        // A component that may have any value is the neighbour's successor, so that runs stay runs.
        let mut picked: SmallVec<[(Node, u8); 4]> = SmallVec::new();
        for &lane in lanes {
            let before = picked.last().map_or((first, 0), |(node, lane)| (*node, *lane));
            picked.push(match lane {
                ANY => before,
                lane if lane < size => (first, lane as u8),
                lane => (second, (lane - size) as u8),
            });
        }
        let mut parts = Nodes::new();
        for run in picked.chunk_by(|a, b| a.0 == b.0) {
            let lanes: SmallVec<[u8; 4]> = run.iter().map(|(_, lane)| *lane).collect();
            let (vector, _) = run[0];
            let is_construct = matches!(self.tree.kind(vector), Kind::Construct(_) | Kind::Constant(_));
            if lanes.len() == 1 || is_construct {
                for lane in lanes {
                    parts.push(self.part(vector, lane.into())?);
                }
            } else {
                parts.push(self.swizzle(vector, &lanes, self.vector_like(ty, lanes.len() as u32)));
            }
        }
        Some(self.construct(ty, &parts))
    }

    pub(super) fn insert(&mut self, object: Node, composite: Node, indices: &[u32]) -> Option<Node> {
        let Some((index, rest)) = indices.split_first() else { return Some(object) };
        let ty = self.tree.node(composite).ty;
        let count = self.tree.module.component_count(ty)?;
        if *index >= count {
            malformed(self.refusals, self.at, "a composite has no such part");
            return None;
        }
        if count > MAX_PARTS || indices.len() > 8 {
            self.refuse(
                Reason::Instruction,
                "a part of a large value is replaced; use a variable for the value",
            );
            return None;
        }
        let mut parts = Nodes::new();
        for part in 0..count {
            let old = |maker: &mut Self| match maker.tree.kind(composite) {
                Kind::Constant(id) if maker.tree.module.opcode_of(id) == op::UNDEF => {
                    maker.undefined_part(ty, part)
                }
                _ => maker.part(composite, part),
            };
            parts.push(match (part == *index, rest) {
                (true, []) => object,
                (true, rest) => {
                    let old = old(self)?;
                    self.insert(object, old, rest)?
                }
                _ => old(self)?,
            });
        }
        Some(self.construct(ty, &parts))
    }

    fn undefined_part(&mut self, ty: Id, index: u32) -> Option<Node> {
        let part = self.tree.module.component_type(ty, index)?;
        Some(self.tree.add_node(Kind::Constant(0), part, self.at))
    }
}
