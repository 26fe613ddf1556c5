//! Plans a link of libraries by their symbols: the libraries needed, their order, and the obstacles.
//!
//! A [`Catalogue`] provides the symbols: [`Files`] reads tables of files, [`Index`] a file with the tables of a folder,
//! and [`Joined`] chains several. The caller opens files, through [`Folder`] and [`Store`].

pub use glassbox_dx_link::Export;
pub use glassbox_dx_link::index::{FILE_NAME, Files, Folder, Index, Joined, Refreshed, Stamp, Store};
pub use glassbox_dx_link::plan::{
    Catalogue, CatalogueError, Duplicate, Held, Level, Library, Needed, Plan, Profile, Reached, Reason,
    Request, Shared, Unresolved, plan, spoken,
};

/// The name of a function as it is written: without the byte 0x01 that modules have in front of mangled names.
pub fn written(name: &[u8]) -> String {
    let name = name.strip_prefix(&[1]).unwrap_or(name);
    name.escape_ascii().to_string()
}

/// The name that the source gave a function.
pub fn short(name: &[u8]) -> String {
    let name = written(name);
    match name.strip_prefix('?') {
        Some(mangled) => mangled.split('@').next().unwrap_or(mangled).to_owned(),
        None => name,
    }
}

/// The names of features, a bit each.
pub fn feature_names(features: u64) -> Vec<String> {
    let bits = (0..u64::BITS).map(|bit| 1u64 << bit).filter(|bit| features & bit != 0);
    bits.map(|bit| glassbox_dxcontainer::part::feature::Features(bit).to_string()).collect()
}
