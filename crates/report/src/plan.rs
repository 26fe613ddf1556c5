//! A planned link, as reports show it.

use glassbox_core::diagnostic::Diagnostic;

/// A planned link.
#[derive(Clone, Debug, Default)]
pub struct LinkPlan {
    /// Name of the entry point; `None` for a library.
    pub entry: Option<String>,
    /// Functions that a library is to export; all of them when there are none.
    pub exports: Vec<String>,
    /// Profile of what is to be made.
    pub profile: String,
    /// Whether nothing stands in the way.
    pub can_link: bool,
    /// The needed libraries, in order.
    pub needed: Vec<PlannedLibrary>,
    /// Names that were asked for and are not there.
    pub missing: Vec<String>,
    /// Functions that no library defines.
    pub unresolved: Vec<UnresolvedFunction>,
    /// Functions that several libraries define.
    pub duplicates: Vec<DuplicateFunction>,
    /// Files that were named and are not needed.
    pub unused: Vec<String>,
    /// Files of folders that are not needed: their number.
    pub unused_in_folders: u64,
    /// Features that the linked functions need together.
    pub features: Vec<String>,
    /// What became of the indexes.
    pub indexes: Vec<IndexState>,
    /// What stands in the way, each with the name of the library that it speaks of.
    pub findings: Vec<(Option<String>, Diagnostic)>,
}

/// A library that is needed.
#[derive(Clone, Debug)]
pub struct PlannedLibrary {
    /// Its name.
    pub name: String,
    /// Its functions that are linked.
    pub functions: Vec<PlannedFunction>,
}

/// A function that is linked.
#[derive(Clone, Debug)]
pub struct PlannedFunction {
    /// Its name, without the byte 0x01 in front.
    pub name: String,
    /// Its name in the source.
    pub short: String,
    /// Why it is linked: `asked`, `import`, `call`, `kept`, `patch-constant` or `initialiser`.
    pub reason: &'static str,
    /// The function that needs it first.
    pub by: Option<String>,
}

/// A function that no library defines.
#[derive(Clone, Debug)]
pub struct UnresolvedFunction {
    /// Its name, without the byte 0x01 in front.
    pub name: String,
    /// For each function that needs it, the chain of calls that leads there from one that was asked for, names of the source.
    pub chains: Vec<Vec<String>>,
}

/// A function that several libraries define.
#[derive(Clone, Debug)]
pub struct DuplicateFunction {
    /// Its name, without the byte 0x01 in front.
    pub name: String,
    /// The libraries, in order.
    pub libraries: Vec<String>,
    /// The library whose function is linked; `None` when no linked function needs it.
    pub chosen: Option<String>,
}

/// What became of the index of a folder.
#[derive(Clone, Debug)]
pub struct IndexState {
    /// The index file.
    pub file: String,
    /// Files that the folder has.
    pub files: u32,
    /// Files that were read because they are new or changed.
    pub read: u32,
    /// Files that are gone.
    pub gone: u32,
    /// Why it was made anew; `None` where it was whole.
    pub damage: Option<String>,
    /// Why it could not be written; `None` where it was, or had not to be.
    pub unwritten: Option<String>,
}
