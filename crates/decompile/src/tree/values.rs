//! Makes a node of each instruction, and of constants, variables and parameters.

use glassbox_spirv::build::{glsl, value};
use glassbox_spirv::grammar::{is_type, op};
use glassbox_spirv::module::{At, Id, Instruction, Module, Type};
use smallvec::SmallVec;

use super::{
    Direction, Distinct, Kind, MAX_DEPTH, MAX_STEPS, Node, Nodes, Origin, Span, Step, Tree, Var,
    ends_or_writes, malformed,
};
use crate::refusal::{Reason, Refusals};

/// A few steps.
pub(super) type Steps = SmallVec<[Step; 8]>;

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
                let node = tree.add_node(Kind::Variable(var), pointee, at);
                tree.add_pointer(instruction.result, node)
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
            tree.values[instruction.result as usize] = tree.add_pointer(instruction.result, node);
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
            tree.values[instruction.result as usize] = tree.add_pointer(instruction.result, node);
        }
    }
    for block in &function.blocks {
        for &at in &block.body {
            if !module.is_debug(at) {
                Maker { tree, at, instruction: module.get(at), refusals }.make();
            }
        }
    }
}

/// Makes the node of an instruction.
pub(super) struct Maker<'t, 'm, 'r> {
    pub(super) tree: &'t mut Tree<'m>,
    pub(super) at: At,
    instruction: Instruction,
    pub(super) refusals: &'r mut Refusals,
}

impl Maker<'_, '_, '_> {
    /// Makes the node of the instruction, and notes that it may have an effect.
    fn make(&mut self) {
        let at = self.at;
        let Instruction { opcode, result, .. } = self.instruction;
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
        self.tree.values[result as usize] = self.tree.add_pointer(result, made);
    }

    fn instruction(&mut self) -> Option<Node> {
        let module = self.tree.module;
        let Maker { instruction, at, .. } = *self;
        let ty = instruction.ty;
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
            op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => {
                let (base, indices) = module.operands(self.at).split_first()?;
                let base = self.place(*base)?;
                self.access(base, indices)
            }
            op::PTR_ACCESS_CHAIN | op::IN_BOUNDS_PTR_ACCESS_CHAIN
                if self.tree.has_addresses && self.tree.is_reference(module.type_of(word(0))) =>
            {
                self.access_element()
            }
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
                let parts = module.operands(at);
                let mut nodes = Nodes::with_capacity(parts.len());
                for part in parts {
                    nodes.push(self.operand(*part)?);
                }
                Some(self.construct(ty, &nodes))
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

    pub(super) fn refuse(&mut self, reason: Reason, what: &str) {
        self.refusals.add(reason, Some(self.at), what.to_owned());
    }

    fn add(&mut self, kind: Kind) -> Node {
        self.tree.add_node(kind, self.instruction.ty, self.at)
    }

    fn operation(&mut self, opcode: u16, operands: &[Node]) -> Node {
        let span = self.tree.add_operands(operands);
        self.add(Kind::Operation(opcode, span))
    }

    #[inline]
    pub(super) fn operand(&mut self, id: Id) -> Option<Node> {
        let found = self.tree.value(id);
        if found.is_none() {
            self.refuse_unknown(id);
        }
        found
    }

    #[cold]
    fn refuse_unknown(&mut self, id: Id) {
        let number = self.tree.module.number(id);
        let what = format!("%{number} is used before it is defined, or is no value");
        malformed(self.refusals, self.at, &what);
    }

    /// The node of a place.
    #[inline]
    fn place(&mut self, id: Id) -> Option<Node> {
        let node = self.operand(id)?;
        Some(self.tree.pointed_to(node))
    }

    /// Nodes of the operands that are values, of which the first of calls is none.
    fn all_operands(&mut self) -> Option<Span> {
        let module = self.tree.module;
        let skipped = usize::from(self.instruction.opcode == op::FUNCTION_CALL);
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

    /// A part of what is so many elements behind a pointer.
    fn access_element(&mut self) -> Option<Node> {
        let module = self.tree.module;
        let [base, element, indices @ ..] = module.operands(self.at) else { return None };
        let mut pointer = self.operand(*base)?;
        if module.constant_u32(*element) != Some(0) {
            let operands = [pointer, self.operand(*element)?];
            let span = self.tree.add_operands(&operands);
            let kind = Kind::Operation(op::PTR_ACCESS_CHAIN, span);
            pointer = self.tree.add_node(kind, module.type_of(*base), self.at);
        }
        if indices.is_empty() {
            return Some(pointer);
        }
        let base = self.tree.pointee(pointer)?;
        self.access(base, indices)
    }

    /// A part of a place.
    fn access(&mut self, base: Node, indices: &[Id]) -> Option<Node> {
        let module = self.tree.module;
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

    pub(super) fn part_of_place(&mut self, place: Node, index: u32) -> Option<Node> {
        let (root, mut steps) = match self.tree.kind(place) {
            Kind::Path(root, steps) => (root, Steps::from_slice(self.tree.steps(steps))),
            _ => (place, Steps::new()),
        };
        let ty = self.tree.part_type(self.tree.node(place).ty, index)?;
        steps.push(Step::Part(index));
        let steps = self.tree.add_steps(&steps);
        Some(self.tree.add_node(Kind::Path(root, steps), ty, self.at))
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
        self.tree.negate(node, self.instruction.ty, self.at)
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
        let ty = self.instruction.ty;
        let member = self.tree.module.component_type(ty, 1)?;
        let var = self.tree.add_variable(Origin::Flag, 0, member);
        let second = self.tree.add_node(Kind::Variable(var), member, self.at);
        // The operands are the last that were added.
        self.tree.operands.push(second);
        Some(Span { length: operands.length + 1, ..operands })
    }

    /// The structure of both results.
    fn pair_of(&mut self, kind: Kind) -> Node {
        let ty = self.instruction.ty;
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
        if a == b {
            return true;
        }
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
                        && self.same_members((a, b), first.len() as u32) =>
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

    /// True if the members of two structures are in the same places and orders, or the target does not tell.
    fn same_members(&self, (a, b): (Id, Id), count: u32) -> bool {
        let rows =
            |ty, index| self.annotations.member_decoration(ty, index, value::decoration::ROW_MAJOR).is_some();
        let offset = |ty, index| self.annotations.member_value(ty, index, value::decoration::OFFSET);
        let is_alike = |index| {
            let offsets = offset(a, index).zip(offset(b, index));
            rows(a, index) == rows(b, index) && offsets.is_none_or(|(a, b)| a == b)
        };
        match self.distinct {
            Distinct::None => true,
            Distinct::Layouts if offset(a, 0).is_none() || offset(b, 0).is_none() => true,
            _ => (0..count).all(is_alike),
        }
    }

    /// True if the elements of two arrays are as far apart, or the target does not tell.
    fn same_strides(&self, a: Id, b: Id) -> bool {
        let stride = |array| match self.distinct {
            Distinct::None => None,
            Distinct::Layouts => self.annotations.value(array, value::decoration::ARRAY_STRIDE),
            Distinct::Orders => self.stride(array, 0),
        };
        stride(a).zip(stride(b)).is_none_or(|(a, b)| a == b)
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
        op::PTR_EQUAL => op::PTR_NOT_EQUAL,
        op::PTR_NOT_EQUAL => op::PTR_EQUAL,
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
