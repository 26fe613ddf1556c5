//! Converts a stage in GLSL, or an entry point in WGSL: what `compile --to` does, without the options of compilers.

use anyhow::{Result, bail};
use glassbox::stages::{Language, StageOptions, StageText, compile_stages};
use glassbox::{ConversionError, ConversionOptions};
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
    let options: Vec<ConversionOptions> =
        all.iter().map(|options| ConversionOptions { entry: None, ..options.clone() }).collect();
    check_options(arguments, conversion, &options)?;
    let source = StageText::new(language, &input.name, &text).with_entry(arguments.entry.as_deref());
    let files = Files::default();
    let mut compiled = compile_stages(&[source], &Includes::new(&files, &[]), &StageOptions::default());
    let module = compiled.only().map_err(|message| anyhow::anyhow!("{}: {message}", input.name))?;
    let (mut results, mut found) = (Vec::new(), Vec::new());
    for (module, options) in
        module.into_iter().flat_map(|module| options.iter().map(move |one| (module, one)))
    {
        match module.convert(&compiled.sources, &arguments.to, options, &context.limits) {
            Ok(converted) => {
                found.extend(converted.notes.clone());
                results.push((arguments.output_for(options), converted));
            }
            Err(ConversionError::File(findings)) => found.extend(findings),
            Err(error) => bail!(error),
        }
    }
    compiled.findings.extend(found);
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
