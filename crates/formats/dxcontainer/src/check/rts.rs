//! Checks root signatures, `RTS0`.

pub(crate) mod coverage;
mod meaning;
mod registers;

use glassbox_core::diagnostic::{Diagnostics, Location, Report, Rule, Severity};
use glassbox_core::record::Field;

use super::Context;
use crate::part::PartData;
use crate::part::rts::raw::{
    Address, Border, Comparison, Constants, Count, DESCRIPTOR_FLAGS, Descriptor, Descriptor12, Filter,
    Header, Parameter, RANGE_FLAGS, ROOT_FLAGS, Range24, RangeFlags, RangeType, SAMPLER_FLAGS, Sampler,
    Sampler56, TableOffset, Version, Visibility,
};
use crate::part::rts::{Model, Payload};
use crate::rules::rts as rules;

/// First of the register spaces that are reserved for the runtime.
const RESERVED_SPACES: u32 = 0xFFFF_FFF0;

/// Largest anisotropy of a sampler.
const MAX_ANISOTROPY: u32 = 16;

/// Checks the part.
pub(crate) fn check(
    model: &Model<'_>,
    part: &PartData,
    context: &Context<'_, '_>,
    findings: &mut Diagnostics,
) {
    check_at(model, &part.path, context.window.base, findings);
    if model.header.version.name().is_some() {
        coverage::check(model, context, findings);
    }
}

/// Checks a root signature whose nodes are under `path`; `base` is the file offset of the window.
pub(super) fn check_at(model: &Model<'_>, path: &str, base: u64, findings: &mut Diagnostics) {
    let mut check = Check { model, path, base, findings };
    check.header();
    if model.header.version.name().is_none() {
        return;
    }
    check.parameters();
    check.samplers();
    meaning::check(&mut check);
}

/// Context of one root signature.
struct Check<'c, 'a> {
    model: &'c Model<'a>,
    path: &'c str,
    /// File offset of the window.
    base: u64,
    findings: &'c mut Diagnostics,
}

impl Check<'_, '_> {
    fn report(&mut self, rule: &'static Rule, location: Location, message: impl Into<String>) -> Report<'_> {
        self.findings.report(rule, location, message)
    }

    /// Location of a field of a record at an offset in the root signature.
    fn at(&self, offset: u64, name: &str, field: Field) -> Location {
        let start = self.base + self.model.start + offset + field.offset as u64;
        let end = start + field.form.size() as u64;
        Location::new(start, end, format!("{}.{name}.{}", self.path, field.name))
    }

    fn parameter_place(&self, index: usize, field: Field) -> Location {
        self.model.parameters.location(&format!("{}.parameters", self.path), index, field)
    }

    fn sampler_place(&self, index: usize, field: Field) -> Location {
        self.model.samplers.location(&format!("{}.samplers", self.path), index, field)
    }

    /// Location of a field of a range of parameter `parameter`.
    fn range_place(&self, parameter: usize, index: usize, field: Field) -> Option<Location> {
        match self.model.payloads.get(parameter)? {
            Payload::Table(_, ranges) => {
                Some(ranges.location(&format!("{}.ranges[{parameter}]", self.path), index, field))
            }
            _ => None,
        }
    }

    fn value(&mut self, location: Location, message: String, help: &str) {
        self.report(&rules::VALUES, location, message).help(help);
    }

    fn header(&mut self) {
        let header = self.model.header;
        if header.version == Version::V1_2 {
            let message = "found version 1.2, which older runtimes and validators refuse";
            self.report(&rules::VERSION, self.at(0, "head", Header::version), message)
                .severity(Severity::Warning)
                .help("use version 1.1 unless a static sampler needs the flags of 1.2");
        }
        let unknown = header.flags.0 & !ROOT_FLAGS;
        if unknown != 0 && header.version.name().is_some() {
            let location = self.at(0, "head", Header::flags);
            let message = format!("found flags {:#x}, of which {unknown:#x} are not defined", header.flags.0);
            self.value(location, message, "clear the bits that are not defined");
        }
    }

    fn parameters(&mut self) {
        for (index, parameter) in self.model.parameters.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            if parameter.parameter_type.name().is_none() {
                let location = self.parameter_place(index, Parameter::parameter_type);
                let message = format!("found parameter type {}, expected 0 to 4", parameter.parameter_type.0);
                self.report(&rules::PARAMETER, location, message)
                    .note("the layout of the content depends on the type, so it was not read")
                    .help("use 0 for a table, 1 for constants, 2 to 4 for descriptors");
            }
            if parameter.visibility.name().is_none() {
                let location = self.parameter_place(index, Parameter::visibility);
                let message = format!("found visibility {}, expected 0 to 7", parameter.visibility.0);
                self.report(&rules::PARAMETER, location, message)
                    .help("use 0 for all stages, 1 to 7 for one");
            }
            self.payload(index, &parameter);
        }
    }

