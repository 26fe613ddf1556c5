//! Builds a project into one program per target.
//!
//! Sources are read and compiled once for all targets; stages and targets are processed in
//! parallel. The output is deterministic: the same project and files give the same bytes.

mod collect;
mod gather;
mod link;
mod locate;
mod stages;
mod write;

use crate::shader::Stage;
use glassbox_bpx::raw::Target;
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Severity};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};

use crate::library::Library;
use crate::project::switches::{COMMAND_LINE, Switches};
use crate::project::{Project, read};
use crate::rules;
use crate::search::Search;
use crate::sources::{Files, Sources, beside, join};
use crate::symbols::merge::merge;
use crate::symbols::table::{Facts, Symbols, symbols};
use crate::symbols::{StageSymbols, declared, reflect, varyings};

use gather::Asked;
use stages::{Loaded, Understood};

/// Result of building a project.
#[derive(Clone, Debug, Default)]
pub struct Build {
    /// All files read, the project file first; finding locations use their numbers.
    pub sources: Sources,
    /// Findings, source by source.
    pub findings: Vec<Diagnostic>,
    /// Program name from the project file, by default its file name.
    pub name: String,
    /// Programs in target order; empty on error.
    pub programs: Vec<Program>,
    /// Paths of the assemblies read.
    pub assemblies: Vec<String>,
    /// Paths of the shader libraries read.
    pub libraries: Vec<String>,
}

impl Build {
    /// True if errors prevent the programs from being written.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.findings.iter().any(|finding| finding.severity == Severity::Error)
    }
}

/// Program for one target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// Target.
    pub target: Target,
    /// Name of the target, such as `GL42`.
    pub target_name: &'static str,
    /// Contents of the package file.
    pub bytes: Vec<u8>,
    /// Code of each stage in the package.
    pub code: Vec<StageCode>,
}

/// Code of a stage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StageCode {
    /// Pipeline stage.
    pub stage: Stage,
    /// Text, or little-endian words.
    pub bytes: Vec<u8>,
    /// True if it is text.
    pub is_text: bool,
}

/// Builds a project file. `name` is its path, relative to which other files are found.
///
/// ```
/// use glassbox_bpx_build::build::build;
/// use glassbox_bpx_build::sources::Memory;
///
/// let mut memory = Memory::default();
/// let mut add = |name: &str, text: &str| memory.files.insert(name.to_owned(), text.into());
/// add(
///     "flat.wgsl",
///     "struct Tint { color: vec4f }
///      @group(0) @binding(1) var<uniform> tint: Tint;
///      @vertex fn corner(@location(0) place: vec3f) -> @builtin(position) vec4f { return vec4f(place, 1); }
///      @fragment fn fill() -> @location(0) vec4f { return tint.color; }",
/// );
/// let project = "target = ['GL42', 'VK10']\n[stages]\nvertex = 'flat.wgsl'\npixel = 'flat.wgsl'\n";
/// let build = build("flat.toml", project, &memory);
/// assert!(!build.has_errors(), "{:?}", build.findings);
/// assert_eq!(build.programs.len(), 2);
/// assert_eq!(build.programs[0].target_name, "GL42");
/// ```
#[must_use]
pub fn build(name: &str, text: &str, files: &dyn Files) -> Build {
    let mut sources = Sources::default();
    sources.add(name, text);
    let (project, mut findings) = read(text);
    let stem = name.rsplit('/').next().unwrap_or(name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    let mut build = Build {
        name: project.name.as_ref().map_or(stem, |name| name.value.as_str()).to_owned(),
        ..Build::default()
    };
    if !findings.has_errors() {
        let folders = project.include.iter().map(|folder| beside(name, &folder.value));
        let (libraries, paths) = libraries(&project, files, &sources, &mut findings);
        build.libraries = paths;
        let search = Search::new(files, folders.collect(), libraries);
        let mut builder = Builder {
            project: &project,
            sources: &mut sources,
            findings: &mut findings,
            files,
            build: &mut build,
        };
        builder.build(&search);
    }
    build.findings = findings.into_sorted();
    if build.has_errors() {
        build.programs.clear();
    }
    build.sources = sources;
    build
}

/// Builds a project given by switches. Paths are relative to the working folder; findings about a
/// switch are located in the command line, which is the first source.
#[must_use]
pub fn build_switches(switches: &Switches, files: &dyn Files) -> Build {
    let spelled = switches.spell();
    let mut build = build(COMMAND_LINE, &spelled.project, files);
    let relocate = |location: &mut Location| {
        if location.input == 0 && location.line_column.is_some() {
            let range = spelled.in_command_line(location.start as usize..location.end as usize);
            *location = Location::in_text(&spelled.command_line, range);
        }
    };
    for finding in &mut build.findings {
        relocate(&mut finding.location);
        for label in &mut finding.labels {
            relocate(&mut label.location);
        }
    }
    build.findings.sort_by_key(|finding| (finding.location.input, finding.location.start));
    build.sources.replace(0, spelled.command_line);
    build
}

/// Shader libraries of a project, and the paths of all those that it names.
fn libraries(
    project: &Project,
    files: &dyn Files,
    sources: &Sources,
    findings: &mut Diagnostics,
) -> (Vec<Library>, Vec<String>) {
    let name = sources.get(0).map_or("", |file| file.name.as_str());
    let (mut libraries, mut paths) = (Vec::new(), Vec::new());
    for stated in &project.libraries {
        // Objects are looked up under the normalised path.
        let path = join("", &beside(name, &stated.value));
        let at = sources.location(0, stated.span.range());
        match files.read(&path) {
            Ok(bytes) => libraries.extend(Library::new(&path, &bytes, &at, findings)),
            Err(reason) => {
                let message = format!("found no shader library in {path}: {reason}");
                let help = "correct the path; in a project file it is relative to that file";
                findings.report(&rules::LIBRARY, at, message).help(help);
            }
        }
        paths.push(path);
    }
    (libraries, paths)
}

struct Builder<'b> {
    project: &'b Project,
    sources: &'b mut Sources,
    findings: &'b mut Diagnostics,
    files: &'b dyn Files,
    build: &'b mut Build,
}

