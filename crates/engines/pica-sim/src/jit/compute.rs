//! Compiles arithmetic instructions: operands in, masked result out.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::types::I32X4;
use cranelift_codegen::ir::{InstBuilder, Value};
use glassbox_pica::descriptor::Mask;
use glassbox_pica::register::{Comparison, Destination};

use super::compile::Compiler;
use crate::number::LITP_LIMIT;
use crate::operation::{Compute, Operand};

impl Compiler<'_, '_> {
    /// Selected components of an operand.
    fn operand<const N: usize>(&mut self, operand: &Operand, places: [usize; N]) -> [Value; N] {
        let row = self.row(operand);
        places.map(|place| self.read(operand, place, row.as_ref()))
    }

    pub(super) fn compute(
        &mut self,
        compute: Compute,
        destination: Destination,
        mask: Mask,
        sources: &[Operand; 3],
    ) {
        let [a, b, _] = sources;
        match compute {
            Compute::Add
            | Compute::Mul
            | Compute::Mad
            | Compute::Max
            | Compute::Min
            | Compute::Sge
            | Compute::Slt
            | Compute::Mov
            | Compute::Floor => self.each(compute, destination, mask, sources),
            Compute::Dp3 => {
                let (a, b) = (self.operand(a, [0, 1, 2]), self.operand(b, [0, 1, 2]));
                let sum = self.dot(&a, &b);
                self.broadcast(destination, mask, sum);
            }
            Compute::Dp4 => {
                let (a, b) = (self.operand(a, [0, 1, 2, 3]), self.operand(b, [0, 1, 2, 3]));
                let sum = self.dot(&a, &b);
                self.broadcast(destination, mask, sum);
            }
            Compute::Dph => {
                let ([x, y, z], b) = (self.operand(a, [0, 1, 2]), self.operand(b, [0, 1, 2, 3]));
                let one = self.arithmetic.constant(1.0);
                let sum = self.dot(&[x, y, z, one], &b);
                self.broadcast(destination, mask, sum);
            }
            Compute::Dst => {
                let ([ay, az], [by, bw]) = (self.operand(a, [1, 2]), self.operand(b, [1, 3]));
                let one = self.arithmetic.constant(1.0);
                let result = [
                    one,
                    self.arithmetic.mul(ay, by),
                    self.arithmetic.operand(az),
                    self.arithmetic.operand(bw),
                ];
                self.assign(destination, mask, result);
            }
            Compute::Litp => self.litp(destination, mask, a),
            Compute::Ex2 | Compute::Lg2 | Compute::Rcp | Compute::Rsq => {
                let [a] = self.operand(a, [0]);
                let result = match compute {
                    Compute::Ex2 => self.arithmetic.ex2(a),
                    Compute::Lg2 => self.arithmetic.lg2(a),
                    Compute::Rcp => self.arithmetic.rcp(a),
                    _ => self.arithmetic.rsq(a),
                };
                self.broadcast(destination, mask, result);
            }
        }
    }

    /// Component-wise instructions. All components are computed before one is written: the
    /// destination may be a source.
    fn each(&mut self, compute: Compute, destination: Destination, mask: Mask, sources: &[Operand; 3]) {
        let rows = sources.each_ref().map(|source| self.row(source));
        let mut result = [None; 4];
        for (place, result) in result.iter_mut().enumerate() {
            if !mask.contains(place as u8) {
                continue;
            }
            let a = self.read(&sources[0], place, rows[0].as_ref());
            if matches!(compute, Compute::Mov | Compute::Floor) {
                *result = Some(match compute {
                    Compute::Floor => self.arithmetic.floor(a),
                    _ => a,
                });
                continue;
            }
            let b = self.read(&sources[1], place, rows[1].as_ref());
            *result = Some(match compute {
                Compute::Add => self.arithmetic.add(a, b),
                Compute::Mul => self.arithmetic.mul(a, b),
                Compute::Max => self.arithmetic.max(a, b),
                Compute::Min => self.arithmetic.min(a, b),
                Compute::Sge => self.arithmetic.step(FloatCC::GreaterThanOrEqual, a, b),
                Compute::Slt => self.arithmetic.step(FloatCC::LessThan, a, b),
                _ => {
                    let c = self.read(&sources[2], place, rows[2].as_ref());
                    let product = self.arithmetic.mul(a, b);
                    self.arithmetic.add(product, c)
                }
            });
        }
        for (place, value) in result.into_iter().enumerate() {
            if let Some(value) = value {
                self.write(destination, mask, place, value);
            }
        }
    }

    /// Sum of products from the first on, starting with zero: a sum of negative zeros is positive.
    fn dot(&mut self, a: &[Value], b: &[Value]) -> Value {
        let mut sum = self.arithmetic.constant(0.0);
        for (&a, &b) in a.iter().zip(b) {
            let product = self.arithmetic.mul(a, b);
            sum = self.arithmetic.add(sum, product);
        }
        sum
    }

    fn litp(&mut self, destination: Destination, mask: Mask, a: &Operand) {
        let [x, y, w] = self.operand(a, [0, 1, 3]).map(|component| self.arithmetic.operand(component));
        let zero = self.arithmetic.constant(0.0);
        let (low, high) = (self.arithmetic.constant(-LITP_LIMIT), self.arithmetic.constant(LITP_LIMIT));
        let raised = self.arithmetic.max(y, low);
        let result = [
            self.arithmetic.max(x, zero),
            self.arithmetic.min(raised, high),
            zero,
            self.arithmetic.max(w, zero),
        ];
        for (flag, value) in [x, w].into_iter().enumerate() {
            let holds = self.arithmetic.compare(FloatCC::GreaterThanOrEqual, value, zero);
            self.set_flag(flag, holds);
        }
        self.assign(destination, mask, result);
    }

    fn assign(&mut self, destination: Destination, mask: Mask, result: [Value; 4]) {
        for (place, value) in result.into_iter().enumerate() {
            self.write(destination, mask, place, value);
        }
    }

    fn broadcast(&mut self, destination: Destination, mask: Mask, value: Value) {
        self.assign(destination, mask, [value; 4]);
    }

    /// MOVA.
    pub(super) fn move_address(&mut self, mask: Mask, source: &Operand) {
        let values = self.operand(source, [0, 1]);
        for (register, value) in values.into_iter().enumerate() {
            if mask.contains(register as u8) {
                let number = self.arithmetic.builder.ins().fcvt_to_sint_sat(I32X4, value);
                self.set_address(register, number);
            }
        }
    }

    /// CMP.
    pub(super) fn compare(&mut self, operators: [Comparison; 2], [a, b]: &[Operand; 2]) {
        let (a, b) = (self.operand(a, [0, 1]), self.operand(b, [0, 1]));
        for (flag, operator) in operators.into_iter().enumerate() {
            let condition = match operator {
                Comparison::EQ => Some(FloatCC::Equal),
                Comparison::NE => Some(FloatCC::NotEqual),
                Comparison::LT => Some(FloatCC::LessThan),
                Comparison::LE => Some(FloatCC::LessThanOrEqual),
                Comparison::GT => Some(FloatCC::GreaterThan),
                Comparison::GE => Some(FloatCC::GreaterThanOrEqual),
                _ => None,
            };
            let holds = match condition {
                Some(condition) => self.arithmetic.compare(condition, a[flag], b[flag]),
                None => self.arithmetic.every_lane(),
            };
            self.set_flag(flag, holds);
        }
    }
}
