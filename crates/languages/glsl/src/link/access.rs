//! Chains of members and indices behind a variable: taken apart, and built anew on another variable.

use crate::model::{
    At, Expression, ExpressionId, ExpressionKind, FunctionId, Global, Local, LocalId, Precision, Program,
    Qualifiers, Statement, StatementKind, Storage,
};
use crate::types::Type;
use glassbox_syntax::token::Word;

/// A chain: what it begins with, and what follows from there on.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) root: ExpressionId,
    /// Numbers of members, in order.
    pub(super) path: Vec<u32>,
    /// Indices, in order.
    pub(super) indices: Vec<Index>,
}

/// An index of a chain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Index {
    /// Its value.
    pub(super) value: ExpressionId,
    /// The expression that has it.
    pub(super) of: ExpressionId,
}

/// The chain that an expression is; one without members and indices where it is no chain.
pub(super) fn access(program: &Program, id: ExpressionId) -> Access {
    let mut access = Access { root: id, path: Vec::new(), indices: Vec::new() };
    loop {
        match program.expression(access.root).kind {
            ExpressionKind::Field(base, member) => {
                access.path.push(member);
                access.root = base;
            }
            ExpressionKind::Index(base, value)
                if program.types.as_array(program.expression(base).ty).is_some() =>
            {
                access.indices.push(Index { value, of: access.root });
                access.root = base;
            }
            _ => break,
        }
    }
    access.path.reverse();
    access.indices.reverse();
    access
}

/// An expression without stated precision.
pub(super) fn expression(kind: ExpressionKind, ty: Type, at: At) -> Expression {
    Expression {
        kind,
        ty,
        precision: Precision::None,
        is_precise: false,
        is_nonuniform: false,
        is_specialized: false,
        at,
    }
}

/// Adds the indices of a chain behind another variable.
pub(super) fn indexed(program: &mut Program, base: Expression, indices: &[Index]) -> ExpressionId {
    let mut ty = base.ty;
    let mut id = program.add(base);
    for index in indices {
        let Some(array) = program.types.as_array(ty) else {
            break;
        };
        ty = array.element;
        let of = program.expression(index.of).clone();
        id = program.add(Expression { kind: ExpressionKind::Index(id, index.value), ty, ..of });
    }
    id
}

/// Makes an expression what another one is.
pub(super) fn become_of(program: &mut Program, id: ExpressionId, other: ExpressionId) {
    let other = program.expression(other).clone();
    program.expressions[id.0 as usize] = other;
}

/// Whether an expression may be evaluated twice: nothing in it writes or calls.
fn is_pure(program: &Program, id: ExpressionId) -> bool {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let kind = &program.expression(id).kind;
        let writes = matches!(
            kind,
            ExpressionKind::Assign(..)
                | ExpressionKind::AssignWith(..)
                | ExpressionKind::Step { .. }
                | ExpressionKind::Call(..)
                | ExpressionKind::CallSubroutine(..)
                | ExpressionKind::Intrinsic(..)
        );
        if writes {
            return false;
        }
        super::walk::operands(kind, &mut |operand| open.push(operand));
    }
    true
}

/// The indices of a chain for its first use and for all later ones: those that must not be evaluated twice are kept in
/// variables that the first use writes.
pub(super) fn repeatable(
    program: &mut Program,
    function: FunctionId,
    indices: &[Index],
    name: &Word,
) -> (Vec<Index>, Vec<Index>) {
    let (mut first, mut later) = (Vec::new(), Vec::new());
    for index in indices {
        if is_pure(program, index.value) {
            first.push(*index);
            later.push(*index);
            continue;
        }
        let (ty, at) = (program.expression(index.value).ty, program.expression(index.value).at);
        let Some(local) = add_local(program, function, name.clone(), ty) else {
            first.push(*index);
            later.push(*index);
            continue;
        };
        let place = program.add(expression(ExpressionKind::Local(local), ty, at));
        let write = program.add(expression(ExpressionKind::Assign(place, index.value), ty, at));
        let read = program.add(expression(ExpressionKind::Local(local), ty, at));
        first.push(Index { value: write, ..*index });
        later.push(Index { value: read, ..*index });
    }
    (first, later)
}

/// Declares a variable at the beginning of a function.
fn add_local(program: &mut Program, function: FunctionId, name: Word, ty: Type) -> Option<LocalId> {
    let function = program.functions.get_mut(function.0 as usize)?;
    let id = LocalId(function.locals.len() as u32);
    function.locals.push(local(name, function.at, ty, Qualifiers::default()));
    if let Some(body) = &mut function.body {
        body.insert(0, Statement { kind: StatementKind::Declare(id, None), at: function.at });
    }
    Some(id)
}

/// A variable of a function, or a parameter that is only read.
pub(super) fn local(name: Word, at: At, ty: Type, qualifiers: Qualifiers) -> Local {
    Local {
        name,
        at,
        ty,
        direction: Default::default(),
        is_const: false,
        constant: None,
        qualifiers,
        is_read: true,
        is_written: false,
    }
}

/// A variable outside of functions that is used.
pub(super) fn global(name: Word, at: At, ty: Type, storage: Storage, qualifiers: Qualifiers) -> Global {
    Global {
        name,
        at,
        ty,
        storage,
        qualifiers,
        initializer: None,
        built_in: None,
        is_anonymous_block: false,
        is_used: true,
        is_written: false,
    }
}

impl Program {
    /// Adds a variable outside of functions.
    pub(super) fn add_global(&mut self, global: Global) -> crate::model::GlobalId {
        self.globals.push(global);
        crate::model::GlobalId(self.globals.len() as u32 - 1)
    }

    /// Makes a variable outside of functions one that is never declared: something else has taken its place.
    pub(super) fn drop_global(&mut self, id: crate::model::GlobalId) {
        if let Some(global) = self.globals.get_mut(id.0 as usize) {
            global.storage = Storage::Const;
            global.initializer = None;
            global.built_in = None;
            global.is_used = false;
            global.is_written = false;
        }
    }

    /// The structure of a block, or of an array of blocks.
    pub(crate) fn block_of(&self, global: &Global) -> Option<&crate::types::Structure> {
        self.types.as_structure(self.types.innermost(global.ty)).filter(|structure| structure.is_block)
    }

    /// The name by which stages know a variable: of a block, that of the block.
    pub(crate) fn linked_name<'p>(&'p self, global: &'p Global) -> &'p Word {
        self.block_of(global).map_or(&global.name, |block| &block.name)
    }
}
