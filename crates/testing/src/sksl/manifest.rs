//! The corpus's SkSL files by Skia's encoder, with where each comes from and what must be true of it.

use std::path::{Path, PathBuf};

use crate::corpus;
use crate::sha256::sha256;

/// A file of the corpus.
#[derive(Clone, Debug)]
pub struct Row {
    /// Path from the folder of SkSL files: `v8/program/shared__Hex.sksl.bin`.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Path of its source among Skia's resources, such as `sksl/shared/Hex.sksl`.
    pub resource: Option<String>,
    /// Its source, where that lies in the corpus itself.
    pub own_source: Option<PathBuf>,
    /// How it was compiled, in words, where its group does not tell.
    pub settings: String,
    /// SHA-256 of the description that Skia makes of the program.
    pub description: Option<String>,
    /// Whether Skia's encoder wrote it and its own decoder reads it.
    pub is_canonical: bool,
}

impl Row {
    /// The bytes of the file.
    ///
    /// # Panics
    /// When the file cannot be read.
    pub fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.path).unwrap_or_else(|error| panic!("{}: {error}", self.path.display()))
    }

    /// The group of files that it belongs to: `v8/program`.
    pub fn group(&self) -> &str {
        self.name.rsplit_once('/').map_or("", |(group, _)| group)
    }

    /// The text of its source: out of the corpus, or out of the folder of Skia's resources.
    pub fn source(&self, resources: Option<&Path>) -> Option<String> {
        let path = match (&self.own_source, &self.resource) {
            (Some(path), _) => path.clone(),
            (None, Some(resource)) => resources?.join(resource),
            _ => return None,
        };
        std::fs::read_to_string(path).ok()
    }
}

/// The files in the repository, then the further ones.
///
/// # Panics
/// When a list cannot be read.
pub fn manifest() -> Vec<Row> {
    let mut rows = here();
    if let Some(folder) = corpus::outside() {
        let listed = corpus::outside_manifest("sksl");
        rows.extend(
            listed
                .iter()
                .filter_map(|cells| further(&folder.join("sksl"), cells)),
        );
    }
    rows
}

/// Each lies beside its source, which has its name without `.bin`, and beside the description.
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
    let beside = expected
        .find("expected skia-style description in")
        .and_then(described);
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

/// The folder of Skia's resources, which `GLASSBOX_SKSL_SOURCES` names.
///
/// # Panics
/// When it names none.
pub fn resources() -> PathBuf {
    let folder = std::env::var_os("GLASSBOX_SKSL_SOURCES").map(PathBuf::from);
    let folder = folder.expect("set GLASSBOX_SKSL_SOURCES to the folder `resources` of Skia's sources");
    assert!(
        folder.join("sksl").is_dir(),
        "GLASSBOX_SKSL_SOURCES has no folder `sksl`: {}",
        folder.display()
    );
    folder
}
