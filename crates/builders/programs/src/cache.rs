//! Keeps what was built in a folder, by content.
//!
//! What a program becomes follows from its sources, the files that they include, the options and the version of the compiler. The included
//! files are known only after it was compiled, so an entry is found in two steps: a key of what is known before, the [`Base`], leads to the
//! lists of files that were read under it, and a key of the contents of such a list to what was built.
//!
//! Files are written under another name and then renamed, so any number of processes may share the folder. What was damaged is not used.

use std::io;
use std::path::{Path, PathBuf};

use crate::digest::{Digest, Hasher};
use crate::stored::{Check, Content, Reader, Writer, load, save};

/// Number of lists of files kept for a base: sources whose includes depend on macros in included files have several.
const LISTS: usize = 16;

/// A folder of entries.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// What is known of a program before it is compiled.
#[derive(Clone, Debug, Default)]
pub struct Base(Hasher);

impl Base {
    /// Adds a fact: an option, the text of a source, the version of the compiler.
    pub fn fact(&mut self, name: &str, value: &[u8]) {
        self.0.part(name.as_bytes());
        self.0.part(value);
    }

    /// Its key.
    #[must_use]
    pub fn key(self) -> Digest {
        self.0.finish()
    }
}

/// A file that was looked for: its path, and the digest of its content, or `None` if there is no such file.
///
/// Files that are missing count too: one that appears in a folder that is searched earlier changes what is included.
pub type Dependency = (String, Option<Digest>);

/// Outcome of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Lookup {
    /// What was built, and the files that were read for it.
    Found(Vec<u8>, Vec<String>),
    /// It was not built yet.
    Missing,
    /// It was, and the entry is damaged.
    Damaged(PathBuf),
}

impl Cache {
    /// The cache in a folder, which need not exist yet.
    #[must_use]
    pub fn new(folder: &Path) -> Cache {
        Cache { folder: folder.to_owned() }
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn path(&self, kind: &str, key: Digest) -> PathBuf {
        let name = key.to_string();
        let (first, rest) = name.split_at(2);
        self.folder.join(kind).join(first).join(rest)
    }

    /// Finds what was built; `content` says what a file has now.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub fn find(&self, base: Digest, mut content: impl FnMut(&str) -> Option<Digest>) -> io::Result<Lookup> {
        let path = self.path("lists", base);
        let lists = match load(&path, Check::Digest)? {
            Content::Missing => return Ok(Lookup::Missing),
            Content::Damaged => return Ok(Lookup::Damaged(path)),
            Content::Whole(fields) => lists_in(&fields),
        };
        let Some(lists) = lists else { return Ok(Lookup::Damaged(path)) };
        for list in lists {
            let now: Vec<Dependency> = list.iter().map(|path| (path.clone(), content(path))).collect();
            let path = self.path("built", key(base, &now));
            match load(&path, Check::Digest)? {
                Content::Missing => {}
                Content::Damaged => return Ok(Lookup::Damaged(path)),
                Content::Whole(built) => return Ok(Lookup::Found(built, list)),
            }
        }
        Ok(Lookup::Missing)
    }

    /// Keeps what was built, with the files that were looked for.
    ///
    /// # Errors
    /// The folder cannot be written.
    pub fn keep(&self, base: Digest, dependencies: &[Dependency], built: &[u8]) -> io::Result<()> {
        save(&self.path("built", key(base, dependencies)), Check::Digest, built)?;
        let path = self.path("lists", base);
        let own: Vec<String> = dependencies.iter().map(|(path, _)| path.clone()).collect();
        let mut lists = match load(&path, Check::Digest)? {
            Content::Whole(fields) => lists_in(&fields).unwrap_or_default(),
            Content::Missing | Content::Damaged => Vec::new(),
        };
        if lists.first() == Some(&own) {
            return Ok(());
        }
        lists.retain(|list| *list != own);
        lists.insert(0, own);
        lists.truncate(LISTS);
        let mut fields = Writer::default();
        fields.number(lists.len() as u64);
        for list in &lists {
            fields.number(list.len() as u64);
            list.iter().for_each(|path| fields.text(path));
        }
        save(&path, Check::Digest, &fields.finish())
    }
}

/// The key of what was built from some contents.
fn key(base: Digest, dependencies: &[Dependency]) -> Digest {
    let mut hasher = Hasher::default();
    hasher.update(&base.0);
    for (path, content) in dependencies {
        hasher.part(path.as_bytes());
        hasher.part(content.as_ref().map_or(&[][..], |digest| &digest.0[..]));
    }
    hasher.finish()
}

fn lists_in(fields: &[u8]) -> Option<Vec<Vec<String>>> {
    let mut reader = Reader::new(fields);
    let count = reader.number()?;
    let mut lists = Vec::new();
    for _ in 0..count.min(LISTS as u64) {
        let count = reader.number()?;
        let mut list = Vec::new();
        for _ in 0..count {
            list.push(reader.text()?.to_owned());
        }
        lists.push(list);
    }
    reader.is_empty().then_some(lists)
}
