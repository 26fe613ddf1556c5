//! The function that is rewritten: copies of instructions, new blocks, variables, constants.

use std::collections::{HashMap, HashSet};

use crate::control::graph::{BlockIndex, Graph};
use crate::grammar::{Section, op, value};
use crate::module::{At, Block, Few, Function, Id, Module, Operand, Type};

/// Whether a variable of a function can hold values of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Storable {
    Yes,
    No,
}

/// A function that is rewritten. Instructions are copied before they change, so that the original can come back.
pub(super) struct Work<'m> {
    pub(super) module: &'m mut Module,
    pub(super) function: Function,
    /// Variables to be declared in the entry block.
    variables: Vec<At>,
    /// Decorations of the variables.
    decorations: Vec<At>,
    /// Results that are no longer defined.
    removed: Vec<Id>,
    /// Results that are copies of others: the original, the copy.
    pub(super) copies: Vec<(Id, Id)>,
    /// By label, the merge that was removed there: its opcode and the operands after the labels.
    pub(super) controls: HashMap<Id, (u16, Vec<Operand>)>,
    constants: HashMap<u32, Id>,
    /// Pointers of functions by what they point to, those of the module included.
    pointers: HashMap<Id, Id>,
    /// By type, whether a variable can hold its values, as far as it was asked.
    storable: HashMap<Id, Storable>,
    pointer_variables: Storable,
    uint: Option<Id>,
    bool: Option<Id>,
}

