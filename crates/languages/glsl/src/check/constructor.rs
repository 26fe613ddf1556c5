//! Constructors: what each type is made of.

use super::fold;
use super::version::{ARRAY_OBJECTS, Since};
use crate::model::{At, ExpressionId, ExpressionKind, Scalars};
use crate::parse::Parser;
use crate::rules::{CONSTRUCTOR, UNAVAILABLE};
use crate::types::{ImageKind, Length, Scalar, Type};

impl Parser<'_> {
    /// A constructor of a type.
    pub(crate) fn construct(&mut self, ty: Type, arguments: Vec<ExpressionId>, at: At) -> ExpressionId {
        if ty.is_error() || arguments.iter().any(|argument| self.is_error(*argument)) {
            return self.push_error(at);
        }
        for argument in &arguments {
            if !self.check_constructed(ty, *argument, at) {
                return self.push_error(at);
            }
        }
        match ty {
            Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..) => {
                self.construct_numbers(ty, arguments, at)
            }
            Type::Array(_) => self.construct_array(ty, arguments, at),
            Type::Struct(_) => self.construct_structure(ty, arguments, at),
            Type::Sampled(kind) => self.construct_sampler(ty, kind, arguments, at),
            Type::Reference(_) | Type::AccelerationStructure => self.construct_handle(ty, arguments, at),
            Type::Parametric(_) => self.construct_cooperative(ty, arguments, at),
            Type::Image(_) | Type::Texture(_) if self.has_bindless(ty) => {
                self.construct_handle(ty, arguments, at)
            }
            _ => {
                let message = format!("found a constructor of `{}`, which has none", self.type_name(ty));
                self.constructor_error(at, message, "use a variable of this type")
            }
        }
    }

    pub(crate) fn constructor_error(&mut self, at: At, message: String, help: &str) -> ExpressionId {
        let finding = self.finding(&CONSTRUCTOR, at, message);
        self.add(finding.help(help));
        self.push_error(at)
    }

    /// Reports arguments that nothing is made of.
    fn check_constructed(&mut self, ty: Type, argument: ExpressionId, at: At) -> bool {
        let from = self.ty(argument);
        let takes_handles = matches!(
            ty,
            Type::Struct(_)
                | Type::Array(_)
                | Type::Sampled(_)
                | Type::AccelerationStructure
                | Type::Vector(Scalar::Uint, 2)
        );
        let is_refused = match from {
            Type::Void | Type::Text => true,
            from if from.is_opaque() => !takes_handles,
            from => self.is_block(from),
        };
        if is_refused {
            let message = format!(
                "found an argument of type `{}`, which nothing is made of, expected a value",
                self.type_name(from)
            );
            self.constructor_error(at, message, "remove the argument");
            return false;
        }
        (from.is_opaque() || self.check_read(argument)) && self.check_small(ty, argument, at)
    }

    /// Floats of 16 bits and less that only convert to and from numbers, the smallest only where they are constants.
    fn check_small(&mut self, ty: Type, argument: ExpressionId, at: At) -> bool {
        let (Some(to), Some(from)) = (ty.scalar(), self.ty(argument).scalar()) else {
            return true;
        };
        let is_small =
            |scalar: Scalar| scalar.is_float() && scalar.width() <= 16 && scalar != Scalar::Float16;
        let is_limited = is_small(to) && scalar_is_ocp(to) && from != to && !self.is_folded(argument);
        let is_bool = (is_small(to) && from == Scalar::Bool) || (is_small(from) && to == Scalar::Bool);
        if !is_limited && !is_bool {
            return true;
        }
        let (found, name) = (self.type_name(self.ty(argument)), self.type_name(ty));
        let message = format!("found `{found}` for `{name}(…)`, which it does not convert to");
        let help = if is_bool { "compare the number, or choose between two" } else { "use a constant" };
        self.constructor_error(at, message, help);
        false
    }

    /// Numbers, vectors and matrices.
    fn construct_numbers(&mut self, ty: Type, arguments: Vec<ExpressionId>, at: At) -> ExpressionId {
        if let ([only], Type::Scalar(Scalar::Uint64) | Type::Vector(Scalar::Uint, 2)) = (&arguments[..], ty)
            && (matches!(self.ty(*only), Type::Reference(_)) || self.has_bindless(self.ty(*only)))
        {
            return self.number_of_handle(ty, *only, at);
        }
        if !self.check_count(ty, &arguments, at) {
            return self.push_error(at);
        }
        let Some(scalar) = ty.scalar() else {
            return self.push_error(at);
        };
        let is_stored = scalar.is_arithmetic_optional() && !self.has_arithmetic(scalar);
        if is_stored && ty.is_vector() && arguments.len() != 1 {
            let message = format!(
                "found `{}(…)` of several values, without the arithmetic of the type",
                self.type_name(ty)
            );
            let finding = self.finding(&UNAVAILABLE, at, message);
            self.add(finding.help("write `#extension GL_EXT_shader_explicit_arithmetic_types : require`"));
            return self.push_error(at);
        }
        let constructed = self.assemble(ty, scalar, &arguments, at);
        self.specialize_constructed(constructed, ty, &arguments)
    }

    /// Whether a constructor of specialization constants is one itself.
    fn specialize_constructed(
        &mut self,
        id: ExpressionId,
        ty: Type,
        arguments: &[ExpressionId],
    ) -> ExpressionId {
        let is_float = |parser: &Self, id: ExpressionId| parser.ty(id).scalar().is_some_and(Scalar::is_float);
        let has_float = arguments.iter().any(|argument| is_float(self, *argument));
        let has_whole = arguments.iter().any(|argument| !is_float(self, *argument));
        let is_kept = match ty {
            _ if self.program.environment.has("GL_EXT_spec_constant_composites") => true,
            Type::Scalar(scalar) | Type::Vector(scalar, _) if !scalar.is_float() => !has_float,
            Type::Vector(Scalar::Float, _) => !has_whole,
            Type::Scalar(_) => !has_whole,
            _ => false,
        };
        if is_kept {
            return self.specialize(id, arguments);
        }
        if let Some(expression) = self.expression_mut(id) {
            expression.is_specialized = false;
        }
        id
    }

    /// Reports too few and too many arguments.
    fn check_count(&mut self, ty: Type, arguments: &[ExpressionId], at: At) -> bool {
        let wanted = ty.components();
        let name = self.type_name(ty);
        let mut count = 0;
        for argument in arguments {
            let from = self.ty(*argument);
            let own = match self.element(from) {
                Some((_, count)) if matches!(from, Type::Parametric(_)) => count.unwrap_or(wanted),
                _ => from.components(),
            };
            if own == 0 {
                let message = format!(
                    "found an argument of type `{}` for `{name}(…)`, expected numbers",
                    self.type_name(from)
                );
                self.constructor_error(at, message, "give the elements or members one by one");
                return false;
            }
            if ty.is_matrix() && from.is_matrix() {
                if !self.require(Since::new(120, 100), at, "a matrix made of a matrix") {
                    return false;
                }
                if arguments.len() != 1 {
                    let message =
                        format!("found a matrix among several arguments of `{name}(…)`, expected it alone");
                    self.constructor_error(at, message, "give the columns one by one");
                    return false;
                }
                return true;
            }
            if count >= wanted {
                let message =
                    format!("found more arguments for `{name}(…)` than its {wanted} components take");
                self.constructor_error(at, message, "remove the arguments that are left over");
                return false;
            }
            count += own;
        }
        let is_one = arguments.len() == 1 && count == 1;
        if count >= wanted || is_one {
            return true;
        }
        let message = format!("found {count} components for `{name}(…)`, expected {wanted}");
        self.constructor_error(at, message, "give one value, or one for each component");
        false
    }

    fn construct_array(&mut self, ty: Type, mut arguments: Vec<ExpressionId>, at: At) -> ExpressionId {
        if !self.require(ARRAY_OBJECTS, at, "a constructor of an array") {
            return self.push_error(at);
        }
        let Some(array) = self.program.types.as_array(ty) else {
            return self.push_error(at);
        };
        let name = self.type_name(ty);
        let Some(first) = arguments.first() else {
            let message = format!("found no arguments for `{name}(…)`, expected one for each element");
            return self.constructor_error(at, message, "give the elements");
        };
        let element = self.completed(array.element, self.ty(*first));
        match array.length {
            Length::Fixed(length) if length as usize != arguments.len() => {
                let message =
                    format!("found {} arguments for `{name}(…)`, expected {length}", arguments.len());
                return self.constructor_error(at, message, "give one argument for each element");
            }
            Length::Specialized(_) => {
                let message =
                    format!("found a constructor of `{name}`, whose size is a specialization constant");
                return self.constructor_error(at, message, "assign the elements one by one");
            }
            _ => {}
        }
        if let Some(scalar) = self.storage_only(element)
            && scalar.width() < 32
            && element.scalar().is_some()
            && !self.check_storage_only(element, at, "an array")
        {
            return self.push_error(at);
        }
        for argument in &mut arguments {
            *argument = self.converted_or_reported(*argument, element, "an element");
        }
        let whole = self.program.types.array(element, Length::Fixed(arguments.len() as u32));
        self.gathered(whole, arguments, at)
    }

    /// A type with the sizes that a value of it has, where it states none.
    pub(crate) fn completed(&mut self, ty: Type, given: Type) -> Type {
        let (Some(own), Some(other)) = (self.program.types.as_array(ty), self.program.types.as_array(given))
        else {
            return ty;
        };
        let element = self.completed(own.element, other.element);
        let length = if own.length == Length::Unsized { other.length } else { own.length };
        self.program.types.array(element, length)
    }

    fn construct_structure(&mut self, ty: Type, mut arguments: Vec<ExpressionId>, at: At) -> ExpressionId {
        let Some(structure) = self.program.types.as_structure(ty) else {
            return self.push_error(at);
        };
        let members: Vec<Type> = structure.members.iter().map(|member| member.ty).collect();
        let name = self.type_name(ty);
        if members.len() != arguments.len() {
            let message =
                format!("found {} arguments for `{name}(…)`, expected {}", arguments.len(), members.len());
            return self.constructor_error(at, message, "give one argument for each member");
        }
        if !self.check_storage_only(ty, at, "a constructor") {
            return self.push_error(at);
        }
        if self.program.types.holds_buffer(ty) {
            let message = format!("found a constructor of `{name}`, which is or holds a block");
            return self.constructor_error(at, message, "use a member of a heap");
        }
        for (argument, member) in arguments.iter_mut().zip(members) {
            if member.is_opaque() {
                let message = format!("found a constructor of `{name}`, which holds samplers or images");
                return self.constructor_error(at, message, "use a uniform of this type");
            }
            *argument = self.converted_or_reported(*argument, member, "a member");
        }
        self.gathered(ty, arguments, at)
    }

    /// An array or structure of its parts.
    pub(crate) fn gathered(&mut self, ty: Type, parts: Vec<ExpressionId>, at: At) -> ExpressionId {
        if parts.iter().any(|part| self.is_error(*part)) {
            return self.push_error(at);
        }
        if parts.iter().all(|part| self.is_folded(*part)) {
            let count: usize =
                parts.iter().filter_map(|part| self.program.constant(*part)).map(<[u64]>::len).sum();
            if !self.spend(count, at) {
                return self.push_error(at);
            }
            let mut scalars = Scalars::with_capacity(count);
            for part in &parts {
                scalars.extend_from_slice(self.program.constant(*part).unwrap_or_default());
            }
            return self.folded(ty, scalars, at, &parts);
        }
        let is_structure = matches!(ty, Type::Struct(_));
        let id = self.computed(ExpressionKind::Construct(parts.clone()), ty, at, &parts);
        let is_kept = self.program.environment.has("GL_EXT_spec_constant_composites");
        if is_kept && (is_structure || matches!(ty, Type::Array(_))) {
            self.specialize(id, &parts)
        } else {
            id
        }
    }

    /// `sampler2D(texture, sampler)`
    fn construct_sampler(
        &mut self,
        ty: Type,
        kind: ImageKind,
        arguments: Vec<ExpressionId>,
        at: At,
    ) -> ExpressionId {
        let name = self.type_name(ty);
        if arguments.len() == 1 && self.has_bindless(ty) {
            return self.construct_handle(ty, arguments, at);
        }
        let [image, sampler] = arguments[..] else {
            let message = format!(
                "found {} arguments for `{name}(…)`, expected a texture and a sampler",
                arguments.len()
            );
            return self.constructor_error(at, message, "give a texture and a sampler");
        };
        let wanted = Type::Texture(ImageKind { is_shadow: false, ..kind });
        if self.ty(image) != wanted {
            let (found, wanted) = (self.type_name(self.ty(image)), self.type_name(wanted));
            let message = format!("found `{found}` as the texture of `{name}(…)`, expected `{wanted}`");
            return self.constructor_error(
                at,
                message,
                "use the kind of sampler that belongs to the texture",
            );
        }
        if !matches!(self.ty(sampler), Type::Sampler(_)) {
            let found = self.type_name(self.ty(sampler));
            let message = format!(
                "found `{found}` as the sampler of `{name}(…)`, expected `sampler` or `samplerShadow`"
            );
            return self.constructor_error(at, message, "give a variable of type `sampler`");
        }
        self.computed(ExpressionKind::Construct(vec![image, sampler]), ty, at, &[image, sampler])
    }

    /// `mat3(x)`, `vec3(x)` and the like of one argument of another shape.
    pub(crate) fn reshaped(&mut self, ty: Type, argument: ExpressionId, at: At) -> Option<ExpressionId> {
        let from = self.ty(argument);
        match (from, ty) {
            (Type::Scalar(_), Type::Vector(_, count)) => {
                if let Some(value) =
                    self.program.constant(argument).and_then(|scalars| scalars.first()).copied()
                {
                    return Some(self.folded(
                        ty,
                        Scalars::from_elem(value, usize::from(count)),
                        at,
                        &[argument],
                    ));
                }
                Some(self.computed(ExpressionKind::Splat(argument), ty, at, &[argument]))
            }
            (Type::Scalar(_), Type::Matrix(_, columns, rows)) => {
                if let Some(value) =
                    self.program.constant(argument).and_then(|scalars| scalars.first()).copied()
                {
                    return Some(self.folded(ty, fold::diagonal(value, columns, rows), at, &[argument]));
                }
                Some(self.computed(ExpressionKind::Diagonal(argument), ty, at, &[argument]))
            }
            (Type::Matrix(_, from_columns, from_rows), Type::Matrix(_, columns, rows)) => {
                if let Some(scalars) = self.program.constant(argument) {
                    let resized = fold::resize(scalars, (from_columns, from_rows), (columns, rows));
                    return Some(self.folded(ty, resized, at, &[argument]));
                }
                Some(self.computed(ExpressionKind::Resize(argument), ty, at, &[argument]))
            }
            _ => None,
        }
    }
}

/// Whether a float is one of those that only constants convert to.
const fn scalar_is_ocp(scalar: Scalar) -> bool {
    matches!(
        scalar,
        Scalar::FloatE2M1 | Scalar::FloatE3M2 | Scalar::FloatE2M3 | Scalar::FloatUE8M0 | Scalar::FloatMXInt8
    )
}
