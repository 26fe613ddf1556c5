//! Loads and stores structures of inputs and outputs, and arrays of built-in values, part by part: many languages have them
//! nowhere as values.

use glassbox_spirv::build::value::{built_in, decoration, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{Annotations, At, Declarations, Function, Id, Module, Operand, Type};

use crate::interface::element;
use crate::structured::Derived;

/// Most loads or stores of parts that a module gets.
const MAX_PARTS: usize = 1 << 12;
/// Deepest nesting of what is taken apart.
const MAX_DEPTH: u32 = 8;

/// Which loads and stores are taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wholes {
    /// Those of structures and of arrays of built-in values.
    All,
    /// Those of arrays of built-in values.
    BuiltInArrays,
}

/// A module without such loads and stores; nothing if it has none.
pub(crate) fn taken_apart(module: &Module, which: Wholes) -> Option<Derived> {
    if which == Wholes::BuiltInArrays && !(has_pointers_to_arrays(module) && has_arrays_of_built_ins(module))
    {
        return None;
    }
    let is_candidate =
        |at: &At| pointers(module, *at).iter().any(|pointer| composite(module, *pointer).is_some());
    let walk = module.functions.iter().flat_map(Function::walk);
    let mut wholes: Vec<At> = walk.filter(is_candidate).collect();
    if wholes.is_empty() {
        return None;
    }
    let annotations = Annotations::of(module);
    wholes.retain(|at| {
        pointers(module, *at).iter().any(|pointer| is_whole(module, &annotations, *pointer, which))
    });
    wholes.sort_unstable();
    if wholes.is_empty() {
        return None;
    }
    let mut made = module.clone();
    let mut parts = Parts { known: Declarations::of(&made), budget: MAX_PARTS, added: Vec::new() };
    let mut functions = std::mem::take(&mut made.functions);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        if !block.body.iter().any(|at| wholes.binary_search(at).is_ok()) {
            continue;
        }
        let mut body = Vec::with_capacity(block.body.len());
        for &at in &block.body {
            let is_whole = wholes.binary_search(&at).is_ok();
            let is_kept = !is_whole || parts.replace(module, &mut made, at)?;
            for added in parts.added.drain(..) {
                made.set_origin(added, module.origin(at));
                body.push(added);
            }
            if is_kept {
                body.push(at);
            }
        }
        block.body = body;
    }
    made.functions = functions;
    Some(Derived::new(module, made))
}

/// The pointers by which an instruction loads and stores.
fn pointers(module: &Module, at: At) -> &[Id] {
    match module.opcode(at) {
        op::LOAD | op::STORE => &module.operands(at)[..1],
        op::COPY_MEMORY => &module.operands(at)[..2],
        _ => &[],
    }
}

/// The structure or array of inputs or outputs that a pointer leads to.
fn composite(module: &Module, pointer: Id) -> Option<Id> {
    let (pointee, storage_class::INPUT | storage_class::OUTPUT) = module.pointer(module.type_of(pointer))?
    else {
        return None;
    };
    let ty = module.ty(pointee)?;
    matches!(ty, Type::Struct { .. } | Type::Array { .. } | Type::RuntimeArray { .. }).then_some(pointee)
}

/// True for a pointer to a structure of inputs or outputs, to an array of such, or to an array of built-in values.
fn is_whole(module: &Module, annotations: &Annotations<'_>, pointer: Id, which: Wholes) -> bool {
    let Some(pointee) = composite(module, pointer) else { return false };
    let is_structure = || matches!(module.ty(element(module, pointee)), Some(Type::Struct { .. }));
    which == Wholes::All && is_structure() || is_built_in_array(module, annotations, pointer, pointee)
}

/// True if an array of inputs or outputs can be read or written as a whole.
fn has_pointers_to_arrays(module: &Module) -> bool {
    module.globals.iter().any(|&at| {
        module.opcode(at) == op::TYPE_POINTER
            && matches!(*module.operands(at), [storage_class::INPUT | storage_class::OUTPUT, pointee, ..]
                if module.opcode_of(pointee) == op::TYPE_ARRAY)
    })
}

/// True if a variable or member is one of the built-in variables that are arrays.
fn has_arrays_of_built_ins(module: &Module) -> bool {
    module.globals.iter().any(|&at| {
        let words = match module.opcode(at) {
            op::DECORATE => &module.operands(at)[1..],
            op::MEMBER_DECORATE => &module.operands(at)[2..],
            _ => return false,
        };
        matches!(*words, [decoration::BUILT_IN, number, ..] if is_array(number))
    })
}

/// True for built-in variables that are arrays.
fn is_array(number: u32) -> bool {
    matches!(number, built_in::CLIP_DISTANCE | built_in::CULL_DISTANCE | built_in::SAMPLE_MASK)
}

fn is_built_in_array(module: &Module, annotations: &Annotations<'_>, pointer: Id, pointee: Id) -> bool {
    if !matches!(module.ty(pointee), Some(Type::Array { .. })) {
        return false;
    }
    let Some(at) = module.definition(pointer) else { return false };
    let number = match module.opcode(at) {
        op::VARIABLE => annotations.value(pointer, decoration::BUILT_IN),
        op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN => member_of(module, annotations, at),
        _ => None,
    };
    number.is_some_and(is_array)
}

