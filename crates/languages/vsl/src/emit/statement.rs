//! Emits statements as structured control flow.

use glassbox_spirv::build::{Id, op};

use super::{EmitError, Emitter};
use crate::model::{ExpressionId, Place, Root, Statement, VariableId, indices};
use crate::types::ValueType;

/// Jump targets of a loop.
#[derive(Clone, Copy)]
pub(super) struct Loop {
    /// Block after the loop.
    merge: Id,
    /// Block that starts the next iteration.
    next: Id,
}

/// Termination of a loop, chosen so that the counter does not overflow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turns {
    /// Runs zero times.
    None,
    /// Runs until the counter reaches the end.
    UntilEnd,
    /// Last counter value; adding the step once more would overflow.
    Last(i32),
}

fn turns(from: i32, to: i32, step: i32) -> Turns {
    let (start, end, by) = (i64::from(from), i64::from(to), i64::from(step));
    let distance = if by > 0 { end - start } else { start - end };
    if by == 0 || distance <= 0 {
        return Turns::None;
    }
    let last = start + (distance - 1) / by.abs() * by;
    match (i32::try_from(last), i32::try_from(last + by)) {
        (Ok(last), Err(_)) => Turns::Last(last),
        _ => Turns::UntilEnd,
    }
}

impl<'a> Emitter<'a, '_> {
    /// Emits statements up to the first jump; the rest is unreachable.
    pub(super) fn statements(&mut self, statements: &'a [Statement]) -> Result<(), EmitError> {
        for statement in statements {
            if !self.module.is_open() {
                break;
            }
            self.statement(statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'a Statement) -> Result<(), EmitError> {
        match statement {
            Statement::Declare(_, None) => {}
            Statement::Declare(variable, Some(value)) => {
                let value = self.evaluate(*value)?;
                let variable = self.private(variable.0 as usize);
                self.module.effect(op::STORE, &[variable, value]);
            }
            Statement::Assign(place, value) => self.assign(place, *value)?,
            Statement::Copy { to, from } => {
                for root in [to, from] {
                    if let Root::Buffer(_, index) = root {
                        self.evaluate(*index)?;
                    }
                }
                self.copy(*to, *from);
            }
            Statement::StoreTexel { binding, coordinate, value } => {
                let coordinate = self.evaluate(*coordinate)?;
                let ty = self.type_of(*value);
                let value = self.evaluate(*value)?;
                self.write_texel(*binding, coordinate, value, ty);
            }
            Statement::If { branches, otherwise } => self.branches(branches, otherwise)?,
            Statement::For { counter, from, to, step, body } => match turns(*from, *to, *step) {
                Turns::None => {}
                Turns::UntilEnd => self.count_to_end(*counter, [*from, *to, *step], body)?,
                Turns::Last(last) => self.count_to_last(*counter, [*from, last, *step], body)?,
            },
            Statement::Break => {
                if let Some(target) = self.loops.last() {
                    self.module.branch(target.merge);
                }
            }
            Statement::Continue => {
                if let Some(target) = self.loops.last() {
                    self.module.branch(target.next);
                }
            }
            Statement::Return => self.module.end(op::RETURN),
            Statement::Discard => self.module.end(op::KILL),
        }
        Ok(())
    }

    fn assign(&mut self, place: &Place, value: ExpressionId) -> Result<(), EmitError> {
        let mut first = Vec::new();
        indices(place, |index| first.push(index));
        for index in first {
            self.evaluate(index)?;
        }
        let resolved = self.resolve(place);
        self.target = Some(resolved.clone());
        let value = self.evaluate(value)?;
        self.target = None;
        self.store(&resolved, value);
        Ok(())
    }

    fn branches(
        &mut self,
        branches: &'a [(ExpressionId, Vec<Statement>)],
        otherwise: &'a [Statement],
    ) -> Result<(), EmitError> {
        // Each further branch nests in the previous `else`; merge blocks are emitted after all branches.
        let mut merges = Vec::with_capacity(branches.len());
        for (number, (condition, body)) in branches.iter().enumerate() {
            let condition = self.evaluate(*condition)?;
            self.enter()?;
            let (yes, merge) = (self.module.id(), self.module.id());
            let is_last = number + 1 == branches.len() && otherwise.is_empty();
            let no = if is_last { merge } else { self.module.id() };
            self.module.select_block(condition, yes, no, merge);
            self.module.open(yes);
            self.statements(body)?;
            let arrives = self.module.is_open();
            self.module.branch(merge);
            merges.push((merge, arrives || is_last));
            if !is_last {
                self.module.open(no);
            }
        }
        self.statements(otherwise)?;
        let mut arrives = self.module.is_open();
        while let Some((merge, from_body)) = merges.pop() {
            self.module.open(merge);
            self.depth -= 1;
            arrives |= from_body;
            if !arrives {
                self.module.end(op::UNREACHABLE);
            }
        }
        Ok(())
    }

    /// A loop that tests before each iteration if the counter has reached the end.
    fn count_to_end(
        &mut self,
        counter: VariableId,
        [from, to, step]: [i32; 3],
        body: &'a [Statement],
    ) -> Result<(), EmitError> {
        self.enter()?;
        let [header, check, turn, next, merge] = std::array::from_fn(|_| self.module.id());
        let variable = self.private(counter.0 as usize);
        let first = self.int(from);
        self.module.effect(op::STORE, &[variable, first]);
        self.module.open_loop(header, check, next, merge);

        self.module.open(check);
        let (int, bool) = (self.ty(ValueType::INT), self.ty(ValueType::BOOL));
        let value = self.module.value(op::LOAD, int, &[variable]);
        let end = self.int(to);
        let compare = if step > 0 { op::S_LESS_THAN } else { op::S_GREATER_THAN };
        let goes_on = self.module.value(compare, bool, &[value, end]);
        self.module.branch_conditional(goes_on, turn, merge);

        self.turn(turn, Loop { merge, next }, body)?;

        self.module.open(next);
        self.add(variable, step);
        self.module.branch(header);
        self.module.open(merge);
        self.depth -= 1;
        Ok(())
    }

    /// A loop that tests after each iteration if it was the last. Runs at least once.
    fn count_to_last(
        &mut self,
        counter: VariableId,
        [from, last, step]: [i32; 3],
        body: &'a [Statement],
    ) -> Result<(), EmitError> {
        self.enter()?;
        let [header, turn, next, merge] = std::array::from_fn(|_| self.module.id());
        let variable = self.private(counter.0 as usize);
        let first = self.int(from);
        self.module.effect(op::STORE, &[variable, first]);
        self.module.open_loop(header, turn, next, merge);

        self.turn(turn, Loop { merge, next }, body)?;

        self.module.open(next);
        let value = self.add(variable, step);
        let last = self.int(last);
        let bool = self.ty(ValueType::BOOL);
        let was_last = self.module.value(op::I_EQUAL, bool, &[value, last]);
        self.module.branch_conditional(was_last, merge, header);
        self.module.open(merge);
        self.depth -= 1;
        Ok(())
    }

    fn turn(&mut self, label: Id, jumps: Loop, body: &'a [Statement]) -> Result<(), EmitError> {
        self.module.open(label);
        self.loops.push(jumps);
        let done = self.statements(body);
        self.loops.pop();
        self.module.branch(jumps.next);
        done
    }

    /// Adds the step to the counter; returns the previous value.
    fn add(&mut self, variable: Id, step: i32) -> Id {
        let int = self.ty(ValueType::INT);
        let value = self.module.value(op::LOAD, int, &[variable]);
        let step = self.int(step);
        let sum = self.module.value(op::I_ADD, int, &[value, step]);
        self.module.effect(op::STORE, &[variable, sum]);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::{Turns, turns};

    #[test]
    fn counters_that_would_overflow_end_at_their_last_turn() {
        let table = [
            (0, 4, 1, Turns::UntilEnd),
            (4, 0, -1, Turns::UntilEnd),
            (0, 0, 1, Turns::None),
            (0, 4, -1, Turns::None),
            (4, 0, 1, Turns::None),
            (0, 4, 0, Turns::None),
            (0, i32::MAX, 1, Turns::UntilEnd),
            (0, i32::MAX, 2, Turns::Last(i32::MAX - 1)),
            (0, i32::MIN, -1, Turns::UntilEnd),
            (1, i32::MIN, -2, Turns::Last(i32::MIN + 1)),
            (i32::MIN, i32::MAX, i32::MAX, Turns::Last(i32::MAX - 1)),
            (i32::MAX, i32::MIN, i32::MIN, Turns::Last(-1)),
            (i32::MIN, i32::MAX, 1 << 30, Turns::Last(1 << 30)),
        ];
        for (from, to, step, expected) in table {
            assert_eq!(turns(from, to, step), expected, "{from} : {to} : {step}");
        }
    }
}
