//! Functions out of blocks. Blocks become blocks, in an order in which values are made before they are used; structure comes later.

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};
use glassbox_dxil::ir::{Body, FunctionId, Instruction, InstructionId, LabelId, Op, Type, TypeId, ValueId};
use glassbox_lower_directx::{Outcome, rules};
use glassbox_spirv::build::value::storage_class;
use glassbox_spirv::build::{Id, op};

use crate::memory::Pointer;
use crate::merge::Held;
use crate::writer::{State, Value, Writer};

/// A phi whose values come later.
#[derive(Clone, Copy)]
enum Phi {
    One(Id),
    Held(Held),
}

/// Blocks of the function that is written.
struct Blocks {
    labels: Vec<Id>,
    /// Block that control leaves an original block from.
    exits: Vec<Option<Id>>,
    /// Phis, and where each is.
    phis: Vec<(Phi, InstructionId)>,
}

impl<'p> Writer<'p> {
    /// Writes a function.
    pub(crate) fn function(&mut self, id: FunctionId) -> Outcome<()> {
        let source = self.source;
        let (Some(body), Some(function)) =
            (source.program.body(id), source.program.module.functions.get(id.index()))
        else {
            return Ok(());
        };
        self.f = Some(State {
            id,
            body,
            values: vec![None; body.locals.len()],
            held: HashMap::new(),
            at: InstructionId(0),
            used: crate::debug::used_members(body),
        });
        let types = &source.program.module.types;
        let Some((result, parameters, _)) = types.function(function.ty) else {
            return Err(self.refuse(&rules::SHAPE, "found a function without a type".to_owned()));
        };
        let parameters = parameters.to_vec();
        let is_entry = id == self.chosen.function;
        let result = if is_entry { self.b.void() } else { self.ty(result)? };
        let taken = self.parameter_types(&parameters, is_entry)?;
        let signature = self.b.function_type(result, &taken);
        let own = self.functions.get(&id).copied().unwrap_or_else(|| self.b.id());
        self.b.begin_function_as(own, result, signature);
        if let Some(name) = source.program.module.name(function.value) {
            let name = crate::debug::plain_name(name);
            self.b.name(own, &name);
        }
        self.parameters(body, &parameters, is_entry)?;
        self.blocks(body)?;
        self.b.end_function();
        self.f = None;
        Ok(())
    }

    /// Types of the parameters that a function has in the module: those of an entry point are global variables.
    fn parameter_types(&mut self, parameters: &[TypeId], is_entry: bool) -> Outcome<Vec<Id>> {
        if is_entry {
            return Ok(Vec::new());
        }
        let mut taken = Vec::new();
        for ty in parameters {
            taken.push(match self.llvm(*ty) {
                Some(Type::Pointer { pointee, address_space: 0 }) => {
                    let pointee = self.ty(pointee)?;
                    self.b.pointer(storage_class::FUNCTION, pointee)
                }
                _ => self.ty(*ty)?,
            });
        }
        Ok(taken)
    }

    fn parameters(&mut self, body: &Body, parameters: &[TypeId], is_entry: bool) -> Outcome<()> {
        let arguments: Vec<ValueId> = body.arguments().collect();
        for (index, (value, ty)) in arguments.into_iter().zip(parameters).enumerate() {
            let is = if is_entry {
                self.entry_parameter(index, *ty)?
            } else {
                match self.llvm(*ty) {
                    Some(Type::Pointer { pointee, .. }) => {
                        let to = self.ty(pointee)?;
                        let pointer = self.b.pointer(storage_class::FUNCTION, to);
                        let id = self.b.parameter(pointer);
                        Value::Pointer(Pointer::whole(id, storage_class::FUNCTION, pointee))
                    }
                    _ => {
                        let ty = self.ty(*ty)?;
                        Value::Id(self.b.parameter(ty))
                    }
                }
            };
            self.set(value, is);
        }
        Ok(())
    }

    fn blocks(&mut self, body: &'p Body) -> Outcome<()> {
        let order = order(body);
        let mut blocks = Blocks {
            labels: body.blocks.iter().map(|_| self.b.id()).collect(),
            exits: vec![None; body.blocks.len()],
            phis: Vec::new(),
        };
        for block in order {
            if let Some(label) = blocks.labels.get(block) {
                self.b.open(*label);
            }
            if block == 0 {
                self.begin_body();
            }
            let label = LabelId::at(block);
            for (id, instruction) in body.block(label) {
                if let Some(f) = &mut self.f {
                    f.at = id;
                }
                self.b.at(self.place());
                if instruction.op == Op::Phi {
                    self.phi(instruction, id, &mut blocks)?;
                    continue;
                }
                self.line();
                if instruction.is_terminator() {
                    if let Some(exit) = blocks.exits.get_mut(block) {
                        *exit = self.b.block();
                    }
                    self.terminator(body, instruction, &blocks)?;
                } else {
                    self.instruction(instruction)?;
                }
            }
        }
        self.incoming(body, &blocks)
    }

    /// What an entry point does first.
    fn begin_body(&mut self) {
        let is_entry = self.f.as_ref().is_some_and(|f| f.id == self.chosen.function);
        if is_entry && self.is_ordered() {
            self.b.effect(op::BEGIN_INVOCATION_INTERLOCK_EXT, &[]);
        }
    }

