//! Reads a container as a linker sees it: defined and imported functions with their properties and resources.
//!
//! There are two levels. [`LibrarySymbols::from_tables`] reads only the header, the offset table and the small tables
//! (`SYM0`, `STR0`, `RDAT`, `VERS`, `PSV0`, `SFI0`, `LIBH`), never bitcode, so its cost depends on the number of
//! functions rather than their code size; [`sparse`] fetches only these bytes of a file. [`LibrarySymbols::from_code`]
//! reads the module, the only reliable source of linkage.
//!
//! | field | from tables | from code |
//! | --- | --- | --- |
//! | names of exports | `SYM0`, otherwise `RDAT` (too many), otherwise the entry name of `PSV0` | the module |
//! | [visibility](FunctionSymbol::visibility) | exact with `SYM0` | exact |
//! | kind, stages, minimum target, features, resources, [needs](FunctionSymbol::needs) | `RDAT` | `RDAT`; kinds from the module if it is missing |
//! | [imports](LibrarySymbols::imports) | dependencies of the functions in `RDAT` | declarations of the module |
//! | validator version | unknown | the module |
//! | [patch-constant function](LibrarySymbols::patch_constants) | candidates | the module |
//!
//! Names are bytes exactly as stored, with the leading byte 0x01 of mangled ones. Comparisons ignore that byte:
//! [`LibrarySymbols::export`], [`same_name`].
//!
//! ```
//! use glassbox_core::{limits::Limits, reader::Window};
//! use glassbox_dxcontainer::part::program::{self, DxilVersion, ProgramVersion};
//! use glassbox_dxcontainer::program::{ShaderKind, Version};
//! use glassbox_dxcontainer::symbols::library::{LibrarySymbols, Origin};
//! use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};
//! use glassbox_dxil::{Linkage, write::Outline};
//!
//! let bitcode = Outline::new("lib", 6, 3)
//!     .define(b"\x01?Shade@@YAMM@Z", Linkage::EXTERNAL)
//!     .define(b"\x01?Helper@@YAMM@Z", Linkage::INTERNAL)
//!     .declare(b"\x01?Noise@@YAMM@Z")
//!     .bitcode();
//! let version = ProgramVersion::new(ShaderKind::LIBRARY, Version::new(6, 3));
//! let program = program::encode(version, DxilVersion(0x103), &bitcode)?;
//! let draft = Draft {
//!     parts: vec![DraftPart { code: *b"DXIL", data: program.into() }],
//!     ..Draft::default()
//! };
//! let bytes = contiguous(&draft, Signing::Retail)?;
//! let limits = Limits::default();
//! let container = glassbox_dxcontainer::read::open(Window::whole(&bytes), &limits)
//!     .map_err(|finding| finding.message)?;
//!
//! // There are no tables, so read the code.
//! assert!(LibrarySymbols::from_tables(&container).is_err());
//! let symbols = LibrarySymbols::from_code(&container).map_err(|lack| lack.to_string())?;
//! assert_eq!(symbols.origin, Origin::Code);
//! let exports: Vec<&[u8]> = symbols.exports().map(|(_, function)| &*function.name).collect();
//! assert_eq!(exports, [b"\x01?Shade@@YAMM@Z"]);
//! assert_eq!(symbols.imports[0].name, b"\x01?Noise@@YAMM@Z");
//! // With and without the byte 0x01.
//! assert!(symbols.export(b"?Shade@@YAMM@Z").is_some());
//! # Ok::<(), String>(())
//! ```

mod calls;
mod code;
pub mod sparse;
mod tables;

use std::fmt;

use glassbox_dxil::{BitcodeError, unmangled, without_marker};

use crate::container::{Container, Program};
use crate::part::feature::Features;
use crate::part::program::ProgramVersion;
use crate::part::psv::raw::ResourceKind;
use crate::part::rdat::raw::{ResourceClass, ResourceFlags};
use crate::program::{ShaderKind, Version};

/// Source of the function list.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// `SYM0` with `STR0`.
    SymbolTable,
    /// The bitcode of `DXIL`.
    Code,
    /// The bitcode of `ILDB`, in the absence of `DXIL`.
    DebugCode,
    /// The function table of `RDAT`, which does not distinguish exported from internal functions: lists all that may be
    /// exported.
    RuntimeData,
    /// The entry point name in `PSV0`; a patch-constant function is missing.
    EntryName,
    /// `LIBH` of a legacy library.
    LibraryHeader,
}

impl Origin {
    /// True if the exports are exactly those of the code, provided that a [symbol table](Origin::SymbolTable) is
    /// correct: `check` compares it with the code.
    pub fn is_exact(self) -> bool {
        !matches!(self, Origin::RuntimeData | Origin::EntryName)
    }

