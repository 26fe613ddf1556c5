//! Textures, subpass inputs, and interpolation at places of choice.

use glassbox_core::span::Span;
use glassbox_sksl::builtin::{Opaque, Scalar, Type};
use glassbox_sksl_lang::ir::expression::{Expr, ExpressionKind};
use glassbox_sksl_lang::ir::symbol::SymbolKind;
use glassbox_spirv::build::value::{capability, storage_class};
use glassbox_spirv::build::{Id, ImageOperands, glsl, op};

use crate::lowering::{Binding, Lowering};
use crate::place::Place;
use crate::rules;
use crate::session::Outcome;
use crate::types::Form;

impl Lowering<'_, '_> {
    pub(crate) fn texture_call(
        &mut self,
        name: &str,
        arguments: &[Expr],
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        let Some((&first, rest)) = arguments.split_first() else {
            return self.malformed(span, "a texture is read that is not named");
        };
        match name {
            "sample" => self.sample(first, rest, result, span),
            "subpassLoad" => self.subpass_load(first, rest, result, span),
            "textureSize" => {
                let sampler = self.load_opaque(first)?;
                let image = self.image_of(sampler, first)?;
                self.s.b.capability(capability::IMAGE_QUERY);
                self.op(op::IMAGE_QUERY_SIZE, result, &[image], span)
            }
            _ => {
                let message = "a sampler is put together where it is not sampled";
                let finding = self.source.finding(&rules::OPAQUE, span, message);
                Err(finding.help("call `makeSampler2D` as the first argument of `sample`").into())
            }
        }
    }

    /// `sample(sampler, coordinates, bias)`; coordinates with one component more are divided by the last one.
    fn sample(&mut self, sampler: Expr, rest: &[Expr], result: Type, span: Span) -> Outcome<Id> {
        let Type::Opaque(opaque) = self.meaning(sampler) else {
            return self.malformed(span, "what is sampled is no sampler");
        };
        let Some((&coordinates, bias)) = rest.split_first() else {
            return self.malformed(span, "coordinates are missing");
        };
        let width = self.meaning(coordinates).width();
        let dimensions = match opaque {
            Opaque::Sampler1D => 1,
            Opaque::Sampler3D => 3,
            _ => 2,
        };
        let bias = match bias.first() {
            Some(&bias) => Some(self.value(bias)?),
            None => None,
        };
        let coordinates = self.value(coordinates)?;
        let combined = self.load_opaque(sampler)?;
        self.at(span);
        let texel = result.with_scalar(result.scalar().unwrap_or(Scalar::Half));
        let id = self.ty(texel, span)?;
        // Only fragments have the differences that a level is chosen by.
        let is_fragment = self.is_fragment();
        let image = match (is_fragment, bias) {
            (true, bias) => ImageOperands { bias, ..ImageOperands::default() },
            (false, _) => {
                let zero = self.number(Type::Scalar(Scalar::Float), 0.0, span)?;
                ImageOperands { lod: Some(zero), ..ImageOperands::default() }
            }
        };
        let opcode = match (is_fragment, width > dimensions) {
            (true, false) => op::IMAGE_SAMPLE_IMPLICIT_LOD,
            (true, true) => op::IMAGE_SAMPLE_PROJ_IMPLICIT_LOD,
            (false, false) => op::IMAGE_SAMPLE_EXPLICIT_LOD,
            (false, true) => op::IMAGE_SAMPLE_PROJ_EXPLICIT_LOD,
        };
        let value = self.s.b.image_value(opcode, id, &[combined, coordinates], &image);
        self.s.relax(value, result);
        Ok(value)
    }

    fn subpass_load(&mut self, input: Expr, rest: &[Expr], result: Type, span: Span) -> Outcome<Id> {
        let sample = match rest.first() {
            Some(&sample) => Some(self.value(sample)?),
            None => None,
        };
        let image = self.load_opaque(input)?;
        self.s.b.capability(capability::INPUT_ATTACHMENT);
        let here = self.number(Type::Vector(Scalar::Int, 2), 0.0, span)?;
        let id = self.ty(result, span)?;
        let operands = ImageOperands { sample, ..ImageOperands::default() };
        let value = self.s.b.image_value(op::IMAGE_READ, id, &[image, here], &operands);
        self.s.relax(value, result);
        Ok(value)
    }

