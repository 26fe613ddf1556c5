//! Programs and assemblies together: whether a program can be linked to an assembly, and packages merged into one.
//!
//! Two definitions of a symbol are equal when type, register and extended data are, up to the numbering of the symbols that
//! structures refer to; flags, stages and the order of properties do not count.

use std::collections::HashMap;

use glassbox_core::diagnostic::{Diagnostic, Diagnostics};
use glassbox_core::limits::Limits;
use glassbox_core::record::Records;

use crate::extended::{ExtendedData, Structure};
use crate::file::{File, Objects, Role, has_object};
use crate::raw::{ShaderExt, Symbol, SymbolFlags};
use crate::rules;

/// A package with its symbols at hand.
struct Side<'f, 'a> {
    file: &'f File<'a>,
    symbols: Records<'f, Symbol>,
    objects: Objects<'f>,
    names: HashMap<&'f [u8], usize>,
}

impl<'f, 'a> Side<'f, 'a> {
    fn new(file: &'f File<'a>, limits: &Limits) -> Side<'f, 'a> {
        let symbols = file.symbols();
        let mut names = HashMap::new();
        for (index, symbol) in symbols.iter().enumerate() {
            if let Some(name) = file.string(symbol.name) {
                names.insert(name, index);
            }
        }
        Side {
            file,
            objects: file.objects(limits.nodes),
            symbols,
            names,
        }
    }

    /// The extended data of a symbol: `None` without, `Err` when it cannot be read.
    fn data(&self, symbol: &Symbol) -> Result<Option<ExtendedData<'f>>, ()> {
        let size = self
            .file
            .content_of(Role::ExtendedData)
            .map_or(0, |section| section.content.len());
        if !has_object(symbol, size) {
            return Ok(None);
        }
        let number = self.objects.at(symbol.extended_data).ok_or(())?;
        let document = self
            .objects
            .documents
            .get(number)
            .filter(|document| document.is_whole());
        let root = document.ok_or(())?.root();
        Ok(Some(ExtendedData::decode(symbol.symbol_type, root)))
    }
}

/// Why two definitions are not equal, in words; `None` when they are.
fn difference(left: &Side<'_, '_>, right: &Side<'_, '_>, pair: (usize, usize)) -> Option<String> {
    let mut open = vec![pair];
    // Pairs that are taken for equal while they are being compared, so that circles come to an end.
    let mut seen = std::collections::HashSet::from([pair]);
    while let Some((at, other)) = open.pop() {
        let (Some(a), Some(b)) = (left.symbols.get(at), right.symbols.get(other)) else {
            return Some("a reference to a symbol that is not there".to_owned());
        };
        let name = left.file.name_of(&a);
        if a.symbol_type != b.symbol_type {
            return Some(format!(
                "`{name}` as a {} there and a {} here",
                b.symbol_type, a.symbol_type
            ));
        }
        let register = |symbol: &Symbol| symbol.flags.has(SymbolFlags::REGISTER).then_some(symbol.register);
        if register(&a) != register(&b) {
            let words = |register: Option<u8>| match register {
                Some(register) => format!("on register {register}"),
                None => "without a register".to_owned(),
            };
            return Some(format!(
                "`{name}` {} there and {} here",
                words(register(&b)),
                words(register(&a))
            ));
        }
        let (a, b) = match (left.data(&a), right.data(&b)) {
            (Ok(a), Ok(b)) => (a, b),
            _ => return Some(format!("extended data of `{name}` that cannot be read")),
        };
        let equal = match (&a, &b) {
            (Some(ExtendedData::Structure(a)), Some(ExtendedData::Structure(b))) => {
                for pair in references(a, b) {
                    if seen.insert(pair) {
                        open.push(pair);
                    }
                }
                normal(a) == normal(b)
            }
            (Some(ExtendedData::Other(a)), Some(ExtendedData::Other(b))) => sorted(a) == sorted(b),
            _ => a == b,
        };
        if !equal {
            return Some(format!("other extended data of `{name}` there than here"));
        }
    }
    None
}

fn references(a: &Structure<'_>, b: &Structure<'_>) -> Vec<(usize, usize)> {
    let pairs = a.props.iter().zip(&b.props);
    pairs
        .filter_map(|(a, b)| Some((usize::from(a.ty.reference()?), usize::from(b.ty.reference()?))))
        .collect()
}

