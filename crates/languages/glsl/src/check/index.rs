//! `base[index]` and `.length()`.

use glassbox_core::stage::Stage;

use super::version::{ARRAY_OBJECTS, PACK_420, Since};
use crate::model::{At, ExpressionId, ExpressionKind, GlobalId, Primitive, Scalars, Storage, flag};
use crate::parse::Parser;
use crate::rules::{INDEX, TYPE, UNAVAILABLE};
use crate::types::{ArrayId, Length, ParametricKind, Scalar, Type};

/// Where an index of an array of samplers or uniform blocks need not be a constant.
const DYNAMIC: Since = Since::new(400, 320).or(&[
    "GL_ARB_gpu_shader5",
    "GL_NV_gpu_shader5",
    "GL_EXT_gpu_shader5",
    "GL_OES_gpu_shader5",
    "GL_ANDROID_extension_pack_es31a",
]);

impl Parser<'_> {
    /// `base[index]`; `at` is the bracket.
    pub(crate) fn index(&mut self, base: ExpressionId, index: ExpressionId, at: At) -> ExpressionId {
        if self.is_error(base) || self.is_error(index) {
            return self.push_error(at);
        }
        let Some(index) = self.index_value(index) else {
            return self.push_error(at);
        };
        let ty = self.ty(base);
        let Some((element, length)) = self.element(ty) else {
            if matches!(ty, Type::Reference(_)) {
                return self.index_reference(base, index, at);
            }
            let message =
                format!("found an index of `{}`, expected an array, vector or matrix", self.type_name(ty));
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("remove the index, or declare an array"));
            return self.push_error(at);
        };
        if let Type::Vector(scalar, _) = ty
            && scalar.width() < 32
            && !self.has_arithmetic(scalar)
            && scalar.is_arithmetic_optional()
        {
            let message =
                format!("found an index of `{}`, without the arithmetic of the type", self.type_name(ty));
            let finding = self.finding(&UNAVAILABLE, at, message);
            self.add(finding.help("write `#extension GL_EXT_shader_explicit_arithmetic_types : require`"));
            return self.push_error(at);
        }
        let number = self.integer(index);
        if let Some(number) = number
            && !self.check_index(base, number, length, at)
        {
            return self.push_error(at);
        }
        if let Some(number) = number
            && let Some(scalars) = self.program.constant(base)
        {
            let count = scalars.len() / length.unwrap_or(1).max(1) as usize;
            let start = number as usize * count;
            let part = scalars.get(start..start + count).map(Scalars::from_slice);
            if let Some(part) = part {
                return self.folded(element, part, at, &[base]);
            }
        }
        let is_allowed = match number {
            Some(number) => self.note_index(ty, base, number, at),
            None => self.check_dynamic(base, at),
        };
        if !is_allowed {
            return self.push_error(at);
        }
        let is_nonuniform = self.program.expression(index).is_nonuniform;
        let id = self.computed(ExpressionKind::Index(base, index), element, at, &[base]);
        if let Some(expression) = self.expression_mut(id) {
            expression.is_nonuniform |= is_nonuniform;
        }
        self.specialize(id, &[base, index])
    }

    /// The index as a whole number; a finding where it is none.
    fn index_value(&mut self, index: ExpressionId) -> Option<ExpressionId> {
        if !self.check_read(index) {
            return None;
        }
        let ty = self.ty(index);
        if let Type::Scalar(scalar) = ty {
            let environment = &self.program.environment;
            let is_wide = matches!(scalar, Scalar::Int64 | Scalar::Uint64);
            if is_wide && environment.has("GL_EXT_shader_64bit_indexing") {
                return Some(index);
            }
            if matches!(scalar, Scalar::Int | Scalar::Uint) {
                return Some(index);
            }
            for wanted in [Scalar::Int, Scalar::Uint] {
                if super::convert::converts(&self.program.environment, scalar, wanted) {
                    return Some(index);
                }
            }
        }
        let at = self.at_of(index);
        let finding = self.finding(
            &TYPE,
            at,
            format!("found an index of type `{}`, expected `int` or `uint`", self.type_name(ty)),
        );
        self.add(finding.help("write `int(…)` around the index"));
        None
    }

    /// Type of an element, and how many there are where that is known.
    pub(crate) fn element(&self, ty: Type) -> Option<(Type, Option<u32>)> {
        match ty {
            Type::Array(id) => {
                let array = self.program.types.array_of(id);
                let length = match array.length {
                    Length::Fixed(length) => Some(length),
                    Length::Specialized(size) => self.default_size(size),
                    Length::Unsized => None,
                };
                Some((array.element, length))
            }
            Type::Vector(scalar, count) => Some((Type::Scalar(scalar), Some(u32::from(count)))),
            Type::Matrix(scalar, columns, rows) => {
                Some((Type::Vector(scalar, rows), Some(u32::from(columns))))
            }
            Type::Parametric(_) => {
                let parametric = self.parametric(ty)?;
                let component = Type::Scalar(parametric.component?);
                let count = match parametric.kind {
                    ParametricKind::CooperativeVector | ParametricKind::LongVector => {
                        let count = parametric.arguments.first().and_then(|count| self.integer(*count));
                        count.and_then(|count| u32::try_from(count).ok())
                    }
                    ParametricKind::CooperativeMatrix | ParametricKind::CooperativeMatrixNv => None,
                    _ => return None,
                };
                Some((component, count))
            }
            _ => None,
        }
    }

    /// The value that a specialization constant has by default, where an array is sized by it alone.
    fn default_size(&self, size: ExpressionId) -> Option<u32> {
        let ExpressionKind::Global(id) = *self.kind(size) else {
            return None;
        };
        let value = self.program.global(id).initializer.and_then(|value| self.integer(value))?;
        u32::try_from(value).ok()
    }

    /// Reports an index outside of what it counts.
    fn check_index(&mut self, base: ExpressionId, number: i64, length: Option<u32>, at: At) -> bool {
        let is_inside = number >= 0 && length.is_none_or(|length| number < i64::from(length));
        if is_inside {
            return true;
        }
        let expected = match length {
            Some(length) => format!("one from 0 to {}", length.saturating_sub(1)),
            None => "one that is not negative".to_owned(),
        };
        let name = self.type_name(self.ty(base));
        let finding =
            self.finding(&INDEX, at, format!("found index {number} of `{name}`, expected {expected}"));
        self.add(finding.help("use an index inside of it"));
        false
    }

    /// Remembers a constant index of an array that is sized by use.
    fn note_index(&mut self, ty: Type, base: ExpressionId, number: i64, at: At) -> bool {
        let Type::Array(id) = ty else {
            return true;
        };
        if self.program.types.array_of(id).length != Length::Unsized {
            return true;
        }
        let most = match self.root_name(base).as_str() {
            "gl_ClipDistance" | "gl_CullDistance" if self.base(base).is_none_or(|_| self.is_member(base)) => {
                8
            }
            "gl_SampleMask" | "gl_SampleMaskIn" => 1,
            _ => i64::MAX,
        };
        if number >= most {
            let finding = self.finding(
                &INDEX,
                at,
                format!("found index {number} of a built-in array, expected one from 0 to {}", most - 1),
            );
            self.add(finding.help("use an index inside of it"));
            return false;
        }
        if let Some(length) = number.checked_add(1).and_then(|length| u32::try_from(length).ok()) {
            self.note_length(id, length);
        }
        true
    }

    fn is_member(&self, base: ExpressionId) -> bool {
        matches!(self.kind(base), ExpressionKind::Field(..))
    }

    fn note_length(&mut self, id: ArrayId, length: u32) {
        let known = self.program.types.indexed.entry(id).or_insert(0);
        *known = (*known).max(length);
    }

    /// Reports an index that is no constant where it has to be one.
    fn check_dynamic(&mut self, base: ExpressionId, at: At) -> bool {
        let ty = self.ty(base);
        let Type::Array(id) = ty else {
            return true;
        };
        if self.program.types.array_of(id).length == Length::Unsized && !self.check_unsized(base, at) {
            return false;
        }
        let element = self.program.types.innermost(ty);
        let storage = self.storage(base);
        if self.is_block(element) {
            return match storage {
                Some(Storage::Buffer) if self.program.environment.is_embedded() => {
                    self.require(Since::new(0, 0), at, "an index of buffer blocks that is no constant")
                }
                Some(Storage::Uniform) if self.has_profile() => {
                    self.require(DYNAMIC, at, "an index of uniform blocks that is no constant")
                }
                _ => true,
            };
        }
        let is_output = self.program.stage() == Stage::Fragment && storage == Some(Storage::Out);
        if is_output && self.program.environment.is_embedded() {
            let name = self.root_name(base);
            if name != "gl_SampleMask" {
                let message =
                    format!("found an index of `{name}` that is no constant, which GLSL ES does not have");
                let finding = self.finding(&UNAVAILABLE, at, message);
                self.add(finding.help("use a constant index"));
                return false;
            }
        }
        let is_sampler = matches!(
            element,
            Type::Sampled(_) | Type::Texture(_) | Type::Image(_) | Type::Sampler(_) | Type::Subpass(_)
        );
        let is_since_130 = self.program.environment.version.number >= 130;
        !is_sampler || !is_since_130 || self.require(DYNAMIC, at, "an index of samplers that is no constant")
    }

    /// Whether the version has profiles: older ones check less.
    fn has_profile(&self) -> bool {
        self.program.environment.is_embedded() || self.program.environment.version.number >= 150
    }

    /// Reports an index that is no constant of an array that has no size yet.
    fn check_unsized(&mut self, base: ExpressionId, at: At) -> bool {
        if self.io_length(base).is_some() {
            return true;
        }
        let element = self.program.types.innermost(self.ty(base));
        let is_last = match *self.kind(base) {
            ExpressionKind::Field(owner, member) => self.is_last_member(owner, member),
            _ => false,
        };
        match self.storage(base) {
            Some(storage) if is_last && storage.is_heap() => return true,
            Some(Storage::Buffer | Storage::ShaderRecord) if is_last => return true,
            Some(Storage::Uniform | Storage::PushConstant)
                if is_last && self.program.environment.has("GL_EXT_uniform_buffer_unsized_array") =>
            {
                return true;
            }
            _ => {}
        }
        if self.root_name(base).starts_with("gl_SampleMask") {
            return true;
        }
        let is_resource = element.is_opaque()
            || (self.is_block(element)
                && matches!(self.storage(base), Some(Storage::Uniform | Storage::Buffer)));
        if is_resource {
            return self.require_extension(
                &["GL_EXT_nonuniform_qualifier"],
                at,
                "an index that is no constant of an array without a size",
            );
        }
        let name = self.root_name(base);
        let finding = self.finding(
            &INDEX,
            at,
            format!("found an index of `{name}` that is no constant, expected the array to have a size"),
        );
        self.add(finding.help("declare the array with its size before it is used"));
        false
    }

    /// Whether a member is the last one of its block or structure.
    pub(crate) fn is_last_member(&self, owner: ExpressionId, member: u32) -> bool {
        match self.ty(owner) {
            Type::Struct(id) | Type::Reference(id) => {
                self.program.types.structure(id).members.len() == member as usize + 1
            }
            _ => false,
        }
    }

    /// `reference[index]` moves a buffer reference.
    fn index_reference(&mut self, base: ExpressionId, index: ExpressionId, at: At) -> ExpressionId {
        let operator = crate::model::BinaryOperator::Add;
        let ty = self.ty(base);
        if !self.require_extension(&["GL_EXT_buffer_reference2"], at, "an index of a buffer reference") {
            return self.push_error(at);
        }
        match self.reference_step(operator, ty, index, at) {
            Some(step) => self.computed(ExpressionKind::Binary(operator, base, step), ty, at, &[base, step]),
            None => {
                let finding = self.finding(
                    &INDEX,
                    at,
                    "found an index of a reference to a block of no fixed size, expected a block whose arrays have sizes",
                );
                self.add(finding.help("give the last array of the block a size"));
                self.push_error(at)
            }
        }
    }

    /// `value.length()`; `at` is the word.
    pub(crate) fn length(&mut self, value: ExpressionId, at: At) -> ExpressionId {
        if self.is_error(value) {
            return self.push_error(at);
        }
        let ty = self.ty(value);
        let length = match ty {
            Type::Array(id) => {
                if !self.require(ARRAY_OBJECTS, at, "`.length()`") {
                    return self.push_error(at);
                }
                match self.program.types.array_of(id).length {
                    Length::Fixed(length) => Some(length),
                    Length::Specialized(size) => return self.specialized_length(size, at),
                    Length::Unsized => return self.unsized_length(value, at),
                }
            }
            Type::Vector(_, count) => Some(u32::from(count)),
            Type::Matrix(_, columns, _) => Some(u32::from(columns)),
            Type::Parametric(_) if self.element(ty).is_some() => {
                if let Some((_, Some(count))) = self.element(ty) {
                    return self.small_constant(i64::from(count), at);
                }
                let id = self.push(ExpressionKind::Length(value), Type::INT, at);
                if let Some(expression) = self.expression_mut(id) {
                    expression.is_specialized = true;
                }
                return id;
            }
            _ => None,
        };
        let Some(length) = length else {
            let message =
                format!("found `.length()` of `{}`, expected an array, vector or matrix", self.type_name(ty));
            let finding = self.finding(&TYPE, at, message);
            self.add(finding.help("write `length(…)` for the length of a vector as a number"));
            return self.push_error(at);
        };
        let is_array = matches!(ty, Type::Array(_));
        if !is_array && !self.require(PACK_420, at, "`.length()` of a vector or matrix") {
            return self.push_error(at);
        }
        self.small_constant(i64::from(length), at)
    }

    /// The specialization constant that an array is sized by, as an `int`.
    fn specialized_length(&mut self, size: ExpressionId, at: At) -> ExpressionId {
        self.cast(size, Scalar::Int, at)
    }

    fn unsized_length(&mut self, value: ExpressionId, at: At) -> ExpressionId {
        if let Some(length) = self.io_length(value) {
            return self.small_constant(i64::from(length), at);
        }
        let name = self.root_name(value);
        if self.program.environment.is_embedded() && name.starts_with("gl_SampleMask") {
            return self.small_constant(1, at);
        }
        if let ExpressionKind::Field(owner, member) = *self.kind(value) {
            let is_block = !matches!(self.ty(owner), Type::Reference(_));
            let is_buffer = matches!(self.storage(value), Some(Storage::Buffer | Storage::ShaderRecord));
            if is_block && is_buffer && self.is_last_member(owner, member) {
                return self.push(ExpressionKind::Length(value), Type::INT, at);
            }
        }
        let finding = self.finding(
            &INDEX,
            at,
            format!("found `.length()` of `{name}`, expected an array that has a size by now"),
        );
        self.add(finding.help("declare the array with its size"));
        self.push_error(at)
    }

    /// The size that the layout of the stage gives an array of inputs or outputs for each vertex or primitive.
    pub(crate) fn io_length(&self, base: ExpressionId) -> Option<u32> {
        let ExpressionKind::Global(id) = *self.kind(base) else {
            return None;
        };
        self.io_length_of(id)
    }

    fn io_length_of(&self, id: GlobalId) -> Option<u32> {
        let global = self.program.global(id);
        let modes = &self.program.modes;
        let is_patch = global.qualifiers.has(flag::PATCH);
        match (self.program.stage(), global.storage) {
            (Stage::Geometry, Storage::In) => {
                modes.input_primitive.and_then(|(primitive, _)| match primitive {
                    Primitive::Points => Some(1),
                    Primitive::Lines => Some(2),
                    Primitive::LinesAdjacency => Some(4),
                    Primitive::Triangles => Some(3),
                    Primitive::TrianglesAdjacency => Some(6),
                    _ => None,
                })
            }
            (Stage::TessellationControl, Storage::Out) if !is_patch => modes.vertices.map(|(count, _)| count),
            // As many as a patch can have: gl_MaxPatchVertices.
            (Stage::TessellationControl | Stage::TessellationEvaluation, Storage::In) if !is_patch => {
                Some(32)
            }
            (Stage::Mesh, Storage::Out) if global.qualifiers.has(flag::PER_PRIMITIVE) => modes.primitives,
            (Stage::Mesh, Storage::Out) => match &*global.name {
                "gl_MeshPrimitivesEXT"
                | "gl_MeshPrimitivesNV"
                | "gl_PrimitiveTriangleIndicesEXT"
                | "gl_PrimitiveLineIndicesEXT"
                | "gl_PrimitivePointIndicesEXT" => modes.primitives,
                _ => modes.vertices.map(|(count, _)| count),
            },
            _ => None,
        }
    }
}
