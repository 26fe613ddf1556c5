//! The permutations of programs: what is built of each, from the cache if it was built before.

use glassbox::ConversionOptions;
use glassbox::bpx_build::sources::beside;
use glassbox::programs::cache::{Base, Cache, Lookup};
use glassbox::programs::digest::{digest, sum};
use glassbox::programs::permutation::Permutation;
use glassbox::programs::project::Program;
use glassbox::programs::rules;
use glassbox::programs::table::Located;
use glassbox::stages::StageOptions;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location};
use glassbox_core::span::Span;
use smol_str::SmolStr;

use super::hlsl::Hlsl;
use super::kept::{built_of, fields_of};
use super::reflect::is_known;
use super::targets::Target;
use super::unit::{Built, Made, Shared, Unit, UnitFile, build};
use crate::pipeline::Waiting;

/// Folder of results that several permutations or programs share.
pub(super) const SHARED: &str = "variants";

/// A permutation of a program.
pub(super) struct Job<'p> {
    /// Name in the state of a run.
    pub(super) name: SmolStr,
    pub(super) program: &'p Program,
    pub(super) defines: Permutation,
    /// Sum of the [facts](Plan::facts).
    pub(super) shape: u64,
}

impl Job<'_> {
    pub(super) fn has_permutations(&self) -> bool {
        !self.program.permutations.macros.is_empty()
    }
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
pub(super) fn file_name(job: &Job<'_>, made: &Made, all: &[Made]) -> String {
    if job.has_permutations() {
        let name = digest(&made.bytes).to_string();
        return format!("{SHARED}/{}.{}", &name[..32], made.extension);
    }
    let program = &job.program.name.value;
    if made.stage.is_empty() {
        return format!("{program}.{}", made.extension);
    }
    let same = all.iter().filter(|other| (&other.target, &other.stage) == (&made.target, &made.stage));
    match same.count() {
        1 => format!("{program}.{}.{}", made.stage, made.extension),
        _ => format!("{program}.{}.{}.{}", made.stage, made.entry, made.extension),
    }
}

/// What all jobs of a project share.
pub(super) struct Plan<'a> {
    /// Path of the project file.
    pub(super) project: &'a str,
    pub(super) conversion: ConversionOptions,
    pub(super) hlsl: Hlsl,
    /// Digest of what decides what any program becomes: version and options.
    common: String,
}

