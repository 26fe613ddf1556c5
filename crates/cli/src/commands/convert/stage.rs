//! Converts a stage in GLSL, or an entry point in WGSL: what `compile --to` does, without the options of compilers.

use anyhow::{Result, bail};
use glassbox::stages::{Language, StageOptions, StageText, compile_stages, stage_of_name};
use glassbox::{ConversionError, ConversionOptions};
use glassbox_core::stage::Stage;
use glassbox_report::Subject;
use glassbox_report::terminal::Show;

use super::{Arguments, check_options, conversion_of, write_results};
use crate::commands::compile::{Files, Includes};
use crate::context::{Context, Status};
use crate::input::Input;
use crate::reports::Found;

/// Converts an input that is such a source; `None` if it is none.
pub(super) fn run(
    arguments: &Arguments,
    all: &[ConversionOptions],
    input: &Input,
    context: &Context,
) -> Result<Option<Status>> {
    if arguments.kind_of_input.format_at(None)?.is_some() || glassbox::detect(input.bytes()).is_some() {
        return Ok(None);
    }
    let text = input.text();
    let Some(language) = Language::of(&input.name, &text) else { return Ok(None) };
    if language == Language::Hlsl {
        bail!(
            "{}: HLSL is compiled with a dxcompiler library: glassbox compile --to {}",
            input.name,
            arguments.to
        );
    }
    let conversion = conversion_of(arguments, &input.name, "spirv")?;
    let entry = arguments.entry.as_deref();
    let stage = entry.and_then(Stage::named).filter(|_| language == Language::Wgsl);
    let options: Vec<ConversionOptions> =
        all.iter().map(|options| ConversionOptions { entry: None, ..options.clone() }).collect();
    check_options(arguments, conversion, &options)?;
    let source = StageText {
        language,
        name: &input.name,
        text: &text,
        stage: if language == Language::Wgsl { stage } else { stage_of_name(&input.name) },
        entry: entry.filter(|_| stage.is_none()),
    };
    let files = Files::default();
    let mut compiled = compile_stages(&[source], &Includes::new(&files, &[]), &StageOptions::default());
    if let [first, _, ..] = compiled.modules.as_slice() {
        let names = compiled.modules.iter().map(|module| format!("`{}` ({})", module.entry, module.stage));
        let names: Vec<String> = names.collect();
        bail!(
            "{}: the source has several entry points; choose one with --entry, such as {}: {}",
            input.name,
            first.entry,
            names.join(", ")
        );
    }
    let mut results = Vec::new();
    if let Some(module) = compiled.modules.first() {
        for options in &options {
            match module.convert(&compiled.sources, &arguments.to, options, &context.limits) {
                Ok(converted) => {
                    compiled.findings.extend(converted.notes.clone());
                    results.push((arguments.output_for(options), converted));
                }
                Err(ConversionError::File(findings)) => compiled.findings.extend(findings),
                Err(error) => bail!(error),
            }
        }
    }
    let subjects: Vec<Subject<'_>> =
        compiled.sources.files().iter().map(|file| Subject::text(&file.name, &file.text)).collect();
    let found = Found {
        subjects: &subjects,
        format: None,
        findings: &compiled.findings,
        dropped: 0,
        show: Show::Folded(""),
    };
    context.report(context.found(&found));
    if compiled.has_errors() {
        return Ok(Some(Status::Errors));
    }
    write_results(arguments, &input.name, conversion, results, context).map(Some)
}
