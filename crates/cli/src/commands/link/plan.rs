//! Plans a link for `glassbox link --plan` and `--index`: determines the libraries needed.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use glassbox::plan::{
    self, Catalogue, CatalogueError, Export, FILE_NAME, Files, Index, Joined, Level, Plan, Profile,
    Refreshed, Request, Store as _, short, written,
};
use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_report::json::PlanDocument;
use glassbox_report::plan::{
    DuplicateFunction, IndexState, LinkPlan, PlannedFunction, PlannedLibrary, UnresolvedFunction,
};
use glassbox_report::terminal;

use super::folder::{Disk, IndexFile};
use crate::args::{ReportFormat, findings_in};
use crate::context::{Context, Mistaken, Status};
use crate::output::Output;
use crate::page::Page;

/// Options of planned links.
#[derive(Args, Debug)]
#[command(next_help_heading = "Libraries of functions")]
// Options of other kinds of links have a structure of this name too.
#[group(skip)]
pub(super) struct Options {
    /// List the libraries that are needed, their order and the reasons; link nothing
    #[arg(long, conflicts_with_all = ["split", "source_map", "allow_register_conflicts", "output"])]
    pub(super) plan: bool,
    /// Search this folder for libraries, after the given files; may be repeated
    #[arg(short = 'L', long = "library-folder", value_name = "FOLDER")]
    folders: Vec<PathBuf>,
    /// Entry point of the program, mangled or as in the source
    #[arg(long, value_name = "NAME")]
    pub(super) entry: Option<String>,
    /// Target profile, such as ps_6_0, or lib_6_3 for a library
    #[arg(long, value_name = "PROFILE")]
    pub(super) profile: Option<String>,
    /// Functions to export from a library instead of all; NEW=NAME renames one
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(super) exports: Vec<String>,
    /// Include the dependencies of all functions of a needed library, as a linker without per-function dependencies would
    #[arg(long)]
    whole_libraries: bool,
    /// Create or update the index of a folder and exit
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["plan", "split", "files", "output", "check"])]
    index: Option<PathBuf>,
    /// Index file of the folder; by default an index in the folder is used
    #[arg(long, value_name = "FILE")]
    index_file: Option<PathBuf>,
}

impl Options {
    /// True if options request a link of function libraries.
    pub(super) fn is_asked(&self) -> bool {
        let has_names = self.entry.is_some() || !self.exports.is_empty() || !self.folders.is_empty();
        self.profile.is_some() || has_names
    }

    /// The folders to look in.
    pub(super) fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// True if an index is to be written.
    pub(super) fn is_index(&self) -> bool {
        self.index.is_some()
    }

    /// The link request. `Err` is a finding on the profile.
    pub(super) fn request(&self) -> Result<Result<Request, Box<Diagnostic>>> {
        let Some(profile) = &self.profile else {
            bail!("state the target with --profile, such as --profile ps_6_0");
        };
        let level = if self.whole_libraries { Level::Libraries } else { Level::Functions };
        let exports = self.exports.iter().map(|export| Export::parse(export.as_bytes()));
        let exports: Result<Vec<Export>, Box<Diagnostic>> = exports.collect();
        Ok(Profile::parse(profile).and_then(|profile| {
            Ok(Request {
                profile,
                entry: self.entry.clone().map(String::into_bytes),
                exports: exports?,
                level,
            })
        }))
    }

    /// The folders to search, each with its index if it has or gets one.
    fn places(&self) -> Result<Vec<(PathBuf, Option<PathBuf>)>> {
        if self.index_file.is_some() && self.folders.len() != 1 {
            bail!("--index-file goes with one folder; name it with -L");
        }
        let place = |folder: &PathBuf| {
            let usual = folder.join(FILE_NAME);
            let index = match &self.index_file {
                Some(file) => Some(file.clone()),
                None => usual.is_file().then_some(usual),
            };
            (folder.clone(), index)
        };
        Ok(self.folders.iter().map(place).collect())
    }
}

/// A plan with the paths of the libraries.
pub(super) struct Planned {
    /// The computed plan.
    pub(super) plan: Plan,
    /// Paths of the needed libraries, in order.
    pub(super) needed: Vec<PathBuf>,
    /// The same for reports.
    pub(super) report: LinkPlan,
}

/// Runs `--plan`.
pub(super) fn run(
    options: &Options,
    files: &[PathBuf],
    form: ReportFormat,
    context: &Context,
) -> Result<Status> {
    if let Some(folder) = &options.index {
        return index(folder, options.index_file.as_deref(), context);
    }
    findings_in(form, context, true)?;
    let request = asked(options, form, context)?;
    let planned = make(options, &request, files, context)?;
    if form == ReportFormat::Text {
        let mut out = Page::text(context, None)?;
        terminal::plan(&mut out, &planned.report, &context.style)?;
        out.commit()?;
    }
    tell(&planned.report, form, context)?;
    Ok(if planned.plan.can_link() { Status::Fine } else { Status::Errors })
}

