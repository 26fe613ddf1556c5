//! Checks DVLE headers and the placement of an executable's tables.

use glassbox_core::diagnostic::{Reporter, Severity};
use glassbox_core::record::Field;

use super::Check;
use crate::file::{Part, Slot, Table};
use crate::model::{Binary, Executable};
use crate::raw::{self, ExecutableHeader, GeometryMode, Semantic, Stage};
use crate::rules;

/// True if a file has vertex executables, none with a generic output. Without vertex executables the other
/// stage comes from elsewhere.
pub(super) fn lacks_generic(binary: &Binary<'_>) -> bool {
    let mut vertex =
        binary.executables.iter().filter(|executable| executable.stage == Stage::VERTEX).peekable();
    vertex.peek().is_some()
        && !vertex.any(|executable| {
            let mut outputs = executable.tables.outputs.iter();
            outputs.any(|output| output.semantic == Semantic::GENERIC)
        })
}

impl Check<'_, '_> {
    /// Checks the header of one executable.
    pub(super) fn executable(&mut self, binary: &Binary<'_>, position: usize) {
        let Some(slot) = self.file.heads.executables.get(position).copied() else {
            return;
        };
        let executable = &binary.executables[position];
        let path = format!("dvle[{}]", slot.index);
        self.entry(&slot, &path);
        let head = slot.placed.head;
        let at = |field: Field| self.file.field(&slot.placed, &path, field);
        let mut found = Vec::new();
        if !matches!(head.stage, Stage::VERTEX | Stage::GEOMETRY) {
            let message = format!("found stage {}, expected 0 (vertex) or 1 (geometry)", head.stage.0);
            found.report(&rules::STAGE, at(ExecutableHeader::stage), message).help("set the stage to 0 or 1");
        }
        let is_geometry = head.stage == Stage::GEOMETRY;
        if is_geometry && head.geometry_mode.0 > GeometryMode::FIXED.0 {
            let message = format!("found geometry mode {}, expected 0 to 2", head.geometry_mode.0);
            found
                .report(&rules::GEOMETRY_MODE, at(ExecutableHeader::geometry_mode), message)
                .help("set 0 for point, 1 for variable or 2 for fixed");
        }
        let version = self.file.heads.program.map_or(0, |placed| placed.head.version.0);
        if version != 0 && version & 0xFFFF != u32::from(head.version.0) {
            let message = format!(
                "found version {:#06x}, expected {:#06x} as in the program",
                head.version.0,
                version & 0xFFFF
            );
            let mut diagnostic = found.report(&rules::VERSION, at(ExecutableHeader::version), message);
            if let Some(placed) = &self.file.heads.program {
                diagnostic.label(
                    self.file.field(placed, "dvlp", raw::ProgramHeader::version),
                    "the program's version",
                );
            }
        }
        self.found.extend(found);
        self.geometry_fields(&slot, &path);
        self.fixed_range(&slot, &path);
        self.output_mask(&slot, &path, executable);
        self.merge(&slot, &path);
        self.table_overlaps(&slot, &path, position);
    }

    /// Checks the entry point and its end.
    fn entry(&mut self, slot: &Slot, path: &str) {
        let head = slot.placed.head;
        let words = self.stated_words();
        let label = self
            .file
            .heads
            .program
            .map(|placed| self.file.field(&placed, "dvlp", raw::ProgramHeader::code_words));
        let mut found = Vec::new();
        if u64::from(head.main) >= words {
            let message = format!("found entry point {:#x}, expected a word below {words:#x}", head.main);
            found
                .report(
                    &rules::MAIN_RANGE,
                    self.file.field(&slot.placed, path, ExecutableHeader::main),
                    message,
                )
                .help("set it to the word index of the first instruction");
        }
        let end = head.end_main;
        if end != 0 && end < head.main || u64::from(end) > words {
            let message = format!("found end {end:#x}, expected 0 or {:#x} to {words:#x}", head.main);
            found
                .report(
                    &rules::END_MAIN,
                    self.file.field(&slot.placed, path, ExecutableHeader::end_main),
                    message,
                )
                .help("set it to one past the last word of the entry procedure, or to 0");
        }
        for mut diagnostic in found {
            if let Some(label) = &label {
                diagnostic = diagnostic.label(label.clone(), "the code has this many words");
            }
            self.found.push(diagnostic);
        }
    }

