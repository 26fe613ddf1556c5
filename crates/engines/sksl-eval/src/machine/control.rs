//! Jumps and what looks across lanes.

use super::file::{File, Row};
use super::{HALF, LANES};
use crate::emit::Operand;
use crate::graph::Axis;

impl File<'_> {
    /// Whether a lane of the mask meets the condition, or fails it.
    pub(super) fn any(&self, condition: Operand, is_inverted: bool, mask: Option<Operand>) -> bool {
        let invert = if is_inverted { u32::MAX } else { 0 };
        match (self.look(condition), mask.map(|mask| self.look(mask))) {
            (Look::Same(condition), None) => condition ^ invert != 0,
            (Look::Same(condition), Some(Look::Same(mask))) => (condition ^ invert) & mask != 0,
            (Look::Same(condition), Some(Look::Each(mask))) => {
                condition ^ invert != 0 && any(mask, |mask| mask)
            }
            (Look::Each(condition), None) => any(condition, |condition| condition ^ invert),
            (Look::Each(condition), Some(Look::Same(mask))) => {
                any(condition, |condition| (condition ^ invert) & mask)
            }
            (Look::Each(condition), Some(Look::Each(mask))) => {
                let lanes = condition.iter().zip(mask);
                lanes.fold(0, |all, (&condition, &mask)| all | ((condition ^ invert) & mask)) != 0
            }
        }
    }

    fn look(&self, operand: Operand) -> Look<'_> {
        match operand {
            Operand::Register(register) => match self.rows.get(register as usize) {
                Some(row) => Look::Each(row),
                None => Look::Same(0),
            },
            Operand::Scalar(place) => Look::Same(self.scalars.get(place as usize).copied().unwrap_or(0)),
        }
    }

    /// `to = list[index]`, lane by lane.
    pub(super) fn gather(&mut self, to: u32, index: Operand, list: &[Operand]) {
        let last = list.len().saturating_sub(1);
        let mut row: Row = [0; LANES];
        for (lane, value) in row.iter_mut().enumerate() {
            let index = (self.lane(index, lane) as usize).min(last);
            if let Some(&operand) = list.get(index) {
                *value = self.lane(operand, lane);
            }
        }
        if let Some(to) = self.rows.get_mut(to as usize) {
            *to = row;
        }
    }

    fn lane(&self, operand: Operand, lane: usize) -> u32 {
        match self.look(operand) {
            Look::Same(value) => value,
            Look::Each(row) => row.get(lane).copied().unwrap_or(0),
        }
    }

    /// `to` = what is right of or below each pixel of a square of four, less what is left of or above it.
    pub(super) fn difference(&mut self, to: u32, axis: Axis, of: Operand) {
        let Look::Each(&of) = self.look(of) else {
            return;
        };
        let Some(to) = self.rows.get_mut(to as usize) else {
            return;
        };
        for (lane, to) in to.iter_mut().enumerate() {
            let (near, far) = match axis {
                Axis::X => (lane & !1, lane | 1),
                Axis::Y => (lane % HALF, lane % HALF + HALF),
            };
            *to = (f32::from_bits(of[far]) - f32::from_bits(of[near])).to_bits();
        }
    }
}

/// An operand to be looked at.
enum Look<'r> {
    Same(u32),
    Each(&'r Row),
}

fn any(row: &Row, lane: impl Fn(u32) -> u32) -> bool {
    row.iter().fold(0, |all, &value| all | lane(value)) != 0
}
