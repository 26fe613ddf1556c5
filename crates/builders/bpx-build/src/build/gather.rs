//! Assigns source files to stages: those listed per stage in the project file, and those that state
//! their stage themselves.

use crate::shader::Stage;
use glassbox_core::diagnostic::{Diagnostics, Rule};
use glassbox_core::span::Span;

use crate::project::{Language, Located, Project, StageSource, stage_named, stage_of_name};
use crate::rules;
use crate::sal;
use crate::search::Search;
use crate::sources::{Sources, beside, join};

/// Files of a stage.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) stage: Stage,
    /// Non-empty.
    pub(super) files: Vec<AskedFile>,
    pub(super) entry: Option<Located<String>>,
    pub(super) defines: Vec<(String, String)>,
}

/// File of a stage.
#[derive(Clone, Debug)]
pub(super) struct AskedFile {
    pub(super) path: String,
    /// Position of its name in the project file.
    pub(super) span: Span,
    /// Source language, if the file name does not determine it.
    pub(super) language: Option<Language>,
}

impl Asked {
    fn new(stated: &StageSource, project_name: &str) -> Asked {
        let files = stated.files.iter();
        Asked {
            stage: stated.stage,
            files: files
                .map(|file| AskedFile {
                    path: beside(project_name, &file.value),
                    span: file.span,
                    language: stated.language,
                })
                .collect(),
            entry: stated.entry.clone(),
            defines: stated.defines.clone(),
        }
    }

    /// Position of the first file's name in the project file.
    pub(super) fn span(&self) -> Span {
        self.files.first().map_or_else(Span::default, |file| file.span)
    }
}

/// Stages of a project in pipeline order.
pub(super) fn gather(
    project: &Project,
    search: &Search<'_>,
    sources: &Sources,
    findings: &mut Diagnostics,
) -> Vec<Asked> {
    let project_name = sources.get(0).map_or("", |file| file.name.as_str());
    let stated = project.stages.iter();
    let mut gatherer = Gatherer {
        search,
        sources,
        findings,
        stages: stated.map(|stage| Asked::new(stage, project_name)).collect(),
    };
    for source in &project.sources {
        gatherer.source(&beside(project_name, &source.value), source.span);
    }
    for name in &project.inject {
        gatherer.injected(name);
    }
    for stage in &project.stages {
        gatherer.needs_source(stage);
    }
    let mut stages = gatherer.stages;
    stages.retain(|stage| !stage.files.is_empty());
    stages.sort_by_key(|stage| stage.stage);
    stages
}

struct Gatherer<'g, 's> {
    search: &'g Search<'s>,
    sources: &'g Sources,
    findings: &'g mut Diagnostics,
    stages: Vec<Asked>,
}

impl Gatherer<'_, '_> {
    fn wrong(&mut self, rule: &'static Rule, at: Span, message: String, help: impl Into<String>) {
        let location = self.sources.location(0, at.range());
        self.findings.report(rule, location, message).help(help);
    }

    /// Rejects macros for a stage without source.
    fn needs_source(&mut self, stated: &StageSource) {
        let mut stages = self.stages.iter();
        if stages.any(|stage| stage.stage == stated.stage && !stage.files.is_empty())
            || self.findings.has_errors()
        {
            return;
        }
        let message = format!("found macros of the {} stage, which has no source", stated.stage);
        let help = "name its source next to them, or in `sources`";
        self.wrong(&rules::MISSING, stated.span(), message, help);
    }

    fn injected(&mut self, name: &Located<String>) {
        let libraries = self.search.libraries();
        let has = |path: &String| libraries.iter().any(|library| library.read(path).is_some());
        let mut paths = libraries.iter().map(|library| join(&library.path, &name.value));
        let Some(path) = paths.find(has) else {
            let names = libraries.iter().flat_map(|library| library.names());
            let help = match glassbox_core::suggest::similar(&name.value, names) {
                Some(like) => format!("did you mean `{like}`?"),
                None => "correct the name, or add the library that has it".to_owned(),
            };
            let message = format!("found no source `{}` in the libraries", name.value);
            return self.wrong(&rules::LIBRARY, name.span, message, help);
        };
        self.source(&path, name.span);
    }

    /// Assigns a source to the stages given by its `#stage` line, its entry points, or its name.
    fn source(&mut self, path: &str, span: Span) {
        let bytes = match self.search.bytes(path) {
            Ok(bytes) => bytes,
            Err(reason) => {
                let message = format!("found no source in {path}: {reason}");
                let help = "correct the path; in a project file it is relative to that file";
                return self.wrong(&rules::SOURCE, span, message, help);
            }
        };
        // Invalid UTF-8 is rejected when the stage is read.
        let text = String::from_utf8_lossy(&bytes);
        let is_sal = sal::is_sal(&text);
        let language = if is_sal { Some(Language::Glsl) } else { Language::of_name(path) };
        let stages = match language {
            Some(Language::Glsl) => match (sal::stated_stage(&text), is_sal) {
                (Some(name), _) => match stage_named(&name) {
                    Some(stage) => vec![stage],
                    // The SAL reader reports errors in it under any stage.
                    None => vec![Stage::Vertex],
                },
                // As in the vendor's compiler.
                (None, true) => vec![stage_of_name(path).unwrap_or(Stage::Vertex)],
                (None, false) => stage_of_name(path).into_iter().collect(),
            },
            Some(Language::Wgsl) => wgsl_stages(&text),
            Some(Language::Spirv) => spirv_stages(&bytes),
            None => {
                let message = format!("found {path}, whose name does not determine its language");
                let help =
                    "list it under its stage with its language: { file = \"NAME\", language = \"glsl\" }";
                return self.wrong(&rules::SOURCE, span, message, help);
            }
        };
        if stages.is_empty() {
            let message = format!("found {path}, whose stage is not stated");
            let help = "list it under its stage, such as pixel = \"NAME\", or name it NAME.vert, NAME.frag or the like";
            return self.wrong(&rules::STAGE, span, message, help);
        }
        for stage in stages {
            self.add(stage, path, span, language);
        }
    }

    fn add(&mut self, stage: Stage, path: &str, span: Span, language: Option<Language>) {
        let file = AskedFile { path: path.to_owned(), span, language };
        match self.stages.iter_mut().find(|known| known.stage == stage) {
            Some(known) => known.files.push(file),
            None => self.stages.push(Asked { stage, files: vec![file], entry: None, defines: Vec::new() }),
        }
    }
}

/// Stages named by function attributes.
fn wgsl_stages(text: &str) -> Vec<Stage> {
    let has = |attribute: &str| {
        text.lines().map(|line| line.split("//").next().unwrap_or(line)).any(|code| code.contains(attribute))
    };
    let known = [("@vertex", Stage::Vertex), ("@fragment", Stage::Fragment)];
    let found = known.into_iter().filter(|(attribute, _)| has(attribute));
    found.map(|(_, stage)| stage).collect()
}

/// Stages of a module's entry points.
fn spirv_stages(bytes: &[u8]) -> Vec<Stage> {
    let models = [
        Stage::Vertex,
        Stage::TessellationControl,
        Stage::TessellationEvaluation,
        Stage::Geometry,
        Stage::Fragment,
    ];
    let Ok(reflection) = glassbox_spirv::reflect::reflect(bytes) else {
        return Vec::new();
    };
    let mut stages = Vec::new();
    for entry in &reflection.entry_points {
        let stage = usize::try_from(entry.model).ok().and_then(|model| models.get(model));
        if let Some(stage) = stage.filter(|stage| !stages.contains(*stage)) {
            stages.push(*stage);
        }
    }
    stages
}
