//! Checks symbols: names, flags, registers.

use std::collections::HashMap;

use glassbox_core::diagnostic::Reporter;
use glassbox_core::record::Record;

use super::{Check, finding, plural};
use crate::file::{Role, has_object, says_none};
use crate::raw::{
    NO_EXTENDED_DATA, NO_REGISTER, SectionHeader, ShaderExt, Stage, Symbol, SymbolFlags, SymbolType,
};
use crate::rules;

impl Check<'_, '_> {
    pub(super) fn symbols(&mut self) {
        let file = self.file;
        let Some(table) = file.content_of(Role::SymbolTable) else {
            return;
        };
        let size = table.content.len();
        let left = size % Symbol::SIZE;
        if left != 0 {
            let location = file.header_field(table.index, SectionHeader::size);
            let message =
                format!("found {} of symbols, expected a multiple of 12", plural(size as u64, "byte"));
            self.report(&rules::PARTIAL_SYMBOL, location, message)
                .help(format!("set the size to {}", size - left));
        }
        let symbols = file.symbols();
        let stated = file.shader_ext().symbol_count;
        if usize::from(stated) != symbols.len() {
            let location = file.ext_field(ShaderExt::symbol_count);
            let message = format!(
                "found {}, expected {} as in the table",
                plural(u64::from(stated), "symbol"),
                symbols.len()
            );
            let header = file.header_field(table.index, SectionHeader::size);
            self.report(&rules::SYMBOL_COUNT, location, message)
                .label(header, format!("{size} bytes are {}", plural(symbols.len() as u64, "symbol")))
                .help(format!("set it to {}", symbols.len()));
        }
        for (index, symbol) in symbols.iter().enumerate() {
            self.symbol(index, &symbol);
        }
        self.names();
        if file.is_program() {
            self.singles();
            self.registers();
            self.stage_flags();
        }
        self.assembly_flags();
    }

    fn symbol(&mut self, index: usize, symbol: &Symbol) {
        let file = self.file;
        let at = |field| file.symbol_field(index, field);
        let mut found = Vec::new();
        if symbol.symbol_type.name().is_none() {
            let message = format!("found the symbol type {}, expected 0 to 6", symbol.symbol_type.0);
            found
                .report(&rules::SYMBOL_TYPE, at(Symbol::symbol_type), message)
                .help("set the type of the symbol");
        }
        let unassigned = symbol.flags.0 & SymbolFlags::UNASSIGNED;
        if unassigned != 0 {
            let message = format!("found the unassigned flags {unassigned:#06x}, expected none");
            let help = format!("set the flags to {:#06x}", symbol.flags.0 & !SymbolFlags::UNASSIGNED);
            found.report(&rules::SYMBOL_FLAGS, at(Symbol::flags), message).help(help);
        }
        let (internal, external) =
            (symbol.flags.has(SymbolFlags::INTERNAL), symbol.flags.has(SymbolFlags::EXTERNAL));
        if internal == external {
            let message = if internal {
                "found the flags Internal and External, expected one of them"
            } else {
                "found neither of the flags Internal and External, expected one of them"
            };
            let finding = finding(&rules::SYMBOL_LINKAGE, at(Symbol::flags), message)
                .help("set Internal if the package defines the symbol, External if not");
            found.push(if internal {
                finding
            } else {
                finding.severity(glassbox_core::diagnostic::Severity::Warning)
            });
        }
        if !symbol.flags.has(SymbolFlags::REGISTER) && symbol.register != NO_REGISTER {
            let message =
                format!("found register {} without the flag Register, expected 0xff", symbol.register);
            found.report(&rules::UNUSED_FIELD, at(Symbol::register), message).help("no action is needed");
        }
        if !symbol.flags.has(SymbolFlags::EXTENDED_DATA) && symbol.extended_data != NO_EXTENDED_DATA {
            let message = format!(
                "found the offset {:#x} without the flag ExtendedData, expected 0xffffff",
                symbol.extended_data
            );
            found
                .report(&rules::UNUSED_FIELD, at(Symbol::extended_data), message)
                .help("no action is needed");
        }
        found.extend(self.extended_offset(index, symbol));
        self.findings.extend(found);
    }