    /// A texture, sampler or both, loaded from its variable or put together.
    fn load_opaque(&mut self, expression: Expr) -> Outcome<Id> {
        let span = self.program.span_of(expression);
        let ty = self.meaning(expression);
        if let ExpressionKind::FunctionCall { function, arguments } = self.program.kind_of(expression) {
            let is_made = matches!(&self.program.symbols[function].kind,
                SymbolKind::Function(declaration) if declaration.builtin.is_some_and(|(known, _)| known.name == "makeSampler2D"));
            if let (true, &[texture, sampler]) = (is_made, self.program.expression_lists.get(arguments)) {
                let parts = [self.load_opaque(texture)?, self.load_opaque(sampler)?];
                return self.op(op::SAMPLED_IMAGE, ty, &parts, span);
            }
        }
        let pointer = match self.place(expression)? {
            Some(place) => return self.read(&place, span),
            None => self.opaque_pointer(expression)?,
        };
        self.op(op::LOAD, ty, &[pointer], span)
    }

    /// The image of a sampler.
    fn image_of(&mut self, sampler: Id, expression: Expr) -> Outcome<Id> {
        let span = self.program.span_of(expression);
        let image = match self.meaning(expression) {
            Type::Opaque(opaque) => self.s.image_type(opaque),
            _ => None,
        };
        match image {
            Some(image) => Ok(self.s.b.value(op::IMAGE, image, &[sampler])),
            None => self.malformed(span, "what is measured is no sampler"),
        }
    }

    /// The value of an input at another place of the pixel.
    pub(crate) fn interpolate(
        &mut self,
        name: &str,
        arguments: &[Expr],
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        let &[input, at] = arguments else {
            return self.malformed(span, "expected two arguments");
        };
        let ExpressionKind::VariableReference { variable, .. } = self.program.kind_of(input) else {
            return self.no_input(span);
        };
        let pointer = match self.bindings.get(&variable) {
            Some(Binding::Variable(storage)) if storage.class == storage_class::INPUT => storage.pointer,
            _ => return self.no_input(span),
        };
        let at = self.value(at)?;
        self.s.b.capability(capability::INTERPOLATION_FUNCTION);
        let number = if name == "interpolateAtOffset" {
            glsl::INTERPOLATE_AT_OFFSET
        } else {
            glsl::INTERPOLATE_AT_SAMPLE
        };
        self.glsl(number, result, &[pointer, at], span)
    }

    fn no_input(&self, span: Span) -> Outcome<Id> {
        let message = "a place of interpolation is asked for something else than an input";
        let finding = self.source.finding(&rules::OPAQUE, span, message);
        Err(finding.help("interpolate the input as it is declared, and take components of the result").into())
    }

    /// Samples a texture that a child is, at coordinates in texels.
    pub(crate) fn child_texture(
        &mut self,
        (texture, sampler): (Id, Id),
        at: Id,
        result: Type,
        span: Span,
    ) -> Outcome<Id> {
        let float2 = Type::Vector(Scalar::Float, 2);
        let image_type = self.s.texture_type();
        let sampler_type = self.s.b.sampler();
        let image = self.s.b.value(op::LOAD, image_type, &[texture]);
        let sampler = self.s.b.value(op::LOAD, sampler_type, &[sampler]);
        self.s.b.capability(capability::IMAGE_QUERY);
        let level = self.number(Type::Scalar(Scalar::Int), 0.0, span)?;
        let size = self.op(op::IMAGE_QUERY_SIZE_LOD, Type::Vector(Scalar::Int, 2), &[image, level], span)?;
        let size = self.op(op::CONVERT_S_TO_F, float2, &[size], span)?;
        let at = self.op(op::F_DIV, float2, &[at, size], span)?;
        let combined = self.s.b.sampled_image(image_type);
        let combined = self.s.b.value(op::SAMPLED_IMAGE, combined, &[image, sampler]);
        let lod = Some(self.number(Type::Scalar(Scalar::Float), 0.0, span)?);
        let id = self.ty(result, span)?;
        let operands = ImageOperands { lod, ..ImageOperands::default() };
        let color = self.s.b.image_value(op::IMAGE_SAMPLE_EXPLICIT_LOD, id, &[combined, at], &operands);
        self.s.relax(color, result);
        Ok(color)
    }

    /// Loads a built-in or port variable of a type.
    pub(crate) fn load_variable(&mut self, pointer: Id, class: u32, ty: Type, span: Span) -> Outcome<Id> {
        let storage = crate::lowering::Storage { pointer, class, form: Form::Port };
        self.read(&Place::whole(storage, ty), span)
    }
}
