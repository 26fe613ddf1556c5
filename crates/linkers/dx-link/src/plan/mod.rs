//! Selects the libraries that a link needs, in order and with reasons.
//!
//! Planning works like a linker of archives before anything is loaded: starting with the entry
//! point or the exports of a library, it looks up each required function among the exports of the
//! libraries in order, takes the first match, and continues with the functions that it needs. A
//! [`Catalogue`] supplies the symbols: from `SYM0` and `RDAT` where they suffice, otherwise from
//! code.
//!
//! ```
//! use glassbox_dx_link::plan::{Held, Library, Profile, Request, plan};
//! use glassbox_dxcontainer::program::ShaderKind;
//! use glassbox_dxcontainer::symbols::library::{
//!     FunctionSymbol, ImportSymbol, LibrarySymbols, Origin, Visibility,
//! };
//!
//! let library = |functions, imports| LibrarySymbols {
//!     origin: Origin::SymbolTable,
//!     program: None,
//!     validator: None,
//!     compiler: None,
//!     functions,
//!     imports,
//!     resources: Vec::new(),
//!     notes: Vec::new(),
//! };
//! let mut entry = FunctionSymbol::named("PSMain", Visibility::Exported);
//! entry.kind = Some(ShaderKind::PIXEL);
//! entry.needs = Some(vec![0]);
//! let noise = ImportSymbol { name: b"\x01?Noise@@YAMM@Z".to_vec() };
//! let mut defined = FunctionSymbol::named("\x01?Noise@@YAMM@Z", Visibility::Exported);
//! defined.needs = Some(Vec::new());
//! let mut libraries = Held::new(vec![
//!     Library::new("main.dxil", library(vec![entry], vec![noise])),
//!     Library::new("other.dxil", library(Vec::new(), Vec::new())),
//!     Library::new("noise.dxil", library(vec![defined], Vec::new())),
//! ]);
//! let profile = Profile::parse("ps_6_0").map_err(|finding| finding.message)?;
//! let plan = plan(&Request::program("PSMain", profile), &mut libraries).map_err(|failure| failure.0)?;
//! let needed: Vec<u32> = plan.needed.iter().map(|needed| needed.library).collect();
//! assert_eq!(needed, [0, 2]);
//! assert_eq!(plan.unused, [1]);
//! assert!(plan.can_link());
//! # Ok::<(), String>(())
//! ```

mod catalogue;
mod request;
mod roots;
mod symbol_cache;
mod validate;
mod walk;

use std::collections::{BTreeMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_dxcontainer::part::feature::Features;

pub use catalogue::{Catalogue, CatalogueError, Entry, Held, Library, Shared};
pub use request::{Level, Profile, Request};

pub use crate::message::{NOWHERE, spoken};
use symbol_cache::Shelf;
use walk::Walk;

/// Reason why a function is linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// Requested.
    Asked,
    /// Called by a function of another library.
    Import,
    /// Called by a function of its own library.
    Call,
    /// Internal to its library, with unknown callers.
    Kept,
    /// Patch-constant function of a hull shader.
    PatchConstant,
    /// Sets global variables of a library that contributes a function. A linker takes it only if a
    /// linked function uses one of these variables, which symbols do not show.
    Initialiser,
}

impl Reason {
    /// Short description.
    pub fn word(self) -> &'static str {
        match self {
            Reason::Asked => "asked",
            Reason::Import => "import",
            Reason::Call => "call",
            Reason::Kept => "kept",
            Reason::PatchConstant => "patch-constant",
            Reason::Initialiser => "initialiser",
        }
    }

    /// True if a linker is certain to take the function along with the one that needs it.
    pub fn is_certain(self) -> bool {
        !matches!(self, Reason::Kept | Reason::Initialiser)
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// Linked function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// Number of the library that defines it.
    pub library: u32,
    /// Function name.
    pub name: Vec<u8>,
    /// Reason why it is linked.
    pub reason: Reason,
    /// Index in [`Plan::reached`] of the function that needs it; `None` if requested.
    pub by: Option<u32>,
}

/// Required library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needed {
    /// Number of the library.
    pub library: u32,
    /// Its linked functions, as indices in [`Plan::reached`].
    pub functions: Vec<u32>,
}

/// Function that no library defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unresolved {
    /// Name as imported.
    pub name: Vec<u8>,
    /// The first 16 functions that need it, as indices in [`Plan::reached`].
    pub by: Vec<u32>,
}