    fn extended_offset(
        &self,
        index: usize,
        symbol: &Symbol,
    ) -> Option<glassbox_core::diagnostic::Diagnostic> {
        if !symbol.flags.has(SymbolFlags::EXTENDED_DATA) {
            return None;
        }
        let file = self.file;
        let stated = file.sections.iter().find(|section| section.role == Role::ExtendedData);
        let size = stated.map_or(0, |section| section.content.len());
        let unread = stated.is_some_and(|section| !section.is_read());
        if unread || has_object(symbol, size) {
            return None;
        }
        let offset = file.symbol_field(index, Symbol::extended_data);
        let name = file.name_of(symbol);
        if says_none(symbol, size) {
            let message =
                format!("found the flag ExtendedData on `{name}` with the offset 0xffffff, which means none");
            return Some(
                finding(&rules::EXTENDED_DATA_MISSING, offset, message)
                    .label(file.symbol_field(index, Symbol::flags), "states that there is extended data")
                    .help("clear the flag ExtendedData"),
            );
        }
        if stated.is_none() {
            let message =
                format!("found the flag ExtendedData on `{name}`, expected an extended data section");
            let location = file.symbol_field(index, Symbol::flags);
            return Some(
                finding(&rules::NO_EXTENDED_DATA_SECTION, location, message)
                    .help("clear the flag, or add the section"),
            );
        }
        let message = format!(
            "found extended data of `{name}` at {:#x}, expected less than {size:#x}, the size of its section",
            symbol.extended_data
        );
        Some(
            finding(&rules::EXTENDED_DATA_OFFSET, offset, message)
                .help("correct the offset, or clear the flag ExtendedData"),
        )
    }

    fn names(&mut self) {
        let file = self.file;
        let Some(section) = file.content_of(Role::Strings) else {
            return;
        };
        let strings: &[u8] = &section.content;
        let symbols = file.symbols();
        let mut seen: HashMap<&[u8], usize> = HashMap::with_capacity(symbols.len());
        for (index, symbol) in symbols.iter().enumerate() {
            let location = || file.symbol_field(index, Symbol::name);
            let Some(name) = file.string(symbol.name) else {
                let message = format!(
                    "found a name at {:#x}, expected less than {:#x}, the size of the strings",
                    symbol.name,
                    strings.len()
                );
                self.report(&rules::NAME_OFFSET, location(), message)
                    .help("correct the offset, or add the name to the strings");
                continue;
            };
            let before = symbol.name.checked_sub(1).and_then(|before| strings.get(before as usize));
            if before.is_some_and(|&before| before != 0) {
                let message = format!(
                    "found the name \"{}\" inside a string, expected the start of one",
                    name.escape_ascii()
                );
                self.report(&rules::NAME_MIDDLE, location(), message).help("point to the start of a string");
            }
            if let Some(first) = seen.insert(name, index) {
                let message = format!("found the name \"{}\" twice, expected it once", name.escape_ascii());
                self.report(&rules::REPEATED_NAME, location(), message)
                    .label(file.symbol_field(first, Symbol::name), format!("symbol {first} has it too"))
                    .note("of symbols with one name the reference finds the last")
                    .help("rename or remove one of them");
            }
        }
    }

    fn singles(&mut self) {
        let file = self.file;
        let kinds = [
            (SymbolType::VERTEX_FORMAT, &rules::VERTEX_FORMATS, "vertex format"),
            (SymbolType::PIPELINE, &rules::PIPELINES, "pipeline"),
        ];
        for (ty, rule, what) in kinds {
            let symbols = file.symbols();
            let mut all = symbols.iter().enumerate().filter(|(_, symbol)| symbol.symbol_type == ty);
            let Some((first, _)) = all.next() else { continue };
            for (index, symbol) in all {
                let message =
                    format!("found a second {what}, `{}`, expected one in a program", file.name_of(&symbol));
                self.report(rule, file.symbol_field(index, Symbol::symbol_type), message)
                    .label(file.symbol_field(first, Symbol::symbol_type), "the first one")
                    .help("remove one of them");
            }
        }
    }