/// The request; reports what is wrong with it.
pub(super) fn asked(options: &Options, form: ReportFormat, context: &Context) -> Result<Request> {
    let finding = match options.request()? {
        Ok(request) => return Ok(request),
        Err(finding) => finding,
    };
    let report = LinkPlan {
        entry: options.entry.clone(),
        exports: options.exports.clone(),
        profile: options.profile.clone().unwrap_or_default(),
        findings: vec![(None, *finding)],
        ..LinkPlan::default()
    };
    tell(&report, form, context)?;
    Err(Mistaken.into())
}

/// Prints the findings of a plan as text, or the plan with its findings as JSON.
pub(super) fn tell(report: &LinkPlan, form: ReportFormat, context: &Context) -> Result<()> {
    print_errors(report, context);
    if form == ReportFormat::Text {
        return Ok(());
    }
    context.note_answer();
    let mut out = Output::text(None)?;
    serde_json::to_writer(&mut out, &PlanDocument::new(report))?;
    std::io::Write::write_all(&mut out, b"\n")?;
    out.commit()
}

/// The findings of a plan.
pub(super) fn print_errors(report: &LinkPlan, context: &Context) {
    for (file, finding) in &report.findings {
        context.report(context.unplaced(file.as_deref(), finding));
    }
}

/// Runs `--index`.
fn index(folder: &Path, file: Option<&Path>, context: &Context) -> Result<Status> {
    let path = file.map_or_else(|| folder.join(FILE_NAME), Path::to_owned);
    let mut store = IndexFile::new(&path);
    let mut disk = Disk::folder(folder, &path);
    let index = Index::open(&mut store, &mut disk, &context.limits).map_err(|failure| anyhow!(failure.0))?;
    let refreshed = index.refreshed;
    let damage = refreshed.finding(&path.display().to_string());
    let state = state(&path, refreshed);
    let size = IndexFile::new(&path).size().unwrap_or(0);
    if let Some(reason) = &state.unwritten {
        bail!("{reason}");
    }
    if let Some(finding) = damage {
        context.report(context.unplaced(None, &finding));
    }
    context.print_note(&format!(
        "{}: {size} bytes, files {}, read {}, gone {}",
        state.file, state.files, state.read, state.gone
    ));
    Ok(Status::Fine)
}

/// Plans a link.
pub(super) fn make(
    options: &Options,
    request: &Request,
    files: &[PathBuf],
    context: &Context,
) -> Result<Planned> {
    let places = options.places()?;
    let first = attempt(request, files, &places, context);
    let done = match first {
        // Index pages are checked on first use, so damage may show up late: read everything again, once.
        Err(_) if places.iter().any(|(_, index)| index.is_some()) => {
            for path in places.iter().filter_map(|(_, index)| index.as_deref()) {
                // If it cannot be written, the second attempt reports it.
                let _ = glassbox::plan::Store::write(&mut IndexFile::new(path), 0, b"");
            }
            attempt(request, files, &places, context)
        }
        done => done,
    };
    done.map_err(|failure| anyhow!(failure.0))
}

