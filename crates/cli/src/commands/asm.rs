//! `glassbox asm`.

mod picasso;
mod program;

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use glassbox::program::Language as ProgramLanguage;
use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_report::Subject;

use crate::args::{OutputFile, is_file};
use crate::change::refuse;
use crate::context::{Context, Status};
use crate::findings::Findings;
use crate::input::{Input, Source, or_stdin};
use crate::output::write_binary;
use crate::query::single;

pub(crate) use picasso::requested as picasso_arguments;
pub(crate) use picasso::run as run_picasso;

/// Assemble shader sources or the output of `disasm`
///
/// Sources in picasso's language become a SHBIN file; several of them become one program. The exact languages of `disasm`
/// become the bytes that they describe. Code of shader model 4 and 5, and DXIL as LLVM assembly, become a container, or
/// replace the code of another container with --into; what follows from DXIL, such as signatures, is made anew.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  glassbox asm shader.v.pica -o shader.shbin
  glassbox asm shader.v.pica shader.g.pica -o shader.shbin --header shader.h
  glassbox asm shader.shlist -o shader.shbin --deny warning
  glassbox asm *.v.pica --out-dir build
  glassbox asm -c library.v.pica -o library.dvoj
  glassbox asm --compat picasso -o shader.shbin -h shader.h shader.v.pica
  glassbox asm module.spvasm -o module.spv
  glassbox disasm module.spv | glassbox asm --language spirv - > same.spv
  glassbox disasm shader.dxbc --exact | glassbox asm --into shader.dxbc -o same.dxbc -
  glassbox disasm shader.dxil -o shader.ll
  glassbox asm shader.ll --into shader.dxil -o changed.dxil

File names: .v.pica .g.pica .pica .vsh .gsh .asm are shaders, .shlist files list shaders.
With --compat picasso, or if the command is called as `picasso`, options, messages and exit status
are those of picasso 2.7.1.

Exit status:
  0  fine
  1  the source has errors, or findings at the level of --deny; nothing is written
  2  the command could not run, or an input could not be read")]
pub(crate) struct Arguments {
    /// Source files, in order; `-` is standard input, which is also read if no file is given
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Language of the sources; by default detected from their names and contents
    #[arg(long, value_name = "LANGUAGE", value_parser = language_names())]
    language: Option<String>,
    #[command(flatten)]
    output: OutputFile,
    /// Assemble each source, or the sources of each list, to a program in this folder
    #[arg(long, value_name = "DIR", conflicts_with_all = ["path", "into", "header"])]
    out_dir: Option<PathBuf>,
    /// Replace the code in a copy of this file
    #[arg(long, value_name = "FILE", conflicts_with = "bare")]
    into: Option<PathBuf>,
    /// Write only the code, where it would otherwise be put into a file
    #[arg(long)]
    bare: bool,
    /// Write a C header with the registers of the uniforms to this file
    #[arg(long, value_name = "FILE")]
    header: Option<PathBuf>,
    /// Do not insert the NOPs that the hardware needs at the ends of blocks
    #[arg(short, long)]
    no_nop: bool,
    /// Write an object (DVOJ) for the linker: procedures may be missing
    #[arg(short = 'c', long = "object")]
    object: bool,
    /// Accept the options and sources of another assembler
    #[arg(long, value_name = "ASSEMBLER")]
    compat: Option<Compat>,
    #[command(flatten)]
    findings: Findings,
}

/// Emulated assembler.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Compat {
    /// picasso 2.7.1
    Picasso,
}

fn language_names() -> PossibleValuesParser {
    let programs = ProgramLanguage::ALL.iter().map(|language| language.name());
    let exact = glassbox::registry().languages.iter().map(|language| language.name());
    PossibleValuesParser::new(programs.chain(exact))
}

pub(crate) fn run(arguments: &Arguments, context: &Context) -> Result<Status> {
    let is_named = is_file(arguments.output.path.as_deref()) || arguments.out_dir.is_some();
    arguments.findings.begin(context, is_named)?;
    if let Some(folder) = &arguments.out_dir {
        return program::each(arguments, &or_stdin(&arguments.files)?, folder, context);
    }
    let sources = program::listed(&or_stdin(&arguments.files)?)?;
    let inputs: Vec<Input> = sources.iter().map(Source::read).collect::<Result<_>>()?;
    if let Some(language) = program::program_language(arguments, &inputs) {
        return program::run(arguments, language, &inputs, context);
    }
    let [input] = inputs.as_slice() else {
        bail!("only sources in a language for whole programs can be assembled into one program");
    };
    let is_for_programs = [
        (arguments.header.is_some(), "--header"),
        (arguments.no_nop, "--no-nop"),
        (arguments.object, "--object"),
    ];
    if let Some((_, switch)) = is_for_programs.iter().find(|(is_given, _)| *is_given) {
        bail!("{switch} is for shader programs; state their language with --language picasso");
    }
    exact(arguments, input, context)
}

/// Assembles code in an exact language.
fn exact(arguments: &Arguments, input: &Input, context: &Context) -> Result<Status> {
    let source = match std::str::from_utf8(input.bytes()) {
        Ok(source) => source,
        Err(error) => {
            let text = input.text();
            let at = error.valid_up_to();
            let location = Location::in_text(&text, at..at);
            let message = "the text is not UTF-8 here";
            let mistake = Diagnostic::new(&glassbox::ASSEMBLY, location, message);
            context.report(context.in_text(input, &[mistake]));
            return Ok(Status::Errors);
        }
    };
    let language = match arguments.language.as_deref() {
        Some(name) => glassbox::language(name),
        None => glassbox::language_of_source(source),
    };
    let Some(language) = language else {
        bail!("{}: the text does not show its language; state it with --language", input.name);
    };
    let base = match &arguments.into {
        Some(path) => {
            let base = Source::new(path).read()?;
            let bytes = single(context, &base)?.into_owned();
            Some((base.name.clone(), bytes))
        }
        None => None,
    };
    let into = base.as_ref().map(|(_, bytes)| bytes.as_slice());
    let bytes = match glassbox::assemble_for(language, source, into, &context.limits) {
        Ok(bytes) => bytes,
        Err(errors) => {
            let mistakes = glassbox::assembly_errors(source, errors);
            context.report(context.in_text(input, &mistakes));
            return Ok(Status::Errors);
        }
    };
    let mut found = glassbox::doubts(language.name(), source);
    let bytes = match base {
        Some((name, base)) => match glassbox::replace_code(language.name(), &base, &bytes, &context.limits) {
            Some(Ok(replaced)) => {
                found.extend(replaced.notes);
                replaced.bytes
            }
            Some(Err(error)) => return Err(refuse(context, &name, &error).into()),
            None => {
                bail!("--into is for the code of DirectX containers, and this is {} code", language.name())
            }
        },
        None => match glassbox::file_of_code(language.name(), &bytes) {
            Some(made) if !arguments.bare => made.map_err(anyhow::Error::msg)?,
            _ => bytes,
        },
    };
    let found = glassbox::assembly_errors(source, found);
    let sources = [Subject::text(&input.name, source)];
    context.report(arguments.findings.notice(context, &sources, &found, 0));
    if arguments.findings.deny(&found) {
        return Ok(Status::Errors);
    }
    write_binary(arguments.output.path.as_deref(), &bytes)?;
    Ok(Status::Fine)
}