/// The built-in variable that the last index of a chain picks.
fn member_of(module: &Module, annotations: &Annotations<'_>, at: At) -> Option<u32> {
    let (base, indices) = module.operands(at).split_first()?;
    let (last, before) = indices.split_last()?;
    let (mut ty, _) = module.pointer(module.type_of(*base))?;
    for index in before {
        ty = module.component_type(ty, module.constant_u32(*index).unwrap_or(0))?;
    }
    annotations.member_value(ty, module.constant_u32(*last)?, decoration::BUILT_IN)
}

/// Makes the instructions for parts.
struct Parts {
    known: Declarations,
    budget: usize,
    added: Vec<At>,
}

impl Parts {
    /// Puts what loads or stores the parts before an instruction, which becomes the value of a load; false if it goes.
    fn replace(&mut self, module: &Module, made: &mut Module, at: At) -> Option<bool> {
        let annotations = Annotations::of(module);
        let operands = module.operands(at);
        match module.opcode(at) {
            op::LOAD => {
                let parts = self.loads(&annotations, made, operands[0], 0)?;
                made.rewrite(at, op::COMPOSITE_CONSTRUCT, parts.into_iter().map(Operand::Id));
                return Some(true);
            }
            op::STORE => self.stores(&annotations, made, (operands[0], operands[1]), 0)?,
            _ => {
                let value = self.load(&annotations, made, operands[1], 0)?;
                self.stores(&annotations, made, (operands[0], value), 0)?;
            }
        }
        Some(false)
    }

    fn add(&mut self, made: &mut Module, (opcode, ty): (u16, Id), operands: &[Operand]) -> Option<Id> {
        self.budget = self.budget.checked_sub(1)?;
        let id = if ty == 0 { 0 } else { made.new_id() };
        self.added.push(made.add(opcode, ty, id, operands.iter().copied()));
        Some(id)
    }

    /// Number of parts of what a pointer points to.
    fn count(made: &Module, pointer: Id) -> Option<u32> {
        let (pointee, _) = made.pointer(made.type_of(pointer))?;
        match made.ty(pointee)? {
            Type::Array { length, .. } => made.constant_u32(length).filter(|count| *count <= 64),
            Type::Struct { members } => Some(members.len() as u32),
            _ => None,
        }
    }

    /// A pointer to a part.
    fn part(&mut self, made: &mut Module, pointer: Id, index: u32) -> Option<Id> {
        let (pointee, class) = made.pointer(made.type_of(pointer))?;
        let component = made.component_type(pointee, index)?;
        let uint = self.known.get(made, (op::TYPE_INT, 0), &[Operand::Literal(32), Operand::Literal(0)]);
        let constant = self.known.get(made, (op::CONSTANT, uint), &[Operand::Literal(index)]);
        let operands = [Operand::Literal(class), Operand::Id(component)];
        let ty = self.known.get(made, (op::TYPE_POINTER, 0), &operands);
        self.add(made, (op::ACCESS_CHAIN, ty), &[Operand::Id(pointer), Operand::Id(constant)])
    }

    /// What a pointer points to, loaded in parts where it has to be.
    fn load(
        &mut self,
        annotations: &Annotations<'_>,
        made: &mut Module,
        pointer: Id,
        depth: u32,
    ) -> Option<Id> {
        let (pointee, _) = made.pointer(made.type_of(pointer))?;
        if !self.splits(annotations, made, pointer, depth) {
            return self.add(made, (op::LOAD, pointee), &[Operand::Id(pointer)]);
        }
        let parts: Vec<Operand> =
            self.loads(annotations, made, pointer, depth)?.into_iter().map(Operand::Id).collect();
        self.add(made, (op::COMPOSITE_CONSTRUCT, pointee), &parts)
    }

    fn splits(&self, annotations: &Annotations<'_>, made: &Module, pointer: Id, depth: u32) -> bool {
        depth < MAX_DEPTH && is_whole(made, annotations, pointer, Wholes::All)
    }

    fn loads(
        &mut self,
        annotations: &Annotations<'_>,
        made: &mut Module,
        pointer: Id,
        depth: u32,
    ) -> Option<Vec<Id>> {
        let mut parts = Vec::new();
        for index in 0..Self::count(made, pointer)? {
            let part = self.part(made, pointer, index)?;
            parts.push(self.load(annotations, made, part, depth + 1)?);
        }
        Some(parts)
    }

    fn stores(
        &mut self,
        annotations: &Annotations<'_>,
        made: &mut Module,
        (pointer, value): (Id, Id),
        depth: u32,
    ) -> Option<()> {
        for index in 0..Self::count(made, pointer)? {
            let part = self.part(made, pointer, index)?;
            let (component, _) = made.pointer(made.type_of(part))?;
            let operands = [Operand::Id(value), Operand::Literal(index)];
            let value = self.add(made, (op::COMPOSITE_EXTRACT, component), &operands)?;
            if self.splits(annotations, made, part, depth + 1) {
                self.stores(annotations, made, (part, value), depth + 1)?;
            } else {
                self.add(made, (op::STORE, 0), &[Operand::Id(part), Operand::Id(value)])?;
            }
        }
        Some(())
    }
}
