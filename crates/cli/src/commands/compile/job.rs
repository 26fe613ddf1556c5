//! The permutations of programs: what is built of each, from the cache if it was built before.

use glassbox::bpx_build::sources::beside;
use glassbox::programs::cache::{Base, Cache, Lookup};
use glassbox::programs::digest::{digest, sum};
use glassbox::programs::permutation::Permutation;
use glassbox::programs::project::Program;
use glassbox::programs::rules;
use glassbox::stages::StageOptions;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::span::Span;

use super::kept::{built_of, fields_of};
use super::reflect::is_known;
use super::targets::Target;
use super::unit::{Built, Made, Shared, Unit, UnitFile, build};
use crate::pipeline::Waiting;

/// Folder of results that several permutations or programs share.
pub(super) const SHARED: &str = "variants";

/// A permutation of a program.
pub(super) struct Job {
    /// Name in the state of a run.
    pub(super) name: String,
    pub(super) program: String,
    pub(super) defines: Permutation,
    pub(super) has_permutations: bool,
    pub(super) unit: Unit,
    /// Sum of the facts.
    pub(super) shape: u64,
    /// All that decides what it becomes but the contents of files.
    facts: String,
}

/// What came of a job.
pub(super) struct Done {
    pub(super) built: Built,
    pub(super) is_from_cache: bool,
    /// The cache could not be read or written.
    pub(super) trouble: Option<String>,
}

impl Waiting for Done {
    fn held(&self) -> usize {
        self.built.made.iter().map(|made| made.bytes.len()).sum()
    }
}

/// Path of a result in the folder of the results. Those of permutations are named by their content.
pub(super) fn file_name(job: &Job, made: &Made, all: &[Made]) -> String {
    if job.has_permutations {
        let name = digest(&made.bytes).to_string();
        return format!("{SHARED}/{}.{}", &name[..32], made.extension);
    }
    if made.stage.is_empty() {
        return format!("{}.{}", job.program, made.extension);
    }
    let same = all.iter().filter(|other| (&other.target, &other.stage) == (&made.target, &made.stage));
    match same.count() {
        1 => format!("{}.{}.{}", job.program, made.stage, made.extension),
        _ => format!("{}.{}.{}.{}", job.program, made.stage, made.entry, made.extension),
    }
}

/// The permutations of a program of the project file `project`, which has the text `text`.
pub(super) fn jobs_of(
    (project, text): (&str, &str),
    program: &Program,
    all: &glassbox::ConversionOptions,
    common: &str,
    findings: &mut Diagnostics,
    jobs: &mut Vec<Job>,
) {
    let settings = &program.settings;
    let mut wrong = |span: Span, message: String, help: &str| {
        findings.report(&rules::TARGET, span.location(text), message).help(help);
    };
    let mut targets = Vec::new();
    for to in &settings.to {
        let version = settings.versions.iter().find(|(name, _)| *name == to.value);
        match Target::named(&to.value, version.map(|(_, version)| version.clone())) {
            Ok(target) => targets.push(target),
            Err(message) => wrong(to.span, message, "name one of the targets"),
        }
    }
    let environment = settings.env.as_ref().and_then(|env| {
        let found = StageOptions::environment_named(&env.value);
        if found.is_none() {
            wrong(env.span, format!("there is no environment {:?}", env.value), "name one such as vulkan1.2");
        }
        found
    });
    let mut reflect = Vec::new();
    for extension in &settings.reflect {
        if is_known(&extension.value) {
            reflect.push(extension.value.clone());
        } else {
            let message = format!("there is no interface {:?}", extension.value);
            wrong(extension.span, message, "name json, h, hpp, hh, hxx or rs");
        }
    }
    if targets.is_empty() {
        return;
    }
    let files = |file: &str, stage, entry: Option<&String>| UnitFile {
        path: beside(project, file),
        language: None,
        stage,
        entry: entry.cloned(),
    };
    let stages =
        program.stages.iter().map(|stage| files(&stage.file.value, Some(stage.stage), stage.entry.as_ref()));
    let sources = program.source.iter().map(|source| files(&source.value, None, None));
    let debug = settings.debug.unwrap_or(false);
    let own = program.stages.iter().filter(|stage| !stage.defines.is_empty());
    // Macros of all programs are for those in languages that have any.
    let defines = if program.source.is_some() { Vec::new() } else { settings.defines.clone() };
    let unit = Unit {
        name: program.name.value.clone(),
        files: stages.chain(sources).collect(),
        options: StageOptions {
            defines,
            stage_defines: own.map(|stage| (stage.stage, stage.defines.clone())).collect(),
            environment,
            debug,
            ..StageOptions::default()
        },
        include: settings.include.iter().map(|folder| beside(project, &folder.value)).collect(),
        targets,
        platforms: settings.platforms.iter().map(|platform| platform.value.clone()).collect(),
        conversion: all.clone(),
        optimize: settings.optimize.unwrap_or(true) && !debug,
        reflect,
    };
    let has_permutations = !program.permutations.macros.is_empty();
    let all = program.permutations.all();
    for defines in all {
        let mut unit = unit.clone();
        if has_permutations {
            unit.options.defines.retain(|(name, _)| !defines.iter().any(|(own, _)| own == name));
            unit.options.defines.extend(defines.iter().cloned());
        }
        let facts = facts(common, &unit);
        let mut name = program.name.value.clone();
        for (own, value) in &defines {
            name.extend(["\n", own.as_str(), "=", value.as_str()]);
        }
        let program = program.name.value.clone();
        jobs.push(Job {
            name,
            program,
            defines,
            has_permutations,
            unit,
            shape: sum(facts.as_bytes()),
            facts,
        });
    }
}

