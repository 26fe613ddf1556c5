//! Checks the proposed symbol and string tables.

use foldhash::{HashMap, HashMapExt as _};
use glassbox_core::diagnostic::{Diagnostic, Diagnostics, Location, Reporter, Severity};
use glassbox_core::record::Field;
use glassbox_dxil::check::{FindingKind, symbols};

use super::Context;
use crate::part::string_table::{self, FIRST};
use crate::part::symbol::{BaseType, ComplexType, LongSymbol, Model, SYMBOL_SIZE, ShortSymbol, StorageClass};
use crate::part::{self, Content, PartData};
use crate::rules::container::LIMIT;
use crate::rules::symbols as rules;
use crate::symbols::limit;

/// Maximum number of findings per rule reported individually.
const MAX_PER_RULE: usize = 64;

/// Checks a symbol table.
pub(crate) fn check<'a>(
    model: &Model<'a>,
    part: &PartData,
    context: &Context<'_, 'a>,
    findings: &mut Diagnostics,
) {
    let mut check =
        Check { model, part, context, strings: strings(context), findings, reported: HashMap::new() };
    check.proposal();
    let names = check.names();
    check.unique(&names);
    check.fields();
    check.count();
    check.module(&names);
    check.unused();
}

/// Checks a string table without a symbol table.
pub(crate) fn alone(part: &PartData, context: &Context<'_, '_>, findings: &mut Diagnostics) {
    if context.find(b"SYM0").is_some() {
        return;
    }
    let location = part.location(context.window, part.start - 8, part.start, part::HEADER);
    let message = "found a string table, expected a symbol table that uses it";
    findings.report(&rules::ALONE, location, message).help("remove it, or derive both tables");
}

fn strings<'c, 'a>(context: &Context<'c, 'a>) -> Option<(&'c PartData, &'c string_table::Model<'a>)> {
    match context.find(b"STR0")? {
        (part, Content::Strings(model)) => Some((part, model)),
        _ => None,
    }
}

struct Check<'c, 'a> {
    model: &'c Model<'a>,
    part: &'c PartData,
    context: &'c Context<'c, 'a>,
    strings: Option<(&'c PartData, &'c string_table::Model<'a>)>,
    findings: &'c mut Diagnostics,
    reported: HashMap<&'static str, usize>,
}

/// Readable symbol names with their table index.
type Names<'a> = Vec<(usize, std::borrow::Cow<'a, [u8]>)>;

impl Reporter for Check<'_, '_> {
    /// Adds a finding unless its rule has reached its limit.
    fn push(&mut self, finding: Diagnostic) {
        let reported = self.reported.entry(finding.rule.id).or_default();
        *reported += 1;
        if *reported <= MAX_PER_RULE {
            self.findings.push(finding);
        }
    }
}

