//! Writes the results of a compiled source: the file, its modules, their assembly, its interface.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use glassbox::compile::{Compiled, Compiler, Module};
use glassbox::{Disassembly, File, IdNames, ListingError};
use glassbox_core::places::NoPlaces;
use glassbox_core::stage::is_same;
use glassbox_report::json::{Document, InterfaceFile};
use glassbox_report::terminal;

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

/// The output of one source.
pub(super) struct Output<'a> {
    pub(super) arguments: &'a Arguments,
    pub(super) context: &'a Context,
    pub(super) compiler: &'a dyn Compiler,
    pub(super) source: &'a Source,
    /// Destination of the main result.
    pub(super) target: Place,
    /// True if other sources are compiled too, so that standard output needs a heading for each.
    pub(super) is_several: bool,
}

impl Output<'_> {
    /// Writes the requested output; returns the part for standard output.
    pub(super) fn write(&self, result: Made<'_>) -> Result<Vec<u8>> {
        let compiled = result.compiled;
        let Some(bytes) = &compiled.bytes else {
            return Ok(Vec::new());
        };
        let open =
            || glassbox::open_as(bytes, glassbox::format(self.compiler.format()), &self.context.limits);
        match self.arguments.emit {
            Emit::Binary => self.target.write(bytes)?,
            Emit::Source | Emit::Description => return self.listing(result.opened.unwrap_or(&open())),
            Emit::Interface => {
                let file = open();
                let format = file.format().map(|format| format.id());
                return match result.opened {
                    Some(opened) => self.interface(None, opened),
                    None => self.interface(format, &file),
                };
            }
            // Only for BPXS programs, which take another path.
            Emit::Payload => bail!(self.meaningless()),
            Emit::Spirv => {
                for module in self.chosen(compiled)? {
                    self.of_stage(module).write(&module.bytes)?;
                }
            }
            Emit::SpirvAsm => return self.assemblies(compiled),
        }
        self.save_modules(compiled)?;
        Ok(Vec::new())
    }

    /// Writes the assembly of the requested modules; returns the part for standard output.
    fn assemblies(&self, compiled: &Compiled) -> Result<Vec<u8>> {
        let mut printed = Vec::new();
        for module in self.chosen(compiled)? {
            let text = assembly(self.compiler, module)?;
            match self.of_stage(module) {
                Place::Stdout => {
                    let name = terminal::clean(&self.source.name);
                    if self.is_several || self.arguments.stage.is_none() {
                        writeln!(printed, "; {name}, {} stage", module.stage)?;
                    }
                    printed.extend_from_slice(&text);
                }
                place => write_text(&place, &text)?,
            }
        }
        Ok(printed)
    }

    /// Writes the modules next to the result, if a switch asks for them.
    fn save_modules(&self, compiled: &Compiled) -> Result<()> {
        if self.arguments.old.saves_modules()
            && let Some((_, end)) = self.compiler.code()
        {
            for module in &compiled.modules {
                let end = format!(".{}.{end}", module.short);
                renamed(&self.target, |mut name| {
                    name.push(&end);
                    name
                })
                .write(&module.bytes)?;
            }
        }
        Ok(())
    }

    /// The requested modules.
    fn chosen<'c>(&self, compiled: &'c Compiled) -> Result<Vec<&'c Module>> {
        if self.compiler.code().is_none() {
            bail!(self.meaningless());
        }
        let Some(asked) = self.arguments.stage.as_deref() else {
            return Ok(compiled.modules.iter().collect());
        };
        let mut modules = compiled.modules.iter();
        let found = modules.find(|module| is_same(module.stage, asked));
        let Some(module) = found else {
            let known: Vec<&str> = compiled.modules.iter().map(|module| module.stage).collect();
            bail!("unknown stage {asked:?}; available: {}", known.join(", "));
        };
        Ok(vec![module])
    }

    /// The destination of a module: that of the result for a single stage, otherwise with the stage in its name.
    fn of_stage(&self, module: &Module) -> Place {
        if matches!(self.target, Place::Named(_)) && self.arguments.stage.is_some() {
            return self.target.clone();
        }
        let extension = match self.arguments.emit {
            Emit::SpirvAsm => "spvasm",
            _ => "spv",
        };
        renamed(&self.target, |name| {
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

    /// Message for an output kind that the language does not have.
    fn meaningless(&self) -> String {
        format!("--emit {} does not apply to {}", self.arguments.emit.name(), self.compiler.title())
    }

    /// The file as text, in the style named like the output kind.
    fn listing(&self, file: &File<'_>) -> Result<Vec<u8>> {
        let style = self.arguments.emit.name();
        let mut text = Vec::new();
        if self.is_several && self.target == Place::Stdout {
            writeln!(text, "// {}", terminal::clean(&self.source.name))?;
        }
        if !file.listings().contains(&style.as_str()) {
            bail!(self.meaningless());
        }
        match file.listing(&style, &mut text) {
            Err(ListingError::NoStyle(_)) => bail!(self.meaningless()),
            listed => listed?,
        }
        self.printed(text)
    }

    /// The reflection of the file, as `glassbox interface` shows it.
    fn interface(&self, format: Option<&'static str>, file: &File<'_>) -> Result<Vec<u8>> {
        let interface = file.interface();
        if self.arguments.findings.format == Form::Json {
            let mut document = Document::begin(self.target.text()?)?;
            document.file(&InterfaceFile::new(&self.source.name, format, &interface))?;
            document.finish()?.commit()?;
            return Ok(Vec::new());
        }
        let style = self.context.style_of(self.target.path().as_deref());
        let mut text = Vec::new();
        if self.is_several && self.target == Place::Stdout {
            let name = format!("{}:", terminal::clean(&self.source.name));
            writeln!(text, "{}", terminal::Painted(style.strong, name))?;
        }
        terminal::interface(&mut text, &interface, &style)?;
        self.printed(text)
    }

    /// Writes a text to its destination, or returns it for standard output.
    fn printed(&self, text: Vec<u8>) -> Result<Vec<u8>> {
        if self.target == Place::Stdout {
            return Ok(text);
        }
        write_text(&self.target, &text)?;
        Ok(Vec::new())
    }
}

/// A destination next to another, under a derived name.
fn renamed(place: &Place, rename: impl FnOnce(OsString) -> OsString) -> Place {
    match place {
        Place::Stdout => Place::Stdout,
        Place::Named(path) => Place::beside(Path::new(&rename(path.clone().into_os_string()))),
        Place::Made { folder, name } => {
            Place::Made { folder: folder.clone(), name: rename(name.clone().into_os_string()).into() }
        }
    }
}

fn assembly(compiler: &dyn Compiler, module: &Module) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    let style = Disassembly { names: IdNames::Friendly };
    let shown = match compiler.code() {
        Some((language, _)) => {
            glassbox::disassemble(language, &module.bytes, &[], style, &mut text, &mut NoPlaces)?
        }
        None => false,
    };
    if !shown {
        bail!("the {} stage has no assembly", module.stage);
    }
    Ok(text)
}

fn write_text(place: &Place, text: &[u8]) -> Result<()> {
    let mut output = place.text()?;
    output.write_all(text)?;
    output.commit()
}