impl<'m> Work<'m> {
    pub(super) fn new(module: &'m mut Module, function: Function) -> Work<'m> {
        const CLASS: u32 = value::storage_class::FUNCTION;
        let pointers = module.globals.iter().filter_map(|at| {
            let ty = module.get(*at).result;
            module.pointer(ty).filter(|(_, class)| *class == CLASS).map(|(pointee, _)| (pointee, ty))
        });
        Work {
            pointers: pointers.collect(),
            pointer_variables: pointer_variables(module),
            module,
            function,
            variables: Vec::new(),
            decorations: Vec::new(),
            removed: Vec::new(),
            copies: Vec::new(),
            controls: HashMap::new(),
            constants: HashMap::new(),
            storable: HashMap::new(),
            uint: None,
            bool: None,
        }
    }

    /// Removes all merges, and conditions of branches whose targets are the same.
    pub(super) fn strip(&mut self) {
        for index in 0..self.function.blocks.len() {
            let block = &mut self.function.blocks[index];
            let label = block.label;
            let mut body = std::mem::take(&mut block.body);
            body.retain(|&at| {
                let skipped = match self.module.opcode(at) {
                    op::SELECTION_MERGE => 1,
                    op::LOOP_MERGE => 2,
                    _ => return true,
                };
                let operands = self.module.tagged_operands(at).skip(skipped).collect();
                self.controls.insert(label, (self.module.opcode(at), operands));
                false
            });
            if let Some(last) = body.last_mut()
                && self.module.opcode(*last) == op::BRANCH_CONDITIONAL
                && self.module.word(*last, 1) == self.module.word(*last, 2)
            {
                *last = self.module.add_ids(op::BRANCH, 0, 0, &[self.module.word(*last, 1)]);
            }
            self.function.blocks[index].body = body;
        }
    }

    /// Removes unreachable blocks, and what phis take from them.
    pub(super) fn remove_unreachable(&mut self) {
        let graph = Graph::of(self.module, &self.function);
        let mut gone: Vec<Id> = Vec::new();
        let mut index = 0;
        let mut blocks = std::mem::take(&mut self.function.blocks);
        blocks.retain(|block| {
            index += 1;
            let keeps = graph.is_reachable(index - 1);
            if !keeps {
                gone.push(block.label);
                let results = block.body.iter().map(|at| self.module.get(*at).result);
                self.removed.extend(results.filter(|result| *result != 0).chain([block.label]));
            }
            keeps
        });
        gone.sort_unstable();
        for block in &mut blocks {
            for at in &mut block.body {
                if self.module.opcode(*at) == op::PHI && !gone.is_empty() {
                    let operands: Vec<Id> = self.module.operands(*at).to_vec();
                    let kept = operands.as_chunks().0.iter();
                    let kept = kept.filter(|[_, parent]| gone.binary_search(parent).is_err());
                    let kept: Vec<Id> = kept.flatten().copied().collect();
                    *at = self.replace(*at, op::PHI, &kept);
                }
            }
        }
        self.function.blocks = blocks;
    }

    /// Adds an entry block if a block branches to the entry.
    pub(super) fn separate_entry(&mut self) {
        let graph = Graph::of(self.module, &self.function);
        if graph.predecessors(0).is_empty() {
            return;
        }
        let first = self.function.blocks[0].label;
        let body = std::mem::take(&mut self.function.blocks[0].body);
        let (variables, body): (Vec<At>, Vec<At>) =
            body.into_iter().partition(|at| self.module.opcode(*at) == op::VARIABLE);
        self.function.blocks[0].body = body;
        let label = self.module.new_id();
        let mut entry = self.block(label);
        entry.body = variables;
        entry.body.push(self.branch(first));
        self.function.blocks.insert(0, entry);
    }

    /// A block without instructions.
    pub(super) fn block(&mut self, label: Id) -> Block {
        let at = self.module.add_ids(op::LABEL, 0, label, &[]);
        Block { label, head: Few::from_slice(&[at]), body: Vec::new() }
    }

    /// An instruction like another, with the same result and place, but other operands.
    pub(super) fn replace(&mut self, at: At, opcode: u16, ids: &[Id]) -> At {
        let instruction = self.module.get(at);
        let new = self.module.add_ids(opcode, instruction.ty, instruction.result, ids);
        let origin = self.module.origin(at);
        self.module.set_origin(new, origin);
        new
    }

    /// A copy of an instruction with another result, and with ids as `map` gives them.
    pub(super) fn copy(&mut self, at: At, result: Id, mut map: impl FnMut(Id) -> Id) -> At {
        let instruction = self.module.get(at);
        let operands: Vec<Operand> = self
            .module
            .tagged_operands(at)
            .map(|operand| operand.id().map_or(operand, |id| Operand::Id(map(id))))
            .collect();
        let new = self.module.add(instruction.opcode, instruction.ty, result, operands);
        let origin = self.module.origin(at);
        self.module.set_origin(new, origin);
        new
    }

    pub(super) fn branch(&mut self, label: Id) -> At {
        self.module.add_ids(op::BRANCH, 0, 0, &[label])
    }

    /// A value of a type, by an instruction added to a list.
    pub(super) fn value(&mut self, body: &mut Vec<At>, opcode: u16, ty: Id, operands: &[Id]) -> Id {
        let result = self.module.new_id();
        body.push(self.module.add_ids(opcode, ty, result, operands));
        result
    }

    pub(super) fn store(&mut self, variable: Id, value: Id) -> At {
        self.module.add_ids(op::STORE, 0, 0, &[variable, value])
    }

    /// A new variable of the function.
    pub(super) fn variable(&mut self, ty: Id) -> Id {
        const CLASS: u32 = value::storage_class::FUNCTION;
        let pointer = match self.pointers.get(&ty) {
            Some(pointer) => *pointer,
            None => {
                let operands = [Operand::Literal(CLASS), Operand::Id(ty)];
                let pointer = self.global(op::TYPE_POINTER, 0, &operands);
                self.pointers.insert(ty, pointer);
                pointer
            }
        };
        let result = self.module.new_id();
        let at = self.module.add(op::VARIABLE, pointer, result, [Operand::Literal(CLASS)]);
        self.variables.push(at);
        if self.is_physical_pointer(ty) {
            let decoration = Operand::Literal(value::decoration::ALIASED_POINTER);
            self.decorations.push(self.module.add(op::DECORATE, 0, 0, [Operand::Id(result), decoration]));
        }
        result
    }

    /// True if a variable of a function can hold values of a type.
    pub(super) fn is_storable(&mut self, ty: Id) -> bool {
        if let Some(known) = self.storable.get(&ty) {
            return *known == Storable::Yes;
        }
        let mut seen = HashSet::new();
        let mut types = vec![ty];
        let mut found = Storable::Yes;
        while let Some(ty) = types.pop() {
            if !seen.insert(ty) {
                continue;
            }
            match self.module.ty(ty) {
                Some(Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::CooperativeMatrix { .. }) => {
                }
                Some(Type::Vector { component: part, .. } | Type::Matrix { column: part, .. }) => {
                    types.push(part)
                }
                Some(Type::Array { element, .. }) => types.push(element),
                Some(Type::Struct { members }) => types.extend(members),
                Some(Type::Pointer { .. } | Type::UntypedPointer { .. })
                    if self.pointer_variables == Storable::Yes || self.is_physical_pointer(ty) => {}
                _ => found = Storable::No,
            }
        }
        self.storable.insert(ty, found);
        found == Storable::Yes
    }

    /// True for pointers to buffers by address.
    fn is_physical_pointer(&self, ty: Id) -> bool {
        self.module
            .pointer(ty)
            .is_some_and(|(_, class)| class == value::storage_class::PHYSICAL_STORAGE_BUFFER)
    }

    pub(super) fn uint(&mut self) -> Id {
        if let Some(uint) = self.uint {
            return uint;
        }
        let uint = self.global(op::TYPE_INT, 0, &[Operand::Literal(32), Operand::Literal(0)]);
        self.uint = Some(uint);
        uint
    }

    pub(super) fn bool(&mut self) -> Id {
        if let Some(bool) = self.bool {
            return bool;
        }
        let bool = self.global(op::TYPE_BOOL, 0, &[]);
        self.bool = Some(bool);
        bool
    }

    pub(super) fn constant(&mut self, number: u32) -> Id {
        if let Some(id) = self.constants.get(&number) {
            return *id;
        }
        let uint = self.uint();
        let id = self.global(op::CONSTANT, uint, &[Operand::Literal(number)]);
        self.constants.insert(number, id);
        id
    }

    /// Result of a global instruction, which is added if the module has none like it.
    fn global(&mut self, opcode: u16, ty: Id, operands: &[Operand]) -> Id {
        let module = &self.module;
        let is_same = |at: &&At| {
            module.opcode(**at) == opcode
                && module.get(**at).ty == ty
                && module.tagged_operands(**at).eq(operands.iter().copied())
        };
        if opcode != op::CONSTANT
            && let Some(at) = module.globals.iter().find(is_same)
        {
            return module.get(*at).result;
        }
        let result = self.module.new_id();
        let at = self.module.add(opcode, ty, result, operands.iter().copied());
        // Types and constants may follow all others.
        self.module.globals.push(at);
        result
    }

    /// Index of the first instruction of a block after phis and variables.
    pub(super) fn first_index(&self, block: BlockIndex) -> usize {
        let body = &self.function.blocks[block as usize].body;
        let mut first = 0;
        for (index, at) in body.iter().enumerate() {
            match self.module.opcode(*at) {
                op::PHI | op::VARIABLE => first = index + 1,
                _ if self.module.is_debug(*at) => {}
                _ => break,
            }
        }
        first
    }

    /// Adds an instruction at the end of a block, before its merge and terminator.
    pub(super) fn push_last(&mut self, block: BlockIndex, at: At) {
        let block = &mut self.function.blocks[block as usize];
        let last = block.body.len().saturating_sub(1);
        let merge = self.module.merge(block);
        let index = merge.and_then(|merge| block.body.iter().rposition(|at| *at == merge)).unwrap_or(last);
        block.body.insert(index, at);
    }

    /// Number of instructions in the blocks.
    pub(super) fn size(&self) -> usize {
        self.function.blocks.iter().map(|block| block.body.len() + 1).sum()
    }

    /// The function, with its variables declared and names and decorations of its results in order.
    pub(super) fn finish(mut self) -> Function {
        if let Some(entry) = self.function.blocks.first_mut() {
            entry.body.splice(0..0, self.variables);
        }
        self.removed.sort_unstable();
        self.copies.sort_unstable();
        let mut globals = Vec::with_capacity(self.module.globals.len());
        for at in std::mem::take(&mut self.module.globals) {
            let opcode = self.module.opcode(at);
            let annotates = matches!(opcode, op::NAME | op::DECORATE | op::DECORATE_ID | op::DECORATE_STRING);
            let target = self.module.word(at, 0);
            if annotates && self.removed.binary_search(&target).is_ok() {
                continue;
            }
            globals.push(at);
            if !annotates || opcode == op::NAME {
                continue;
            }
            let start = self.copies.partition_point(|entry| entry.0 < target);
            for &(_, copy) in self.copies[start..].iter().take_while(|entry| entry.0 == target) {
                let mut operands: Vec<Operand> = self.module.tagged_operands(at).collect();
                operands[0] = Operand::Id(copy);
                globals.push(self.module.add(opcode, 0, 0, operands));
            }
        }
        let is_before = |at: &At| Section::of(self.module.opcode(*at)) <= Section::Decorations;
        let place = globals.iter().rposition(is_before).map_or(0, |last| last + 1);
        globals.splice(place..place, self.decorations);
        self.module.globals = globals;
        self.function
    }
}

/// Whether variables of a function can hold pointers.
fn pointer_variables(module: &Module) -> Storable {
    let allows = module.globals.iter().any(|at| match module.opcode(*at) {
        op::MEMORY_MODEL => matches!(
            module.word(*at, 0),
            value::addressing_model::PHYSICAL32 | value::addressing_model::PHYSICAL64
        ),
        op::CAPABILITY => matches!(
            module.word(*at, 0),
            value::capability::VARIABLE_POINTERS | value::capability::VARIABLE_POINTERS_STORAGE_BUFFER
        ),
        _ => false,
    });
    if allows { Storable::Yes } else { Storable::No }
}
