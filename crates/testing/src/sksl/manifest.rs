//! Reads the list of the corpus's SkSL files written by Skia's encoder, with origins and expected
//! properties.

use std::path::{Path, PathBuf};

use crate::corpus;
use crate::sha256::sha256;

/// Corpus file.
#[derive(Clone, Debug)]
pub struct Row {
    /// Path relative to the folder of SkSL files: `v8/program/shared__Hex.sksl.bin`.
    pub name: String,
    /// Path on disk.
    pub path: PathBuf,
    /// Path of its source in Skia's resources, such as `sksl/shared/Hex.sksl`.
    pub resource: Option<String>,
    /// Its source, if that is in the corpus itself.
    pub own_source: Option<PathBuf>,
    /// Compiler settings, if not implied by its group.
    pub settings: String,
    /// SHA-256 of Skia's description of the program.
    pub description: Option<String>,
    /// True if Skia's encoder wrote it and Skia's decoder reads it.
    pub is_canonical: bool,
}

impl Row {
    /// Contents of the file.
    ///
    /// # Panics
    /// If the file cannot be read.
    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()))
    }

    /// Group of files it belongs to: `v8/program`.
    pub fn group(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(group, _)| group)
    }

    /// Source text, from the corpus or the folder of Skia's resources.
    pub fn source(&self, resources: Option<&Path>) -> Option<String> {
        let path = match (&self.own_source, &self.resource) {
            (Some(path), _) => path.clone(),
            (None, Some(resource)) => resources?.join(resource),
            _ => return None,
        };
        std::fs::read_to_string(path).ok()
    }
}

/// Files in the repository, then external ones.
///
/// # Panics
/// If a list cannot be read.
pub fn manifest() -> Vec<Row> {
    let mut rows = here();
    if let Some(folder) = corpus::outside() {
        let listed = corpus::outside_manifest("sksl");
        rows.extend(listed.iter().filter_map(|cells| further(&folder.join("sksl"), cells)));
    }
    rows
}

/// Each is stored next to its source, which has the same name without `.bin`, and its description.
fn here() -> Vec<Row> {
    let listed = corpus::manifest();
    let programs = listed.iter().filter_map(|row| {
        let source = row.name.strip_suffix(".bin")?;
        let settings = &listed.iter().find(|other| other.name == source)?.what;
        Some(Row {
            name: row.name.strip_prefix("sksl/")?.to_owned(),
            path: corpus::file(&row.name),
            resource: None,
            own_source: Some(corpus::file(source)),
            settings: settings.clone(),
            description: Some(sha256(&corpus::bytes(&format!("{source}.txt")))),
            is_canonical: true,
        })
    });
    programs.collect()
}

fn further(folder: &Path, cells: &[String]) -> Option<Row> {
    let [name, _, source, _, _, _, expected, ..] = cells else {
        return None;
    };
    let word = |text: &str, before: &str| -> Option<String> {
        let (_, rest) = text.split_once(before)?;
        Some(rest.split_whitespace().next()?.to_owned())
    };
    let path = folder.join(name);
    let described = |_| std::fs::read(format!("{}.txt", path.display())).ok();
    let beside = expected.find("expected skia-style description in").and_then(described);
    Some(Row {
        name: name.to_owned(),
        resource: word(source, " resources/"),
        own_source: word(source, "own source ").map(|path| folder.join(path)),
        settings: String::new(),
        description: word(expected, "skia-description sha256 ").or_else(|| beside.map(|text| sha256(&text))),
        is_canonical: expected.contains("re-encodes byte-exactly; canonical"),
        path,
    })
}

/// Folder of Skia's resources, from `GLASSBOX_SKSL_SOURCES`.
///
/// # Panics
/// If the variable does not name a folder.
pub fn resources() -> PathBuf {
    let folder = std::env::var_os("GLASSBOX_SKSL_SOURCES").map(PathBuf::from);
    let folder = folder.expect("set GLASSBOX_SKSL_SOURCES to the folder `resources` of Skia's sources");
    assert!(folder.join("sksl").is_dir(), "GLASSBOX_SKSL_SOURCES has no folder `sksl`: {}", folder.display());
    folder
}
