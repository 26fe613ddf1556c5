//! Rules of the functions that read textures: offsets, components, versions.

use super::version::Since;
use crate::model::{At, ExpressionId};
use crate::parse::Parser;
use crate::rules::{CONSTANT, UNAVAILABLE};
use crate::types::{Dim, ImageKind, Type};
use crate::vocabulary::functions::Signature;

/// Offsets of texels that every implementation has: gl_MinProgramTexelOffset and gl_MaxProgramTexelOffset.
const OFFSETS: std::ops::RangeInclusive<i64> = -8..=7;

/// Functions with an offset of texels, and which argument it is.
const OFFSET_ARGUMENTS: [(&str, usize); 12] = [
    ("textureOffset", 2),
    ("textureProjOffset", 2),
    ("textureLodOffset", 3),
    ("textureProjLodOffset", 3),
    ("textureGradOffset", 4),
    ("textureProjGradOffset", 4),
    ("texelFetchOffset", 3),
    ("sparseTextureOffsetARB", 2),
    ("sparseTextureLodOffsetARB", 3),
    ("sparseTextureGradOffsetARB", 4),
    ("sparseTexelFetchOffsetARB", 3),
    ("textureProjOffsetARB", 2),
];

impl Parser<'_> {
    pub(crate) fn check_texture(
        &mut self,
        name: &str,
        signature: &Signature,
        arguments: &[ExpressionId],
        at: At,
    ) -> bool {
        let Some(kind) = arguments.first().and_then(|first| image_kind(self.ty(*first))) else {
            return true;
        };
        if name.starts_with("textureGather") {
            return self.check_gather(name, kind, signature, arguments, at);
        }
        let known = OFFSET_ARGUMENTS.iter().find(|(known, _)| *known == name);
        match known {
            Some((_, argument)) => self.check_offset(name, *argument, kind, signature, arguments, at),
            None => true,
        }
    }

    /// The offset is in range, and a constant but for extensions.
    fn check_offset(
        &mut self,
        name: &str,
        argument: usize,
        kind: ImageKind,
        signature: &Signature,
        arguments: &[ExpressionId],
        at: At,
    ) -> bool {
        let is_rect_fetch = kind.dim == Dim::Rect && name.contains("Fetch");
        let has_reference = kind.is_shadow
            && signature
                .parameters
                .get(1)
                .is_some_and(|second| second.ty.scalar() == Some(crate::types::Scalar::Float16));
        let number = argument - usize::from(is_rect_fetch) + usize::from(has_reference);
        let Some(offset) = arguments.get(number).copied() else {
            return true;
        };
        if kind.is_shadow && kind.is_array && kind.dim == Dim::Two && name == "textureOffset" {
            let environment = &self.program.environment;
            let has_bias = arguments.len() == 4;
            let is_new = !environment.is_embedded() && environment.version.number > 420;
            if !has_bias && !is_new {
                let message =
                    "found `textureOffset` of a `sampler2DArrayShadow`, which this version does not have";
                let finding = self.finding(&UNAVAILABLE, at, message);
                self.add(finding.help("write `#version 430` or newer"));
                return false;
            }
        }
        if !self.is_constant(offset) {
            let is_loose = self.program.environment.has("GL_EXT_texture_offset_non_const")
                || (self.program.environment.has("GL_NV_gpu_shader5")
                    && !name.starts_with("sparse")
                    && !name.contains("Grad"));
            if is_loose {
                return true;
            }
            return self.offset_error(
                offset,
                at,
                "found an offset of texels that is no constant, expected a constant",
            );
        }
        let Some(scalars) = self.program.constant(offset) else {
            return true;
        };
        if scalars.iter().all(|value| OFFSETS.contains(&(*value as i64))) {
            return true;
        }
        self.offset_error(offset, at, "found an offset of texels out of range, expected numbers from -8 to 7")
    }

    fn offset_error(&mut self, offset: ExpressionId, at: At, message: &str) -> bool {
        let offset_at = self.at_of(offset);
        let finding = self.finding(&CONSTANT, if offset_at == At::NONE { at } else { offset_at }, message);
        self.add(
            finding.help("use a constant from `gl_MinProgramTexelOffset` to `gl_MaxProgramTexelOffset`"),
        );
        false
    }

    fn check_gather(
        &mut self,
        name: &str,
        kind: ImageKind,
        signature: &Signature,
        arguments: &[ExpressionId],
        at: At,
    ) -> bool {
        let offset = 2 + usize::from(kind.is_shadow);
        if name == "textureGatherOffset" && self.program.environment.is_embedded() {
            let is_folded = arguments.get(offset).is_none_or(|offset| self.is_folded(*offset));
            let newer = Since::new(0, 320).or(&[
                "GL_EXT_gpu_shader5",
                "GL_OES_gpu_shader5",
                "GL_ANDROID_extension_pack_es31a",
            ]);
            if !is_folded && !self.require(newer, at, "an offset of texels that is no constant") {
                return false;
            }
        }
        if name == "textureGatherOffsets" {
            let is_folded = arguments.get(offset).is_none_or(|offset| self.is_folded(*offset));
            if !is_folded && !self.program.environment.has("GL_NV_gpu_shader5") {
                let message = "found offsets of texels that are no constant, expected a constant array";
                return self.offset_error(arguments[offset], at, message);
            }
        }
        let has_level = name.starts_with("textureGatherLod");
        let component = 2 + usize::from(name.contains("Offset")) + usize::from(has_level);
        if kind.is_shadow || signature.parameters.len() <= component {
            return true;
        }
        let Some(argument) = arguments.get(component).copied() else {
            return true;
        };
        let is_component = self.integer(argument).is_some_and(|number| (0..=3).contains(&number));
        if is_component {
            return true;
        }
        let argument_at = self.at_of(argument);
        let finding = self.finding(
            &CONSTANT,
            if argument_at == At::NONE { at } else { argument_at },
            format!("found another component for `{name}`, expected the constant 0, 1, 2 or 3"),
        );
        self.add(finding.help("use 0 for red, 1 for green, 2 for blue, 3 for alpha"));
        false
    }
}

/// What an image, texture or sampler is of.
pub(crate) const fn image_kind(ty: Type) -> Option<ImageKind> {
    match ty {
        Type::Sampled(kind) | Type::Texture(kind) | Type::Image(kind) | Type::Subpass(kind) => Some(kind),
        _ => None,
    }
}
