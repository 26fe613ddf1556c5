//! Checks a module and compares it with its container. Findings carry a kind and a position in the bitcode or
//! in the compared list; the container maps them to rules and file positions.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::error::{BitcodeError, bytes_of};
use crate::facts::{Statements as _, Version};
use crate::function::{Function, without_marker};
use crate::index::BYTES_PER_RECORD;
use crate::ir::{FunctionId, Typed, read};
use crate::module::{BYTES_PER_GLOBAL, Module};
use crate::walk::Walk;

/// Maximum number of findings kept per kind.
pub const MAX_PER_KIND: usize = 64;

/// Subject of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// Shader kind or version in the header differs from `dx.shaderModel`, or that is missing.
    ShaderModel,
    /// The DXIL version of the header differs from `dx.version`.
    DxilVersion,
    /// A row names a function that the module does not define.
    RowNotDefined,
    /// Two rows are ordered differently from their functions.
    RowOrder,
    /// The module defines a function that no row names.
    RowMissing,
    /// A dependency of a row is not an undefined function of the module.
    DependencyNotImported,
    /// A symbol names nothing in the module.
    SymbolUnknown,
    /// A symbol names a function that the module only declares.
    SymbolDeclared,
    /// A symbol names a function without external linkage.
    SymbolNotExternal,
    /// A symbol and its function differ in the leading byte 0x01.
    SymbolMarker,
    /// The module exports a function that no symbol names.
    SymbolMissing,
    /// Two symbols are ordered differently from their functions.
    SymbolOrder,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// Subject of the finding.
    pub kind: FindingKind,
    /// Row or symbol number in the compared list, if any.
    pub row: Option<usize>,
    /// Bits of the function's record in the module, if any.
    pub bits: Option<Range<u64>>,
    /// One sentence: lower case, found and expected, no full stop.
    pub message: String,
}

impl Finding {
    /// Bytes that contain the bits.
    pub fn bytes(&self) -> Option<Range<u64>> {
        self.bits.as_ref().map(bytes_of)
    }
}

/// Reads everything, function bodies included, and returns errors in blocks and records, at most
/// [`MAX_PER_KIND`].
pub fn structure(bytes: &[u8]) -> Vec<BitcodeError> {
    match Module::read(bytes) {
        Ok(module) => structure_of(&module),
        Err(fault) => vec![fault],
    }
}

/// The module in bitcode that has no errors outside of function bodies. [`faults`] states the errors of other bitcode.
pub fn sound(bytes: &[u8]) -> Option<Typed<'_>> {
    let module = read::sound(bytes).ok()?;
    // The limits of `Module`.
    let globals = module.variables.len() + module.functions.len() + module.aliases.len();
    let (constants, metadata) = (module.constants.items.len(), module.metadata.items.len());
    let named: usize = module.metadata.named.iter().map(|node| node.operands.len()).sum();
    let is_within = globals <= bytes.len() / BYTES_PER_GLOBAL
        && constants.max(metadata) <= bytes.len() / BYTES_PER_RECORD
        && named <= bytes.len();
    is_within.then_some(module)
}

/// Errors in bitcode: those of its [structure] or, if there are none, of its [code].
pub fn faults(bytes: &[u8]) -> Vec<BitcodeError> {
    match Module::read(bytes) {
        Ok(module) => faults_of(&module),
        Err(fault) => vec![fault],
    }
}

fn faults_of(module: &Module<'_>) -> Vec<BitcodeError> {
    if !module.faults.is_empty() {
        return structure_of(module);
    }
    // The typed reader visits every record, and the shared abbreviations were read with the module. If it
    // finds no error, the structure is sound.
    let found = code(module.bytes);
    if found.is_empty() {
        return found;
    }
    match structure_of(module) {
        structure if structure.is_empty() => found,
        structure => structure,
    }
}

fn structure_of(module: &Module<'_>) -> Vec<BitcodeError> {
    let mut faults = module.faults.clone();
    for event in Walk::new(module.bytes) {
        if let Err(fault) = event
            && faults.len() < MAX_PER_KIND
            && !faults.contains(&fault)
        {
            faults.push(fault);
        }
    }
    faults.sort_by_key(|fault| fault.bits.start);
    faults
}

/// Reads a module of sound [structure] with types and all bodies and returns semantic errors, at most
/// [`MAX_PER_KIND`]: one if the module itself is unreadable, otherwise one per unreadable body.
pub fn code(bytes: &[u8]) -> Vec<BitcodeError> {
    let module = match Typed::read(bytes) {
        Ok(module) => module,
        Err(fault) => return vec![fault],
    };
    let bodies = (0..module.functions.len()).map(|index| module.body(FunctionId::at(index)));
    bodies.filter_map(Result::err).take(MAX_PER_KIND).collect()
}

/// Header of a program part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Shader kind: 0 pixel, 1 vertex, … 6 library, 13 mesh, 14 amplification.
    pub kind: u16,
    /// Shader model; minor version 15 is a library that can only be linked.
    pub shader_model: Version,
    /// DXIL version.
    pub dxil: Version,
}

