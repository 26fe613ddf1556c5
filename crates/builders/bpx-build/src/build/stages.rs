//! Compiles the sources of the stages to shaders.

use std::collections::HashMap;

use crate::shader::{Shader, Stage};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Rule, Severity};
use glassbox_core::span::Span;
use glassbox_glsl::StageSource as GlslSource;
use glassbox_glsl::source::{Include, Included};

use super::gather::{Asked, AskedFile};
use crate::code::ClipSpace;
use crate::project::{Language, Project};
use crate::read::{self, Reading};
use crate::rules;
use crate::sal::{self, Declared, Glsl};
use crate::search::Search;
use crate::sources::Sources;

/// Values of `OpSource` for the two kinds of GLSL.
const GLSL_SOURCES: [u32; 2] = [1, 2];

/// Unprocessed source of a stage.
pub(super) struct Raw<'p> {
    stated: &'p Asked,
    language: Language,
    /// Numbers of its files; non-empty.
    files: Vec<u32>,
    /// Contents of the first file.
    bytes: Vec<u8>,
}

impl Raw<'_> {
    fn first(&self) -> u32 {
        self.files.first().copied().unwrap_or_default()
    }
}

/// Compiled stage.
pub(super) struct Loaded {
    pub(super) shader: Shader,
    /// Its own file first, then those that it may have included.
    pub(super) files: Vec<u32>,
    /// True if blocks are identified by type name.
    pub(super) is_glsl: bool,
    /// Clip space of its positions.
    pub(super) clip: ClipSpace,
    /// SAL declarations, if any.
    pub(super) declared: Option<Declared>,
}

/// All stages in pipeline order.
pub(super) struct Understood {
    pub(super) stages: Vec<Loaded>,
    /// Root constants laid out by SAL.
    pub(super) root: Vec<sal::Member>,
}

/// Reads the files of the stages, each once.
pub(super) fn load<'p>(
    asked: &'p [Asked],
    search: &Search<'_>,
    sources: &mut Sources,
    findings: &mut Diagnostics,
) -> Vec<Raw<'p>> {
    let mut known: HashMap<&str, (u32, Vec<u8>)> = HashMap::new();
    let mut all = Vec::new();
    for stated in asked {
        let mut raw: Option<Raw<'_>> = None;
        for AskedFile { path, span, language } in &stated.files {
            let at = sources.location(0, span.range());
            let mut wrong = |message: String, help: &str| {
                findings.report(&rules::SOURCE, at.clone(), message).help(help);
            };
            let language = language.or_else(|| Language::of_name(path));
            let Some(language) = language else {
                let message = format!("found {path}, whose name does not determine its language");
                let help =
                    "state it: { file = \"NAME\", language = \"glsl\" }, wgsl or spirv, or --language glsl";
                wrong(message, help);
                continue;
            };
            if !known.contains_key(path.as_str()) {
                let bytes = match search.bytes(path) {
                    Ok(bytes) => bytes,
                    Err(reason) => {
                        let help = "correct the path; in a project file it is relative to that file";
                        wrong(format!("found no source in {path}: {reason}"), help);
                        continue;
                    }
                };
                let number = match (language, std::str::from_utf8(&bytes)) {
                    (Language::Spirv, _) => sources.add_binary(path.clone(), bytes.clone()),
                    (_, Ok(text)) => sources.add(path.clone(), text),
                    (_, Err(error)) => {
                        let at = error.valid_up_to();
                        let message =
                            format!("found bytes in {path} that are not UTF-8, at {at}, expected text");
                        wrong(message, "save the file as UTF-8");
                        continue;
                    }
                };
                known.insert(path, (number, bytes));
            }
            let Some((file, bytes)) = known.get(path.as_str()) else {
                continue;
            };
            match &mut raw {
                None => {
                    raw = Some(Raw { stated, language, files: vec![*file], bytes: bytes.clone() });
                }
                Some(first) if first.language != language => {
                    let (a, b) = (first.language.title(), language.title());
                    let message = format!(
                        "found {path} in {b} among the files of the {} stage, expected {a} like the files before it",
                        stated.stage
                    );
                    wrong(
                        message,
                        "a stage is written in one language; translate it with `glassbox convert`",
                    );
                }
                Some(_) if language == Language::Spirv => {
                    let message = format!("found {path} as a second module of the {} stage", stated.stage);
                    wrong(message, "link the modules into one with spirv-link");
                }
                Some(first) if first.files.contains(file) => {}
                Some(first) => first.files.push(*file),
            }
        }
        all.extend(raw);
    }
    all
}

