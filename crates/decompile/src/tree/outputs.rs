//! Gives outputs the values that they begin with, by statements: few languages have initial values of outputs.

use foldhash::HashSet;
use glassbox_spirv::build::value::{decoration, execution_model, storage_class};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, Type};

use super::{Kind, Line, Node, Origin, Statement, Step, Tree, Var};

/// Adds the statements to the functions that the API runs.
pub(super) fn begin(tree: &mut Tree<'_>, entries: &[Id]) {
    let module = tree.module;
    let globals = tree.variables().iter().take_while(|variable| variable.origin == Origin::Global).count();
    let starts = (0..globals as Var).filter_map(|var| Some((var, start_of(tree, var)?))).collect::<Vec<_>>();
    if starts.is_empty() {
        return;
    }
    let points = module.globals.iter().copied().filter(|at| module.opcode(*at) == op::ENTRY_POINT);
    for point in points.filter(|at| entries.contains(&module.word(*at, 1))) {
        let models = [
            execution_model::VERTEX,
            execution_model::TESSELLATION_EVALUATION,
            execution_model::GEOMETRY,
            execution_model::FRAGMENT,
        ];
        let function = module.word(point, 1);
        let body = tree.bodies.iter().position(|body| module.functions[body.index].id == function);
        let Some(body) = body else { continue };
        if !models.contains(&module.word(point, 0)) {
            continue;
        }
        let mut lines = Vec::new();
        for &(var, start) in &starts {
            let id = tree.variable(var).id;
            if module.used_ids(point).any(|used| used == id) {
                assign(tree, var, start, &mut lines);
            }
        }
        let mut contents = tree.bodies[body].contents;
        lines.iter().for_each(|line| contents.add(tree, line.statement));
        tree.bodies[body].contents = contents;
        let list = tree.bodies[body].list as usize;
        tree.lists[list].lines.splice(0..0, lines);
    }
}

/// The constant that an output begins with.
fn start_of(tree: &Tree<'_>, var: Var) -> Option<Id> {
    let is_output =
        tree.variable(var).origin == Origin::Global && tree.class(var) == Some(storage_class::OUTPUT);
    let at = tree.module.definition(tree.variable(var).id).filter(|_| is_output)?;
    tree.module.operands(at).get(1).copied()
}

/// Adds an assignment of a value to an output, or one for each member of a block.
fn assign(tree: &mut Tree<'_>, var: Var, start: Id, lines: &mut Vec<Line>) {
    let module = tree.module;
    let (variable, at) = (tree.variable(var), module.definition(tree.variable(var).id));
    let (Some(place), Some(at)) = (tree.value(variable.id), at) else { return };
    let members = match module.ty(variable.ty) {
        Some(Type::Struct { members }) if tree.annotations.has(variable.ty, decoration::BLOCK) => members,
        _ => {
            let value = tree.add_node(Kind::Constant(start), variable.ty, at);
            lines.push(Line { statement: Statement::Assign(place, value), at });
            return;
        }
    };
    let named = members_of(tree, place);
    for (index, &ty) in (0..).zip(members) {
        // Built-in variables that the shader does not name may not be there.
        let is_built_in = tree.annotations.member_value(variable.ty, index, decoration::BUILT_IN).is_some();
        if is_built_in && !named.contains(&index) {
            continue;
        }
        let part = match module.constant(start).map(|constant| constant.value) {
            Some(ConstantValue::Composite(parts)) => parts.get(index as usize).copied(),
            Some(ConstantValue::Replicate(part)) => Some(part),
            Some(ConstantValue::Undef) => continue,
            _ => None,
        };
        // Without a constant it is zero.
        let value = tree.add_node(Kind::Constant(part.unwrap_or_default()), ty, at);
        let steps = tree.add_steps(&[Step::Part(index)]);
        let member = tree.add_node(Kind::Path(place, steps), ty, at);
        lines.push(Line { statement: Statement::Assign(member, value), at });
    }
}

/// The members of a block that paths name.
fn members_of(tree: &Tree<'_>, block: Node) -> HashSet<u32> {
    let paths = tree.nodes().filter_map(|node| match tree.kind(node) {
        Kind::Path(base, steps) if tree.variable_of(base) == tree.variable_of(block) => {
            tree.steps(steps).first().copied()
        }
        _ => None,
    });
    let named = paths.filter_map(|step| match step {
        Step::Part(index) => Some(index),
        Step::Index(_) => None,
    });
    named.collect()
}
