//! What is wrong with a module, and with what a container says about it. Findings carry a kind and a place in the bitcode or
//! in the list that was compared; the container gives them a rule and a place in the file.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::error::{BitcodeError, bytes_of};
use crate::facts::Version;
use crate::function::{Function, without_marker};
use crate::ir::{FunctionId, Typed};
use crate::module::Module;
use crate::walk::Walk;

/// Findings of one kind that are kept.
pub const MAX_PER_KIND: usize = 64;

/// What a finding is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// The kind or version of the header differs from `dx.shaderModel`, or there is none.
    ShaderModel,
    /// The DXIL version of the header differs from `dx.version`.
    DxilVersion,
    /// A row names a function that the module does not define.
    RowNotDefined,
    /// Two rows, but not their functions, stand in this order.
    RowOrder,
    /// The module defines a function that no row names.
    RowMissing,
    /// A dependency of a row is no undefined function of the module.
    DependencyNotImported,
    /// A symbol names nothing that the module has.
    SymbolUnknown,
    /// A symbol names a function that the module only declares.
    SymbolDeclared,
    /// A symbol names a function that others cannot see.
    SymbolNotExternal,
    /// A symbol and its function differ in the byte 0x01 in front.
    SymbolMarker,
    /// The module defines a function for others that no symbol names.
    SymbolMissing,
    /// Two symbols, but not their functions, stand in this order.
    SymbolOrder,
}

/// One finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What it is about.
    pub kind: FindingKind,
    /// Number of the row or symbol in the list that was compared, if one is meant.
    pub row: Option<usize>,
    /// The bits of the function's record in the module, if a function is meant.
    pub bits: Option<Range<u64>>,
    /// One sentence: lower case, found and expected, no full stop.
    pub message: String,
}

impl Finding {
    /// The bytes that hold the bits.
    pub fn bytes(&self) -> Option<Range<u64>> {
        self.bits.as_ref().map(bytes_of)
    }
}

/// Reads everything, function bodies included, and says what is wrong with the blocks and records. At most
/// [`MAX_PER_KIND`] faults are listed.
pub fn structure(bytes: &[u8]) -> Vec<BitcodeError> {
    match Module::read(bytes) {
        Ok(module) => structure_of(&module),
        Err(fault) => vec![fault],
    }
}

/// What is wrong with the bitcode of a module: its [structure], or where that is whole, its [code].
pub fn faults(module: &Module<'_>) -> Vec<BitcodeError> {
    if !module.faults.is_empty() {
        return structure_of(module);
    }
    // Who reads types and all bodies comes by every record; the shared abbreviations were read with the module. So where that
    // finds nothing, the structure is whole.
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

/// Reads a module whose [structure] is whole with its types and all bodies, and says what no module can say. At most
/// [`MAX_PER_KIND`] faults are listed: one where the module itself cannot be read, otherwise one for each body that cannot.
pub fn code(bytes: &[u8]) -> Vec<BitcodeError> {
    let module = match Typed::read(bytes) {
        Ok(module) => module,
        Err(fault) => return vec![fault],
    };
    let bodies = (0..module.functions.len()).map(|index| module.body(FunctionId::at(index)));
    bodies.filter_map(Result::err).take(MAX_PER_KIND).collect()
}

/// What the header of a program part says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Header {
    /// Kind of shader: 0 pixel, 1 vertex, … 6 library, 13 mesh, 14 amplification.
    pub kind: u16,
    /// Shader model; minor number 15 is a library that can only be linked.
    pub shader_model: Version,
    /// DXIL version.
    pub dxil: Version,
}

/// Compares the header of a program part with the module.
pub fn header(module: &Module<'_>, header: Header) -> Vec<Finding> {
    let mut found = Found::default();
    match module.shader_model() {
        Some(model) => {
            if model.kind_number() != Some(header.kind) || model.version != header.shader_model {
                let message = format!(
                    "found shader kind {} of model {}, expected {model} as the module says",
                    header.kind, header.shader_model
                );
                found.add(FindingKind::ShaderModel, None, None, message);
            }
        }
        None => {
            let message = "the module does not say its shader model".to_owned();
            found.add(FindingKind::ShaderModel, None, None, message);
        }
    }
    let stated = module.dxil_version();
    if let Some(version) = stated.filter(|&version| version != header.dxil) {
        let message = format!(
            "found DXIL version {}, expected {version} as the module says",
            header.dxil
        );
        found.add(FindingKind::DxilVersion, None, None, message);
    }
    found.findings
}

