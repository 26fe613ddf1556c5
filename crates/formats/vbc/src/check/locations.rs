//! Checks locations across stages: vertex inputs, fragment outputs, and the interfaces between stages.

use glassbox_core::record::Records;
use glassbox_spirv::reflect::Location;

use super::Check;
use crate::module::{Number, StageCode, type_name};
use crate::raw::InterfaceRecord;
use crate::rules;

impl Check<'_, '_> {
    pub(super) fn locations(&mut self, codes: &[StageCode]) {
        if let Some(code) = codes.iter().find(|code| code.stage.index == 0)
            && let Some(entry) = code.entry()
        {
            let found = code.reflection.input_locations(entry);
            let start = self.file.places.input_count;
            self.reflected(code, &found, &self.file.program.inputs.clone(), "inputs", start);
        }
        if let Some(code) = codes.iter().find(|code| code.stage.index == 4)
            && let Some(entry) = code.entry()
        {
            let found = code.reflection.output_locations(entry);
            let start = self.file.places.output_count;
            self.reflected(code, &found, &self.file.program.outputs.clone(), "outputs", start);
        }
        for pair in codes.windows(2) {
            self.handed_on(&pair[0], &pair[1]);
        }
    }

    fn reflected(
        &mut self,
        code: &StageCode,
        found: &[Location],
        records: &Records<'_, InterfaceRecord>,
        group: &str,
        start: u64,
    ) {
        let rule = if group == "inputs" { &rules::INPUT_MISMATCH } else { &rules::OUTPUT_MISMATCH };
        let mut by_location = [None; 256];
        for (index, record) in records.iter().enumerate() {
            by_location[usize::from(record.location)].get_or_insert((index, record));
        }
        for variable in found {
            let at = self.code_at(code.stage, &variable.range);
            let location = variable.location;
            let ty = code.number(variable.ty);
            let Some((index, record)) = by_location.get(location as usize).copied().flatten() else {
                let place = self.location(start, start + 4, format!("{group}.count"));
                let message =
                    format!("found no record of location {location}, expected the one that the code has");
                self.report(rule, place, message).label(at, format!("is {}", describe(ty)));
                continue;
            };
            let fits =
                ty.is_some_and(|ty| ty.is(record.base_type, record.rows, record.columns, record.array_size));
            if !fits {
                let path = format!("{group}.records");
                let first = records.location(&path, index, InterfaceRecord::base_type);
                let whole = records.record_location(&path, index);
                let place =
                    glassbox_core::diagnostic::Location::new(first.start, first.start + 4, whole.path);
                let stored = type_name(
                    record.base_type,
                    record.rows.into(),
                    record.columns.into(),
                    record.array_size.into(),
                );
                let message = format!(
                    "found {stored} at location {location}, expected {} as in the code",
                    describe(ty)
                );
                self.report(rule, place, message).label(at, "declares the variable");
            }
        }
    }

    fn handed_on(&mut self, from: &StageCode, to: &StageCode) {
        let (Some(writer), Some(reader)) = (from.entry(), to.entry()) else {
            return;
        };
        let written = from.reflection.output_locations(writer);
        for read in to.reflection.input_locations(reader) {
            let at = self.code_at(to.stage, &read.range);
            let covers = |one: &&Location| {
                (one.location..one.location.saturating_add(one.locations)).contains(&read.location)
                    && (one.location == read.location || one.component == read.component)
            };
            let Some(source) = written.iter().find(covers) else {
                let message = format!(
                    "found a read of location {}, expected one that the {} module writes",
                    read.location, from.stage.name
                );
                self.report(&rules::STAGE_LINK, at, message);
                continue;
            };
            // A stage may read fewer components than are written.
            let same = read.class == source.class
                && read.width == source.width
                && read.components <= source.components;
            if !same {
                let message = format!(
                    "found {} at location {}, expected {} as the {} module writes",
                    describe(to.number(read.ty)),
                    read.location,
                    describe(from.number(source.ty)),
                    from.stage.name
                );
                let label = self.code_at(from.stage, &source.range);
                self.report(&rules::STAGE_LINK, at, message).label(label, "is written here");
            }
        }
    }
}

fn describe(ty: Option<Number>) -> String {
    ty.map_or_else(|| "no numeric type".to_owned(), |ty| ty.to_string())
}
