//! Converts one stage of a file to text or SPIR-V.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;
use glassbox_translate::back::{self, ClipSpace, WriteOptions, own_slots};
use glassbox_translate::output::{GlslVersion, Target};
use glassbox_translate::shader::{Shader, Stage};

use super::source::{Code, load};
use crate::conversions::{Conversion, ConversionError, ConversionOptions, Converted, NameMap, versioned};

/// A shader of a format to a language.
pub(in crate::conversions) struct Translation {
    from: &'static str,
    target: Target,
    title: &'static str,
}

/// The languages that a format becomes.
pub(in crate::conversions) struct Family {
    pub(in crate::conversions) wgsl: Translation,
    pub(in crate::conversions) glsl: Translation,
    pub(in crate::conversions) hlsl: Translation,
    pub(in crate::conversions) msl: Translation,
    pub(in crate::conversions) spirv: Translation,
}

pub(in crate::conversions) static SPIRV: Family = Family::of("spirv");
pub(in crate::conversions) static VBC: Family = Family::of("vbc");
pub(in crate::conversions) static BPX: Family = Family::of("bpx");

impl Family {
    const fn of(from: &'static str) -> Family {
        const fn one(from: &'static str, target: Target, title: &'static str) -> Translation {
            Translation { from, target, title }
        }
        Family {
            wgsl: one(from, Target::Wgsl, "WebGPU Shading Language"),
            glsl: one(
                from,
                Target::Glsl(GlslVersion::Core(450)),
                "OpenGL Shading Language, version 450 unless stated",
            ),
            hlsl: one(
                from,
                Target::Hlsl(5, 0),
                "High Level Shading Language, shader model 5.0 unless stated",
            ),
            msl: one(from, Target::Msl(2, 1), "Metal Shading Language, version 2.1 unless stated"),
            spirv: one(from, Target::Spirv(1, 0), "SPIR-V, version 1.0 unless stated"),
        }
    }
}

impl Conversion for Translation {
    fn from(&self) -> &'static str {
        self.from
    }

    fn to(&self) -> &'static str {
        self.target.name()
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn is_text(&self) -> bool {
        !matches!(self.target, Target::Spirv(..))
    }

    fn options(&self) -> &'static [&'static str] {
        &["entry", "version", "position"]
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let target = match &options.version {
            None => self.target,
            Some(version) => versioned(self.target, version).map_err(ConversionError::Option)?,
        };
        let is_raw = options.keeps_position()?.unwrap_or(false);
        let loaded = load(self.from, file, limits).map_err(ConversionError::File)?;
        let refused = |found: Vec<Diagnostic>| ConversionError::File(loaded.placed(found));
        let entry = options.entry.as_deref();
        let (code, shader) = choose(&loaded.all, entry, file.len()).map_err(|error| match error {
            ConversionError::File(found) => refused(found),
            other => other,
        })?;
        let others = program(&loaded.all, shader);
        // The registers of a package are those of its symbols, if these cover everything used.
        let known = loaded.symbols.as_ref();
        let known = known.and_then(|symbols| symbols.slots(shader, code.is_spirv).ok());
        let options = WriteOptions {
            // Otherwise the bindings of the module are kept.
            keep: code.is_spirv && known.is_none(),
            clip: if is_raw { ClipSpace::of(target) } else { code.clip },
            next: others.iter().find(|other| other.stage > shader.stage).copied(),
            program: others,
            outputs: code.outputs.clone(),
            ..WriteOptions::default()
        };
        let slots = known.map_or_else(|| own_slots(shader), |registers| registers.slots);
        let written = back::write(shader, &slots, target, &options)
            .map_err(|found| refused(code.written(shader, found.into_vec())))?;
        Ok(Converted {
            bytes: written.output.to_bytes(),
            notes: loaded.placed(code.written(shader, written.notes)),
            map: Some(NameMap::Shader(written.names)),
        })
    }
}

/// The shaders known to form one program with another: entry points of a loose module need not.
fn program<'c>(all: &'c [Code], shader: &'c Shader) -> Vec<&'c Shader> {
    match all {
        [Code { stage: None, .. }] => vec![shader],
        all => all.iter().filter_map(|code| code.shaders.as_ref().ok()).flatten().collect(),
    }
}

/// True if `name` denotes the stage.
fn is_called(stage: Stage, name: &str) -> bool {
    Stage::named(name) == Some(stage)
}

/// The selected shader: the only one, or that of an entry point or a stage.
fn choose<'c>(
    all: &'c [Code],
    entry: Option<&str>,
    size: usize,
) -> Result<(&'c Code, &'c Shader), ConversionError> {
    let wrong = |finding: &[Diagnostic]| ConversionError::File(finding.to_vec());
    // The file's own declaration suffices to select a stage, so a fault in another one does not matter.
    if let Some(name) = entry
        && let Some(code) = all.iter().find(|code| code.stage.is_some_and(|stage| is_called(stage, name)))
    {
        let shaders = code.shaders.as_ref().map_err(|found| wrong(found))?;
        let shader = shaders.first().ok_or_else(|| wrong(&[]))?;
        return Ok((code, shader));
    }
    let mut known: Vec<(&Code, &Shader)> = Vec::new();
    let mut faults: Vec<Diagnostic> = Vec::new();
    for code in all {
        match &code.shaders {
            Ok(shaders) => known.extend(shaders.iter().map(|shader| (code, shader))),
            Err(found) => faults.extend(found.iter().cloned()),
        }
    }
    if known.is_empty() {
        return Err(ConversionError::File(faults));
    }
    let meant: Vec<_> = match entry {
        None => known.clone(),
        Some(name) => {
            let exact = known.iter().filter(|(_, shader)| shader.entry == name);
            let exact: Vec<_> = exact.copied().collect();
            let of_stage = known.iter().filter(|(_, shader)| is_called(shader.stage, name));
            if exact.is_empty() { of_stage.copied().collect() } else { exact }
        }
    };
    let list = || {
        let names = known.iter().map(|(_, shader)| format!("`{}` ({})", shader.entry, shader.stage));
        names.collect::<Vec<_>>().join(", ")
    };
    match (meant.as_slice(), entry) {
        ([one], _) => Ok(*one),
        ([], Some(name)) => {
            let message = format!("found no entry point or stage {name:?}, expected one of {}", list());
            let finding = Diagnostic::new(&back::rules::NO_ENTRY, Location::new(0, size as u64, ""), message);
            // The unreadable stage may be the selected one.
            faults.push(finding.help("name an entry point, or a stage such as vertex or pixel"));
            Err(ConversionError::File(faults))
        }
        ([], None) => Err(ConversionError::File(faults)),
        (_, _) => Err(ConversionError::Option(format!(
            "the file has several shaders; choose one with --entry: {}",
            list()
        ))),
    }
}
