//! Functions as arguments, and layouts of tensors, of GL_NV_cooperative_matrix2 and GL_NV_cooperative_matrix_decode_vector.

use glassbox_syntax::report::shown;
use glassbox_syntax::token::Word;

use crate::model::{At, Direction, ExpressionId, ExpressionKind, FunctionId};
use crate::parse::Parser;
use crate::rules::{CONSTANT, TYPE};
use crate::types::{Length, ParametricKind, Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// How many components a function may give at once that decodes elements of a tensor.
const DECODED: [u32; 3] = [2, 4, 8];

impl Parser<'_> {
    /// `createTensorLayoutNV` and `createTensorViewNV`: their arguments are the parameters of the type of the result.
    pub(super) fn created_tensor(
        &mut self,
        name: &Word,
        arguments: &[ExpressionId],
        at: At,
    ) -> Option<ExpressionId> {
        let kind = match &**name {
            "createTensorLayoutNV" => ParametricKind::TensorLayout,
            "createTensorViewNV" => ParametricKind::TensorView,
            _ => return None,
        };
        if !self.program.environment.has("GL_NV_cooperative_matrix2") {
            return None;
        }
        let computed = arguments.iter().find(|argument| {
            !self.is_constant(**argument) && !self.program.expression(**argument).is_specialized
        });
        if let Some(computed) = computed {
            let at = self.at_of(*computed);
            let message =
                format!("found an argument of `{name}` that is no constant, expected a constant expression");
            let finding = self.finding(&CONSTANT, at, message);
            self.add(finding.help("its arguments are the parameters of a type"));
            return Some(self.push_error(at));
        }
        let ty = self.finish_parametric(kind, None, arguments.to_vec(), at);
        if ty == Type::Error {
            return Some(self.push_error(at));
        }
        Some(self.push(ExpressionKind::Intrinsic(Intrinsic::CreateTensorNV, Vec::new()), ty, at))
    }

    /// Numbers behind a layout or view: whole, and as many as it has dimensions.
    pub(super) fn check_tensor_numbers(&mut self, name: &str, arguments: &[ExpressionId], at: At) -> bool {
        let Some((tensor, numbers)) = arguments.split_first() else { return true };
        let wanted =
            if name.contains("View") { ParametricKind::TensorView } else { ParametricKind::TensorLayout };
        let found = self.parametric(self.ty(*tensor)).filter(|found| found.kind == wanted);
        let Some(dimensions) = found.map(|found| found.arguments.first().copied()) else {
            let message =
                format!("found `{}` as the first argument of `{name}`", self.type_name(self.ty(*tensor)));
            return self.refuse_function(&TYPE, at, message, "pass a layout or a view of a tensor");
        };
        let is_whole = |ty: Type| matches!(ty, Type::Scalar(Scalar::Int | Scalar::Uint));
        if let Some(other) = numbers.iter().copied().find(|number| !is_whole(self.ty(*number))) {
            let message = format!(
                "found `{}` as an argument of `{name}`, expected `uint`",
                self.type_name(self.ty(other))
            );
            return self.refuse_function(&TYPE, at, message, "convert the number to `uint`");
        }
        let Some(dimensions) = dimensions.and_then(|dimensions| self.integer(dimensions)) else {
            return true;
        };
        let expected = match name {
            "setTensorLayoutClampValueNV" => 1,
            "setTensorViewClipNV" => 4,
            "sliceTensorLayoutNV" => dimensions * 2,
            _ => dimensions,
        };
        if numbers.len() as i64 == expected {
            return true;
        }
        let message =
            format!("found {} numbers for {dimensions} dimensions, expected {expected}", numbers.len());
        self.refuse_function(
            &TYPE,
            at,
            message,
            "pass as many as the layout or view has dimensions; of a slice, offset and span of each",
        )
    }

    /// `coopMatReduceNV(result, matrix, which, combine)`
    pub(super) fn check_reduction(&mut self, arguments: &[ExpressionId], at: At) -> bool {
        let [result, matrix, _, function, ..] = arguments else { return true };
        let component = self.component(self.ty(*matrix)).map(Type::Scalar);
        let Some(id) = self.named(*function) else { return true };
        if self.component(self.ty(*result)).map(Type::Scalar) != component {
            let message = "found matrices of different components, expected the same".to_owned();
            return self.refuse_function(&TYPE, at, message, "convert the matrix first");
        }
        let Some(component) = component else { return true };
        self.check_signature(id, &[component, component], component, at)
    }

    /// `coopMatPerElementNV(result, matrix, function, …)`: the function is called with row, column, element, and what follows.
    pub(super) fn check_per_element(&mut self, arguments: &[ExpressionId], at: At) -> bool {
        let [result, matrix, function, more @ ..] = arguments else { return true };
        let Some(id) = self.named(*function) else { return true };
        let Some(component) = self.component(self.ty(*matrix)).map(Type::Scalar) else { return true };
        if self.ty(*result) != self.ty(*matrix) {
            let message = format!(
                "found the result `{}` of `{}`, expected the same type",
                self.type_name(self.ty(*result)),
                self.type_name(self.ty(*matrix))
            );
            return self.refuse_function(&TYPE, at, message, "give both matrices one type");
        }
        let mut wanted = vec![Type::UINT, Type::UINT, component];
        for argument in more {
            // A matrix is handed over element by element.
            let ty = self.ty(*argument);
            wanted
                .push(self.component(ty).filter(|_| self.parametric(ty).is_some()).map_or(ty, Type::Scalar));
        }
        self.check_signature(id, &wanted, component, at)
    }

    /// Functions behind the layout and view of `coopMatLoadTensorNV`: one that gives an element, and one that gives several.
    pub(super) fn check_decoding(&mut self, arguments: &[ExpressionId], at: At) -> bool {
        let [matrix, _, _, layout, ..] = arguments else { return true };
        let Some(component) = self.component(self.ty(*matrix)) else { return true };
        let layout =
            self.parametric(self.ty(*layout)).filter(|found| found.kind == ParametricKind::TensorLayout);
        let Some(dimensions) = layout.map(|layout| layout.arguments.first().copied()) else {
            let message = "found another argument, expected the layout of a tensor".to_owned();
            return self.refuse_function(&TYPE, at, message, "pass a `tensorLayoutNV`");
        };
        let dimensions = dimensions.and_then(|dimensions| self.integer(dimensions));
        let functions: Vec<FunctionId> =
            arguments.iter().filter_map(|argument| self.named(*argument)).collect();
        for (number, id) in functions.into_iter().enumerate() {
            let result = self.program.function(id).result;
            let length = self.vector_length(result);
            let fits = match (number, self.component(result)) {
                (0, _) => result == Type::Scalar(component),
                (_, Some(found)) => found == component && DECODED.iter().any(|count| length == Some(*count)),
                _ => false,
            };
            if !fits {
                let name = shown(&self.program.function(id).name);
                let message = format!("found the result `{}` of `{name}`", self.type_name(result));
                let help = "the first function gives a component of the matrix, the second a vector of 2, 4 or 8 of them";
                return self.refuse_function(&TYPE, at, message, help);
            }
            if !self.check_constant_parameters(id, at) || !self.check_decoder(id, dimensions, at) {
                return false;
            }
        }
        true
    }

    /// A function that decodes has the block, its coordinates, and those in it as parameters.
    fn check_decoder(&mut self, id: FunctionId, dimensions: Option<i64>, at: At) -> bool {
        let function = self.program.function(id);
        let types: Vec<Type> =
            function.locals.iter().take(function.parameters as usize).map(|local| local.ty).collect();
        let is_coordinates = |ty: Type| {
            self.program.types.as_array(ty).is_some_and(|array| {
                let is_long = match (array.length, dimensions) {
                    (Length::Fixed(count), Some(dimensions)) => i64::from(count) == dimensions,
                    _ => true,
                };
                array.element == Type::UINT && is_long
            })
        };
        let fits = matches!(types[..], [Type::Reference(_), block, inside] if is_coordinates(block) && is_coordinates(inside));
        if fits {
            return true;
        }
        let name = shown(&function.name);
        let message = format!(
            "found other parameters of `{name}`, expected a buffer reference and two arrays of coordinates"
        );
        self.refuse_function(
            &TYPE,
            at,
            message,
            "write `(const in Reference block, const in uint blockCoords[N], const in uint coordInBlock[N])`",
        )
    }

    fn check_signature(&mut self, id: FunctionId, wanted: &[Type], result: Type, at: At) -> bool {
        if !self.check_constant_parameters(id, at) {
            return false;
        }
        let function = self.program.function(id);
        let found: Vec<Type> =
            function.locals.iter().take(function.parameters as usize).map(|local| local.ty).collect();
        let is_same = found.len() == wanted.len()
            && found.iter().zip(wanted).all(|(found, wanted)| self.program.types.is_same(*found, *wanted));
        if is_same && function.result == result {
            return true;
        }
        let name = shown(&function.name);
        let list: Vec<String> = wanted.iter().map(|ty| self.type_name(*ty)).collect();
        let signature = format!("{} {name}({})", self.type_name(result), list.join(", "));
        let message = format!("found the function `{name}` of another form, expected `{signature}`");
        self.refuse_function(&TYPE, at, message, "give the function the parameters that it is called with")
    }

    /// The parameters of functions that instructions call are values that do not change.
    fn check_constant_parameters(&mut self, id: FunctionId, at: At) -> bool {
        let function = self.program.function(id);
        let parameters = function.locals.iter().take(function.parameters as usize);
        if parameters.clone().all(|local| local.is_const && local.direction == Direction::In) {
            return true;
        }
        let message = format!(
            "found the function `{}` with parameters that may change, expected `const in`",
            shown(&function.name)
        );
        self.refuse_function(&TYPE, at, message, "write `const in` before each of its parameters")
    }

    /// Number of components of a vector of any length.
    fn vector_length(&self, ty: Type) -> Option<u32> {
        match ty {
            Type::Vector(_, count) => Some(u32::from(count)),
            _ => {
                let long = self.parametric(ty).filter(|long| long.kind == ParametricKind::LongVector)?;
                u32::try_from(self.integer(*long.arguments.first()?)?).ok()
            }
        }
    }

    fn named(&self, argument: ExpressionId) -> Option<FunctionId> {
        match self.program.expression(argument).kind {
            ExpressionKind::Function(id) => Some(id),
            _ => None,
        }
    }

    fn refuse_function(
        &mut self,
        rule: &'static glassbox_core::diagnostic::Rule,
        at: At,
        message: String,
        help: &str,
    ) -> bool {
        let finding = self.finding(rule, at, message);
        self.add(finding.help(help));
        false
    }
}