/// Function defined by several libraries, at least one of them required.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duplicate {
    /// Name without a leading byte 0x01.
    pub name: Vec<u8>,
    /// Libraries that export it, in order.
    pub libraries: Vec<u32>,
    /// Library whose function is linked; `None` if no linked function needs it.
    pub chosen: Option<u32>,
}

/// Libraries and functions selected for a link.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The request.
    pub request: Request,
    /// Required libraries in catalogue order, which is the order to pass to a linker.
    pub needed: Vec<Needed>,
    /// Linked functions, each after the first that needs it.
    pub reached: Vec<Reached>,
    /// Requested names that do not exist.
    pub missing: Vec<Vec<u8>>,
    /// Functions that no library defines, in order of discovery.
    pub unresolved: Vec<Unresolved>,
    /// Functions defined by several libraries, at least one of them required.
    pub duplicates: Vec<Duplicate>,
    /// Libraries that are not required.
    pub unused: Vec<u32>,
    /// Combined features of the linked functions, as far as known.
    pub features: Features,
    /// Errors, warnings and notes. Locations name the library as input.
    pub findings: Vec<Diagnostic>,
}

impl Plan {
    /// True if there are no errors.
    pub fn can_link(&self) -> bool {
        let mut findings = self.findings.iter();
        !findings.any(|finding| finding.severity == Severity::Error)
    }

    /// Call chain from a requested function to a reached one, as indices in [`Plan::reached`].
    pub fn chain(&self, mut index: u32) -> Vec<u32> {
        let mut chain = vec![index];
        // Each function comes after the one that needs it.
        while let Some(by) = self.reached.get(index as usize).and_then(|reached| reached.by)
            && by < index
        {
            chain.push(by);
            index = by;
        }
        chain.reverse();
        chain
    }

    /// True if a linker is certain to take a function, as far as symbols show.
    pub fn is_certain(&self, place: u32) -> bool {
        let chain = self.chain(place);
        let mut reached = chain.iter().filter_map(|&place| self.reached.get(place as usize));
        reached.all(|reached| reached.reason.is_certain())
    }
}

/// Plans a link.
///
/// # Errors
///
/// Fails if the catalogue cannot be read. Problems with the link itself are findings.
pub fn plan(request: &Request, catalogue: &mut dyn Catalogue) -> Result<Plan, CatalogueError> {
    let mut out = Plan {
        request: request.clone(),
        needed: Vec::new(),
        reached: Vec::new(),
        missing: Vec::new(),
        unresolved: Vec::new(),
        duplicates: Vec::new(),
        unused: (0..catalogue.count()).filter(|&library| !catalogue.is_hidden(library)).collect(),
        features: Features(0),
        findings: Vec::new(),
    };
    if let Some(fault) = request.fault() {
        out.findings.push(fault);
        return Ok(out);
    }
    let mut shelf = Shelf::new(catalogue);
    let mut walk = Walk::new(request.level);
    out.missing = roots::begin(request, &mut shelf, &mut walk, &mut out.findings)?;
    walk.run(&mut shelf)?;
    let mut needed: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (place, reached) in (0u32..).zip(&walk.reached) {
        needed.entry(reached.library).or_default().push(place);
    }
    out.unused.retain(|library| !needed.contains_key(library));
    out.duplicates = duplicates(&mut shelf, &walk, &needed)?;
    out.needed = needed.into_iter().map(|(library, functions)| Needed { library, functions }).collect();
    out.reached = walk.reached;
    out.unresolved = walk.unresolved;
    validate::judge(&mut out, &mut shelf)?;
    Ok(out)
}

/// Names exported by several libraries, as far as they affect the link.
fn duplicates(
    shelf: &mut Shelf<'_>,
    walk: &Walk,
    needed: &BTreeMap<u32, Vec<u32>>,
) -> Result<Vec<Duplicate>, CatalogueError> {
    let mut found: Vec<Duplicate> = Vec::new();
    let mut all = shelf.catalogue.shared()?;
    let known: HashSet<Vec<u8>> = all.iter().map(|shared| shared.name.clone()).collect();
    let asked = walk.shared.iter().filter(|shared| !known.contains(&shared.name));
    all.extend(asked.cloned());
    for shared in all {
        if !shared.libraries.iter().any(|library| needed.contains_key(library)) {
            continue;
        }
        let mut libraries = Vec::new();
        for library in shared.libraries {
            if shelf.exports(library, &shared.name)? {
                libraries.push(library);
            }
        }
        if libraries.len() > 1 && libraries.iter().any(|library| needed.contains_key(library)) {
            let chosen = walk.chosen.get(&shared.name).copied().flatten();
            found.push(Duplicate { name: shared.name, libraries, chosen });
        }
    }
    Ok(found)
}
