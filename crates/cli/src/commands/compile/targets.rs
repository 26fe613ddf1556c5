//! What programs become: the targets of conversions, under the names that `--to` and project files have for them.

use std::sync::LazyLock;

use glassbox::{ConversionOptions, Disassembly, IdNames};
use glassbox_core::places::NoPlaces;
use glassbox_core::suggest::similar;

/// A target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Target {
    /// Its name, as it was asked for.
    pub(super) name: String,
    /// Version of it; that of the options if `None`.
    pub(super) version: Option<String>,
}

/// Targets beside those of conversions: another spelling or version of one, and files of compilers.
const OTHERS: [&str; 5] = ["essl", "spirv-asm", "dxil", "vbc", "binary"];

/// Version of GLSL ES unless stated: the first with compute shaders, storage buffers and images.
const ESSL: &str = "310es";

impl Target {
    /// The target of a name; `Err` lists those that there are.
    pub(super) fn named(name: &str, version: Option<String>) -> Result<Target, String> {
        let known = Target::names();
        let name = glassbox::CONVERSION_ALIASES
            .iter()
            .find(|(alias, _)| *alias == name)
            .map_or(name, |(_, name)| name);
        if known.contains(&name) {
            return Ok(Target { name: name.to_owned(), version });
        }
        let like = match similar(name, known.iter().copied()) {
            Some(like) => format!("; did you mean {like:?}?"),
            None => String::new(),
        };
        Err(format!("there is no target {name:?}, expected one of {}{like}", known.join(", ")))
    }

    /// Every name.
    pub(super) fn names() -> &'static [&'static str] {
        static NAMES: LazyLock<Vec<&str>> = LazyLock::new(|| {
            let of_programs = |name: &&str| !name.starts_with("gpu-commands");
            let conversions = glassbox::conversion_targets().into_iter().filter(of_programs);
            conversions.chain(OTHERS).collect()
        });
        &NAMES
    }

    /// Name of the conversion.
    pub(super) fn to(&self) -> &str {
        match self.name.as_str() {
            "essl" => "glsl",
            "spirv-asm" => "spirv",
            name => name,
        }
    }

    /// True if each module becomes it; others are made of a whole program.
    pub(super) fn is_of_modules(&self) -> bool {
        glassbox::conversion("spirv", self.to()).is_some()
    }

    pub(super) fn is_text(&self) -> bool {
        !matches!(self.name.as_str(), "spirv" | "dxil" | "bpxs" | "vbc" | "binary")
    }

    /// Extension of its files.
    pub(super) fn extension(&self) -> &str {
        match self.name.as_str() {
            "msl" => "metal",
            "sksl" => "rts",
            "spirv" => "spv",
            "spirv-asm" => "spvasm",
            "bpxs" => "bpx",
            name => name,
        }
    }

    /// The options of its conversion.
    pub(super) fn options(&self, all: &ConversionOptions) -> ConversionOptions {
        let version = self.version.clone().or_else(|| all.version.clone());
        let version = if self.name == "essl" { version.or_else(|| Some(ESSL.to_owned())) } else { version };
        ConversionOptions { version, ..all.clone() }
    }

    /// A result in its spelling.
    pub(super) fn spelled(&self, bytes: Vec<u8>) -> Result<Vec<u8>, String> {
        if self.name != "spirv-asm" {
            return Ok(bytes);
        }
        let mut text = Vec::new();
        let style = Disassembly { names: IdNames::Friendly };
        match glassbox::disassemble("spirv", &bytes, &[], style, &mut text, &mut NoPlaces) {
            Ok(true) => Ok(text),
            Ok(false) => Err("the module has no assembly".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The message for a format that does not become it.
    pub(super) fn unknown(&self, format: &str, title: &str) -> String {
        let known = glassbox::conversions().iter().filter(|conversion| conversion.from() == format);
        let known: Vec<&str> = known.map(|conversion| conversion.to()).collect();
        format!("found {title}, which cannot become {}; it can become {}", self.name, known.join(", "))
    }
}