    /// Checks geometry fields unused by the stage or mode.
    fn geometry_fields(&mut self, slot: &Slot, path: &str) {
        let head = slot.placed.head;
        let is_geometry = head.stage == Stage::GEOMETRY;
        if !is_geometry && head.stage != Stage::VERTEX {
            return;
        }
        let mode = head.geometry_mode;
        let fields = [
            (ExecutableHeader::geometry_mode, mode.0, is_geometry),
            (ExecutableHeader::fixed_start, head.fixed_start, is_geometry && mode == GeometryMode::FIXED),
            (
                ExecutableHeader::full_vertices,
                head.full_vertices,
                is_geometry && mode == GeometryMode::VARIABLE,
            ),
            (
                ExecutableHeader::fixed_vertices,
                head.fixed_vertices,
                is_geometry && mode == GeometryMode::FIXED,
            ),
        ];
        for (field, value, used) in fields {
            if value != 0 && !used && !(is_geometry && mode.0 > 2) {
                let owner = if is_geometry { "this geometry mode" } else { "a vertex executable" };
                let message = format!("found {value}, expected 0 in {owner}");
                let location = self.file.field(&slot.placed, path, field);
                let controls =
                    if is_geometry { ExecutableHeader::geometry_mode } else { ExecutableHeader::stage };
                let label = self.file.field(&slot.placed, path, controls);
                self.report(&rules::GEOMETRY_FIELDS, location, message)
                    .label(label, "which makes the field unused")
                    .help("set it to 0");
            }
        }
    }

    /// Checks the vertex array of the fixed mode; a vertex takes at least one register.
    fn fixed_range(&mut self, slot: &Slot, path: &str) {
        let head = slot.placed.head;
        if head.stage != Stage::GEOMETRY || head.geometry_mode != GeometryMode::FIXED {
            return;
        }
        let end = u32::from(head.fixed_start) + u32::from(head.fixed_vertices).max(1);
        if end > 96 {
            let message = format!(
                "{} vertices from c{} on end past c95, expected an end at c95 or before",
                head.fixed_vertices, head.fixed_start
            );
            let location = self.file.field(&slot.placed, path, ExecutableHeader::fixed_start);
            let label = self.file.field(&slot.placed, path, ExecutableHeader::fixed_vertices);
            self.report(&rules::FIXED_RANGE, location, message)
                .label(label, "each vertex takes at least one register")
                .help("let the array start lower");
        }
    }

    fn output_mask(&mut self, slot: &Slot, path: &str, executable: &Executable<'_>) {
        let mask = executable.output_mask;
        if mask == 0 || executable.tables.outputs.is_empty() {
            return;
        }
        let mut table = 0u16;
        for output in executable.tables.outputs.iter() {
            table |= 1u16.checked_shl(u32::from(output.register)).unwrap_or(0);
        }
        if mask != table {
            let message =
                format!("found output mask {mask:#06x}, expected {table:#06x} as in the output table");
            let location = self.file.field(&slot.placed, path, ExecutableHeader::output_mask);
            let label =
                executable.tables.outputs.location(&format!("{path}.outputs"), 0, raw::Output::register);
            self.report(&rules::OUTPUT_MASK, location, message)
                .label(label, "the registers are here")
                .help(format!("set the mask to {table:#06x}, or fix the table"));
        }
    }

