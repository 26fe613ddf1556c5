//! Queries nested files and reports the results under the paths of the outer file.

use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Severity};
use glassbox_core::format::{Artifact, ArtifactKind, Embedded, Format, OpenedFile, Summary, SummaryRow};
use glassbox_core::interface::{Interface, Symbol};
use glassbox_core::limits::Limits;
use glassbox_core::map::Map;
use glassbox_core::reader::{NodeId, NodeKind, Window};
use glassbox_core::space::Spaces;

/// Deepest nesting of files that is followed.
const MAX_DEPTH: u32 = 8;

/// Expands the nested files of a map in place, recursively.
pub(crate) fn expand(map: &mut Map, file: &[u8], limits: &Limits) {
    let mut work = limits.work(file.len() as u64);
    let mut seen = 0;
    for _ in 0..MAX_DEPTH {
        let found = map.files_from(seen);
        seen = map.count();
        if found.is_empty() {
            return;
        }
        for (id, format) in found {
            if let Some(format) = crate::format(format) {
                open_in_place(map, id, format, file, limits, &mut work);
            }
        }
    }
}

fn open_in_place(
    map: &mut Map,
    id: NodeId,
    format: &'static dyn Format,
    file: &[u8],
    limits: &Limits,
    work: &mut u64,
) {
    let Some(window) = map.window(id, file) else {
        return;
    };
    // A file may declare the same bytes as a nested file a million times.
    match work.checked_sub(window.bytes.len() as u64) {
        Some(rest) => *work = rest,
        None => return,
    }
    let (base, free) = (window.base, window.next_free_address);
    let owned;
    let bytes = match file.get(base as usize..base as usize + window.bytes.len()) {
        Some(bytes) => bytes,
        // The map cannot be borrowed for the bytes of a space while nodes are added.
        None => {
            owned = window.bytes.to_vec();
            &owned
        }
    };
    map.set_kind(id, NodeKind::Group);
    let inner = Window { bytes, base, next_free_address: free };
    if glassbox_core::format::map(format, inner, map, id, limits).is_err() {
        map.set_kind(id, NodeKind::File { format: format.id() });
    }
}

/// A file inside another.
pub(crate) struct Inside<'a> {
    pub(crate) path: &'a str,
    pub(crate) format: &'static dyn Format,
    pub(crate) window: Window<'a>,
    /// The file, or why its reader refuses it.
    pub(crate) opened: Result<&'a dyn OpenedFile, &'a Diagnostic>,
    /// Spaces of the files around it, outermost first.
    pub(crate) around: &'a [Option<&'a Spaces>],
}

impl Inside<'_> {
    /// The range of the file in the outermost one.
    fn range(&self) -> std::ops::Range<u64> {
        let start = self.window.base;
        let mut range = start..start + self.window.bytes.len() as u64;
        for spaces in self.around.iter().rev().flatten() {
            range = spaces.in_file(range);
        }
        range
    }
}

