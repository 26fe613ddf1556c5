//! Links BPX shader packages for `glassbox link`: programs to assemblies, and stages to one program.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use glassbox::LinkInput;
use glassbox::bpx_link::{self, Change, Linked, Options};

use crate::commands::packages::{self, Collected, Read};
use crate::context::{Context, Status};
use crate::output::{Place, is_same_file, make_folder, write_binary, write_in_place};

/// Options for shader packages.
#[derive(Args, Debug)]
#[command(next_help_heading = "BPX shader packages")]
pub(super) struct Packages {
    /// Assembly to link programs to; further ones are its ancestors, which are also searched for in the folders of -L
    #[arg(long, value_name = "FILE")]
    assembly: Vec<PathBuf>,
    /// Replace an existing link to another assembly
    #[arg(long, requires = "assembly")]
    relink: bool,
    /// Name of the assembly; its hash is compared with the one in the assembly, or used if the assembly has none
    #[arg(long, value_name = "NAME", requires = "assembly")]
    name: Option<String>,
    /// Restore programs to their bytes before linking
    #[arg(long, conflicts_with_all = ["assembly", "split", "source_map", "allow_register_conflicts"])]
    unlink: bool,
    /// With --assembly and --unlink: replace the input files
    #[arg(long, conflicts_with_all = ["output", "check", "split", "source_map"])]
    pub(super) in_place: bool,
}

impl Packages {
    /// True if programs are to be linked or unlinked.
    pub(super) fn is_asked(&self) -> bool {
        !self.assembly.is_empty() || self.unlink || self.in_place
    }
}

/// The rest of the command line.
pub(super) struct Request<'r> {
    /// Program files.
    pub(super) files: &'r [PathBuf],
    /// Folders with ancestors.
    pub(super) folders: &'r [PathBuf],
    /// Destination of the result: a file, or a folder for several programs.
    pub(super) output: Option<&'r Path>,
    /// True if nothing is to be written.
    pub(super) is_check: bool,
}

/// Links or unlinks programs. Nothing is written unless all succeed.
pub(super) fn run(options: &Packages, request: &Request<'_>, context: &Context) -> Result<Status> {
    let targets = targets(options, request)?;
    let all: Vec<PathBuf> = request.files.iter().chain(&options.assembly).cloned().collect();
    let mut read = Read::files(&all, context)?;
    let count = request.files.len();
    if let Some(name) = read.text_form(count).filter(|_| options.in_place) {
        bail!("{name} is a text form; name the output with -o");
    }
    read.ancestors(count, request.folders, context)?;
    let inputs = read.inputs();
    let (programs, assemblies) = inputs.split_at_checked(count).unwrap_or((&inputs, &[]));
    let link = Options { relink: options.relink, name: options.name.as_deref() };
    let mut collected = Collected::default();
    let mut done = Vec::new();
    for (number, program) in (0u32..).zip(programs) {
        let outcome = if options.unlink {
            bpx_link::unlink(program, &context.limits)
        } else {
            bpx_link::link(program, assemblies, &link, &context.limits)
        };
        let place = |input: u32| match input {
            0 => number,
            input => count as u32 + input - 1,
        };
        collected.extend(outcome.findings, place);
        done.extend(outcome.done.map(|linked| (linked, outcome.bytes)));
    }
    packages::report(&inputs, Some("bpx"), &collected.findings, context);
    if done.len() != count {
        return Ok(Status::Errors);
    }
    for ((program, (linked, bytes)), target) in programs.iter().zip(&done).zip(&targets) {
        let is_same = options.in_place && linked.change == Change::None;
        if !request.is_check && !is_same {
            match (target.path(), options.in_place) {
                (Some(path), true) => write_in_place(&path, bytes)?,
                _ => target.write(bytes)?,
            }
        }
        context.print_note(&format!("{}: {}", program.name, outcome_text(linked)));
    }
    Ok(Status::Fine)
}

/// Destination of each program.
fn targets(options: &Packages, request: &Request<'_>) -> Result<Vec<Place>> {
    let is_stdin = |path: &PathBuf| path.as_os_str() == "-";
    if options.in_place {
        if request.files.iter().any(is_stdin) {
            bail!("standard input cannot be written to; name the output with -o");
        }
        if options.assembly.is_empty() && !options.unlink {
            bail!("--in-place goes with --assembly or --unlink");
        }
        return Ok(request.files.iter().cloned().map(Place::Named).collect());
    }
    let inputs = || request.files.iter().chain(&options.assembly);
    let guard = |target: &Path| {
        if inputs().any(|input| is_same_file(target, input)) {
            bail!("{} is an input; --in-place writes to the programs", target.display())
        } else {
            Ok(())
        }
    };
    match (request.files, request.output) {
        ([_], None) => Ok(vec![Place::Stdout]),
        ([_], Some(output)) => {
            guard(output)?;
            Ok(vec![Place::Named(output.to_owned())])
        }
        (files, None) if request.is_check => Ok(vec![Place::Stdout; files.len()]),
        (_, None) => bail!("several programs go to a folder; name it with -o, or use --in-place"),
        (files, Some(folder)) => {
            let mut targets: Vec<Place> = Vec::new();
            for file in files {
                let Some(name) = file.file_name().filter(|_| !is_stdin(file)) else {
                    bail!("{} has no name for a file in {}", file.display(), folder.display());
                };
                guard(&folder.join(name))?;
                let target = Place::Made { folder: folder.to_owned(), name: name.into() };
                if targets.contains(&target) {
                    bail!("two programs would become {}", folder.join(name).display());
                }
                targets.push(target);
            }
            make_folder(folder)?;
            Ok(targets)
        }
    }
}

/// Describes the result in words.
fn outcome_text(linked: &Linked) -> String {
    let (hash, external) = (linked.assembly, linked.external);
    match (linked.change, hash) {
        (Change::Linked, _) => format!("linked to {hash:#018x}, external symbols {external}"),
        (Change::Relinked, _) => format!("linked to {hash:#018x} instead, external symbols {external}"),
        (Change::Fixed, _) => format!(
            "already linked to {hash:#018x}, flag Assembly set on the {external} external symbols only"
        ),
        (Change::Unlinked, _) => "no longer linked".to_owned(),
        (Change::None, 0) => "not linked, nothing to change".to_owned(),
        (Change::None, _) => format!("already linked to {hash:#018x}, nothing to change"),
    }
}

/// Joins packages that hold stages of one program.
pub(super) fn merge(files: &[LinkInput<'_>], request: &Request<'_>, context: &Context) -> Result<Status> {
    if files.len() == 1 {
        bail!("name an assembly with --assembly, or several packages to make one program of them");
    }
    let outcome = bpx_link::merge(files, &context.limits);
    packages::report(files, Some("bpx"), &outcome.findings, context);
    let Some(merged) = outcome.done else {
        return Ok(Status::Errors);
    };
    if !request.is_check {
        write_binary(request.output, &outcome.bytes)?;
    }
    let name = request.output.map_or_else(|| "output".to_owned(), |path| path.display().to_string());
    context.print_note(&format!(
        "{name}: {} bytes, shaders {}, symbols {}, {} of them shared",
        outcome.bytes.len(),
        merged.stages,
        merged.symbols,
        merged.shared
    ));
    Ok(Status::Fine)
}
