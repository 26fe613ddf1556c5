//! The list of the corpus's SkSL files, with where each comes from and what must be true of it.

use std::path::PathBuf;

use crate::corpus;

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
    pub fn source(&self, resources: Option<&std::path::Path>) -> Option<String> {
        let path = match (&self.own_source, &self.resource) {
            (Some(path), _) => path.clone(),
            (None, Some(resource)) => resources?.join(resource),
            _ => return None,
        };
        std::fs::read_to_string(path).ok()
    }
}

/// Every file of the corpus; none where there is no corpus.
///
/// # Panics
/// When the list cannot be read.
pub fn manifest() -> Vec<Row> {
    let Some(folder) = corpus::folder() else {
        return Vec::new();
    };
    let folder = folder.join("sksl");
    let table = std::fs::read_to_string(folder.join("MANIFEST.tsv")).expect("the manifest is readable");
    let rows = table.lines().skip(1).filter_map(|row| {
        let cells: Vec<&str> = row.split('\t').collect();
        let [name, _, source, _, _, _, expected, ..] = cells[..] else {
            return None;
        };
        let word = |text: &str, before: &str| -> Option<String> {
            let (_, rest) = text.split_once(before)?;
            Some(rest.split_whitespace().next()?.to_owned())
        };
        Some(Row {
            name: name.to_owned(),
            path: folder.join(name),
            resource: word(source, " resources/"),
            own_source: word(source, "own source ").map(|path| folder.join(path)),
            description: word(expected, "skia-description sha256 "),
            is_canonical: expected.contains("re-encodes byte-exactly; canonical"),
        })
    });
    rows.collect()
}

/// The folder of Skia's resources, which `GLASSBOX_SKSL_SOURCES` names.
pub fn resources() -> Option<PathBuf> {
    let Some(folder) = std::env::var_os("GLASSBOX_SKSL_SOURCES").map(PathBuf::from) else {
        eprintln!(
            "NOT TESTED: the sources of Skia's programs; set GLASSBOX_SKSL_SOURCES to the folder `resources` of Skia"
        );
        return None;
    };
    assert!(
        folder.join("sksl").is_dir(),
        "GLASSBOX_SKSL_SOURCES has no folder `sksl`: {}",
        folder.display()
    );
    Some(folder)
}