/// Compares the header of a program part with the module.
pub fn header(module: &Typed<'_>, header: Header) -> Vec<Finding> {
    let mut found = FindingList::default();
    match module.shader_model() {
        Some(model) => {
            if model.kind_number() != Some(header.kind) || model.version != header.shader_model {
                let message = format!(
                    "found shader kind {} of model {}, expected {model} as in the module",
                    header.kind, header.shader_model
                );
                found.add(FindingKind::ShaderModel, None, None, message);
            }
        }
        None => {
            let message = "the module does not state its shader model".to_owned();
            found.add(FindingKind::ShaderModel, None, None, message);
        }
    }
    let stated = module.dxil_version();
    if let Some(version) = stated.filter(|&version| version != header.dxil) {
        let message = format!("found DXIL version {}, expected {version} as in the module", header.dxil);
        found.add(FindingKind::DxilVersion, None, None, message);
    }
    found.findings
}

/// Compares the function rows of a library's runtime data, by name, with the functions that the module
/// defines. Each row lists the names it depends on.
pub fn rows<'n>(
    module: &Module<'_>,
    rows: impl IntoIterator<Item = (&'n [u8], Vec<&'n [u8]>)>,
) -> Vec<Finding> {
    let defined: BTreeMap<&[u8], (usize, &Function)> =
        module.defined().enumerate().map(|(place, function)| (&*function.name, (place, function))).collect();
    let undefined: BTreeSet<&[u8]> = module
        .functions
        .iter()
        .filter(|function| function.is_declaration)
        .map(|function| &*function.name)
        .collect();
    let mut found = FindingList::default();
    let mut named = BTreeSet::new();
    let mut last: Option<(usize, &[u8])> = None;
    for (row, (name, dependencies)) in rows.into_iter().enumerate() {
        for dependency in dependencies {
            if !undefined.contains(dependency) {
                let message = format!(
                    "found dependency {}, which the module does not leave undefined",
                    show(dependency)
                );
                found.add(FindingKind::DependencyNotImported, Some(row), None, message);
            }
        }
        let Some(&(place, function)) = defined.get(name) else {
            let message = format!("found {}, which the module does not define", show(name));
            found.add(FindingKind::RowNotDefined, Some(row), None, message);
            continue;
        };
        if let Some((_, before)) = last.filter(|(last, _)| *last > place) {
            let message =
                format!("found {} after {}, expected the order of the module", show(name), show(before));
            found.add(FindingKind::RowOrder, Some(row), Some(function), message);
        }
        last = Some((place, name));
        named.insert(name);
    }
    for function in module.defined().filter(|function| !named.contains(&*function.name)) {
        let message = format!("no row names {}, which the module defines", show(&function.name));
        found.add(FindingKind::RowMissing, None, Some(function), message);
    }
    found.findings
}

/// Compares the names of a symbol table with the exported functions of the module, ignoring the leading byte
/// 0x01; a difference in that byte alone is reported as such.
pub fn symbols<'n>(module: &Module<'_>, names: impl IntoIterator<Item = &'n [u8]>) -> Vec<Finding> {
    let functions: BTreeMap<&[u8], &Function> =
        module.functions.iter().map(|function| (without_marker(&function.name), function)).collect();
    let mut found = FindingList::default();
    let mut named = BTreeSet::new();
    let mut last: Option<(u32, &[u8])> = None;
    for (row, name) in names.into_iter().enumerate() {
        let Some(&function) = functions.get(without_marker(name)) else {
            let message = format!("found {}, which the module does not have", show(name));
            found.add(FindingKind::SymbolUnknown, Some(row), None, message);
            continue;
        };
        named.insert(without_marker(name));
        if function.is_declaration {
            let message = format!("found {}, which the module only declares", show(name));
            found.add(FindingKind::SymbolDeclared, Some(row), Some(function), message);
            continue;
        }
        if !function.is_exported() {
            let message =
                format!("found {}, whose linkage is {}, expected external", show(name), function.linkage);
            found.add(FindingKind::SymbolNotExternal, Some(row), Some(function), message);
            continue;
        }
        if function.name != name {
            let message =
                format!("found {}, expected {} as the module has it", show(name), show(&function.name));
            found.add(FindingKind::SymbolMarker, Some(row), Some(function), message);
        }
        if let Some((_, before)) = last.filter(|(last, _)| *last > function.value) {
            let message =
                format!("found {} after {}, expected the order of the module", show(name), show(before));
            found.add(FindingKind::SymbolOrder, Some(row), Some(function), message);
        }
        last = Some((function.value, name));
    }
    for function in module.exported() {
        if !named.contains(without_marker(&function.name)) {
            let message =
                format!("no symbol names {}, which the module defines for others", show(&function.name));
            found.add(FindingKind::SymbolMissing, None, Some(function), message);
        }
    }
    found.findings
}

/// Collects findings with a limit per kind.
#[derive(Default)]
struct FindingList {
    findings: Vec<Finding>,
    counts: BTreeMap<FindingKind, usize>,
}

impl FindingList {
    fn add(&mut self, kind: FindingKind, row: Option<usize>, function: Option<&Function>, message: String) {
        let count = self.counts.entry(kind).or_default();
        if *count < MAX_PER_KIND {
            *count += 1;
            let bits = function.map(|function| function.bits.clone());
            self.findings.push(Finding { kind, row, bits, message });
        }
    }
}

/// A quoted name, cut if long.
fn show(name: &[u8]) -> String {
    const SHOWN: usize = 96;
    match name.get(..SHOWN) {
        Some(start) => format!("\"{}…\"", start.escape_ascii()),
        None => format!("\"{}\"", name.escape_ascii()),
    }
}
