//! Places: parts of variables that can be read and assigned, with indices that may differ from lane to lane.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::Type;
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};

use super::{Lowering, Outcome, Slots, malformed};
use crate::graph::Node;
use crate::op::Op;

/// A part of a variable.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Which slots it may be, for every value of the selector.
    options: Vec<Vec<u32>>,
    /// Which of the options; the first without one.
    selector: Option<Node>,
}

impl Lowering<'_> {
    /// The part of a variable that an expression means; none for expressions that are not rooted in one.
    pub(super) fn place(&mut self, expression: Expr) -> Outcome<Option<Place>> {
        let node = self.program.expressions[expression];
        self.enter(node.span)?;
        let place = match node.kind {
            ExpressionKind::VariableReference { variable, .. } => {
                let variable = self.variable(variable, node.span)?;
                if (variable.base + variable.count) as usize > self.slots.len() {
                    return Err(malformed(node.span, "the variable is used outside of its scope"));
                }
                Some(Place {
                    options: vec![(variable.base..variable.base + variable.count).collect()],
                    selector: None,
                })
            }
            ExpressionKind::FieldAccess { base, index, .. } => {
                let ty = self.program.ty_of(base).meaning;
                let Some((start, field)) = self.field_place(ty, index as usize) else {
                    return Err(malformed(node.span, "the field does not exist"));
                };
                let width = self.width(field, node.span)?;
                self.place(base)?.map(|place| place.part(start..start + width, node.span)).transpose()?
            }
            ExpressionKind::Swizzle { base, components } => match self.place(base)? {
                Some(mut place) => {
                    for option in &mut place.options {
                        *option = components
                            .get()
                            .iter()
                            .map(|&component| option.get(usize::from(component)).copied())
                            .collect::<Option<_>>()
                            .ok_or_else(|| malformed(node.span, "the component does not exist"))?;
                    }
                    Some(place)
                }
                None => None,
            },
            ExpressionKind::Index { base, index } => match self.place(base)? {
                Some(place) => {
                    let index = self.scalar(index)?;
                    let ty = self.program.ty_of(base).meaning;
                    Some(self.element(place, ty, index, node.span)?)
                }
                None => None,
            },
            _ => None,
        };
        self.leave();
        Ok(place)
    }

    /// How many elements a type has, and how many scalars each takes.
    pub(super) fn elements(&self, ty: Type, span: Span) -> Outcome<(usize, usize)> {
        let types = &self.program.types;
        match (types.index_count(ty), types.indexed(ty)) {
            (Some(count), Some(element)) if count > 0 => Ok((count as usize, self.width(element, span)?)),
            _ => Err(malformed(span, format!("a value of type `{}` has no elements", types.name(ty)))),
        }
    }

    fn element(&mut self, place: Place, ty: Type, index: Node, span: Span) -> Outcome<Place> {
        let (count, width) = self.elements(ty, span)?;
        if let Some(index) = self.graph.constant_of(index) {
            let start = (index as usize).min(count - 1) * width;
            return place.part(start..start + width, span);
        }
        let last = self.graph.constant(count as u32 - 1);
        let index = self.graph.binary(Op::MinUint, index, last);
        let selector = match place.selector {
            Some(outer) => {
                let count = self.graph.constant(count as u32);
                let outer = self.graph.binary(Op::MultiplyInt, outer, count);
                self.graph.binary(Op::AddInt, outer, index)
            }
            None => index,
        };
        let total = place.options.iter().map(Vec::len).sum::<usize>();
        // Every access makes a choice among all of them, which counts as work.
        self.visits = self.visits.saturating_add(total);
        let mut options = Vec::with_capacity(place.options.len() * count);
        for option in &place.options {
            for element in 0..count {
                let slots = option.get(element * width..(element + 1) * width);
                let slots = slots.ok_or_else(|| malformed(span, "the element does not exist"))?;
                options.push(slots.to_vec());
            }
        }
        Ok(Place { options, selector: Some(selector) })
    }

    /// What a place holds.
    pub(super) fn read_place(&mut self, place: &Place) -> Slots {
        let Some(first) = place.options.first() else {
            return Vec::new();
        };
        let Some(selector) = place.selector else {
            return first.iter().map(|&slot| self.slot(slot)).collect();
        };
        let width = first.len();
        (0..width)
            .map(|component| {
                let nodes: Vec<Node> = place
                    .options
                    .iter()
                    .filter_map(|option| option.get(component).map(|&slot| self.slot(slot)))
                    .collect();
                self.graph.gather(selector, &nodes)
            })
            .collect()
    }

    /// Puts a value in a place, for the lanes that are awake.
    pub(super) fn write_place(&mut self, place: &Place, value: &[Node]) {
        let Some(selector) = place.selector else {
            for (&slot, &node) in place.options.iter().flatten().zip(value) {
                self.assign(slot, node);
            }
            return;
        };
        for (number, option) in (0u32..).zip(&place.options) {
            let number = self.graph.constant(number);
            let is_meant = self.graph.binary(Op::EqualInt, selector, number);
            for (&slot, &node) in option.iter().zip(value) {
                let held = self.slot(slot);
                let chosen = self.graph.op(Op::Select, [is_meant, node, held]);
                self.assign(slot, chosen);
            }
        }
    }
}

impl Place {
    /// A part of every option.
    fn part(mut self, range: std::ops::Range<usize>, span: Span) -> Outcome<Place> {
        for option in &mut self.options {
            let part = option.get(range.clone());
            *option = part.ok_or_else(|| malformed(span, "the part does not exist"))?.to_vec();
        }
        Ok(self)
    }

    /// How many scalars it has.
    pub(super) fn len(&self) -> usize {
        self.options.first().map_or(0, Vec::len)
    }
}
