//! What a compiled source gives: the file, its modules, their assembly, its interface.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use glassbox::compile::{Compiled, Compiler, Module};
use glassbox::{Disassembly, IdNames};
use glassbox_core::format::Opened as _;
use glassbox_report::json::{Document, InterfaceFile};
use glassbox_report::terminal;

use super::place::Places;
use super::{Arguments, Emit};
use crate::context::Context;
use crate::findings::Form;
use crate::input::Source;
use crate::output::{Output, write_binary};

/// Writes what is asked for; gives what goes to standard output.
pub(super) fn write(
    arguments: &Arguments,
    compiler: &dyn Compiler,
    compiled: &Compiled,
    source: &Source,
    places: &Places,
    is_several: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let Some(bytes) = &compiled.bytes else {
        return Ok(Vec::new());
    };
    let target = places.of(compiler, source);
    if let Some(path) = &target {
        places
            .prepare(path)
            .with_context(|| format!("{} cannot be made", path.display()))?;
    }
    match arguments.emit {
        Emit::Binary => write_binary(target.as_deref(), bytes)?,
        Emit::Source | Emit::Description => {
            return listing(
                arguments,
                compiler,
                bytes,
                source,
                target.as_deref(),
                is_several,
                context,
            );
        }
        Emit::Interface => {
            return interface(
                arguments,
                compiler,
                bytes,
                source,
                target.as_deref(),
                is_several,
                context,
            );
        }
        // Of BPXS programs only, which go another way.
        Emit::Payload => anyhow::bail!(meaningless(arguments, compiler)),
        Emit::Spirv => {
            for module in chosen(arguments, compiler, compiled)? {
                let path = target.as_deref().map(|path| of_stage(arguments, path, module));
                write_binary(path.as_deref(), &module.bytes)?;
            }
        }
        Emit::SpirvAsm => {
            let mut printed = Vec::new();
            for module in chosen(arguments, compiler, compiled)? {
                let text = assembly(compiler, module)?;
                match target.as_deref().map(|path| of_stage(arguments, path, module)) {
                    Some(path) => write_text(&path, &text)?,
                    None => {
                        let name = terminal::clean(&source.name);
                        if is_several || arguments.stage.is_none() {
                            writeln!(printed, "; {name}, {} stage", module.stage)?;
                        }
                        printed.extend_from_slice(&text);
                    }
                }
            }
            return Ok(printed);
        }
    }
    if arguments.old.saves_modules()
        && let (Some(path), Some((_, end))) = (&target, compiler.code())
    {
        for module in &compiled.modules {
            let mut name = path.clone().into_os_string();
            name.push(format!(".{}.{end}", module.short));
            write_binary(Some(Path::new(&name)), &module.bytes)?;
        }
    }
    Ok(Vec::new())
}

/// The modules that are asked for.
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
    let found = modules.find(|module| module.short == asked || module.stage == asked);
    let Some(module) = found else {
        let known: Vec<&str> = compiled.modules.iter().map(|module| module.short).collect();
        bail!("there is no stage {asked:?}; there is {}", known.join(", "));
    };
    Ok(vec![module])
}

/// The file of a module: that of the result when one stage is asked for, otherwise with the stage in its name.
fn of_stage(arguments: &Arguments, path: &Path, module: &Module) -> PathBuf {
    let is_named = arguments.output.as_deref() == Some(path);
    if is_named && arguments.stage.is_some() {
        return path.to_owned();
    }
    let extension = match arguments.emit {
        Emit::SpirvAsm => "spvasm",
        _ => "spv",
    };
    let stem = match path.extension() {
        Some(end) if end == extension => path.with_extension(""),
        _ => path.to_owned(),
    };
    let mut name = stem.into_os_string();
    name.push(format!(".{}.{extension}", module.short));
    PathBuf::from(name)
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

/// Why nothing of a kind comes of a language.
fn meaningless(arguments: &Arguments, compiler: &dyn Compiler) -> String {
    format!(
        "--emit {} means nothing for {}",
        arguments.emit.name(),
        compiler.title()
    )
}

/// The file as text, in the style that has the name of what is asked for.
fn listing(
    arguments: &Arguments,
    compiler: &dyn Compiler,
    bytes: &[u8],
    source: &Source,
    target: Option<&Path>,
    is_several: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let file = glassbox::open(bytes, glassbox::format(compiler.format()), &context.limits);
    let style = arguments.emit.name();
    let mut text = Vec::new();
    if is_several && target.is_none() {
        writeln!(text, "// {}", terminal::clean(&source.name))?;
    }
    if !file.listings().contains(&style.as_str()) || !file.listing(&style, &mut text)? {
        bail!(meaningless(arguments, compiler));
    }
    match target {
        None => Ok(text),
        Some(path) => {
            write_text(path, &text)?;
            Ok(Vec::new())
        }
    }
}

/// The reflection of the file, as `glassbox interface` shows it.
fn interface(
    arguments: &Arguments,
    compiler: &dyn Compiler,
    bytes: &[u8],
    source: &Source,
    target: Option<&Path>,
    is_several: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let file = glassbox::open(bytes, glassbox::format(compiler.format()), &context.limits);
    let interface = file.interface();
    let format = file.format().map(|format| format.id());
    if arguments.findings.format == Form::Json {
        let mut document = Document::begin(Output::text(target)?)?;
        document.file(&InterfaceFile::new(&source.name, format, &interface))?;
        document.finish()?.commit()?;
        return Ok(Vec::new());
    }
    let style = context.style_of(target);
    let mut text = Vec::new();
    if is_several && target.is_none() {
        let name = format!("{}:", terminal::clean(&source.name));
        writeln!(text, "{}", terminal::Painted(style.strong, name))?;
    }
    terminal::interface(&mut text, &interface, &style)?;
    match target {
        None => Ok(text),
        Some(path) => {
            write_text(path, &text)?;
            Ok(Vec::new())
        }
    }
}

fn write_text(path: &Path, text: &[u8]) -> Result<()> {
    let mut output = Output::text(Some(path))?;
    output.write_all(text)?;
    output.commit()
}
