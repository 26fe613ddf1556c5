//! Which operations flow into what is `precise`: they may not be contracted.

use super::survey::Survey;
use crate::model::{
    Block, ExpressionId, ExpressionKind, FunctionId, GlobalId, LocalId, Program, Qualifiers, Statement,
    StatementKind, flag,
};
use crate::types::Type;
use foldhash::{HashMap, HashSet};

/// Parts of one variable that are told apart, at most; more are taken for the whole.
const MAX_PARTS: usize = 16;

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Object {
    Global(GlobalId),
    Local(FunctionId, LocalId),
}

/// Members on the way to a part of a variable; elements of arrays are not told apart.
type Path = Vec<u32>;

/// A value that a part of a variable gets.
#[derive(Clone, Debug)]
struct Definition {
    path: Path,
    /// An operation that combines the value with that from before, such as `+=`.
    operation: Option<ExpressionId>,
    value: Option<ExpressionId>,
    function: FunctionId,
    is_done: bool,
}

struct Propagation<'a> {
    program: &'a Program,
    definitions: HashMap<Object, Vec<Definition>>,
    /// Parts that are precise.
    parts: HashMap<Object, HashSet<Path>>,
    waiting: Vec<(Object, Path)>,
    operations: HashSet<ExpressionId>,
}

/// The operations of the functions that `main` reaches which may not be contracted.
pub(super) fn operations(program: &Program, survey: &Survey) -> HashSet<ExpressionId> {
    let mut all = Propagation {
        program,
        definitions: HashMap::default(),
        parts: HashMap::default(),
        waiting: Vec::new(),
        operations: HashSet::default(),
    };
    if !all.has_precise(survey) {
        return HashSet::default();
    }
    all.seeds(survey);
    for function in &survey.functions {
        if let Some(body) = &program.function(*function).body {
            all.block(*function, body);
        }
    }
    while let Some((object, path)) = all.waiting.pop() {
        all.part(object, &path);
    }
    all.operations
}

