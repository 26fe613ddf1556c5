//! Moves interlocks that stand in functions, conditions or loops around everything that a fragment shader does, since
//! GLSL has them in `main`, outside of control flow, alone. Source: GL_ARB_fragment_shader_interlock.

use glassbox_spirv::build::value::execution_model;
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{At, Block, Declarations, Function, Id, Module, Operand};
use smallvec::smallvec;

use super::features::{Features, NEVER};
use crate::structured::Derived;
use crate::{Options, Target};

/// True if a version of the language has interlocks.
pub(super) fn are_in(target: Target, options: &Options) -> bool {
    Features::new(target, options.extensions).has(450, NEVER)
}

/// True for the instructions that begin and end an interlock.
pub(super) fn is_interlock(opcode: u16) -> bool {
    matches!(opcode, op::BEGIN_INVOCATION_INTERLOCK_EXT | op::END_INVOCATION_INTERLOCK_EXT)
}

/// The module with the interlocks around the entry points of fragment shaders; nothing if it has none.
pub(super) fn around_entries(module: &Module) -> Option<Derived> {
    let bodies = || module.functions.iter().flat_map(|function| function.walk());
    if !bodies().any(|at| is_interlock(module.opcode(at))) {
        return None;
    }
    let mut made = module.clone();
    let mut functions = std::mem::take(&mut made.functions);
    for block in functions.iter_mut().flat_map(|function| &mut function.blocks) {
        block.body.retain(|at| !is_interlock(module.opcode(*at)));
    }
    let is_entry =
        |at: &At| module.opcode(*at) == op::ENTRY_POINT && module.word(*at, 0) == execution_model::FRAGMENT;
    let mut entries: Vec<Id> =
        module.globals.iter().copied().filter(is_entry).map(|at| module.word(at, 1)).collect();
    entries.sort_unstable();
    entries.dedup();
    let mut known = Declarations::of(&made);
    for entry in entries {
        let body = functions.iter().find(|function| function.id == entry)?;
        let outer = outer(&mut made, &mut known, body);
        for &at in &module.globals {
            let place = match module.opcode(at) {
                op::ENTRY_POINT => 1,
                op::EXECUTION_MODE | op::EXECUTION_MODE_ID => 0,
                _ => continue,
            };
            if module.word(at, place) == entry {
                made.set_word(at, place, outer.id);
            }
        }
        functions.push(outer);
    }
    made.functions = functions;
    Some(Derived::new(module, made))
}

/// A function that calls another between the two interlocks.
fn outer(made: &mut Module, known: &mut Declarations, body: &Function) -> Function {
    let declaration = body.declaration();
    let void = made.get(declaration).ty;
    let ty = known.get(made, (op::TYPE_FUNCTION, 0), &[Operand::Id(void)]);
    let [id, label, result] = [(); 3].map(|()| made.new_id());
    let begin = made.add(op::FUNCTION, void, id, [Operand::Literal(0), Operand::Id(ty)]);
    let instructions = vec![
        made.add(op::BEGIN_INVOCATION_INTERLOCK_EXT, 0, 0, []),
        made.add_ids(op::FUNCTION_CALL, void, result, &[body.id]),
        made.add(op::END_INVOCATION_INTERLOCK_EXT, 0, 0, []),
        made.add(op::RETURN, 0, 0, []),
    ];
    for at in &instructions {
        made.set_origin(*at, made.origin(declaration));
    }
    let head = smallvec![made.add(op::LABEL, 0, label, [])];
    let end = smallvec![made.add(op::FUNCTION_END, 0, 0, [])];
    Function {
        id,
        before: Vec::new(),
        head: smallvec![begin],
        blocks: vec![Block { label, head, body: instructions }],
        end,
    }
}
