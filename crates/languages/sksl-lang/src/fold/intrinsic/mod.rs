//! Folds calls of builtin functions with constant arguments.
//!
//! A call is folded if every argument is a compile-time constant or a variable with such a value. Most functions are
//! a formula for one component; the others have a file each. A result that is infinite or NaN in double precision is
//! not folded; one that only exceeds single precision becomes infinite in version 8 and is not folded today, as in Skia's compilers.
//!
//! Transcendental functions are those of the platform's C library in double precision, rounded once to single precision.
//! Libraries that differ in the last bit of a double therefore agree except in about one of some hundred million results.

mod bits;
mod component;
mod geometry;
mod matrix;
mod reduction;

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Scalar, Type};

use crate::build::Builder;
use crate::ir::expression::Expr;
use crate::ir::symbol::{Symbol, SymbolKind};
use crate::ir::ty::Ty;
use smallvec::SmallVec;

/// Arguments of the call being folded: at most three constants.
#[derive(Clone, Copy)]
struct Constants<'a> {
    /// Arguments, with `const` variables replaced by their values.
    values: &'a [Expr],
    /// Type of the result.
    ty: Ty,
    /// Range of the call.
    span: Span,
}

impl Builder<'_> {
    /// Folds a call of a builtin function. `None` for functions of the program, functions that depend on more than
    /// their arguments, and calls with an argument that is not constant.
    pub(crate) fn fold_intrinsic(
        &mut self,
        function: Symbol,
        arguments: &[Expr],
        ty: Ty,
        span: Span,
    ) -> Option<Expr> {
        let SymbolKind::Function(data) = &self.program.symbols[function].kind else {
            return None;
        };
        // A module's own functions count as builtin and are identified by name.
        let own;
        let name = match data.builtin {
            Some((builtin, _)) => builtin.name,
            None if self.program.is_module => {
                own = self.program.symbol_name(function).to_owned();
                &own
            }
            None => return None,
        };
        // No foldable function has more than three.
        let mut values: SmallVec<[Expr; 3]> = SmallVec::new();
        for &argument in arguments {
            let value = self.constant_value(argument);
            if !self.is_compile_time_constant(value) {
                return None;
            }
            values.push(value);
        }
        let constants = Constants { values: &values, ty, span };
        self.work_out(name, constants)
    }

    fn work_out(&mut self, name: &str, constants: Constants<'_>) -> Option<Expr> {
        if let Some(formula) = component::formula(name, constants.values.len()) {
            return self.each_component(formula, constants);
        }
        if let Some(reduction) = reduction::of(name) {
            return self.reduced(reduction, constants);
        }
        if let Some(compare) = component::comparison(name) {
            return self.compared(compare, constants);
        }
        match name {
            "packUnorm2x16" => self.pack_unorm(constants),
            "unpackUnorm2x16" => self.unpack_unorm(constants),
            "cross" => self.cross(constants),
            "normalize" => self.normalized(constants),
            "faceforward" => self.face_forward(constants),
            "reflect" => self.reflected(constants),
            "refract" => self.refracted(constants),
            "transpose" => self.transposed(constants),
            "outerProduct" => self.outer_product(constants),
            "determinant" => self.determinant(constants),
            "inverse" => self.inverse(constants),
            _ => None,
        }
    }

    /// Applies a formula to each component; scalar arguments are broadcast.
    fn each_component(&mut self, formula: component::Formula, constants: Constants<'_>) -> Option<Expr> {
        let width = usize::from(constants.ty.meaning.width());
        let mut values = Vec::with_capacity(width);
        for slot in 0..width {
            let value = formula(self.at(constants, slot)?);
            let is_single = !self.is_current() || value.abs() <= f64::from(f32::MAX);
            if !value.is_finite() || !is_single {
                return None;
            }
            values.push(value);
        }
        self.answer(constants.ty, &values, constants)
    }

    /// Compares by component.
    fn compared(&mut self, compare: component::Comparison, constants: Constants<'_>) -> Option<Expr> {
        let &[left, _] = constants.values else {
            return None;
        };
        let width = self.type_of(left).columns();
        let mut values = Vec::with_capacity(usize::from(width));
        for slot in 0..usize::from(width) {
            let [a, b, _] = self.at(constants, slot)?;
            values.push(f64::from(compare(&a, &b)));
        }
        let ty = Type::compound(Scalar::Bool, width, 1)?;
        self.answer(Ty::own(ty), &values, constants)
    }

    /// Component `slot` of each argument; 0 for absent arguments.
    fn at(&self, constants: Constants<'_>, slot: usize) -> Option<[f64; 3]> {
        let mut numbers = [0.0; 3];
        for (number, &value) in numbers.iter_mut().zip(constants.values) {
            let slot = if self.type_of(value).is_scalar() { 0 } else { slot };
            *number = self.slot_value(value, slot)?;
        }
        Some(numbers)
    }

    /// Creates the result, with the range of the first argument.
    fn answer(&mut self, ty: Ty, values: &[f64], constants: Constants<'_>) -> Option<Expr> {
        let &place = constants.values.first()?;
        Some(self.compound(ty, values, place))
    }
}
