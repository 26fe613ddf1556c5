//! Sources to files and modules, with findings.

use std::collections::BTreeMap;

use glassbox::compile::{CompileOptions, compiler, compiler_of, compilers, kind_of};
use glassbox::program::{self, Language as ProgramLanguage};
use glassbox::stages::{Language, StageOptions, StageText, compile_stages, shadertoy_for};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use glassbox_core::stage::Stage;
use glassbox_syntax::source::{Include, Included};
use serde::Serialize;
use serde_json::Value;

use crate::convert;
use crate::request::StageSource;

/// A host has no folders to search.
pub(crate) struct NoIncludes;

impl Include for NoIncludes {
    fn find(&self, _path: &str, _is_system: bool, _from: &str) -> Option<Included> {
        None
    }

    fn known(&self, _from: &str) -> Vec<String> {
        Vec::new()
    }
}

/// The code of a stage.
#[derive(Serialize, Debug)]
pub(crate) struct Module {
    stage: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    entry: String,
    size: usize,
}

/// What came of a source.
#[derive(Default)]
pub(crate) struct Compiled {
    pub(crate) bytes: Vec<u8>,
    pub(crate) modules: Vec<Module>,
    pub(crate) findings: Vec<Diagnostic>,
}

/// A language of sources.
#[derive(Serialize, Debug)]
pub(crate) struct LanguageAnswer {
    name: &'static str,
    title: &'static str,
    suffixes: Vec<String>,
    kinds: &'static [&'static str],
    /// The request that compiles it.
    by: &'static str,
}

/// The languages that are compiled here.
pub(crate) fn languages() -> Vec<LanguageAnswer> {
    let dotted = |endings: &[&str]| endings.iter().map(|end| format!(".{end}")).collect();
    let files = compilers().iter().map(|compiler| LanguageAnswer {
        name: compiler.name(),
        title: compiler.title(),
        suffixes: compiler.suffixes().iter().map(|suffix| suffix.end.to_owned()).collect(),
        kinds: compiler.kinds(),
        by: "compile",
    });
    let programs = ProgramLanguage::ALL.iter().map(|language| LanguageAnswer {
        name: language.name(),
        title: language.title(),
        suffixes: language.suffixes().iter().map(|end| (*end).to_owned()).collect(),
        kinds: &[],
        by: "compile",
    });
    let stages = [Language::Glsl, Language::Wgsl].into_iter().map(|language| LanguageAnswer {
        name: language.name(),
        title: language.title(),
        suffixes: dotted(language.suffixes()),
        kinds: &[],
        by: "stages",
    });
    files.chain(programs).chain(stages).collect()
}

/// The name of a language in full.
pub(crate) fn title(name: &str) -> &'static str {
    let stages = || Language::named(name).map(Language::title);
    let programs = || ProgramLanguage::named(name).map(ProgramLanguage::title);
    compiler(name).map(|compiler| compiler.title()).or_else(stages).or_else(programs).unwrap_or_default()
}

/// Compiles a program in VSL, SkSL or PICA200 assembly to a file.
pub(crate) fn compile(
    name: &str,
    language: Option<&str>,
    kind: Option<String>,
    given: &BTreeMap<String, Value>,
    text: &[u8],
) -> Result<Compiled, String> {
    let source = String::from_utf8_lossy(text);
    let program = program::Source { name, text: &source };
    let assembly = match language {
        Some(language) => ProgramLanguage::named(language),
        None if compiler_of(name, &source).is_none() => ProgramLanguage::of_source(&program),
        None => None,
    };
    if let Some(language) = assembly {
        let built = program::build(language, &[program], &program::Options::default());
        return Ok(Compiled {
            bytes: built.bytes.unwrap_or_default(),
            modules: Vec::new(),
            findings: built.findings,
        });
    }
    let found = match language {
        Some(language) => compiler(language),
        None => compiler_of(name, &source),
    };
    let Some(compiler) = found else {
        return Err(format!("{name}: the language of the source is unknown; name it"));
    };
    let mut options = CompileOptions {
        kind: kind.or_else(|| kind_of(compiler, name).map(str::to_owned)),
        ..Default::default()
    };
    for (option, value) in given {
        match (option.as_str(), value) {
            ("optimize", Value::Bool(value)) => options.optimize = *value,
            ("names", Value::Bool(value)) => options.names = *value,
            ("dialect", Value::String(value)) => options.dialect = Some(value.clone()),
            _ => return Err(format!("option {option}: found {value}, which no compiler takes")),
        }
    }
    let compiled = compiler.compile(&source, &options).map_err(|error| error.to_string())?;
    Ok(Compiled {
        bytes: compiled.bytes.unwrap_or_default(),
        modules: compiled
            .modules
            .iter()
            .map(|module| Module {
                stage: module.stage.to_owned(),
                entry: String::new(),
                size: module.bytes.len(),
            })
            .collect(),
        findings: compiled.findings,
    })
}

/// Compiles stages in GLSL and WGSL, to modules or further to a language.
pub(crate) fn stages(
    sources: &[StageSource],
    to: Option<&str>,
    given: &BTreeMap<String, Value>,
) -> Result<Compiled, String> {
    let conversion = convert::options(given)?;
    let mut texts = Vec::new();
    for source in sources {
        let language = match &source.language {
            None => Language::of(&source.name, &source.text),
            Some(named) => Language::named(named),
        };
        let Some(language) = language.filter(|language| *language != Language::Hlsl) else {
            return Err(format!("{}: expected a source in GLSL or WGSL", source.name));
        };
        let mut text = StageText::new(language, &source.name, &source.text);
        if let Some(stage) = &source.stage {
            text.stage = Some(Stage::named(stage).ok_or_else(|| format!("there is no stage {stage:?}"))?);
        }
        texts.push(text);
    }
    let shadertoy = to.map(|to| shadertoy_for(to, &conversion)).unwrap_or_default();
    let compiled = compile_stages(&texts, &NoIncludes, &StageOptions { shadertoy, ..Default::default() });
    let mut out = Compiled { findings: compiled.findings.clone(), ..Compiled::default() };
    for module in &compiled.modules {
        let bytes = match to {
            None => module.bytes.clone(),
            Some(to) => match module.convert(&compiled.sources, to, &conversion, &Limits::default()) {
                Ok(converted) => {
                    out.findings.extend(converted.notes);
                    converted.bytes
                }
                Err(glassbox::ConversionError::File(findings)) => {
                    out.findings.extend(findings);
                    continue;
                }
                Err(error) => return Err(error.to_string()),
            },
        };
        out.modules.push(Module {
            stage: module.stage.to_string(),
            entry: module.entry.clone(),
            size: bytes.len(),
        });
        out.bytes.extend_from_slice(&bytes);
    }
    Ok(out)
}
