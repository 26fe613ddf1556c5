//! Names target languages and their versions.

use std::fmt;

/// The API that a GLSL text is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Api {
    /// OpenGL: combined samplers, plain uniforms where the version has no blocks.
    #[default]
    OpenGl,
    /// Vulkan: descriptor sets, push constants, separate samplers.
    Vulkan,
}

/// A language and its version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// GLSL 110 to 460.
    Glsl(u16, Api),
    /// GLSL ES 100 to 320.
    Essl(u16),
    /// HLSL, as its shader model times ten: 40, 41, 50, 51, 60 to 68.
    ///
    /// Texts of shader model 5.1 and earlier are for the legacy compiler; those of 6.0 and later are HLSL 2021
    /// (`-HV 2021`, which new versions of DXC assume), and those with types of 16 bits need `-enable-16bit-types`.
    /// Locations are semantics `TEXCOORD0` and so on, and `SV_Target0` of pixel shaders. A combined sampler becomes a
    /// texture and a sampler of one register number. Specialization constants become constants with their values.
    /// `SV_VertexID` and `SV_InstanceID` count from zero where the first vertex or instance of a draw is another.
    Hlsl(u16),
    /// Metal Shading Language, as its version times ten: 12, 20 to 24, 30 to 32.
    Msl(u16),
    /// SkSL of a runtime effect that is a shader, as `SkRuntimeEffect::MakeForShader` takes it: 100, or 300, which Skia
    /// draws on GPUs alone.
    ///
    /// The two first components of `gl_FragCoord` are the local coordinate, and the color at location 0 is the result,
    /// which Skia takes as multiplied by alpha. Members of blocks become uniforms of their own, whose values are
    /// matrices by columns whatever the block says, and which have a size of 32 bits each. A texture with its sampler
    /// becomes a child, to be bound to an image shader without a local matrix, and a uniform of its size in texels:
    /// the child has the filter and the wrapping of the sampler. An imported function `skia.eval.NAME` becomes the child
    /// `NAME`: a shader takes a place, a color filter a color, a blender two colors. Specialization constants become constants with their values.
    Sksl(u16),
    /// WGSL of WebGPU.
    Wgsl,
}

/// Versions of GLSL. Source: the OpenGL Shading Language 4.60, section 1.2 and the specifications before it.
const GLSL: [u16; 13] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450, 460];
/// Versions of GLSL ES. Source: the OpenGL ES Shading Language 3.20, section 1.2 and the specifications before it.
const ESSL: [u16; 4] = [100, 300, 310, 320];
/// Shader models times ten. Source: the shader models pages of Microsoft's HLSL reference and of DirectXShaderCompiler.
pub(crate) const HLSL: [u16; 13] = [40, 41, 50, 51, 60, 61, 62, 63, 64, 65, 66, 67, 68];
/// Versions of MSL times ten. Source: Metal Shading Language Specification, section 1.6.10.
pub(crate) const MSL: [u16; 9] = [12, 20, 21, 22, 23, 24, 30, 31, 32];
/// Versions of SkSL. Source: the directives that Skia 144 accepts.
pub(crate) const SKSL: [u16; 2] = [100, 300];

