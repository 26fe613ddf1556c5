//! Generates code for the arithmetic of one component of four vertices.
//!
//! The code has no branches: cases that differ between lanes (`0 * inf`, NaN, flushed values) are
//! masks. NaN bits are left to the machine and canonicalised when values leave the engine; a NaN
//! that enters has no bits that rounding could carry out of its mantissa.

use std::collections::HashSet;

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::types::{F32X4, F64X2, I8X16, I32X4, I64X2};
use cranelift_codegen::ir::{Endianness, FuncRef, InstBuilder, MemFlagsData, Type, Value};
use cranelift_frontend::FunctionBuilder;

use crate::number::Precision;

/// Functions called by compiled code.
#[derive(Clone, Copy)]
pub(super) struct Imports {
    /// The host's EX2 and LG2, for one lane.
    pub(super) ex2: FuncRef,
    pub(super) lg2: FuncRef,
    /// Float24 arithmetic of [`Rounded`], in the order of [`Rounded::ALL`], for all lanes.
    pub(super) rounded: [Option<FuncRef>; 4],
}

/// Float24 operations compiled as functions: each takes about sixty instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Rounded {
    Sum,
    Product,
    Reciprocal,
    ReciprocalRoot,
}

impl Rounded {
    pub(super) const ALL: [Rounded; 4] =
        [Rounded::Sum, Rounded::Product, Rounded::Reciprocal, Rounded::ReciprocalRoot];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Rounded::Sum => "sum",
            Rounded::Product => "product",
            Rounded::Reciprocal => "reciprocal",
            Rounded::ReciprocalRoot => "reciprocal_root",
        }
    }

    /// Number of operands.
    pub(super) const fn operands(self) -> usize {
        match self {
            Rounded::Sum | Rounded::Product => 2,
            Rounded::Reciprocal | Rounded::ReciprocalRoot => 1,
        }
    }
}

/// Appends arithmetic to the current block.
pub(super) struct Arithmetic<'f, 'b> {
    pub(super) builder: &'f mut FunctionBuilder<'b>,
    precision: Precision,
    imports: Option<Imports>,
    /// Values without subnormal float24 numbers, which flushing does not change.
    flushed: HashSet<Value>,
}

/// Smallest normal float24, 2^-62.
const SMALLEST: f32 = f32::from_bits(0x2080_0000);
/// Results are rounded as multiples of this, 2^64, so that a float24 overflow also overflows an
/// `f32`.
const SCALE: f64 = 18_446_744_073_709_551_616.0;
/// Mantissa bits of an `f64` that a float24 lacks.
const DROPPED: u32 = 36;

impl<'f, 'b> Arithmetic<'f, 'b> {
    pub(super) fn new(
        builder: &'f mut FunctionBuilder<'b>,
        precision: Precision,
        imports: Option<Imports>,
    ) -> Self {
        Arithmetic { builder, precision, imports, flushed: HashSet::new() }
    }

    /// The same number in every lane.
    pub(super) fn constant(&mut self, value: f32) -> Value {
        let bits = u128::from(value.to_bits());
        let constant = self.vector(F32X4, bits << 96 | bits << 64 | bits << 32 | bits);
        self.flushed.insert(constant);
        constant
    }

    fn wide(&mut self, kind: Type, bits: u64) -> Value {
        self.vector(kind, u128::from(bits) << 64 | u128::from(bits))
    }

    fn vector(&mut self, kind: Type, bits: u128) -> Value {
        let data = bits.to_le_bytes().as_slice().into();
        let constant = self.builder.func.dfg.constants.insert(data);
        self.builder.ins().vconst(kind, constant)
    }

    fn cast(&mut self, kind: Type, value: Value) -> Value {
        let flags = MemFlagsData::new().with_endianness(Endianness::Little);
        self.builder.ins().bitcast(kind, flags, value)
    }

    /// The value where the mask is clear, zero elsewhere.
    fn clear(&mut self, value: Value, mask: Value) -> Value {
        let mask = self.cast(F32X4, mask);
        self.builder.ins().band_not(value, mask)
    }

    /// `yes` where the mask is set, `no` elsewhere.
    fn select(&mut self, mask: Value, yes: Value, no: Value) -> Value {
        let mask = self.cast(F32X4, mask);
        self.builder.ins().bitselect(mask, yes, no)
    }

