//! Decodes a package's symbols and reports everything that prevents using it.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use glassbox_bpx::checksum;
use glassbox_bpx::extended::{ExtendedData, Structure};
use glassbox_bpx::file::{Check, File, Objects, Role, has_object};
use glassbox_bpx::raw::{MainHeader, SectionHeader, ShaderExt, Symbol, SymbolFlags, SymbolType};
use glassbox_core::diagnostic::{Diagnostic, Location, Reporter};
use glassbox_core::limits::Limits;
use glassbox_core::record::Field;

use crate::Input;
use crate::rules;

/// Shader package with a valid symbol table: names and objects exist, references name structures.
pub(crate) struct Unit<'f> {
    /// Input number, for locations.
    pub(crate) input: u32,
    /// File name for messages.
    pub(crate) name: &'f str,
    /// Decoded package.
    pub(crate) file: &'f File<'f>,
    /// Symbols in file order.
    pub(crate) symbols: Vec<Entry<'f>>,
    /// Symbol index by name; the last of duplicates, as in the reference implementation.
    pub(crate) names: HashMap<&'f [u8], usize>,
    /// Decoded objects; symbols may share one.
    decoded: Vec<ExtendedData<'f>>,
}

/// A symbol.
pub(crate) struct Entry<'f> {
    /// Symbol record.
    pub(crate) record: Symbol,
    /// Symbol name.
    pub(crate) name: &'f [u8],
    data: Option<usize>,
}

impl Entry<'_> {
    /// True if all of `flags` are set.
    pub(crate) fn has(&self, flags: SymbolFlags) -> bool {
        self.record.flags.has(flags)
    }

    /// Register; `None` if unassigned.
    pub(crate) fn register(&self) -> Option<u8> {
        self.has(SymbolFlags::REGISTER).then_some(self.record.register)
    }

    /// Object index in the package; symbols with equal indices share one.
    pub(crate) const fn object(&self) -> Option<usize> {
        self.data
    }

    /// Name for messages.
    pub(crate) fn shown(&self) -> String {
        self.name.escape_ascii().to_string()
    }
}

