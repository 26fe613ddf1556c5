//! Converts the modules of a VBC file to a package, built as from SPIR-V sources.

use glassbox_bpx_build::build::build_switches;
use glassbox_bpx_build::project::STAGES as NAMES;
use glassbox_bpx_build::project::switches::Switches;
use glassbox_bpx_build::sources::Memory;
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;

use super::source::{modules, words};
use super::{naming, platform};
use crate::conversions::{Conversion, ConversionError, ConversionOptions, Converted};

/// A VBC file to a package.
pub(in crate::conversions) struct PackOfVbc;

pub(in crate::conversions) static VBC_PACK: PackOfVbc = PackOfVbc;

impl Conversion for PackOfVbc {
    fn from(&self) -> &'static str {
        "vbc"
    }

    fn to(&self) -> &'static str {
        "bpxs"
    }

    fn title(&self) -> &'static str {
        "BPX shader package for a rendering platform"
    }

    fn is_text(&self) -> bool {
        false
    }

    fn options(&self) -> &'static [&'static str] {
        &["target"]
    }

    fn run(
        &self,
        bytes: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let (target, _) = platform(options)?;
        let modules = modules(bytes, limits).map_err(ConversionError::File)?;
        let mut memory = Memory::default();
        let mut switches = Switches { targets: vec![target.to_owned()], ..Switches::default() };
        let mut places: Vec<(String, Location)> = Vec::new();
        for module in modules {
            let Some((stage, _)) = NAMES.into_iter().find(|(_, stage)| *stage == module.stage) else {
                continue;
            };
            let name = format!("{stage}.spv");
            // Packages identify their contents by name, and VBC files hold stripped modules.
            let named = naming::give(&words(&module.bytes), &module.names);
            let named = named.map(|words| words.iter().flat_map(|word| word.to_le_bytes()).collect());
            let code = named.unwrap_or_else(|| module.bytes.into_owned());
            memory.files.insert(name.clone(), code);
            switches.stages.push((stage, vec![name.clone()]));
            places.push((name, module.at));
        }
        let built = build_switches(&switches, &memory);
        let whole = Location::new(0, bytes.len() as u64, "");
        let place = |finding: Diagnostic| {
            let file = built.sources.get(finding.location.input);
            let known = places.iter().find(|(name, _)| file.is_some_and(|file| file.name == *name));
            let mut finding = finding;
            finding.location = known.map_or(&whole, |(_, at)| at).clone();
            finding.labels.clear();
            finding
        };
        let notes: Vec<Diagnostic> = built.findings.iter().cloned().map(place).collect();
        match built.programs.into_iter().next() {
            Some(program) => Ok(Converted { bytes: program.bytes, notes, map: None }),
            None => Err(ConversionError::File(notes)),
        }
    }
}