/// A structure with every reference the same.
fn normal<'a>(structure: &Structure<'a>) -> Structure<'a> {
    let mut structure = structure.clone();
    for member in &mut structure.props {
        member.ty = member.ty.with_reference(|_| 0);
    }
    structure
}

fn sorted<'o, 'a>(object: &'o crate::sd::Object<'a>) -> Vec<&'o crate::sd::Property<'a>> {
    let mut properties: Vec<_> = object.properties.iter().collect();
    properties.sort_by_key(|property| property.hash);
    properties
}

/// Everything that keeps a program from being linked to an assembly. Locations are in the program.
pub fn check(program: &File<'_>, assembly: &File<'_>, limits: &Limits) -> Diagnostics {
    let mut findings = Diagnostics::new(limits.diagnostics);
    let (left, right) = (Side::new(program, limits), Side::new(assembly, limits));
    let hash = assembly.shader_ext().assembly.0;
    let linked = program.shader_ext().assembly.0;
    let field = program.ext_field(ShaderExt::assembly);
    if linked != 0 && linked != hash {
        let message =
            format!("found a link to the assembly {linked:#018x}, expected none or one to {hash:#018x}");
        findings.push(
            Diagnostic::new(&rules::LNK_03, field, message)
                .note("the vendor's linker passes over such a program without a word")
                .help("link the program that the compiler wrote"),
        );
    }
    for (index, symbol) in left.symbols.iter().enumerate() {
        let Some(name) = program.string(symbol.name) else {
            continue;
        };
        if !symbol.flags.has(SymbolFlags::EXTERNAL) {
            continue;
        }
        let text = name.escape_ascii();
        let Some(&other) = right.names.get(name) else {
            let message = format!("found the external symbol `{text}`, expected it in the assembly");
            findings.push(
                Diagnostic::new(&rules::LNK_01, program.symbol_field(index, Symbol::name), message)
                    .help("add the symbol to the assembly, or link against the right one"),
            );
            continue;
        };
        if let Some(what) = difference(&left, &right, (index, other)) {
            let message = format!("found {what}, expected equal definitions");
            findings.push(
                Diagnostic::new(&rules::LNK_02, program.symbol_field(index, Symbol::name), message)
                    .help("build program and assembly from the same definition"),
            );
        }
    }
    findings.localize(&program.spaces);
    findings
}

/// Whether the hash that a file states is that of an assembly's name.
pub fn check_name(file: &File<'_>, name: &str) -> Option<Diagnostic> {
    let (stated, right) = (file.shader_ext().assembly.0, crate::sd::names::hash(name));
    (stated != right).then(|| {
        let message = format!("found the hash {stated:#018x}, expected {right:#018x}, that of \"{name}\"");
        Diagnostic::new(&rules::LNK_04, file.ext_field(ShaderExt::assembly), message)
            .help(format!("set the field to {right:#x}"))
    })
}

/// What keeps two packages from being merged into one assembly: names that they define differently. Of programs only the
/// external symbols count. Locations are in the second package.
pub fn check_merge(first: &File<'_>, second: &File<'_>, limits: &Limits) -> Diagnostics {
    let mut findings = Diagnostics::new(limits.diagnostics);
    let (left, right) = (Side::new(second, limits), Side::new(first, limits));
    let counts =
        |file: &File<'_>, symbol: &Symbol| file.is_assembly() || symbol.flags.has(SymbolFlags::EXTERNAL);
    for (index, symbol) in left.symbols.iter().enumerate() {
        let Some(name) = second.string(symbol.name) else {
            continue;
        };
        let Some(&other) = right.names.get(name) else {
            continue;
        };
        let both = right
            .symbols
            .get(other)
            .is_some_and(|other| counts(first, &other) && counts(second, &symbol));
        if !both {
            continue;
        }
        if let Some(what) = difference(&left, &right, (index, other)) {
            let message = format!("found {what}, expected equal definitions");
            findings.push(
                Diagnostic::new(&rules::LNK_05, second.symbol_field(index, Symbol::name), message)
                    .help("build both from the same definition, or give one of the symbols another name"),
            );
        }
    }
    findings.localize(&second.spaces);
    findings
}
