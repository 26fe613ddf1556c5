//! GLSL: through the adapter, and through naga or the compiler for other stages.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Rule};
use glassbox_core::span::Span;
use glassbox_glsl::source::{Include, Sources};
use glassbox_glsl::{AdaptedStage, Options, StageSource, adapt_program};
use naga::TypeInner;
use naga::front::glsl::{Error, Frontend, Options as NagaOptions};

use super::module::{self, check, naga_stage, range};
use super::rules::{INVALID, OTHER_STAGE, STAGE, TEXT};
use super::words::{self, Said};
use super::{Reading, StageError, distances, fix, stage_compiler};
use crate::guard;
use crate::plain::plain;
use crate::shader::Shader;

/// Reads the stages of a program together: what they share gets one place.
///
/// ```
/// use glassbox_glsl::source::IncludeList;
/// use glassbox_glsl::{Options, StageSource};
/// use glassbox_translate::front::glsl::read;
/// use glassbox_translate::shader::Stage;
///
/// let text = "#version 450\nlayout(location = 0) out vec4 color;\nvoid main() { color = vec4(1.0); }\n";
/// let stage = StageSource { stage: Stage::Fragment, name: "white.frag", text };
/// let reading = read(&[stage], &IncludeList::default(), &Options::default());
/// assert!(reading.findings.is_empty());
/// assert_eq!(reading.shaders.len(), 1);
/// ```
#[must_use]
pub fn read(stages: &[StageSource<'_>], includes: &dyn Include, options: &Options) -> Reading {
    let adapted = adapt_program(stages, includes, options);
    let mut reading =
        Reading { sources: adapted.sources, findings: adapted.findings.into_sorted(), ..Reading::default() };
    for stage in &adapted.stages {
        let read = match naga_stage(stage.stage) {
            Some(naga) => read_stage(stage, naga, &reading.sources),
            None => read_other(stage, &reading.sources),
        };
        match read {
            Ok(shader) => reading.shaders.push(shader),
            Err(findings) => reading.findings.extend(findings),
        }
    }
    reading.settled()
}

/// A stage that naga has.
fn read_stage(
    stage: &AdaptedStage,
    naga_stage: naga::ShaderStage,
    sources: &Sources,
) -> Result<Shader, Vec<Diagnostic>> {
    let read = || read_with_naga(stage, naga_stage, sources);
    guard::run(read).unwrap_or_else(|message| {
        let location = sources.location(stage.map.origin(0..1));
        Err(vec![guard::finding(&message, location)])
    })
}

/// The same on the thread that is made for it: naga calls itself over what it reads.
fn read_with_naga(
    stage: &AdaptedStage,
    naga_stage: naga::ShaderStage,
    sources: &Sources,
) -> Result<Shader, Vec<Diagnostic>> {
    let mut frontend = Frontend::default();
    let mut module = frontend.parse(&NagaOptions::from(naga_stage), &stage.text).map_err(|errors| {
        let errors = errors.errors.iter();
        errors.map(|error| unread(stage, error, sources)).collect::<Vec<Diagnostic>>()
    })?;
    restore_members(&mut module, &stage.renamed);
    fix::gathers(&mut module, &stage.gathers);
    fix::offsets(&mut module);
    distances::count(&mut module);
    fix::pointers(&mut module);
    let info = check(&module).map_err(|refusal| {
        vec![match words::of_module(&refusal.message) {
            Some(said) => worded(&INVALID, stage, refusal.span, said, sources),
            None => finding(&INVALID, stage, refusal.span, &refusal.message, sources),
        }]
    })?;
    let words = module::words(&module, &info, naga_stage, "main")
        .map_err(|message| vec![finding(&INVALID, stage, None, &message, sources)])?;
    Ok(shader(stage, words))
}

/// Gives members of blocks the names that the source has for them.
fn restore_members(module: &mut naga::Module, renamed: &[(String, String)]) {
    if renamed.is_empty() {
        return;
    }
    let names: HashMap<&str, &str> =
        renamed.iter().map(|(other, own)| (other.as_str(), own.as_str())).collect();
    let blocks: Vec<_> = module.types.iter().map(|(handle, _)| handle).collect();
    for handle in blocks {
        let mut ty = module.types[handle].clone();
        let TypeInner::Struct { members, .. } = &mut ty.inner else {
            continue;
        };
        let mut is_other = false;
        for member in members {
            let own = member.name.as_deref().and_then(|name| names.get(name));
            if let Some(own) = own {
                member.name = Some((*own).to_owned());
                is_other = true;
            }
        }
        // Two types may not become one.
        if is_other && module.types.get(&ty).is_none() {
            module.types.replace(handle, ty);
        }
    }
}

/// A stage that naga does not have.
fn read_other(stage: &AdaptedStage, sources: &Sources) -> Result<Shader, Vec<Diagnostic>> {
    let Some(compiler) = stage_compiler() else {
        let message = format!("found a {} shader, expected one of vertex, fragment or compute", stage.stage);
        let location = sources.location(stage.map.origin(0..1));
        return Err(vec![
            Diagnostic::new(&STAGE, location, message)
                .help("build with the feature `khronos`, which brings a compiler for this stage"),
        ]);
    };
    match compiler.compile(stage.stage, &stage.text) {
        Ok(words) => Ok(shader(stage, words)),
        Err(complaints) => Err(complaints
            .iter()
            .map(|complaint| {
                finding(&OTHER_STAGE, stage, line(&stage.text, complaint), &complaint.message, sources)
            })
            .collect()),
    }
}

fn shader(stage: &AdaptedStage, words: Vec<u32>) -> Shader {
    Shader {
        stage: stage.stage,
        entry: "main".to_owned(),
        words: words.into(),
        combined: stage.combined.clone().into(),
        explicit: stage.explicit.clone().into(),
    }
}

/// The line that a complaint names, without the blanks at its ends.
fn line(text: &str, complaint: &StageError) -> Option<std::ops::Range<usize>> {
    let wanted = complaint.line.checked_sub(1)? as usize;
    let mut start = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        if number == wanted {
            let inner = line.trim();
            let begin = start + (line.len() - line.trim_start().len());
            return Some(begin..begin + inner.len());
        }
        start += line.len();
    }
    None
}

