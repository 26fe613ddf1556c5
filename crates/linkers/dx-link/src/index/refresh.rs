//! Updates an index to match its folder.

use std::collections::{BTreeMap, HashMap};

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::limits::Limits;

use crate::plan::{CatalogueError, NOWHERE};
use crate::rules;

use super::access::{Folder, Stamp, View};
use super::directory::{self, Directory};
use super::entry::FileEntry;
use super::log::{self, FILE_HEADER, Kind, Place};
use super::scan::{code, glance};

/// Summary of an update.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Refreshed {
    /// Number of files in the folder.
    pub files: u32,
    /// Number of files read because they are new or changed.
    pub read: u32,
    /// Number of files removed.
    pub gone: u32,
    /// Reason why the index was rebuilt or truncated; `None` if it was intact or missing.
    pub damage: Option<String>,
    /// True if an index existed.
    pub existed: bool,
    /// Reason why it could not be written; the plan is not affected.
    pub unwritten: Option<String>,
}

impl Refreshed {
    /// Finding for a damaged index; `file` is its name in messages.
    pub fn finding(&self, file: &str) -> Option<Diagnostic> {
        let reason = self.damage.as_ref()?;
        let message = format!("{file}: {reason}, expected a whole index");
        let location = Location::default().input(NOWHERE);
        let finding = Diagnostic::new(&rules::INDEX, location, message);
        Some(match &self.unwritten {
            None => finding.help("no action is needed: the index was rebuilt"),
            Some(reason) => finding
                .note(format!("it cannot be written: {reason}"))
                .help("let the file be written, or name another one with `--index-file`"),
        })
    }
}

/// Previously live file: only its location if known from the directory, otherwise the whole record.
enum Old {
    Placed(Stamp, Place),
    Whole(Box<FileEntry>, Place),
}

impl Old {
    fn stamp(&self) -> &Stamp {
        match self {
            Old::Placed(stamp, _) => stamp,
            Old::Whole(entry, _) => &entry.stamp,
        }
    }

    fn place(&self) -> Place {
        match self {
            Old::Placed(_, place) | Old::Whole(_, place) => *place,
        }
    }
}

/// Compares an index with its folder and appends new records. Returns the new directory.
pub(super) fn refresh(
    view: &mut View<'_>,
    folder: &mut dyn Folder,
    limits: &Limits,
) -> Result<(Directory, Refreshed), CatalogueError> {
    let mut stamps = folder.list()?;
    stamps.sort();
    stamps.dedup_by(|one, other| one.name == other.name);
    let mut report =
        Refreshed { files: stamps.len() as u32, existed: view.size()? > 0, ..Refreshed::default() };
    let (mut old, mut end) = (HashMap::new(), 0);
    match Directory::read(view) {
        Ok(directory) => {
            let same = directory.files.iter().map(|file| &file.stamp).eq(&stamps);
            if same {
                return Ok((directory, report));
            }
            end = view.size()?;
            // Compact a log when more than half of it is garbage.
            if end > 2 * directory.live() + 4 * (end - last(view)?) {
                end = 0;
            }
            let files = directory.files.into_iter();
            old = files.map(|file| (file.stamp.name.clone(), Old::Placed(file.stamp, file.place))).collect();
        }
        Err(reason) if report.existed => {
            (old, end) = salvage(view)?;
            report.damage = Some(reason.0);
        }
        Err(_) => {}
    }
    let known: BTreeMap<&str, ()> = stamps.iter().map(|stamp| (&*stamp.name, ())).collect();
    report.gone = old.keys().filter(|name| !known.contains_key(name.as_str())).count() as u32;
    let mut out = match end {
        0 => log::header(),
        _ => Vec::new(),
    };
    let mut files = Vec::with_capacity(stamps.len());
    for stamp in stamps {
        let (entry, place) = match old.remove(&stamp.name) {
            Some(old) => carry(view, folder, limits, stamp, old, &mut report)?,
            None => (scan(folder, limits, stamp, &mut report)?, None),
        };
        // Compaction rewrites every record.
        let place = match place.filter(|_| end > 0) {
            Some(place) => place,
            None => log::append(&mut out, end, Kind::File, &entry.pack()),
        };
        files.push((entry, place));
    }
    directory::build(&files, &mut out, end);
    report.unwritten = view.write(end, out).map(|failure| failure.0);
    Ok((Directory::read(view)?, report))
}

/// Offset of the last directory.
fn last(view: &mut View<'_>) -> Result<u64, CatalogueError> {
    Ok(log::last_directory(view)?.offset)
}

/// Updates a known file: unchanged, with a new time, or reread.
fn carry(
    view: &mut View<'_>,
    folder: &mut dyn Folder,
    limits: &Limits,
    stamp: Stamp,
    old: Old,
    report: &mut Refreshed,
) -> Result<(FileEntry, Option<Place>), CatalogueError> {
    let (is_same, place) = (*old.stamp() == stamp, old.place());
    let entry = match old {
        Old::Whole(entry, _) => Some(*entry),
        // A damaged record is rebuilt from its file.
        Old::Placed(..) => log::content(view, place).ok().and_then(|bytes| FileEntry::unpack(&bytes)),
    };
    let Some(mut entry) = entry.filter(|entry| entry.stamp.name == stamp.name) else {
        return Ok((scan(folder, limits, stamp, report)?, None));
    };
    if is_same {
        return Ok((entry, Some(place)));
    }
    if entry.stamp.size == stamp.size {
        let glance = glance(folder, &stamp, limits)?;
        if glance.is_signed && glance.digest == entry.digest {
            entry.stamp = stamp;
            return Ok((entry, None));
        }
    }
    Ok((scan(folder, limits, stamp, report)?, None))
}

/// Reads a file's symbols.
fn scan(
    folder: &mut dyn Folder,
    limits: &Limits,
    stamp: Stamp,
    report: &mut Refreshed,
) -> Result<FileEntry, CatalogueError> {
    report.read += 1;
    let glance = glance(folder, &stamp, limits)?;
    let mut symbols = glance.symbols;
    if glance.has_code
        && let Some(exact) = code(folder, &stamp, limits)?
    {
        symbols = exact;
    }
    Ok(FileEntry { stamp, digest: glance.digest, symbols })
}

/// Records of a damaged log up to the first invalid one, and their end offset.
fn salvage(view: &mut View<'_>) -> Result<(HashMap<String, Old>, u64), CatalogueError> {
    let mut old = HashMap::new();
    if log::check_header(view).is_err() {
        return Ok((old, 0));
    }
    let mut at = FILE_HEADER;
    while let Ok((kind, place)) = log::record(view, at)
        && let Ok(bytes) = log::content(view, place)
    {
        if kind == Kind::File {
            let Some(entry) = FileEntry::unpack(&bytes) else {
                break;
            };
            old.insert(entry.stamp.name.clone(), Old::Whole(Box::new(entry), place));
        }
        at = place.end();
    }
    Ok((old, at))
}