    /// Name of the origin in reports.
    pub fn word(self) -> &'static str {
        match self {
            Origin::SymbolTable => "SYM0",
            Origin::Code => "DXIL",
            Origin::DebugCode => "ILDB",
            Origin::RuntimeData => "RDAT",
            Origin::EntryName => "PSV0",
            Origin::LibraryHeader => "LIBH",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Visibility of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Visibility {
    /// Visible to other modules.
    Exported,
    /// Visible only in its own module.
    Internal,
    /// Unknown; treated as exported.
    Unknown,
}

/// Function defined by the container.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionSymbol {
    /// Name exactly as stored: in `SYM0` it may lack the leading byte 0x01 of the module's name.
    pub name: Vec<u8>,
    /// Visibility, as far as the origin states it.
    pub visibility: Visibility,
    /// Shader kind of an entry point; [`ShaderKind::LIBRARY`] for other functions. `None` if unknown.
    pub kind: Option<ShaderKind>,
    /// Minimum shader model for linking, with its shader kind.
    pub min_target: Option<ProgramVersion>,
    /// Stages that may run it: bit n for the kind with number n.
    pub stages: Option<u32>,
    /// Required features.
    pub features: Option<Features>,
    /// Resources that it uses directly, as indices in [`LibrarySymbols::resources`].
    pub resources: Option<Vec<u32>>,
    /// Imported functions that it calls directly, as indices in [`LibrarySymbols::imports`]. Excludes the needs of
    /// functions that it [calls](Self::calls).
    pub needs: Option<Vec<u32>>,
    /// Functions of the container that it calls, as indices in [`LibrarySymbols::functions`]; filled by
    /// [`read_calls`](LibrarySymbols::read_calls). Not in the tables; compilers inline most of these calls, except to
    /// functions marked `noinline`.
    pub calls: Option<Vec<u32>>,
    /// Patch-constant function of a hull shader, as index in [`LibrarySymbols::functions`].
    pub patch_constant: Option<u32>,
}

impl FunctionSymbol {
    /// Creates a function with only a name and visibility.
    pub fn named(name: impl Into<Vec<u8>>, visibility: Visibility) -> FunctionSymbol {
        FunctionSymbol {
            name: name.into(),
            visibility,
            kind: None,
            min_target: None,
            stages: None,
            features: None,
            resources: None,
            needs: None,
            calls: None,
            patch_constant: None,
        }
    }

    /// True if it is exported or its visibility is unknown.
    pub fn is_exported(&self) -> bool {
        self.visibility != Visibility::Internal
    }

    /// True if it is an entry point; `false` if its kind is unknown.
    pub fn is_entry(&self) -> bool {
        self.kind.is_some_and(|kind| kind != ShaderKind::LIBRARY)
    }

    /// Source name, without namespaces and parameters.
    pub fn unmangled(&self) -> &[u8] {
        unmangled(&self.name)
    }

    /// True if functions of a stage may run it, or if its stages are unknown.
    pub fn runs_in(&self, kind: ShaderKind) -> bool {
        self.stages.is_none_or(|stages| kind.0 < 32 && stages & (1 << kind.0) != 0)
    }
}

/// Function that another container must define.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ImportSymbol {
    /// Name, exactly as stored.
    pub name: Vec<u8>,
}

/// Resource used by functions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceSymbol {
    /// Name of the global variable.
    pub name: Vec<u8>,
    /// Resource class.
    pub class: ResourceClass,
    /// Resource kind.
    pub kind: ResourceKind,
    /// Id within the class.
    pub id: u32,
    /// Register space; 0xFFFFFFFF if assigned by the linker.
    pub space: u32,
    /// First register; 0xFFFFFFFF if assigned by the linker.
    pub lower: u32,
    /// Last register, inclusive; 0xFFFFFFFF if unbounded.
    pub upper: u32,
    /// Resource flags.
    pub flags: ResourceFlags,
}

/// Compiler of a container, from `VERS`. Linkers accept only containers of one compiler.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Compiler {
    /// Compiler version.
    pub version: Version,
    /// Build flags, one bit each.
    pub flags: u32,
    /// Number of commits.
    pub commits: u32,
    /// Commit id; empty if absent.
    pub commit: Vec<u8>,
    /// Custom version string; empty if absent.
    pub custom: Vec<u8>,
}

impl fmt::Display for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.custom[..], &self.commit[..]) {
            ([], []) => write!(f, "{}", self.version),
            ([], commit) => write!(f, "{} ({})", self.version, commit.escape_ascii()),
            (custom, []) => write!(f, "{}", custom.escape_ascii()),
            (custom, commit) => write!(f, "{} ({})", custom.escape_ascii(), commit.escape_ascii()),
        }
    }
}

/// Exports and imports of a container, for linkers and symbol listers.
#[derive(Clone, PartialEq, Debug)]
pub struct LibrarySymbols {
    /// Source of the function list.
    pub origin: Origin,
    /// Shader kind, shader model and DXIL version, from the program header.
    pub program: Option<Program>,
    /// Target validator version of the module.
    pub validator: Option<Version>,
    /// Compiler; only stated by libraries since validator version 1.8 and debug files.
    pub compiler: Option<Compiler>,
    /// Functions defined by the container, internal ones included, in the order of the origin: exports first for
    /// `SYM0`, otherwise module order.
    pub functions: Vec<FunctionSymbol>,
    /// Functions that other containers must define, each once.
    pub imports: Vec<ImportSymbol>,
    /// Resources used by functions.
    pub resources: Vec<ResourceSymbol>,
    /// Uncertainties and contradictions between parts: one sentence each.
    pub notes: Vec<String>,
}