    /// Mask of the lanes where the comparison holds.
    pub(super) fn compare(&mut self, condition: FloatCC, a: Value, b: Value) -> Value {
        self.builder.ins().fcmp(condition, a, b)
    }

    /// Mask of all lanes.
    pub(super) fn every_lane(&mut self) -> Value {
        self.vector(I32X4, u128::MAX)
    }

    /// Operand as seen by arithmetic instructions: float24 flushes subnormals.
    pub(super) fn operand(&mut self, a: Value) -> Value {
        if self.precision == Precision::Float32 || self.flushed.contains(&a) {
            return a;
        }
        let value = self.flush(a, SMALLEST);
        self.flushed.insert(value);
        value
    }

    fn flush(&mut self, a: Value, smallest: f32) -> Value {
        let magnitude = self.builder.ins().fabs(a);
        let smallest = self.constant(smallest);
        let small = self.compare(FloatCC::LessThan, magnitude, smallest);
        self.clear(a, small)
    }

    /// Negated value; float24 has no negative zero.
    pub(super) fn negate(&mut self, a: Value) -> Value {
        match self.precision {
            Precision::Float32 => self.builder.ins().fneg(a),
            Precision::Float24 => {
                let zero = self.constant(0.0);
                let value = self.builder.ins().fsub(zero, a);
                if self.flushed.contains(&a) {
                    self.flushed.insert(value);
                }
                value
            }
        }
    }

    pub(super) fn add(&mut self, a: Value, b: Value) -> Value {
        match self.precision {
            Precision::Float32 => self.builder.ins().fadd(a, b),
            Precision::Float24 => self.rounded(Rounded::Sum, &[a, b]),
        }
    }

    /// Product, where zero times infinity is zero.
    pub(super) fn mul(&mut self, a: Value, b: Value) -> Value {
        match self.precision {
            Precision::Float32 => {
                let product = self.builder.ins().fmul(a, b);
                self.without_fresh_nan(product, a, b)
            }
            Precision::Float24 => self.rounded(Rounded::Product, &[a, b]),
        }
    }

    pub(super) fn rcp(&mut self, a: Value) -> Value {
        match self.precision {
            Precision::Float32 => {
                let one = self.constant(1.0);
                self.builder.ins().fdiv(one, a)
            }
            Precision::Float24 => self.rounded(Rounded::Reciprocal, &[a]),
        }
    }

    pub(super) fn rsq(&mut self, a: Value) -> Value {
        match self.precision {
            Precision::Float32 => {
                let root = self.builder.ins().sqrt(a);
                let one = self.constant(1.0);
                self.builder.ins().fdiv(one, root)
            }
            Precision::Float24 => self.rounded(Rounded::ReciprocalRoot, &[a]),
        }
    }

    /// Zero in the lanes where the product is NaN and no factor is.
    fn without_fresh_nan(&mut self, product: Value, a: Value, b: Value) -> Value {
        let made = self.compare(FloatCC::Unordered, product, product);
        let given = self.compare(FloatCC::Unordered, a, b);
        let fresh = self.builder.ins().band_not(made, given);
        self.clear(product, fresh)
    }

    fn rounded(&mut self, operation: Rounded, operands: &[Value]) -> Value {
        let value = match self.imports.and_then(|imports| imports.rounded[operation as usize]) {
            Some(function) => {
                let call = self.builder.ins().call(function, operands);
                self.builder.func.dfg.first_result(call)
            }
            None => self.inline(operation, operands),
        };
        self.flushed.insert(value);
        value
    }

    /// Body of a float24 operation.
    pub(super) fn inline(&mut self, operation: Rounded, operands: &[Value]) -> Value {
        let (a, b) = match *operands {
            [a, b, ..] => (a, b),
            [a] => (a, a),
            [] => return self.constant(0.0),
        };
        let (a, b) = (self.operand(a), self.operand(b));
        let value = self.in_double([a, b], |this, [a, b]| match operation {
            Rounded::Sum => this.builder.ins().fadd(a, b),
            Rounded::Product => this.builder.ins().fmul(a, b),
            Rounded::Reciprocal => {
                let one = this.wide(F64X2, 1f64.to_bits());
                this.builder.ins().fdiv(one, a)
            }
            Rounded::ReciprocalRoot => {
                let root = this.builder.ins().sqrt(a);
                let one = this.wide(F64X2, 1f64.to_bits());
                this.builder.ins().fdiv(one, root)
            }
        });
        match operation {
            Rounded::Product => self.without_fresh_nan(value, a, b),
            _ => value,
        }
    }

