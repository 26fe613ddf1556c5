//! Constructors: cutting arguments to components, handles, cooperative matrices and vectors.

use crate::model::{At, ExpressionId, ExpressionKind, Scalars, Swizzle};
use crate::parse::Parser;
use crate::types::{ParametricKind, Scalar, Type};

impl Parser<'_> {
    /// A number, vector or matrix of arguments that have enough components.
    pub(crate) fn assemble(
        &mut self,
        ty: Type,
        scalar: Scalar,
        arguments: &[ExpressionId],
        at: At,
    ) -> ExpressionId {
        if let [only] = *arguments {
            let from = self.ty(only);
            if from.with_scalar(scalar) == ty {
                return self.requalified(only, scalar, at);
            }
            if from.is_scalar() || (from.is_matrix() && ty.is_matrix()) {
                let value = self.cast(only, scalar, at);
                if let Some(reshaped) = self.reshaped(ty, value, at) {
                    return reshaped;
                }
            }
        }
        let wanted = ty.components();
        if arguments.iter().all(|argument| self.is_folded(*argument)) {
            let mut scalars = Scalars::new();
            for argument in arguments {
                let from = self.ty(*argument).scalar().unwrap_or(scalar);
                let all = self.program.constant(*argument).unwrap_or_default();
                scalars.extend(super::fold::convert(from, scalar, all));
            }
            scalars.truncate(wanted as usize);
            return self.folded(ty, scalars, at, arguments);
        }
        let mut before: Option<ExpressionId> = None;
        let mut parts = Vec::new();
        let mut left = wanted;
        for argument in arguments {
            left = self.add_parts(*argument, scalar, left, &mut parts, &mut before);
        }
        let whole = match parts[..] {
            [only] if self.ty(only) == ty => only,
            _ => {
                let operands = parts.clone();
                self.computed(ExpressionKind::Construct(parts), ty, at, &operands)
            }
        };
        match before {
            Some(before) => self.push(ExpressionKind::Sequence(before, whole), ty, at),
            None => whole,
        }
    }

    /// `float(x)` of a `float`: the value, which is no place any more.
    fn requalified(&mut self, value: ExpressionId, scalar: Scalar, at: At) -> ExpressionId {
        if self.ty(value).scalar() != Some(scalar) {
            return self.cast(value, scalar, at);
        }
        if self.is_folded(value) {
            return value;
        }
        let ty = self.ty(value);
        let id = self.computed(ExpressionKind::Convert(value), ty, at, &[value]);
        self.specialize(id, &[value])
    }

    /// Adds the components of an argument, as far as some are left. How many are left then.
    fn add_parts(
        &mut self,
        argument: ExpressionId,
        scalar: Scalar,
        left: u32,
        parts: &mut Vec<ExpressionId>,
        before: &mut Option<ExpressionId>,
    ) -> u32 {
        let at = self.at_of(argument);
        match self.ty(argument) {
            Type::Matrix(component, columns, rows) => {
                let column_type = Type::Vector(component, rows);
                let matrix = self.repeatable(argument, before);
                let mut left = left;
                for column in 0..columns {
                    if left == 0 {
                        break;
                    }
                    let number = self.small_constant(i64::from(column), at);
                    let part =
                        self.computed(ExpressionKind::Index(matrix, number), column_type, at, &[matrix]);
                    left = self.add_parts(part, scalar, left, parts, before);
                }
                left
            }
            Type::Vector(component, count) if u32::from(count) > left => {
                let numbers: Vec<u8> = (0..left as u8).collect();
                let part = match Swizzle::new(&numbers) {
                    Some(swizzle) => {
                        let ty = Type::vector(component, left as u8);
                        let id =
                            self.computed(ExpressionKind::Swizzle(argument, swizzle), ty, at, &[argument]);
                        self.specialize(id, &[argument])
                    }
                    None => argument,
                };
                let part = self.cast(part, scalar, at);
                parts.push(part);
                0
            }
            ty @ Type::Parametric(_) => {
                let (element, count) = self.element(ty).unwrap_or((Type::FLOAT, None));
                let vector = self.repeatable(argument, before);
                let count = count.unwrap_or(left).min(left);
                for number in 0..count {
                    let number = self.small_constant(i64::from(number), at);
                    let part = self.computed(ExpressionKind::Index(vector, number), element, at, &[vector]);
                    let part = self.cast(part, scalar, at);
                    parts.push(part);
                }
                left - count
            }
            ty => {
                let part = self.cast(argument, scalar, at);
                parts.push(part);
                left.saturating_sub(ty.components())
            }
        }
    }

    /// A value that can be used several times: where it is computed, it is assigned to a variable first.
    fn repeatable(&mut self, value: ExpressionId, before: &mut Option<ExpressionId>) -> ExpressionId {
        let is_simple = matches!(
            self.kind(value),
            ExpressionKind::Local(_) | ExpressionKind::Global(_) | ExpressionKind::Constant(_)
        );
        if is_simple {
            return value;
        }
        let (ty, at) = (self.ty(value), self.at_of(value));
        let temporary = self.temporary(ty, at);
        let assigned = self.push(ExpressionKind::Assign(temporary, value), ty, at);
        *before = Some(match *before {
            Some(earlier) => self.push(ExpressionKind::Sequence(earlier, assigned), ty, at),
            None => assigned,
        });
        temporary
    }

    /// `uint64_t(reference)`, `uvec2(reference)`
    pub(crate) fn number_of_handle(&mut self, ty: Type, handle: ExpressionId, at: At) -> ExpressionId {
        let is_reference = matches!(self.ty(handle), Type::Reference(_));
        let is_pair = ty.is_vector();
        if is_reference
            && is_pair
            && !self.require_extension(
                &["GL_EXT_buffer_reference_uvec2"],
                at,
                "a `uvec2` of a buffer reference",
            )
        {
            return self.push_error(at);
        }
        if is_reference
            && !is_pair
            && let Some(scalars) = self.program.constant(handle)
        {
            let scalars = Scalars::from_slice(scalars);
            return self.folded(ty, scalars, at, &[]);
        }
        self.computed(ExpressionKind::Convert(handle), ty, at, &[handle])
    }

    /// Buffer references, acceleration structures and bindless handles, of numbers.
    pub(crate) fn construct_handle(
        &mut self,
        ty: Type,
        arguments: Vec<ExpressionId>,
        at: At,
    ) -> ExpressionId {
        let name = self.type_name(ty);
        let [value] = arguments[..] else {
            let message = format!("found {} arguments for `{name}(…)`, expected one", arguments.len());
            return self.constructor_error(at, message, "give one address");
        };
        let from = self.ty(value);
        let is_allowed = match (ty, from) {
            (Type::Reference(_), Type::Reference(_)) => true,
            (Type::Reference(_) | Type::AccelerationStructure, Type::Scalar(Scalar::Uint64)) => true,
            (Type::Reference(_), Type::Vector(Scalar::Uint, 2)) => {
                if !self.require_extension(
                    &["GL_EXT_buffer_reference_uvec2"],
                    at,
                    "a buffer reference of a `uvec2`",
                ) {
                    return self.push_error(at);
                }
                true
            }
            (Type::AccelerationStructure, Type::Vector(Scalar::Uint, 2)) => true,
            (_, Type::Vector(Scalar::Uint | Scalar::Int, 2)) => self.has_bindless(ty),
            _ => false,
        };
        if !is_allowed {
            let found = self.type_name(from);
            let message = format!("found `{found}` for `{name}(…)`, expected an address");
            return self.constructor_error(at, message, "give a `uint64_t`, or a `uvec2`");
        }
        let is_address =
            matches!(from, Type::Reference(_) | Type::Scalar(_)) && matches!(ty, Type::Reference(_));
        if is_address && let Some(scalars) = self.program.constant(value) {
            let scalars = Scalars::from_slice(scalars);
            return self.folded(ty, scalars, at, &[]);
        }
        self.computed(ExpressionKind::Convert(value), ty, at, &[value])
    }

    /// Cooperative matrices and vectors.
    pub(crate) fn construct_cooperative(
        &mut self,
        ty: Type,
        arguments: Vec<ExpressionId>,
        at: At,
    ) -> ExpressionId {
        let name = self.type_name(ty);
        let Some((kind, component)) = self.parametric(ty).and_then(|own| Some((own.kind, own.component?)))
        else {
            let message = format!("found a constructor of `{name}`, which has none");
            return self.constructor_error(at, message, "use the function that creates one");
        };
        if let [only] = arguments[..] {
            let from = self.ty(only);
            if kind == ParametricKind::LongVector && from.is_scalar() && from.scalar() != Some(component) {
                let value = self.cast(only, component, at);
                return self.construct_cooperative(ty, vec![value], at);
            }
            if from.is_scalar() {
                return self.splat_cooperative(ty, only, component, at);
            }
            if self.is_same_vector(ty, from) {
                return self.computed(ExpressionKind::Convert(only), ty, at, &[only]);
            }
            if matches!(from, Type::Parametric(_)) {
                if !self.is_same_cooperative_shape(ty, from) {
                    let found = self.type_name(from);
                    let message = format!("found `{found}` for `{name}(…)`, expected the same sizes and use");
                    return self.constructor_error(at, message, "use matrices of one shape");
                }
                return self.computed(ExpressionKind::Convert(only), ty, at, &[only]);
            }
        }
        if !matches!(kind, ParametricKind::CooperativeVector | ParametricKind::LongVector) {
            let message = format!(
                "found {} arguments for `{name}(…)`, expected a scalar or a matrix of this shape",
                arguments.len()
            );
            return self.constructor_error(at, message, "give one value for all components");
        }
        let (_, wanted) = self.element(ty).unwrap_or((Type::FLOAT, None));
        let mut left = wanted.unwrap_or(u32::MAX);
        let mut parts = Vec::new();
        for argument in &arguments {
            if left == 0 {
                let message = format!("found more arguments for `{name}(…)` than its components take");
                return self.constructor_error(at, message, "remove the arguments that are left over");
            }
            left = match self.ty(*argument) {
                long @ Type::Parametric(_) => {
                    let part = self.cast(*argument, component, at);
                    parts.push(part);
                    let own = self.element(long).and_then(|(_, count)| count);
                    left.saturating_sub(own.unwrap_or(0))
                }
                Type::Scalar(_) | Type::Vector(..) => {
                    self.add_parts(*argument, component, left, &mut parts, &mut None)
                }
                from => {
                    let found = self.type_name(from);
                    let message =
                        format!("found an argument of type `{found}` for `{name}(…)`, expected numbers");
                    return self.constructor_error(at, message, "give the components one by one");
                }
            };
        }
        if wanted.is_some() && left > 0 {
            let message = format!("found {left} components too few for `{name}(…)`, expected one for each");
            return self.constructor_error(at, message, "give one value, or one for each component");
        }
        let is_short = parts.iter().all(|part| matches!(self.ty(*part), Type::Scalar(_) | Type::Vector(..)));
        if is_short && parts.iter().all(|part| self.is_folded(*part)) {
            return self.gathered(ty, parts, at);
        }
        let operands = parts.clone();
        self.computed(ExpressionKind::Construct(parts), ty, at, &operands)
    }

    /// A cooperative or long type with one value in every component. A constant matrix is that value alone.
    fn splat_cooperative(
        &mut self,
        ty: Type,
        value: ExpressionId,
        component: Scalar,
        at: At,
    ) -> ExpressionId {
        let value = self.cast(value, component, at);
        let (_, count) = self.element(ty).unwrap_or((Type::FLOAT, None));
        let count = if self.is_cooperative_matrix(ty) { Some(1) } else { count };
        let known = self.program.constant(value).and_then(|scalars| scalars.first()).copied();
        if let (Some(count), Some(known)) = (count, known) {
            return self.folded(ty, Scalars::from_elem(known, count as usize), at, &[value]);
        }
        let id = self.computed(ExpressionKind::Splat(value), ty, at, &[value]);
        let is_kept =
            self.is_folded(value) || self.program.environment.has("GL_EXT_spec_constant_composites");
        if let Some(expression) = self.expression_mut(id)
            && is_kept
        {
            expression.is_specialized = true;
        }
        if self.is_constant(value) { id } else { self.specialize(id, &[value]) }
    }

    /// Whether two types are cooperative or long vectors of one length and component type.
    fn is_same_vector(&self, one: Type, other: Type) -> bool {
        let (Some(one), Some(other)) = (self.parametric(one), self.parametric(other)) else {
            return false;
        };
        let is_vector = |kind| matches!(kind, ParametricKind::CooperativeVector | ParametricKind::LongVector);
        is_vector(one.kind) && is_vector(other.kind) && one.arguments == other.arguments
    }

    /// Whether two cooperative types differ at most in their components, and in their use where that converts.
    fn is_same_cooperative_shape(&self, one: Type, other: Type) -> bool {
        let (Some(one), Some(other)) = (self.parametric(one), self.parametric(other)) else {
            return false;
        };
        let has_use_conversion = self.program.environment.has("GL_NV_cooperative_matrix2");
        let skipped = usize::from(one.kind == ParametricKind::CooperativeMatrixNv);
        let counted = match one.kind {
            ParametricKind::CooperativeMatrix if has_use_conversion => 3,
            _ => usize::MAX,
        };
        let value = |id: &ExpressionId| self.integer(*id);
        let first = one.arguments.iter().skip(skipped).take(counted);
        let second = other.arguments.iter().skip(skipped).take(counted);
        one.kind == other.kind
            && one.arguments.len() == other.arguments.len()
            && first.zip(second).all(|(first, second)| match (value(first), value(second)) {
                (Some(first), Some(second)) => first == second,
                _ => first == second,
            })
    }
}