/// What naga says while it reads, in words of the language.
fn unread(stage: &AdaptedStage, error: &Error, sources: &Sources) -> Diagnostic {
    let span = range(error.meta);
    let pointed = span.clone().and_then(|span| stage.text.get(span)).unwrap_or_default();
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let all = stage.text.split(|letter| !is_part(letter));
    let all = all.filter(|word| word.starts_with(|letter: char| !letter.is_ascii_digit()));
    let said = words::of_text(&error.kind, pointed, all);
    worded(&TEXT, stage, span, said, sources)
}

/// A finding in words of ours.
fn worded(
    rule: &'static Rule,
    stage: &AdaptedStage,
    span: Option<std::ops::Range<usize>>,
    said: Said,
    sources: &Sources,
) -> Diagnostic {
    let diagnostic = placed(rule, stage, span, said.message, sources);
    match said.help {
        Some(help) => diagnostic.help(help),
        None => diagnostic,
    }
}

/// What a front end says against the adapted text, said of what was written.
fn finding(
    rule: &'static Rule,
    stage: &AdaptedStage,
    span: Option<std::ops::Range<usize>>,
    message: &str,
    sources: &Sources,
) -> Diagnostic {
    let message = format!("found what the front end refuses: {}", sentence(message));
    placed(rule, stage, span, message, sources)
}

/// A finding about a part of the adapted text, at what was written there.
fn placed(
    rule: &'static Rule,
    stage: &AdaptedStage,
    span: Option<std::ops::Range<usize>>,
    message: String,
    sources: &Sources,
) -> Diagnostic {
    let Some(span) = span else {
        let origin = stage.map.origin(0..1);
        let whole = glassbox_glsl::source::Origin { span: Span::new(0, 0), ..origin };
        return Diagnostic::new(rule, sources.location(whole), message);
    };
    let (location, definition) = stage.map.location(span, sources);
    let diagnostic = Diagnostic::new(rule, location, message);
    match definition {
        Some(definition) => diagnostic.label(definition, "the macro says it here"),
        None => diagnostic,
    }
}

/// Words of another program in the form of ours: on one line, no full stop, no values as Rust has them.
pub(super) fn sentence(message: &str) -> String {
    let words: Vec<&str> = message.split_whitespace().collect();
    plain(words.join(" ").trim_end_matches('.'))
}
