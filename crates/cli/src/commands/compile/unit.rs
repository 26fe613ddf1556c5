//! Builds a program, or one permutation of it: its stages become modules, and these everything that was asked for.

use glassbox::stages::{
    CompiledStages, Language, Shadertoy, StageModule, StageOptions, StageText, compile_stages, is_shadertoy,
    shadertoy_for, stage_of_name,
};
use glassbox::{ConversionError, ConversionOptions};
use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::limits::Limits;
use glassbox_core::stage::Stage;
use glassbox_syntax::source::Sources;

use super::files::{Files, Includes};
use super::hlsl::Hlsl;
use super::package;
use super::targets::Target;
use super::{reflect, whole};

/// A source of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct UnitFile {
    /// Path.
    pub(super) path: String,
    /// Its language, if that is stated.
    pub(super) language: Option<Language>,
    /// Stage, if the name does not say it.
    pub(super) stage: Option<Stage>,
    /// Entry point.
    pub(super) entry: Option<String>,
}

/// A program with the options that it is built with.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    /// Name of the program in its interface.
    pub(super) name: String,
    pub(super) files: Vec<UnitFile>,
    pub(super) options: StageOptions,
    /// Folders searched for includes.
    pub(super) include: Vec<String>,
    pub(super) targets: Vec<Target>,
    /// Rendering platforms of packages.
    pub(super) platforms: Vec<String>,
    pub(super) conversion: ConversionOptions,
    /// Whether modules of SPIR-V are made small.
    pub(super) optimize: bool,
    /// Extensions of the interfaces to make.
    pub(super) reflect: Vec<String>,
}

/// A result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Made {
    /// Name of the target.
    pub(super) target: String,
    /// Stage; empty for a whole program.
    pub(super) stage: String,
    /// Entry point; empty for a whole program.
    pub(super) entry: String,
    /// Extension of the file, without a dot.
    pub(super) extension: String,
    /// Number of the source in [`Unit::files`].
    pub(super) source: usize,
    /// True if it is the only result of its source for the target.
    pub(super) is_alone: bool,
    pub(super) is_text: bool,
    pub(super) bytes: Vec<u8>,
}

/// What came of a unit.
#[derive(Clone, Debug, Default)]
pub(super) struct Built {
    pub(super) sources: Sources,
    pub(super) findings: Vec<Diagnostic>,
    /// The results; none where there are errors.
    pub(super) made: Vec<Made>,
    /// Paths that were looked for, the sources first; some may be missing.
    pub(super) looked: Vec<String>,
}

impl Built {
    pub(super) fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}

/// What all units of a run share.
pub(super) struct Shared<'a> {
    pub(super) files: &'a Files,
    pub(super) hlsl: &'a Hlsl,
    pub(super) limits: &'a Limits,
}

