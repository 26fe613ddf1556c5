//! Checks statements and blocks.
//!
//! Facts: VSL brief, section 7. Blocks are checked recursively; the parser limits their nesting.

use glassbox_core::diagnostic::Rule;

use crate::check::expression::Found;
use crate::check::finding::is_hopeless;
use crate::check::name;
use crate::check::number;
use crate::check::place::Target;
use crate::check::stage::{Entity, StageChecker};
use crate::check::ty::{self, Type};
use crate::model::{ExpressionId, ExpressionKind, Private, StageKind, Statement, VariableId};
use crate::rules::statement as rules;
use crate::rules::warning;
use crate::syntax::tree::{self, Block, Bound, Declaration, Name, StatementKind};
use crate::types::{Scalar, StructId, ValueType};
use glassbox_core::span::Span;

impl<'s> StageChecker<'_, 's> {
    /// Checks the statements of a block and closes its scope.
    pub(crate) fn block(&mut self, block: &Block<'s>) -> Vec<Statement> {
        self.scopes.open();
        let mut body = Vec::new();
        let mut jump: Option<Span> = None;
        let mut is_reported = false;
        for statement in &block.statements {
            if is_hopeless(self.findings) {
                break;
            }
            if let Some(jump) = jump.filter(|_| !is_reported && !self.findings.is_full()) {
                let message = "found a statement after a jump";
                self.report(&warning::UNREACHABLE, statement.span, message)
                    .label(jump, "execution does not continue from here")
                    .help("remove it, or put the jump into an `if`");
                is_reported = true;
            }
            let made = self.statement(statement);
            // Unreachable code is checked, but not emitted.
            if jump.is_none() {
                body.extend(made);
            }
            let is_jump = matches!(
                statement.kind,
                StatementKind::Break
                    | StatementKind::Continue
                    | StatementKind::Return
                    | StatementKind::Discard
            );
            if is_jump {
                jump.get_or_insert(statement.span);
            }
        }
        self.scopes.close();
        body.shrink_to_fit();
        body
    }

    fn statement(&mut self, statement: &tree::Statement<'s>) -> Option<Statement> {
        match &statement.kind {
            StatementKind::Declare { declaration, value } => self.declare(declaration, *value),
            StatementKind::Assign { place, operator: None, value, .. } => self.assign(*place, *value),
            StatementKind::Assign { place, operator: Some(operator), operator_span, value } => {
                self.compound(*place, *operator, *operator_span, *value)
            }
            StatementKind::If { branches, otherwise } => {
                let mut checked = Vec::with_capacity(branches.len());
                for branch in branches {
                    let condition = self.condition(branch.condition);
                    let body = self.block(&branch.body);
                    checked.extend(condition.map(|condition| (condition, body)));
                }
                let otherwise = otherwise.as_ref().map(|block| self.block(block));
                (!checked.is_empty())
                    .then(|| Statement::If { branches: checked, otherwise: otherwise.unwrap_or_default() })
            }
            StatementKind::For { counter, from, to, step, body } => {
                self.count(counter, [from, to], step.as_ref(), body)
            }
            StatementKind::Break => self.in_loop("break", statement.span, Statement::Break),
            StatementKind::Continue => self.in_loop("continue", statement.span, Statement::Continue),
            StatementKind::Return => Some(Statement::Return),
            StatementKind::Discard if self.kind == StageKind::Fragment => Some(Statement::Discard),
            StatementKind::Discard => {
                let message = "found `discard` in the vertex stage";
                self.report(&rules::DISCARD_STAGE, statement.span, message).help("move it to `@frag`");
                None
            }
        }
    }

    /// `TYPE NAME [= VALUE];`
    fn declare(
        &mut self,
        declaration: &Declaration<'s>,
        value: Option<tree::ExpressionId>,
    ) -> Option<Statement> {
        // A variable is not visible in its own initializer.
        let found = value.map(|value| self.value(value));
        let ty = self.private_type(declaration);
        let name = declaration.name;
        let Some(ty) = ty else {
            self.introduce(&name, Entity::Wrong);
            return None;
        };
        let id = self.variable(&name, ty);
        self.introduce(&name, Entity::Variable(id));
        let Some(found) = found else {
            return Some(Statement::Declare(id, None));
        };
        let span = value.map(|value| self.source.expression(value).span).unwrap_or(name.span);
        let value = self.converted(found?, ty, span, &rules::NO_CONVERSION)?;
        Some(Statement::Declare(id, Some(value)))
    }

    /// Adds a variable of the function.
    fn variable(&mut self, name: &Name<'s>, ty: ValueType) -> VariableId {
        // Fewer than the bytes of the text.
        let id = VariableId(self.stage.variables.len() as u32);
        self.stage.variables.push(Private { name: name.text, ty });
        self.variable_spans.push(name.span);
        id
    }

    /// Makes a name visible, if it is valid.
    fn introduce(&mut self, name: &Name<'s>, entity: Entity) {
        if name.text.is_empty() {
            return;
        }
        let inner = self.scopes.find(name.text).map(|(_, span)| span);
        let earlier = inner.or_else(|| self.globals.declared(name.text));
        if let Some(fault) = name::variable_fault(self.globals, name, earlier) {
            self.findings.push(fault);
        }
        // A name already taken keeps its meaning.
        if earlier.is_none() {
            self.scopes.declare(name.text, entity, name.span);
        }
    }

    fn private_type(&mut self, declaration: &Declaration<'s>) -> Option<ValueType> {
        match ty::element(self.globals, declaration) {
            Ok(Type::Value(ty)) => {
                if declaration.size.is_none() {
                    return Some(ty);
                }
                let message = format!("found an array of {ty} as a variable, expected one value");
                self.report(&rules::PRIVATE_ARRAY, declaration.name.span, message)
                    .help("use a vector or matrix, or keep it in a buffer");
            }
            Ok(ty) => {
                let message = format!("found {} as the type of a variable, expected a value type", ty.kind());
                let help = match ty {
                    Type::Structure(_) => "declare a variable for each field that is needed",
                    _ => "declare it with `bind`, above the stages",
                };
                self.report(&rules::PRIVATE_TYPE, declaration.ty.span, message).help(help);
            }
            Err(fault) => self.findings.extend(fault.map(|fault| *fault)),
        }
        None
    }

    /// Converts a value to the expected type, or reports why it cannot.
    fn converted(
        &mut self,
        value: ExpressionId,
        to: ValueType,
        span: Span,
        rule: &'static Rule,
    ) -> Option<ExpressionId> {
        let from = self.type_of(value);
        if from.converts_to(to) {
            return self.convert(value, to);
        }
        let message = format!("found {from}, expected {to}");
        let help = conversion_help(from, to, span.of(self.text));
        self.report(rule, span, message).help(help);
        None
    }

    /// `PLACE = VALUE;`
    fn assign(&mut self, place: tree::ExpressionId, value: tree::ExpressionId) -> Option<Statement> {
        let target = self.place(place);
        let found = self.found(value);
        let span = self.source.expression(value).span;
        let Some(target) = target else {
            // The value may have errors of its own; its expected type is unknown.
            if let Found::Place(_) = found {
                self.value_of(found, value, &rules::NO_CONVERSION);
            }
            return None;
        };
        let target = match target {
            Target::Structure(to, wanted) => {
                return match found {
                    Found::Structure(from, id) if id == wanted => Some(Statement::Copy { to, from }),
                    Found::Wrong => None,
                    found => self.no_structure(found, wanted, span),
                };
            }
            target => target,
        };
        let value = self.value_of(found, value, &rules::NO_CONVERSION)?;
        match target {
            Target::Place(place) => {
                let value = self.converted(value, place.ty, span, &rules::NO_CONVERSION)?;
                Some(Statement::Assign(place, value))
            }
            Target::Texel { binding, coordinate, ty } => {
                let from = self.type_of(value);
                if from != ty {
                    let message = format!("found {from}, expected {ty}, the exact type of a texel");
                    let help = conversion_help(from, ty, span.of(self.text));
                    self.report(&rules::TEXEL_TYPE, span, message).help(help);
                    return None;
                }
                Some(Statement::StoreTexel { binding, coordinate, value })
            }
            Target::Structure(..) => None,
        }
    }

    fn no_structure(&mut self, found: Found, wanted: StructId, span: Span) -> Option<Statement> {
        let structures = &self.globals.shader.structures;
        let name = |id: StructId| structures.get(usize::from(id.0)).map_or("", |found| found.name);
        let what = match found {
            Found::Structure(_, id) => format!("the structure `{}`", name(id)),
            _ => "no structure".to_owned(),
        };
        let message = format!("found {what}, expected the structure `{}`", name(wanted));
        self.report(&rules::NO_CONVERSION, span, message).help("write field by field");
        None
    }

    /// `PLACE OPERATOR= VALUE;`
    fn compound(
        &mut self,
        place: tree::ExpressionId,
        operator: tree::BinaryOperator,
        operator_span: Span,
        value: tree::ExpressionId,
    ) -> Option<Statement> {
        let target = self.place(place);
        let right = self.value(value);
        let place = match target? {
            Target::Place(place) => place,
            Target::Texel { .. } => {
                let message =
                    format!("found `{}=`, expected `=`: a texel is stored as a whole", operator.symbol());
                let text = self.source.expression(place).span.of(self.text);
                self.report(&rules::TEXEL_COMPOUND, operator_span, message)
                    .help(format!("write `{text} = {text} {} …;`", operator.symbol()));
                return None;
            }
            Target::Structure(..) => {
                let message = format!("found `{}=` after a structure", operator.symbol());
                self.report(&rules::COMPOUND, operator_span, message).help("write it field by field");
                return None;
            }
        };
        let right = right?;
        let current = self.add(ExpressionKind::Current, place.ty);
        let result = self.operate(operator, operator_span, current, right)?;
        let result = self.converted(result, place.ty, operator_span, &rules::COMPOUND)?;
        Some(Statement::Assign(place, result))
    }

    /// A condition: a bool scalar.
    fn condition(&mut self, condition: tree::ExpressionId) -> Option<ExpressionId> {
        let span = self.source.expression(condition).span;
        let found = self.found(condition);
        if let Found::Array(..) = found {
            let message = "found an array as a condition, expected bool";
            self.report(&rules::CONDITION_ARRAY, span, message).help("index it and compare");
            return None;
        }
        let value = self.value_of(found, condition, &rules::CONDITION)?;
        let ty = self.type_of(value);
        if ty == ValueType::BOOL {
            return Some(value);
        }
        let text = span.of(self.text);
        let help = match ty.scalar {
            Scalar::Bool => format!("write `any({text})` or `all({text})`"),
            _ if ty.is_scalar() => format!("compare it: `{text} != 0`"),
            _ => "compare it, and join the result with `any` or `all`".to_owned(),
        };
        let message = format!("found a condition of type {ty}, expected bool");
        self.report(&rules::CONDITION, span, message).help(help);
        None
    }

    /// `for (COUNTER; FROM : TO [: STEP]) { … }`
    fn count(
        &mut self,
        counter: &Name<'s>,
        [from, to]: [&Bound<'s>; 2],
        step: Option<&Bound<'s>>,
        body: &Block<'s>,
    ) -> Option<Statement> {
        let from = self.bound(from);
        let to = self.bound(to);
        let step = step.map(|step| self.bound(step).map(|number| (number, bound_span(step))));
        let step = match (from, to, step) {
            (Some(from), Some(to), None) => Some(if to < from { -1 } else { 1 }),
            (_, _, Some(Some((0, span)))) => {
                self.report(&rules::LOOP_ZERO_STEP, span, "found a step of 0")
                    .help("write 1 or -1, or leave it out");
                None
            }
            (Some(from), Some(to), Some(Some((step, span)))) => {
                let fits = i64::from(step).signum() == (i64::from(to) - i64::from(from)).signum();
                if !fits {
                    let message = format!("found a step of {step} from {from} to {to}");
                    let help = if from == to {
                        "leave the step out: the loop is not entered"
                    } else {
                        "change its sign, or leave it out"
                    };
                    self.report(&rules::LOOP_STEP_SIGN, span, message).help(help);
                }
                Some(step).filter(|_| fits)
            }
            _ => None,
        };
        self.scopes.open();
        let id = self.variable(counter, ValueType::INT);
        self.counters.insert(id);
        self.introduce(counter, Entity::Counter(id));
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        self.scopes.close();
        Some(Statement::For { counter: id, from: from?, to: to?, step: step?, body })
    }

    /// A bound of a loop.
    fn bound(&mut self, bound: &Bound<'s>) -> Option<i32> {
        let (value, span) = match number::bound(self.globals, bound) {
            Ok(found) => found,
            Err(fault) => {
                self.findings.extend(fault.map(|fault| *fault));
                return None;
            }
        };
        let Ok(value) = i32::try_from(value) else {
            let message = format!("found {}, expected -2147483648 to 2147483647", span.of(self.text));
            self.report(&rules::LOOP_BOUND, span, message).help("the counter is an int; use smaller bounds");
            return None;
        };
        Some(value)
    }

    fn in_loop(&mut self, word: &str, span: Span, statement: Statement) -> Option<Statement> {
        if self.loops > 0 {
            return Some(statement);
        }
        self.report(&rules::NO_LOOP, span, format!("found `{word}` outside of a loop"))
            .help("write `return` to end the stage, or remove it");
        None
    }
}

fn bound_span(bound: &Bound<'_>) -> Span {
    match bound {
        Bound::Literal(literal) => literal.span,
        Bound::Name(name) => name.span,
    }
}

/// Help on converting a value.
fn conversion_help(from: ValueType, to: ValueType, text: &str) -> String {
    // Longer values would drown the message.
    let text = if text.len() > 40 || text.contains('\n') { "…" } else { text };
    if from.is_shaped_like(to) {
        return if from.is_matrix() {
            "the types must be the same".to_owned()
        } else {
            format!("write `{to}({text})`")
        };
    }
    let letters = "xyzw".get(..usize::from(to.rows)).unwrap_or_default();
    if from.is_vector() && !to.is_matrix() && to.rows < from.rows {
        return format!("choose components: `.{letters}`");
    }
    if from.is_scalar() && to.is_vector() {
        return format!("write `{to}({text})` for the same value in every component");
    }
    format!("construct a {to} from it: `{to}(…)`")
}