/// All that decides what a unit becomes but the contents of files. Parts are told apart by a character that no file name has.
fn facts(common: &str, unit: &Unit) -> String {
    let mut facts = String::with_capacity(common.len() + 256);
    let mut add = |texts: &[&str]| {
        for text in texts {
            facts.push_str(text);
            facts.push('\0');
        }
        facts.push('\n');
    };
    add(&[common, if unit.optimize { "O" } else { "" }, if unit.options.debug { "g" } else { "" }]);
    add(&[unit.options.environment.map_or("", |environment| environment.name())]);
    for file in &unit.files {
        let stage = file.stage.map_or("", |stage| stage.name());
        add(&["file", &file.path, stage, file.entry.as_deref().unwrap_or("\0")]);
    }
    for (name, text) in &unit.options.defines {
        add(&["define", name, text]);
    }
    for (stage, defines) in &unit.options.stage_defines {
        defines.iter().for_each(|(name, text)| add(&[stage.name(), name, text]));
    }
    unit.include.iter().for_each(|folder| add(&["include", folder]));
    for target in &unit.targets {
        add(&["to", &target.name, target.version.as_deref().unwrap_or("\0")]);
    }
    unit.platforms.iter().for_each(|platform| add(&["for", platform]));
    unit.reflect.iter().for_each(|extension| add(&["reflect", extension, &unit.name]));
    facts
}

/// Takes a job from the cache, or builds it and keeps what came of it.
pub(super) fn built(job: &Job, shared: &Shared<'_>, cache: Option<&Cache>) -> Done {
    let mut done = Done { built: Built::default(), is_from_cache: false, trouble: None };
    let mut base = Base::default();
    base.fact("facts", job.facts.as_bytes());
    let mut is_whole = true;
    for file in &job.unit.files {
        match shared.files.text(&file.path) {
            Some(text) => base.fact(&file.path, &text.digest.0),
            None => is_whole = false,
        }
    }
    let base = base.key();
    let mut damaged = None;
    if let Some(cache) = cache.filter(|_| is_whole) {
        match cache.find(base, |path| shared.files.text(path).map(|text| text.digest)) {
            Ok(Lookup::Found(fields, looked)) => match built_of(&fields, shared.files) {
                Some(built) => {
                    done.built = Built { looked, ..built };
                    done.is_from_cache = true;
                    return done;
                }
                None => damaged = Some(cache.folder().to_owned()),
            },
            Ok(Lookup::Missing) => {}
            Ok(Lookup::Damaged(path)) => damaged = Some(path),
            Err(error) => done.trouble = Some(error.to_string()),
        }
    }
    done.built = build(&job.unit, shared);
    if let Some(cache) = cache.filter(|_| is_whole)
        && let Some(fields) = fields_of(&done.built)
    {
        let looked = done.built.looked.iter();
        let read: Vec<_> =
            looked.map(|path| (path.clone(), shared.files.text(path).map(|text| text.digest))).collect();
        if let Err(error) = cache.keep(base, &read, &fields) {
            done.trouble = Some(error.to_string());
        }
    }
    if let Some(path) = damaged {
        let message = format!("found an entry of the cache with the wrong digest: {}", path.display());
        done.built.findings.push(Diagnostic::new(&rules::DAMAGED, Location::default(), message));
    }
    done
}
