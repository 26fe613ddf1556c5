//! Builds project files of programs: every permutation that changed, from the cache if it was built before.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox::bpx_build::sources::{beside, join};
use glassbox::programs::cache::{Base, Cache, Lookup};
use glassbox::programs::digest::{Digest, digest};
use glassbox::programs::index::{Output as IndexOutput, Results, json};
use glassbox::programs::permutation::Permutation;
use glassbox::programs::project::{Program, Project, is_project_text, read};
use glassbox::programs::rules;
use glassbox::programs::state::{self, State, Unit as Known};
use glassbox::programs::stored::{Reader, Writer};
use glassbox::stages::StageOptions;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity};
use glassbox_core::span::Span;
use glassbox_report::Subject;

use super::files::Files;
use super::hlsl::Hlsl;
use super::stages::{conversion, subjects, write_list};
use super::targets::Target;
use super::unit::{Built, Made, Shared, Unit, UnitFile, build};
use super::{Arguments, depfile};
use crate::context::{Context, Status};
use crate::input::Source;
use crate::output::{Output, Place};
use crate::pipeline::{Waiting, in_order};

/// Folder of results that several permutations or programs share.
const SHARED: &str = "variants";

/// A permutation of a program.
struct Job {
    /// Name in the state of a run.
    name: String,
    program: String,
    defines: Permutation,
    has_permutations: bool,
    unit: Unit,
    /// Key of the options and the names of the sources.
    shape: Digest,
}

/// What came of a job.
struct Done {
    built: Built,
    is_from_cache: bool,
    /// The cache could not be read or written.
    trouble: Option<String>,
}

impl Waiting for Done {
    fn held(&self) -> usize {
        self.built.made.iter().map(|made| made.bytes.len()).sum()
    }
}

/// Builds the project that the command line names; `None` if it names none.
pub(super) fn run(arguments: &Arguments, files: &[PathBuf], context: &Context) -> Result<Option<Status>> {
    let is_toml = |path: &&PathBuf| path.extension().is_some_and(|end| end == "toml") && path.is_file();
    let mut named = None;
    for path in files.iter().filter(is_toml) {
        let input = Source::new(path).read()?;
        if is_project_text(&input.text()) {
            named = Some(input);
        }
    }
    let Some(input) = named else { return Ok(None) };
    if files.len() > 1 {
        bail!("{}: a project file of programs is built alone", input.name);
    }
    agree(arguments)?;
    arguments.findings.begin(context, true)?;
    let text = input.text();
    let (project, mut findings) = read(&text);
    let Some(all) = conversion(arguments, context)? else { return Ok(Some(Status::Errors)) };
    let mut run = Run::new(arguments, &input.name, &project, &mut findings, &all, context)?;
    let found = findings.into_sorted();
    let is_wrong = found.iter().any(|finding| finding.severity == Severity::Error);
    context.report(arguments.findings.notice(context, &[Subject::text(&input.name, &text)], &found, 0));
    let status = run.build()?;
    Ok(Some(if is_wrong { status.max(Status::Errors) } else { status }))
}

/// Refuses options that the file states.
fn agree(arguments: &Arguments) -> Result<()> {
    let stages = &arguments.stages;
    let (all, own) = arguments.program.macros();
    let has_options = !stages.to.is_empty()
        || stages.env.is_some()
        || !all.is_empty()
        || !own.is_empty()
        || !arguments.program.include().is_empty();
    if has_options {
        bail!("a project file states what its programs become; leave out --to, --env, -D and -I");
    }
    if !stages.reflect.is_empty() {
        bail!("--reflect is for one program, not for a project file");
    }
    Ok(())
}

/// A run over a project.
struct Run<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    /// Path of the project file.
    project: &'a str,
    /// Folder of the results.
    output: String,
    cache: Option<Cache>,
    jobs: Vec<Job>,
    hlsl: Hlsl,
    /// The state of this run, and that of the last one.
    state: State,
    last: State,
    results: Vec<Option<Results>>,
    written: HashSet<String>,
    counts: Counts,
    looked: Vec<String>,
}

#[derive(Default)]
struct Counts {
    /// Unchanged since the last run, or in the cache.
    current: usize,
    built: usize,
    wrong: usize,
}

