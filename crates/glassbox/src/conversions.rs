//! The conversions of files into other languages and forms.
//!
//! A [`Conversion`] takes a file of one format and gives bytes of another kind. To add one, implement the trait in a module
//! below and name it in the list.

mod pica_commands;
mod pica_translation;

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_translate::interface::InterfaceMap;

/// What may be asked of a conversion. One that does not know an option refuses it: [`Conversion::options`] says which it
/// knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConversionOptions {
    /// `entry`: the executable or entry point, by number or name.
    pub entry: Option<String>,
    /// `precise`: compute exactly as the source's hardware does.
    pub precise: bool,
    /// `version`: version of the target language, in its own words.
    pub version: Option<String>,
    /// `position`: `raw` or `target`.
    pub position: Option<String>,
    /// `step-limit`: stop programs after so many steps.
    pub step_limit: Option<u32>,
}

impl ConversionOptions {
    /// The names of the options that are set.
    #[must_use]
    pub fn set(&self) -> Vec<&'static str> {
        let all = [
            ("entry", self.entry.is_some()),
            ("precise", self.precise),
            ("version", self.version.is_some()),
            ("position", self.position.is_some()),
            ("step-limit", self.step_limit.is_some()),
        ];
        all.into_iter()
            .filter(|(_, set)| *set)
            .map(|(name, _)| name)
            .collect()
    }
}

/// What a conversion gave.
#[derive(Clone, Debug, Default)]
pub struct Converted {
    /// The result.
    pub bytes: Vec<u8>,
    /// Notes and warnings.
    pub notes: Vec<Diagnostic>,
    /// Where the names of the file are in the result, if it is a program.
    pub map: Option<InterfaceMap>,
}

/// Why there is no result.
#[derive(Clone, Debug)]
pub enum ConversionError {
    /// The file is not of the format, or has something that the target cannot say.
    File(Vec<Diagnostic>),
    /// An option has a value that it cannot have; says which it can.
    Option(String),
}

/// A way from a format to something else.
pub trait Conversion: Sync {
    /// Id of the format that it takes, such as `shbin`.
    fn from(&self) -> &'static str;

    /// Name of what it gives, as `--to` takes it.
    fn to(&self) -> &'static str;

    /// What it gives, in a few words.
    fn title(&self) -> &'static str;

    /// Whether the result is text.
    fn is_text(&self) -> bool;

    /// The options that it knows, as [`ConversionOptions`] names them.
    fn options(&self) -> &'static [&'static str];

    /// Converts a file.
    ///
    /// # Errors
    ///
    /// What is wrong with the file, or with an option.
    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError>;
}

/// Every conversion, by format and in the order of help pages.
static CONVERSIONS: &[&dyn Conversion] = &[
    &pica_translation::WGSL,
    &pica_translation::GLSL,
    &pica_translation::HLSL,
    &pica_translation::MSL,
    &pica_translation::SPIRV,
    &pica_commands::WORDS,
    &pica_commands::TEXT,
];

/// The rules of conversions that have some of their own.
pub(crate) use pica_commands::RULES;

/// Every conversion.
#[must_use]
pub fn conversions() -> &'static [&'static dyn Conversion] {
    CONVERSIONS
}

/// The conversion of a format to something.
#[must_use]
pub fn conversion(from: &str, to: &str) -> Option<&'static dyn Conversion> {
    let mut all = CONVERSIONS.iter().copied();
    all.find(|conversion| conversion.from() == from && conversion.to() == to)
}

/// What can be asked for, each once.
#[must_use]
pub fn conversion_targets() -> Vec<&'static str> {
    let mut targets = Vec::new();
    for conversion in CONVERSIONS {
        if !targets.contains(&conversion.to()) {
            targets.push(conversion.to());
        }
    }
    targets
}
