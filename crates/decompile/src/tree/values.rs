//! Makes a node of each instruction: paths of access chains, swizzles of shuffles; composites that are built and taken
//! apart again cancel.

use glassbox_spirv::build::{glsl, value};
use glassbox_spirv::grammar::{is_type, op};
use glassbox_spirv::module::{At, ConstantValue, Id, Instruction, Module, Type};
use smallvec::{SmallVec, smallvec};

use super::{
    Direction, Kind, Lanes, MAX_DEPTH, MAX_STEPS, NONE, Node, Nodes, Origin, Span, Step, Tree, Var,
    ends_or_writes, malformed,
};
use crate::interface::element;
use crate::refusal::{Reason, Refusals};

/// A few steps.
type Steps = SmallVec<[Step; 8]>;

/// Most parts of a composite that is taken apart to replace one of them.
const MAX_PARTS: u32 = 64;
/// Deepest nesting of structures that are copied into others.
const MAX_COPIES: u32 = 2;
/// Component of a shuffle that may have any value.
const ANY: u32 = u32::MAX;

/// Makes the nodes of constants and global variables, and collects types.
pub(super) fn globals(tree: &mut Tree<'_>) {
    for &at in &tree.module.globals {
        let instruction = tree.module.get(at);
        if instruction.result == 0 {
            continue;
        }
        let node = match instruction.opcode {
            op::VARIABLE => {
                let Some((pointee, _)) = tree.module.pointer(instruction.ty) else { continue };
                let var = tree.add_variable(Origin::Global, instruction.result, pointee);
                tree.add_node(Kind::Variable(var), pointee, at)
            }
            opcode if is_type(opcode) => {
                tree.types.add(tree.module, at);
                continue;
            }
            opcode
                if matches!(opcode, op::UNDEF | op::CONSTANT_TRUE..=op::SPEC_CONSTANT_OP)
                    || tree.module.constant(instruction.result).is_some() =>
            {
                tree.add_node(Kind::Constant(instruction.result), instruction.ty, at)
            }
            _ => continue,
        };
        tree.values[instruction.result as usize] = node;
    }
}

/// Makes the nodes of a function.
pub(super) fn function(tree: &mut Tree<'_>, index: usize, refusals: &mut Refusals) {
    let module = tree.module;
    let Some(function) = module.functions.get(index) else { return };
    let first = tree.variables.len() as Var;
    for &at in &function.head {
        let instruction = module.get(at);
        if instruction.opcode == op::FUNCTION_PARAMETER {
            let pointee = module.pointer(instruction.ty).filter(|_| !tree.is_reference(instruction.ty));
            let ty = pointee.map_or(instruction.ty, |(pointee, _)| pointee);
            let var = tree.add_variable(Origin::Parameter, instruction.result, ty);
            let node = tree.add_node(Kind::Variable(var), ty, at);
            tree.add_pointee_of_value(instruction.result, node);
            tree.values[instruction.result as usize] = node;
        }
    }
    let parameters = first..tree.variables.len() as Var;
    if let Some(callee) = tree.functions.get_mut(function.id) {
        callee.directions = vec![Direction::In; parameters.len()];
        callee.parameters = parameters;
    }
    // Phis first: they are used before the blocks that they are in are reached.
    for block in &function.blocks {
        for at in super::phis::phis(module, block) {
            let instruction = module.get(at);
            if module.pointer(instruction.ty).is_some() && !tree.is_reference(instruction.ty) {
                refusals.add(
                    Reason::Pointer,
                    Some(at),
                    "pointers that depend on the flow of control cannot be written".to_owned(),
                );
            }
            let node = tree.add_node(Kind::Phi(instruction.result), instruction.ty, at);
            tree.values[instruction.result as usize] = node;
            tree.add_pointee_of_value(instruction.result, node);
        }
    }
    for block in &function.blocks {
        for &at in &block.body {
            if !module.is_debug(at) {
                Maker { tree, at, refusals }.make();
            }
        }
    }
}