/// Compiles the sources to shaders. `None` after errors, all of which are reported.
pub(super) fn understand(
    project: &Project,
    asked: &[Asked],
    raw: Vec<Raw<'_>>,
    search: &Search<'_>,
    sources: &mut Sources,
    findings: &mut Diagnostics,
) -> Option<Understood> {
    let mut reader = Reader { project, search, sources, findings };
    let is_glsl = |raw: &&Raw<'_>| raw.language == Language::Glsl;
    let (mut stages, root) = reader.glsl(&raw.iter().filter(is_glsl).collect::<Vec<_>>());
    for raw in raw.iter().filter(|raw| !is_glsl(raw)) {
        stages.extend(reader.module(raw));
    }
    stages.sort_by_key(|stage| stage.shader.stage);
    reader.broken();
    let is_whole = !reader.findings.has_errors() && stages.len() == asked.len();
    is_whole.then_some(Understood { stages, root })
}

struct Reader<'r, 's> {
    project: &'r Project,
    search: &'r Search<'s>,
    sources: &'r mut Sources,
    findings: &'r mut Diagnostics,
}

/// GLSL stage being processed.
struct Glslish<'p> {
    raw: &'p Raw<'p>,
    name: String,
    text: Glsl,
    sal: Option<sal::Loaded>,
}

impl Reader<'_, '_> {
    fn wrong(&mut self, rule: &'static Rule, at: Span, message: String, help: impl Into<String>) {
        let location = self.sources.location(0, at.range());
        self.findings.report(rule, location, message).help(help);
    }

    /// Reports included files that are not text.
    fn broken(&mut self) {
        for (path, at) in self.search.broken() {
            let mut files = self.sources.files().iter();
            let file = files.position(|file| file.name == path);
            // Ignore files that were probed but not included.
            let Some(file) = file.and_then(|file| u32::try_from(file).ok()) else {
                continue;
            };
            let location = self.sources.location(file, at..at + '\u{fffd}'.len_utf8());
            let message = format!("found bytes in {path} that are not UTF-8, at {at}, expected text");
            self.findings.report(&rules::SOURCE, location, message).help("save the file as UTF-8");
        }
    }

    /// Joins the files of a stage to one text.
    fn joined(&self, raw: &Raw<'_>) -> Glsl {
        let mut joined = Glsl::default();
        for (number, file) in raw.files.iter().enumerate() {
            let text = self.sources.get(*file).map_or("", |file| file.text.as_str());
            joined.pieces.push((joined.text.len(), *file));
            match number {
                0 => joined.text.push_str(text),
                _ => joined.text.push_str(&without_version(text)),
            }
            if raw.files.len() > 1 {
                joined.text.push('\n');
            }
        }
        joined
    }

