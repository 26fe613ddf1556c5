//! Types with parameters: cooperative matrices and vectors, tensors, long vectors.

use crate::model::{At, ExpressionId, ExpressionKind};
use crate::parse::Parser;
use crate::rules::TYPE;
use crate::types::{Parametric, ParametricKind, Scalar, Type};

impl Parser<'_> {
    /// Reads the parameters of a type.
    pub(super) fn parametric_type(
        &mut self,
        kind: ParametricKind,
        component: Option<Scalar>,
        at: At,
    ) -> Type {
        let Some(open) = self.take("<") else {
            let message = "found a type without parameters, expected `<`";
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("write the parameters between `<` and `>`"));
            return Type::Error;
        };
        let mut component = component;
        let mut arguments: Vec<ExpressionId> = Vec::new();
        let has_type = !matches!(
            kind,
            ParametricKind::CooperativeMatrixNv | ParametricKind::TensorLayout | ParametricKind::TensorView
        );
        if has_type && self.is_type_ahead() {
            let specified = self.type_specifier();
            component = specified.and_then(|specified| match specified.base {
                Type::Scalar(scalar) => Some(scalar),
                // The same type of the module, whatever the text calls it.
                other => {
                    let stated = self.program.types.as_spirv(other)?;
                    let scalar = stated.scalar()?;
                    self.program.modes.spirv_needs.add(&stated.instruction);
                    Some(scalar)
                }
            });
            if component.is_none() {
                let message = "found another type, expected a number type as the component";
                let finding = self.finding(&TYPE, open, message);
                self.add(finding.help("write a scalar type, such as `float`"));
                arguments.clear();
            }
            self.take(",");
        }
        while !self.is(">") && !self.is_at_end() && !self.is(";") {
            arguments.push(self.type_argument());
            if self.take(",").is_none() {
                break;
            }
        }
        self.expect(">");
        self.finish_parametric(kind, component, arguments, at)
    }

    /// Checks the number of parameters, and adds those that may be left out.
    pub(crate) fn finish_parametric(
        &mut self,
        kind: ParametricKind,
        component: Option<Scalar>,
        mut arguments: Vec<ExpressionId>,
        at: At,
    ) -> Type {
        let (least, most) = match kind {
            ParametricKind::CooperativeMatrix | ParametricKind::CooperativeMatrixNv => (4, 4),
            ParametricKind::CooperativeVector | ParametricKind::Tensor | ParametricKind::LongVector => (1, 1),
            ParametricKind::TensorLayout => (1, 2),
            ParametricKind::TensorView => (1, 7),
            ParametricKind::Spirv(_) => (0, 0),
        };
        let count = arguments.len();
        if count < least || count > most {
            let range = if least == most { least.to_string() } else { format!("{least} to {most}") };
            let message = format!("found {count} numbers as parameters of the type, expected {range}");
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("give the type as many parameters as it has"));
            return Type::Error;
        }
        if component.is_none() && !matches!(kind, ParametricKind::TensorLayout | ParametricKind::TensorView) {
            let finding =
                self.finding(&TYPE, at, "found no component type, expected one as the first parameter");
            self.add(finding.help("write a scalar type, such as `float`, before the numbers"));
            return Type::Error;
        }
        if let (ParametricKind::LongVector, Some(component), Some(length)) =
            (kind, component, arguments.first().and_then(|length| self.integer(*length)))
            && let Some(length) = u8::try_from(length).ok().filter(|length| (2..=4).contains(length))
        {
            return Type::Vector(component, length);
        }
        if kind == ParametricKind::Tensor {
            self.check_tensor_component(component, at);
        }
        match kind {
            ParametricKind::TensorLayout if count == 1 => arguments.push(self.int_constant(0, at)),
            ParametricKind::TensorView => {
                // Whether it has dimensions is false, and dimensions are in order.
                for number in count..7 {
                    let value = if number == 1 { 0 } else { number as u64 - 2 };
                    arguments.push(self.int_constant(value, at));
                }
            }
            _ => {}
        }
        for argument in &mut arguments {
            *argument = self.first_of_value(*argument);
        }
        let component = match kind {
            ParametricKind::CooperativeMatrixNv => {
                let bits = arguments.first().and_then(|bits| self.integer(*bits));
                let Some(scalar) = sized_component(component, bits) else {
                    let finding =
                        self.finding(&TYPE, at, "found another number of bits, expected 16, 32 or 64");
                    self.add(finding.help("state the number of bits of a component as the first parameter"));
                    return Type::Error;
                };
                Some(scalar)
            }
            _ => component,
        };
        self.program.types.parametric(Parametric { kind, component, arguments })
    }

    /// Tensors of small floats need an extension each.
    fn check_tensor_component(&mut self, component: Option<Scalar>, at: At) {
        let extension = match component {
            Some(Scalar::BFloat16) => "GL_ARM_tensors_bfloat16",
            Some(Scalar::FloatE5M2) => "GL_ARM_tensors_float_e5m2",
            Some(Scalar::FloatE4M3) => "GL_ARM_tensors_float_e4m3",
            _ => return,
        };
        self.needs_extension(at, "a tensor of small floats", &[extension]);
    }

    /// The first parameter of a type with the value of an expression, so that types of the same parameters are one.
    pub(crate) fn first_of_value(&mut self, argument: ExpressionId) -> ExpressionId {
        let key = match self.program.expression(argument).kind {
            ExpressionKind::Constant(_) => {
                self.program.constant(argument).and_then(|value| value.first()).map(|value| (false, *value))
            }
            ExpressionKind::Global(global) => Some((true, u64::from(global.0))),
            _ => None,
        };
        match key {
            Some(key) => *self.program.types.known_arguments.entry(key).or_insert(argument),
            None => argument,
        }
    }

    pub(crate) fn int_constant(&mut self, value: u64, at: At) -> ExpressionId {
        self.push_constant(Type::INT, [value].into_iter().collect(), at)
    }
}

/// The component type of `fcoopmatNV` and its kin with so many bits.
fn sized_component(kind: Option<Scalar>, bits: Option<i64>) -> Option<Scalar> {
    Some(match (kind?, bits?) {
        (Scalar::Float, 16) => Scalar::Float16,
        (Scalar::Float, 32) => Scalar::Float,
        (Scalar::Float, 64) => Scalar::Double,
        (Scalar::Int, 8) => Scalar::Int8,
        (Scalar::Int, 16) => Scalar::Int16,
        (Scalar::Int, 32) => Scalar::Int,
        (Scalar::Uint, 8) => Scalar::Uint8,
        (Scalar::Uint, 16) => Scalar::Uint16,
        (Scalar::Uint, 32) => Scalar::Uint,
        _ => return None,
    })
}
