//! Checks vertex inputs.

use glassbox_core::record::Field;

use super::{Check, dimension_fault};
use crate::raw::{BaseType, InterfaceRecord, MAX_INPUT_ARRAY, MAX_INPUT_LOCATION};
use crate::rules;

const PATH: &str = "inputs.records";

impl Check<'_, '_> {
    pub(super) fn inputs(&mut self) {
        let records = self.file.program.inputs.clone();
        let at = |index: usize, field: Field| records.location(PATH, index, field);
        // Owner of each location, to detect overlaps.
        let mut owners: [Option<usize>; 256] = [None; 256];
        let mut last = None;
        for (index, record) in records.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            let location = u32::from(record.location);
            if location > MAX_INPUT_LOCATION {
                let message = format!("found location {location}, expected 0 to {MAX_INPUT_LOCATION}");
                self.report(&rules::INPUT_LOCATION, at(index, InterfaceRecord::location), message)
                    .help("move the input to a free location");
            }
            self.input_type(index, &record, &at);
            let size = record.locations();
            let end = location + size;
            let matrix = record.columns > 1;
            if size > 0 && location <= MAX_INPUT_LOCATION && end > MAX_INPUT_LOCATION + 1 {
                let message = format!("found locations {location} to {}, expected none above 15", end - 1);
                let (field, what) = if record.array_size > 1 {
                    (InterfaceRecord::array_size, "elements")
                } else {
                    (InterfaceRecord::columns, "columns")
                };
                let count = if matrix { record.columns } else { record.array_size };
                self.report(&rules::INPUT_PAST_LAST_LOCATION, at(index, InterfaceRecord::location), message)
                    .label(at(index, field), format!("{count} {what} take a location each"))
                    .help("begin the input at a lower location");
            }
            let range = location as usize..(end as usize).min(owners.len());
            let other = owners[range.clone()].iter().flatten().next().copied();
            if let Some(other) = other {
                let message = format!("found location {location} in use, expected a free one");
                self.report(&rules::INPUT_SHARED_LOCATION, at(index, InterfaceRecord::location), message)
                    .label(records.record_location(PATH, other), "already uses it")
                    .help("move one of the inputs")
                    .affects_rule(&rules::INPUT_MISMATCH, "inputs");
            }
            for owner in &mut owners[range] {
                owner.get_or_insert(index);
            }
            if last.is_some_and(|last| location < last) {
                let message = format!(
                    "found location {location} after {}, expected ascending locations",
                    last.unwrap_or(0)
                );
                self.report(&rules::INPUT_ORDER, at(index, InterfaceRecord::location), message);
            }
            last = Some(location);
        }
    }

    fn input_type(
        &mut self,
        index: usize,
        record: &InterfaceRecord,
        at: &dyn Fn(usize, Field) -> glassbox_core::diagnostic::Location,
    ) {
        if !record.base_type.is_number() {
            let message = format!("found base type {}, expected signed, unsigned or float", record.base_type);
            self.report(&rules::INPUT_TYPE, at(index, InterfaceRecord::base_type), message);
        }
        let float = record.base_type == BaseType::FLOAT;
        if let Some(message) = dimension_fault(float, record.rows, record.columns) {
            let field = if record.columns == 1 { InterfaceRecord::rows } else { InterfaceRecord::columns };
            self.report(&rules::INPUT_DIMENSIONS, at(index, field), message);
        }
        if record.array_size == 0 {
            let place = at(index, InterfaceRecord::array_size);
            self.report(&rules::INPUT_ARRAY_SIZE, place, "found array size 0, expected at least 1")
                .help("set it to 1");
        }
        if record.columns > 1 && record.array_size > 1 {
            let place = at(index, InterfaceRecord::array_size);
            let message = format!("found an array of {} matrices, expected no array", record.array_size);
            self.report(&rules::INPUT_MATRIX_ARRAY, place, message).help("declare one input for each matrix");
        }
        if record.array_size > MAX_INPUT_ARRAY {
            let place = at(index, InterfaceRecord::array_size);
            let message =
                format!("found array size {}, expected at most {MAX_INPUT_ARRAY}", record.array_size);
            self.report(&rules::INPUT_LARGE_ARRAY, place, message);
        }
        if record.padding != [0; 3] {
            let place = at(index, InterfaceRecord::padding);
            self.padding(place, &record.padding);
        }
    }

    /// Reports nonzero padding.
    pub(super) fn padding(&mut self, location: glassbox_core::diagnostic::Location, found: &[u8]) {
        let message = format!("found padding {found:02x?}, expected zero");
        self.report(&rules::PADDING, location, message).help("repair `padding` sets it to zero");
    }
}
