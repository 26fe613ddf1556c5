//! Reads shader libraries: packages of type P whose objects are sources that others include or use
//! by name.
//!
//! A library acts as a folder with its file's name: the object `lights.glsl` of `common.bpx` is the
//! file `common.bpx/lights.glsl`, so that findings in it have a location and its includes are
//! searched in the library too.

use std::collections::HashMap;

use glassbox_bpx::file::Numbering;
use glassbox_bpx::objects::{PackageError, content, objects};
use glassbox_bpx::read::open;
use glassbox_core::diagnostic::{Diagnostics, Location};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;

use crate::rules;

/// Sources of a library.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// Path of the file.
    pub path: String,
    files: HashMap<String, Vec<u8>>,
}

impl Library {
    /// Reads a library; `None` if the bytes are not one, which is reported. `at` is its location in
    /// the project file.
    pub fn new(path: &str, bytes: &[u8], at: &Location, findings: &mut Diagnostics) -> Option<Library> {
        match files(bytes) {
            Ok(files) => Some(Library { path: path.to_owned(), files }),
            Err(reason) => {
                let message = format!("found no shader library in {path}: {reason}");
                let help = "name a library built by `shaderc -t LIB`, or put its sources into a folder and list that in `include`";
                findings.report(&rules::LIBRARY, at.clone(), message).help(help);
                None
            }
        }
    }

    /// Contents of a library file, by path: the library's path, a slash, and the object's name.
    #[must_use]
    pub fn read(&self, path: &str) -> Option<&[u8]> {
        let name = path.strip_prefix(self.path.as_str())?.strip_prefix('/')?;
        self.files.get(name).map(Vec::as_slice)
    }

    /// File names, sorted.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.files.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}

fn files(bytes: &[u8]) -> Result<HashMap<String, Vec<u8>>, String> {
    let limits = Limits::default();
    let file = open(Window::whole(bytes), &limits, Numbering::Released).map_err(|finding| finding.message)?;
    let all = objects(&file).map_err(|fault| word(&fault))?;
    // Objects may share bytes; reject libraries that repeat their sections excessively.
    let most = file.sections.iter().map(|section| section.content.len()).sum::<usize>();
    let mut left = most.saturating_mul(2);
    let mut files = HashMap::new();
    for (name, header) in &all {
        let size = usize::try_from(header.size).unwrap_or(usize::MAX);
        left = left.checked_sub(size).ok_or_else(|| {
            format!("its objects would have more bytes than its sections, which have {most}")
        })?;
        let bytes = content(&file, name, header).map_err(|fault| word(&fault))?;
        // The reference implementation uses a map too, so the last duplicate wins.
        files.insert(name.clone(), bytes.into_owned());
    }
    Ok(files)
}

fn word(fault: &PackageError) -> String {
    match fault {
        PackageError::Type(found) => format!("it is of type {found}, expected P, package"),
        PackageError::Table => "it has no table of objects".to_owned(),
        PackageError::Name(number) => format!("object {number} has no name in the strings"),
        PackageError::Content(name) => format!("the object `{name}` reaches beyond its sections"),
    }
}
