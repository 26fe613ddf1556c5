//! Detects the kind of a shader payload from its bytes; the specification does not define the content of
//! shader sections.

use glassbox_core::printable::all_bytes;

use crate::raw::{DXBC_MAGIC, METALLIB_MAGIC, SPIRV_MAGIC, Target};

/// Kind of payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Payload {
    /// No bytes.
    Empty,
    /// SPIR-V module.
    Spirv,
    /// DXBC or DXIL container.
    Dxbc,
    /// Metal library.
    Metallib,
    /// GLSL source with its version line.
    Glsl {
        /// Number in the version line.
        version: u16,
        /// True if the version line has `es`.
        es: bool,
    },
    /// HLSL source.
    Hlsl,
    /// Metal source.
    Msl,
    /// Other text.
    Text,
    /// Other bytes.
    Binary,
}

impl Payload {
    /// Detects the kind of payload.
    pub fn of(bytes: &[u8]) -> Payload {
        if bytes.is_empty() {
            return Payload::Empty;
        }
        if bytes.starts_with(&SPIRV_MAGIC) {
            return Payload::Spirv;
        }
        if bytes.starts_with(&DXBC_MAGIC) {
            return Payload::Dxbc;
        }
        if bytes.starts_with(&METALLIB_MAGIC) {
            return Payload::Metallib;
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            return Payload::Binary;
        };
        let is_blank = |c: char| matches!(c, '\n' | '\r' | '\t' | '\u{c}');
        let is_plain = |byte: u8| matches!(byte, b' '..=b'~') || is_blank(char::from(byte));
        if !all_bytes(bytes, is_plain) && text.chars().any(|c| c.is_control() && !is_blank(c)) {
            return Payload::Binary;
        }
        if let Some((version, es)) = glsl_version(text) {
            return Payload::Glsl { version, es };
        }
        if text.contains("metal_stdlib") || text.contains("using namespace metal") {
            return Payload::Msl;
        }
        if ["cbuffer ", "SV_", "register(", "SamplerState", "Texture2D"]
            .iter()
            .any(|word| text.contains(word))
        {
            return Payload::Hlsl;
        }
        Payload::Text
    }

    /// Describes the kind in words.
    pub fn describe(self) -> String {
        match self {
            Payload::Empty => "nothing".to_owned(),
            Payload::Spirv => "SPIR-V".to_owned(),
            Payload::Dxbc => "a DXBC container".to_owned(),
            Payload::Metallib => "a Metal library".to_owned(),
            Payload::Glsl { version, es: true } => format!("GLSL ES {version}"),
            Payload::Glsl { version, es: false } => format!("GLSL {version}"),
            Payload::Hlsl => "HLSL".to_owned(),
            Payload::Msl => "Metal source".to_owned(),
            Payload::Text => "text".to_owned(),
            Payload::Binary => "bytes of an unknown kind".to_owned(),
        }
    }

    /// Conventional file extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Payload::Spirv => "spv",
            Payload::Dxbc => "dxbc",
            Payload::Metallib => "metallib",
            Payload::Glsl { .. } => "glsl",
            Payload::Hlsl => "hlsl",
            Payload::Msl => "metal",
            Payload::Text => "txt",
            Payload::Empty | Payload::Binary => "bin",
        }
    }

    /// True for text.
    pub const fn is_text(self) -> bool {
        matches!(self, Payload::Glsl { .. } | Payload::Hlsl | Payload::Msl | Payload::Text)
    }
}

/// Parses the version line of GLSL source: number, and presence of `es`.
fn glsl_version(text: &str) -> Option<(u16, bool)> {
    let line = text.lines().map(str::trim_start).find(|line| line.starts_with('#'))?;
    let rest = line.strip_prefix('#')?.trim_start().strip_prefix("version")?;
    let mut words = rest.split_whitespace();
    let version = words.next()?.parse().ok()?;
    Some((version, words.next() == Some("es")))
}

/// Payload required by a target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// GLSL of at most this version.
    Glsl(u16),
    /// GLSL ES of at most this version.
    GlslEs(u16),
    /// SPIR-V.
    Spirv,
    /// A DXBC container or HLSL.
    Direct3d,
    /// A Metal library or source.
    Metal,
    /// Anything.
    Any,
}

impl Need {
    /// Requirement of a target; [`Any`](Self::Any) if unknown.
    pub const fn of(target: Target) -> Need {
        match target {
            Target::DX11 | Target::DX12 => Need::Direct3d,
            Target::GL33 => Need::Glsl(330),
            Target::GL40 => Need::Glsl(400),
            Target::GL41 => Need::Glsl(410),
            Target::GL42 => Need::Glsl(420),
            Target::GL43 => Need::Glsl(430),
            Target::GL44 => Need::Glsl(440),
            Target::GL45 => Need::Glsl(450),
            Target::GL46 => Need::Glsl(460),
            Target::ES30 => Need::GlslEs(300),
            Target::ES31 => Need::GlslEs(310),
            Target::ES32 => Need::GlslEs(320),
            Target::VK10 | Target::VK11 | Target::VK12 => Need::Spirv,
            Target::MT => Need::Metal,
            _ => Need::Any,
        }
    }

    /// True if a payload is acceptable. Text without marks of another language may be any source.
    pub const fn is_met(self, payload: Payload) -> bool {
        match (self, payload) {
            (Need::Any, _) => true,
            (Need::Glsl(most), Payload::Glsl { version, es: false })
            | (Need::GlslEs(most), Payload::Glsl { version, es: true }) => version <= most,
            // Version 100 has no `es` in its line.
            (Need::GlslEs(_), Payload::Glsl { version: 100, .. }) => true,
            (Need::Glsl(_) | Need::GlslEs(_), Payload::Text) => true,
            (Need::Spirv, Payload::Spirv) => true,
            (Need::Direct3d, Payload::Dxbc | Payload::Hlsl | Payload::Text) => true,
            (Need::Metal, Payload::Metallib | Payload::Msl | Payload::Text) => true,
            _ => false,
        }
    }

    /// Describes the requirement in words.
    pub fn describe(self) -> String {
        match self {
            Need::Glsl(most) => format!("GLSL up to {most}"),
            Need::GlslEs(most) => format!("GLSL ES up to {most}"),
            Need::Spirv => "SPIR-V".to_owned(),
            Need::Direct3d => "a DXBC container or HLSL".to_owned(),
            Need::Metal => "a Metal library or source".to_owned(),
            Need::Any => "anything".to_owned(),
        }
    }
}

/// The target in the numbering of 2021-10-09, if the payloads rule out any other: number 4 with SPIR-V, 5
/// with a Metal library, 2 with GLSL.
pub fn draft_proof(target: Target, payloads: impl IntoIterator<Item = Payload>) -> Option<&'static str> {
    let (name, wanted): (_, fn(Payload) -> bool) = match target.0 {
        2 => ("GL33", |payload| matches!(payload, Payload::Glsl { es: false, .. })),
        4 => ("VK10", |payload| payload == Payload::Spirv),
        5 => ("MT", |payload| matches!(payload, Payload::Metallib | Payload::Msl)),
        _ => return None,
    };
    let mut payloads = payloads.into_iter().peekable();
    payloads.peek()?;
    payloads.all(wanted).then_some(name)
}