impl<'a> Check<'_, 'a> {
    /// Location of a symbol's field. Both record types share all fields except the name.
    fn field(&self, index: usize, field: Field) -> Location {
        let start = self.part.start + SYMBOL_SIZE * index as u64;
        let path = format!("symbols[{index}]");
        self.part.field(self.context.window, start, &path, field)
    }

    /// Location of a symbol's name or name offset.
    fn name(&self, index: usize, is_long: bool) -> Location {
        if is_long && !self.model.long.is_empty() {
            self.field(index, LongSymbol::name_offset)
        } else {
            self.field(index, ShortSymbol::name)
        }
    }

    fn proposal(&mut self) {
        let start = self.part.start - 8;
        let location = self.part.location(self.context.window, start, self.part.start, part::HEADER);
        let message = "found SYM0, which is a proposal and not part of DXIL";
        self.report(&rules::PROPOSAL, location, message)
            .note("today's linker, disassembler and LLVM tools skip it")
            .note("today's validator refuses the container for an unknown part")
            .help("validate before adding the tables; to validate again, strip `names` first");
    }

    /// Readable names; reports the others.
    fn names(&mut self) -> Names<'a> {
        let mut names = Names::with_capacity(self.model.symbols.len().min(1 << 20));
        let mut work = self.context.limits.work(self.context.window.bytes.len() as u64);
        let long = |symbol: &ShortSymbol| symbol.name_offset();
        for (index, symbol) in self.model.symbols.iter().enumerate() {
            let Some(offset) = long(&symbol) else {
                self.short_name(index, &symbol);
                names.push((index, symbol.short_name().to_vec().into()));
                continue;
            };
            let location = self.name(index, true);
            let Some((strings_part, strings)) = self.strings else {
                if self.context.find(b"STR0").is_none() {
                    let message =
                        format!("found a name at {offset:#x} of STR0, expected the container to have STR0");
                    self.report(&rules::NO_STRINGS, location, message)
                        .help("add the string table, or remove the symbols");
                }
                continue;
            };
            let size = strings.table.len() as u64;
            if u64::from(offset) < FIRST || u64::from(offset) >= size {
                let message = match offset {
                    0 => "found eight zero bytes for a name, expected a name or an offset of it".to_owned(),
                    _ => {
                        format!("found a name at {offset:#x} of STR0, expected 0x4 to {:#x}", size.max(1) - 1)
                    }
                };
                let other_place = strings_part.location(
                    self.context.window,
                    strings_part.start,
                    strings_part.start + FIRST,
                    "size",
                );
                self.report(&rules::NAME_OFFSET, location, message)
                    .label(other_place, "the string table counts from here")
                    .help("point the offset at a string; the size field is part of the table");
                continue;
            }
            let name = strings.string(offset);
            let cost = name.map_or(size - u64::from(offset), |name| name.len() as u64 + 1);
            match work.checked_sub(cost) {
                Some(rest) => work = rest,
                None => {
                    let message = format!(
                        "found names that share their bytes, left symbol {index} and those after it unchecked"
                    );
                    self.report(&LIMIT, location, message).help("give every name its own bytes");
                    break;
                }
            }
            match name {
                None => {
                    let message =
                        format!("found a name at {offset:#x} of STR0 without an end, expected its NUL");
                    self.report(&rules::NAME, location, message)
                        .help("end the string, or point the offset at another one");
                }
                Some([]) => {
                    let message = format!("found an empty name at {offset:#x} of STR0");
                    self.report(&rules::NAME, location, message)
                        .note("there is a NUL, which ends another string or pads the table")
                        .help("point the offset at a string");
                }
                Some(name) => {
                    if name.len() <= 8 {
                        let message = format!(
                            "found \"{}\" in the string table, expected a name of 9 bytes or more there",
                            name.escape_ascii()
                        );
                        self.report(&rules::NAME, location, message)
                            .severity(Severity::Warning)
                            .note("COFF allows it; names of up to 8 bytes fit into the symbol")
                            .help("write the name into the symbol");
                    }
                    names.push((index, name.into()));
                }
            }
        }
        names
    }

    fn short_name(&mut self, index: usize, symbol: &ShortSymbol) {
        let bytes = symbol.name.0;
        let name = symbol.short_name();
        if bytes.iter().skip(name.len()).any(|&byte| byte != 0) {
            let message = format!("found \"{}\", expected zeros after the first NUL", bytes.escape_ascii());
            let location = self.name(index, false);
            self.report(&rules::SHORT_NAME, location, message).help("fill the name with zeros");
        } else if name.is_empty() {
            let location = self.name(index, false);
            self.report(&rules::NAME, location, "found an empty name").help("name the function");
        }
    }

    fn unique(&mut self, names: &Names<'_>) {
        let mut seen: HashMap<&[u8], usize> = HashMap::with_capacity(names.len());
        for (index, name) in names.iter() {
            // The leading byte 0x01 is not part of the name that a linker looks up.
            let plain = name.strip_prefix(&[1]).unwrap_or(name);
            let Some(&first) = seen.get(plain) else {
                seen.insert(plain, *index);
                continue;
            };
            let is_long = |index: usize| {
                self.model.symbols.get(index).is_some_and(|symbol| symbol.name_offset().is_some())
            };
            let message = format!("found \"{}\" a second time", name.escape_ascii());
            let (place, before) = (self.name(*index, is_long(*index)), self.name(first, is_long(first)));
            self.report(&rules::UNIQUE, place, message)
                .label(before, "the first symbol of this name")
                .help("remove one of the two");
        }
    }

    fn fields(&mut self) {
        let context = self.context;
        let program = context.parts.iter().find(|part| part.code.0 == *b"DXIL");
        let mut table: HashMap<u32, &PartData> = HashMap::new();
        for part in context.parts {
            table.entry(part.index).or_insert(part);
        }
        for (index, symbol) in self.model.symbols.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            let section = symbol.section_index;
            let there = table.get(&section).copied();
            if there.is_none_or(|part| part.code.0 != *b"DXIL") {
                self.section(index, section, there, program);
            }
            self.kind(index, &symbol);
            if symbol.unused != 0 {
                let message = format!("found {}, expected 0", symbol.unused);
                let location = self.field(index, ShortSymbol::unused);
                self.report(&rules::RESERVED, location, message)
                    .note("COFF counts auxiliary records here; the proposal has none")
                    .help("set it to 0");
            }
            if symbol.value != 0 {
                let message = format!("found value {:#x}, expected 0", symbol.value);
                let location = self.field(index, ShortSymbol::value);
                self.report(&rules::RESERVED, location, message)
                    .severity(Severity::Warning)
                    .note("the proposal does not define the value")
                    .help("set it to 0");
            }
        }
    }

    fn section(&mut self, index: usize, section: u32, there: Option<&PartData>, program: Option<&PartData>) {
        let found = match there {
            Some(part) => format!("found section {section}, which is {}", part.code),
            None => format!("found section {section}, which does not exist"),
        };
        let (message, help) = match program {
            Some(program) => (
                format!("{found}, expected {}, which is DXIL", program.index),
                format!("set it to {}", program.index),
            ),
            None => (
                format!("{found}, expected the index of DXIL, which the container does not have"),
                "remove the symbols, or add the program".to_owned(),
            ),
        };
        let location = self.field(index, ShortSymbol::section_index);
        let mut diagnostic = self.report(&rules::SECTION, location, message);
        diagnostic.help(help);
        if program.is_some_and(|program| program.index.checked_add(1) == Some(section)) {
            diagnostic.note("the writer seems to count sections from 1, as COFF does");
        }
    }

    fn kind(&mut self, index: usize, symbol: &ShortSymbol) {
        let coff = (symbol.base_type.0, symbol.complex_type.0) == (0x20, 0);
        let wrong = [
            (
                symbol.base_type != BaseType::NULL,
                ShortSymbol::base_type,
                format!("found base type {}, expected 0 (null)", symbol.base_type),
            ),
            (
                symbol.complex_type != ComplexType::FUNCTION,
                ShortSymbol::complex_type,
                format!("found complex type {}, expected 2 (function)", symbol.complex_type),
            ),
            (
                symbol.storage_class != StorageClass::EXTERNAL,
                ShortSymbol::storage_class,
                format!("found storage class {}, expected 2 (external)", symbol.storage_class),
            ),
        ];
        for (is_wrong, field, message) in wrong {
            if !is_wrong || (coff && field.offset == ShortSymbol::complex_type.offset) {
                continue;
            }
            let location = self.field(index, field);
            let mut diagnostic = self.report(&rules::KIND, location, message);
            diagnostic.help("set it to the value that is expected");
            if coff {
                diagnostic.note(
                    "the two bytes 20 00 are the 16-bit type of a function in COFF; the proposal has 00 02",
                );
            }
        }
    }

    fn count(&mut self) {
        let Some(kind) = self.context.kind else { return };
        let (count, most) = (self.model.symbols.len() as u64, limit(kind));
        if count > most {
            let message = format!("found {count} symbols, expected at most {most} in a {kind} shader");
            let part = self.part;
            let location = part.location(self.context.window, part.start, part.end, "");
            self.report(&rules::COUNT, location, message)
                .help("keep the symbol of the entry point, and for hull shaders that of the patch-constant function");
        }
    }

    /// Checks the symbols against the functions of the module.
    fn module(&mut self, names: &Names<'_>) {
        let Some(module) = self.context.module() else { return };
        let header =
            self.part.location(self.context.window, self.part.start - 8, self.part.start, part::HEADER);
        let is_empty = self.model.symbols.is_empty();
        if is_empty {
            let count = module.exported().count();
            if count > 0 {
                let message = format!("found no symbols, expected {count}, one for each exported function");
                self.report(&rules::NOT_LISTED, header, message)
                    .severity(Severity::Info)
                    .note("an empty table is well-formed, but tells linkers that nothing is exported")
                    .help("regenerate the tables, or remove them");
            }
            return;
        }
        for finding in symbols(module, names.iter().map(|(_, name)| &**name)) {
            let row = finding.row.and_then(|row| names.get(row)).map(|(index, _)| *index);
            let location = match row {
                Some(index) => {
                    let symbol = self.model.symbols.get(index);
                    self.name(index, symbol.is_some_and(|symbol| symbol.name_offset().is_some()))
                }
                None => header.clone(),
            };
            let help = "regenerate the tables";
            let diagnostic = match finding.kind {
                FindingKind::SymbolUnknown | FindingKind::SymbolDeclared | FindingKind::SymbolNotExternal => {
                    Diagnostic::new(&rules::NOT_DEFINED, location, finding.message)
                }
                FindingKind::SymbolMarker => Diagnostic::new(&rules::NOT_DEFINED, location, finding.message)
                    .severity(Severity::Info)
                    .note("names are compared without the byte 0x01 in front, which tells LLVM to take them literally"),
                FindingKind::SymbolMissing => Diagnostic::new(&rules::NOT_LISTED, location, finding.message),
                FindingKind::SymbolOrder => Diagnostic::new(&rules::ORDER, location, finding.message),
                _ => continue,
            };
            self.push(diagnostic.help(help));
        }
    }

    /// Reports strings that no symbol refers to.
    fn unused(&mut self) {
        let Some((part, strings)) = self.strings else {
            return;
        };
        let mut offsets: Vec<u64> =
            self.model.symbols.iter().filter_map(|symbol| symbol.name_offset().map(u64::from)).collect();
        offsets.sort_unstable();
        let table = strings.table.get(FIRST as usize..).unwrap_or_default();
        let used_end = table.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let mut at = FIRST;
        let mut first = None;
        let mut count = 0usize;
        for string in table.get(..used_end).unwrap_or_default().split(|&byte| byte == 0) {
            let end = at + string.len() as u64;
            let from = offsets.partition_point(|&offset| offset < at);
            let used = offsets.get(from).is_some_and(|&offset| offset < end);
            if !used && !string.is_empty() {
                count += 1;
                first = first.or(Some((at, string)));
            }
            at = end + 1;
        }
        let Some((at, string)) = first else { return };
        let start = part.start + at;
        let location = part.location(self.context.window, start, start + string.len() as u64, "strings");
        let message = format!("found \"{}\", which no symbol uses", string.escape_ascii());
        let mut diagnostic = self.report(&rules::UNUSED, location, message);
        diagnostic.help("regenerate both tables to save its space");
        if count > 1 {
            diagnostic.note(format!("{} more strings are not used", count - 1));
        }
    }
}