    fn payload(&mut self, index: usize, parameter: &Parameter) {
        let name = format!("payloads[{index}]");
        let offset = u64::from(parameter.payload);
        match self.model.payloads.get(index) {
            Some(Payload::Constants(constants)) => {
                self.space(constants.space, self.at(offset, &name, Constants::space));
            }
            Some(Payload::Descriptor(descriptor, flags)) => {
                self.space(descriptor.space, self.at(offset, &name, Descriptor::space));
                let Some(flags) = flags else { return };
                let location = self.at(offset, &name, Descriptor12::flags);
                self.data_flags(flags.0, location.clone());
                let unknown = flags.0 & !DESCRIPTOR_FLAGS;
                if unknown != 0 {
                    let message =
                        format!("found flags {:#x}, of which {unknown:#x} are not defined", flags.0);
                    self.value(location, message, "a root descriptor has the flags 2, 4 and 8");
                }
            }
            Some(Payload::Table(_, ranges)) => {
                for (number, range) in ranges.iter().enumerate() {
                    if self.findings.is_full() {
                        return;
                    }
                    self.range(index, number, &range);
                }
            }
            _ => {}
        }
    }

    /// Reports a register space that the runtime keeps to itself.
    fn space(&mut self, space: u32, location: Location) {
        if space >= RESERVED_SPACES {
            let message = format!("found space {space:#x}, expected one below {RESERVED_SPACES:#x}");
            self.value(location, message, "the last sixteen spaces are the runtime's; use another one");
        }
    }

    /// Reports contradicting flags about when data changes.
    fn data_flags(&mut self, flags: u32, location: Location) {
        if (flags & DESCRIPTOR_FLAGS).count_ones() > 1 {
            let message = format!("found flags {flags:#x}, expected at most one of 2, 4 and 8");
            self.value(
                location,
                message,
                "keep one of data-volatile, data-static-while-set-at-execute, data-static",
            );
        }
    }

    /// Reports registers and places in the table past the last number.
    fn range_numbers(&mut self, parameter: usize, index: usize, range: &Range24) {
        if let Some(place) = self.range_place(parameter, index, Range24::space) {
            self.space(range.space, place);
        }
        let Some(place) = self.range_place(parameter, index, Range24::count) else { return };
        if range.count.0 == 0 {
            return self.value(
                place,
                "found a range of 0 descriptors".to_owned(),
                "remove it, or use 1 or more",
            );
        }
        if range.count == Count::UNBOUNDED {
            return;
        }
        let last = range.count.0 - 1;
        if range.base.checked_add(last).is_none() {
            let message =
                format!("found {} registers from {} on, which end past 2^32", range.count.0, range.base);
            self.value(place, message, "lower the number of descriptors or the first register");
        } else if range.offset != TableOffset::APPEND && range.offset.0.checked_add(last).is_none() {
            let (count, offset) = (range.count.0, range.offset.0);
            let message = format!("found {count} descriptors from place {offset} on, which end past 2^32");
            self.value(place, message, "lower the number of descriptors or the offset");
        }
    }

