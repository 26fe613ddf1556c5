//! Which libraries a link needs, in which order, and why.
//!
//! Planning is what a linker of archives does, before anything is loaded: it begins with the entry point, or with the exports of a
//! library, looks for each function that is needed among the exports of the libraries in order, takes the first that has it, and goes on with
//! what that function needs. [`Catalogue`] tells the symbols: from `SYM0` and `RDAT` where they suffice, from code where they do not.
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
mod judge;
mod request;
mod roots;
mod shelf;
mod walk;

use std::collections::{BTreeMap, HashSet};

use glassbox_core::diagnostic::{Diagnostic, Severity};
use glassbox_dxcontainer::part::feature::Features;
use glassbox_dxil::{unmangled, without_marker};

pub use catalogue::{Catalogue, CatalogueError, Entry, Held, Library, Shared};
pub use request::{Level, Profile, Request};

use shelf::Shelf;
use walk::Walk;

/// The input of findings that speak of no library.
pub const NOWHERE: u32 = u32::MAX;

/// Why a function is linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// It was asked for.
    Asked,
    /// A function of another library calls it.
    Import,
    /// A function of its own library calls it.
    Call,
    /// Its own library keeps it for itself, and nothing tells which of the functions there call it.
    Kept,
    /// It is the patch-constant function of a hull shader.
    PatchConstant,
    /// It sets global variables of a library from which something is linked. A linker takes it only when a linked function uses
    /// one of them, which symbols do not tell.
    Initialiser,
}

impl Reason {
    /// The word for it.
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

    /// Whether a linker takes the function for certain when it takes the one that brought it here.
    pub fn is_certain(self) -> bool {
        !matches!(self, Reason::Kept | Reason::Initialiser)
    }
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.word())
    }
}

/// A function that is linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The library that defines it.
    pub library: u32,
    /// Its name.
    pub name: Vec<u8>,
    /// Why it is linked.
    pub reason: Reason,
    /// Who needs it, as place in [`Plan::reached`]; `None` for what was asked for.
    pub by: Option<u32>,
}

/// A library that is needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needed {
    /// The library.
    pub library: u32,
    /// Its functions that are linked, as places in [`Plan::reached`].
    pub functions: Vec<u32>,
}

/// A function that no library defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unresolved {
    /// Its name, as it is imported.
    pub name: Vec<u8>,
    /// Functions that need it, as places in [`Plan::reached`]; the first 16.
    pub by: Vec<u32>,
}

/// A function that several libraries define, at least one of which is needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Duplicate {
    /// Its name, without the byte 0x01 in front.
    pub name: Vec<u8>,
    /// The libraries that export it, in order.
    pub libraries: Vec<u32>,
    /// The library whose function is linked; `None` when no linked function needs it.
    pub chosen: Option<u32>,
}

/// Which libraries a link needs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What was asked for.
    pub request: Request,
    /// The needed libraries, in the order in which they were given, which is the order in which a linker has to be given them.
    pub needed: Vec<Needed>,
    /// The functions that are linked, each behind the one that needs it first.
    pub reached: Vec<Reached>,
    /// Names that were asked for and are not there.
    pub missing: Vec<Vec<u8>>,
    /// Functions that no library defines, in the order in which they came up.
    pub unresolved: Vec<Unresolved>,
    /// Functions that several libraries define, at least one of which is needed.
    pub duplicates: Vec<Duplicate>,
    /// Libraries that are not needed.
    pub unused: Vec<u32>,
    /// Features that the linked functions need together, as far as they are known.
    pub features: Features,
    /// What stands in the way, and what is worth knowing. Places name the library as input.
    pub findings: Vec<Diagnostic>,
}

impl Plan {
    /// Whether nothing stands in the way.
    pub fn can_link(&self) -> bool {
        let mut findings = self.findings.iter();
        !findings.any(|finding| finding.severity == Severity::Error)
    }

    /// From a function that was asked for to one that is reached: who needs whom, as places in [`Plan::reached`].
    pub fn chain(&self, mut place: u32) -> Vec<u32> {
        let mut chain = vec![place];
        // Each is behind the one that needs it.
        while let Some(by) = self.reached.get(place as usize).and_then(|reached| reached.by)
            && by < place
        {
            chain.push(by);
            place = by;
        }
        chain.reverse();
        chain
    }

    /// Whether a linker takes a function for certain, as far as symbols tell.
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
/// When the catalogue cannot be read. Whatever is wrong with the link itself is a finding.
pub fn plan(request: &Request, catalogue: &mut dyn Catalogue) -> Result<Plan, CatalogueError> {
    let mut out = Plan {
        request: request.clone(),
        needed: Vec::new(),
        reached: Vec::new(),
        missing: Vec::new(),
        unresolved: Vec::new(),
        duplicates: Vec::new(),
        unused: (0..catalogue.count())
            .filter(|&library| !catalogue.is_hidden(library))
            .collect(),
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
    out.needed = needed
        .into_iter()
        .map(|(library, functions)| Needed { library, functions })
        .collect();
    out.reached = walk.reached;
    out.unresolved = walk.unresolved;
    judge::judge(&mut out, &mut shelf)?;
    Ok(out)
}

/// The names that several libraries export, as far as they touch the link.
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
        if !shared
            .libraries
            .iter()
            .any(|library| needed.contains_key(library))
        {
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
            found.push(Duplicate {
                name: shared.name,
                libraries,
                chosen,
            });
        }
    }
    Ok(found)
}

/// A name for people: that of the source, and the mangled one where they differ.
pub fn spoken(name: &[u8]) -> String {
    let (short, long) = (unmangled(name), without_marker(name));
    match short == long {
        true => long.escape_ascii().to_string(),
        false => format!("{} ({})", short.escape_ascii(), long.escape_ascii()),
    }
}
