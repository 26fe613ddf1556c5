//! Calls of the functions of GL_ARM_tensors: coordinates, elements, and what stands behind a mask of operands.

use crate::model::{At, ExpressionId};
use crate::parse::Parser;
use crate::rules::{CONSTANT, TYPE};
use crate::types::{Length, Type};

/// `gl_TensorOperandsOutOfBoundsValueARM`
const OUT_OF_BOUNDS: i64 = 2;

impl Parser<'_> {
    /// Reports arguments of `tensorReadARM` and `tensorWriteARM` that do not go with the tensor.
    pub(super) fn check_tensor(&mut self, name: &str, arguments: &[ExpressionId], at: At) -> bool {
        let [tensor, coordinates, data, operands @ ..] = arguments else { return true };
        let Type::Parametric(id) = self.ty(*tensor) else { return true };
        let Some(tensor) = self.program.types.parametric.get(id.0 as usize).cloned() else { return true };
        let rank = tensor.arguments.first().and_then(|rank| self.integer(*rank));
        let found = self.program.types.as_array(self.ty(*coordinates)).map(|array| array.length);
        if let (Some(rank), Some(Length::Fixed(found))) = (rank, found)
            && rank != i64::from(found)
        {
            let message = format!(
                "found {found} coordinates for a tensor of rank {rank}, expected as many as its rank"
            );
            return self.refuse_operand(*coordinates, at, message, "pass one coordinate for each dimension");
        }
        let component = tensor.component.map(Type::Scalar);
        let ty = self.program.types.innermost(self.ty(*data));
        if let Some(component) = component
            && ty != component
        {
            let message = format!(
                "found `{}` for the elements of a tensor, expected `{}`",
                self.type_name(ty),
                self.type_name(component)
            );
            return self.refuse_operand(
                *data,
                at,
                message,
                "use a value of the type of the elements, or an array of such",
            );
        }
        self.check_out_of_bounds(name, component, operands, at)
    }

    /// The value that is read outside of a tensor: a constant of the type of its elements, behind the mask that asks for it.
    fn check_out_of_bounds(
        &mut self,
        name: &str,
        component: Option<Type>,
        operands: &[ExpressionId],
        at: At,
    ) -> bool {
        let Some((mask, values)) = operands.split_first() else { return true };
        if self.integer(*mask).is_none_or(|mask| mask & OUT_OF_BOUNDS == 0) {
            return true;
        }
        if name == "tensorWriteARM" {
            let message =
                "found a value for what lies outside of a tensor that is written, expected none".to_owned();
            return self.refuse_operand(*mask, at, message, "only `tensorReadARM` takes such a value");
        }
        let Some(value) = values.first() else {
            let message =
                "found no value for what lies outside of the tensor, expected one behind the mask".to_owned();
            return self.refuse_operand(*mask, at, message, "pass the value as the next argument");
        };
        if !self.is_constant(*value) {
            let finding = self.finding(
                &CONSTANT,
                at,
                "found a value for what lies outside of the tensor that is no constant, expected a constant",
            );
            self.add(finding.help("use a constant expression"));
            return false;
        }
        let ty = self.ty(*value);
        if component.is_some_and(|component| component != ty) {
            let message = format!(
                "found `{}` for what lies outside of the tensor, expected the type of its elements",
                self.type_name(ty)
            );
            return self.refuse_operand(*value, at, message, "convert the value");
        }
        true
    }

    fn refuse_operand(&mut self, argument: ExpressionId, at: At, message: String, help: &str) -> bool {
        let own = self.at_of(argument);
        let finding = self.finding(&TYPE, if own == At::NONE { at } else { own }, message);
        self.add(finding.help(help));
        false
    }
}
