//! Derives safe file names for source texts embedded in compiled shaders.

use std::collections::HashSet;

/// Longest name, characters; of longer paths the end counts.
const MAX_NAME: usize = 80;
/// Extensions of source files.
const EXTENSIONS: [&str; 16] = [
    "hlsl", "hlsli", "fx", "fxh", "inc", "h", "hpp", "ush", "usf", "glsl", "vert", "frag", "comp", "geom",
    "cl", "txt",
];

/// Names for the sources of one file: fit for file names on every system, each given out once.
#[derive(Debug, Default)]
pub struct SourceNames {
    used: HashSet<String>,
}

impl SourceNames {
    /// Name and extension for a path as passed to a compiler. The name begins with `prefix`; folders are
    /// joined into it, and components that lead out of a folder are dropped.
    ///
    /// ```
    /// use glassbox_core::source_name::SourceNames;
    ///
    /// let mut names = SourceNames::default();
    /// assert_eq!(names.name("ildb-", br"Z:\..\lib\Light Map.hlsl"), ("ildb-lib_Light_Map".to_owned(), "hlsl"));
    /// assert_eq!(names.name("ildb-", b"lib/light_map.HLSL"), ("ildb-lib_light_map-2".to_owned(), "hlsl"));
    /// assert_eq!(names.name("ildb-", b""), ("ildb-source".to_owned(), "txt"));
    /// ```
    pub fn name(&mut self, prefix: &str, path: &[u8]) -> (String, &'static str) {
        let path = String::from_utf8_lossy(path).replace('\\', "/");
        let path = match path.split_once(':') {
            // A drive letter.
            Some((drive, rest)) if drive.len() == 1 => rest,
            _ => &path,
        };
        let components = path.split('/').filter(|part| !matches!(*part, "" | "." | ".."));
        let path = components.collect::<Vec<_>>().join("_");
        let split = path.rsplit_once('.').and_then(|(stem, extension)| {
            let known = EXTENSIONS.iter().find(|known| known.eq_ignore_ascii_case(extension));
            Some((stem, *known?))
        });
        let (stem, extension) = split.unwrap_or((&path, "txt"));
        let keep = |c: char| match c {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '-' | '_' => c,
            _ => '_',
        };
        let skipped = stem.chars().count().saturating_sub(MAX_NAME);
        let stem: String = stem.chars().skip(skipped).map(keep).collect();
        let stem = match stem.trim_matches('.') {
            "" => "source",
            stem => stem,
        };
        let mut name = format!("{prefix}{stem}");
        let mut number = 1;
        while !self.used.insert(name.to_ascii_lowercase()) {
            number += 1;
            name = format!("{prefix}{stem}-{number}");
        }
        (name, extension)
    }
}
