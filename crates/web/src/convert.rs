//! Other languages, of files and of sources.

use std::collections::BTreeMap;

use glassbox::compile::{compiler_of, kind_of};
use glassbox::stages::{StageOptions, StageText, compile_stages};
use glassbox::{ConversionError, ConversionOptions, NameMap};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use serde_json::Value;

use crate::compile::NoIncludes;
use crate::opened::OpenFile;

/// Result of a conversion.
pub(crate) struct Made {
    pub(crate) bytes: Vec<u8>,
    pub(crate) findings: Vec<Diagnostic>,
    pub(crate) map: Option<NameMap>,
    pub(crate) is_text: bool,
}

/// What keeps a file from becoming another: a sentence, and findings in it.
pub(crate) type Refused = (String, Vec<Diagnostic>);

/// The options of a conversion, by their names on the command line.
pub(crate) fn options(given: &BTreeMap<String, Value>) -> Result<ConversionOptions, String> {
    let mut options = ConversionOptions::default();
    for (name, value) in given {
        let wrong = |expected: &str| format!("option {name}: found {value}, expected {expected}");
        let text = || value.as_str().map(str::to_owned).ok_or_else(|| wrong("a text"));
        let flag = || value.as_bool().ok_or_else(|| wrong("true or false"));
        let number =
            || value.as_u64().and_then(|number| u32::try_from(number).ok()).ok_or_else(|| wrong("a number"));
        let texts = || -> Result<Vec<String>, String> {
            let all = value.as_array().ok_or_else(|| wrong("a list of texts"))?;
            all.iter().map(|one| one.as_str().map(str::to_owned).ok_or_else(|| wrong("texts"))).collect()
        };
        match name.as_str() {
            "entry" => options.entry = Some(text()?),
            "precise" => options.precise = flag()?,
            "target-version" => options.version = Some(text()?),
            "position" => options.position = Some(text()?),
            "y-axis" => options.y_axis = Some(text()?),
            "depth-range" => options.depth_range = Some(text()?),
            "max-steps" => options.step_limit = Some(number()?),
            "set" => options.set = texts()?,
            "api" => options.api = Some(text()?),
            "coordinate" => options.coordinate = Some(number()?),
            "argument-buffers" => options.argument_buffers = flag()?,
            "domain" => options.domain = Some(text()?),
            "control-points" => options.control_points = Some(number()?),
            "samplers" => options.samplers = Some(text()?),
            "matrix-order" => options.matrix_order = Some(text()?),
            "annotate" => options.annotate = flag()?,
            "kind" => options.kind = Some(text()?),
            "dialect" => options.dialect = Some(text()?),
            "uniform-layout" => options.uniform_layout = Some(text()?),
            "register-shift" => options.register_shift = texts()?,
            "platform" => options.target = Some(text()?),
            _ => return Err(format!("there is no option {name:?}")),
        }
    }
    Ok(options)
}

/// Converts an open file, or the source that it is.
pub(crate) fn convert(opened: &OpenFile, to: &str, options: &ConversionOptions) -> Result<Made, Refused> {
    let bare = |message: String| (message, Vec::new());
    let Some(from) = opened.convertible() else {
        return Err(bare(format!(
            "found {}, which cannot become {to}",
            opened.with(|file| file.summary().kind)
        )));
    };
    let Some(conversion) = glassbox::conversion(from, to) else {
        return Err(bare(format!("a {from} file cannot become {to}")));
    };
    if let Some(option) = options.set().iter().find(|option| !conversion.options().contains(option)) {
        return Err(bare(format!("the option {option} does not apply to {to}")));
    }
    let refused = |error: ConversionError| match error {
        ConversionError::File(findings) => (format!("the shader cannot become {to}"), findings),
        error => bare(error.to_string()),
    };
    let limits = Limits::default();
    let mut findings = Vec::new();
    let converted = if opened.is_convertible_source() {
        let named = compiler_of(&opened.name, "").and_then(|compiler| kind_of(compiler, &opened.name));
        let kind = options.kind.clone().or_else(|| named.map(str::to_owned));
        let options = ConversionOptions { kind, ..options.clone() };
        conversion.run(opened.bytes(), &options, &limits).map_err(refused)?
    } else if let Some(language) = opened.stages() {
        let text = opened.source();
        let source = StageText::new(language, &opened.name, &text).with_entry(options.entry.as_deref());
        let compiled = compile_stages(&[source], &NoIncludes, &StageOptions::default());
        if compiled.has_errors() {
            return Err(("the source has errors".to_owned(), compiled.findings));
        }
        let module = compiled.only().map_err(bare)?;
        let module = module.ok_or_else(|| bare("the source has no entry point".to_owned()))?;
        let options = ConversionOptions { entry: None, ..options.clone() };
        let converted = module.convert(&compiled.sources, to, &options, &limits).map_err(refused)?;
        findings = compiled.findings;
        converted
    } else {
        opened.with(|file| file.convert(to, options)).map_err(refused)?
    };
    findings.extend(converted.notes);
    Ok(Made { bytes: converted.bytes, findings, map: converted.map, is_text: conversion.is_text() })
}
