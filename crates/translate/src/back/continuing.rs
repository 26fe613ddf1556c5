//! Values of a loop's body in its continuing block.
//!
//! naga's writers of GLSL, HLSL and MSL put the continuing block in front of the body, behind a test for the first iteration. There
//! the values of the body are not declared, so the writers compute them again, by then from changed variables: two values that a
//! loop swaps become one. So each value of the body that a continuing block uses goes through a variable of its own.

use std::collections::{HashMap, HashSet};

use naga::proc::TypeResolution;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Block, Expression, Function, Handle, LocalVariable, Module, Range, Span, Statement, Type, TypeInner,
    UniqueArena,
};

use super::operands;

type Value = Handle<Expression>;

/// Whether a module has loops with continuing blocks.
pub(super) fn is_in(module: &Module) -> bool {
    let others = module.functions.iter().map(|(_, function)| function);
    let entries = module.entry_points.iter().map(|entry| &entry.function);
    others.chain(entries).any(|function| has_continuing(&function.body))
}

/// Changes a module so that no continuing block uses a value of its loop's body. Says whether anything was changed.
///
/// # Errors
/// A sentence, where a continuing block has a statement that cannot be changed.
pub(super) fn separate(module: &mut Module, info: &ModuleInfo) -> Result<bool, String> {
    let mut is_changed = false;
    let handles: Vec<Handle<Function>> = module.functions.iter().map(|(handle, _)| handle).collect();
    for handle in handles {
        let function = module.functions.get_mut(handle);
        is_changed |= separate_in(function, &info[handle], &mut module.types)?;
    }
    for (index, entry) in module.entry_points.iter_mut().enumerate() {
        is_changed |= separate_in(&mut entry.function, info.get_entry_point(index), &mut module.types)?;
    }
    Ok(is_changed)
}

fn separate_in(
    function: &mut Function,
    info: &FunctionInfo,
    types: &mut UniqueArena<Type>,
) -> Result<bool, String> {
    if !has_continuing(&function.body) {
        return Ok(false);
    }
    let mut pass = Pass {
        known: function.expressions.len(),
        info,
        types,
        variables: HashMap::new(),
        is_changed: false,
        function,
    };
    let body = std::mem::take(&mut pass.function.body);
    let body = pass.block(body)?;
    pass.function.body = body;
    Ok(pass.is_changed)
}

/// Whether a block has a loop with a continuing block. Blocks nest as deep as the validator lets them.
fn has_continuing(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::Block(inner) => has_continuing(inner),
        Statement::If { accept, reject, .. } => has_continuing(accept) || has_continuing(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| has_continuing(&case.body)),
        Statement::Loop { body, continuing, break_if } => {
            !continuing.is_empty() || break_if.is_some() || has_continuing(body)
        }
        _ => false,
    })
}

struct Pass<'f> {
    function: &'f mut Function,
    info: &'f FunctionInfo,
    types: &'f mut UniqueArena<Type>,
    /// How many expressions there were at first: `info` knows the types of these.
    known: usize,
    /// Expressions that point to the variables of values.
    variables: HashMap<Value, Value>,
    is_changed: bool,
}

