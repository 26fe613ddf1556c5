//! Variables and lanes: what slots hold, which lanes are awake, what becomes of both where branches meet.

use std::collections::BTreeMap;

use glassbox_core::span::Span;
use glassbox_sksl_lang::ir::symbol::Symbol;

use super::{Lowering, Outcome, Slots, finding};
use crate::graph::{Node, Role};
use crate::op::Op;
use crate::rules;

/// The lanes that are awake; all of them without a node.
pub(super) type Mask = Option<Node>;

/// Where a variable lives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variable {
    pub(super) base: u32,
    pub(super) count: u32,
}

/// A function that is being put in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Function {
    pub(super) symbol: Symbol,
    pub(super) result: Variable,
    /// Slot of the lanes that have returned.
    pub(super) returned: u32,
}

/// A loop or switch that is being put in place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loop {
    /// Slot of the lanes that have left it.
    pub(super) broken: u32,
    /// Slot of the lanes that wait for the next pass; none for a switch.
    pub(super) continued: Option<u32>,
}

impl Lowering<'_> {
    /// A new slot for lanes that go away, which holds none.
    pub(super) fn allocate_lanes(&mut self, span: Span) -> Outcome<u32> {
        self.allocate(1, span)
    }

    /// New slots that hold 0.
    fn allocate(&mut self, count: usize, span: Span) -> Outcome<u32> {
        let limit = self.settings.slot_limit;
        if self.slots.len().saturating_add(count) > limit {
            return Err(finding(
                &rules::TOO_LARGE,
                span,
                format!("the variables of the program take more than {limit} scalars"),
            )
            .help("raise the limit of scalars, or make arrays smaller")
            .into());
        }
        let base = self.slots.len() as u32;
        let zero = self.graph.constant(0);
        self.slots.resize(self.slots.len() + count, zero);
        self.declared.resize(self.slots.len(), self.mask);
        Ok(base)
    }

    /// New slots for a variable that is declared now.
    pub(super) fn declare(&mut self, symbol: Symbol, count: usize, span: Span) -> Outcome<Variable> {
        let variable = self.anonymous(count, span)?;
        self.variables.insert(symbol, variable);
        Ok(variable)
    }

    /// New slots for a value without a name.
    pub(super) fn anonymous(&mut self, count: usize, span: Span) -> Outcome<Variable> {
        Ok(Variable { base: self.allocate(count, span)?, count: count as u32 })
    }

    /// What a slot holds.
    pub(super) fn slot(&self, slot: u32) -> Node {
        self.slots[slot as usize]
    }

    /// What a variable holds; nothing for one that is out of its scope.
    pub(super) fn read(&self, variable: Variable) -> Option<Slots> {
        let base = variable.base as usize;
        let slots = self.slots.get(base..base + variable.count as usize)?;
        Some(slots.to_vec())
    }

    /// Puts a node in a slot, for all lanes.
    pub(super) fn set(&mut self, slot: u32, node: Node) {
        if let Some(held) = self.slots.get_mut(slot as usize)
            && *held != node
        {
            self.log.push((slot, *held));
            *held = node;
        }
    }

    /// Puts a node in a slot of a variable, for the lanes that are awake.
    pub(super) fn assign(&mut self, slot: u32, node: Node) {
        let declared = self.declared.get(slot as usize).copied().flatten();
        let value = match self.mask {
            Some(mask) if self.mask != self.entry && self.mask != declared => {
                let Some(&held) = self.slots.get(slot as usize) else {
                    return;
                };
                self.graph.op(Op::Select, [mask, node, held])
            }
            _ => node,
        };
        self.set(slot, value);
    }

    /// Puts a value in a variable, for the lanes that are awake.
    pub(super) fn assign_all(&mut self, variable: Variable, value: &[Node]) {
        for (slot, &node) in (variable.base..).zip(value).take(variable.count as usize) {
            self.assign(slot, node);
        }
    }

    /// The mask as a node.
    pub(super) fn mask_node(&mut self, mask: Mask) -> Node {
        match mask {
            Some(mask) => mask,
            None => self.graph.truth(true),
        }
    }

    /// The lanes of a mask that meet a condition.
    pub(super) fn narrowed(&mut self, mask: Mask, condition: Node) -> Node {
        match mask {
            Some(mask) => self.graph.binary(Op::And, mask, condition),
            None => condition,
        }
    }

    /// A mask without the lanes in a slot, when the slot holds something else than before.
    pub(super) fn without(&mut self, mask: Mask, slot: u32, before: Node) -> Mask {
        let gone = self.slot(slot);
        if gone == before {
            return mask;
        }
        let staying = self.graph.unary(Op::Not, gone);
        let mask = self.narrowed(mask, staying);
        Some(mask)
    }

    /// Adds the lanes that are awake to those in a slot, and puts them to sleep.
    pub(super) fn sleep(&mut self, slot: u32) {
        let awake = self.mask_node(self.mask);
        if let Some(&held) = self.slots.get(slot as usize) {
            let all = self.graph.binary(Op::Or, held, awake);
            self.set(slot, all);
        }
        self.mask = Some(self.graph.truth(false));
    }

    /// Whether no lane is awake, whatever the pixel.
    pub(super) fn is_asleep(&self) -> bool {
        self.mask.is_some_and(|mask| self.graph.is_false(mask))
    }

    /// Does one thing for the lanes that meet a condition and another for the others, and gives the value of each lane's.
    pub(super) fn branch(
        &mut self,
        condition: Node,
        then: impl FnOnce(&mut Self) -> Outcome<Slots>,
        otherwise: impl FnOnce(&mut Self) -> Outcome<Slots>,
    ) -> Outcome<Slots> {
        if self.graph.is_true(condition) {
            return then(self);
        }
        if self.graph.is_false(condition) {
            return otherwise(self);
        }
        let (mask, entry) = (self.mask, self.entry);
        let inverse = self.graph.unary(Op::Not, condition);
        let masks = [self.narrowed(mask, condition), self.narrowed(mask, inverse)];
        if self.graph.is_false(masks[0]) {
            return otherwise(self);
        }
        if self.graph.is_false(masks[1]) {
            return then(self);
        }
        let (then_region, then_values, then_end, mut then_slots) = self.side(masks[0], then)?;
        let (else_region, else_values, else_end, else_slots) = self.side(masks[1], otherwise)?;
        (self.mask, self.entry) = (mask, entry);

        for slot in else_slots.keys() {
            then_slots.entry(*slot).or_insert_with(|| self.slots[*slot as usize]);
        }
        let mut pairs: Vec<(Node, Node)> = Vec::with_capacity(then_slots.len() + then_values.len() + 1);
        for (slot, &node) in &then_slots {
            pairs.push((node, else_slots.get(slot).copied().unwrap_or(self.slot(*slot))));
        }
        pairs.extend(then_values.iter().copied().zip(else_values));
        let ends = [then_end, else_end];
        // The usual ways to end early leave a mask that is known outside; any other is chosen like a value.
        let known = if ends == masks {
            Some(mask)
        } else if self.graph.is_false(then_end) && else_end == masks[1] {
            Some(Some(masks[1]))
        } else if self.graph.is_false(else_end) && (then_end == masks[0] || self.graph.is_false(then_end)) {
            Some(Some(then_end))
        } else {
            None
        };
        if known.is_none() {
            pairs.push((then_end, else_end));
        }
        let mut results = self.graph.put_branch(condition, mask, then_region, else_region, &pairs);
        let after = match known {
            Some(mask) => mask,
            // What branches leave behind means nothing for lanes that slept all the while.
            None => results.pop().map(|awake| self.narrowed(mask, awake)),
        };
        let values = results.split_off(then_slots.len());
        // Lanes that slept all the while may meet the condition too.
        for (slot, node) in then_slots.into_keys().zip(results) {
            self.assign(slot, node);
        }
        self.mask = after;
        Ok(values)
    }

    /// One side of a branch: its region, its value, the lanes that are awake at its end, and the slots that it changed, which
    /// then hold again what they held before.
    #[allow(clippy::type_complexity)]
    fn side(
        &mut self,
        mask: Node,
        inside: impl FnOnce(&mut Self) -> Outcome<Slots>,
    ) -> Outcome<(crate::graph::Region, Slots, Node, BTreeMap<u32, Node>)> {
        let (start, mark) = (self.slots.len(), self.log.len());
        let region = self.graph.open(Role::Branch);
        self.mask = Some(mask);
        self.entry = Some(mask);
        let values = inside(self)?;
        let end = self.mask_node(self.mask);
        self.graph.close();
        let changed = self.undo(mark, start);
        Ok((region, values, end, changed))
    }

    /// Takes back what was assigned since the log was that long, forgets the slots behind `start`, and gives what the others
    /// held.
    fn undo(&mut self, mark: usize, start: usize) -> BTreeMap<u32, Node> {
        let mut changed = BTreeMap::new();
        for (slot, before) in self.log.split_off(mark).into_iter().rev() {
            let Some(held) = self.slots.get_mut(slot as usize) else {
                continue;
            };
            if (slot as usize) < start {
                changed.entry(slot).or_insert(*held);
            }
            *held = before;
        }
        self.slots.truncate(start);
        self.declared.truncate(start);
        changed
    }
}
