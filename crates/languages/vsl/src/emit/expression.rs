//! Emits expressions in source evaluation order.
//!
//! Expressions may be as deep as the source is long, so evaluation uses an explicit stack.

use glassbox_spirv::build::{Id, op};

use super::harmless::is_harmless;
use super::{EmitError, Emitter};
use crate::model::{ExpressionId, ExpressionKind, operands};
use crate::syntax::tree::BinaryOperator;
use crate::types::ValueType;

/// A pending step.
enum Task {
    /// Compute an expression.
    Visit(ExpressionId),
    /// Compute it from its operands, all available.
    Finish(ExpressionId),
    /// Branch on the condition of `?:` or the left operand of `&&` or `||`.
    Fork(ExpressionId),
    /// First value of `?:` computed: start the second.
    Turn(ExpressionId, Branch),
    /// Second value computed: merge both. Holds the first value and the block it came from.
    Join(ExpressionId, Branch, Id, Id),
}

/// Labels of a branch.
#[derive(Clone, Copy)]
struct Branch {
    no: Id,
    merge: Id,
}

impl<'a> Emitter<'a, '_> {
    /// Computes an expression and all its operands.
    pub(super) fn evaluate(&mut self, root: ExpressionId) -> Result<Id, EmitError> {
        let mut tasks = vec![Task::Visit(root)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Visit(id) => self.visit(id, &mut tasks),
                Task::Finish(id) => {
                    let value = self.compute(id);
                    self.values[id.0 as usize] = value;
                }
                Task::Fork(id) => self.fork(id, &mut tasks)?,
                Task::Turn(id, branch) => {
                    if let ExpressionKind::Conditional { yes, no, .. } = self.kind_of(id) {
                        let value = self.at(*yes);
                        let from = self.module.block().unwrap_or(branch.merge);
                        self.module.branch(branch.merge);
                        self.module.open(branch.no);
                        tasks.extend([Task::Join(id, branch, value, from), Task::Visit(*no)]);
                    }
                }
                Task::Join(id, branch, first, first_from) => {
                    let second = match self.kind_of(id) {
                        ExpressionKind::Conditional { no, .. } => self.at(*no),
                        ExpressionKind::Binary(_, _, right) => self.at(*right),
                        _ => first,
                    };
                    let from = self.module.block().unwrap_or(branch.merge);
                    self.module.open(branch.merge);
                    self.depth -= 1;
                    let ty = self.ty(self.stage.expression(id).ty);
                    let sources = [first, first_from, second, from];
                    self.values[id.0 as usize] = self.module.value(op::PHI, ty, &sources);
                }
            }
        }
        Ok(self.at(root))
    }

    fn kind_of(&self, id: ExpressionId) -> &'a ExpressionKind {
        &self.stage.expression(id).kind
    }

    /// The computed value of an expression.
    pub(super) fn at(&self, id: ExpressionId) -> Id {
        self.values[id.0 as usize]
    }

    /// The type of an expression.
    pub(super) fn type_of(&self, id: ExpressionId) -> ValueType {
        self.stage.expression(id).ty
    }

    fn costs_little(&self, id: ExpressionId) -> bool {
        is_harmless(self.costs[id.0 as usize])
    }

    fn visit(&mut self, id: ExpressionId, tasks: &mut Vec<Task>) {
        let kind = self.kind_of(id);
        let first = match kind {
            ExpressionKind::Conditional { condition, yes, no } => {
                Some(*condition).filter(|_| !self.costs_little(*yes) || !self.costs_little(*no))
            }
            ExpressionKind::Binary(BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr, left, right) => {
                Some(*left).filter(|_| !self.costs_little(*right))
            }
            _ => None,
        };
        if let Some(first) = first {
            tasks.extend([Task::Fork(id), Task::Visit(first)]);
            return;
        }
        tasks.push(Task::Finish(id));
        let start = tasks.len();
        operands(kind, |operand| tasks.push(Task::Visit(operand)));
        tasks[start..].reverse();
    }

    fn fork(&mut self, id: ExpressionId, tasks: &mut Vec<Task>) -> Result<(), EmitError> {
        self.enter()?;
        let (yes, merge) = (self.module.id(), self.module.id());
        match self.kind_of(id) {
            ExpressionKind::Conditional { condition, yes: value, .. } => {
                let no = self.module.id();
                let condition = self.at(*condition);
                self.module.select_block(condition, yes, no, merge);
                self.module.open(yes);
                tasks.extend([Task::Turn(id, Branch { no, merge }), Task::Visit(*value)]);
            }
            ExpressionKind::Binary(operator, left, right) => {
                let left = self.at(*left);
                let from = self.module.block().unwrap_or(merge);
                let is_or = *operator == BinaryOperator::LogicalOr;
                let decided = self.module.constant_bool(is_or);
                let (when_true, when_false) = if is_or { (merge, yes) } else { (yes, merge) };
                self.module.select_block(left, when_true, when_false, merge);
                self.module.open(yes);
                let branch = Branch { no: merge, merge };
                tasks.extend([Task::Join(id, branch, decided, from), Task::Visit(*right)]);
            }
            _ => {}
        }
        Ok(())
    }

    /// Computes an expression from its operands.
    fn compute(&mut self, id: ExpressionId) -> Id {
        let ty = self.type_of(id);
        match self.kind_of(id) {
            ExpressionKind::Constant(bits) => self.scalar(ty.scalar, *bits),
            ExpressionKind::Load(place) => {
                let place = self.resolve(place);
                self.load(&place)
            }
            ExpressionKind::Current => match self.target.clone() {
                Some(place) => self.load(&place),
                None => self.filled(ty, 0),
            },
            ExpressionKind::Sample { binding, coordinate, bias } => {
                let (coordinate, bias) = (self.at(*coordinate), bias.map(|bias| self.at(bias)));
                self.sample(*binding, coordinate, bias, ty)
            }
            ExpressionKind::FetchImage { binding, coordinate, lod } => {
                self.fetch(*binding, self.at(*coordinate), self.at(*lod), ty)
            }
            ExpressionKind::ReadTexel { binding, coordinate } => {
                self.read_texel(*binding, self.at(*coordinate), ty)
            }
            ExpressionKind::Levels(binding) => self.levels(*binding),
            ExpressionKind::Size { binding, lod } => self.size(*binding, lod.map(|lod| self.at(lod)), ty),
            ExpressionKind::Subpass(input) => self.subpass(usize::from(*input)),
            ExpressionKind::Element { base, index } => {
                let base_type = self.type_of(*base);
                let count = if base_type.is_matrix() { base_type.columns } else { base_type.rows };
                let part = self.part(*index, count.into());
                self.take(self.at(*base), base_type, part).0
            }
            ExpressionKind::Swizzle { base, swizzle } => {
                self.swizzle(self.at(*base), self.type_of(*base), *swizzle)
            }
            ExpressionKind::Convert(operand) => {
                self.convert(self.at(*operand), self.type_of(*operand), ty.scalar)
            }
            ExpressionKind::Splat(operand) => self.splat(self.at(*operand), ty),
            ExpressionKind::Construct(arguments) => {
                let arguments: Vec<(Id, ValueType)> =
                    arguments.iter().map(|&argument| (self.at(argument), self.type_of(argument))).collect();
                self.assemble(ty, &arguments)
            }
            ExpressionKind::Diagonal(operand) => self.diagonal(ty, self.at(*operand)),
            ExpressionKind::Resize(operand) => self.resize(ty, self.at(*operand), self.type_of(*operand)),
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, self.at(*operand), ty),
            ExpressionKind::Binary(operator, left, right) => {
                let left = (self.at(*left), self.type_of(*left));
                let right = (self.at(*right), self.type_of(*right));
                self.binary(*operator, left, right, ty)
            }
            ExpressionKind::Conditional { condition, yes, no } => {
                let operands = [self.at(*condition), self.at(*yes), self.at(*no)];
                let ty = self.ty(ty);
                self.module.value(op::SELECT, ty, &operands)
            }
            ExpressionKind::Call { function, arguments, output } => {
                let arguments: Vec<(Id, ValueType)> =
                    arguments.iter().map(|&argument| (self.at(argument), self.type_of(argument))).collect();
                self.call(*function, &arguments, output.as_ref(), ty)
            }
        }
    }
}