/// Builds a unit.
pub(super) fn build(unit: &Unit, shared: &Shared<'_>) -> Built {
    let mut built =
        Built { looked: unit.files.iter().map(|file| file.path.clone()).collect(), ..Built::default() };
    let mut texts = Vec::new();
    for file in &unit.files {
        match shared.files.text(&file.path) {
            Some(text) => texts.push(text.text),
            None => {
                let number = built.sources.add(file.path.clone(), "");
                let message = format!("found no file {:?} that can be read", file.path);
                let at = Location::default().input(number);
                built.findings.push(Diagnostic::new(&glassbox::programs::rules::SOURCE, at, message));
            }
        }
    }
    if !built.findings.is_empty() {
        return built;
    }
    let languages: Vec<Option<Language>> = unit
        .files
        .iter()
        .zip(&texts)
        .map(|(file, text)| file.language.or_else(|| Language::of(&file.path, text)))
        .collect();
    if let Some(at) = languages.iter().position(Option::is_none) {
        return whole::build(unit, shared, at, &texts[at], built);
    }
    let stages: Vec<StageText<'_>> = unit
        .files
        .iter()
        .zip(&texts)
        .zip(languages)
        .filter_map(|((file, text), language)| {
            let language = language?;
            let named = stage_of_name(&file.path).filter(|_| language != Language::Wgsl);
            Some(StageText {
                language,
                name: &file.path,
                text,
                stage: file.stage.or(named),
                entry: file.entry.as_deref(),
            })
        })
        .collect();
    if let Some(text) = second_text(unit, &stages) {
        let number = built.sources.add(text.name, text.text);
        let stage = text.stage.map_or("", Stage::name);
        let message = format!("found a second file of the {stage} stage, expected one");
        let at = Location::in_text(text.text, 0..0).input(number);
        let help = "only stages in GLSL are written in several files, and not those of packages";
        built.findings.push(Diagnostic::new(&glassbox::programs::rules::TARGET, at, message).help(help));
        return built;
    }
    let includes = Includes::new(shared.files, &unit.include);
    let variants = variants(unit, &stages);
    let options = |shadertoy: Shadertoy| StageOptions { shadertoy, ..unit.options.clone() };
    let first = variants.first().map_or(Shadertoy::default(), |(shadertoy, _)| *shadertoy);
    let mut compiled = compile_stages(&stages, &includes, &options(first));
    let looked = includes.looked();
    let mut containers = Vec::new();
    for text in stages.iter().filter(|text| text.language == Language::Hlsl) {
        let found = shared.hlsl.compile(text, unit, shared.files, &mut compiled);
        built.looked.extend(found.looked);
        containers.extend(found.container.map(|bytes| (text.name.to_owned(), found.stage, bytes)));
    }
    built.looked.extend(looked.into_iter().filter(|path| !unit.files.iter().any(|file| file.path == *path)));
    if !compiled.has_errors() {
        refuse_others(unit, &mut compiled);
        for (number, (shadertoy, targets)) in variants.into_iter().enumerate() {
            let other = (number > 0).then(|| compile_stages(&stages, &includes, &options(shadertoy)));
            let modules = other.as_ref().map_or(&compiled.modules, |other| &other.modules);
            let found = convert(unit, shared, &targets, (modules, &compiled.sources), &mut built.made);
            compiled.findings.extend(found);
        }
        if unit.targets.iter().any(|target| target.name == "vbc") {
            match compiled.vbc(unit.optimize) {
                Ok(bytes) => built.made.push(Made {
                    target: "vbc".to_owned(),
                    stage: String::new(),
                    entry: String::new(),
                    extension: "vbc".to_owned(),
                    source: 0,
                    is_alone: true,
                    is_text: false,
                    bytes,
                }),
                Err(found) => compiled.findings.extend(found),
            }
        }
    }
    for (name, stage, bytes) in containers {
        let source = unit.files.iter().position(|file| file.path == name).unwrap_or(0);
        built.made.push(Made {
            target: "dxil".to_owned(),
            stage: stage.map_or("", Stage::name).to_owned(),
            entry: unit.files[source].entry.clone().unwrap_or_else(|| "main".to_owned()),
            extension: "dxil".to_owned(),
            source,
            is_alone: true,
            is_text: false,
            bytes,
        });
    }
    finish(unit, shared, compiled, built)
}

/// The second file of a stage that can have one alone.
fn second_text<'s, 't>(unit: &Unit, stages: &'s [StageText<'t>]) -> Option<&'s StageText<'t>> {
    let is_package = unit.targets.iter().any(|target| target.name == "bpxs");
    let has_one = |text: &StageText<'_>| match text.language {
        Language::Glsl => is_package,
        Language::Hlsl => true,
        Language::Wgsl => false,
    };
    let mut repeated = stages
        .iter()
        .enumerate()
        .filter(|(at, text)| has_one(text) && stages[..*at].iter().any(|other| other.stage == text.stage));
    repeated.next().map(|(_, text)| text)
}

/// Makes packages, if they are asked for, and puts all findings together.
fn finish(unit: &Unit, shared: &Shared<'_>, mut compiled: CompiledStages, mut built: Built) -> Built {
    // The builder of packages compiles the stages too, and finds the same mistakes.
    if unit.targets.iter().any(|target| target.name == "bpxs") && !compiled.has_errors() {
        package::build(unit, shared.files, &mut compiled.sources, &mut built);
    }
    built.sources = compiled.sources;
    built.findings.extend(compiled.findings);
    if built.has_errors() {
        built.made.clear();
    } else {
        reflect::build(unit, &compiled.modules, &mut built.made);
    }
    built
}

