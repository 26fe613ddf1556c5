//! Writes the results of a compiled source: the file, its modules, their assembly, its interface.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use glassbox::compile::{Compiled, Compiler, Module};
use glassbox::{Disassembly, File, IdNames, ListingError};
use glassbox_core::stage::is_same;
use glassbox_report::json::{Document, InterfaceFile};
use glassbox_report::terminal;

use super::place::Places;
use super::{Arguments, Emit};
use crate::context::Context;
use crate::findings::Form;
use crate::input::Source;
use crate::output::Place;

/// Result of compiling a source.
#[derive(Clone, Copy)]
pub(super) struct Made<'a> {
    /// File and its parts; an empty file if only the program is shown.
    pub(super) compiled: &'a Compiled,
    /// Program that is shown without being written.
    pub(super) opened: Option<&'a File<'a>>,
}

/// Writes the requested output; returns the part for standard output.
pub(super) fn write(
    arguments: &Arguments,
    compiler: &dyn Compiler,
    result: Made<'_>,
    source: &Source,
    places: &Places,
    is_several: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let compiled = result.compiled;
    let Some(bytes) = &compiled.bytes else {
        return Ok(Vec::new());
    };
    let target = places.of(compiler, source);
    match arguments.emit {
        Emit::Binary => target.write(bytes)?,
        Emit::Source | Emit::Description => {
            let file = glassbox::open_as(bytes, glassbox::format(compiler.format()), &context.limits);
            return listing(
                arguments,
                compiler,
                result.opened.unwrap_or(&file),
                source,
                &target,
                is_several,
            );
        }
        Emit::Interface => {
            let file = glassbox::open_as(bytes, glassbox::format(compiler.format()), &context.limits);
            return interface(
                arguments,
                file.format()
                    .map(|format| format.id())
                    .filter(|_| result.opened.is_none()),
                result.opened.unwrap_or(&file),
                source,
                &target,
                is_several,
                context,
            );
        }
        // Only for BPXS programs, which take another path.
        Emit::Payload => anyhow::bail!(meaningless(arguments, compiler)),
        Emit::Spirv => {
            for module in chosen(arguments, compiler, compiled)? {
                of_stage(arguments, &target, module).write(&module.bytes)?;
            }
        }
        Emit::SpirvAsm => {
            let mut printed = Vec::new();
            for module in chosen(arguments, compiler, compiled)? {
                let text = assembly(compiler, module)?;
                match of_stage(arguments, &target, module) {
                    Place::Stdout => {
                        let name = terminal::clean(&source.name);
                        if is_several || arguments.stage.is_none() {
                            writeln!(printed, "; {name}, {} stage", module.stage)?;
                        }
                        printed.extend_from_slice(&text);
                    }
                    place => write_text(&place, &text)?,
                }
            }
            return Ok(printed);
        }
    }
    if arguments.old.saves_modules()
        && let Some((_, end)) = compiler.code()
    {
        for module in &compiled.modules {
            let end = format!(".{}.{end}", module.short);
            renamed(&target, |mut name| {
                name.push(&end);
                name
            })
            .write(&module.bytes)?;
        }
    }
    Ok(Vec::new())
}

/// The requested modules.
fn chosen<'a>(
    arguments: &Arguments,
    compiler: &dyn Compiler,
    compiled: &'a Compiled,
) -> Result<Vec<&'a Module>> {
    if compiler.code().is_none() {
        bail!(meaningless(arguments, compiler));
    }
    let Some(asked) = arguments.stage.as_deref() else {
        return Ok(compiled.modules.iter().collect());
    };
    let mut modules = compiled.modules.iter();
    let found = modules.find(|module| is_same(module.stage, asked));
    let Some(module) = found else {
        let known: Vec<&str> = compiled.modules.iter().map(|module| module.stage).collect();
        bail!("there is no stage {asked:?}; there is {}", known.join(", "));
    };
    Ok(vec![module])
}

/// The destination of a module: that of the result for a single stage, otherwise with the stage in its name.
fn of_stage(arguments: &Arguments, place: &Place, module: &Module) -> Place {
    if matches!(place, Place::Named(_)) && arguments.stage.is_some() {
        return place.clone();
    }
    let extension = match arguments.emit {
        Emit::SpirvAsm => "spvasm",
        _ => "spv",
    };
    renamed(place, |name| {
        let name = PathBuf::from(name);
        let stem = match name.extension() {
            Some(end) if end == extension => name.with_extension(""),
            _ => name,
        };
        let mut name = stem.into_os_string();
        name.push(format!(".{}.{extension}", module.short));
        name
    })
}

/// A destination next to another, under a derived name.
fn renamed(place: &Place, rename: impl FnOnce(OsString) -> OsString) -> Place {
    match place {
        Place::Stdout => Place::Stdout,
        Place::Named(path) => Place::beside(Path::new(&rename(path.clone().into_os_string()))),
        Place::Made { folder, name } => Place::Made {
            folder: folder.clone(),
            name: rename(name.clone().into_os_string()).into(),
        },
    }
}

fn assembly(compiler: &dyn Compiler, module: &Module) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let style = Disassembly {
        names: IdNames::Friendly,
    };
    let shown = match compiler.code() {
        Some((language, _)) => glassbox::disassemble(language, &module.bytes, &[], style, &mut text)?,
        None => false,
    };
    if !shown {
        bail!("the {} stage has no assembly", module.stage);
    }
    Ok(text)
}

/// Message for an output kind that the language does not have.
fn meaningless(arguments: &Arguments, compiler: &dyn Compiler) -> String {
    format!(
        "--emit {} means nothing for {}",
        arguments.emit.name(),
        compiler.title()
    )
}

/// The file as text, in the style named like the output kind.
fn listing(
    arguments: &Arguments,
    compiler: &dyn Compiler,
    file: &File<'_>,
    source: &Source,
    target: &Place,
    is_several: bool,
) -> Result<Vec<u8>> {
    let style = arguments.emit.name();
    let mut text = Vec::new();
    if is_several && *target == Place::Stdout {
        writeln!(text, "// {}", terminal::clean(&source.name))?;
    }
    if !file.listings().contains(&style.as_str()) {
        bail!(meaningless(arguments, compiler));
    }
    match file.listing(&style, &mut text) {
        Err(ListingError::NoStyle(_)) => bail!(meaningless(arguments, compiler)),
        listed => listed?,
    }
    match target {
        Place::Stdout => Ok(text),
        place => {
            write_text(place, &text)?;
            Ok(Vec::new())
        }
    }
}

/// The reflection of the file, as `glassbox interface` shows it.
fn interface(
    arguments: &Arguments,
    format: Option<&'static str>,
    file: &File<'_>,
    source: &Source,
    target: &Place,
    is_several: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let interface = file.interface();
    if arguments.findings.format == Form::Json {
        let mut document = Document::begin(target.text()?)?;
        document.file(&InterfaceFile::new(&source.name, format, &interface))?;
        document.finish()?.commit()?;
        return Ok(Vec::new());
    }
    let style = context.style_of(target.path().as_deref());
    let mut text = Vec::new();
    if is_several && *target == Place::Stdout {
        let name = format!("{}:", terminal::clean(&source.name));
        writeln!(text, "{}", terminal::Painted(style.strong, name))?;
    }
    terminal::interface(&mut text, &interface, &style)?;
    match target {
        Place::Stdout => Ok(text),
        place => {
            write_text(place, &text)?;
            Ok(Vec::new())
        }
    }
}

fn write_text(place: &Place, text: &[u8]) -> Result<()> {
    let mut output = place.text()?;
    output.write_all(text)?;
    output.commit()
}