    pub(super) fn floor(&mut self, a: Value) -> Value {
        let a = self.operand(a);
        let value = self.builder.ins().floor(a);
        self.flushed.insert(value);
        value
    }

    /// `a > b ? a : b`.
    pub(super) fn max(&mut self, a: Value, b: Value) -> Value {
        let mask = self.compare(FloatCC::LessThan, b, a);
        self.select(mask, a, b)
    }

    /// `a < b ? a : b`.
    pub(super) fn min(&mut self, a: Value, b: Value) -> Value {
        let mask = self.compare(FloatCC::LessThan, a, b);
        self.select(mask, a, b)
    }

    /// 1 where the comparison holds, else 0.
    pub(super) fn step(&mut self, condition: FloatCC, a: Value, b: Value) -> Value {
        let (a, b) = (self.operand(a), self.operand(b));
        let mask = self.compare(condition, a, b);
        let mask = self.cast(F32X4, mask);
        let one = self.constant(1.0);
        let value = self.builder.ins().band(one, mask);
        self.flushed.insert(value);
        value
    }

    pub(super) fn ex2(&mut self, a: Value) -> Value {
        self.each_lane(|imports| imports.ex2, a)
    }

    pub(super) fn lg2(&mut self, a: Value) -> Value {
        self.each_lane(|imports| imports.lg2, a)
    }

    /// Calls a host function for each lane; it flushes and rounds itself.
    fn each_lane(&mut self, function: impl Fn(&Imports) -> FuncRef, a: Value) -> Value {
        let Some(function) = self.imports.as_ref().map(function) else {
            return a;
        };
        let mut result = a;
        for lane in 0..4 {
            let value = self.builder.ins().extractlane(a, lane);
            let call = self.builder.ins().call(function, &[value]);
            let value = self.builder.func.dfg.first_result(call);
            result = self.builder.ins().insertlane(result, value, lane);
        }
        self.flushed.insert(result);
        result
    }

    /// Operation in `f64`, two lanes at a time, rounded to the nearest float24.
    fn in_double<const N: usize>(
        &mut self,
        operands: [Value; N],
        operation: impl Fn(&mut Self, [Value; N]) -> Value,
    ) -> Value {
        let low = operands.map(|value| self.builder.ins().fvpromote_low(value));
        let low = operation(self, low);
        let low = self.round(low);
        let high = operands.map(|value| {
            let upper = self.join(value, value, UPPER);
            self.builder.ins().fvpromote_low(upper)
        });
        let high = operation(self, high);
        let high = self.round(high);
        let all = self.join(low, high, LOWER);
        let all = self.flush(all, SMALLEST * SCALE as f32);
        let down = self.constant(1.0 / SCALE as f32);
        let value = self.builder.ins().fmul(all, down);
        self.flushed.insert(value);
        value
    }

    /// Rounds to a 16-bit mantissa, ties to even, and scales; the result is an `f32`.
    fn round(&mut self, exact: Value) -> Value {
        let bits = self.cast(I64X2, exact);
        let odd = self.builder.ins().ushr_imm_u(bits, i64::from(DROPPED));
        let one = self.wide(I64X2, 1);
        let odd = self.builder.ins().band(odd, one);
        let half_below = self.wide(I64X2, (1 << (DROPPED - 1)) - 1);
        let sum = self.builder.ins().iadd(bits, half_below);
        let sum = self.builder.ins().iadd(sum, odd);
        let kept = self.wide(I64X2, !((1 << DROPPED) - 1));
        let rounded = self.builder.ins().band(sum, kept);
        let rounded = self.cast(F64X2, rounded);
        let scale = self.wide(F64X2, SCALE.to_bits());
        let scaled = self.builder.ins().fmul(rounded, scale);
        self.builder.ins().fvdemote(scaled)
    }

    /// Selects four of eight lanes, by bytes.
    fn join(&mut self, a: Value, b: Value, bytes: [u8; 16]) -> Value {
        let (a, b) = (self.cast(I8X16, a), self.cast(I8X16, b));
        let mask = self.builder.func.dfg.immediates.push(bytes.as_slice().into());
        let joined = self.builder.ins().shuffle(a, b, mask);
        self.cast(F32X4, joined)
    }
}

/// The upper halves of both vectors.
const UPPER: [u8; 16] = [8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31];
/// The lower halves of both vectors.
const LOWER: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23];