    fn phi(&mut self, instruction: &Instruction, id: InstructionId, blocks: &mut Blocks) -> Outcome<()> {
        let Some(result) = instruction.result else { return Ok(()) };
        if self.merge_of(Some(result)).is_some() {
            let uint = self.b.uint();
            let [which, index] = [(); 2].map(|()| self.b.phi(uint, &[]));
            let held = Held { which, index };
            blocks.phis.push((Phi::Held(held), id));
            self.set(result, Value::Held(held));
            return Ok(());
        }
        if crate::survey::is_handle_load(self.source, instruction) {
            self.set(result, Value::None);
            return Ok(());
        }
        let ty = self.ty(instruction.ty)?;
        let phi = self.b.phi(ty, &[]);
        self.relax(phi, instruction.ty);
        blocks.phis.push((Phi::One(phi), id));
        self.set(result, Value::Id(phi));
        Ok(())
    }

    /// Gives phis their values, which may be made after them. What a value needs to become one id is written where its block ends.
    fn incoming(&mut self, body: &'p Body, blocks: &Blocks) -> Outcome<()> {
        let mut seen: HashSet<LabelId> = HashSet::new();
        for &(phi, id) in &blocks.phis {
            seen.clear();
            if let Some(f) = &mut self.f {
                f.at = id;
            }
            let Some(instruction) = body.instruction(id) else { continue };
            let pairs = body.operands(instruction).iter().zip(body.labels(instruction));
            for (&value, &label) in pairs {
                // Blocks that are not reached have no exit.
                let Some(exit) = blocks.exits.get(label.index()).copied().flatten() else { continue };
                if !seen.insert(label) {
                    continue;
                }
                let phi = match phi {
                    Phi::One(phi) => phi,
                    Phi::Held(held) => {
                        let value = self.held(value)?;
                        self.b.add_incoming(held.which, value.which, exit);
                        self.b.add_incoming(held.index, value.index, exit);
                        continue;
                    }
                };
                let value = match self.value(value)? {
                    Value::Id(id) => id,
                    _ => {
                        let message = "found a value of several parts that meets another on two paths";
                        return Err(self.refuse(&rules::OPERATION, message.to_owned()));
                    }
                };
                self.b.add_incoming(phi, value, exit);
            }
        }
        Ok(())
    }

    fn terminator(&mut self, body: &Body, instruction: &Instruction, blocks: &Blocks) -> Outcome<()> {
        let operands = body.operands(instruction);
        let label = |label: &LabelId| blocks.labels.get(label.index()).copied();
        let labels: Option<Vec<Id>> = body.labels(instruction).iter().map(label).collect();
        let Some(labels) = labels else {
            return Err(self.refuse(&rules::SHAPE, "found a branch to no block".to_owned()));
        };
        match (instruction.op, labels.as_slice(), operands) {
            (Op::Return, _, []) => self.leave(None),
            (Op::Return, _, [value, ..]) => {
                let value = self.id(*value)?;
                self.leave(Some(value));
            }
            (Op::Branch, [target], _) => self.b.branch(*target),
            (Op::Branch, [yes, no], [condition, ..]) => {
                let condition = self.id(*condition)?;
                if yes == no {
                    self.b.branch(*yes);
                } else {
                    self.b.branch_conditional(condition, *yes, *no);
                }
            }
            (Op::Switch, [default, cases @ ..], [selector, values @ ..]) => {
                let selector = self.id(*selector)?;
                let mut pairs = Vec::new();
                for (value, label) in values.iter().zip(cases) {
                    let Some(number) = self.scope().integer(*value) else {
                        return Err(self.refuse(&rules::SHAPE, "found a case that is no number".to_owned()));
                    };
                    pairs.push((number as u64, *label));
                }
                self.b.branch_switch(selector, *default, &pairs);
            }
            (Op::Unreachable, ..) => self.b.end(op::UNREACHABLE),
            _ => {
                let message = "found a branch to an address or an exception".to_owned();
                return Err(self.refuse(&rules::OPERATION, message));
            }
        }
        Ok(())
    }

    /// Returns.
    fn leave(&mut self, value: Option<Id>) {
        let is_entry = self.f.as_ref().is_some_and(|f| f.id == self.chosen.function);
        if is_entry && self.is_ordered() {
            self.b.effect(op::END_INVOCATION_INTERLOCK_EXT, &[]);
        }
        match value {
            Some(value) if !is_entry => self.b.return_value(value),
            _ => self.b.end(op::RETURN),
        }
    }
}

/// Reachable blocks, each before those that it dominates.
fn order(body: &Body) -> Vec<usize> {
    let mut postorder = Vec::with_capacity(body.blocks.len());
    let mut seen = vec![false; body.blocks.len()];
    let targets = |block: usize| -> &[LabelId] {
        let Some(range) = body.blocks.get(block) else { return &[] };
        let last = range.end.checked_sub(1).and_then(|last| body.instructions.get(last as usize));
        last.map_or(&[], |last| body.labels(last))
    };
    let mut stack = Vec::new();
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push((0, 0));
    }
    while let Some((block, next)) = stack.last_mut() {
        match targets(*block).get(*next) {
            Some(label) => {
                *next += 1;
                let to = label.index();
                if let Some(slot) = seen.get_mut(to).filter(|slot| !**slot) {
                    *slot = true;
                    stack.push((to, 0));
                }
            }
            None => {
                postorder.push(*block);
                stack.pop();
            }
        }
    }
    postorder.reverse();
    postorder
}
