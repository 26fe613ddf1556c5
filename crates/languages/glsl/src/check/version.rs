//! What a version, a profile or an extension allows.

use std::fmt::Display;

use crate::model::At;
use crate::parse::Parser;
use crate::rules::UNAVAILABLE;

/// Who has something: the first version of the desktop, of GLSL ES, 0 for none, and extensions that bring it to others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Since {
    pub(crate) desktop: u16,
    pub(crate) embedded: u16,
    pub(crate) extensions: &'static [&'static str],
}

impl Since {
    pub(crate) const fn new(desktop: u16, embedded: u16) -> Since {
        Since { desktop, embedded, extensions: &[] }
    }

    pub(crate) const fn or(self, extensions: &'static [&'static str]) -> Since {
        Since { extensions, ..self }
    }
}

/// Bit operators, `%`, unsigned numbers.
pub(crate) const INTEGERS: Since = Since::new(130, 300).or(&["GL_EXT_gpu_shader4"]);
/// Arrays as values: assigned, compared, constructed.
pub(crate) const ARRAY_OBJECTS: Since = Since::new(120, 300).or(&["GL_3DL_array_objects"]);
/// Lists in braces, swizzles of scalars, `.length()` of vectors.
pub(crate) const PACK_420: Since = Since::new(420, 0).or(&["GL_ARB_shading_language_420pack"]);

impl Parser<'_> {
    /// Whether the environment has something.
    pub(crate) fn has(&self, since: Since) -> bool {
        let environment = &self.program.environment;
        environment.is_since(since.desktop, since.embedded) || environment.has_any(since.extensions)
    }

    /// Reports what the environment does not have. Whether it has it.
    pub(crate) fn require(&mut self, since: Since, at: At, what: impl Display) -> bool {
        if self.has(since) {
            return true;
        }
        let number = self.program.environment.version.number;
        let embedded = if self.program.environment.is_embedded() { " es" } else { "" };
        let message = format!("found {what}, which version {number}{embedded} does not have");
        let finding = self.finding(&UNAVAILABLE, at, message);
        let wanted = if embedded.is_empty() { since.desktop } else { since.embedded };
        let help = match (wanted, since.extensions.first()) {
            (0, None) => "this profile has no version with it".to_owned(),
            (0, Some(extension)) => format!("write `#extension {extension} : require`"),
            (version, None) => format!("write `#version {version}{embedded}` or newer"),
            (version, Some(extension)) => format!(
                "write `#version {version}{embedded}` or newer, or `#extension {extension} : require`"
            ),
        };
        self.add(finding.help(help));
        false
    }

    /// Reports that one of some extensions has to be on. Whether one is.
    pub(crate) fn require_extension(
        &mut self,
        extensions: &'static [&'static str],
        at: At,
        what: impl Display,
    ) -> bool {
        self.require(Since::new(0, 0).or(extensions), at, what)
    }

    /// Whether arithmetic on a type of 8 or 16 bits is allowed, and not only its storage.
    pub(crate) fn has_arithmetic(&self, scalar: crate::types::Scalar) -> bool {
        use crate::types::Scalar;
        let environment = &self.program.environment;
        let all = "GL_EXT_shader_explicit_arithmetic_types";
        match scalar {
            Scalar::Float16 => environment.has_any(&[
                "GL_AMD_gpu_shader_half_float",
                "GL_NV_gpu_shader5",
                all,
                "GL_EXT_shader_explicit_arithmetic_types_float16",
            ]),
            Scalar::Int16 | Scalar::Uint16 => environment.has_any(&[
                "GL_AMD_gpu_shader_int16",
                "GL_NV_gpu_shader5",
                all,
                "GL_EXT_shader_explicit_arithmetic_types_int16",
            ]),
            Scalar::Int8 | Scalar::Uint8 => environment.has_any(&[
                all,
                "GL_NV_gpu_shader5",
                "GL_EXT_shader_explicit_arithmetic_types_int8",
            ]),
            Scalar::BFloat16
            | Scalar::FloatE5M2
            | Scalar::FloatE4M3
            | Scalar::FloatE2M1
            | Scalar::FloatE3M2
            | Scalar::FloatE2M3
            | Scalar::FloatUE8M0
            | Scalar::FloatMXInt8 => false,
            _ => true,
        }
    }
}

impl crate::types::Scalar {
    /// Whether it is a type of 8 or 16 bits that some extensions only store and others compute with.
    pub(crate) const fn is_arithmetic_optional(self) -> bool {
        use crate::types::Scalar;
        matches!(self, Scalar::Int8 | Scalar::Uint8 | Scalar::Int16 | Scalar::Uint16 | Scalar::Float16)
    }
}
