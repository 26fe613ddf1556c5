//! Builds project files of programs: every permutation that changed, from the cache if it was built before.

use std::collections::HashSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

use glassbox::bpx_build::sources::{beside, join};
use glassbox::programs::cache::Cache;
use glassbox::programs::digest::sum;
use glassbox::programs::index::{Output as IndexOutput, Results, json};
use glassbox::programs::project::{Project, is_project_text, read};
use glassbox::programs::state::{self, State, Unit as Known};
use glassbox_core::diagnostic::Severity;
use glassbox_report::Subject;

use super::files::Files;
use super::job::{Done, Job, Plan, SHARED, built, file_name};
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
    let output = output_of(arguments, &input.name, &project)?;
    let plan = Plan::new(&input.name, &output, &all, arguments.stages.hlsl());
    let mut jobs = Vec::new();
    for program in &project.programs {
        plan.jobs_of(program, &text, &mut findings, &mut jobs);
    }
    let mut run = Run::new(arguments, &plan, &jobs, output, &project, context);
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

/// Folder of the results.
fn output_of(arguments: &Arguments, name: &str, project: &Project) -> Result<String> {
    let own = project.output.as_ref().map_or("out", |output| output.value.as_str());
    let output = match &arguments.output {
        Some(path) => path.to_string_lossy().into_owned(),
        None => beside(name, own),
    };
    if Path::new(&output).exists() && !Path::new(&output).is_dir() {
        bail!("{output} is a file; the results of a project need a folder");
    }
    Ok(output)
}

/// A run over a project.
struct Run<'a> {
    arguments: &'a Arguments,
    context: &'a Context,
    plan: &'a Plan<'a>,
    jobs: &'a [Job<'a>],
    /// Folder of the results.
    output: String,
    cache: Option<Cache>,
    /// The files of the last run, and then those of this one.
    state: State,
    /// True if the last run built something that is no job any more.
    has_others: bool,
    /// What is known of each job.
    outcomes: Vec<Outcome>,
    /// Sums of the paths of results.
    written: HashSet<u64>,
    counts: Counts,
    /// True if the files that were looked for are to be listed.
    lists_files: bool,
    looked: Vec<String>,
}

/// What is known of a job.
enum Outcome {
    /// Nothing: it was not built.
    None,
    /// What the state has of it.
    Known(Known),
    /// Results with findings, which the state does not have.
    Made(Vec<IndexOutput>),
    /// It has errors.
    Wrong,
}