impl Pass<'_> {
    fn block(&mut self, block: Block) -> Result<Block, String> {
        let mut out = Block::with_capacity(block.len());
        for (mut statement, span) in block.span_into_iter() {
            match &mut statement {
                Statement::Block(inner) => *inner = self.block(std::mem::take(inner))?,
                Statement::If { accept, reject, .. } => {
                    *accept = self.block(std::mem::take(accept))?;
                    *reject = self.block(std::mem::take(reject))?;
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        case.body = self.block(std::mem::take(&mut case.body))?;
                    }
                }
                Statement::Loop { body, continuing, break_if } => {
                    *body = self.block(std::mem::take(body))?;
                    *continuing = self.block(std::mem::take(continuing))?;
                    self.separate_loop(body, continuing, break_if)?;
                }
                _ => {}
            }
            out.push(statement, span);
        }
        Ok(out)
    }

    fn separate_loop(
        &mut self,
        body: &mut Block,
        continuing: &mut Block,
        break_if: &mut Option<Value>,
    ) -> Result<(), String> {
        let mut given = HashSet::new();
        values(body, &mut given);
        let mut change =
            Change { given: &given, stored: HashSet::new(), now: HashMap::new(), before: Vec::new() };
        let old = std::mem::take(continuing);
        let mut inner = self.continued(old, &mut change)?;
        let mut before = std::mem::take(&mut change.before);
        if let Some(condition) = break_if {
            self.replace(condition, &mut change)?;
            before.append(&mut change.before);
        }
        let stored = change.stored;
        let mut new = Block::with_capacity(before.len() + inner.len());
        for value in before {
            new.push(emit(value), Span::default());
        }
        new.append(&mut inner);
        *continuing = new;
        if !stored.is_empty() {
            *body = self.storing(std::mem::take(body), &stored);
        }
        Ok(())
    }

    /// The statements of a continuing block with other values in the place of those of the body.
    fn continued(&mut self, block: Block, change: &mut Change<'_>) -> Result<Block, String> {
        let mut out = Block::with_capacity(block.len());
        for (mut statement, span) in block.span_into_iter() {
            if let Statement::Emit(range) = &statement {
                for value in range.clone() {
                    let mut expression = self.function.expressions[value].clone();
                    let is_other = self.operands(&mut expression, change)?;
                    let value = if is_other {
                        let place = self.function.expressions.get_span(value);
                        let new = self.function.expressions.append(expression, place);
                        change.now.insert(value, new);
                        new
                    } else {
                        value
                    };
                    out.push(emit(value), span);
                }
                continue;
            }
            let mut fault = None;
            let is_known = operands::of_statement(&mut statement, &mut |operand| {
                if let Err(message) = self.replace(operand, change) {
                    fault = Some(message);
                }
            });
            if let Some(message) = fault {
                return Err(message);
            }
            if !is_known {
                return Err("a loop ends with a statement that no target has".to_owned());
            }
            match &mut statement {
                Statement::Block(inner) => *inner = self.continued(std::mem::take(inner), change)?,
                Statement::If { accept, reject, .. } => {
                    *accept = self.continued(std::mem::take(accept), change)?;
                    *reject = self.continued(std::mem::take(reject), change)?;
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        case.body = self.continued(std::mem::take(&mut case.body), change)?;
                    }
                }
                Statement::Loop { body, continuing, break_if } => {
                    *body = self.continued(std::mem::take(body), change)?;
                    *continuing = self.continued(std::mem::take(continuing), change)?;
                    if let Some(condition) = break_if {
                        self.replace(condition, change)?;
                    }
                }
                _ => {}
            }
            out.push(statement, span);
        }
        Ok(out)
    }

    /// Replaces the operands of an expression. Says whether there were any to replace.
    fn operands(&mut self, expression: &mut Expression, change: &mut Change<'_>) -> Result<bool, String> {
        let mut is_other = false;
        let mut fault = None;
        operands::of_expression(expression, &mut |operand| {
            let old = *operand;
            if let Err(message) = self.replace(operand, change) {
                fault = Some(message);
            }
            is_other |= *operand != old;
        });
        match fault {
            Some(message) => Err(message),
            None => Ok(is_other),
        }
    }

    /// Puts another value in the place of one of the body.
    fn replace(&mut self, operand: &mut Value, change: &mut Change<'_>) -> Result<(), String> {
        let value = *operand;
        if let Some(&now) = change.now.get(&value) {
            *operand = now;
            return Ok(());
        }
        if !change.given.contains(&value) {
            return Ok(());
        }
        let now = match self.variable(value) {
            Some(variable) => {
                change.stored.insert(value);
                let load = Expression::Load { pointer: variable };
                self.function.expressions.append(load, Span::default())
            }
            // Pointers and parts of handles are no values to store; what they are computed from is.
            None => {
                let mut expression = self.function.expressions[value].clone();
                if !matches!(expression, Expression::Access { .. } | Expression::AccessIndex { .. }) {
                    return Err("a loop ends with a use of a value that no variable can hold".to_owned());
                }
                self.operands(&mut expression, change)?;
                self.function.expressions.append(expression, Span::default())
            }
        };
        self.is_changed = true;
        change.before.push(now);
        change.now.insert(value, now);
        *operand = now;
        Ok(())
    }

    /// The expression that points to the variable of a value; `None` for what cannot be stored.
    fn variable(&mut self, value: Value) -> Option<Value> {
        if let Some(&variable) = self.variables.get(&value) {
            return Some(variable);
        }
        let ty = if value.index() < self.known {
            match &self.info[value].ty {
                TypeResolution::Handle(ty) => *ty,
                TypeResolution::Value(inner) => {
                    if matches!(inner, TypeInner::ValuePointer { .. } | TypeInner::Pointer { .. }) {
                        return None;
                    }
                    let ty = Type { name: None, inner: inner.clone() };
                    self.types.insert(ty, Span::default())
                }
            }
        } else {
            // It was put here for an inner loop: the load of a variable, or a part of one.
            let Expression::Load { pointer } = self.function.expressions[value] else {
                return None;
            };
            let Expression::LocalVariable(local) = self.function.expressions[pointer] else {
                return None;
            };
            self.function.local_variables[local].ty
        };
        let is_value = matches!(
            self.types[ty].inner,
            TypeInner::Scalar(_)
                | TypeInner::Vector { .. }
                | TypeInner::Matrix { .. }
                | TypeInner::Array { .. }
                | TypeInner::Struct { .. }
        );
        if !is_value {
            return None;
        }
        let local = LocalVariable { name: None, ty, init: None };
        let local = self.function.local_variables.append(local, Span::default());
        let variable = Expression::LocalVariable(local);
        let variable = self.function.expressions.append(variable, Span::default());
        self.variables.insert(value, variable);
        Some(variable)
    }

    /// The block with a store behind each of these values.
    fn storing(&mut self, block: Block, stored: &HashSet<Value>) -> Block {
        let mut out = Block::with_capacity(block.len());
        for (mut statement, span) in block.span_into_iter() {
            match &mut statement {
                Statement::Block(inner) => *inner = self.storing(std::mem::take(inner), stored),
                Statement::If { accept, reject, .. } => {
                    *accept = self.storing(std::mem::take(accept), stored);
                    *reject = self.storing(std::mem::take(reject), stored);
                }
                Statement::Switch { cases, .. } => {
                    for case in cases {
                        case.body = self.storing(std::mem::take(&mut case.body), stored);
                    }
                }
                Statement::Loop { body, continuing, .. } => {
                    *body = self.storing(std::mem::take(body), stored);
                    *continuing = self.storing(std::mem::take(continuing), stored);
                }
                _ => {}
            }
            let values: Vec<Value> = match &statement {
                Statement::Emit(range) => range.clone().filter(|value| stored.contains(value)).collect(),
                other => operands::result(other).filter(|value| stored.contains(value)).into_iter().collect(),
            };
            out.push(statement, span);
            for value in values {
                if let Some(&pointer) = self.variables.get(&value) {
                    out.push(Statement::Store { pointer, value }, span);
                }
            }
        }
        out
    }
}

/// What becomes of a continuing block.
struct Change<'v> {
    /// Values of the body.
    given: &'v HashSet<Value>,
    /// Those that go through variables.
    stored: HashSet<Value>,
    /// What is used in the place of a value.
    now: HashMap<Value, Value>,
    /// What is evaluated at the start of the block.
    before: Vec<Value>,
}

fn emit(value: Value) -> Statement {
    Statement::Emit(Range::new_from_bounds(value, value))
}

/// Everything that the statements of a block evaluate.
fn values(block: &Block, out: &mut HashSet<Value>) {
    for statement in block.iter() {
        match statement {
            Statement::Emit(range) => out.extend(range.clone()),
            Statement::Block(inner) => values(inner, out),
            Statement::If { accept, reject, .. } => {
                values(accept, out);
                values(reject, out);
            }
            Statement::Switch { cases, .. } => cases.iter().for_each(|case| values(&case.body, out)),
            Statement::Loop { body, continuing, .. } => {
                values(body, out);
                values(continuing, out);
            }
            other => out.extend(operands::result(other)),
        }
    }
}
