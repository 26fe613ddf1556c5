//! Loops: written out where they are short, else repeated while a lane is awake.

use std::collections::BTreeSet;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::NumberKind;
use glassbox_sksl_lang::ir::expression::Expr;
use glassbox_sksl_lang::ir::statement::{Stmt, Unroll};
use glassbox_sksl_lang::ir::symbol::SymbolKind;

use super::scan::Effects;
use super::state::Loop;
use super::{Lowering, Outcome};
use crate::graph::{Carried, Node, Role};
use crate::op::Op;

/// How many expressions a loop that is written out may have in all.
const WRITTEN_OUT: u64 = 1200;

/// The same for a loop that lanes may leave early: leaving it would save nothing.
const WRITTEN_OUT_WITH_EXITS: u64 = 160;

/// What the lanes that went away are known by, before something is put in place.
#[derive(Clone, Copy)]
pub(super) struct Gone {
    returned: Option<(u32, Node)>,
    discarded: Node,
}

impl Lowering<'_> {
    /// The lanes that have gone so far.
    pub(super) fn gone(&self) -> Gone {
        Gone {
            returned: self.functions.last().map(|function| (function.returned, self.slot(function.returned))),
            discarded: self.slot(self.discarded),
        }
    }

    /// Wakes the lanes of a mask, but for those that have gone since.
    pub(super) fn wake(&mut self, mask: super::state::Mask, before: Gone) {
        self.mask = mask;
        if let Some((slot, before)) = before.returned {
            self.mask = self.without(self.mask, slot, before);
        }
        self.mask = self.without(self.mask, self.discarded, before.discarded);
    }

    /// Puts the passes of a short loop one behind the other, and says whether it did.
    pub(super) fn written_out(&mut self, body: Stmt, unroll: Option<Unroll>, span: Span) -> Outcome<bool> {
        let Some(unroll) = unroll else {
            return Ok(false);
        };
        let effects = self.effects_of(body)?;
        let limit = if effects.breaks || effects.returns { WRITTEN_OUT_WITH_EXITS } else { WRITTEN_OUT };
        if effects.weight.max(1).saturating_mul(u64::from(unroll.count)) > limit {
            return Ok(false);
        }
        let variable = self.variable(unroll.variable, span)?;
        let kind = match &self.program.symbols[unroll.variable].kind {
            SymbolKind::Variable(symbol) => self.number_kind(symbol.ty.meaning, span)?,
            _ => return Ok(false),
        };
        let (op, mut counter, delta) = match kind {
            NumberKind::Float => {
                (Op::Add, self.graph.float(unroll.start as f32), self.graph.float(unroll.delta as f32))
            }
            _ => (
                Op::AddInt,
                self.graph.constant(unroll.start as i64 as u32),
                self.graph.constant(unroll.delta as i64 as u32),
            ),
        };
        let (mask, gone) = (self.mask, self.gone());
        for _ in 0..unroll.count {
            if self.is_asleep() {
                break;
            }
            self.set(variable.base, counter);
            self.pass(body, span)?;
            counter = self.graph.binary(op, counter, delta);
        }
        self.wake(mask, gone);
        Ok(true)
    }

    /// One pass of a loop's body: afterwards those lanes are awake that take part in the next one.
    fn pass(&mut self, body: Stmt, span: Span) -> Outcome<()> {
        let broken = self.allocate_lanes(span)?;
        let continued = self.allocate_lanes(span)?;
        let (mask, gone) = (self.mask, self.gone());
        self.loops.push(Loop { broken, continued: Some(continued) });
        self.statement(body)?;
        self.loops.pop();
        let never = self.graph.truth(false);
        if self.slot(broken) == never {
            // Nobody left but those that are gone for good.
            self.wake(mask, gone);
        } else if self.slot(continued) != never {
            let waiting = self.slot(continued);
            let awake = self.mask_node(self.mask);
            self.mask = Some(self.graph.binary(Op::Or, awake, waiting));
        }
        Ok(())
    }

    /// A loop that is repeated while a lane is awake.
    pub(super) fn repeat(
        &mut self,
        test: Option<Expr>,
        next: Option<Expr>,
        body: Stmt,
        tests_last: bool,
        span: Span,
    ) -> Outcome<()> {
        let mut effects = self.effects_of(body)?;
        for expression in [test, next].into_iter().flatten() {
            self.scan(expression, &mut effects)?;
        }
        let slots = self.carried(&effects);
        let (mask, entry, gone) = (self.mask, self.entry, self.gone());
        let all = self.mask_node(mask);

        let region = self.graph.open(Role::Loop);
        let active = self.graph.phi();
        let mut carried: Vec<(u32, Carried)> = Vec::with_capacity(slots.len());
        for slot in slots {
            let (initial, phi) = (self.slot(slot), self.graph.phi());
            self.set(slot, phi);
            let next = phi;
            carried.push((slot, Carried { phi, initial, next }));
        }
        self.mask = Some(active);
        self.entry = Some(active);
        let mut live = active;
        if !tests_last {
            live = self.tested(test)?;
            self.settle(active, &mut carried);
            self.graph.put_exit(live);
        }
        let at_exit: Vec<Node> = carried.iter().map(|(_, carried)| carried.next).collect();
        self.mask = Some(live);
        self.entry = Some(live);
        self.pass(body, span)?;
        if let Some(next) = next {
            self.value(next)?;
        }
        let mut awake = self.mask_node(self.mask);
        if tests_last {
            awake = self.tested(test)?;
        }
        self.settle(live, &mut carried);
        if tests_last {
            self.graph.put_exit(awake);
        }
        self.graph.close();

        (self.mask, self.entry) = (mask, entry);
        for (place, (slot, carried)) in carried.iter().enumerate() {
            let value = if tests_last { carried.next } else { at_exit[place] };
            self.set(*slot, value);
        }
        let mut carried: Vec<Carried> = carried.into_iter().map(|(_, carried)| carried).collect();
        carried.push(Carried { phi: active, initial: all, next: awake });
        self.graph.put_loop(region, carried);
        self.wake(mask, gone);
        Ok(())
    }

    /// The lanes that are awake and meet a loop's condition.
    fn tested(&mut self, test: Option<Expr>) -> Outcome<Node> {
        let condition = match test {
            Some(test) => self.scalar(test)?,
            None => self.graph.truth(true),
        };
        Ok(self.narrowed(self.mask, condition))
    }

    /// What every carried slot holds now: for lanes that sleep, what it held before.
    fn settle(&mut self, awake: Node, carried: &mut [(u32, Carried)]) {
        for (slot, carried) in carried {
            let held = self.slot(*slot);
            if held != carried.next {
                carried.next = self.graph.op(Op::Select, [awake, held, carried.next]);
                self.set(*slot, carried.next);
            }
        }
    }

    /// The slots that a loop may change and that exist around it.
    fn carried(&self, effects: &Effects) -> BTreeSet<u32> {
        let mut slots = BTreeSet::new();
        for symbol in &effects.assigned {
            let Some(variable) = self.variables.get(symbol) else {
                continue;
            };
            let end = variable.base + variable.count;
            if end as usize <= self.slots.len() {
                slots.extend(variable.base..end);
            }
        }
        if effects.returns
            && let Some(function) = self.functions.last()
        {
            slots.insert(function.returned);
            slots.extend(function.result.base..function.result.base + function.result.count);
        }
        if effects.discards {
            slots.insert(self.discarded);
        }
        slots
    }
}