impl Outcome {
    fn known(self) -> Option<Known> {
        match self {
            Outcome::Known(known) => Some(known),
            Outcome::None | Outcome::Made(_) | Outcome::Wrong => None,
        }
    }
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
        plan: &'a Plan<'a>,
        jobs: &'a [Job<'a>],
        output: String,
        project: &Project,
        context: &'a Context,
    ) -> Run<'a> {
        let cache = match (&arguments.stages.cache, &project.cache) {
            (Some(path), _) if path.as_os_str() == "none" => None,
            (Some(path), _) => Some(path.clone()),
            (None, Some(path)) if path.value == "none" => None,
            (None, Some(path)) => Some(PathBuf::from(beside(plan.project, &path.value))),
            (None, None) => Some(Path::new(&output).join(".cache")),
        };
        let cache = cache.map(|folder| Cache::new(&folder));
        let last = match &cache {
            Some(cache) if !arguments.check => {
                State::load(&state::path(cache.folder(), Path::new(plan.project))).ok().flatten()
            }
            _ => None,
        };
        let mut state = last.unwrap_or_default();
        let count = state.units.len();
        let known = state.take(jobs.iter().map(|job| job.name.as_str()));
        Run {
            arguments,
            context,
            plan,
            jobs,
            output,
            cache,
            state,
            has_others: known.iter().flatten().count() != count,
            outcomes: known.into_iter().map(|known| known.map_or(Outcome::None, Outcome::Known)).collect(),
            written: HashSet::from_iter([sum(INDEX.as_bytes())]),
            counts: Counts::default(),
            lists_files: arguments.program.has_depfile() || arguments.stages.watch_list.is_some(),
            looked: vec![plan.project.to_owned()],
        }
    }

    fn build(&mut self) -> Result<Status> {
        let (context, plan, jobs) = (self.context, self.plan, self.jobs);
        let unchanged = self.state.unchanged();
        self.state.begin();
        let waiting: Vec<usize> = (0..jobs.len()).filter(|at| !self.keep(*at, &unchanged)).collect();
        self.counts.current = jobs.len() - waiting.len();
        let files = Files::default();
        let shared = Shared { files: &files, hlsl: &plan.hlsl, limits: &context.limits };
        let cache = self.cache.clone();
        let work = |number: usize| built(plan, &jobs[waiting[number]], &shared, cache.as_ref());
        let mut status = Status::Fine;
        let mut next = 0;
        let mut trouble = None;
        let bounds = self.arguments.stages.bounds();
        in_order(waiting.len(), bounds, work, |done: Done| -> Result<()> {
            let at = waiting[next];
            next += 1;
            trouble = trouble.take().or(done.trouble.clone());
            status = status.max(self.take(at, done)?);
            Ok(())
        })?;
        if let Some(trouble) = trouble {
            context.print_note(&format!("the cache was not used for all programs: {trouble}"));
        }
        if !self.arguments.check {
            self.close(!waiting.is_empty())?;
        }
        write_list(self.arguments, &self.looked)?;
        let Counts { current, built, wrong } = self.counts;
        context.print_note(&format!(
            "{}: {} permutations: {built} built, {current} up to date, {wrong} with errors",
            plan.project,
            jobs.len()
        ));
        Ok(status)
    }

    /// True if nothing of a job changed since the last run.
    fn keep(&mut self, at: usize, unchanged: &[bool]) -> bool {
        let Outcome::Known(known) = &self.outcomes[at] else { return false };
        if known.shape != self.jobs[at].shape
            || !known.read.iter().chain(&known.written).all(|number| unchanged[*number])
        {
            return false;
        }
        if self.lists_files {
            let files = &self.state.files;
            self.looked.extend(known.read.iter().map(|number| files[*number].path.to_string()));
        }
        self.written.extend(known.outputs.iter().map(|output| sum(output.file.as_bytes())));
        true
    }

    /// Reports a job and writes its results.
    fn take(&mut self, at: usize, done: Done) -> Result<Status> {
        let job = &self.jobs[at];
        let Done { built, is_from_cache, .. } = done;
        let arguments = self.arguments;
        let mut findings = built.findings.clone();
        if job.has_permutations() {
            let values: Vec<String> =
                job.defines.iter().map(|(name, value)| format!("{name}={value}")).collect();
            for finding in &mut findings {
                finding.notes.push(format!("in {} with {}", job.program.name.value, values.join(", ")));
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
        self.outcomes[at] = if built.findings.is_empty() && !arguments.check {
            let read = built.looked.iter().map(|path| self.state.source(path)).collect();
            let files = outputs.iter().map(|output| join(&self.output, &output.file));
            let written = files.map(|path| self.state.result(&path)).collect();
            Outcome::Known(Known { name: job.name.clone(), shape: job.shape, read, outputs, written })
        } else {
            Outcome::Made(outputs)
        };
        Ok(Status::Fine)
    }

    /// Writes a result, unless the file has it.
    fn write(&mut self, job: &Job<'_>, made: &Made, all: &[Made]) -> Result<IndexOutput> {
        let file = file_name(job, made, all);
        let output = IndexOutput {
            target: made.target.as_str().into(),
            stage: made.stage.as_str().into(),
            entry: made.entry.as_str().into(),
            file: file.as_str().into(),
        };
        if !self.written.insert(sum(file.as_bytes())) {
            if file.starts_with(SHARED) {
                return Ok(output);
            }
            bail!("{}: two results would both be {file}", job.program.name.value);
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
        let results = self.jobs.iter().zip(&self.outcomes).map(|(job, outcome)| Results {
            program: &job.program.name.value,
            defines: &job.defines,
            outputs: match outcome {
                Outcome::Known(known) => &known.outputs,
                Outcome::Made(outputs) => outputs,
                Outcome::None | Outcome::Wrong => &[],
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
        let Some(cache) = self.cache.as_ref().filter(|_| is_changed || self.has_others) else {
            return Ok(());
        };
        let known = std::mem::take(&mut self.outcomes).into_iter();
        self.state.units = known.filter_map(Outcome::known).collect();
        let path = state::path(cache.folder(), Path::new(self.plan.project));
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