/// Visits every file inside an opened one, outer ones first, to a fixed depth.
pub(crate) fn visit(opened: &dyn OpenedFile, limits: &Limits, visitor: &mut dyn FnMut(&Inside<'_>)) {
    // In valid files the outermost nested files are nearly disjoint; their size approximates that of the whole.
    let size =
        opened.embedded().iter().map(|inside| inside.window.base + inside.window.bytes.len() as u64).max();
    let mut work = limits.work(size.unwrap_or(0));
    descend(opened, "", &[], limits, &mut work, visitor);
}

/// One level; its depth is bounded by [`MAX_DEPTH`].
fn descend<'a>(
    opened: &'a dyn OpenedFile,
    prefix: &str,
    around: &[Option<&'a Spaces>],
    limits: &Limits,
    work: &mut u64,
    visitor: &mut dyn FnMut(&Inside<'_>),
) {
    if around.len() as u32 >= MAX_DEPTH {
        return;
    }
    let mut around = around.to_vec();
    around.push(opened.spaces());
    for Embedded { format, path, window, known } in opened.embedded() {
        let Some(format) = crate::format(format) else {
            continue;
        };
        match work.checked_sub(window.bytes.len() as u64) {
            Some(rest) => *work = rest,
            None => return,
        }
        let path = join(prefix, &path);
        let result = format.open_known(window, limits, known);
        let inside = Inside {
            path: &path,
            format,
            window,
            opened: result.as_deref().map_err(|finding| &**finding),
            around: &around,
        };
        visitor(&inside);
        if let Ok(inner) = &result {
            descend(&**inner, &path, &around, limits, work, visitor);
        }
    }
}

/// The findings of one file, for an environment if one is stated.
pub(crate) fn check_one(opened: &dyn OpenedFile, environment: Option<&str>) -> Diagnostics {
    environment.map_or_else(|| opened.check(), |environment| opened.check_for(environment))
}

/// Adds the findings of nested files; `explained` adds location details known only to the outermost file.
pub(crate) fn check(
    opened: &dyn OpenedFile,
    (limits, environment): (&Limits, Option<&str>),
    explained: impl Fn(Diagnostic) -> Diagnostic,
    findings: &mut Diagnostics,
) {
    visit(opened, limits, &mut |inside| {
        let mut inner = match inside.opened {
            Ok(opened) => check_one(opened, environment),
            Err(finding) => {
                let mut one = Diagnostics::new(1);
                one.push(finding.clone());
                one
            }
        };
        for spaces in inside.around.iter().rev().flatten() {
            inner.localize(spaces);
        }
        for finding in inner.items() {
            findings.push(explained(under(inside.path, finding.clone())));
        }
        // If the inner list dropped findings, the outer one is full, so these are counted and not kept.
        if let Some(last) = inner.items().last() {
            for _ in 0..inner.dropped() {
                findings.push(last.clone().severity(Severity::Info));
            }
        }
    });
}

/// Adds the files inside and their parts.
pub(crate) fn summary(opened: &dyn OpenedFile, limits: &Limits, summary: &mut Summary) {
    visit(opened, limits, &mut |inside| {
        let (what, parts) = match inside.opened {
            Ok(opened) => {
                let inner = opened.summary();
                (inner.kind, inner.parts)
            }
            Err(_) => (format!("{}, refused by its reader", inside.format.title()), Vec::new()),
        };
        summary.parts.push(SummaryRow {
            path: inside.path.to_owned(),
            range: inside.range(),
            description: what,
        });
        summary
            .parts
            .extend(parts.into_iter().map(|part| SummaryRow { path: join(inside.path, &part.path), ..part }));
    });
}

/// Adds the reflection of the files inside.
pub(crate) fn interface(opened: &dyn OpenedFile, limits: &Limits, all: &mut Interface) {
    visit(opened, limits, &mut |inside| {
        let Ok(opened) = inside.opened else {
            return;
        };
        let prefix = inside.path;
        let mut one = opened.interface();
        for entry in &mut one.entry_points {
            entry.path = join(prefix, &entry.path);
        }
        for constant in &mut one.constants {
            constant.path = join(prefix, &constant.path);
        }
        for signature in &mut one.root_signatures {
            signature.path = join(prefix, &signature.path);
        }
        for note in &mut one.notes {
            *note = format!("{prefix}: {note}");
        }
        all.entry_points.append(&mut one.entry_points);
        all.resources.append(&mut one.resources);
        all.blocks.append(&mut one.blocks);
        all.push_constants.append(&mut one.push_constants);
        all.root_signatures.append(&mut one.root_signatures);
        all.specialization_constants.append(&mut one.specialization_constants);
        all.constants.append(&mut one.constants);
        all.exports.append(&mut one.exports);
        all.imports.append(&mut one.imports);
        all.notes.append(&mut one.notes);
    });
}

/// Adds the symbols of the files inside.
pub(crate) fn symbols(opened: &dyn OpenedFile, limits: &Limits, all: &mut Vec<Symbol>) {
    visit(opened, limits, &mut |inside| {
        let Ok(opened) = inside.opened else {
            return;
        };
        let prefix = inside.path;
        all.extend(opened.symbols().into_iter().map(|symbol| Symbol {
            path: join(prefix, &symbol.path),
            used_by: symbol.used_by.iter().map(|path| join(prefix, path)).collect(),
            ..symbol
        }));
    });
}

/// Adds the wanted pieces of nested files. Their names begin with that of the piece that is the whole file.
pub(crate) fn artifacts(
    opened: &dyn OpenedFile,
    limits: &Limits,
    is_wanted: impl Fn(&Artifact<'_>) -> bool,
    all: &mut Vec<Artifact<'_>>,
) {
    visit(opened, limits, &mut |inside| {
        let Ok(inner) = inside.opened else {
            return;
        };
        let prefix = inside.path;
        let name = all
            .iter()
            .find(|piece| piece.path == prefix && matches!(piece.kind, ArtifactKind::File(_)))
            .map_or_else(|| prefix.to_owned(), |piece| piece.name.clone());
        let artifacts = inner.artifacts().into_iter().filter(&is_wanted);
        all.extend(artifacts.map(|piece| Artifact {
            name: format!("{name}.{}", piece.name),
            path: join(prefix, &piece.path),
            kind: piece.kind,
            stage: piece.stage,
            extension: piece.extension,
            // The inner file is dropped here, so borrowed bytes are copied.
            bytes: piece.bytes.into_owned().into(),
            side_table: piece.side_table.into_owned().into(),
        }));
    });
}

/// A path under that of a file inside another.
fn join(prefix: &str, path: &str) -> String {
    match (prefix, path) {
        (_, "") => prefix.to_owned(),
        ("", _) => path.to_owned(),
        _ => format!("{prefix}.{path}"),
    }
}

/// A finding of an inner file with the paths of the outer one.
fn under(prefix: &str, mut finding: Diagnostic) -> Diagnostic {
    finding.location.path = join(prefix, &finding.location.path);
    for label in &mut finding.labels {
        label.location.path = join(prefix, &label.location.path);
    }
    for scope in &mut finding.affects {
        let path = scope.path_mut();
        *path = join(prefix, path);
    }
    finding
}