    fn merge(&mut self, slot: &Slot, path: &str) {
        let head = slot.placed.head;
        let mut severity = rules::MERGE.severity;
        let message = if head.merge > 1 {
            format!("found merge flag {}, expected 0 or 1", head.merge)
        } else if head.merge == 1 && head.stage == Stage::VERTEX {
            "found the merge flag on a vertex executable, expected it on a geometry executable".to_owned()
        } else if head.merge == 1 && head.stage == Stage::GEOMETRY {
            if !self.lacks_generic {
                return;
            }
            // Merging does not require generic outputs: libctru joins the output maps of both stages.
            severity = Severity::Info;
            "found the merge flag, expected a generic output in the vertex executable".to_owned()
        } else {
            return;
        };
        let location = self.file.field(&slot.placed, path, ExecutableHeader::merge);
        self.report(&rules::MERGE, location, message).severity(severity).help("set the flag to 0");
    }

    /// Reports tables that overlap each other or the header.
    fn table_overlaps(&mut self, slot: &Slot, path: &str, position: usize) {
        let file = self.file;
        let first = file.claims.partition_point(|claim| match claim.part {
            Part::Executable(other) | Part::Table(other, _) => (other as usize) < position,
            _ => true,
        });
        let claims = file.claims[first..].iter().take_while(|claim| match claim.part {
            Part::Executable(other) | Part::Table(other, _) => other as usize == position,
            _ => false,
        });
        let mut mine: Vec<(u64, u64, &str)> = Vec::new();
        for claim in claims.filter(|claim| claim.start < claim.end) {
            let (name, field, label) = match claim.part {
                Part::Table(_, Table::Constants) => {
                    ("constants", ExecutableHeader::constants_offset, "constant table")
                }
                Part::Table(_, Table::Labels) => ("labels", ExecutableHeader::labels_offset, "label table"),
                Part::Table(_, Table::Outputs) => {
                    ("outputs", ExecutableHeader::outputs_offset, "output table")
                }
                Part::Table(_, Table::Uniforms) => {
                    ("uniforms", ExecutableHeader::uniforms_offset, "uniform table")
                }
                Part::Table(_, Table::Symbols) => {
                    ("symbols", ExecutableHeader::symbols_offset, "symbol table")
                }
                _ => ("", ExecutableHeader::magic, ""),
            };
            let other = mine.iter().find(|(start, end, _)| claim.start < *end && *start < claim.end);
            if let Some((start, end, other)) = other {
                let message = format!(
                    "{label} at {:#x}..{:#x} overlaps {other} at {start:#x}..{end:#x}, expected bytes of its own",
                    claim.start, claim.end
                );
                let location = file.field(&slot.placed, path, field);
                self.report(&rules::TABLE_OVERLAP, location, message)
                    .note(format!("the table is {path}.{name}"))
                    .help("fix offset and count");
            }
            mine.push((claim.start, claim.end, if name.is_empty() { "the header" } else { label }));
        }
    }

    /// Checks the executables of a file against each other.
    pub(super) fn stages(&mut self, binary: &Binary<'_>) {
        let has_geometry = binary.executables.iter().any(|other| other.stage == Stage::GEOMETRY);
        for (slot, executable) in self.file.heads.executables.iter().zip(&binary.executables) {
            let outputs = &executable.tables.outputs;
            let mut registers = 0u16;
            for output in outputs.iter() {
                registers |= 1u16.checked_shl(u32::from(output.register)).unwrap_or(0);
            }
            let last = executable.stage == Stage::GEOMETRY || !has_geometry;
            // Outputs beyond seven registers are generic; any other semantic there is reported per entry.
            let count = registers.count_ones();
            if last && count > 7 {
                let path = format!("dvle[{}]", slot.index);
                let message = format!("found {count} output registers in the last stage, expected at most 7");
                let location = self.file.field(&slot.placed, &path, ExecutableHeader::outputs_count);
                self.report(&rules::OUTPUT_SLOT, location, message)
                    .severity(Severity::Warning)
                    .help("pack outputs into fewer registers");
            }
        }
    }
}
