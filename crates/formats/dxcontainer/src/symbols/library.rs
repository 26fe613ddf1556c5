//! What a linker needs to know of a container: the functions that it defines and lacks, with what each is and uses.
//!
//! There are two depths. [`LibrarySymbols::from_tables`] looks at the header, the offset table and the small tables only
//! (`SYM0`, `STR0`, `RDAT`, `VERS`, `PSV0`, `SFI0`, `LIBH`) and never at bitcode, so its cost follows the number of
//! functions and not the size of their code; [`sparse`] fetches just these bytes of a file. [`LibrarySymbols::from_code`]
//! reads the module, which alone knows linkage for certain.
//!
//! | field | from tables | from code |
//! | --- | --- | --- |
//! | names of exports | `SYM0`, else `RDAT` (too many), else the entry name of `PSV0` | the module |
//! | [visibility](FunctionSymbol::visibility) | exact with `SYM0` | exact |
//! | kind, stages, least target, features, resources, [needs](FunctionSymbol::needs) | `RDAT` | `RDAT`; kinds from the module where it is missing |
//! | [imports](LibrarySymbols::imports) | what the functions of `RDAT` need | the declarations of the module |
//! | validator version | not known | the module |
//! | [patch-constant function](LibrarySymbols::patch_constants) | candidates | the module |
//!
//! Names are bytes, exactly as stored, with the byte 0x01 in front of mangled ones. They are compared without it:
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
//! // There are no tables, so that the code has to be asked.
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

/// Where the list of functions comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// `SYM0` with `STR0`.
    SymbolTable,
    /// The bitcode of `DXIL`.
    Code,
    /// The bitcode of `ILDB`, because there is no `DXIL`.
    DebugCode,
    /// The function table of `RDAT`, which does not tell exported from internal functions: those that may be exported.
    RuntimeData,
    /// The name of the entry point in `PSV0`; a patch-constant function is missing.
    EntryName,
    /// `LIBH` of a legacy library.
    LibraryHead,
}

impl Origin {
    /// Whether the exports are those of the code for certain, as far as a [symbol table](Origin::SymbolTable) can be
    /// trusted: `check` compares it with the code.
    pub fn is_exact(self) -> bool {
        !matches!(self, Origin::RuntimeData | Origin::EntryName)
    }

    /// The word for it, as reports show it.
    pub fn word(self) -> &'static str {
        match self {
            Origin::SymbolTable => "SYM0",
            Origin::Code => "DXIL",
            Origin::DebugCode => "ILDB",
            Origin::RuntimeData => "RDAT",
            Origin::EntryName => "PSV0",
            Origin::LibraryHead => "LIBH",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// Who can see a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Visibility {
    /// Other modules too.
    Exported,
    /// Its own module only.
    Internal,
    /// Not known; taken for exported.
    Unknown,
}

/// A function that the container defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FunctionSymbol {
    /// Name, exactly as it is stored: in `SYM0` it may lack the byte 0x01 that the module has in front.
    pub name: Vec<u8>,
    /// Who can see it.
    pub visibility: Visibility,
    /// Kind of entry point; [`ShaderKind::LIBRARY`] for plain functions. `None` when nothing tells.
    pub kind: Option<ShaderKind>,
    /// Least shader model that it can be linked for, with its kind.
    pub min_target: Option<ProgramVersion>,
    /// Stages that may run it: bit n stands for the kind with number n.
    pub stages: Option<u32>,
    /// Features that it needs.
    pub features: Option<Features>,
    /// Resources that it uses itself, as places in [`LibrarySymbols::resources`].
    pub resources: Option<Vec<u32>>,
    /// Functions that it calls itself and the container does not define, as places in [`LibrarySymbols::imports`]. What
    /// the functions need that it [calls](Self::calls) is not among them.
    pub needs: Option<Vec<u32>>,
    /// Functions of the container that it calls, as places in [`LibrarySymbols::functions`], where
    /// [`read_calls`](LibrarySymbols::read_calls) was asked for them. Tables do not tell; compilers inline most of these
    /// calls, but not those of functions marked `noinline`.
    pub calls: Option<Vec<u32>>,
    /// For hull shaders the patch-constant function, as place in [`LibrarySymbols::functions`].
    pub patch_constant: Option<u32>,
}

impl FunctionSymbol {
    /// A function of which nothing is known but its name.
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

    /// Whether others can see it, or it is not known.
    pub fn is_exported(&self) -> bool {
        self.visibility != Visibility::Internal
    }

    /// Whether it is an entry point of some stage. `false` when nothing tells its kind.
    pub fn is_entry(&self) -> bool {
        self.kind.is_some_and(|kind| kind != ShaderKind::LIBRARY)
    }

    /// The name that the source gave it, without name spaces and parameters.
    pub fn unmangled(&self) -> &[u8] {
        unmangled(&self.name)
    }

    /// Whether functions of a stage may run it; `true` when nothing tells.
    pub fn runs_in(&self, kind: ShaderKind) -> bool {
        self.stages
            .is_none_or(|stages| kind.0 < 32 && stages & (1 << kind.0) != 0)
    }
}

/// A function that another container has to define.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ImportSymbol {
    /// Name, exactly as it is stored.
    pub name: Vec<u8>,
}