/// The targets that get the same modules: all of them, but of programs in the manner of Shadertoy.
fn variants<'u>(unit: &'u Unit, stages: &[StageText<'_>]) -> Vec<(Shadertoy, Vec<&'u Target>)> {
    let is_toy = stages.iter().any(|stage| stage.language == Language::Glsl && is_shadertoy(stage.text));
    let mut variants: Vec<(Shadertoy, Vec<&Target>)> = Vec::new();
    for target in unit.targets.iter().filter(|target| target.is_of_modules()) {
        let shadertoy = if is_toy {
            shadertoy_for(target.to(), &target.options(&unit.conversion))
        } else {
            Shadertoy::default()
        };
        match variants.iter_mut().find(|(known, _)| *known == shadertoy) {
            Some((_, targets)) => targets.push(target),
            None => variants.push((shadertoy, vec![target])),
        }
    }
    variants
}

/// True if all stages together become it.
fn is_of_program(target: &Target) -> bool {
    matches!(target.name.as_str(), "bpxs" | "vbc")
}

/// Reports targets that stages do not become.
fn refuse_others(unit: &Unit, compiled: &mut CompiledStages) {
    for target in unit.targets.iter().filter(|target| !target.is_of_modules() && !is_of_program(target)) {
        // Containers of HLSL are made by its compiler.
        let language = |file: &UnitFile| file.language.or_else(|| Language::of(&file.path, ""));
        let is_made = |file: &UnitFile| target.name == "dxil" && language(file) == Some(Language::Hlsl);
        for file in unit.files.iter().filter(|file| !is_made(file)) {
            let source = compiled.sources.find(&file.path).unwrap_or(0);
            let at = Location::in_text(compiled.sources.text(source), 0..0).input(source);
            let message = target.unknown("spirv", "a stage");
            compiled.findings.push(Diagnostic::new(&glassbox::programs::rules::TARGET, at, message));
        }
    }
}

/// Everything that the modules become, and what is found on the way.
fn convert(
    unit: &Unit,
    shared: &Shared<'_>,
    targets: &[&Target],
    (modules, sources): (&[StageModule], &Sources),
    results: &mut Vec<Made>,
) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for module in modules {
        let name = sources.name(module.source);
        let source = unit.files.iter().position(|file| file.path == name).unwrap_or(0);
        let is_alone = modules.iter().filter(|other| other.source == module.source).count() == 1;
        for target in targets {
            let made = |bytes: Vec<u8>| Made {
                target: target.name.clone(),
                stage: module.stage.name().to_owned(),
                entry: module.entry.clone(),
                extension: target.extension().to_owned(),
                source,
                is_alone,
                is_text: target.is_text(),
                bytes,
            };
            let options = target.options(&unit.conversion);
            let is_plain = target.to() == "spirv" && options.version.is_none();
            let bytes = if is_plain && unit.optimize {
                Ok(module.optimized())
            } else if is_plain {
                Ok(module.bytes.clone())
            } else {
                module.convert(sources, target.to(), &options, shared.limits).map(|converted| {
                    found.extend(converted.notes);
                    converted.bytes
                })
            };
            match bytes {
                Ok(bytes) => match target.spelled(bytes) {
                    Ok(bytes) => results.push(made(bytes)),
                    Err(message) => found.push(refused(sources, module.source, message)),
                },
                Err(ConversionError::File(findings)) => found.extend(findings),
                Err(error) => found.push(refused(sources, module.source, error.to_string())),
            }
        }
    }
    found
}

/// A finding on an option of a conversion.
pub(super) fn refused(sources: &Sources, source: u32, message: String) -> Diagnostic {
    let at = Location::in_text(sources.text(source), 0..0).input(source);
    Diagnostic::new(&glassbox::NO_OPTION, at, message)
}
