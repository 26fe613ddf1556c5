//! Converts SPIR-V, VBC files and BPX shader packages to shading languages and to packages for other targets.
//!
//! | module | holds |
//! | --- | --- |
//! | `source` | the stages of a file, read |
//! | `symbols` | registers and names of the code, from the symbols of a package |
//! | `uniform` | names of the code, from a VBC file |
//! | `naming` | gives such names to a module |
//! | `entries` | the entry points of a file, and the one that is meant |
//! | `text` | an entry point as text |
//! | `constants` | values for specialization constants |
//! | `spirv`, `version` | an entry point as SPIR-V |
//! | `pack_of_pack` | a package for another target |
//! | `pack_of_vbc` | a package out of the modules of a VBC file |
//! | `rules` | the reasons a file cannot be converted |

mod constants;
mod entries;
mod naming;
mod pack_of_pack;
mod pack_of_vbc;
mod rules;
mod source;
mod spirv;
mod symbols;
mod text;
mod uniform;
mod version;

use glassbox_bpx::raw::Target;
use glassbox_bpx_build::project::targets;
use glassbox_core::suggest::similar;

use super::{ConversionError, ConversionOptions};

pub(super) use pack_of_pack::BPX_PACK;
pub(super) use pack_of_vbc::VBC_PACK;
pub(crate) use rules::RULES;
pub(crate) use source::STAGES;
pub(super) use version::names;

/// The languages that a format becomes.
pub(super) struct Family {
    pub(super) wgsl: text::ToText,
    pub(super) glsl: text::ToText,
    pub(super) hlsl: text::ToText,
    pub(super) msl: text::ToText,
    pub(super) sksl: text::ToText,
    pub(super) agsl: text::ToText,
    pub(super) spirv: spirv::Translation,
}

impl Family {
    const fn of(from: &'static str) -> Family {
        Family {
            wgsl: text::ToText::wgsl(from),
            glsl: text::ToText::glsl(from),
            hlsl: text::ToText::hlsl(from),
            msl: text::ToText::msl(from),
            sksl: text::ToText::sksl(from),
            agsl: text::ToText::agsl(from),
            spirv: spirv::Translation::spirv(from),
        }
    }
}

pub(super) static SPIRV: Family = Family::of("spirv");
pub(super) static VBC: Family = Family::of("vbc");
pub(super) static BPX: Family = Family::of("bpx");

/// The rendering platform selected by the options.
fn platform(options: &ConversionOptions) -> Result<(&'static str, Target), ConversionError> {
    let all = targets();
    let names = || all.iter().map(|(name, _)| *name);
    let list = || names().collect::<Vec<_>>().join(", ");
    let Some(wanted) = options.target.as_deref() else {
        let message = format!("a package is for a rendering platform; add --platform, one of {}", list());
        return Err(ConversionError::Option(message));
    };
    let found = all.iter().find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    found.copied().ok_or_else(|| {
        let like = match similar(wanted, names()) {
            Some(like) => format!("; did you mean {like}?"),
            None => String::new(),
        };
        ConversionError::Option(format!("there is no target {wanted:?}, expected one of {}{like}", list()))
    })
}
