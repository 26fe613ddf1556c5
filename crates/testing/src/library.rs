//! Builds DXIL libraries from what a linker reads: functions, dependencies, versions. Function
//! bodies are empty.

use std::borrow::Cow;

use glassbox_core::record::Record;
use glassbox_dxcontainer::part::program::{self, DxilVersion, ProgramVersion};
use glassbox_dxcontainer::part::rdat::raw::{self, TableType};
use glassbox_dxcontainer::part::version::{self, CompilerFlags, CompilerVersion};
use glassbox_dxcontainer::program::{ShaderKind, Version};
use glassbox_dxcontainer::symbols::{Packing, SymbolTable};
use glassbox_dxcontainer::write::{Draft, DraftPart, Signing, contiguous};
use glassbox_dxil::write::Outline;
use glassbox_dxil::{Linkage, unmangled};

/// Mask of the stages that plain functions support.
const ALL_STAGES: u32 = 0xFFFF;

/// Function of a library.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name as in the module: mangled ones start with the byte 0x01.
    pub name: Vec<u8>,
    /// Entry point kind, or [`ShaderKind::LIBRARY`].
    pub kind: ShaderKind,
    /// Functions of other libraries that it calls.
    pub needs: Vec<Vec<u8>>,
    /// True if externally visible.
    pub exported: bool,
    /// Minimum shader model.
    pub target: Version,
}

impl Function {
    /// Exported plain function with dependencies.
    pub fn plain(name: &str, needs: &[&str]) -> Function {
        Function {
            name: marked(name),
            kind: ShaderKind::LIBRARY,
            needs: needs.iter().map(|name| marked(name)).collect(),
            exported: true,
            target: Version::new(6, 0),
        }
    }

    /// Entry point with dependencies.
    pub fn entry(kind: ShaderKind, name: &str, needs: &[&str]) -> Function {
        Function { kind, ..Function::plain(name, needs) }
    }
}

/// Name as in modules: mangled ones get the byte 0x01 in front.
pub fn marked(name: &str) -> Vec<u8> {
    if name.starts_with('?') { [b"\x01", name.as_bytes()].concat() } else { name.as_bytes().to_vec() }
}

/// Library under construction.
#[derive(Clone, Debug)]
pub struct Library {
    /// Its functions in module order.
    pub functions: Vec<Function>,
    /// True if it has a symbol table.
    pub symbol_table: bool,
    /// Compiler version with its commit.
    pub compiler: Option<(u16, u16, String)>,
    /// Validator version.
    pub validator: (u32, u32),
}

impl Library {
    /// Library of shader model 6.3 without a symbol table.
    pub fn new(functions: Vec<Function>) -> Library {
        Library { functions, symbol_table: false, compiler: None, validator: (1, 8) }
    }

    /// Builds the signed container.
    ///
    /// # Panics
    /// If the functions exceed 32-bit sizes.
    pub fn bytes(&self) -> Vec<u8> {
        let (major, minor) = self.validator;
        let mut outline = Outline::new("lib", 6, 3).validator(Some((major, minor)));
        for function in &self.functions {
            let linkage = if function.exported { Linkage::EXTERNAL } else { Linkage::INTERNAL };
            outline = outline.define(&function.name, linkage);
        }
        let mut needed: Vec<&[u8]> = Vec::new();
        for name in self.functions.iter().flat_map(|function| &function.needs) {
            if !needed.contains(&&name[..]) {
                needed.push(name);
                outline = outline.declare(name);
            }
        }
        let version = ProgramVersion::new(ShaderKind::LIBRARY, Version::new(6, 3));
        let program = program::encode(version, DxilVersion(0x103), &outline.bitcode()).expect("it fits");
        let mut parts = vec![part(b"RDAT", self.runtime_data())];
        if let Some((major, minor, commit)) = &self.compiler {
            let version = CompilerVersion {
                major: *major,
                minor: *minor,
                flags: CompilerFlags(0),
                commits: 1,
                string_bytes: 0,
            };
            parts.push(part(b"VERS", version::encode(version, commit.as_bytes(), b"").expect("no NUL")));
        }
        parts.push(part(b"DXIL", program));
        if self.symbol_table {
            let names = self.functions.iter().filter(|function| function.exported);
            let table =
                SymbolTable::from_names(names.map(|function| &function.name[..]), parts.len() as u32 - 1);
            let tables = table.encode(Packing::Suffixes).expect("names are unique");
            parts.push(part(b"SYM0", tables.symbols));
            parts.extend(tables.strings.map(|strings| part(b"STR0", strings)));
        }
        let draft = Draft { parts, ..Draft::default() };
        contiguous(&draft, Signing::Retail).expect("it fits")
    }

