//! Locations and components of inputs, outputs and uniforms: none may be taken twice.

use glassbox_core::stage::Stage;

use super::declared::LocationUse;
use crate::language::Api;
use crate::model::{At, Interpolation, Qualifiers, Sampling, Storage, flag};
use crate::parse::Parser;
use crate::rules::{INTERFACE, LAYOUT};
use crate::types::{Length, Scalar, Type};

/// Locations beyond this are not compared: no implementation has as many.
const MOST_COMPARED: u32 = 0x2000;

impl Parser<'_> {
    /// Whether variables of this storage have an array dimension for the vertices of a primitive, in this stage.
    pub(crate) fn is_arrayed_interface(&self, storage: Storage, qualifiers: &Qualifiers) -> bool {
        let is_input = storage == Storage::In;
        let is_output = storage == Storage::Out;
        match self.program.stage() {
            Stage::Geometry => is_input,
            Stage::TessellationControl => !qualifiers.has(flag::PATCH) && (is_input || is_output),
            Stage::TessellationEvaluation => !qualifiers.has(flag::PATCH) && is_input,
            Stage::Fragment => is_input && qualifiers.has(flag::PER_VERTEX),
            Stage::Mesh => is_output && !qualifiers.has(flag::PER_TASK),
            _ => false,
        }
    }

    /// How many locations a type takes, as an input of a vertex shader or as anything else.
    pub(crate) fn location_count(&self, ty: Type, is_vertex_input: bool) -> u32 {
        let types = &self.program.types;
        match ty {
            Type::Array(_) => {
                let Some(array) = types.as_array(ty) else { return 1 };
                let inner = self.location_count(array.element, is_vertex_input);
                match array.length {
                    Length::Fixed(length) => inner.saturating_mul(length),
                    Length::Specialized(_) | Length::Unsized => inner,
                }
            }
            Type::Struct(id) => types.structure(id).members.iter().fold(0_u32, |total, member| {
                let views = types.as_array(member.ty);
                let ty = match views {
                    Some(views) if member.qualifiers.has(flag::PER_VIEW) => views.element,
                    _ => member.ty,
                };
                total.saturating_add(self.location_count(ty, is_vertex_input))
            }),
            Type::Matrix(scalar, columns, rows) => {
                let column = self.location_count(Type::Vector(scalar, rows), is_vertex_input);
                u32::from(columns) * column
            }
            Type::Vector(Scalar::Double, count) if count > 2 && !is_vertex_input => 2,
            _ => 1,
        }
    }

    /// The kind of interface whose locations a variable shares.
    fn location_set(storage: Storage) -> Option<u8> {
        Some(match storage {
            Storage::In => 0,
            Storage::Out => 1,
            Storage::Uniform => 2,
            Storage::Buffer => 3,
            Storage::TileImage => 4,
            _ => return None,
        })
    }

    /// Takes the location of a variable or member; one that is taken is reported.
    pub(crate) fn use_location(&mut self, storage: Storage, qualifiers: &Qualifiers, ty: Type, at: At) {
        let Some(location) = qualifiers.layout().location else {
            return;
        };
        if self.declared.is_known || self.use_ray_location(storage, location, at) {
            return;
        }
        let Some(set) = Self::location_set(storage) else {
            return;
        };
        let types = &self.program.types;
        let is_vertex_input = set == 0 && self.program.stage() == Stage::Vertex;
        let count = if matches!(storage, Storage::Uniform | Storage::Buffer) {
            self.element_count(ty)
        } else {
            let element = match types.as_array(ty) {
                Some(array) if self.is_arrayed_interface(storage, qualifiers) => array.element,
                _ => ty,
            };
            let element = match types.as_array(element) {
                Some(views) if qualifiers.has(flag::PER_VIEW) => views.element,
                _ => element,
            };
            self.location_count(element, is_vertex_input)
        };
        let innermost = types.innermost(ty);
        let first = qualifiers.layout().component.unwrap_or(0);
        let width = if innermost.scalar() == Some(Scalar::Double) { 2 } else { 1 };
        let is_plain = innermost.is_scalar() || innermost.is_vector();
        let used = LocationUse {
            at,
            first,
            last: if is_plain { first + innermost.components() * width - 1 } else { 3 },
            index: qualifiers.layout().index.unwrap_or(0),
            ty: innermost,
            style: style(qualifiers),
        };
        let is_input_of_opengl = is_vertex_input
            && !self.program.environment.is_embedded()
            && self.program.environment.api != Api::Vulkan;
        if is_input_of_opengl {
            return;
        }
        self.take_locations(set, location, count, used);
    }

    fn take_locations(&mut self, set: u8, location: u32, count: u32, used: LocationUse) {
        let is_wide = used.last > 3 && used.ty.is_vector();
        for number in location..location.saturating_add(count).min(MOST_COMPARED) {
            // A `dvec3` fills one location and half of the next one.
            let mut used = used;
            if is_wide {
                let is_first = (number - location).is_multiple_of(2);
                (used.first, used.last) = if is_first { (used.first, 3) } else { (0, used.last - 4) };
            }
            if self.report_overlap(set, number, used) {
                return;
            }
            self.declared.locations.used.entry((set, number)).or_default().push(used);
        }
    }

    /// What uses a location.
    fn state_of_locations(&self, set: u8, number: u32) -> &[LocationUse] {
        self.declared.locations.used.get(&(set, number)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Reports a location that is taken, or shared by what does not go together.
    fn report_overlap(&mut self, set: u8, number: u32, used: LocationUse) -> bool {
        let others = self.declared.locations.used.get(&(set, number)).map(Vec::as_slice).unwrap_or_default();
        let overlaps = |other: &&LocationUse| {
            other.index == used.index && other.first <= used.last && used.first <= other.last
        };
        if let Some(other) = others.iter().find(overlaps).copied() {
            let message = format!("found location {number} a second time, expected another one");
            let finding = self.finding_with(&LAYOUT, used.at, message, (other.at, "it is taken here"));
            self.add(finding.help("count one location for each vector, column and element of an array"));
            return true;
        }
        // A tile image reads the colour that an output of its location writes.
        let beside = match set {
            1 => 4,
            4 => 1,
            _ => set,
        };
        let written = self.state_of_locations(beside, number);
        let is_other = |other: &&LocationUse| beside != set && scalar_of(other.ty) != scalar_of(used.ty);
        if let Some(other) = written.iter().find(is_other).copied() {
            let message =
                format!("found location {number} with another type than the output or tile image there");
            let finding = self.finding_with(&INTERFACE, used.at, message, (other.at, "the other one"));
            self.add(finding.help("use one component type for both"));
            return true;
        }
        let others = self.state_of_locations(set, number);
        let is_compared = matches!(set, 0 | 1 | 4);
        let differs = |other: &&LocationUse| !is_alike(other.ty, used.ty) || other.style != used.style;
        if is_compared && let Some(other) = others.iter().find(differs).copied() {
            let message = format!(
                "found location {number} shared by different types or interpolations, expected the same"
            );
            let finding =
                self.finding_with(&INTERFACE, used.at, message, (other.at, "it is shared with this"));
            self.add(
                finding.help("use types of one component type and one interpolation, or another location"),
            );
            return true;
        }
        false
    }

    /// Payloads and callable data: one location for each variable.
    fn use_ray_location(&mut self, storage: Storage, location: u32, at: At) -> bool {
        let set = match storage {
            Storage::RayPayload | Storage::RayPayloadIn => 0,
            Storage::CallableData | Storage::CallableDataIn => 1,
            Storage::HitObjectAttribute => 2,
            _ => return false,
        };
        if let Some(first) = self.declared.locations.ray.insert((set, location), at) {
            let message = format!("found location {location} a second time, expected another one");
            let finding = self.finding_with(&LAYOUT, at, message, (first, "it is taken here"));
            self.add(finding.help("give each variable a location of its own"));
        }
        true
    }

    /// Number of elements of an array of any depth; 1 of what is none.
    pub(crate) fn element_count(&self, ty: Type) -> u32 {
        let mut count = 1_u32;
        let mut ty = ty;
        while let Some(array) = self.program.types.as_array(ty) {
            if let Length::Fixed(length) = array.length {
                count = count.saturating_mul(length);
            }
            ty = array.element;
        }
        count
    }
}

/// Whether two types may share a location: those of one component type and width.
fn is_alike(a: Type, b: Type) -> bool {
    match (scalar_of(a), scalar_of(b)) {
        (Some(a), Some(b)) => a.is_float() == b.is_float() && a.width() == b.width(),
        (None, None) => true,
        _ => false,
    }
}

/// Type of a component, also of what a tile image reads.
fn scalar_of(ty: Type) -> Option<Scalar> {
    match ty {
        Type::Attachment(scalar) => Some(scalar),
        other => other.scalar(),
    }
}

/// Interpolation and sampling as a number.
fn style(qualifiers: &Qualifiers) -> u32 {
    let interpolation = match qualifiers.interpolation {
        None | Some(Interpolation::Smooth) => 0,
        Some(Interpolation::Flat) => 1,
        Some(Interpolation::NoPerspective) => 2,
        Some(Interpolation::Explicit) => 3,
    };
    let sampling = match qualifiers.sampling {
        None => 0,
        Some(Sampling::Centroid) => 4,
        Some(Sampling::Sample) => 8,
    };
    interpolation | sampling | if qualifiers.has(flag::PATCH) { 16 } else { 0 }
}