    fn range(&mut self, parameter: usize, index: usize, range: &Range24) {
        self.range_numbers(parameter, index, range);
        if let Some(place) = self.range_place(parameter, index, Range24::flags) {
            self.data_flags(range.flags.0, place);
        }
        if range.range_type.name().is_none()
            && let Some(place) = self.range_place(parameter, index, Range24::range_type)
        {
            let message = format!("found range type {}, expected 0 to 3", range.range_type.0);
            self.value(place, message, "use 0 for SRVs, 1 for UAVs, 2 for constant buffers, 3 for samplers");
        }
        let allowed = if range.range_type == RangeType::SAMPLER {
            RangeFlags::DESCRIPTORS_VOLATILE.0
        } else {
            RANGE_FLAGS
        };
        let unknown = range.flags.0 & !allowed;
        if unknown != 0
            && let Some(place) = self.range_place(parameter, index, Range24::flags)
        {
            let message = format!("found flags {:#x}, of which {unknown:#x} are not allowed", range.flags.0);
            let help = if range.range_type == RangeType::SAMPLER {
                "a range of samplers can only have descriptors-volatile"
            } else {
                "a range has the flags 1, 2, 4, 8 and 0x10000"
            };
            self.value(place, message, help);
        }
    }

    fn samplers(&mut self) {
        for (index, sampler) in self.model.samplers.iter().enumerate() {
            if self.findings.is_full() {
                return;
            }
            self.sampler(index, &sampler);
        }
    }

    fn sampler(&mut self, index: usize, sampler: &Sampler) {
        self.space(sampler.space, self.sampler_place(index, Sampler::space));
        let mut wrong = Vec::new();
        if !Filter::is_defined(sampler.filter) {
            let message = format!("found filter {:#x}, which no combination of bits gives", sampler.filter.0);
            wrong.push((Sampler::filter, message, "use 0x15 for linear or 0x55 for anisotropic"));
        }
        let addresses = [
            (Sampler::address_u, sampler.address_u),
            (Sampler::address_v, sampler.address_v),
            (Sampler::address_w, sampler.address_w),
        ];
        for (field, address) in addresses {
            if Address::name(address).is_none() {
                let message = format!("found address mode {}, expected 1 to 5", address.0);
                wrong.push((field, message, "use 1 for wrap, 3 for clamp"));
            }
        }
        if Comparison::name(sampler.comparison).is_none() {
            let message = format!("found comparison {}, expected 0 to 8", sampler.comparison.0);
            wrong.push((Sampler::comparison, message, "use 4 for less or equal, 0 for none"));
        }
        if Border::name(sampler.border).is_none() {
            let message = format!("found border colour {}, expected 0 to 4", sampler.border.0);
            wrong.push((Sampler::border, message, "use 0 for transparent black"));
        }
        if Visibility::name(sampler.visibility).is_none() {
            let message = format!("found visibility {}, expected 0 to 7", sampler.visibility.0);
            wrong.push((Sampler::visibility, message, "use 0 for all stages, 1 to 7 for one"));
        }
        if let Some(flags) = self.model.sampler_flags(index)
            && flags.0 & !SAMPLER_FLAGS != 0
        {
            let message = format!("found sampler flags {:#x}, expected 0 to 3", flags.0);
            wrong.push((Sampler56::flags, message, "clear the bits that are not defined"));
        }
        if sampler.max_anisotropy > MAX_ANISOTROPY {
            let message =
                format!("found anisotropy {}, expected at most {MAX_ANISOTROPY}", sampler.max_anisotropy);
            wrong.push((Sampler::max_anisotropy, message, "use 1 to 16"));
        }
        if !(-16.0..=15.99).contains(&sampler.mip_bias) {
            let message = format!("found a bias of {:?}, expected -16 to 15.99", sampler.mip_bias);
            wrong.push((Sampler::mip_bias, message, "use a bias in this range, usually 0"));
        }
        for (field, message, help) in wrong {
            let place = self.sampler_place(index, field);
            self.value(place, message, help);
        }
    }
}
