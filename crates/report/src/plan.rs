//! `LinkPlan`: a planned link, as reports show it.

use glassbox_core::diagnostic::Diagnostic;

/// A planned link.
#[derive(Clone, Debug, Default)]
pub struct LinkPlan {
    /// Name of the entry point; `None` for a library.
    pub entry: Option<String>,
    /// Functions that a library is to export; all of them when there are none.
    pub exports: Vec<String>,
    /// Profile of the result.
    pub profile: String,
    /// True if nothing prevents the link.
    pub can_link: bool,
    /// The needed libraries, in order.
    pub needed: Vec<PlannedLibrary>,
    /// Requested names that were not found.
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
    /// State of each index after planning.
    pub indexes: Vec<IndexState>,
    /// Findings that prevent the link, each with the name of its library.
    pub findings: Vec<(Option<String>, Diagnostic)>,
}

/// A library that is needed.
#[derive(Clone, Debug)]
pub struct PlannedLibrary {
    /// Name of the library.
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
    /// Reason it is linked: `asked`, `import`, `call`, `kept`, `patch-constant` or `initialiser`.
    pub reason: &'static str,
    /// The function that needs it first.
    pub by: Option<String>,
}

/// A function that no library defines.
#[derive(Clone, Debug)]
pub struct UnresolvedFunction {
    /// Its name, without the byte 0x01 in front.
    pub name: String,
    /// For each function that needs it, the call chain from a requested function, in source names.
    pub chains: Vec<Vec<String>>,
}

/// A function that several libraries define.
#[derive(Clone, Debug)]
pub struct DuplicateFunction {
    /// Its name, without the byte 0x01 in front.
    pub name: String,
    /// The libraries, in order.
    pub libraries: Vec<String>,
    /// The library whose function is linked; `None` if no linked function needs it.
    pub chosen: Option<String>,
}

/// State of a folder's index.
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
    /// Reason it was rebuilt; `None` if it was intact.
    pub damage: Option<String>,
    /// Reason it could not be written; `None` if it was, or needed no update.
    pub unwritten: Option<String>,
}
