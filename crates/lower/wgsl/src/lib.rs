#![doc = include_str!("../README.md")]

mod emit;
pub mod reader;
pub mod rules;

use std::ops::Range;

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::name_map::Place;
use glassbox_core::stage::Stage;
use glassbox_spirv::module::Module;

use reader::{budget, guard};

/// What is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// Version of SPIR-V as its header has it, `0x00MMmm00`, from 1.3. Entry points that need a later one get it.
    pub version: u32,
}

impl Default for Options {
    fn default() -> Options {
        Options { version: 0x0001_0300 }
    }
}

/// A text as modules.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The entry points in the order of the text.
    pub entry_points: Vec<EntryPoint>,
    /// The constants that a pipeline may override, in the order of the text. Those that are computed from others are not listed: a constant of SPIR-V is
    /// computed or specialized.
    pub overrides: Vec<Override>,
}

/// An entry point with its module.
#[derive(Clone, Debug)]
pub struct EntryPoint {
    /// Stage.
    pub stage: Stage,
    /// Name in the text and in the module.
    pub name: String,
    /// The module. It has no other entry point, and nothing that this one does not use. [`Module::origin`] of an instruction gives the bytes of the text
    /// that it was made from.
    pub module: Module,
    /// Places of the resources that it uses, each once, ascending.
    pub places: Vec<Place>,
}

/// A constant that a pipeline may override.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Override {
    /// Name.
    pub name: String,
    /// Number by which it is specialized: that of `@id`, or the lowest that no other constant has.
    pub id: u32,
}

/// Compiles a text.
///
/// # Errors
/// What keeps it from being compiled, with places in the text.
pub fn lower(text: &str, options: &Options) -> Result<Lowered, Vec<Diagnostic>> {
    if let Err(excess) = budget::check_text(text) {
        let at = Location::in_text(text, excess.span);
        return Err(vec![Diagnostic::new(&rules::LIMIT, at, excess.message).help(excess.help)]);
    }
    match guard::run(|| compile(text, options)) {
        Ok(result) => result,
        Err(message) => Err(vec![stopped(&message, Location::in_text(text, 0..0))]),
    }
}

/// The finding for a compiler that stopped.
fn stopped(message: &str, location: Location) -> Diagnostic {
    Diagnostic::new(
        &rules::STOPPED,
        location,
        format!("found a shader that the compiler cannot take: {message}"),
    )
    .help("write the shader in another way, and report it with the shader")
}

/// The same on the thread that is made for it: reader and compiler call themselves over what nests.
fn compile(text: &str, options: &Options) -> Result<Lowered, Vec<Diagnostic>> {
    let (module, info) = reader::read(text).map_err(|finding| vec![*finding])?;
    let at = |span: Option<Range<usize>>| Location::in_text(text, span.unwrap_or(0..0));
    if module.entry_points.is_empty() {
        let message = "found no entry point, expected a function with `@vertex`, `@fragment` or `@compute`";
        return Err(vec![
            Diagnostic::new(&rules::ENTRY, at(None), message)
                .help("state the stage of the function that the pipeline calls"),
        ]);
    }
    let overrides = emit::overrides(&module);
    let mut entry_points = Vec::new();
    for index in 0..module.entry_points.len() {
        let entry = emit::entry_point(&module, &info, index, options).map_err(|refusal| {
            let finding = Diagnostic::new(&rules::UNSAYABLE, at(refusal.span), refusal.message);
            vec![finding.help(refusal.help)]
        })?;
        checked(&entry).map_err(|message| vec![stopped(&message, at(None))])?;
        entry_points.push(entry);
    }
    Ok(Lowered { entry_points, overrides })
}

/// Nothing invalid leaves: what the validator has against the module.
fn checked(entry: &EntryPoint) -> Result<(), String> {
    use glassbox_core::diagnostic::Severity;
    use glassbox_spirv::check::{CheckOptions, Environment, Vulkan, check};

    let bytes = entry.module.bytes().unwrap_or_default();
    let vulkan = match entry.module.version {
        0..=0x0001_03ff => Vulkan::V1_1,
        0x0001_0400..=0x0001_04ff => Vulkan::V1_1Spirv1_4,
        0x0001_0500..=0x0001_05ff => Vulkan::V1_2,
        _ => Vulkan::V1_3,
    };
    let findings = check(&bytes, &CheckOptions::new(Environment::Vulkan(vulkan)));
    match findings.into_iter().find(|finding| finding.severity == Severity::Error) {
        Some(finding) => {
            Err(format!("its module breaks {}: {}; {}", finding.rule.id, finding.message, finding.text))
        }
        None => Ok(()),
    }
}