impl Propagation<'_> {
    fn has_precise(&self, survey: &Survey) -> bool {
        let is = |qualifiers: &Qualifiers| qualifiers.has(flag::PRECISE);
        let program = self.program;
        program.globals.iter().any(|global| is(&global.qualifiers))
            || program
                .types
                .structures
                .iter()
                .any(|ty| ty.members.iter().any(|member| is(&member.qualifiers)))
            || survey
                .functions
                .iter()
                .any(|function| program.function(*function).locals.iter().any(|local| is(&local.qualifiers)))
    }

    fn seeds(&mut self, survey: &Survey) {
        let program = self.program;
        for (number, global) in program.globals.iter().enumerate() {
            if global.qualifiers.has(flag::PRECISE) {
                self.add(Object::Global(GlobalId(number as u32)), Vec::new());
            }
        }
        for function in &survey.functions {
            for (number, local) in program.function(*function).locals.iter().enumerate() {
                if local.qualifiers.has(flag::PRECISE) {
                    self.add(Object::Local(*function, LocalId(number as u32)), Vec::new());
                }
            }
        }
    }

    fn add(&mut self, object: Object, path: Path) {
        let parts = self.parts.entry(object).or_default();
        let path = if parts.len() >= MAX_PARTS { Vec::new() } else { path };
        if parts.insert(path.clone()) {
            self.waiting.push((object, path));
        }
    }

    fn block(&mut self, function: FunctionId, block: &Block) {
        for statement in block {
            self.statement(function, statement);
        }
    }

    fn statement(&mut self, function: FunctionId, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare(local, Some(value)) => {
                self.define(Object::Local(function, *local), Vec::new(), (None, Some(*value)), function);
                self.expressions(function, *value);
            }
            StatementKind::Expression(value) | StatementKind::Return(Some(value)) => {
                self.expressions(function, *value);
            }
            StatementKind::Block(block) => self.block(function, block),
            StatementKind::If { condition, yes, no, .. } => {
                self.expressions(function, *condition);
                self.block(function, yes);
                self.block(function, no);
            }
            StatementKind::Switch { selector, groups, .. } => {
                self.expressions(function, *selector);
                for group in groups {
                    self.block(function, &group.body);
                }
            }
            StatementKind::Loop(inner) => {
                self.block(function, &inner.before);
                for value in inner.condition.into_iter().chain(inner.step) {
                    self.expressions(function, value);
                }
                self.block(function, &inner.body);
            }
            _ => {}
        }
    }

    /// Notes the assignments in an expression.
    fn expressions(&mut self, function: FunctionId, root: ExpressionId) {
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            match &self.program.expression(id).kind {
                ExpressionKind::Assign(place, value) => {
                    self.assignment(function, *place, (None, Some(*value)));
                }
                ExpressionKind::AssignWith(_, place, value) => {
                    self.assignment(function, *place, (Some(id), Some(*value)));
                }
                ExpressionKind::Step { place, .. } => self.assignment(function, *place, (Some(id), None)),
                _ => {}
            }
            children(self.program, id, &mut waiting);
        }
    }

    fn assignment(
        &mut self,
        function: FunctionId,
        place: ExpressionId,
        what: (Option<ExpressionId>, Option<ExpressionId>),
    ) {
        if let Some((object, path, is_precise)) = self.object(function, place) {
            if is_precise {
                self.add(object, path.clone());
            }
            self.define(object, path, what, function);
        }
    }

    fn define(
        &mut self,
        object: Object,
        path: Path,
        (operation, value): (Option<ExpressionId>, Option<ExpressionId>),
        function: FunctionId,
    ) {
        let definition = Definition { path, operation, value, function, is_done: false };
        self.definitions.entry(object).or_default().push(definition);
    }

    /// The variable and the part of it that an expression names, and whether a member on the way is precise.
    fn object(&self, function: FunctionId, id: ExpressionId) -> Option<(Object, Path, bool)> {
        let (mut id, mut path, mut is_precise) = (id, Vec::new(), false);
        loop {
            match self.program.expression(id).kind {
                ExpressionKind::Field(base, member) => {
                    let ty = self.program.expression(base).ty;
                    if let Type::Reference(_) = ty {
                        return None;
                    }
                    let structure = self.program.types.as_structure(ty);
                    is_precise |= structure
                        .and_then(|structure| structure.members.get(member as usize))
                        .is_some_and(|member| member.qualifiers.has(flag::PRECISE));
                    path.push(member);
                    id = base;
                }
                ExpressionKind::Index(base, _) | ExpressionKind::Swizzle(base, _) => id = base,
                ExpressionKind::Global(global) => {
                    path.reverse();
                    return Some((Object::Global(global), path, is_precise));
                }
                ExpressionKind::Local(local) => {
                    path.reverse();
                    return Some((Object::Local(function, local), path, is_precise));
                }
                _ => return None,
            }
        }
    }

    /// Goes back from a part of a variable to the values that it gets.
    fn part(&mut self, object: Object, path: &Path) {
        let Some(definitions) = self.definitions.get_mut(&object) else { return };
        let mut found = Vec::new();
        for definition in definitions.iter_mut().filter(|definition| !definition.is_done) {
            if definition.path.starts_with(path) || path.starts_with(&definition.path) {
                definition.is_done = true;
                found.push((definition.operation, definition.value, definition.function));
            }
        }
        for (operation, value, function) in found {
            self.operations.extend(operation);
            if let Some(value) = value {
                self.value(function, value);
            }
        }
    }

    /// Marks the operations of a value, and the variables that it reads.
    fn value(&mut self, function: FunctionId, root: ExpressionId) {
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            match &self.program.expression(id).kind {
                ExpressionKind::Binary(..)
                | ExpressionKind::Unary(..)
                | ExpressionKind::AssignWith(..)
                | ExpressionKind::Step { .. }
                | ExpressionKind::Intrinsic(..) => {
                    self.operations.insert(id);
                }
                ExpressionKind::Global(_)
                | ExpressionKind::Local(_)
                | ExpressionKind::Field(..)
                | ExpressionKind::Index(..)
                | ExpressionKind::Swizzle(..) => {
                    if let Some((object, path, _)) = self.object(function, id) {
                        self.add(object, path);
                        continue;
                    }
                }
                _ => {}
            }
            children(self.program, id, &mut waiting);
        }
    }
}

/// The operands of an expression.
fn children(program: &Program, id: ExpressionId, into: &mut Vec<ExpressionId>) {
    match &program.expression(id).kind {
        ExpressionKind::Field(one, _)
        | ExpressionKind::Swizzle(one, _)
        | ExpressionKind::Length(one)
        | ExpressionKind::Unary(_, one)
        | ExpressionKind::Convert(one)
        | ExpressionKind::Splat(one)
        | ExpressionKind::Diagonal(one)
        | ExpressionKind::Resize(one)
        | ExpressionKind::Step { place: one, .. } => into.push(*one),
        ExpressionKind::Index(one, two)
        | ExpressionKind::Binary(_, one, two)
        | ExpressionKind::And(one, two)
        | ExpressionKind::Or(one, two)
        | ExpressionKind::Sequence(one, two)
        | ExpressionKind::Assign(one, two)
        | ExpressionKind::AssignWith(_, one, two) => into.extend([*one, *two]),
        ExpressionKind::Conditional(one, two, three) => into.extend([*one, *two, *three]),
        ExpressionKind::Construct(all)
        | ExpressionKind::Call(_, all)
        | ExpressionKind::CallSubroutine(_, all)
        | ExpressionKind::Intrinsic(_, all) => into.extend(all),
        ExpressionKind::Error
        | ExpressionKind::Constant(_)
        | ExpressionKind::Text(_)
        | ExpressionKind::Function(_)
        | ExpressionKind::Global(_)
        | ExpressionKind::Local(_) => {}
    }
}
