//! Builds project files of programs: every permutation that changed, from the cache if it was built before.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox::bpx_build::sources::{beside, join};
use glassbox::programs::cache::Cache;
use glassbox::programs::digest::{digest, sum};
use glassbox::programs::index::{Output as IndexOutput, Results, json};
use glassbox::programs::project::{Project, is_project_text, read};
use glassbox::programs::state::{self, State, Unit as Known};
use glassbox_core::diagnostic::{Diagnostics, Severity};
use glassbox_report::Subject;

use super::files::Files;
use super::hlsl::Hlsl;
use super::job::{Done, Job, SHARED, built, file_name, jobs_of};
use super::stages::{conversion, subjects, write_list};
use super::unit::{Made, Shared};
use super::{Arguments, depfile};
use crate::context::{Context, Status};
use crate::input::Source;
use crate::output::{Output, Place};
use crate::pipeline::in_order;

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
    let mut run = Run::new(arguments, (&input.name, &text), &project, &mut findings, &all, context)?;
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
        bail!("a project file states which interfaces its programs have; write reflect = \"json\" there");
    }
    Ok(())
}

/// Name of the list of results.
const INDEX: &str = "index.json";

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
    /// The state of the last run, which becomes that of this one.
    state: State,
    outcomes: Vec<Outcome>,
    /// Sums of the paths of results.
    written: HashSet<u64>,
    counts: Counts,
    /// True if the files that were looked for are to be listed.
    lists_files: bool,
    looked: Vec<String>,
}

/// What came of a job.
enum Outcome {
    /// What the state has.
    Kept,
    /// Results with findings, which the state does not have.
    Made(Vec<IndexOutput>),
    Wrong,
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
        (name, text): (&'a str, &str),
        project: &Project,
        findings: &mut Diagnostics,
        all: &glassbox::ConversionOptions,
        context: &'a Context,
    ) -> Result<Run<'a>> {
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
        let common =
            format!("{} {all:?} {:?} {:?} {output}", env!("CARGO_PKG_VERSION"), hlsl.library, hlsl.model);
        let common = digest(common.as_bytes()).to_string();
        let mut jobs = Vec::new();
        for program in &project.programs {
            jobs_of((name, text), program, all, &common, findings, &mut jobs);
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
            outcomes: jobs.iter().map(|_| Outcome::Kept).collect(),
            jobs,
            hlsl,
            state: last.unwrap_or_default(),
            written: HashSet::from([sum(INDEX.as_bytes())]),
            counts: Counts::default(),
            lists_files: arguments.program.has_depfile() || arguments.stages.watch_list.is_some(),
            looked: vec![name.to_owned()],
        })
    }

    fn build(&mut self) -> Result<Status> {
        let context = self.context;
        let unchanged = self.state.unchanged();
        self.state.begin();
        let mut waiting = Vec::new();
        for at in 0..self.jobs.len() {
            if !self.keep(at, &unchanged) {
                waiting.push(at);
            }
        }
        self.counts.current = self.jobs.len() - waiting.len();
        let jobs = std::mem::take(&mut self.jobs);
        let files = Files::default();
        let hlsl =
            std::mem::replace(&mut self.hlsl, Hlsl { library: None, model: None, limit: Default::default() });
        let shared = Shared { files: &files, hlsl: &hlsl, limits: &context.limits };
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

    /// True if nothing of a job changed since the last run.
    fn keep(&mut self, at: usize, unchanged: &[bool]) -> bool {
        let job = &self.jobs[at];
        let known = self.state.units.get(&job.name).filter(|known| known.shape == job.shape);
        let Some(known) = known else { return false };
        if !known.read.iter().chain(&known.written).all(|number| unchanged[*number]) {
            return false;
        }
        if self.lists_files {
            let files = &self.state.files;
            self.looked.extend(known.read.iter().map(|number| files[*number].path.clone()));
        }
        self.written.extend(known.outputs.iter().map(|output| sum(output.file.as_bytes())));
        true
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
        if self.lists_files {
            self.looked.extend(built.looked.iter().cloned());
        }
        match (is_wrong, is_from_cache) {
            (true, _) => self.counts.wrong += 1,
            (_, true) => self.counts.current += 1,
            _ => self.counts.built += 1,
        }
        self.state.units.remove(&job.name);
        if is_wrong {
            self.outcomes[at] = Outcome::Wrong;
            return Ok(Status::Errors);
        }
        let mut outputs = Vec::new();
        if !arguments.check {
            for made in &built.made {
                outputs.push(self.write(job, made, &built.made)?);
            }
        }
        // Findings are shown in each run, so what has any is looked at in each run.
        if built.findings.is_empty() && !arguments.check {
            let read = built.looked.iter().map(|path| self.state.source(path)).collect();
            let files = outputs.iter().map(|output| join(&self.output, &output.file));
            let written = files.map(|path| self.state.result(&path)).collect();
            self.state.units.insert(job.name.clone(), Known { shape: job.shape, read, outputs, written });
        } else {
            self.outcomes[at] = Outcome::Made(outputs);
        }
        Ok(Status::Fine)
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
        if !self.written.insert(sum(file.as_bytes())) {
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
        let none: &[IndexOutput] = &[];
        let results = self.jobs.iter().zip(&self.outcomes).map(|(job, outcome)| Results {
            program: &job.program,
            defines: &job.defines,
            outputs: match outcome {
                Outcome::Kept => self.state.units.get(&job.name).map_or(none, |known| &known.outputs),
                Outcome::Made(outputs) => outputs,
                Outcome::Wrong => none,
            },
            is_wrong: matches!(outcome, Outcome::Wrong),
        });
        let results: Vec<Results<'_>> = results.collect();
        let index = json(&results);
        let path = Path::new(&self.output).join(INDEX);
        if !std::fs::read(&path).is_ok_and(|known| known == index.as_bytes()) {
            write_file(&self.output, INDEX, index.as_bytes())?;
        }
        if let Some(path) = self.arguments.program.depfile() {
            let outputs = results.iter().flat_map(|results| results.outputs);
            let mut outputs: Vec<String> = outputs.map(|output| join(&self.output, &output.file)).collect();
            outputs.push(join(&self.output, INDEX));
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
        let count = self.state.units.len();
        if count > self.jobs.len() {
            let names: HashSet<&str> = self.jobs.iter().map(|job| job.name.as_str()).collect();
            self.state.units.retain(|name, _| names.contains(name.as_str()));
        }
        let is_changed = is_changed || self.state.units.len() != count;
        let Some(cache) = self.cache.as_ref().filter(|_| is_changed) else { return Ok(()) };
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