fn attempt(
    request: &Request,
    files: &[PathBuf],
    places: &[(PathBuf, Option<PathBuf>)],
    context: &Context,
) -> Result<Planned, CatalogueError> {
    let limits = &context.limits;
    let mut named = Disk::named();
    let names = files.iter().map(|file| file.display().to_string());
    let stamps = names.map(|name| named.stamp(&name)).collect::<Result<Vec<_>, _>>()?;
    let own: HashSet<PathBuf> = files.iter().filter_map(|file| file.canonicalize().ok()).collect();
    let mut folders: Vec<(Disk, Option<IndexFile>, &Path)> = places
        .iter()
        .map(|(folder, index)| {
            let disk = Disk::folder(folder, index.as_deref().unwrap_or(Path::new("")));
            (disk, index.as_deref().map(IndexFile::new), folder.as_path())
        })
        .collect();
    let mut paths: Vec<PathBuf> = files.to_vec();
    let mut hidden = Vec::new();
    let mut indexes = Vec::new();
    let mut damaged = Vec::new();
    let mut parts: Vec<Box<dyn Catalogue + '_>> = vec![Box::new(Files::new(&mut named, stamps, limits)?)];
    for ((disk, store, folder), (_, index_path)) in folders.iter_mut().zip(places) {
        let inside = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let mut note = |names: Vec<String>| {
            for name in names {
                if own.contains(&inside.join(&name)) {
                    hidden.push(paths.len() as u32);
                }
                paths.push(folder.join(name));
            }
        };
        match store {
            Some(store) => {
                let index = Index::open(store, disk, limits)?;
                note(index.files().map(|stamp| stamp.name.clone()).collect());
                if let Some(path) = index_path {
                    damaged.extend(index.refreshed.finding(&path.display().to_string()));
                    indexes.push(state(path, index.refreshed.clone()));
                }
                parts.push(Box::new(index));
            }
            None => {
                let mut stamps = glassbox::plan::Folder::list(disk)?;
                stamps.sort();
                note(stamps.iter().map(|stamp| stamp.name.clone()).collect());
                parts.push(Box::new(Files::new(disk, stamps, limits)?));
            }
        }
    }
    let prefixes = places.iter().map(|(folder, _)| folder.join("").display().to_string());
    let prefixes = std::iter::once(String::new()).chain(prefixes);
    let mut joined = Joined::new(parts).folders(prefixes.collect());
    for library in hidden {
        joined.hide(library);
    }
    let plan = plan::plan(request, &mut joined)?;
    let report = report(&plan, &paths, files.len(), indexes, damaged);
    let needed = plan.needed.iter().filter_map(|needed| paths.get(needed.library as usize).cloned());
    Ok(Planned { needed: needed.collect(), report, plan })
}

fn state(path: &Path, refreshed: Refreshed) -> IndexState {
    IndexState {
        file: path.display().to_string(),
        files: refreshed.files,
        read: refreshed.read,
        gone: refreshed.gone,
        damage: refreshed.damage,
        unwritten: refreshed.unwritten,
    }
}

/// A plan as reports show it. The first `named` paths are those of the command line.
fn report(
    plan: &Plan,
    paths: &[PathBuf],
    named: usize,
    indexes: Vec<IndexState>,
    damaged: Vec<Diagnostic>,
) -> LinkPlan {
    let name = |library: u32| {
        let path = paths.get(library as usize);
        path.map(|path| path.display().to_string()).unwrap_or_default()
    };
    let function = |place: &u32| plan.reached.get(*place as usize);
    let planned = |place: &u32| {
        let reached = function(place)?;
        Some(PlannedFunction {
            name: written(&reached.name),
            short: short(&reached.name),
            reason: reached.reason.word(),
            by: reached.by.as_ref().and_then(function).map(|by| written(&by.name)),
        })
    };
    let chain = |place: &u32| {
        let places = plan.chain(*place);
        places.iter().filter_map(function).map(|reached| short(&reached.name)).collect()
    };
    // Many files of a folder are not libraries, such as sources.
    let is_shown = |finding: &&Diagnostic| {
        let is_other = finding.severity == Severity::Warning && (finding.location.input as usize) >= named;
        !(is_other && plan.unused.contains(&finding.location.input))
    };
    let place = |finding: &Diagnostic| {
        let path = paths.get(finding.location.input as usize)?;
        Some(path.display().to_string())
    };
    let findings = plan.findings.iter().filter(is_shown).map(|finding| (place(finding), finding.clone()));
    LinkPlan {
        entry: plan.request.entry.as_deref().map(written),
        exports: plan.request.exports.iter().map(|export| written(&export.spelled())).collect(),
        profile: plan.request.profile.to_string(),
        can_link: plan.can_link(),
        needed: plan
            .needed
            .iter()
            .map(|needed| PlannedLibrary {
                name: name(needed.library),
                functions: needed.functions.iter().filter_map(planned).collect(),
            })
            .collect(),
        missing: plan.missing.iter().map(|name| written(name)).collect(),
        unresolved: plan
            .unresolved
            .iter()
            .map(|one| UnresolvedFunction {
                name: written(&one.name),
                chains: one.by.iter().map(chain).collect(),
            })
            .collect(),
        duplicates: plan
            .duplicates
            .iter()
            .map(|one| DuplicateFunction {
                name: written(&one.name),
                libraries: one.libraries.iter().map(|&library| name(library)).collect(),
                chosen: one.chosen.map(name),
            })
            .collect(),
        unused: plan
            .unused
            .iter()
            .filter(|&&library| (library as usize) < named)
            .map(|&library| name(library))
            .collect(),
        unused_in_folders: plan.unused.iter().filter(|&&library| (library as usize) >= named).count() as u64,
        features: plan::feature_names(plan.features.0),
        findings: findings.chain(damaged.into_iter().map(|finding| (None, finding))).collect(),
        indexes,
    }
}