impl Builder<'_> {
    fn build(&mut self, search: &Search<'_>) {
        let asked = gather::gather(self.project, search, self.sources, self.findings);
        self.pipeline(&asked);
        let loaded = stages::load(&asked, search, self.sources, self.findings);
        let assemblies = self.assemblies();
        let understood =
            stages::understand(self.project, &asked, loaded, search, self.sources, self.findings);
        let Some(understood) = understood else {
            return;
        };
        let Some(symbols) = self.symbols(&understood) else {
            return;
        };
        let stages = understood.stages;
        let written = write::write(self.project, &stages, &symbols, self.sources, self.findings);
        for (target, pack, code) in written {
            let bytes = match write::bytes(&pack, self.project.compression) {
                Ok(bytes) => bytes,
                Err(message) => {
                    let at = self.sources.location(0, 0..0);
                    let message = format!("found a program that packages cannot store: {message}");
                    self.findings.report(&rules::NAME, at, message).help("use fewer or shorter names");
                    continue;
                }
            };
            let linked = match &assemblies {
                Some(assemblies) => assemblies.link(&bytes, target, &symbols.places, self.findings),
                None => Some(bytes),
            };
            self.build.programs.extend(linked.map(|bytes| Program {
                target: pack.target,
                target_name: target,
                bytes,
                code,
            }));
        }
    }

    /// Checks that the stages form a pipeline.
    fn pipeline(&mut self, asked: &[Asked]) {
        // A source without a stage may be the missing one.
        if self.findings.has_errors() {
            return;
        }
        let has = |stage: Stage| asked.iter().any(|source| source.stage == stage);
        let first = asked.first().map_or_else(Default::default, Asked::span);
        let mut missing = |stage: &str, why: &str| {
            let at = self.sources.location(0, first.range());
            let message = format!("found no {stage} stage, expected one {why}");
            let help = format!("add {stage} = \"FILE\" under [stages], or --{stage} FILE");
            self.findings.report(&rules::PIPELINE, at, message).help(help);
        };
        if !has(Stage::Vertex) {
            missing("vertex", "in every program");
        }
        match (has(Stage::TessellationControl), has(Stage::TessellationEvaluation)) {
            (true, false) => missing("domain", "after a hull stage"),
            (false, true) => missing("hull", "before a domain stage"),
            _ => {}
        }
    }

    fn assemblies(&mut self) -> Option<link::Assemblies> {
        let assemblies = link::Assemblies::read(self.project, self.files, self.sources, self.findings)?;
        self.build.assemblies = assemblies.paths();
        Some(assemblies)
    }

    fn symbols(&mut self, understood: &Understood) -> Option<Symbols> {
        let sources = &*self.sources;
        let reflected: Vec<(StageSymbols, Vec<Diagnostic>)> = understood
            .stages
            .par_iter()
            .map(|stage| {
                let locate = |name: &str| locate::locate(sources, &stage.files, name);
                let (found, mut findings) = reflect::reflect(&stage.shader, stage.is_glsl, &locate);
                if let Some(own) = &stage.declared {
                    // The SAL reader has reported these at the declaration.
                    let structures = own.buffers.iter().chain(&own.structures);
                    let starts: Vec<String> =
                        structures.map(|structure| format!(" at `{}.", structure.name)).collect();
                    findings.retain(|finding| {
                        finding.rule.id != rules::LIKE.id
                            || !starts.iter().any(|start| finding.message.contains(start))
                    });
                }
                let symbols = match &stage.declared {
                    Some(own) => declared::declared(own, found, &understood.root, sources),
                    None => found,
                };
                (symbols, findings)
            })
            .collect();
        let mut stages = Vec::new();
        for (symbols, findings) in reflected {
            self.findings.extend(findings);
            stages.push(symbols);
        }
        varyings::check(&stages, self.findings);
        let program = merge(&stages, self.findings);
        let facts = self.facts(&understood.stages);
        let text = sources.get(0).map_or("", |file| file.text.as_str());
        let symbols = symbols(&program, &facts, self.project, text, self.findings);
        (!self.findings.has_errors()).then_some(symbols)
    }

    /// Settings from outside the code. The project file takes precedence over SAL.
    fn facts(&self, stages: &[Loaded]) -> Facts {
        let mut facts = Facts::default();
        for declared in stages.iter().filter_map(|stage| stage.declared.as_ref()) {
            if let (Some(format), true) = (&declared.vertex_format, facts.vertex_format.is_empty()) {
                facts.vertex_format.clone_from(&format.name);
            }
            if let (Some((name, state, _)), None) = (&declared.pipeline, &facts.pipeline) {
                facts.pipeline = Some((name.clone(), *state));
            }
            for (name, blend, _) in &declared.blends {
                facts.blends.push((name.clone(), *blend));
            }
        }
        if let Some(stated) = &self.project.vertex_format {
            facts.vertex_format.clone_from(&stated.value);
        }
        if facts.vertex_format.is_empty() {
            "Vertex".clone_into(&mut facts.vertex_format);
        }
        if let Some(stated) = &self.project.pipeline {
            let own = facts.pipeline.map(|(name, _)| name);
            let stated_name = stated.name.as_ref().map(|name| name.value.clone());
            let name = stated_name.or(own).unwrap_or_else(|| "Pipeline".to_owned());
            facts.pipeline = Some((name, stated.state));
        }
        facts
    }
}
