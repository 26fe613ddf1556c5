//! The register file: loops over the lanes of one, two or three operands.

use super::{LANES, SCRATCH};
use crate::emit::Operand;

/// A register.
pub(crate) type Row = [u32; LANES];

/// Registers and scalars.
pub(super) struct File<'f> {
    pub(super) rows: &'f mut [Row],
    pub(super) scalars: &'f [u32],
}

impl File<'_> {
    fn scalar(&self, place: u32) -> u32 {
        self.scalars.get(place as usize).copied().unwrap_or(0)
    }

    /// Puts an operand in a scratch register, and gives that one.
    fn spread(&mut self, operand: Operand, number: usize) -> usize {
        let scratch = self.rows.len().saturating_sub(SCRATCH - number);
        let row = match operand {
            Operand::Register(register) => self.rows.get(register as usize).copied(),
            Operand::Scalar(place) => Some([self.scalar(place); LANES]),
        };
        if let (Some(to), Some(row)) = (self.rows.get_mut(scratch), row) {
            *to = row;
        }
        scratch
    }

    /// The register of an operand that may be a scalar.
    fn register(&mut self, operand: Operand, number: usize) -> usize {
        match operand {
            Operand::Register(register) => register as usize,
            Operand::Scalar(_) => self.spread(operand, number),
        }
    }

    /// `to = function(a)`
    #[inline(never)]
    pub(super) fn unary(&mut self, to: u32, a: Operand, function: impl Fn(u32) -> u32) {
        let a = self.register(a, 0);
        if let Ok([to, a]) = self.rows.get_disjoint_mut([to as usize, a]) {
            one(to, a, function);
        }
    }

    /// `to = function(a, b)`, with operands spread first.
    #[inline(never)]
    pub(super) fn binary(&mut self, to: u32, a: Operand, b: Operand, function: impl Fn(u32, u32) -> u32) {
        let x = self.register(a, 0);
        let y = if a == b { self.spread(b, 1) } else { self.register(b, 1) };
        if let Ok([to, x, y]) = self.rows.get_disjoint_mut([to as usize, x, y]) {
            two(to, x, y, function);
        }
    }

    /// `to = function(a, b)`, with code for operands that are scalars.
    #[inline(never)]
    pub(super) fn plain_binary(
        &mut self,
        to: u32,
        a: Operand,
        b: Operand,
        function: impl Fn(u32, u32) -> u32,
    ) {
        let to = to as usize;
        match (a, b) {
            (Operand::Register(x), Operand::Register(y)) if x == y => {
                if let Ok([to, x]) = self.rows.get_disjoint_mut([to, x as usize]) {
                    one(to, x, |x| function(x, x));
                }
            }
            (Operand::Register(x), Operand::Register(y)) => {
                if let Ok([to, x, y]) = self.rows.get_disjoint_mut([to, x as usize, y as usize]) {
                    two(to, x, y, function);
                }
            }
            (Operand::Register(x), Operand::Scalar(y)) => {
                let y = self.scalar(y);
                if let Ok([to, x]) = self.rows.get_disjoint_mut([to, x as usize]) {
                    one(to, x, |x| function(x, y));
                }
            }
            (Operand::Scalar(x), Operand::Register(y)) => {
                let x = self.scalar(x);
                if let Ok([to, y]) = self.rows.get_disjoint_mut([to, y as usize]) {
                    one(to, y, |y| function(x, y));
                }
            }
            (Operand::Scalar(x), Operand::Scalar(y)) => {
                let value = function(self.scalar(x), self.scalar(y));
                if let Some(to) = self.rows.get_mut(to) {
                    *to = [value; LANES];
                }
            }
        }
    }

    /// `to = function(a, b, c)`, with code for operands that are scalars.
    #[inline(never)]
    pub(super) fn plain_ternary(
        &mut self,
        to: u32,
        operands: [Operand; 3],
        function: impl Fn(u32, u32, u32) -> u32,
    ) {
        let to = to as usize;
        let [a, mut b, mut c] = operands;
        let is_register = |operand| matches!(operand, Operand::Register(_));
        if a == b && is_register(b) {
            b = Operand::Register(self.spread(b, 1) as u32);
        }
        if (a == c || operands[1] == c) && is_register(c) {
            c = Operand::Register(self.spread(c, 2) as u32);
        }
        match (a, b, c) {
            (Operand::Register(x), Operand::Register(y), Operand::Register(z)) => {
                let places = [to, x as usize, y as usize, z as usize];
                if let Ok([to, x, y, z]) = self.rows.get_disjoint_mut(places) {
                    three(to, x, y, z, function);
                }
            }
            (Operand::Register(x), Operand::Register(y), Operand::Scalar(z)) => {
                let z = self.scalar(z);
                if let Ok([to, x, y]) = self.rows.get_disjoint_mut([to, x as usize, y as usize]) {
                    two(to, x, y, |x, y| function(x, y, z));
                }
            }
            (Operand::Register(x), Operand::Scalar(y), Operand::Register(z)) => {
                let y = self.scalar(y);
                if let Ok([to, x, z]) = self.rows.get_disjoint_mut([to, x as usize, z as usize]) {
                    two(to, x, z, |x, z| function(x, y, z));
                }
            }
            (Operand::Register(x), Operand::Scalar(y), Operand::Scalar(z)) => {
                let (y, z) = (self.scalar(y), self.scalar(z));
                if let Ok([to, x]) = self.rows.get_disjoint_mut([to, x as usize]) {
                    one(to, x, |x| function(x, y, z));
                }
            }
            (Operand::Scalar(x), y, z) => {
                let x = self.scalar(x);
                let y = self.register(y, 1);
                let z = self.register(z, 2);
                if let Ok([to, y, z]) = self.rows.get_disjoint_mut([to, y, z]) {
                    two(to, y, z, |y, z| function(x, y, z));
                }
            }
        }
    }

    /// `to = a`
    pub(super) fn copy(&mut self, to: u32, a: Operand) {
        let value = match a {
            Operand::Scalar(place) => Some([self.scalar(place); LANES]),
            Operand::Register(register) => self.rows.get(register as usize).copied(),
        };
        if let (Some(to), Some(value)) = (self.rows.get_mut(to as usize), value) {
            *to = value;
        }
    }

    /// `to = mask ? a : to`, or the other way round.
    pub(super) fn update(&mut self, to: u32, mask: Operand, is_inverted: bool, a: Operand) {
        let invert = if is_inverted { u32::MAX } else { 0 };
        let mask = self.register(mask, 0);
        let a = if a == Operand::Register(mask as u32) { self.spread(a, 1) } else { self.register(a, 1) };
        if let Ok([to, mask, a]) = self.rows.get_disjoint_mut([to as usize, mask, a]) {
            for ((to, &mask), &a) in to.iter_mut().zip(&*mask).zip(&*a) {
                let mask = mask ^ invert;
                *to = (a & mask) | (*to & !mask);
            }
        }
    }
}

#[inline(always)]
fn one(to: &mut Row, a: &Row, function: impl Fn(u32) -> u32) {
    for (to, &a) in to.iter_mut().zip(a) {
        *to = function(a);
    }
}

#[inline(always)]
fn two(to: &mut Row, a: &Row, b: &Row, function: impl Fn(u32, u32) -> u32) {
    for ((to, &a), &b) in to.iter_mut().zip(a).zip(b) {
        *to = function(a, b);
    }
}

#[inline(always)]
fn three(to: &mut Row, a: &Row, b: &Row, c: &Row, function: impl Fn(u32, u32, u32) -> u32) {
    for (((to, &a), &b), &c) in to.iter_mut().zip(a).zip(b).zip(c) {
        *to = function(a, b, c);
    }
}