/// A resource that functions use.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ResourceSymbol {
    /// Name of the global variable.
    pub name: Vec<u8>,
    /// Class.
    pub class: ResourceClass,
    /// Kind.
    pub kind: ResourceKind,
    /// Number within its class.
    pub id: u32,
    /// Register space; 0xFFFFFFFF where the linker is to choose it.
    pub space: u32,
    /// First register; 0xFFFFFFFF where the linker is to choose it.
    pub lower: u32,
    /// Last register, inclusive; 0xFFFFFFFF when there is no end.
    pub upper: u32,
    /// Flags.
    pub flags: ResourceFlags,
}

/// The compiler that wrote a container, `VERS`. Linkers take only containers of one compiler.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Compiler {
    /// Version.
    pub version: Version,
    /// How it was built, a bit each.
    pub flags: u32,
    /// Number of commits.
    pub commits: u32,
    /// Commit id; empty when it has none.
    pub commit: Vec<u8>,
    /// Version in its own words; empty when it has none.
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

/// What a container offers and lacks, for linkers and symbol listers.
#[derive(Clone, PartialEq, Debug)]
pub struct LibrarySymbols {
    /// Where the list of functions comes from.
    pub origin: Origin,
    /// Kind, shader model and DXIL version of the program, from its header.
    pub program: Option<Program>,
    /// Version of the validator that the module was made for.
    pub validator: Option<Version>,
    /// The compiler; only libraries since validator version 1.8 and debug files state it.
    pub compiler: Option<Compiler>,
    /// Functions that the container defines, internal ones too, in the order of the origin: exports first where `SYM0` is
    /// the origin, else the order of the module.
    pub functions: Vec<FunctionSymbol>,
    /// Functions that others have to define, each once.
    pub imports: Vec<ImportSymbol>,
    /// Resources that functions use.
    pub resources: Vec<ResourceSymbol>,
    /// What is not certain, and where parts of the container disagree: one sentence each.
    pub notes: Vec<String>,
}

/// Why the symbols of a container are not known.
#[derive(Clone, PartialEq, Debug)]
pub enum SymbolsError {
    /// It has no program at all, such as a container of a root signature.
    NoProgram,
    /// It has no table that names functions; the code has to be asked.
    NoTables,
    /// It has DXIL but the bitcode cannot be read.
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

/// Whether two names mean the same function: equal bytes but for one byte 0x01 in front.
pub fn same_name(one: &[u8], other: &[u8]) -> bool {
    without_marker(one) == without_marker(other)
}

impl LibrarySymbols {
    /// The symbols as the tables of a container tell them. No bitcode is read.
    ///
    /// # Errors
    ///
    /// When there is no program, or no table names its functions.
    pub fn from_tables(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
        tables::read(container)
    }

    /// The symbols as the code tells them, with what the tables know of each function.
    ///
    /// # Errors
    ///
    /// When there is no program, or its bitcode cannot be read.
    pub fn from_code(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
        code::read(container)
    }

    /// Reads the bodies of all functions and notes in [`calls`](FunctionSymbol::calls) which functions of the container each
    /// calls, and in [`needs`](FunctionSymbol::needs) which others where no table told. Each function is listed once, in the
    /// order of the first call. It costs as much as the code is long.
    ///
    /// # Errors
    ///
    /// When there is no program, or its bitcode cannot be read. What was noted before that stays.
    pub fn read_calls(&mut self, container: &Container<'_>) -> Result<(), SymbolsError> {
        calls::read(self, container)
    }

    /// Reads the bodies where no table told what a function [needs](FunctionSymbol::needs), as where a container has no `RDAT`.
    /// What cannot be read stays unknown.
    pub fn fill_needs(&mut self, container: &Container<'_>) {
        if self.functions.iter().any(|function| function.needs.is_none()) {
            // A fault in a body says nothing of the list of functions, which is what the caller has.
            let _ = self.read_calls(container);
        }
    }

    /// The symbols by the cheapest way that is exact: from `SYM0`, else from the code, else what tables there are.
    ///
    /// # Errors
    ///
    /// When there is no program, or neither code nor tables can be read.
    pub fn read(container: &Container<'_>) -> Result<LibrarySymbols, SymbolsError> {
        let tables = LibrarySymbols::from_tables(container);
        match tables {
            Ok(symbols) if symbols.origin.is_exact() => Ok(symbols),
            _ => LibrarySymbols::from_code(container).or_else(|lack| tables.map_err(|_| lack)),
        }
    }

    /// Functions that others can see, with their places in [`functions`](Self::functions).
    pub fn exports(&self) -> impl Iterator<Item = (u32, &FunctionSymbol)> {
        (0u32..)
            .zip(&self.functions)
            .filter(|(_, function)| function.is_exported())
    }

    /// The exported function of a name, compared as [`same_name`] does. It looks at all functions; who asks for many builds
    /// a map of [`exports`](Self::exports).
    pub fn export(&self, name: &[u8]) -> Option<(u32, &FunctionSymbol)> {
        self.exports()
            .find(|(_, function)| same_name(&function.name, name))
    }

    /// The exported functions whose name in the source is this one: overloads, and equal names of several name spaces.
    pub fn exports_unmangled<'s>(
        &'s self,
        name: &'s [u8],
    ) -> impl Iterator<Item = (u32, &'s FunctionSymbol)> {
        self.exports()
            .filter(move |(_, function)| function.unmangled() == name)
    }

    /// The functions that the entry point at a place may run as patch-constant function: the one that the module states, or
    /// else every plain function that hull shaders alone may run. None for other kinds of shaders.
    pub fn patch_constants(&self, place: u32) -> Vec<u32> {
        let hull = self
            .functions
            .get(place as usize)
            .filter(|function| function.kind == Some(ShaderKind::HULL));
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
