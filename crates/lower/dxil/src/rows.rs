//! Addresses in buffers as sums of values, as the members that they are in need them.

use glassbox_dxil::analysis::program::Program;
use glassbox_dxil::ir::{BinaryOp, Body, Constant, Op, Type, TypeId, ValueId};
use glassbox_lower_directx::members::{Address, Layout, Place};

use crate::source::Source;

/// Bytes of a row.
const ROW: u32 = 16;
/// Most sums and products in each other.
const MAX_STEPS: u32 = 8;
/// Most values of a sum.
const MAX_TERMS: usize = 4;

/// A sum of products; `None` if it is that of too many values.
fn address(program: &Program<'_>, body: &Body, products: &[(ValueId, u32)]) -> Option<Address<ValueId>> {
    let mut sum = Sum { program, body, address: Address { bytes: 0, terms: Vec::new() } };
    for &(value, factor) in products {
        sum.add(value, factor, MAX_STEPS);
    }
    (sum.address.terms.len() <= MAX_TERMS).then_some(sum.address)
}

struct Sum<'s, 'p> {
    program: &'s Program<'p>,
    body: &'s Body,
    address: Address<ValueId>,
}

impl Sum<'_, '_> {
    fn integer(&self, value: ValueId) -> Option<u32> {
        self.program.scope(self.body).integer(value).map(|number| number as u32)
    }

    /// Adds a product.
    fn add(&mut self, value: ValueId, factor: u32, steps: u32) {
        if let Some(number) = self.integer(value) {
            self.address.bytes = self.address.bytes.wrapping_add(number.wrapping_mul(factor));
            return;
        }
        if self.add_parts(value, factor, steps).is_some() {
            return;
        }
        match self.address.terms.iter_mut().find(|(known, _)| *known == value) {
            Some((_, known)) => *known = known.wrapping_add(factor),
            None => self.address.terms.push((value, factor)),
        }
    }

    fn add_parts(&mut self, value: ValueId, factor: u32, steps: u32) -> Option<()> {
        let steps = steps.checked_sub(1)?;
        let made = self.body.instruction(self.program.maker(self.body, value)?)?;
        let Op::Binary { op, .. } = made.op else { return None };
        let [left, right] = *self.body.operands(made) else { return None };
        match (op, self.integer(right)) {
            (BinaryOp::Add, _) => {
                self.add(left, factor, steps);
                self.add(right, factor, steps);
            }
            (BinaryOp::Sub, Some(number)) => {
                self.add(left, factor, steps);
                self.address.bytes = self.address.bytes.wrapping_sub(number.wrapping_mul(factor));
            }
            // A sum without carries.
            (BinaryOp::Or, Some(number))
                if number.checked_ilog2().is_none_or(|bit| bit < self.zeros(left, steps)) =>
            {
                self.add(left, factor, steps);
                self.address.bytes = self.address.bytes.wrapping_add(number.wrapping_mul(factor));
            }
            (BinaryOp::Mul, Some(number)) => self.add(left, factor.checked_mul(number)?, steps),
            (BinaryOp::Shl, Some(bits @ 0..=16)) => self.add(left, factor.checked_mul(1 << bits)?, steps),
            _ => return None,
        }
        Some(())
    }

    /// Low bits of a value that are 0.
    fn zeros(&self, value: ValueId, steps: u32) -> u32 {
        let made = self.program.maker(self.body, value).and_then(|id| self.body.instruction(id));
        let (Some(made), Some(steps)) = (made, steps.checked_sub(1)) else { return 0 };
        let Op::Binary { op, .. } = made.op else { return 0 };
        let [left, right] = *self.body.operands(made) else { return 0 };
        match (op, self.integer(right)) {
            (BinaryOp::Shl, Some(bits)) => bits.min(31),
            (BinaryOp::Mul | BinaryOp::And, Some(number)) => number.trailing_zeros(),
            (BinaryOp::Add, None) => self.zeros(left, steps).min(self.zeros(right, steps)),
            _ => 0,
        }
    }
}

/// Bytes of a number in memory.
fn bytes_of(source: &Source<'_>, number: TypeId) -> Option<u32> {
    Some(match source.program.module.types.get(number)? {
        Type::Half | Type::Integer(16) if source.is_native() => 2,
        Type::Half | Type::Float | Type::Integer(16 | 32) => 4,
        Type::Double | Type::Integer(64) => 8,
        _ => return None,
    })
}

/// Number of a row, and bytes of one, of a result.
fn numbers(source: &Source<'_>, result: TypeId) -> Option<(u32, u32)> {
    let types = &source.program.module.types;
    let fields = types.fields(result)?;
    let first = *fields.first()?;
    let bytes = bytes_of(source, first)?;
    let count = fields.iter().filter(|field| **field == first).count() as u32;
    Some((count, bytes))
}

/// The members that the used numbers of a row are in, by number; `None` if one of them is in none.
pub(crate) fn places(
    source: &Source<'_>,
    body: &Body,
    layout: &Layout,
    row: ValueId,
    (result, used): (TypeId, u32),
) -> Option<Vec<Option<Place<ValueId>>>> {
    let (count, bytes) = numbers(source, result)?;
    let address = address(&source.program, body, &[(row, ROW)])?;
    in_members(layout, &address, (count, bytes), used)
}

/// The members that numbers of an element of a buffer of structures are in. Given are the element, the byte in it, bytes of an element, the
/// type of a number, and which numbers there are.
pub(crate) fn element_places(
    source: &Source<'_>,
    body: &Body,
    layout: &Layout,
    ([index, offset], stride): ([ValueId; 2], u32),
    (number, columns): (TypeId, u32),
) -> Option<Vec<Option<Place<ValueId>>>> {
    let bytes = bytes_of(source, number)?;
    let is_undefined = matches!(source.program.scope(body).constant(offset), Some((Constant::Undef, _)));
    let products = [(index, stride), (offset, 1)];
    let address = address(&source.program, body, if is_undefined { &products[..1] } else { &products })?;
    in_members(layout, &address, (u32::BITS - columns.leading_zeros(), bytes), columns)
}

fn in_members(
    layout: &Layout,
    address: &Address<ValueId>,
    (count, bytes): (u32, u32),
    used: u32,
) -> Option<Vec<Option<Place<ValueId>>>> {
    let mut found = Vec::with_capacity(count as usize);
    for index in 0..count {
        found.push(match used & 1 << index {
            0 => None,
            _ => {
                let start = address.bytes.checked_add(index * bytes)?;
                let address = Address { bytes: start, terms: address.terms.clone() };
                Some(layout.find(&address, bytes)?)
            }
        });
    }
    Some(found)
}
