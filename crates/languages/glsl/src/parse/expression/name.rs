//! Names of variables: what they stand for, and what is done to them.

use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;
use glassbox_syntax::uses::UseKind;

use super::state::NameUse;
use crate::check::Root;
use crate::model::{At, ExpressionId, ExpressionKind, FunctionId, GlobalId, LocalId, Storage, flag};
use crate::parse::{Entity, Parser};
use crate::rules::{UNAVAILABLE, UNDECLARED};
use crate::types::{Scalar, Type};
use crate::vocabulary::{constants, variables};

impl Parser<'_> {
    /// Reads an expression, and notes what it does to variables when the outermost one ends.
    pub(super) fn tracked(&mut self, read: impl FnOnce(&mut Self) -> ExpressionId) -> ExpressionId {
        self.state.level += 1;
        let value = read(self);
        self.state.level -= 1;
        if self.state.level == 0 {
            self.note_names();
        }
        value
    }

    /// Records the variables of an expression.
    fn note_names(&mut self) {
        let names = std::mem::take(&mut self.state.names);
        for name in &names {
            let from = self.from(name.at);
            self.uses.push(from, name.symbol, name.kind);
            let is_written = name.kind == UseKind::Write;
            match *self.kind(name.expression) {
                ExpressionKind::Local(id) => {
                    if let Some(local) = self.locals.get_mut(id.0 as usize) {
                        local.is_read |= !is_written || name.is_read;
                        local.is_written |= is_written;
                    }
                }
                ExpressionKind::Global(id) => {
                    if let Some(global) = self.program.globals.get_mut(id.0 as usize) {
                        global.is_used = true;
                        global.is_written |= is_written;
                    }
                }
                _ => {}
            }
        }
        self.state.names = names;
        self.state.names.clear();
    }

    /// Notes that the variable of a place is written.
    pub(crate) fn record_write(&mut self, place: ExpressionId, is_read: bool) {
        let mut root = place;
        while let Some(base) = self.base(root) {
            root = base;
        }
        // Expressions are numbered in the order in which they are made.
        let names = &mut self.state.names;
        if let Ok(at) = names.binary_search_by_key(&root, |name| name.expression)
            && let Some(name) = names.get_mut(at)
        {
            name.is_read |= is_read || name.kind == UseKind::Write && name.is_read;
            name.kind = UseKind::Write;
        } else if let Root::Local(local) = self.root(place)
            && let Some(local) = self.locals.get_mut(local.0 as usize)
        {
            local.is_written = true;
        }
    }

    /// A name in an expression, other than that of a function that is called.
    pub(super) fn variable(&mut self, word: &Word, at: At) -> ExpressionId {
        if self.scopes.find(word).is_none() {
            if let Some(constant) = self.built_in_constant(word, at) {
                return constant;
            }
            // It may be in scope only after this.
            if self.declare_built_in(word, at).is_none() {
                return self.unknown(word, at);
            }
        }
        let Some((entity, symbol)) = self.scopes.find(word) else {
            return self.unknown(word, at);
        };
        let (entity, symbol) = match entity {
            Entity::Functions(functions) => {
                let takes_functions = self.program.environment.has("GL_NV_cooperative_matrix2");
                let only = functions.iter().next().filter(|_| takes_functions && functions.len() == 1);
                if let Some(only) = only {
                    return self.function_name(only, symbol, at);
                }
                (None, symbol)
            }
            other => (Some(other.clone()), symbol),
        };
        match entity {
            Some(Entity::Global(id)) => self.global(id, symbol, at),
            Some(Entity::Member(id, member)) => self.anonymous_member(id, member, symbol, at),
            Some(Entity::Local(id)) => self.local(id, symbol, at),
            other => self.no_variable(word, other.as_ref(), at),
        }
    }

    fn no_variable(&mut self, word: &Word, entity: Option<&Entity>, at: At) -> ExpressionId {
        let (kind, help) = match entity {
            None => ("a function", "write its arguments in parentheses"),
            Some(Entity::Block(_)) => ("a block", "use the name of the instance, or of a member"),
            Some(Entity::Subroutine(_)) => ("a subroutine type", "use a uniform of this type"),
            Some(_) => ("a type", "use a variable"),
        };
        let message = format!("found `{}`, which is the name of {kind}, expected a variable", shown(word));
        let finding = self.finding(&UNDECLARED, at, message);
        self.add(finding.help(help));
        self.push_error(at)
    }

    /// The name of a function, which a built-in function calls.
    fn function_name(&mut self, id: FunctionId, symbol: u32, at: At) -> ExpressionId {
        let from = self.from(at);
        self.uses.push(from, symbol, UseKind::Call);
        if let Some(function) = self.program.functions.get_mut(id.0 as usize) {
            function.is_called = true;
        }
        self.push(ExpressionKind::Function(id), Type::Function, at)
    }

    fn noted(&mut self, expression: ExpressionId, at: At, symbol: u32) {
        self.state.names.push(NameUse { expression, at, symbol, kind: UseKind::Read, is_read: false });
    }

    fn global(&mut self, id: GlobalId, symbol: u32, at: At) -> ExpressionId {
        let global = self.program.global(id);
        let (ty, precision, flags) = (global.ty, global.qualifiers.precision, global.qualifiers.flags);
        let is_const = global.storage == Storage::Const;
        if global.built_in.is_some() && &*global.name == "gl_WorkGroupSize" {
            return self.work_group_size(id, symbol, at);
        }
        let has_id = global.qualifiers.layout().constant_id.is_some();
        let initializer = global.initializer.filter(|_| is_const);
        if let Some(value) = initializer
            && !has_id
        {
            let constant = match *self.kind(value) {
                ExpressionKind::Constant(constant) => Some(constant),
                _ => None,
            };
            if let Some(constant) = constant {
                let id = self.shared_constant(ty, constant, at);
                self.noted(id, at, symbol);
                self.qualified(id, precision, flags);
                return id;
            }
        }
        let is_specialized = is_const
            && (has_id || initializer.is_some_and(|value| self.program.expression(value).is_specialized));
        if ty.is_error() {
            return self.push_error(at);
        }
        let id = self.push(ExpressionKind::Global(id), ty, at);
        self.noted(id, at, symbol);
        self.qualified(id, precision, flags);
        if let Some(expression) = self.expression_mut(id) {
            expression.is_specialized = is_specialized;
        }
        id
    }

    /// `gl_WorkGroupSize`: a constant once the text has stated the size, and a specialization constant where it has an id.
    fn work_group_size(&mut self, id: GlobalId, symbol: u32, at: At) -> ExpressionId {
        let modes = &self.program.modes;
        let is_specialized = modes.local_size_id.iter().any(Option::is_some);
        let ty = Type::Vector(Scalar::Uint, 3);
        let expression = match modes.local_size {
            Some((size, _)) if !is_specialized => {
                let scalars = size.iter().map(|count| u64::from(*count)).collect();
                self.push_constant(ty, scalars, at)
            }
            _ => self.push(ExpressionKind::Global(id), ty, at),
        };
        self.noted(expression, at, symbol);
        if let Some(expression) = self.expression_mut(expression) {
            expression.is_specialized = is_specialized;
        }
        expression
    }

    /// Hands qualifiers of a variable on to its use.
    fn qualified(&mut self, id: ExpressionId, precision: crate::model::Precision, flags: u32) {
        if let Some(expression) = self.expression_mut(id) {
            expression.precision = precision;
            expression.is_nonuniform = flags & flag::NON_UNIFORM != 0;
            expression.is_precise = flags & flag::PRECISE != 0;
        }
    }

    fn anonymous_member(&mut self, id: GlobalId, member: u32, symbol: u32, at: At) -> ExpressionId {
        let ty = self.program.global(id).ty;
        let Type::Struct(structure) = ty else {
            return self.push_error(at);
        };
        let base = self.push(ExpressionKind::Global(id), ty, at);
        self.noted(base, at, symbol);
        self.field_of(base, structure, member, at)
    }

    fn local(&mut self, id: LocalId, symbol: u32, at: At) -> ExpressionId {
        let Some(local) = self.locals.get(id.0 as usize) else {
            return self.push_error(at);
        };
        let (ty, precision, flags) = (local.ty, local.qualifiers.precision, local.qualifiers.flags);
        let value = local.constant;
        if ty.is_error() {
            return self.push_error(at);
        }
        if let Some(value) = value
            && let ExpressionKind::Constant(constant) = *self.kind(value)
        {
            if let Some(local) = self.locals.get_mut(id.0 as usize) {
                local.is_read = true;
            }
            let id = self.shared_constant(ty, constant, at);
            self.noted(id, at, symbol);
            self.qualified(id, precision, flags);
            return id;
        }
        let is_specialized = value.is_some_and(|value| self.program.expression(value).is_specialized);
        let id = self.push(ExpressionKind::Local(id), ty, at);
        self.noted(id, at, symbol);
        self.qualified(id, precision, flags);
        if let Some(expression) = self.expression_mut(id) {
            expression.is_specialized = is_specialized;
        }
        id
    }

    fn built_in_constant(&mut self, word: &Word, at: At) -> Option<ExpressionId> {
        let row = constants::find(word, &self.program.environment)?;
        let constant = self.push_constant(row.ty, row.scalars.clone(), at);
        if let Some(expression) = self.program.expressions.get_mut(constant.0 as usize) {
            expression.precision = row.precision;
        }
        Some(constant)
    }

    /// Reports a name that nothing declares, once.
    fn unknown(&mut self, word: &Word, at: At) -> ExpressionId {
        if !self.state.unknown.insert(word.number()) {
            return self.push_error(at);
        }
        let environment = &self.program.environment;
        if word.starts_with("gl_") && (variables::is_known(word) || constants::is_known(word)) {
            let number = environment.version.number;
            let es = if environment.is_embedded() { " es" } else { "" };
            let message =
                format!("found `{}`, which version {number}{es} does not have in this stage", shown(word));
            let missing = variables::missing(word, environment);
            let missing =
                missing.first().copied().or_else(|| constants::missing(word, environment).first().copied());
            let help = match (&**word, missing) {
                ("gl_VertexID", _) if !environment.api.has_opengl() => {
                    "use `gl_VertexIndex` with Vulkan".to_owned()
                }
                ("gl_InstanceID", _) if !environment.api.has_opengl() => {
                    "use `gl_InstanceIndex` with Vulkan".to_owned()
                }
                (_, Some(extension)) => {
                    format!("write `#extension {extension} : require` behind the version")
                }
                (_, None) => "use another version or stage".to_owned(),
            };
            let finding = self.finding(&UNAVAILABLE, at, message);
            self.add(finding.help(help));
            return self.push_error(at);
        }
        let message = format!("found `{}`, which is not declared", shown(word));
        let help = match self.similar_name(word) {
            Some(other) => format!("did you mean `{}`?", shown(&other)),
            None => "declare it before its use".to_owned(),
        };
        let finding = self.finding(&UNDECLARED, at, message);
        self.add(finding.help(help));
        self.push_error(at)
    }
}