    /// Compiles all GLSL stages together: they share bindings and locations.
    fn glsl(&mut self, raw: &[&Raw<'_>]) -> (Vec<Loaded>, Vec<sal::Member>) {
        let mut all: Vec<Glslish<'_>> = Vec::new();
        for raw in raw {
            let text = self.joined(raw);
            let name = self.sources.get(raw.first()).map_or("", |file| file.name.as_str());
            let name = name.to_owned();
            let sal = sal::is_sal(&text.text)
                .then(|| sal::load(&raw.files, self.search, self.sources, self.findings));
            if let Some(found) = &sal {
                self.stage_of(raw, &found.declared);
            }
            all.push(Glslish { raw, name, text, sal });
        }
        let declared: Vec<&Declared> =
            all.iter().filter_map(|stage| stage.sal.as_ref()).map(|sal| &sal.declared).collect();
        let root = sal::root(&declared, self.sources, self.findings);
        for stage in &mut all {
            if let Some(sal) = &stage.sal {
                stage.text = sal::glsl(stage.raw.stated.stage, &sal.declared, &root, &sal.code);
            }
        }
        let texts: Vec<GlslSource<'_>> = all
            .iter()
            .map(|stage| GlslSource::new(stage.raw.stated.stage, &stage.name, &stage.text.text))
            .collect();
        let options = glassbox_glsl::Options {
            defines: self.project.defines.clone(),
            stage_defines: all
                .iter()
                .map(|stage| (stage.raw.stated.stage, stage.raw.stated.defines.clone()))
                .collect(),
            ..glassbox_glsl::Options::default()
        };
        let includes = Includes {
            search: self.search,
            together: all.iter().map(|stage| self.names(stage.raw)).collect(),
        };
        // Missing declarations would be reported again as errors in the code.
        let is_broken = self
            .findings
            .items()
            .iter()
            .any(|finding| finding.severity == Severity::Error && finding.rule.id.starts_with("SAL-"));
        let reading = if texts.is_empty() || is_broken {
            Reading::default()
        } else {
            read::glsl::read(&texts, &includes, &options)
        };
        // The reading's first files are the stages, the rest are includes.
        let own: Vec<Option<&Glsl>> = all.iter().map(|stage| Some(&stage.text)).collect();
        let numbers = self.adopt(&reading, &all.iter().map(|stage| stage.raw.first()).collect::<Vec<_>>());
        for finding in reading.findings {
            let moved = self.moved(finding, &own, &numbers);
            self.findings.push(moved);
        }
        let included: Vec<u32> = numbers.iter().skip(all.len()).copied().collect();
        let mut stages = Vec::new();
        for shader in reading.shaders {
            let source = all.iter().find(|stage| stage.raw.stated.stage == shader.stage);
            let Some(source) = source else { continue };
            let mut files = source.raw.files.clone();
            if let Some(sal) = &source.sal {
                files.extend(sal.code.iter().map(|(file, _)| *file));
            }
            files.extend(&included);
            let is_vulkan = source.sal.is_none() && is_vulkan(&source.text.text);
            stages.push(Loaded {
                shader,
                files,
                is_glsl: true,
                clip: if is_vulkan { ClipSpace::Vulkan } else { ClipSpace::OpenGl },
                declared: source.sal.as_ref().map(|sal| sal.declared.clone()),
            });
        }
        (stages, root)
    }

    fn names(&self, raw: &Raw<'_>) -> Vec<String> {
        let files = raw.files.iter().filter_map(|file| self.sources.get(*file));
        files.map(|file| file.name.clone()).collect()
    }

    /// Checks that a source matches the stage under which it is listed.
    fn stage_of(&mut self, raw: &Raw<'_>, declared: &Declared) {
        let wanted = raw.stated.stage;
        if let Some((stage, place)) = &declared.stage
            && *stage != wanted
        {
            let message = format!("found a source of the {stage} stage, expected the {wanted} stage");
            let stated = self.sources.location(0, raw.stated.span().range());
            self.findings
                .report(&rules::STAGE, place.location(self.sources), message)
                .label(stated, "stated here")
                .help("list the file under its own stage");
        }
    }

    /// Adds the files of a reading to the build; the first ones are already there.
    fn adopt(&mut self, reading: &Reading, own: &[u32]) -> Vec<u32> {
        let mut numbers = own.to_vec();
        for file in reading.sources.files().iter().skip(own.len()) {
            let known = self.sources.files().iter().position(|known| known.name == file.name);
            let number = known.and_then(|at| u32::try_from(at).ok());
            numbers.push(number.unwrap_or_else(|| self.sources.add(file.name.clone(), file.text.clone())));
        }
        numbers
    }

    /// Translates a reading's finding to the files of the build.
    fn moved(&self, mut finding: Diagnostic, own: &[Option<&Glsl>], numbers: &[u32]) -> Diagnostic {
        let place = |location: &Location| {
            let at = location.input as usize;
            let file = numbers.get(at).copied().unwrap_or_default();
            let Some(Some(glsl)) = own.get(at) else {
                return Location { input: file, ..location.clone() };
            };
            let start = usize::try_from(location.start).unwrap_or(usize::MAX);
            let length = usize::try_from(location.end.saturating_sub(location.start)).unwrap_or_default();
            match glsl.origin(start) {
                Some((file, start)) => self.sources.location(file, start..start.saturating_add(length)),
                None => self.sources.location(file, 0..0),
            }
        };
        finding.location = place(&finding.location);
        for label in &mut finding.labels {
            label.location = place(&label.location);
        }
        finding
    }

    /// Compiles a stage in WGSL or SPIR-V.
    fn module(&mut self, raw: &Raw<'_>) -> Option<Loaded> {
        let name = self.sources.get(raw.first())?.name.clone();
        let joined = self.joined(raw);
        let (reading, is_glsl, clip) = match raw.language {
            Language::Wgsl => (read::wgsl::read(&name, &joined.text), false, ClipSpace::WebGpu),
            _ => {
                let reading = read::spirv::read(&name, &raw.bytes);
                let is_glsl = reading.shaders.first().is_some_and(|shader| {
                    let mut sources = shader.reflection.sources.iter();
                    sources.any(|source| GLSL_SOURCES.contains(&source.value.language))
                });
                (reading, is_glsl, ClipSpace::Vulkan)
            }
        };
        let numbers = self.adopt(&reading, &[raw.first()]);
        let own = [Some(&joined).filter(|_| raw.language == Language::Wgsl)];
        for finding in reading.findings {
            let moved = self.moved(finding, &own, &numbers);
            // A file with several stages is read for each; report its problems once.
            self.once(moved);
        }
        let wanted = raw.stated.stage;
        let entry = raw.stated.entry.as_ref();
        let shaders = reading.shaders.iter();
        let known: Vec<String> =
            shaders.clone().map(|shader| format!("`{}` ({})", shader.entry, shader.stage)).collect();
        let mut fitting = shaders
            .filter(|shader| shader.stage == wanted && entry.is_none_or(|entry| entry.value == shader.entry));
        let first = fitting.clone().next();
        let Some(shader) = fitting.find(|shader| shader.entry == "main").or(first).cloned() else {
            // A failed read has been reported.
            if !known.is_empty() {
                let at = entry.map_or(raw.stated.span(), |entry| entry.span);
                let what = entry.map_or_else(String::new, |entry| format!("`{}` ", entry.value));
                let message = format!("found no entry point {what}of the {wanted} stage in {name}");
                let help = format!("there is {}", known.join(", "));
                self.wrong(&rules::STAGE, at, message, help);
            }
            return None;
        };
        Some(Loaded { shader, files: raw.files.clone(), is_glsl, clip, declared: None })
    }

    fn once(&mut self, finding: Diagnostic) {
        let is_known = self.findings.items().iter().any(|known| {
            known.rule == finding.rule
                && known.message == finding.message
                && known.location == finding.location
        });
        if !is_known {
            self.findings.push(finding);
        }
    }
}

/// True if GLSL is written for Vulkan, which has another clip space: it states sets, push constants
/// or separate samplers.
fn is_vulkan(text: &str) -> bool {
    let words = |line: &str| {
        let code = line.split("//").next().unwrap_or(line);
        let spaced: String = code
            .chars()
            .map(|letter| match letter {
                letter if letter.is_ascii_alphanumeric() || letter == '_' => letter,
                _ => ' ',
            })
            .collect();
        let mut words = spaced.split_whitespace();
        words.any(|word| {
            matches!(
                word,
                "set"
                    | "push_constant"
                    | "sampler"
                    | "texture2D"
                    | "texture3D"
                    | "textureCube"
                    | "gl_VertexIndex"
            )
        }) && (code.contains("layout") || code.contains("uniform") || code.contains("gl_VertexIndex"))
    };
    text.lines().any(words)
}

/// Blanks the `#version` line: only that of a stage's first file counts.
fn without_version(text: &str) -> String {
    let blank = |line: &str| {
        if line.trim_start().starts_with("#version") {
            line.chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }).collect()
        } else {
            line.to_owned()
        }
    };
    text.split_inclusive('\n').map(blank).collect()
}

/// Adapts the build's file search to the GLSL reader.
struct Includes<'s, 'f> {
    search: &'s Search<'f>,
    /// Files that form one text, named after the first.
    together: Vec<Vec<String>>,
}

impl Include for Includes<'_, '_> {
    fn find(&self, path: &str, _is_system: bool, from: &str) -> Option<Included> {
        let mut together = self.together.iter();
        let several = together.find(|names| names.first().is_some_and(|first| first == from));
        let own = [from.to_owned()];
        let mut names = several.map_or(&own[..], Vec::as_slice).iter();
        let (name, text) = names.find_map(|from| self.search.text(path, from))?;
        Some(Included { name, text })
    }

    fn known(&self, _from: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The stage after another one.
pub(super) fn next<'s>(stages: impl Iterator<Item = &'s Shader>, stage: Stage) -> Option<&'s Shader> {
    stages.filter(|other| other.stage > stage).min_by_key(|other| other.stage)
}