    /// Builds the function table.
    fn runtime_data(&self) -> Vec<u8> {
        let mut strings = vec![0];
        let mut text = |name: &[u8]| {
            let at = strings.len() as u32;
            strings.extend_from_slice(name);
            strings.push(0);
            at
        };
        let mut arrays: Vec<u32> = Vec::new();
        let mut rows = Vec::new();
        for function in &self.functions {
            let name = text(&function.name);
            let short = text(unmangled(&function.name));
            let needs: Vec<u32> = function.needs.iter().map(|name| text(name)).collect();
            let dependencies = if needs.is_empty() {
                raw::NONE
            } else {
                let at = arrays.len() as u32;
                arrays.push(needs.len() as u32);
                arrays.extend(needs);
                at
            };
            let stages = match function.kind {
                ShaderKind::LIBRARY => ALL_STAGES,
                kind => 1 << kind.0,
            };
            rows.push(raw::Function {
                name,
                unmangled: short,
                resources: raw::NONE,
                dependencies,
                kind: raw::FunctionKind(function.kind.0.into()),
                payload: 0,
                attributes: 0,
                features_low: raw::Flags(0),
                features_high: raw::Flags(0),
                stage_mask: raw::Flags(stages),
                min_target: raw::Target(ProgramVersion::new(function.kind, function.target).0),
            });
        }
        strings.resize(strings.len().next_multiple_of(4), 0);
        let mut table = Vec::new();
        table.extend_from_slice(&(rows.len() as u32).to_le_bytes());
        table.extend_from_slice(&44u32.to_le_bytes());
        for row in &rows {
            row.encode(&mut table);
        }
        let arrays: Vec<u8> = arrays.iter().flat_map(|word| word.to_le_bytes()).collect();
        let tables =
            [(TableType::STRINGS, strings), (TableType::FUNCTIONS, table), (TableType::INDICES, arrays)];
        let tables: Vec<_> = tables.into_iter().filter(|(_, bytes)| !bytes.is_empty()).collect();
        let mut out = raw::VERSION.to_le_bytes().to_vec();
        out.extend_from_slice(&(tables.len() as u32).to_le_bytes());
        let mut at = 8 + 4 * tables.len() as u32;
        for (_, bytes) in &tables {
            out.extend_from_slice(&at.to_le_bytes());
            at += 8 + bytes.len() as u32;
        }
        for (kind, bytes) in &tables {
            out.extend_from_slice(&kind.0.to_le_bytes());
            out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
            out.extend_from_slice(bytes);
        }
        out
    }
}

fn part(code: &[u8; 4], data: Vec<u8>) -> DraftPart<'static> {
    DraftPart { code: *code, data: Cow::Owned(data) }
}

/// Libraries of a large project: `count` libraries with `functions` functions each. Function `i` of
/// library `n` needs function `i` of library `2n`, if that exists, and library 1 has the pixel
/// shader `PSMain`, which needs the first function of library 2.
pub fn project(count: u32, functions: u32) -> impl Iterator<Item = (String, Library)> {
    (1..=count).map(move |number| {
        let name = |number: u32, index: u32| format!("?Function{index}OfLibrary{number}@Project@@YAMM@Z");
        let mut all: Vec<Function> = (0..functions)
            .map(|index| {
                let next = name(2 * number, index);
                let needs: &[&str] = if 2 * number <= count { &[&next] } else { &[] };
                Function::plain(&name(number, index), needs)
            })
            .collect();
        if number == 1 {
            all.push(Function::entry(ShaderKind::PIXEL, "PSMain", &[&name(2, 0)]));
        }
        let mut library = Library::new(all);
        library.symbol_table = number.is_multiple_of(2);
        (format!("library{number:04}.dxil"), library)
    })
}