    fn registers(&mut self) {
        let file = self.file;
        // First symbol by class, register and stage.
        let mut taken: HashMap<(SymbolType, u8, u8), usize> = HashMap::new();
        for (index, symbol) in file.symbols().iter().enumerate() {
            let bound = matches!(
                symbol.symbol_type,
                SymbolType::TEXTURE | SymbolType::SAMPLER | SymbolType::CONSTANT_BUFFER | SymbolType::OUTPUT
            );
            if !bound || !symbol.flags.has(SymbolFlags::REGISTER) {
                continue;
            }
            let mut clash = None;
            for stage in Stage::ALL.into_iter().filter(|stage| symbol.flags.0 & stage.bit() != 0) {
                let key = (symbol.symbol_type, symbol.register, stage.0);
                let other = *taken.entry(key).or_insert(index);
                if other != index {
                    clash = clash.or(Some((stage, other)));
                }
            }
            if let Some((stage, other)) = clash {
                let message = format!(
                    "found `{}` on register {} of the {stage} stage, expected one that is free",
                    file.name_of(&symbol),
                    symbol.register
                );
                let label = file.symbol_field(other, Symbol::register);
                self.report(&rules::SHARED_REGISTER, file.symbol_field(index, Symbol::register), message)
                    .label(label, format!("a {} of this stage has it already", symbol.symbol_type))
                    .help("give each symbol its own register");
            }
        }
    }

    fn stage_flags(&mut self) {
        let file = self.file;
        let present = file.shaders().fold(0, |bits, (_, stage, _)| bits | stage.bit());
        if present == 0 {
            return;
        }
        for (index, symbol) in file.symbols().iter().enumerate() {
            let absent = symbol.flags.0 & SymbolFlags::STAGES & !present;
            if absent != 0 {
                let message = format!(
                    "found `{}` used by {}, expected stages that have a shader",
                    file.name_of(&symbol),
                    SymbolFlags(absent)
                );
                self.report(&rules::ABSENT_STAGE, file.symbol_field(index, Symbol::flags), message)
                    .help(format!("set the flags to {:#06x}", symbol.flags.0 & !absent));
            }
        }
    }

    fn assembly_flags(&mut self) {
        let file = self.file;
        let linked = file.shader_ext().assembly.0 != 0;
        for (index, symbol) in file.symbols().iter().enumerate() {
            let flagged = symbol.flags.has(SymbolFlags::ASSEMBLY);
            let external = symbol.flags.has(SymbolFlags::EXTERNAL);
            if flagged == (linked && external) && (external || !flagged) {
                continue;
            }
            let name = file.name_of(&symbol);
            let location = || file.symbol_field(index, Symbol::flags);
            let ext = || file.ext_field(ShaderExt::assembly);
            if file.is_program() {
                let message = match (linked, flagged, external) {
                    (true, false, true) => format!(
                        "found `{name}` without the flag Assembly, expected it on an external symbol of a linked program"
                    ),
                    (false, true, _) => format!(
                        "found `{name}` with the flag Assembly, expected none in a program that is not linked"
                    ),
                    _ => String::new(),
                };
                if !message.is_empty() {
                    let says = if linked { "the program is linked" } else { "the program is not linked" };
                    let help =
                        if linked { "set the flag 0x20" } else { "clear the flag 0x20, or link the program" };
                    self.report(&rules::ASSEMBLY_FLAG_LINK, location(), message)
                        .label(ext(), says)
                        .help(help);
                }
            }
            if flagged && !external {
                let message =
                    format!("found `{name}` with the flag Assembly, expected it on external symbols only");
                self.report(&rules::ASSEMBLY_FLAG_DEFINITION, location(), message)
                    .help("clear the flag 0x20");
            }
        }
    }
}
