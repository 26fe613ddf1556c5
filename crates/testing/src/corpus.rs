//! The corpus: files with what must be true of them.
//!
//! The one in the repository is always there. `GLASSBOX_CORPUS` may name a folder with further files, laid out in the same way but
//! with a table `EXPECTED.tsv` of files, formats, verdicts and rules; what it has under the path of a file in the repository is
//! left out. Tests that are about such files alone are ignored by default, see CONTRIBUTING.md.

use std::path::{Path, PathBuf};

/// Names the folder of further files.
const VARIABLE: &str = "GLASSBOX_CORPUS";

/// The corpus in the repository.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")
}

/// A file of the corpus in the repository, by its path in it.
pub fn file(name: &str) -> PathBuf {
    folder().join(name)
}

/// A file of either corpus, by its path in it.
pub fn find(name: &str) -> Option<PathBuf> {
    folders()
        .map(|folder| folder.join(name))
        .find(|path| path.is_file())
}

/// The bytes of a file of the corpus in the repository, by its path in it.
///
/// # Panics
/// When it cannot be read.
pub fn bytes(name: &str) -> Vec<u8> {
    read(&file(name))
}

/// The folder of further files, if there is one.
///
/// # Panics
/// When the variable names something else.
pub fn outside() -> Option<PathBuf> {
    let folder = PathBuf::from(std::env::var_os(VARIABLE).filter(|value| !value.is_empty())?);
    assert!(
        folder.join("EXPECTED.tsv").is_file(),
        "{VARIABLE} names a folder without EXPECTED.tsv: {}",
        folder.display()
    );
    Some(folder)
}

/// The folder of further files, for tests that need it.
///
/// # Panics
/// When there is none.
pub fn needed() -> PathBuf {
    outside().unwrap_or_else(|| panic!("set {VARIABLE} to a folder with a corpus of other people's files"))
}

fn folders() -> impl Iterator<Item = PathBuf> {
    std::iter::once(folder()).chain(outside())
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether the repository has a file of that path.
fn is_here(name: &str) -> bool {
    file(name).is_file()
}

/// The rows of a table in the repository, without its head, by its path in the corpus.
///
/// # Panics
/// When it cannot be read.
pub fn table(name: &str) -> Vec<Vec<String>> {
    rows(&file(name))
}

/// The rows of the manifest of further files of a format: those of files that the repository has not.
///
/// # Panics
/// When there is a corpus of further files but no such manifest.
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
    lines
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// A row of the manifest.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Path from the folder of the corpus.
    pub name: String,
    /// What it is.
    pub what: String,
    /// Who made it.
    pub producer: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

/// The files of the corpus in the repository.
///
/// # Panics
/// When the manifest cannot be read.
pub fn manifest() -> Vec<Listed> {
    let row = |row: Vec<String>| {
        let [name, what, producer, sha256, ..] = <[String; 7]>::try_from(row).expect("seven columns");
        Listed {
            name,
            what,
            producer,
            sha256,
        }
    };
    table("MANIFEST.tsv").into_iter().map(row).collect()
}

/// What must be found in a file.
#[derive(Clone, Debug)]
pub struct Expected {
    /// Path from the folder of the corpus.
    pub name: String,
    /// The file.
    pub path: PathBuf,
    /// Format, as in the table.
    pub format: String,
    /// `ok`, `info`, `warning`, `error`, `alien` or `other-version`.
    pub verdict: String,
    /// Rule ids, the most telling first.
    pub rules: Vec<String>,
}

impl Expected {
    /// The name by which the library knows the format.
    pub fn format_id(&self) -> &str {
        match self.format.as_str() {
            "bpxs" => "bpx",
            format => format,
        }
    }

    /// The bytes of the file.
    ///
    /// # Panics
    /// When the file cannot be read.
    pub fn bytes(&self) -> Vec<u8> {
        read(&self.path)
    }
}

/// The files of a format that have a verdict, those in the repository first.
///
/// # Panics
/// When a table cannot be read.
pub fn expected(format: &str) -> Vec<Expected> {
    let mut all = all_expected();
    all.retain(|row| row.format == format);
    all
}

/// The files of all formats that have a verdict, those in the repository first.
///
/// # Panics
/// When a table cannot be read.
pub fn all_expected() -> Vec<Expected> {
    let expected = |folder: &Path, cells: [&String; 4]| {
        let [name, format, verdict, rules] = cells.map(String::as_str);
        Expected {
            name: name.to_owned(),
            path: folder.join(name),
            format: format.to_owned(),
            verdict: verdict.to_owned(),
            rules: rules
                .split_whitespace()
                .filter(|id| *id != "-")
                .map(str::to_owned)
                .collect(),
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

/// Every file under a path of the corpus whose name ends in one of `endings`, sorted; those in the repository first.
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

/// The path of a file from the folder of its corpus.
///
/// # Panics
/// When it lies in none.
pub fn name(path: &Path) -> String {
    let folder = folders().find(|folder| path.starts_with(folder));
    within(&folder.expect("it lies in a corpus"), path)
}

fn within(folder: &Path, path: &Path) -> String {
    let rest = path.strip_prefix(folder).expect("it lies in the folder");
    rest.to_string_lossy().replace('\\', "/")
}
