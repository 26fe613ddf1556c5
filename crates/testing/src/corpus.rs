//! Accesses the corpus: test files with their expected properties.
//!
//! The repository's own corpus is always available. `GLASSBOX_CORPUS` may name a folder with
//! further files, laid out the same way but with a table `EXPECTED.tsv` of files, formats, verdicts
//! and rules; entries at the path of a repository file are ignored. Tests that only use such files
//! are ignored by default, see CONTRIBUTING.md.

use std::path::{Path, PathBuf};

/// Environment variable with the folder of the external corpus.
const VARIABLE: &str = "GLASSBOX_CORPUS";

/// The repository's corpus.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// Repository corpus file, by corpus path.
pub fn file(name: &str) -> PathBuf {
    folder().join(name)
}

/// File of either corpus, by corpus path.
pub fn find(name: &str) -> Option<PathBuf> {
    folders().map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Contents of a repository corpus file, by corpus path.
///
/// # Panics
/// If it cannot be read.
pub fn bytes(name: &str) -> Vec<u8> {
    read(&file(name))
}

/// The external corpus, if any.
///
/// # Panics
/// If the variable does not name a folder.
pub fn outside() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os(VARIABLE).filter(|value| !value.is_empty())?);
    assert!(
        folder.join("EXPECTED.tsv").is_file(),
        "{VARIABLE} names a folder without EXPECTED.tsv: {}",
        folder.display()
    );
    Some(folder)
}

/// The external corpus, for tests that need it.
///
/// # Panics
/// If there is none.
pub fn needed() -> PathBuf {
    outside().unwrap_or_else(|| panic!("set {VARIABLE} to a folder with a corpus of other people's files"))
}

fn folders() -> impl Iterator<Item = PathBuf> {
    std::iter::once(folder()).chain(outside())
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// True if the repository's corpus has a file at this path.
fn is_here(name: &str) -> bool {
    file(name).is_file()
}

/// Rows of a table in the repository, without its header, by corpus path.
///
/// # Panics
/// If it cannot be read.
pub fn table(name: &str) -> Vec<Vec<String>> {
    rows(&file(name))
}

/// Rows of a format's manifest in the external corpus, without files that the repository has.
///
/// # Panics
/// If there is an external corpus without this manifest.
pub fn outside_manifest(format: &str) -> Vec<Vec<String>> {
    let Some(folder) = outside() else {
        return Vec::new();
    };
    let mut rows = rows(&folder.join(format).join("MANIFEST.tsv"));
    rows.retain(|row| !is_here(&format!("{format}/{}", row[0])));
    rows
}

fn rows(path: &Path) -> Vec<Vec<String>> {
    let text = String::from_utf8(read(path)).expect("a table is text");
    let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// Row of the manifest.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Path relative to the corpus.
    pub name: String,
    /// Description of the file.
    pub what: String,
    /// Producer of the file.
    pub producer: String,
    /// SHA-256 of the contents.
    pub sha256: String,
}

/// Manifest of the repository's corpus.
///
/// # Panics
/// If the manifest cannot be read.
pub fn manifest() -> Vec<Listed> {
    let row = |row: Vec<String>| {
        let [name, what, producer, sha256, ..] = <[String; 7]>::try_from(row).expect("seven columns");
        Listed { name, what, producer, sha256 }
    };
    table("MANIFEST.tsv").into_iter().map(row).collect()
}

/// Expected findings of a file.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Path relative to the corpus.
    pub name: String,
    /// Path on disk.
    pub path: PathBuf,
    /// Format as spelled in the table.
    pub format: String,
    /// `ok`, `info`, `warning`, `error`, `alien` or `other-version`.
    pub verdict: String,
    /// Rule ids, most significant first.
    pub rules: Vec<String>,
}

impl Expected {
    /// The library's id of the format.
    pub fn format_id(&self) -> &str {
        match self.format.as_str() {
            "bpxs" => "bpx",
            format => format,
        }
    }

    /// Contents of the file.
    ///
    /// # Panics
    /// If the file cannot be read.
    pub fn bytes(&self) -> Vec<u8> {
        read(&self.path)
    }
}

/// Files of a format with a verdict, those in the repository first.
///
/// # Panics
/// If a table cannot be read.
pub fn expected(format: &str) -> Vec<Expected> {
    let mut all = all_expected();
    all.retain(|row| row.format == format);
    all
}

/// Files of all formats with a verdict, those in the repository first.
///
/// # Panics
/// If a table cannot be read.
pub fn all_expected() -> Vec<Expected> {
    let expected = |folder: &Path, cells: [&String; 4]| {
        let [name, format, verdict, rules] = cells.map(String::as_str);
        Expected {
            name: name.to_owned(),
            path: folder.join(name),
            format: format.to_owned(),
            verdict: verdict.to_owned(),
            rules: rules.split_whitespace().filter(|id| *id != "-").map(str::to_owned).collect(),
        }
    };
    let mut all = Vec::new();
    for row in table("MANIFEST.tsv") {
        if let [name, _, _, _, format, verdict, rules] = &row[..]
            && format != "-"
        {
            all.push(expected(&folder(), [name, format, verdict, rules]));
        }
    }
    if let Some(folder) = outside() {
        for row in rows(&folder.join("EXPECTED.tsv")) {
            if let [name, format, verdict, rules] = &row[..]
                && !is_here(name)
            {
                all.push(expected(&folder, [name, format, verdict, rules]));
            }
        }
    }
    all
}

/// All files under a corpus path with one of these endings, sorted; those in the repository first.
pub fn files(sub: &str, endings: &[&str]) -> Vec<PathBuf> {
    let mut all = Vec::new();
    for (place, folder) in folders().enumerate() {
        let mut open = vec![folder.join(sub)];
        let mut found = Vec::new();
        while let Some(open_folder) = open.pop() {
            for entry in std::fs::read_dir(open_folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let is_wanted = || {
                    let text = path.to_string_lossy();
                    endings.iter().any(|ending| text.ends_with(ending))
                };
                if path.is_dir() {
                    open.push(path);
                } else if is_wanted() && (place == 0 || !is_here(&within(&folder, &path))) {
                    found.push(path);
                }
            }
        }
        found.sort();
        all.extend(found);
    }
    all
}

/// Path of a file relative to its corpus.
///
/// # Panics
/// If it is in neither corpus.
pub fn name(path: &Path) -> String {
    let folder = folders().find(|folder| path.starts_with(folder));
    within(&folder.expect("it lies in a corpus"), path)
}

fn within(folder: &Path, path: &Path) -> String {
    let rest = path.strip_prefix(folder).expect("it lies in the folder");
    rest.to_string_lossy().replace('\\', "/")
}