struct Maker<'t, 'm, 'r> {
    tree: &'t mut Tree<'m>,
    at: At,
    refusals: &'r mut Refusals,
}

impl Maker<'_, '_, '_> {
    /// Makes the node of the instruction, and notes that it may have an effect.
    fn make(&mut self) {
        let at = self.at;
        let Instruction { opcode, result, .. } = self.tree.module.get(at);
        let made = self.instruction();
        if result == 0 {
            self.tree.acting.push(at);
            return;
        }
        if matches!(opcode, op::FUNCTION_CALL | op::EXT_INST) || ends_or_writes(opcode) {
            self.tree.acting.push(at);
        }
        let Some(made) = made else { return };
        let is_new = self.tree.node(made).at == at && self.tree.pair_in(made).is_none();
        let made = if is_new { super::patterns::recognize(self.tree, made) } else { made };
        self.tree.values[result as usize] = made;
        self.tree.add_pointee_of_value(result, made);
    }

    fn instruction(&mut self) -> Option<Node> {
        let module = self.tree.module;
        let instruction = module.get(self.at);
        let ty = instruction.ty;
        let at = self.at;
        let word = |index| module.word(at, index);
        match instruction.opcode {
            op::PHI
            | op::LABEL
            | op::SELECTION_MERGE
            | op::LOOP_MERGE
            | op::BRANCH
            | op::BRANCH_CONDITIONAL
            | op::SWITCH
            | op::STORE
            | op::RETURN
            | op::RETURN_VALUE
            | op::KILL
            | op::UNREACHABLE
            | op::NOP => self.tree.value(instruction.result),
            // A hint that changes no value.
            op::ASSUME_TRUE_KHR => None,
            op::UNDEF => Some(self.add(Kind::Constant(instruction.result))),
            op::VARIABLE => {
                let (pointee, _) = module.pointer(ty)?;
                let var = self.tree.add_variable(Origin::Local, instruction.result, pointee);
                Some(self.tree.add_node(Kind::Variable(var), pointee, self.at))
            }
            op::LOAD => {
                let place = self.place(word(0))?;
                Some(self.add(Kind::Load(place)))
            }
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => self.access(),
            // A hint of the value that it likely has.
            op::COPY_OBJECT | op::EXPECT_KHR => self.operand(word(0)),
            op::COPY_LOGICAL => {
                let operand = self.operand(word(0))?;
                self.as_other_structure(operand, ty, 0)
            }
            op::COMPOSITE_EXTRACT => {
                let composite = self.operand(word(0))?;
                module.operands(self.at)[1..]
                    .iter()
                    .try_fold(composite, |node, index| self.part(node, *index))
            }
            op::COMPOSITE_CONSTRUCT => {
                let parts = self.all_operands()?;
                let parts = Nodes::from_slice(self.tree.operands(parts));
                Some(self.construct(ty, &parts))
            }
            op::COMPOSITE_INSERT => {
                let [object, composite, indices @ ..] = module.operands(self.at) else { return None };
                let (object, composite) = (self.operand(*object)?, self.operand(*composite)?);
                self.insert(object, composite, indices)
            }
            op::VECTOR_SHUFFLE => self.shuffle(),
            op::VECTOR_EXTRACT_DYNAMIC => {
                let (vector, index) = (self.operand(word(0))?, self.operand(word(1))?);
                let steps = self.tree.add_steps(&[Step::Index(index)]);
                Some(self.add(Kind::Path(vector, steps)))
            }
            op::COPY_MEMORY => {
                let place = self.place(word(1))?;
                let ty = self.tree.node(place).ty;
                let load = self.tree.add_node(Kind::Load(place), ty, self.at);
                self.tree.effects[self.at as usize] = load;
                Some(load)
            }
            op::SELECT => self.select(),
            op::LOGICAL_NOT => {
                let operand = self.operand(word(0))?;
                Some(self.not(operand))
            }
            op::EXT_INST => self.extended(),
            op::ARRAY_LENGTH => {
                let place = self.place(word(0))?;
                let array = self.part_of_place(place, word(1))?;
                Some(self.operation(op::ARRAY_LENGTH, &[array]))
            }
            opcode if super::nest::has_two_results(opcode) => {
                let operands = self.all_operands()?;
                let span = self.pair_operands(operands)?;
                Some(self.pair_of(Kind::Operation(opcode, span)))
            }
            opcode => {
                let operands = self.all_operands()?;
                let opcode = match by_location(opcode) {
                    Some((named, classes)) => {
                        // Without a variable the number stays the operand.
                        if let Some(variable) = self.located(classes) {
                            *self.tree.operands.last_mut()? = variable;
                        }
                        named
                    }
                    None => opcode,
                };
                if matches!(opcode, op::ATOMIC_LOAD..=op::ATOMIC_XOR | op::ATOMIC_F_ADD_EXT)
                    && operands.length > 0
                {
                    self.tree.operands[operands.start as usize] = self.place(word(0))?;
                }
                if instruction.result != 0
                    && module.pointer(ty).is_some()
                    && !self.tree.is_reference(ty)
                    && opcode != op::IMAGE_TEXEL_POINTER
                {
                    self.refuse(Reason::Pointer, "pointers as values cannot be written");
                }
                let node = self.add(Kind::Operation(opcode, operands));
                if opcode == op::IMAGE_TEXEL_POINTER
                    && let Some((pointee, _)) = module.pointer(ty)
                {
                    self.tree.nodes[node as usize].ty = pointee;
                }
                if instruction.result == 0 {
                    self.tree.effects[self.at as usize] = node;
                }
                Some(node)
            }
        }
    }

    /// The variable of one of some storage classes that the last operand names by its location.
    fn located(&self, classes: [u32; 2]) -> Option<Node> {
        let last = self.tree.module.operands(self.at).last().copied()?;
        let location = self.tree.module.constant_u32(last);
        let stated = location.and_then(|location| {
            let has = |var: &Var| {
                let id = self.tree.variable(*var).id;
                self.tree.annotations.value(id, value::decoration::LOCATION).unwrap_or(0) == location
            };
            classes.iter().find_map(|class| self.globals_of(*class).find(has))
        });
        // Some compilers changed the locations of variables and not those in instructions.
        let only = || {
            let mut all = classes.iter().flat_map(|class| self.globals_of(*class));
            all.next().filter(|_| all.next().is_none())
        };
        let var = stated.or_else(only)?;
        self.tree.value(self.tree.variable(var).id)
    }

    /// Variables outside of functions of a storage class.
    fn globals_of(&self, class: u32) -> impl Iterator<Item = Var> + '_ {
        let vars = 0..self.tree.variables.len() as Var;
        let globals = vars.take_while(|var| self.tree.variable(*var).origin == Origin::Global);
        globals.filter(move |var| self.tree.class(*var) == Some(class))
    }

    fn refuse(&mut self, reason: Reason, what: &str) {
        self.refusals.add(reason, Some(self.at), what.to_owned());
    }

    fn add(&mut self, kind: Kind) -> Node {
        let ty = self.tree.module.get(self.at).ty;
        self.tree.add_node(kind, ty, self.at)
    }

    fn operation(&mut self, opcode: u16, operands: &[Node]) -> Node {
        let span = self.tree.add_operands(operands);
        self.add(Kind::Operation(opcode, span))
    }

    fn operand(&mut self, id: Id) -> Option<Node> {
        let found = self.tree.value(id);
        if found.is_none() {
            let number = self.tree.module.number(id);
            malformed(
                self.refusals,
                self.at,
                &format!("%{number} is used before it is defined, or is no value"),
            );
        }
        found
    }

    /// The node of a place.
    fn place(&mut self, id: Id) -> Option<Node> {
        self.operand(id)?;
        self.tree.place(id)
    }

    /// Nodes of the operands that are values, of which the first of calls is none.
    fn all_operands(&mut self) -> Option<Span> {
        let module = self.tree.module;
        let skipped = usize::from(module.opcode(self.at) == op::FUNCTION_CALL);
        self.operands_of(module.used_ids(self.at).skip(skipped))
    }

    /// Nodes of ids.
    fn operands_of(&mut self, ids: impl Iterator<Item = Id>) -> Option<Span> {
        let start = self.tree.operands.len();
        for id in ids {
            let node = self.operand(id)?;
            self.tree.operands.push(node);
        }
        Some(Span { start: start as u32, length: (self.tree.operands.len() - start) as u32 })
    }

    fn access(&mut self) -> Option<Node> {
        let module = self.tree.module;
        let (base, indices) = module.operands(self.at).split_first()?;
        let base = self.place(*base)?;
        let (root, mut steps) = match self.tree.kind(base) {
            Kind::Path(root, steps) => (root, Steps::from_slice(self.tree.steps(steps))),
            _ => (base, Steps::new()),
        };
        let mut ty = self.tree.node(base).ty;
        for &index in indices {
            let constant = module.constant_u32(index);
            let node = self.operand(index)?;
            let Some(part) = self.tree.part_type(ty, constant.unwrap_or(0)) else {
                if module.pointer(ty).is_some() {
                    self.refuse(Reason::Pointer, "pointers in memory cannot be written");
                    return None;
                }
                malformed(self.refusals, self.at, "an access chain leads to a part that does not exist");
                return None;
            };
            steps.push(constant.map_or(Step::Index(node), Step::Part));
            ty = part;
        }
        if steps.len() > MAX_STEPS {
            self.refuse(Reason::Depth, "an access chain is too long");
            return None;
        }
        if steps.is_empty() {
            return Some(base);
        }
        let steps = self.tree.add_steps(&steps);
        Some(self.tree.add_node(Kind::Path(root, steps), ty, self.at))
    }

    fn part_of_place(&mut self, place: Node, index: u32) -> Option<Node> {
        let (root, mut steps) = match self.tree.kind(place) {
            Kind::Path(root, steps) => (root, Steps::from_slice(self.tree.steps(steps))),
            _ => (place, Steps::new()),
        };
        let ty = self.tree.part_type(self.tree.node(place).ty, index)?;
        steps.push(Step::Part(index));
        let steps = self.tree.add_steps(&steps);
        Some(self.tree.add_node(Kind::Path(root, steps), ty, self.at))
    }

    /// Part of a value.
    fn part(&mut self, node: Node, index: u32) -> Option<Node> {
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
    fn construct(&mut self, ty: Id, parts: &[Node]) -> Node {
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
        let is_same = self.tree.node(first).ty == ty || self.tree.same_type(self.tree.node(first).ty, ty);
        if !is_same || parts.len() != count as usize {
            return None;
        }
        let in_order = (0..).zip(parts).all(|(index, part)| self.last_part(*part) == Some((first, index)));
        in_order.then_some(first)
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
    fn as_other_structure(&mut self, node: Node, ty: Id, depth: u32) -> Option<Node> {
        let (module, annotations) = (self.tree.module, self.tree.annotations);
        let own = self.tree.node(node).ty;
        let (from, to) = (element(module, own), element(module, ty));
        let is_structure = |ty| matches!(module.ty(ty), Some(Type::Struct { .. }));
        let is_named = from == to || annotations.name(from) == annotations.name(to);
        let is_alike = is_named && (!self.tree.tells_rows || self.tree.same_type(own, ty));
        let is_array = matches!(module.ty(own), Some(Type::Array { .. }));
        let has_parts = is_structure(from) && is_structure(to) || self.tree.tells_rows && is_array;
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

    fn shuffle(&mut self) -> Option<Node> {
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

    fn insert(&mut self, object: Node, composite: Node, indices: &[u32]) -> Option<Node> {
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

    fn select(&mut self) -> Option<Node> {
        let module = self.tree.module;
        let span = self.all_operands()?;
        let &[condition, yes, no] = self.tree.operands(span) else { return None };
        let truth = |node: Node| match self.tree.kind(node) {
            Kind::Constant(id) => module.constant_bool(id),
            _ => None,
        };
        match (truth(yes), truth(no)) {
            (Some(true), Some(false)) => Some(condition),
            (Some(false), Some(true)) => Some(self.not(condition)),
            _ => Some(self.add(Kind::Operation(op::SELECT, span))),
        }
    }

    fn not(&mut self, node: Node) -> Node {
        let ty = self.tree.module.get(self.at).ty;
        self.tree.negate(node, ty, self.at)
    }

    fn extended(&mut self) -> Option<Node> {
        let module = self.tree.module;
        let Some(number) = module.glsl(self.at) else {
            if let Some(number) = trinary(module, self.at) {
                return self.of_three(number);
            }
            let span = self.operands_of(module.operands(self.at).iter().skip(2).copied())?;
            return Some(self.add(Kind::Operation(op::EXT_INST, span)));
        };
        let span = self.operands_of(module.operands(self.at).iter().skip(2).copied())?;
        if matches!(number, glsl::MODF_STRUCT | glsl::FREXP_STRUCT) {
            let span = self.pair_operands(span)?;
            return Some(self.pair_of(Kind::Extended(number, span)));
        }
        Some(self.add(Kind::Extended(number, span)))
    }

    /// The smallest, largest or middle one of three, as functions of two.
    fn of_three(&mut self, number: u32) -> Option<Node> {
        use glassbox_spirv::grammar::instruction::spv_amd_shader_trinary_minmax as amd;
        let (min, max) = match number {
            amd::F_MIN3_AMD | amd::F_MAX3_AMD | amd::F_MID3_AMD => (glsl::F_MIN, glsl::F_MAX),
            amd::U_MIN3_AMD | amd::U_MAX3_AMD | amd::U_MID3_AMD => (glsl::U_MIN, glsl::U_MAX),
            _ => (glsl::S_MIN, glsl::S_MAX),
        };
        let ids = self.tree.module.operands(self.at).get(2..).unwrap_or_default();
        let operands: Vec<Node> = ids.iter().map(|id| self.operand(*id)).collect::<Option<_>>()?;
        let &[x, y, z] = operands.as_slice() else { return None };
        let mut of_two = |function, left, right| {
            let span = self.tree.add_operands(&[left, right]);
            self.add(Kind::Extended(function, span))
        };
        Some(match number {
            amd::F_MIN3_AMD | amd::U_MIN3_AMD | amd::S_MIN3_AMD => {
                let first = of_two(min, x, y);
                of_two(min, first, z)
            }
            amd::F_MAX3_AMD | amd::U_MAX3_AMD | amd::S_MAX3_AMD => {
                let first = of_two(max, x, y);
                of_two(max, first, z)
            }
            _ => {
                let (low, high) = (of_two(min, x, y), of_two(max, x, y));
                let upper = of_two(min, high, z);
                of_two(max, low, upper)
            }
        })
    }

    /// Operands of an operation with two results: the second goes to a variable that becomes the last of them.
    fn pair_operands(&mut self, operands: Span) -> Option<Span> {
        let ty = self.tree.module.get(self.at).ty;
        let member = self.tree.module.component_type(ty, 1)?;
        let var = self.tree.add_variable(Origin::Flag, 0, member);
        let second = self.tree.add_node(Kind::Variable(var), member, self.at);
        // The operands are the last that were added.
        self.tree.operands.push(second);
        Some(Span { length: operands.length + 1, ..operands })
    }

    /// The structure of both results.
    fn pair_of(&mut self, kind: Kind) -> Node {
        let ty = self.tree.module.get(self.at).ty;
        let first = self.tree.module.component_type(ty, 0).unwrap_or(ty);
        let node = self.tree.add_node(kind, first, self.at);
        let (Kind::Operation(_, span) | Kind::Extended(_, span)) = kind else { return node };
        let second = self.tree.operands(span).last().copied().unwrap_or(node);
        self.tree.pairs.insert(node, second);
        let both = self.tree.add_operands(&[node, second]);
        self.tree.add_node(Kind::Construct(both), ty, self.at)
    }
}

/// Number of an instruction of `SPV_AMD_shader_trinary_minmax`.
fn trinary(module: &Module, at: At) -> Option<u32> {
    let set = module.definition(module.word(at, 0))?;
    let is_set =
        module.opcode(set) == op::EXT_INST_IMPORT && module.string(set, 0) == "SPV_AMD_shader_trinary_minmax";
    is_set.then(|| module.word(at, 1))
}

impl Tree<'_> {
    /// The opposite of a condition.
    pub(super) fn negate(&mut self, node: Node, ty: Id, at: At) -> Node {
        if let Kind::Operation(opcode, span) = self.kind(node) {
            if opcode == op::LOGICAL_NOT {
                return self.operands(span)[0];
            }
            if let Some(opposite) = opposite(opcode) {
                return self.add_node(Kind::Operation(opposite, span), ty, at);
            }
        }
        let span = self.add_operands(&[node]);
        self.add_node(Kind::Operation(op::LOGICAL_NOT, span), ty, at)
    }

    /// The operation and the variable of its second result, if the node is what an instruction with two results gives.
    #[inline]
    pub(super) fn pair_in(&self, node: Node) -> Option<(Node, Node)> {
        if self.pairs.is_empty() {
            return None;
        }
        let Kind::Construct(parts) = self.kind(node) else { return None };
        let &first = self.operands(parts).first()?;
        let second = *self.pairs.get(&first)?;
        (self.node(first).at == self.node(node).at).then_some((first, second))
    }

    /// True if two types have the same parts and names, under any ids.
    pub(super) fn same_type(&self, a: Id, b: Id) -> bool {
        let mut pairs = vec![(a, b)];
        let mut budget = 256;
        while let Some((a, b)) = pairs.pop() {
            budget -= 1;
            if a == b {
                continue;
            }
            match (self.module.ty(a), self.module.ty(b)) {
                _ if budget == 0 => return false,
                (Some(Type::Struct { members: first }), Some(Type::Struct { members: second }))
                    if first.len() == second.len()
                        && self.annotations.name(a) == self.annotations.name(b)
                        && self.same_rows((a, b), first.len() as u32) =>
                {
                    pairs.extend(first.iter().copied().zip(second.iter().copied()));
                }
                (
                    Some(Type::Array { element: first, length: m }),
                    Some(Type::Array { element: second, length: n }),
                ) if (m == n || self.module.constant_u32(m) == self.module.constant_u32(n))
                    && self.same_strides(a, b) =>
                {
                    pairs.push((first, second));
                }
                _ => return false,
            }
        }
        true
    }

    /// True if the matrices of two structures have one order in memory, or the target does not tell.
    fn same_rows(&self, (a, b): (Id, Id), count: u32) -> bool {
        let rows =
            |ty, index| self.annotations.member_decoration(ty, index, value::decoration::ROW_MAJOR).is_some();
        !self.tells_rows || (0..count).all(|index| rows(a, index) == rows(b, index))
    }

    /// True if the elements of two arrays are as far apart, or the target does not tell.
    fn same_strides(&self, a: Id, b: Id) -> bool {
        let stride = |array| self.stride(array, 0);
        !self.tells_rows || stride(a).zip(stride(b)).is_none_or(|(a, b)| a == b)
    }

    /// Bytes between the elements of an array, where it has no stride those of its elements; `None` for structures, which differ by
    /// their own.
    fn stride(&self, array: Id, depth: u16) -> Option<u32> {
        let stated = self.annotations.value(array, value::decoration::ARRAY_STRIDE);
        stated.or_else(|| self.bytes(self.module.array_element(array)?, depth + 1))
    }

    fn bytes(&self, ty: Id, depth: u16) -> Option<u32> {
        match self.module.ty(ty)? {
            _ if depth > MAX_DEPTH => None,
            Type::Int { width, .. } | Type::Float { width, .. } => Some(width / 8),
            Type::Vector { component, count } => {
                self.bytes(component, depth + 1)?.checked_mul(count.next_power_of_two())
            }
            Type::Matrix { column, count } => self.bytes(column, depth + 1)?.checked_mul(count),
            Type::Array { .. } => self.stride(ty, depth + 1)?.checked_mul(self.module.component_count(ty)?),
            _ => None,
        }
    }
}

/// The instruction that takes a variable where this one takes its location, and the storage classes of such variables.
fn by_location(opcode: u16) -> Option<(u16, [u32; 2])> {
    use value::storage_class::{CALLABLE_DATA_KHR, INCOMING_CALLABLE_DATA_KHR};
    use value::storage_class::{INCOMING_RAY_PAYLOAD_KHR, RAY_PAYLOAD_KHR};
    match opcode {
        op::TRACE_NV => Some((op::TRACE_RAY_KHR, [RAY_PAYLOAD_KHR, INCOMING_RAY_PAYLOAD_KHR])),
        op::EXECUTE_CALLABLE_NV => {
            Some((op::EXECUTE_CALLABLE_KHR, [CALLABLE_DATA_KHR, INCOMING_CALLABLE_DATA_KHR]))
        }
        _ => None,
    }
}

/// The comparison that holds where another does not, for every operand.
fn opposite(opcode: u16) -> Option<u16> {
    Some(match opcode {
        op::I_EQUAL => op::I_NOT_EQUAL,
        op::I_NOT_EQUAL => op::I_EQUAL,
        op::LOGICAL_EQUAL => op::LOGICAL_NOT_EQUAL,
        op::LOGICAL_NOT_EQUAL => op::LOGICAL_EQUAL,
        op::S_LESS_THAN => op::S_GREATER_THAN_EQUAL,
        op::S_GREATER_THAN_EQUAL => op::S_LESS_THAN,
        op::S_GREATER_THAN => op::S_LESS_THAN_EQUAL,
        op::S_LESS_THAN_EQUAL => op::S_GREATER_THAN,
        op::U_LESS_THAN => op::U_GREATER_THAN_EQUAL,
        op::U_GREATER_THAN_EQUAL => op::U_LESS_THAN,
        op::U_GREATER_THAN => op::U_LESS_THAN_EQUAL,
        op::U_LESS_THAN_EQUAL => op::U_GREATER_THAN,
        op::F_ORD_EQUAL => op::F_UNORD_NOT_EQUAL,
        op::F_UNORD_NOT_EQUAL => op::F_ORD_EQUAL,
        op::F_ORD_LESS_THAN => op::F_UNORD_GREATER_THAN_EQUAL,
        op::F_UNORD_GREATER_THAN_EQUAL => op::F_ORD_LESS_THAN,
        op::F_ORD_GREATER_THAN => op::F_UNORD_LESS_THAN_EQUAL,
        op::F_UNORD_LESS_THAN_EQUAL => op::F_ORD_GREATER_THAN,
        op::F_ORD_LESS_THAN_EQUAL => op::F_UNORD_GREATER_THAN,
        op::F_UNORD_GREATER_THAN => op::F_ORD_LESS_THAN_EQUAL,
        op::F_ORD_GREATER_THAN_EQUAL => op::F_UNORD_LESS_THAN,
        op::F_UNORD_LESS_THAN => op::F_ORD_GREATER_THAN_EQUAL,
        _ => return None,
    })
}

/// True for storage that a shader only reads.
pub(super) fn is_read_only(class: u32) -> bool {
    use value::storage_class as class_of;
    matches!(class, class_of::INPUT | class_of::UNIFORM_CONSTANT | class_of::PUSH_CONSTANT)
}