impl<'f> Unit<'f> {
    /// Decodes an input. `None` if it is unusable, with the reasons in `found`.
    pub(crate) fn new(
        number: usize,
        input: &Input<'f>,
        limits: &Limits,
        found: &mut Vec<Diagnostic>,
    ) -> Option<Unit<'f>> {
        let before = found.len();
        let mut unit = Unit {
            input: u32::try_from(number).unwrap_or(u32::MAX),
            name: input.name,
            file: input.file,
            symbols: Vec::new(),
            names: HashMap::new(),
            decoded: Vec::new(),
        };
        if unit.container(found) {
            unit.read(limits, found);
            unit.references(found);
        }
        (found.len() == before).then_some(unit)
    }

    /// True if the file is a shader package with a valid symbol table.
    fn container(&self, found: &mut Vec<Diagnostic>) -> bool {
        let file = self.file;
        let mut unfit = |location, message: String| {
            found
                .report(&rules::UNFIT, self.at(location), message)
                .help("rebuild it; `glassbox validate` lists everything that is wrong with it");
            false
        };
        if !file.is_shader_pack() {
            let field = file.main_field(MainHeader::container_type);
            let message = format!(
                "found a container of type {}, expected a shader package",
                file.header.container_type
            );
            return unfit(field, message);
        }
        if !file.is_program() && !file.is_assembly() {
            let message = format!(
                "found the package type {}, expected an assembly or a program",
                file.shader_ext().pack_type
            );
            return unfit(file.ext_field(ShaderExt::pack_type), message);
        }
        let headers = file.header_bytes();
        let sums = [checksum::header(headers), checksum::header_without_reserved(headers)];
        if !sums.contains(&file.header.checksum) {
            let field = file.main_field(MainHeader::checksum);
            let message = format!(
                "found the header checksum {:#010x}, expected {:#010x}",
                file.header.checksum, sums[0]
            );
            return unfit(field, message);
        }
        let Some(table) = file.content_of(Role::SymbolTable) else {
            let message = "found no symbol table that can be read, expected one".to_owned();
            return unfit(file.location(0, file.window.0.bytes.len() as u64, ""), message);
        };
        for section in [Some(table), file.content_of(Role::ExtendedData)].into_iter().flatten() {
            if !matches!(section.check, Check::None | Check::Right) {
                let field = file.header_field(section.index, SectionHeader::checksum);
                let message =
                    format!("found a wrong checksum of `{}`, expected that of its content", section.path());
                return unfit(field, message);
            }
        }
        let (stated, held) = (usize::from(file.shader_ext().symbol_count), file.symbols().len());
        if stated != held {
            let message = format!("found {held} symbols, expected the {stated} that the header states");
            return unfit(file.ext_field(ShaderExt::symbol_count), message);
        }
        true
    }

    /// Reads the names and objects of all symbols.
    fn read(&mut self, limits: &Limits, found: &mut Vec<Diagnostic>) {
        let file = self.file;
        let size = file.content_of(Role::ExtendedData).map_or(0, |section| section.content.len());
        let objects = file.objects(limits.nodes);
        let mut known: HashMap<(usize, SymbolType), usize> = HashMap::new();
        for (index, record) in file.symbols().iter().enumerate() {
            let name = file.string(record.name).unwrap_or_else(|| {
                let message = format!("found a name at {:#x}, past the strings", record.name);
                self.unfit(index, Symbol::name, message, found);
                &[]
            });
            let data = has_object(&record, size)
                .then(|| self.object(index, &record, &objects, &mut known, found))
                .flatten();
            self.names.insert(name, index);
            self.symbols.push(Entry { record, name, data });
        }
    }

    fn object(
        &mut self,
        index: usize,
        record: &Symbol,
        objects: &Objects<'f>,
        known: &mut HashMap<(usize, SymbolType), usize>,
        found: &mut Vec<Diagnostic>,
    ) -> Option<usize> {
        let number = objects.at(record.extended_data);
        let document = number.and_then(|number| objects.documents.get(number));
        let Some((number, document)) = number.zip(document.filter(|document| document.is_whole())) else {
            let message = "found extended data that cannot be read, expected a whole object".to_owned();
            self.unfit(index, Symbol::extended_data, message, found);
            return None;
        };
        Some(match known.entry((number, record.symbol_type)) {
            Slot::Occupied(slot) => *slot.get(),
            Slot::Vacant(slot) => {
                self.decoded.push(ExtendedData::decode(record.symbol_type, document.root()));
                *slot.insert(self.decoded.len() - 1)
            }
        })
    }

    /// Checks that members refer to existing structures.
    fn references(&self, found: &mut Vec<Diagnostic>) {
        for (index, entry) in self.symbols.iter().enumerate() {
            for member in self.structure(entry).map_or(&[][..], |structure| &structure.props) {
                let Some(target) = member.ty.reference() else {
                    continue;
                };
                let other = self.symbols.get(usize::from(target));
                if other.is_some_and(|other| other.record.symbol_type == SymbolType::CONSTANT_BUFFER) {
                    continue;
                }
                let message = format!(
                    "found a reference of `{}.{}` to symbol {target}, expected one to a constant buffer",
                    entry.shown(),
                    member.name.escape_ascii()
                );
                self.unfit(index, Symbol::extended_data, message, found);
                break;
            }
        }
    }

    fn unfit(&self, index: usize, field: Field, message: String, found: &mut Vec<Diagnostic>) {
        found
            .report(&rules::UNFIT, self.field(index, field), message)
            .help("rebuild it; `glassbox validate` lists everything that is wrong with it");
    }

    /// Object of a symbol.
    pub(crate) fn data(&self, entry: &Entry<'_>) -> Option<&ExtendedData<'f>> {
        self.decoded.get(entry.data?)
    }

    /// Structure of a symbol.
    pub(crate) fn structure(&self, entry: &Entry<'_>) -> Option<&Structure<'f>> {
        self.data(entry)?.structure()
    }

    /// Adds the input to a location.
    pub(crate) fn at(&self, mut location: Location) -> Location {
        location.localize(&self.file.spaces);
        location.input(self.input)
    }

    /// Location of a symbol's field.
    pub(crate) fn field(&self, index: usize, field: Field) -> Location {
        self.at(self.file.symbol_field(index, field))
    }

    /// Location of the field Assembly.
    pub(crate) fn assembly_field(&self) -> Location {
        self.at(self.file.ext_field(ShaderExt::assembly))
    }

    /// Value of the field Assembly.
    pub(crate) fn hash(&self) -> u64 {
        self.file.shader_ext().assembly.0
    }

    /// Symbols visible to other packages: the external ones of a program, all of an assembly.
    pub(crate) fn shared(&self) -> impl Iterator<Item = (usize, &Entry<'f>)> {
        let all = self.file.is_assembly();
        let symbols = self.symbols.iter().enumerate();
        symbols.filter(move |(_, entry)| all || entry.has(SymbolFlags::EXTERNAL))
    }
}

/// Decodes all inputs; `None` if one of them is unusable.
pub(crate) fn units<'f>(
    inputs: &[Input<'f>],
    first: usize,
    limits: &Limits,
    found: &mut Vec<Diagnostic>,
) -> Option<Vec<Unit<'f>>> {
    let units: Vec<Unit<'f>> =
        (first..).zip(inputs).filter_map(|(number, input)| Unit::new(number, input, limits, found)).collect();
    (units.len() == inputs.len()).then_some(units)
}

/// Hash for messages, with its name if known.
pub(crate) fn shown_hash(hash: u64) -> Cow<'static, str> {
    match glassbox_bpx::sd::names::known(hash) {
        Some(name) => format!("{hash:#018x} (\"{name}\")").into(),
        None => format!("{hash:#018x}").into(),
    }
}