/// Reason why the symbols of a container are unavailable.
#[derive(Clone, PartialEq, Debug)]
pub enum SymbolsError {
    /// There is no program, as in a root signature container.
    NoProgram,
    /// No table names functions; read the code instead.
    NoTables,
    /// The bitcode is unreadable.
    Code(BitcodeError),
}

impl fmt::Display for SymbolsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SymbolsError::NoProgram => f.write_str("found no program, expected one that defines functions"),
            SymbolsError::NoTables => f.write_str(
                "found neither SYM0 nor RDAT nor an entry name in PSV0, expected a table of functions; read the code",
            ),
            SymbolsError::Code(fault) => write!(f, "the bitcode cannot be read: {fault}"),
        }
    }
}

impl std::error::Error for SymbolsError {}

/// True if two names denote the same function: equal except for a leading byte 0x01.
pub fn same_name(one: &[u8], other: &[u8]) -> bool {
    without_marker(one) == without_marker(other)
}

impl LibrarySymbols {
    /// Reads the symbols from the tables of a container. Reads no bitcode.
    ///
    /// # Errors
    ///
    /// If there is no program, or no table names its functions.
    pub fn from_tables(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
        tables::read(container)
    }

    /// Reads the symbols from the code, with function properties from the tables.
    ///
    /// # Errors
    ///
    /// If there is no program, or its bitcode is unreadable.
    pub fn from_code(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
        code::read(container)
    }

    /// Reads all function bodies; sets [`calls`](FunctionSymbol::calls) to the called functions of the container, and
    /// [`needs`](FunctionSymbol::needs), unless set from a table, to the called imports. Each callee is listed once, in
    /// the order of the first call. Costs time proportional to the code size.
    ///
    /// # Errors
    ///
    /// If there is no program, or its bitcode is unreadable. Calls recorded before the error are kept.
    pub fn read_calls(&mut self, container: &Container<'_>) -> Result<(), SymbolsError> {
        calls::read(self, container)
    }

    /// Reads the bodies if [needs](FunctionSymbol::needs) are missing from the tables, as in a container without
    /// `RDAT`. Unreadable needs stay unknown.
    pub fn fill_needs(&mut self, container: &Container<'_>) {
        if self.functions.iter().any(|function| function.needs.is_none()) {
            // An error in a body does not affect the function list.
            let _ = self.read_calls(container);
        }
    }

    /// Reads the symbols by the cheapest exact source: `SYM0`, otherwise the code, otherwise the available tables.
    ///
    /// # Errors
    ///
    /// If there is no program, or neither code nor tables are readable.
    pub fn read(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
        let tables = LibrarySymbols::from_tables(container);
        match tables {
            Ok(symbols) if symbols.origin.is_exact() => Ok(symbols),
            _ => LibrarySymbols::from_code(container).or_else(|lack| tables.map_err(|_| lack)),
        }
    }

    /// Exported functions with their indices in [`functions`](Self::functions).
    pub fn exports(&self) -> impl Iterator<Item = (u32, &FunctionSymbol)> {
        (0u32..).zip(&self.functions).filter(|(_, function)| function.is_exported())
    }

    /// Exported function by name, compared as by [`same_name`]. Linear search; for many lookups build a map from
    /// [`exports`](Self::exports).
    pub fn export(&self, name: &[u8]) -> Option<(u32, &FunctionSymbol)> {
        self.exports().find(|(_, function)| same_name(&function.name, name))
    }

    /// Exported functions by source name: overloads, and equal names in different namespaces.
    pub fn exports_unmangled<'s>(
        &'s self,
        name: &'s [u8],
    ) -> impl Iterator<Item = (u32, &'s FunctionSymbol)> {
        self.exports().filter(move |(_, function)| function.unmangled() == name)
    }

    /// Candidate patch-constant functions of the entry point at an index: the one stated by the module, otherwise every
    /// function that only hull shaders may run. Empty for other shader kinds.
    pub fn patch_constants(&self, index: u32) -> Vec<u32> {
        let hull =
            self.functions.get(index as usize).filter(|function| function.kind == Some(ShaderKind::HULL));
        match hull.map(|function| function.patch_constant) {
            None => Vec::new(),
            Some(Some(stated)) => vec![stated],
            Some(None) => (0u32..)
                .zip(&self.functions)
                .filter(|(_, function)| {
                    function.kind == Some(ShaderKind::LIBRARY)
                        && function.stages == Some(1 << ShaderKind::HULL.0)
                })
                .map(|(other, _)| other)
                .collect(),
        }
    }
}
