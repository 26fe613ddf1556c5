//! Lists and applies repairs.

use glassbox_core::diagnostic::{Diagnostics, Rule};
use glassbox_core::format::{EditError, Repair};
use glassbox_core::record::{Field, Record};
use glassbox_core::value::Value;

use crate::checksum;
use crate::file::{Check, File, Role, says_none};
use crate::raw::{MainHeader, SectionFlags, SectionHeader, ShaderExt, Symbol, SymbolFlags};
use crate::rules;
use crate::table;

/// A repair.
struct Cure {
    name: &'static str,
    rules: &'static [&'static Rule],
    by_default: bool,
    what: &'static str,
    fix: fn(&File<'_>) -> Result<Vec<u8>, EditError>,
}

/// In order of application: repairs that change contents precede those that recompute sums.
static CURES: [Cure; 7] = [
    Cure {
        name: "symbol-count",
        rules: &[&rules::SYMBOL_COUNT],
        by_default: true,
        what: "writes the number of symbols that the table has",
        fix: symbol_count,
    },
    Cure {
        name: "sampler-pointers",
        rules: &[&rules::EXTENDED_DATA_MISSING],
        by_default: true,
        what: "clears the flag ExtendedData of symbols that have none",
        fix: |file| Ok(table::rewrite(file, None, |symbol| sampler(file, symbol))?),
    },
    Cure {
        name: "assembly-flags",
        rules: &[&rules::ASSEMBLY_FLAG_LINK, &rules::ASSEMBLY_FLAG_DEFINITION],
        by_default: true,
        what: "sets the flag Assembly on exactly the external symbols of a linked program",
        fix: |file| Ok(table::rewrite(file, None, |symbol| assembly(file, symbol))?),
    },
    Cure {
        name: "crc",
        rules: &[&rules::STANDARD_CRC],
        by_default: true,
        what: "writes the CRC that readers expect in place of the standard CRC-32",
        fix: |file| sums(file, |check| check == Check::Usual),
    },
    Cure {
        name: "file-size",
        rules: &[&rules::FILE_SIZE],
        by_default: true,
        what: "writes the size that the file has",
        fix: file_size,
    },
    Cure {
        name: "section-checksums",
        rules: &[&rules::SECTION_CHECKSUM],
        by_default: false,
        what: "recomputes the section checksums, which hides any damage to the contents",
        fix: |file| sums(file, |check| matches!(check, Check::Wrong(_))),
    },
    Cure {
        name: "header-checksum",
        rules: &[&rules::HEADER_CHECKSUM],
        by_default: false,
        what: "recomputes the header checksum, which hides any damage to the headers",
        fix: header_checksum,
    },
];

/// Repairs that apply, given the findings.
pub fn repairs(findings: &Diagnostics) -> Vec<Repair> {
    let mut offered = Vec::new();
    for cure in &CURES {
        if let Some(rule) = cure.rules.iter().find(|rule| findings.has(rule)) {
            offered.push(Repair {
                name: cure.name,
                rule: Some(rule.id),
                description: cure.what.to_owned(),
                by_default: cure.by_default,
            });
        }
    }
    offered
}

/// Applies a repair. `Err` explains why it cannot be done.
pub fn repair(file: &File<'_>, name: &str) -> Result<Vec<u8>, EditError> {
    match CURES.iter().find(|cure| cure.name == name) {
        Some(cure) => (cure.fix)(file),
        None => Err(EditError::new(format!("there is nothing that `{name}` could fix"))),
    }
}

/// File bytes patched in place.
struct Patch<'f, 'a> {
    file: &'f File<'a>,
    bytes: Vec<u8>,
}

impl<'f, 'a> Patch<'f, 'a> {
    fn new(file: &'f File<'a>) -> Patch<'f, 'a> {
        Patch { file, bytes: file.window.0.bytes.to_vec() }
    }

    fn set<V: Value>(&mut self, start: usize, field: Field, value: V) {
        if let Some(place) = self.bytes.get_mut(start + field.offset..) {
            value.store(place);
        }
    }

    fn header_checksum(&mut self) {
        let size = self.file.header_bytes().len();
        let sum = checksum::header(self.bytes.get(..size).unwrap_or_default());
        self.set(0, MainHeader::checksum, sum);
    }

    /// Returns the bytes; the header checksum is updated only if it was correct.
    fn finish(mut self) -> Vec<u8> {
        let headers = self.file.header_bytes();
        let stored = self.file.header.checksum;
        let new = self.bytes.get(..headers.len()).unwrap_or_default();
        if stored == checksum::header(headers) {
            self.header_checksum();
        } else if stored == checksum::header_without_reserved(headers) {
            let sum = checksum::header_without_reserved(new);
            self.set(0, MainHeader::checksum, sum);
        }
        self.bytes
    }
}

fn symbol_count(file: &File<'_>) -> Result<Vec<u8>, EditError> {
    let count = file.symbols().len();
    let count = u16::try_from(count)
        .map_err(|_| format!("the table has {count} symbols, at most {} are allowed", u16::MAX))?;
    let mut patch = Patch::new(file);
    patch.set(MainHeader::SIZE, ShaderExt::symbol_count, count);
    Ok(patch.finish())
}

fn file_size(file: &File<'_>) -> Result<Vec<u8>, EditError> {
    let mut patch = Patch::new(file);
    let size = patch.bytes.len() as u64;
    patch.set(0, MainHeader::file_size, size);
    Ok(patch.finish())
}

fn header_checksum(file: &File<'_>) -> Result<Vec<u8>, EditError> {
    if u64::from(file.header.section_count) != file.sections.len() as u64 {
        return Err(EditError::new("the section headers go past the end of the file"));
    }
    let mut patch = Patch::new(file);
    patch.header_checksum();
    Ok(patch.bytes)
}

fn sums(file: &File<'_>, wanted: fn(Check) -> bool) -> Result<Vec<u8>, EditError> {
    let mut patch = Patch::new(file);
    for section in file.sections.iter().filter(|section| wanted(section.check)) {
        let size = section.content.len().min(section.header.size as usize);
        let covered = section.content.get(..size).unwrap_or_default();
        let sum = if section.header.flags.has(SectionFlags::WEAK) {
            checksum::weak(covered)
        } else {
            checksum::crc(covered)
        };
        let start = crate::raw::HEADER_SIZE as usize + section.index as usize * SectionHeader::SIZE;
        patch.set(start, SectionHeader::checksum, sum);
    }
    Ok(patch.finish())
}

fn sampler(file: &File<'_>, symbol: Symbol) -> Symbol {
    let size = file.content_of(Role::ExtendedData).map_or(0, |section| section.content.len());
    let flags = if says_none(&symbol, size) {
        SymbolFlags(symbol.flags.0 & !SymbolFlags::EXTENDED_DATA.0)
    } else {
        symbol.flags
    };
    Symbol { flags, ..symbol }
}

fn assembly(file: &File<'_>, symbol: Symbol) -> Symbol {
    let external = symbol.flags.has(SymbolFlags::EXTERNAL);
    let linked = file.shader_ext().assembly.0 != 0;
    let keep = symbol.flags.has(SymbolFlags::ASSEMBLY);
    // Assemblies and packages of unknown type may have the flag on external symbols.
    let wanted = external && if file.is_program() { linked } else { keep };
    let flags = if wanted {
        symbol.flags.with(SymbolFlags::ASSEMBLY)
    } else {
        SymbolFlags(symbol.flags.0 & !SymbolFlags::ASSEMBLY.0)
    };
    Symbol { flags, ..symbol }
}
