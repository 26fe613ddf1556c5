//! Clones functions that take textures, samplers or images for each set of variables they are given: where texture and
//! sampler are one variable, neither can be an argument alone, and images are arguments with the qualifiers of their variables.

use foldhash::HashMap;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::storage_class as storage;
use glassbox_spirv::module::{At, Block, Declarations, Few, Function, Id, Module, Operand, Type};

use crate::copy::copy;

/// Most instructions of the functions that are made.
const MAX_MADE: usize = 1 << 18;

/// What a function is made for: its number in the module, and the variables in the places of its parameters.
type Key = (Id, Vec<Option<Id>>);

/// Makes functions and redirects their calls; nothing if no function takes what cannot be an argument. Calls whose arguments are no
/// variables stay.
pub(crate) fn specialized(module: &Module, is_argument: impl Fn(&Type<'_>) -> bool) -> Option<Module> {
    let takes = takers(module, is_argument);
    if takes.is_empty() {
        return None;
    }
    let mut module = module.clone();
    specialize(&mut module, takes);
    Some(module)
}

fn specialize(module: &mut Module, takes: HashMap<Id, Vec<bool>>) {
    let mut state = State {
        takes,
        made: HashMap::default(),
        known: Declarations::of(module),
        notes: notes(module),
        added: Vec::new(),
        budget: MAX_MADE,
    };
    let mut functions = std::mem::take(&mut module.functions);
    let originals: HashMap<Id, usize> = functions.iter().zip(0..).map(|(of, index)| (of.id, index)).collect();
    let mut next = 0;
    while next < functions.len() {
        let is_taker = state.takes.contains_key(&functions[next].id);
        let calls: Vec<At> =
            functions[next].walk().filter(|at| module.opcode(*at) == op::FUNCTION_CALL).collect();
        next += 1;
        if is_taker {
            continue;
        }
        for at in calls {
            let Some(key) = state.key(module, at) else { continue };
            let known = state.made.get(&key).copied();
            let made = known.or_else(|| {
                let original = functions.get(*originals.get(&key.0)?)?.clone();
                let made = state.make(module, &original, &key)?;
                let id = made.id;
                functions.push(made);
                state.made.insert(key.clone(), id);
                Some(id)
            });
            if let Some(made) = made {
                redirect(module, at, made, &key.1);
            }
        }
    }
    module.functions = functions;
    let last = module.globals.iter().rposition(|at| matches!(module.opcode(*at), op::NAME | op::DECORATE));
    let place = last.map_or(0, |last| last + 1);
    let (names, decorations): (Vec<At>, Vec<At>) =
        state.added.into_iter().partition(|at| module.opcode(*at) == op::NAME);
    module.globals.splice(place..place, decorations);
    let last = module.globals.iter().rposition(|at| module.opcode(*at) == op::NAME);
    let place = last.map_or(place, |last| last + 1);
    module.globals.splice(place..place, names);
}

/// Functions with parameters that cannot be arguments, or point to such: for each parameter whether it is one.
fn takers(module: &Module, is_argument: impl Fn(&Type<'_>) -> bool) -> HashMap<Id, Vec<bool>> {
    let is_opaque = |at: &At| {
        let ty = match module.ty(module.get(*at).ty) {
            Some(Type::Pointer { class: storage::UNIFORM_CONSTANT, pointee }) => module.ty(pointee),
            ty => ty,
        };
        matches!(&ty, Some(ty @ (Type::Image(_) | Type::Sampler | Type::SampledImage { .. })) if !is_argument(ty))
    };
    let mut takes = HashMap::default();
    for function in &module.functions {
        let parameters = function.head.iter().filter(|at| module.opcode(**at) == op::FUNCTION_PARAMETER);
        let parameters: Vec<bool> = parameters.map(is_opaque).collect();
        if parameters.contains(&true) && !function.blocks.is_empty() {
            takes.insert(function.id, parameters);
        }
    }
    takes
}

/// Names and decorations by the ids that they are about.
fn notes(module: &Module) -> HashMap<Id, Vec<At>> {
    let mut notes: HashMap<Id, Vec<At>> = HashMap::default();
    for &at in &module.globals {
        if matches!(module.opcode(at), op::NAME | op::DECORATE) {
            notes.entry(module.word(at, 0)).or_default().push(at);
        }
    }
    notes
}

/// Calls the function that was made, without the arguments that it was made for.
fn redirect(module: &mut Module, at: At, made: Id, variables: &[Option<Id>]) {
    let arguments: Vec<Operand> = module.tagged_operands(at).skip(1).collect();
    let stays = arguments.into_iter().zip(variables).filter(|(_, variable)| variable.is_none());
    let operands: Vec<Operand> =
        std::iter::once(Operand::Id(made)).chain(stays.map(|(one, _)| one)).collect();
    module.rewrite(at, op::FUNCTION_CALL, operands);
}

struct State {
    takes: HashMap<Id, Vec<bool>>,
    made: HashMap<Key, Id>,
    known: Declarations,
    notes: HashMap<Id, Vec<At>>,
    /// Names and decorations of what was made.
    added: Vec<At>,
    budget: usize,
}

impl State {
    /// What the callee has to be made for; `None` for functions that stay.
    fn key(&self, module: &Module, at: At) -> Option<Key> {
        let (callee, arguments) = module.operands(at).split_first()?;
        let takes = self.takes.get(callee)?;
        let mut variables = Vec::with_capacity(takes.len());
        for (argument, is_opaque) in arguments.iter().zip(takes) {
            let place = match module.opcode_of(*argument) {
                op::LOAD => module.definition(*argument).map_or(0, |at| module.word(at, 0)),
                _ => *argument,
            };
            let is_variable = module.opcode_of(place) == op::VARIABLE;
            variables.push(match is_opaque {
                false => None,
                true if is_variable => Some(place),
                true => return None,
            });
        }
        (variables.len() == takes.len()).then_some((*callee, variables))
    }

    /// A copy of a function for some variables.
    fn make(&mut self, module: &mut Module, original: &Function, (_, variables): &Key) -> Option<Function> {
        let all: Vec<At> = original.walk().collect();
        self.budget = self.budget.checked_sub(all.len())?;
        let mut ids: HashMap<Id, Id> = HashMap::default();
        let mut loads = Vec::new();
        let mut given = variables.iter();
        for &at in &all {
            let result = module.get(at).result;
            let variable = if module.opcode(at) == op::FUNCTION_PARAMETER {
                given.next().copied().flatten()
            } else {
                None
            };
            match variable {
                Some(variable) if matches!(module.ty(module.get(at).ty), Some(Type::Pointer { .. })) => {
                    ids.insert(result, variable);
                }
                Some(variable) => {
                    let value = module.new_id();
                    loads.push(module.add_ids(op::LOAD, module.get(at).ty, value, &[variable]));
                    ids.insert(result, value);
                }
                None if result != 0 => {
                    let id = module.new_id();
                    self.annotate(module, result, id);
                    ids.insert(result, id);
                }
                None => {}
            }
        }
        let mut copies = |list: &[At]| -> Vec<At> { list.iter().map(|at| copy(module, *at, &ids)).collect() };
        let mut made = Function {
            id: ids.get(&original.id).copied()?,
            before: copies(&original.before),
            head: Few::new(),
            blocks: Vec::new(),
            end: copies(&original.end).into(),
        };
        for block in &original.blocks {
            let label = ids.get(&block.label).copied()?;
            made.blocks.push(Block { label, head: copies(&block.head).into(), body: copies(&block.body) });
        }
        made.head = self.head(module, original, (&ids, variables))?.into();
        if let Some(first) = made.blocks.first_mut() {
            // Behind the variables, which come first.
            let place = first.body.iter().position(|at| module.opcode(*at) != op::VARIABLE).unwrap_or(0);
            first.body.splice(place..place, loads);
        }
        Some(made)
    }

    /// The function and its parameters, without those that are variables, with the type that it then has.
    fn head(
        &mut self,
        module: &mut Module,
        original: &Function,
        (ids, variables): (&HashMap<Id, Id>, &[Option<Id>]),
    ) -> Option<Vec<At>> {
        let mut types = vec![Operand::Id(module.get(original.declaration()).ty)];
        let mut head = Vec::new();
        let mut given = variables.iter();
        for &at in &original.head {
            let is_parameter = module.opcode(at) == op::FUNCTION_PARAMETER;
            if is_parameter && given.next()?.is_some() {
                continue;
            }
            if is_parameter {
                types.push(Operand::Id(module.get(at).ty));
            }
            head.push(copy(module, at, ids));
        }
        let ty = self.known.get(module, (op::TYPE_FUNCTION, 0), &types);
        module.set_word(*head.first()?, 1, ty);
        Some(head)
    }

    fn annotate(&mut self, module: &mut Module, from: Id, to: Id) {
        for at in self.notes.get(&from).cloned().unwrap_or_default() {
            let rest: Vec<Operand> = module.tagged_operands(at).skip(1).collect();
            let operands = std::iter::once(Operand::Id(to)).chain(rest);
            self.added.push(module.add(module.opcode(at), 0, 0, operands));
        }
    }
}