impl<'a> Run<'a> {
    fn new(
        arguments: &'a Arguments,
        name: &'a str,
        project: &Project,
        findings: &mut Diagnostics,
        all: &glassbox::ConversionOptions,
        context: &'a Context,
    ) -> Result<Run<'a>> {
        let state = State::begin();
        let own = project.output.as_ref().map_or("out", |output| output.value.as_str());
        let output = match &arguments.output {
            Some(path) => path.to_string_lossy().into_owned(),
            None => beside(name, own),
        };
        if Path::new(&output).exists() && !Path::new(&output).is_dir() {
            bail!("{output} is a file; the results of a project need a folder");
        }
        let cache = match (&arguments.stages.cache, &project.cache) {
            (Some(path), _) if path.as_os_str() == "none" => None,
            (Some(path), _) => Some(path.clone()),
            (None, Some(path)) if path.value == "none" => None,
            (None, Some(path)) => Some(PathBuf::from(beside(name, &path.value))),
            (None, None) => Some(Path::new(&output).join(".cache")),
        };
        let cache = cache.map(|folder| Cache::new(&folder));
        let hlsl = arguments.stages.hlsl();
        // The same for all programs.
        let common = format!(
            "{} {all:?} {:?} {:?} {output}",
            env!("CARGO_PKG_VERSION"),
            hlsl.library,
            hlsl.model
        );
        let common = digest(common.as_bytes());
        let mut jobs = Vec::new();
        for program in &project.programs {
            jobs_of(name, program, all, common, findings, &mut jobs);
        }
        let last = match &cache {
            Some(cache) if !arguments.check => {
                State::load(&state::path(cache.folder(), Path::new(name))).ok().flatten()
            }
            _ => None,
        };
        Ok(Run {
            arguments,
            context,
            project: name,
            output,
            cache,
            results: jobs.iter().map(|_| None).collect(),
            jobs,
            hlsl,
            state,
            last: last.unwrap_or_default(),
            written: HashSet::new(),
            counts: Counts::default(),
            looked: vec![name.to_owned()],
        })
    }

    fn build(&mut self) -> Result<Status> {
        let unchanged = self.last.unchanged();
        let mut waiting = Vec::new();
        for at in 0..self.jobs.len() {
            match self.kept(at, &unchanged) {
                Some(results) => self.results[at] = Some(results),
                None => waiting.push(at),
            }
        }
        self.counts.current = self.jobs.len() - waiting.len();
        let jobs = std::mem::take(&mut self.jobs);
        let files = Files::default();
        let hlsl = std::mem::replace(&mut self.hlsl, Hlsl { library: None, model: None, limit: Default::default() });
        let shared = Shared { files: &files, hlsl: &hlsl, limits: &self.context.limits };
        let cache = self.cache.clone();
        let work = |number: usize| built(&jobs[waiting[number]], &shared, cache.as_ref());
        let mut status = Status::Fine;
        let mut next = 0;
        let mut trouble = None;
        let bounds = self.arguments.stages.bounds();
        in_order(waiting.len(), bounds, work, |done: Done| -> Result<()> {
            let at = waiting[next];
            next += 1;
            trouble = trouble.take().or(done.trouble.clone());
            status = status.max(self.take(at, &jobs[at], done)?);
            Ok(())
        })?;
        self.jobs = jobs;
        if let Some(trouble) = trouble {
            self.context.print_note(&format!("the cache was not used for all programs: {trouble}"));
        }
        if !self.arguments.check {
            self.close(!waiting.is_empty())?;
        }
        write_list(self.arguments, &self.looked)?;
        let Counts { current, built, wrong } = self.counts;
        let total = self.jobs.len();
        self.context.print_note(&format!(
            "{}: {total} permutations: {built} built, {current} up to date, {wrong} with errors",
            self.project
        ));
        Ok(status)
    }

    /// The results of a job of which nothing changed since the last run.
    fn kept(&mut self, at: usize, unchanged: &[bool]) -> Option<Results> {
        let job = &self.jobs[at];
        let known = self.last.units.get(&job.name).filter(|known| known.shape == job.shape)?;
        if !known.read.iter().all(|number| unchanged[*number]) {
            return None;
        }
        let mut results = Vec::with_capacity(known.outputs.len());
        for output in &known.outputs {
            let number = self.last.number(&join(&self.output, &output.file))?;
            if !unchanged[number] {
                return None;
            }
            results.push(number);
        }
        let read = known.read.iter().map(|number| {
            let known = &self.last.files[*number];
            self.looked.push(known.path.clone());
            self.state.carry(known)
        });
        let read = read.collect();
        for number in results {
            self.state.carry(&self.last.files[number]);
        }
        self.written.extend(known.outputs.iter().map(|output| output.file.clone()));
        let outputs = known.outputs.clone();
        self.state.units.insert(job.name.clone(), Known { shape: job.shape, read, outputs: outputs.clone() });
        Some(Results { program: job.program.clone(), defines: job.defines.clone(), outputs, is_wrong: false })
    }

    /// Reports a job and writes its results.
    fn take(&mut self, at: usize, job: &Job, done: Done) -> Result<Status> {
        let Done { built, is_from_cache, .. } = done;
        let arguments = self.arguments;
        let mut findings = built.findings.clone();
        if job.has_permutations {
            let values: Vec<String> =
                job.defines.iter().map(|(name, value)| format!("{name}={value}")).collect();
            for finding in &mut findings {
                finding.notes.push(format!("in {} with {}", job.program, values.join(", ")));
            }
        }
        self.context.report(arguments.findings.notice(self.context, &subjects(&built), &findings, 0));
        let is_wrong = built.has_errors() || arguments.findings.deny(&built.findings);
        self.looked.extend(built.looked.iter().cloned());
        match (is_wrong, is_from_cache) {
            (true, _) => self.counts.wrong += 1,
            (_, true) => self.counts.current += 1,
            _ => self.counts.built += 1,
        }
        let mut outputs = Vec::new();
        if !is_wrong && !arguments.check {
            for made in &built.made {
                outputs.push(self.write(job, made, &built.made)?);
            }
            // Findings are shown in each run, so what has any is looked at in each run.
            if built.findings.is_empty() {
                let read = built.looked.iter().map(|path| self.state.source(path)).collect();
                for output in &outputs {
                    self.state.result(&join(&self.output, &output.file));
                }
                let known = Known { shape: job.shape, read, outputs: outputs.clone() };
                self.state.units.insert(job.name.clone(), known);
            }
        }
        let (program, defines) = (job.program.clone(), job.defines.clone());
        self.results[at] = Some(Results { program, defines, outputs, is_wrong });
        Ok(if is_wrong { Status::Errors } else { Status::Fine })
    }

    /// Writes a result, unless the file has it.
    fn write(&mut self, job: &Job, made: &Made, all: &[Made]) -> Result<IndexOutput> {
        let file = file_name(job, made, all);
        let output = IndexOutput {
            target: made.target.clone(),
            stage: made.stage.clone(),
            entry: made.entry.clone(),
            file: file.clone(),
        };
        if !self.written.insert(file.clone()) {
            if file.starts_with(SHARED) {
                return Ok(output);
            }
            bail!("{}: two results would both be {file}", job.program);
        }
        let path = Path::new(&self.output).join(&file);
        let is_same = std::fs::read(&path).is_ok_and(|known| known == made.bytes);
        if !is_same {
            write_file(&self.output, &file, &made.bytes)?;
        }
        Ok(output)
    }

    /// Writes the index, the rule of make and the state.
    fn close(&mut self, is_changed: bool) -> Result<()> {
        let results: Vec<Results> = std::mem::take(&mut self.results).into_iter().flatten().collect();
        let index = json(&results);
        let path = Path::new(&self.output).join("index.json");
        if !std::fs::read(&path).is_ok_and(|known| known == index.as_bytes()) {
            write_file(&self.output, "index.json", index.as_bytes())?;
        }
        if let Some(path) = self.arguments.program.depfile() {
            let outputs = results.iter().flat_map(|results| &results.outputs);
            let mut outputs: Vec<String> = outputs.map(|output| join(&self.output, &output.file)).collect();
            outputs.push(join(&self.output, "index.json"));
            outputs.sort();
            outputs.dedup();
            let mut inputs: Vec<&str> = self.looked.iter().map(String::as_str).collect();
            inputs.sort_unstable();
            inputs.dedup();
            inputs.retain(|path| Path::new(path).is_file());
            let mut output = Output::text(Some(path))?;
            output.write_all(depfile::rule(&outputs, &inputs)?.as_bytes())?;
            output.commit()?;
        }
        let Some(cache) = self.cache.as_ref().filter(|_| is_changed || self.state.units.len() != self.last.units.len())
        else {
            return Ok(());
        };
        let path = state::path(cache.folder(), Path::new(self.project));
        self.state.save(&path).with_context(|| format!("{} cannot be written", path.display()))
    }
}