impl<'a> Plan<'a> {
    /// Shares what the command line says of a project whose results go to the folder `output`.
    pub(super) fn new(
        project: &'a str,
        output: &str,
        conversion: &ConversionOptions,
        hlsl: Hlsl,
    ) -> Plan<'a> {
        let version = env!("CARGO_PKG_VERSION");
        let common =
            format!("{version} {conversion:?} {:?} {:?} {project} {output}", hlsl.library, hlsl.model);
        let common = digest(common.as_bytes()).to_string();
        Plan { project, conversion: conversion.clone(), hlsl, common }
    }

    /// Adds the permutations of a program. Names in the project file, which has the text `text`, that mean nothing are reported.
    pub(super) fn jobs_of<'p>(
        &self,
        program: &'p Program,
        text: &str,
        findings: &mut Diagnostics,
        jobs: &mut Vec<Job<'p>>,
    ) {
        let settings = &program.settings;
        let mut wrong = |span: Span, message: String, help: &str| {
            findings.report(&rules::TARGET, span.location(text), message).help(help);
        };
        let mut has_target = false;
        for to in &settings.to {
            match Target::named(&to.value, None) {
                Ok(_) => has_target = true,
                Err(message) => wrong(to.span, message, "name one of the targets"),
            }
        }
        if let Some(env) = &settings.env
            && StageOptions::environment_named(&env.value).is_none()
        {
            wrong(env.span, format!("there is no environment {:?}", env.value), "name one such as vulkan1.2");
        }
        for extension in settings.reflect.iter().filter(|extension| !is_known(&extension.value)) {
            let message = format!("there is no interface {:?}", extension.value);
            wrong(extension.span, message, "name json, h, hpp, hh, hxx or rs");
        }
        if !has_target {
            return;
        }
        let mut facts = String::new();
        for defines in program.permutations.all() {
            let name = if defines.is_empty() {
                SmolStr::new(&program.name.value)
            } else {
                let values = defines.iter().map(|(name, value)| format!("\n{name}={value}"));
                std::iter::once(program.name.value.clone()).chain(values).collect()
            };
            let mut job = Job { name, program, defines, shape: 0 };
            facts.clear();
            self.facts(&job, &mut facts);
            job.shape = sum(facts.as_bytes());
            jobs.push(job);
        }
    }

    /// Adds all that decides what a job becomes but the contents of files. Parts are told apart by a character that no file name has.
    fn facts(&self, job: &Job<'_>, facts: &mut String) {
        let settings = &*job.program.settings;
        let mut add = |texts: &[&str]| {
            for text in texts {
                facts.push_str(text);
                facts.push('\0');
            }
            facts.push('\n');
        };
        let truth = |value: Option<bool>| value.map_or("", |value| if value { "1" } else { "0" });
        add(&[&self.common, truth(settings.optimize), truth(settings.debug)]);
        add(&[settings.env.as_ref().map_or("", |env| &env.value)]);
        for stage in &job.program.stages {
            for file in &stage.files {
                add(&["file", &file.value, stage.stage.name(), stage.entry.as_deref().unwrap_or("\0")]);
            }
            stage.defines.iter().for_each(|(name, text)| add(&["of stage", name, text]));
        }
        job.program.source.iter().for_each(|source| add(&["source", &source.value]));
        settings.defines.iter().for_each(|(name, text)| add(&["define", name, text]));
        job.defines.iter().for_each(|(name, text)| add(&["permutation", name, text]));
        settings.include.iter().for_each(|folder| add(&["include", &folder.value]));
        settings.to.iter().for_each(|to| add(&["to", &to.value]));
        settings.versions.iter().for_each(|(name, version)| add(&["version", name, version]));
        settings.platforms.iter().for_each(|platform| add(&["for", &platform.value]));
        let name = &job.program.name.value;
        settings.reflect.iter().for_each(|extension| add(&["reflect", &extension.value, name]));
    }

    /// What is built of a job.
    fn unit(&self, job: &Job<'_>) -> Unit {
        let Program { name, stages, source, settings, .. } = job.program;
        let file = |file: &str, stage, entry: Option<&String>| UnitFile {
            path: beside(self.project, file),
            language: None,
            stage,
            entry: entry.cloned(),
        };
        let of_stages = stages.iter().flat_map(|stage| {
            stage.files.iter().map(|text| file(&text.value, Some(stage.stage), stage.entry.as_ref()))
        });
        let of_source = source.iter().map(|source| file(&source.value, None, None));
        let target = |to: &Located<String>| {
            let version = settings.versions.iter().find(|(name, _)| *name == to.value);
            Target::named(&to.value, version.map(|(_, version)| version.clone())).ok()
        };
        // Macros of all programs are for those in languages that have any.
        let mut defines = if source.is_some() { Vec::new() } else { settings.defines.clone() };
        defines.retain(|(name, _)| !job.defines.iter().any(|(own, _)| own == name));
        defines.extend(job.defines.iter().cloned());
        let own = stages.iter().filter(|stage| !stage.defines.is_empty());
        let debug = settings.debug.unwrap_or(false);
        let reflect = settings.reflect.iter().map(|extension| extension.value.clone());
        Unit {
            name: name.value.clone(),
            files: of_stages.chain(of_source).collect(),
            options: StageOptions {
                defines,
                stage_defines: own.map(|stage| (stage.stage, stage.defines.clone())).collect(),
                environment: settings
                    .env
                    .as_ref()
                    .and_then(|env| StageOptions::environment_named(&env.value)),
                debug,
                ..StageOptions::default()
            },
            include: settings.include.iter().map(|folder| beside(self.project, &folder.value)).collect(),
            targets: settings.to.iter().filter_map(target).collect(),
            platforms: settings.platforms.iter().map(|platform| platform.value.clone()).collect(),
            conversion: self.conversion.clone(),
            optimize: settings.optimize.unwrap_or(true) && !debug,
            reflect: reflect.filter(|extension| is_known(extension)).collect(),
        }
    }
}

/// Takes a job from the cache, or builds it and keeps what came of it.
pub(super) fn built(plan: &Plan<'_>, job: &Job<'_>, shared: &Shared<'_>, cache: Option<&Cache>) -> Done {
    let unit = plan.unit(job);
    let mut facts = String::new();
    plan.facts(job, &mut facts);
    let mut done = Done { built: Built::default(), is_from_cache: false, trouble: None };
    let mut base = Base::default();
    base.fact("facts", facts.as_bytes());
    let mut is_whole = true;
    for file in &unit.files {
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
    done.built = build(&unit, shared);
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