impl Target {
    /// Languages by the names that [`Target::of`] takes.
    pub const LANGUAGES: [&'static str; 6] = ["agsl", "glsl", "hlsl", "msl", "sksl", "wgsl"];

    /// A language by its name, in a version as its users write it: `450`, `310es` or `310 es` for GLSL, `6.0` for HLSL,
    /// `2.4` for MSL. Without a version GLSL is 450, HLSL of shader model 5.0, MSL 2.1 and SkSL 100. `agsl` is SkSL 100 as
    /// `RuntimeShader` of Android takes it.
    ///
    /// # Errors
    ///
    /// Says which languages or versions there are.
    pub fn of(language: &str, version: Option<&str>, api: Api) -> Result<Target, String> {
        match language {
            "glsl" => glsl(version.unwrap_or("450").trim(), api),
            "msl" => {
                let list = "1.2, 2.0 to 2.4 and 3.0 to 3.2";
                decimal(version.unwrap_or("2.1"), &MSL)
                    .map(Target::Msl)
                    .ok_or_else(|| unknown("MSL", version, list))
            }
            "hlsl" => {
                let list = "4.0, 4.1, 5.0, 5.1 and 6.0 to 6.8";
                decimal(version.unwrap_or("5.0"), &HLSL)
                    .map(Target::Hlsl)
                    .ok_or_else(|| unknown("HLSL", version, list))
            }
            "sksl" => match version.unwrap_or("100").trim() {
                "100" => Ok(Target::Sksl(100)),
                "300" => Ok(Target::Sksl(300)),
                _ => Err(unknown("SkSL", version, "100 and 300")),
            },
            "agsl" if version.is_some() => Err("AGSL has no versions".to_owned()),
            "agsl" => Ok(Target::Sksl(100)),
            "wgsl" if version.is_some() => Err("WGSL has no versions".to_owned()),
            "wgsl" => Ok(Target::Wgsl),
            _ => {
                Err(format!("no text is written in {language:?}; there are {}", Target::LANGUAGES.join(", ")))
            }
        }
    }
}

fn glsl(version: &str, api: Api) -> Result<Target, String> {
    let (number, known): (&str, &[u16]) = match version.strip_suffix("es") {
        Some(number) => (number.trim(), &ESSL),
        None => (version, &GLSL),
    };
    let found = number.parse().ok().filter(|number| known.contains(number));
    let is_es = known.len() == ESSL.len();
    match found {
        Some(number) if is_es && api == Api::OpenGl => Ok(Target::Essl(number)),
        Some(_) if is_es => Err("GLSL ES is written for OpenGL ES only; leave out the API".to_owned()),
        Some(number) => Ok(Target::Glsl(number, api)),
        None => {
            let list = "110 to 150, 330, 400 to 460, 100es, 300es, 310es and 320es";
            Err(unknown("GLSL", Some(version), list))
        }
    }
}

/// A version with a point, times ten.
fn decimal(version: &str, known: &[u16]) -> Option<u16> {
    let (major, minor) = version.trim().split_once(['.', '_'])?;
    let (major, minor): (u16, u16) = (major.parse().ok()?, minor.parse().ok()?);
    let number = major.checked_mul(10)?.checked_add(minor).filter(|_| minor < 10)?;
    known.contains(&number).then_some(number)
}

fn unknown(language: &str, version: Option<&str>, known: &str) -> String {
    format!("{language} has no version {:?}; there are {known}", version.unwrap_or_default())
}

/// Writes `GLSL 450`, `GLSL 310 es`, `HLSL of shader model 5.0`, `MSL 2.4`, `SkSL 100` or `WGSL`.
impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Glsl(version, Api::OpenGl) => write!(f, "GLSL {version}"),
            Target::Glsl(version, Api::Vulkan) => write!(f, "GLSL {version} for Vulkan"),
            Target::Essl(version) => write!(f, "GLSL {version} es"),
            Target::Hlsl(version) => write!(f, "HLSL of shader model {}.{}", version / 10, version % 10),
            Target::Msl(version) => write!(f, "MSL {}.{}", version / 10, version % 10),
            Target::Sksl(version) => write!(f, "SkSL {version}"),
            Target::Wgsl => f.write_str("WGSL"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Api, Target};

    #[test]
    fn versions_are_read_as_they_are_written() {
        let of = |language, version| Target::of(language, version, Api::OpenGl);
        for (language, version, expected) in [
            ("glsl", None, Target::Glsl(450, Api::OpenGl)),
            ("glsl", Some("110"), Target::Glsl(110, Api::OpenGl)),
            ("glsl", Some("310 es"), Target::Essl(310)),
            ("glsl", Some("100es"), Target::Essl(100)),
            ("hlsl", None, Target::Hlsl(50)),
            ("hlsl", Some("6.6"), Target::Hlsl(66)),
            ("msl", Some("3.1"), Target::Msl(31)),
            ("msl", Some("1_2"), Target::Msl(12)),
            ("sksl", None, Target::Sksl(100)),
            ("agsl", None, Target::Sksl(100)),
            ("sksl", Some("300"), Target::Sksl(300)),
            ("wgsl", None, Target::Wgsl),
        ] {
            assert_eq!(of(language, version), Ok(expected), "{language} {version:?}");
        }
        for (language, version, expected) in [
            ("glsl", Some("455"), "GLSL has no version \"455\""),
            ("glsl", Some("100"), "GLSL has no version"),
            ("glsl", Some("450es"), "GLSL has no version"),
            ("hlsl", Some("5.2"), "HLSL has no version \"5.2\""),
            ("msl", Some("2.5"), "MSL has no version \"2.5\""),
            ("msl", Some("2.41"), "MSL has no version"),
            ("msl", Some("65535.9"), "MSL has no version"),
            ("sksl", Some("200"), "SkSL has no version \"200\"; there are 100 and 300"),
            ("wgsl", Some("1.0"), "WGSL has no versions"),
            ("cg", None, "no text is written in \"cg\""),
        ] {
            let refused = of(language, version).expect_err("it is refused");
            assert!(refused.starts_with(expected), "{refused}");
        }
        assert!(Target::of("glsl", Some("300es"), Api::Vulkan).is_err());
        assert_eq!(Target::of("glsl", None, Api::Vulkan), Ok(Target::Glsl(450, Api::Vulkan)));
    }
}
