//! Random values and expressions.

use super::{Bool, Float, Int, Program, Scalar, Ty, Uint};

impl Program<'_> {
    /// A value of a type: one that is at hand, a variable's, a constant or a new expression.
    pub(super) fn value(&mut self, ty: Ty) -> String {
        let found: Vec<usize> = (0..self.values.len()).filter(|index| self.values[*index].0 == ty).collect();
        let locals: Vec<usize> = (0..self.locals.len()).filter(|index| self.locals[*index].0 == ty).collect();
        match self.random.below(8) {
            0 | 1 if !locals.is_empty() => {
                let local = self.locals[locals[self.random.index(locals.len())]].1.clone();
                self.load(ty, &local)
            }
            2 => self.constant(ty),
            3 | 4 if self.depth < 4 => self.expression(ty),
            _ if !found.is_empty() => self.values[found[self.random.index(found.len())]].1.clone(),
            _ if self.depth < 4 => self.expression(ty),
            _ => self.constant(ty),
        }
    }

    /// A new value, computed by one instruction or a few.
    pub(super) fn expression(&mut self, ty: Ty) -> String {
        self.depth += 1;
        let id = match ty {
            Ty::Vector(..) if self.chance(5) => self.composite(ty),
            Ty::Vector(Bool, count) => self.condition(count),
            Ty::Vector(Float, count) => self.float(count),
            Ty::Vector(scalar, count) => self.integer(scalar, count),
            Ty::Matrix(columns, rows) => self.matrix(columns, rows),
        };
        self.depth -= 1;
        self.values.push((ty, id.clone()));
        id
    }

    /// `opcode result operands…`
    fn op(&mut self, opcode: &str, ty: Ty, operands: &[&str]) -> String {
        let name = self.ty(ty);
        self.emit(&format!("{opcode} {name} {}", operands.join(" ")))
    }

    fn glsl(&mut self, function: &str, ty: Ty, operands: &[&str]) -> String {
        let name = self.ty(ty);
        self.emit(&format!("OpExtInst {name} %glsl {function} {}", operands.join(" ")))
    }

    fn pick<'n>(&mut self, names: &[&'n str]) -> &'n str {
        names[self.random.index(names.len())]
    }

    /// Parts of vectors: extracted, inserted, shuffled, constructed, selected.
    fn composite(&mut self, ty: Ty) -> String {
        let Ty::Vector(scalar, count) = ty else { return self.constant(ty) };
        if self.chance(3) {
            let condition = self.value(Ty::Vector(Bool, count));
            let (yes, no) = (self.value(ty), self.value(ty));
            return self.op("OpSelect", ty, &[&condition, &yes, &no]);
        }
        if count == 1 {
            let size = 2 + self.random.below(3) as u32;
            let vector = self.value(Ty::Vector(scalar, size));
            let index = self.random.below(size.into());
            if self.chance(3) {
                let index = self.scalar_constant(Uint, index as i32);
                return self.op("OpVectorExtractDynamic", ty, &[&vector, &index]);
            }
            return self.op("OpCompositeExtract", ty, &[&vector, &index.to_string()]);
        }
        match self.random.below(3) {
            0 => {
                let parts: Vec<String> = (0..count).map(|_| self.value(Ty::scalar(scalar))).collect();
                let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
                self.op("OpCompositeConstruct", ty, &parts)
            }
            1 => {
                let (part, vector) = (self.value(Ty::scalar(scalar)), self.value(ty));
                let index = self.random.below(count.into()).to_string();
                self.op("OpCompositeInsert", ty, &[&part, &vector, &index])
            }
            _ => {
                let sizes = [2 + self.random.below(3) as u32, 2 + self.random.below(3) as u32];
                let vectors = sizes.map(|size| self.value(Ty::Vector(scalar, size)));
                let most = u64::from(sizes[0] + sizes[1]);
                let indices: Vec<String> = (0..count).map(|_| self.random.below(most).to_string()).collect();
                self.op("OpVectorShuffle", ty, &[&vectors[0], &vectors[1], &indices.join(" ")])
            }
        }
    }

    fn integer(&mut self, scalar: Scalar, count: u32) -> String {
        let ty = Ty::Vector(scalar, count);
        let other = Ty::Vector(if scalar == Int { Uint } else { Int }, count);
        let value = self.value(ty);
        match self.random.below(9) {
            0 => {
                let opcode = self.pick(&["OpSNegate", "OpNot", "OpBitReverse", "OpBitCount"]);
                self.op(opcode, ty, &[&value])
            }
            1 => {
                let other = self.value(other);
                self.op("OpBitcast", ty, &[&other])
            }
            2 => {
                // Divisors from 1 to 8.
                let (seven, one) = (self.splat(ty, 7), self.splat(ty, 1));
                let divisor = self.value(ty);
                let divisor = self.op("OpBitwiseAnd", ty, &[&divisor, &seven]);
                let divisor = self.op("OpIAdd", ty, &[&divisor, &one]);
                let opcode = match scalar {
                    Int => self.pick(&["OpSDiv", "OpSRem", "OpSMod"]),
                    _ => self.pick(&["OpUDiv", "OpUMod"]),
                };
                self.op(opcode, ty, &[&value, &divisor])
            }
            3 => {
                let mask = self.splat(ty, 31);
                let count = self.value(ty);
                let count = self.op("OpBitwiseAnd", ty, &[&count, &mask]);
                let opcode =
                    self.pick(&["OpShiftLeftLogical", "OpShiftRightLogical", "OpShiftRightArithmetic"]);
                self.op(opcode, ty, &[&value, &count])
            }
            4 => {
                let other = self.value(ty);
                let function = match scalar {
                    Int => self.pick(&["SMin", "SMax"]),
                    _ => self.pick(&["UMin", "UMax"]),
                };
                self.glsl(function, ty, &[&value, &other])
            }
            5 if scalar == Int => {
                let function = self.pick(&["SAbs", "SSign"]);
                self.glsl(function, ty, &[&value])
            }
            _ => {
                let opcode =
                    self.pick(&["OpIAdd", "OpISub", "OpIMul", "OpBitwiseAnd", "OpBitwiseOr", "OpBitwiseXor"]);
                let other = self.value(ty);
                self.op(opcode, ty, &[&value, &other])
            }
        }
    }

    fn condition(&mut self, count: u32) -> String {
        let ty = Ty::Vector(Bool, count);
        match self.random.below(6) {
            0 => {
                let value = self.value(ty);
                self.op("OpLogicalNot", ty, &[&value])
            }
            1 => {
                let opcode =
                    self.pick(&["OpLogicalAnd", "OpLogicalOr", "OpLogicalEqual", "OpLogicalNotEqual"]);
                let (left, right) = (self.value(ty), self.value(ty));
                self.op(opcode, ty, &[&left, &right])
            }
            2 if count == 1 => {
                let size = 2 + self.random.below(3) as u32;
                let vector = self.value(Ty::Vector(Bool, size));
                let opcode = self.pick(&["OpAny", "OpAll"]);
                self.op(opcode, ty, &[&vector])
            }
            _ => {
                let scalar = [Int, Uint, Float][self.random.index(3)];
                let opcode = match scalar {
                    Int => self.pick(&["OpIEqual", "OpINotEqual", "OpSLessThan", "OpSGreaterThanEqual"]),
                    Uint => self.pick(&["OpIEqual", "OpULessThan", "OpULessThanEqual", "OpUGreaterThan"]),
                    _ => {
                        self.pick(&["OpFOrdLessThan", "OpFOrdGreaterThan", "OpFOrdEqual", "OpFUnordNotEqual"])
                    }
                };
                let compared = Ty::Vector(scalar, count);
                let (left, right) = (self.value(compared), self.value(compared));
                self.op(opcode, ty, &[&left, &right])
            }
        }
    }

    fn float(&mut self, count: u32) -> String {
        let ty = Ty::Vector(Float, count);
        match self.random.below(9) {
            0 => {
                // Small numbers are exact.
                let scalar = [Int, Uint][self.random.index(2)];
                let from = Ty::Vector(scalar, count);
                let (mask, value) = (self.splat(from, 255), self.value(from));
                let value = self.op("OpBitwiseAnd", from, &[&value, &mask]);
                let opcode = if scalar == Int { "OpConvertSToF" } else { "OpConvertUToF" };
                self.op(opcode, ty, &[&value])
            }
            1 => {
                let function = self.pick(&["FAbs", "Floor", "Fract", "FSign", "Trunc", "Ceil"]);
                let value = self.value(ty);
                self.glsl(function, ty, &[&value])
            }
            2 => {
                let function = self.pick(&["FMin", "FMax", "Step"]);
                let (left, right) = (self.value(ty), self.value(ty));
                self.glsl(function, ty, &[&left, &right])
            }
            3 => {
                let (low, high) = (self.splat(ty, -16), self.splat(ty, 16));
                let value = self.value(ty);
                self.glsl("FClamp", ty, &[&value, &low, &high])
            }
            4 if count == 1 => {
                let size = 2 + self.random.below(3) as u32;
                let (left, right) =
                    (self.value(Ty::Vector(Float, size)), self.value(Ty::Vector(Float, size)));
                self.op("OpDot", ty, &[&left, &right])
            }
            4 => {
                let size = 2 + self.random.below(3) as u32;
                let (matrix, vector) =
                    (self.value(Ty::Matrix(size, count)), self.value(Ty::Vector(Float, size)));
                self.op("OpMatrixTimesVector", ty, &[&matrix, &vector])
            }
            5 if count > 1 => {
                let (vector, scalar) = (self.value(ty), self.value(Ty::scalar(Float)));
                self.op("OpVectorTimesScalar", ty, &[&vector, &scalar])
            }
            6 => {
                let value = self.value(ty);
                self.op("OpFNegate", ty, &[&value])
            }
            _ => {
                let opcode = self.pick(&["OpFAdd", "OpFSub", "OpFMul"]);
                let (left, right) = (self.value(ty), self.value(ty));
                self.op(opcode, ty, &[&left, &right])
            }
        }
    }

    fn matrix(&mut self, columns: u32, rows: u32) -> String {
        let ty = Ty::Matrix(columns, rows);
        match self.random.below(4) {
            0 => {
                let value = self.value(Ty::Matrix(rows, columns));
                self.op("OpTranspose", ty, &[&value])
            }
            1 => {
                let (matrix, scalar) = (self.value(ty), self.value(Ty::scalar(Float)));
                self.op("OpMatrixTimesScalar", ty, &[&matrix, &scalar])
            }
            2 => {
                let inner = 2 + self.random.below(3) as u32;
                let (left, right) =
                    (self.value(Ty::Matrix(inner, rows)), self.value(Ty::Matrix(columns, inner)));
                self.op("OpMatrixTimesMatrix", ty, &[&left, &right])
            }
            _ => {
                let parts: Vec<String> = (0..columns).map(|_| self.value(Ty::Vector(Float, rows))).collect();
                let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
                self.op("OpCompositeConstruct", ty, &parts)
            }
        }
    }

    /// Four words that depend on every local variable and the newest values.
    pub(super) fn summary(&mut self) -> String {
        let uint = Ty::scalar(Uint);
        let mut words = vec![self.value(uint)];
        for (ty, local) in self.locals.clone() {
            let value = self.load(ty, &local);
            words.push(self.word_of(ty, &value));
        }
        for (ty, value) in self.values.iter().rev().take(4).cloned().collect::<Vec<_>>() {
            words.push(self.word_of(ty, &value));
        }
        let mut sums: Vec<String> = Vec::new();
        for lane in 0..4 {
            let mut sum = self.scalar_constant(Uint, lane);
            for word in words.iter().skip(lane as usize).step_by(4) {
                sum = self.op("OpBitwiseXor", uint, &[&sum, word]);
            }
            sums.push(sum);
        }
        let sums: Vec<&str> = sums.iter().map(String::as_str).collect();
        self.op("OpCompositeConstruct", Ty::Vector(Uint, 4), &sums)
    }

    /// A word made of a value: floats are compared with 1, so that their rounding does not show.
    fn word_of(&mut self, ty: Ty, value: &str) -> String {
        let (uint, bool) = (Ty::scalar(Uint), Ty::scalar(Bool));
        match ty {
            Ty::Vector(Uint, 1) => value.to_owned(),
            Ty::Vector(Int, 1) => self.op("OpBitcast", uint, &[value]),
            Ty::Vector(Bool, 1) => {
                let (one, zero) = (self.scalar_constant(Uint, 1), self.scalar_constant(Uint, 0));
                self.op("OpSelect", uint, &[value, &one, &zero])
            }
            Ty::Vector(Float, 1) => {
                let one = self.scalar_constant(Float, 2);
                let is_less = self.op("OpFOrdLessThan", bool, &[value, &one]);
                self.word_of(bool, &is_less)
            }
            Ty::Vector(scalar, _) => {
                let part = self.op("OpCompositeExtract", Ty::scalar(scalar), &[value, "1"]);
                self.word_of(Ty::scalar(scalar), &part)
            }
            Ty::Matrix(..) => {
                let part = self.op("OpCompositeExtract", Ty::scalar(Float), &[value, "1 0"]);
                self.word_of(Ty::scalar(Float), &part)
            }
        }
    }
}
