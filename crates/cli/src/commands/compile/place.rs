//! Determines the destinations of results.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use glassbox::compile::{Compiler, compilers};

use super::{Arguments, Emit, language};
use crate::findings::Form;
use crate::input::{Source, Sources};
use crate::output::{Place, is_same_file};

/// Destinations of results.
pub(super) struct Places {
    target: Target,
    /// Given directories; paths below them are kept in the output folder.
    roots: Vec<PathBuf>,
    emit: Emit,
    form: Form,
}

/// True if a source has an SkSL file name but contains GLSL.
fn is_glsl_file(source: &Source) -> bool {
    let is_shared = [".vert", ".frag"].iter().any(|end| source.name.ends_with(end));
    let text = source.path.as_ref().filter(|_| is_shared);
    let text = text.and_then(|path| std::fs::read_to_string(path).ok());
    text.is_some_and(|text| glassbox::compile::is_glsl(&text))
}

/// Meaning of -o.
enum Target {
    /// Not given: each result is written next to its source.
    Beside,
    /// Print to standard output.
    Stdout,
    /// Write to a file.
    File(PathBuf),
    /// Folder, created with the first result.
    Folder(PathBuf),
}

impl Places {
    /// Interprets -o.
    pub(super) fn new(arguments: &Arguments, files: &[PathBuf]) -> Result<Places> {
        arguments.agree()?;
        let is_text = arguments.emit.is_text();
        let roots: Vec<PathBuf> = if arguments.recursive {
            files.iter().filter(|path| path.is_dir()).cloned().collect()
        } else {
            Vec::new()
        };
        let is_several = files.len() > 1 || !roots.is_empty();
        let is_stdin = files.iter().any(|file| file.as_os_str() == "-");
        let target = match arguments.output.as_deref() {
            None if is_text => Target::Stdout,
            // Standard input has no name from which to derive that of the result.
            None if is_stdin => Target::Stdout,
            None => Target::Beside,
            Some(path) if path.as_os_str() == "-" => Target::Stdout,
            Some(path) if is_several || path.is_dir() => Target::Folder(path.to_owned()),
            Some(path) => Target::File(path.to_owned()),
        };
        match &target {
            Target::Stdout if arguments.findings.format != Form::Text => {
                bail!("the findings go to standard output; name the output with -o, or add --check")
            }
            Target::Stdout if is_several && !is_text => {
                bail!("several results do not fit on standard output; name a folder with -o")
            }
            Target::Stdout if arguments.emit == Emit::Spirv && arguments.stage.is_none() => {
                bail!("several modules do not fit on standard output; choose one with --stage")
            }
            Target::Stdout if arguments.old.saves_modules() => {
                bail!("-Sspirv writes modules next to the output; name it with -o")
            }
            Target::Folder(_) if is_stdin => {
                bail!("standard input has no name for a file in a folder; name the file with -o")
            }
            Target::Folder(path) if path.exists() && !path.is_dir() => {
                bail!("{} is a file; several results need a folder", path.display())
            }
            _ => {}
        }
        Ok(Places { target, roots, emit: arguments.emit, form: arguments.findings.format })
    }

    /// Rejects a result that would replace a source or another result.
    pub(super) fn guard(&self, arguments: &Arguments, sources: &Sources) -> Result<()> {
        let mut taken: HashMap<PathBuf, String> = HashMap::new();
        for source in sources.iter().flatten() {
            // The language of an unread text is unknown. A result that turns out to have another name is written by
            // rename, so that no source is lost.
            let is_toml = source.name.ends_with(".toml");
            let named = language(arguments, &source, "");
            let Some(compiler) = named.or(compilers().first().copied()).filter(|_| !is_toml) else {
                continue;
            };
            if source.found && (named.is_none() || is_glsl_file(&source)) {
                continue;
            }
            let (Some(path), Some(result)) = (&source.path, self.of(compiler, &source).path()) else {
                continue;
            };
            if is_same_file(&result, path) {
                bail!("{} is the input", result.display());
            }
            if let Some(other) = taken.insert(result.clone(), source.name.clone()) {
                bail!("{other} and {} would both become {}", source.name, result.display());
            }
        }
        Ok(())
    }

    /// Destination of a source's result.
    pub(super) fn of(&self, compiler: &dyn Compiler, source: &Source) -> Place {
        let extension = self.extension(compiler);
        match (&self.target, &source.path) {
            (Target::File(path), _) => Place::Named(path.clone()),
            (Target::Stdout, _) | (_, None) => Place::Stdout,
            (Target::Beside, Some(path)) => Place::beside(&path.with_extension(extension)),
            (Target::Folder(folder), Some(path)) => {
                Place::Made { folder: folder.clone(), name: self.inside(path).with_extension(extension) }
            }
        }
    }

    /// File name extension of results.
    fn extension(&self, compiler: &dyn Compiler) -> &'static str {
        match self.emit {
            Emit::Binary => compiler.extension(),
            Emit::Spirv => "spv",
            Emit::SpirvAsm => "spvasm",
            Emit::Source => "source.txt",
            Emit::Description => "description.txt",
            Emit::Interface if self.form == Form::Json => "interface.json",
            Emit::Interface => "interface.txt",
            Emit::Payload => "txt",
        }
    }

    /// Relative path of a source in the folder of the results.
    fn inside<'a>(&self, path: &'a Path) -> &'a Path {
        let root = self.roots.iter().find_map(|root| path.strip_prefix(root).ok());
        root.or_else(|| path.file_name().map(Path::new)).unwrap_or(path)
    }
}