/// Compares the function rows of a library's runtime data, by name, with the functions that the module defines. Each row may
/// come with the names that it depends on.
pub fn rows<'n>(
    module: &Module<'_>,
    rows: impl IntoIterator<Item = (&'n [u8], Vec<&'n [u8]>)>,
) -> Vec<Finding> {
    let defined: BTreeMap<&[u8], (usize, &Function)> = module
        .defined()
        .enumerate()
        .map(|(place, function)| (&*function.name, (place, function)))
        .collect();
    let undefined: BTreeSet<&[u8]> = module
        .functions
        .iter()
        .filter(|function| function.is_declaration)
        .map(|function| &*function.name)
        .collect();
    let mut found = Found::default();
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
            let message = format!(
                "found {} behind {}, expected the order of the module",
                show(name),
                show(before)
            );
            found.add(FindingKind::RowOrder, Some(row), Some(function), message);
        }
        last = Some((place, name));
        named.insert(name);
    }
    for function in module
        .defined()
        .filter(|function| !named.contains(&*function.name))
    {
        let message = format!("no row names {}, which the module defines", show(&function.name));
        found.add(FindingKind::RowMissing, None, Some(function), message);
    }
    found.findings
}

/// Compares the names of a symbol table with the functions that the module defines for others. Names are compared without the
/// byte 0x01 in front; where only that differs the finding says so.
pub fn symbols<'n>(module: &Module<'_>, names: impl IntoIterator<Item = &'n [u8]>) -> Vec<Finding> {
    let functions: BTreeMap<&[u8], &Function> = module
        .functions
        .iter()
        .map(|function| (without_marker(&function.name), function))
        .collect();
    let mut found = Found::default();
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
            let message = format!(
                "found {}, whose linkage is {}, expected external",
                show(name),
                function.linkage
            );
            found.add(FindingKind::SymbolNotExternal, Some(row), Some(function), message);
            continue;
        }
        if function.name != name {
            let message = format!(
                "found {}, expected {} as the module has it",
                show(name),
                show(&function.name)
            );
            found.add(FindingKind::SymbolMarker, Some(row), Some(function), message);
        }
        if let Some((_, before)) = last.filter(|(last, _)| *last > function.value) {
            let message = format!(
                "found {} behind {}, expected the order of the module",
                show(name),
                show(before)
            );
            found.add(FindingKind::SymbolOrder, Some(row), Some(function), message);
        }
        last = Some((function.value, name));
    }
    for function in module.exported() {
        if !named.contains(without_marker(&function.name)) {
            let message = format!(
                "no symbol names {}, which the module defines for others",
                show(&function.name)
            );
            found.add(FindingKind::SymbolMissing, None, Some(function), message);
        }
    }
    found.findings
}

/// Findings with a limit for each kind.
#[derive(Default)]
struct Found {
    findings: Vec<Finding>,
    counts: BTreeMap<FindingKind, usize>,
}

impl Found {
    fn add(&mut self, kind: FindingKind, row: Option<usize>, function: Option<&Function>, message: String) {
        let count = self.counts.entry(kind).or_default();
        if *count < MAX_PER_KIND {
            *count += 1;
            let bits = function.map(|function| function.bits.clone());
            self.findings.push(Finding {
                kind,
                row,
                bits,
                message,
            });
        }
    }
}

/// A name in quotes, cut where it is long.
fn show(name: &[u8]) -> String {
    const SHOWN: usize = 96;
    match name.get(..SHOWN) {
        Some(start) => format!("\"{}…\"", start.escape_ascii()),
        None => format!("\"{}\"", name.escape_ascii()),
    }
}
