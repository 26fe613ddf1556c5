//! Checks the header.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::reader::Window;
use glassbox_core::record::Field;

use super::{Check, finding};
use crate::raw::{Binding, DEFAULT_TABLES, Header, ShaderType, VERSION};
use crate::rules;
use crate::stage::STAGES;

/// Table size fields and the contents of each table.
pub(super) const TABLES: [(Field, &str); 5] = [
    (Header::sampler_table, "samplers"),
    (Header::image_table, "storage images"),
    (Header::buffer_table, "structured buffers"),
    (Header::ro_texel_table, "read-only texel buffers"),
    (Header::rw_texel_table, "read-write texel buffers"),
];

impl Check<'_, '_> {
    pub(super) fn header(&mut self) {
        let program = &self.file.program;
        if program.version != VERSION {
            let message = format!("found version {}, expected {VERSION}", program.version);
            let at = self.header_field(Header::version);
            self.report(&rules::VERSION, at, message).help("set it to 1 if the rest of the file reads well");
        }
        if program.shader_type != ShaderType::GRAPHICS {
            let message = format!("found shader type {}, expected 1 (graphics)", program.shader_type.0);
            let at = self.header_field(Header::shader_type);
            self.report(&rules::SHADER_TYPE, at, message).help("set it to 1");
        }
        self.stages();
        self.tables();
    }

    fn stages(&mut self) {
        let there = |index: usize| self.present.0 & STAGES[index].mask.0 != 0;
        let [vertex, control, evaluation, _, fragment] = [0, 1, 2, 3, 4].map(there);
        if !vertex && self.stated(0) == 0 {
            let at = self.header_field(Header::vertex_length);
            let message = "found a vertex length of 0, expected a vertex module";
            self.report(&rules::NO_VERTEX_MODULE, at, message).help("build the program with a vertex stage");
        }
        if !fragment && self.stated(4) == 0 {
            let at = self.header_field(Header::fragment_length);
            let message = "found a fragment length of 0, expected a fragment module";
            self.report(&rules::NO_FRAGMENT_MODULE, at, message)
                .help("build the program with a fragment stage");
        }
        for stage in &STAGES[1..4] {
            if self.stated(stage.index) != 0 {
                let message = format!("found a {} module, expected vertex and fragment only", stage.name);
                let at = self.header_field(stage.length);
                self.report(&rules::EXTRA_STAGE, at, message).help("the released runtime cannot run it");
            }
        }
        if control != evaluation && (self.stated(1) == 0) != (self.stated(2) == 0) {
            let (missing, other) = if control { (2, 1) } else { (1, 2) };
            let at = self.header_field(STAGES[missing].length);
            let message = format!(
                "found no {} module, expected one next to {}",
                STAGES[missing].name, STAGES[other].name
            );
            let label = self.header_field(STAGES[other].length);
            let stated = self.stated(other);
            self.report(&rules::TESSELLATION_PAIR, at, message)
                .label(label, format!("states {stated} words"))
                .help("add the missing module or remove its partner");
        }
    }

    /// Module length of a stage as stated in the header, in words.
    fn stated(&self, stage: usize) -> u16 {
        match (self.file.layout.lengths, &self.file.program.modules[stage]) {
            (Some(lengths), _) => lengths[stage],
            (None, Some(module)) => (module.len() / 4) as u16,
            (None, None) => 0,
        }
    }

    fn tables(&mut self) {
        let tables = self.file.program.tables;
        for ((field, what), (&found, default)) in TABLES.into_iter().zip(tables.iter().zip(DEFAULT_TABLES)) {
            if found != default {
                let at = self.header_field(field);
                let message = format!("found a table of {found} {what}, expected {default}");
                self.report(&rules::TABLE_SIZE, at, message)
                    .help(format!("compile with the default table size {default}"));
            }
        }
        if self.file.desynced {
            return;
        }
        let bindings = &self.file.program.bindings;
        let mut first: [Option<(usize, Binding)>; 5] = [None; 5];
        for (index, binding) in bindings.iter().enumerate() {
            if let Some(table) = binding.base_type.table() {
                first[table].get_or_insert((index, binding));
            }
        }
        for (table, first) in first.into_iter().enumerate() {
            let (Some((index, binding)), 0) = (first, tables[table]) else {
                continue;
            };
            let (field, what) = TABLES[table];
            let at = self.header_field(field);
            let message = format!("found a table of 0 {what}, expected room for slot {}", binding.slot);
            let label = bindings.record_location(super::bindings::PATH, index);
            self.report(&rules::BINDING_WITHOUT_TABLE, at, message)
                .label(label, format!("is a binding of kind {}", binding.base_type))
                .help("compile with a table size above 0");
        }
    }
}

/// Finding for a byte-swapped file.
pub(super) fn swapped(window: Window<'_>, header: &Header) -> Diagnostic {
    let base = window.base;
    let start = base + Header::sampler_table.offset as u64;
    let location = Location::new(start, base + 25, "header");
    let found = header.tables();
    let turned = found.map(u16::swap_bytes);
    let lengths = Location::new(
        base + Header::vertex_length.offset as u64,
        base + Header::fragment_length.offset as u64 + 2,
        "header",
    );
    let words = header.lengths().map(u16::swap_bytes);
    finding(
        &rules::BYTE_SWAPPED,
        location,
        format!("found table sizes {found:?}, expected {turned:?}: the file is byte-swapped"),
    )
    .label(lengths, format!("module lengths are plausible only swapped: {words:?} words"))
    .help("repair `byte-order` swaps every field and SPIR-V word")
}
