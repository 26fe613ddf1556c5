//! Checks fragment outputs.

use super::{Check, list};
use crate::raw::{InterfaceRecord, MAX_OUTPUT_LOCATION};
use crate::rules;

const PATH: &str = "outputs.records";

impl Check<'_, '_> {
    pub(super) fn outputs(&mut self) {
        let records = self.file.program.outputs.clone();
        let mut owners: [Option<usize>; 256] = [None; 256];
        let mut displaced = None;
        for (index, record) in records.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            let at = |field| records.location(PATH, index, field);
            let location = record.location;
            if location > MAX_OUTPUT_LOCATION {
                let message = format!("found location {location}, expected 0 to {MAX_OUTPUT_LOCATION}");
                self.report(&rules::OUTPUT_LOCATION, at(InterfaceRecord::location), message)
                    .help("move the output to a free location");
            }
            if !record.base_type.is_number() {
                let message =
                    format!("found base type {}, expected signed, unsigned or float", record.base_type);
                self.report(&rules::OUTPUT_TYPE, at(InterfaceRecord::base_type), message);
            }
            if record.columns != 1 {
                let message = format!("found {} columns, expected 1", record.columns);
                self.report(&rules::OUTPUT_DIMENSIONS, at(InterfaceRecord::columns), message);
            } else if !matches!(record.rows, 1 | 2 | 4) {
                let message = format!("found {} components, expected 1, 2 or 4", record.rows);
                self.report(&rules::OUTPUT_DIMENSIONS, at(InterfaceRecord::rows), message);
            }
            if record.array_size != 1 {
                let message = format!("found array size {}, expected 1", record.array_size);
                self.report(&rules::OUTPUT_ARRAY, at(InterfaceRecord::array_size), message);
            }
            if record.padding != [0; 3] {
                self.padding(at(InterfaceRecord::padding), &record.padding);
            }
            match owners[usize::from(location)] {
                Some(other) => {
                    let message = format!("found location {location} in use, expected a free one");
                    let label = records.location(PATH, other, InterfaceRecord::location);
                    self.report(&rules::OUTPUT_SHARED_LOCATION, at(InterfaceRecord::location), message)
                        .label(label, "already uses it");
                }
                None => owners[usize::from(location)] = Some(index),
            }
            if usize::from(location) != index {
                displaced.get_or_insert((index, at(InterfaceRecord::location)));
            }
        }
        if let Some((index, place)) = displaced {
            let found = list(records.iter().take(9).map(|record| u32::from(record.location)));
            let message = format!(
                "found location {} in record {index}, expected {index}",
                records.get(index).map_or(0, |record| record.location)
            );
            self.report(&rules::OUTPUT_ORDER, place, message)
                .note(format!("the locations are {found}; the runtime uses record i for attachment i"))
                .help("repair `output-order` sorts the records; a gap can only be closed in the source");
        }
    }
}