/// Writes a file in the folder of the results.
fn write_file(folder: &str, name: &str, bytes: &[u8]) -> Result<()> {
    let place = Place::Made { folder: folder.into(), name: name.into() };
    let mut output = place.text()?;
    output.write_all(bytes)?;
    output.commit()
}

/// Path of a result in the folder of the results. Those of permutations are named by their content.
fn file_name(job: &Job, made: &Made, all: &[Made]) -> String {
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

/// The permutations of a program.
fn jobs_of(
    project: &str,
    program: &Program,
    all: &glassbox::ConversionOptions,
    common: Digest,
    findings: &mut Diagnostics,
    jobs: &mut Vec<Job>,
) {
    let settings = &program.settings;
    let mut wrong = |span: Span, message: String, help: &str| {
        let at = Location { start: u64::from(span.start), end: u64::from(span.end), ..Location::default() };
        findings.report(&rules::TARGET, at, message).help(help);
    };
    let mut targets = Vec::new();
    for to in &settings.to {
        let version = settings.versions.iter().find(|(name, _)| *name == to.value);
        match Target::named(&to.value, version.map(|(_, version)| version.clone())) {
            Ok(target) if target.name != "bpxs" => targets.push(target),
            Ok(_) => wrong(
                to.span,
                "found bpxs, which has project files of its own".to_owned(),
                "describe the package in a file without `programs`, see docs/bpx/build.md",
            ),
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
    if targets.is_empty() {
        return;
    }
    let files = |file: &str, stage, entry: Option<&String>| UnitFile {
        path: beside(project, file),
        language: None,
        stage,
        entry: entry.cloned(),
    };
    let stages = program.stages.iter().map(|stage| files(&stage.file.value, Some(stage.stage), stage.entry.as_ref()));
    let sources = program.source.iter().map(|source| files(&source.value, None, None));
    let debug = settings.debug.unwrap_or(false);
    let own = program.stages.iter().filter(|stage| !stage.defines.is_empty());
    // Macros of all programs are for those in languages that have any.
    let defines = if program.source.is_some() { Vec::new() } else { settings.defines.clone() };
    let unit = Unit {
        files: stages.chain(sources).collect(),
        options: StageOptions {
            defines,
            stage_defines: own.map(|stage| (stage.stage, stage.defines.clone())).collect(),
            environment,
            debug,
        },
        include: settings.include.iter().map(|folder| beside(project, &folder.value)).collect(),
        targets,
        conversion: all.clone(),
        optimize: settings.optimize.unwrap_or(true) && !debug,
        keeps_modules: false,
    };
    let has_permutations = !program.permutations.macros.is_empty();
    for defines in program.permutations.all() {
        let mut unit = unit.clone();
        unit.options.defines.retain(|(name, _)| !defines.iter().any(|(own, _)| own == name));
        unit.options.defines.extend(defines.iter().cloned());
        let shape = shape(common, &program.name.value, &unit);
        let mut name = program.name.value.clone();
        for (own, value) in &defines {
            name.push_str(&format!("\n{own}={value}"));
        }
        let program = program.name.value.clone();
        jobs.push(Job { name, program, defines, has_permutations, unit, shape });
    }
}

/// The key of all that decides what a unit becomes but the contents of files.
fn shape(common: Digest, program: &str, unit: &Unit) -> Digest {
    let mut base = Base::default();
    base.fact("common", &common.0);
    base.fact("program", program.as_bytes());
    let facts = format!(
        "{:?} {:?} {:?} {:?} {}",
        unit.files, unit.options, unit.include, unit.targets, unit.optimize
    );
    base.fact("options", facts.as_bytes());
    base.key()
}

/// Takes a job from the cache, or builds it and keeps what came of it.
fn built(job: &Job, shared: &Shared<'_>, cache: Option<&Cache>) -> Done {
    let mut done = Done { built: Built::default(), is_from_cache: false, trouble: None };
    let mut base = Base::default();
    base.fact("shape", &job.shape.0);
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
            Ok(Lookup::Found(fields, looked)) => match made_in(&fields) {
                Some(made) => {
                    done.built = Built { made, looked, ..Built::default() };
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
    if let Some(cache) = cache.filter(|_| is_whole && done.built.findings.is_empty()) {
        let looked = done.built.looked.iter();
        let read: Vec<_> =
            looked.map(|path| (path.clone(), shared.files.text(path).map(|text| text.digest))).collect();
        if let Err(error) = cache.keep(base, &read, &fields_of(&done.built.made)) {
            done.trouble = Some(error.to_string());
        }
    }
    if let Some(path) = damaged {
        let message = format!("found an entry of the cache with the wrong digest: {}", path.display());
        done.built.findings.push(Diagnostic::new(&rules::DAMAGED, Location::default(), message));
    }
    done
}

fn fields_of(all: &[Made]) -> Vec<u8> {
    let mut fields = Writer::default();
    fields.number(all.len() as u64);
    for made in all {
        [&made.target, &made.stage, &made.entry, &made.extension].into_iter().for_each(|text| fields.text(text));
        fields.number(made.source as u64);
        fields.number(u64::from(made.is_alone) | u64::from(made.is_text) << 1);
        fields.bytes(&made.bytes);
    }
    fields.finish()
}

fn made_in(fields: &[u8]) -> Option<Vec<Made>> {
    let mut reader = Reader::new(fields);
    let mut all = Vec::new();
    for _ in 0..reader.number()? {
        let mut text = || reader.text().map(str::to_owned);
        let (target, stage, entry, extension) = (text()?, text()?, text()?, text()?);
        let source = usize::try_from(reader.number()?).ok()?;
        let flags = reader.number()?;
        let bytes = reader.bytes()?.to_vec();
        let (is_alone, is_text) = (flags & 1 != 0, flags & 2 != 0);
        all.push(Made { target, stage, entry, extension, source, is_alone, is_text, bytes });
    }
    reader.is_empty().then_some(all)
}
