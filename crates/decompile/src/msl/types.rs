//! Spells types and numbers.

use glassbox_spirv::build::value::dim;
use glassbox_spirv::module::{Id, ImageType, Type};

use super::Msl;
use super::layout::{Form, Store};
use crate::interface::element;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Declared, Scalar, Writer, append, counted, decimal, half, joined, vectors};

/// Deepest nesting of types.
pub(super) const MAX_DEPTH: u32 = 32;

/// How a text uses an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Usage {
    pub(super) reads: bool,
    pub(super) writes: bool,
    /// Samples are compared with a reference.
    pub(super) compares: bool,
}

impl Writer<'_, '_, Msl> {
    /// Name of a vector of this many components, or of a scalar.
    pub(super) fn vector_text(&mut self, scalar: Scalar, count: u32) -> &'static str {
        let names = match scalar {
            Scalar::Bool => vectors!("bool"),
            Scalar::Int(8) => vectors!("char"),
            Scalar::Int(16) => vectors!("short"),
            Scalar::Int(64) => vectors!("long"),
            Scalar::Int(_) => vectors!("int"),
            Scalar::Uint(8) => vectors!("uchar"),
            Scalar::Uint(16) => vectors!("ushort"),
            Scalar::Uint(64) => vectors!("ulong"),
            Scalar::Uint(_) => vectors!("uint"),
            Scalar::Float(16) => vectors!("half"),
            Scalar::Float(64) => {
                self.refuse(Reason::Type, "MSL has no doubles");
                [""; 4]
            }
            Scalar::Float(_) => vectors!("float"),
        };
        if matches!(scalar, Scalar::Int(64) | Scalar::Uint(64)) {
            self.since(22, Reason::Type, "integers of 64 bits");
        }
        counted(names, count)
    }

    /// Name of a type; arrays are values.
    pub(super) fn type_text(&mut self, ty: Id) -> Name {
        self.type_at(ty, 0)
    }

    fn type_at(&mut self, ty: Id, depth: u32) -> Name {
        if depth > MAX_DEPTH {
            self.refuse(Reason::Depth, "a type is nested too deep");
            return Name::new_static("");
        }
        if let Some(name) = self.scalar_or_vector_name(ty) {
            return name.into();
        }
        match self.module.ty(ty) {
            Some(Type::Void) => Name::new_static("void"),
            Some(Type::Matrix { column, count }) => {
                let rows = self.module.vector_size(column).unwrap_or(0);
                self.matrix_name(column, count, rows).into()
            }
            Some(Type::Array { element, length }) => {
                let inner = self.type_at(element, depth + 1);
                let length = self.length(length);
                joined!("array<", inner, ", ", length, ">").into()
            }
            Some(Type::Struct { .. }) => self.struct_name(ty),
            Some(Type::Image(image)) => {
                self.image_name(&image, Usage { reads: true, ..Usage::default() }).into()
            }
            Some(Type::SampledImage { image }) => self.type_at(image, depth + 1),
            Some(Type::Sampler) => Name::new_static("sampler"),
            Some(Type::AccelerationStructure) => self.scene_type().into(),
            Some(Type::RayQuery) => self.query_type().into(),
            Some(Type::Pointer { .. }) if self.tree.is_reference(ty) => self.pointer_name(ty).into(),
            _ => {
                self.refuse(Reason::Type, "a type of the module cannot be written in MSL");
                Name::new_static("")
            }
        }
    }

    fn matrix_name(&mut self, column: Id, count: u32, rows: u32) -> String {
        let scalar = self.scalar(column).unwrap_or(Scalar::Float(32));
        joined!(self.vector_text(scalar, 1), count, "x", rows)
    }

    /// Length of an array; a specialization constant counts with the value it has now.
    pub(super) fn length(&mut self, length: Id) -> u32 {
        if let Some(value) = self.module.constant_u32(length) {
            return value;
        }
        self.language.lengths.get(&length).copied().unwrap_or_else(|| {
            self.refuse(
                Reason::Type,
                "the length of an array is computed from specialization constants; give their values",
            );
            1
        })
    }

    /// A declaration of a value: `array<float4, 2> name`.
    pub(super) fn declarator<'n>(&mut self, ty: Id, name: &'n str) -> Declared<'n> {
        Declared::of(self.type_text(ty), name)
    }

    /// The type inside of arrays, and their sizes in brackets.
    pub(super) fn sizes(&mut self, mut ty: Id) -> (Id, String) {
        let mut sizes = String::new();
        for _ in 0..MAX_DEPTH {
            match self.module.ty(ty) {
                Some(Type::Array { element, length }) => {
                    append!(sizes, "[", self.length(length), "]");
                    ty = element;
                }
                Some(Type::RuntimeArray { element }) => {
                    sizes.push_str("[1]");
                    ty = element;
                }
                _ => break,
            }
        }
        (ty, sizes)
    }

    /// Name of what is inside of arrays in memory.
    pub(super) fn stored_name(&mut self, core: Id, store: Store) -> String {
        match (store, self.module.ty(core)) {
            (Store::Packed, _) => joined!("packed_", self.type_text(core)),
            (Store::PackedColumns | Store::PackedRows, Some(Type::Matrix { column, count })) => {
                let scalar = self.scalar(column).unwrap_or(Scalar::Float(32));
                let rows = self.module.vector_size(column).unwrap_or(0);
                let length = if store == Store::PackedRows { count } else { rows };
                joined!("packed_", self.vector_text(scalar, length))
            }
            (Store::Wide(count), Some(Type::Int { .. } | Type::Float { .. } | Type::Vector { .. })) => {
                let scalar = self.scalar(core).unwrap_or(Scalar::Float(32));
                self.vector_text(scalar, count).to_owned()
            }
            (Store::Rows(length), Some(Type::Matrix { column, .. })) => {
                let rows = self.module.vector_size(column).unwrap_or(0);
                self.matrix_name(column, rows, length)
            }
            (Store::Columns(length), Some(Type::Matrix { column, count })) => {
                self.matrix_name(column, count, length)
            }
            _ => self.type_text(core).to_string(),
        }
    }

    /// A declaration of memory: `float4 name[2]`.
    pub(super) fn memory_declarator(&mut self, ty: Id, name: &str, store: Store) -> String {
        let (core, mut sizes) = self.sizes(ty);
        if let Some(Type::Matrix { column, count }) = self.module.ty(core) {
            let rows = self.module.vector_size(column).unwrap_or(0);
            match store {
                Store::PackedColumns => append!(sizes, "[", count, "]"),
                Store::PackedRows => append!(sizes, "[", rows, "]"),
                _ => {}
            }
        }
        if let (Some(Type::Pointer { .. }), Store::Wide(count)) = (self.module.ty(core), store) {
            append!(sizes, "[", count, "]");
        }
        joined!(self.stored_name(core, store), " ", name, sizes)
    }

    /// The form of a structure in memory, if it has one.
    pub(super) fn form(&self, ty: Id) -> Option<&Form> {
        let stated = self.language.stated.get(&self.canonical(ty))?;
        self.language.forms.get(*stated)?
    }

    /// True if arrays in a structure are those of C.
    pub(super) fn is_memory_struct(&self, ty: Id) -> bool {
        self.language.stated.contains_key(&self.canonical(ty))
    }

    /// Declaration of a structure.
    pub(super) fn structure_text(&mut self, ty: Id, name: &str) -> String {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return String::new() };
        let is_memory = self.is_memory_struct(ty);
        let form = self.form(ty).cloned();
        if is_memory && form.is_none() {
            self.refuse(
                Reason::Layout,
                &format!(
                    "the members of {name} have offsets that MSL cannot give them; std140 or std430 would do"
                ),
            );
            return String::new();
        }
        let mut text = joined!("\nstruct ", name, " {\n");
        let mut gaps = 0;
        let order =
            form.as_ref().map_or_else(|| (0..members.len() as u32).collect(), |form| form.order.clone());
        for index in order {
            let member = members[index as usize];
            let member_name = self.member_name(ty, index);
            let found = form.as_ref().and_then(|form| form.members.get(index as usize)).copied();
            if let Some(padding) = found.map(|found| found.padding).filter(|padding| *padding > 0) {
                append!(text, "    char padding", gaps, "[", padding, "];\n");
                gaps += 1;
            }
            if self.tree.is_opaque(element(self.module, member)) {
                self.refuse(Reason::Type, "a structure has a texture, sampler or pointer; use variables");
            }
            let declared = match found {
                Some(found) => self.memory_declarator(member, &member_name, found.store),
                None => joined!(self.declarator(member, &member_name)),
            };
            let mark = self.mark_member(ty, index, false);
            append!(text, "    ", declared, ";", mark, "\n");
        }
        if let Some(tail) = form.map(|form| form.tail).filter(|tail| *tail > 0) {
            append!(text, "    char padding", gaps, "[", tail, "];\n");
        }
        text.push_str("};\n");
        text
    }

    /// Name of a texture type.
    pub(super) fn image_name(&mut self, image: &ImageType, usage: Usage) -> String {
        let scalar = self.scalar(image.sampled).unwrap_or(Scalar::Float(32));
        let component = self.vector_text(scalar, 1);
        let arrayed = if image.arrayed == 1 { "_array" } else { "" };
        let samples = if image.multisampled == 1 { "_ms" } else { "" };
        let shape = match image.dim {
            dim::DIM_1D => "1d",
            dim::DIM_3D => "3d",
            dim::CUBE => "cube",
            dim::BUFFER => "_buffer",
            _ => "2d",
        };
        match image.dim {
            dim::BUFFER => self.since(21, Reason::Type, "texture buffers"),
            _ if image.multisampled == 1 && image.arrayed == 1 => {
                self.since(20, Reason::Type, "arrays of multisampled textures")
            }
            _ => {}
        }
        let is_depth = usage.compares && image.usage != 2;
        if is_depth && !matches!(image.dim, dim::DIM_2D | dim::RECT | dim::CUBE) {
            self.lacks(
                Reason::Type,
                "a comparison with a texture that is neither two-dimensional nor a cube",
            );
        }
        let word = if is_depth { "depth" } else { "texture" };
        let access = match (image.usage == 2 && image.dim != dim::SUBPASS_DATA, usage.reads, usage.writes) {
            (false, ..) if image.dim == dim::BUFFER => ", access::read",
            (false, ..) => "",
            (true, true, true) => ", access::read_write",
            (true, false, true) => ", access::write",
            (true, ..) => ", access::read",
        };
        joined!(word, shape, samples, arrayed, "<", component, access, ">")
    }

    /// Text of a number.
    pub(super) fn number_text(&mut self, scalar: Scalar, bits: u64) -> String {
        match scalar {
            Scalar::Bool => (bits != 0).to_string(),
            Scalar::Int(8) => joined!("char(", bits as i8, ")"),
            Scalar::Int(16) => joined!("short(", bits as i16, ")"),
            Scalar::Int(64) => match bits as i64 {
                i64::MIN => "(-9223372036854775807l - 1l)".to_owned(),
                value => joined!(value, "l"),
            },
            Scalar::Int(_) => match bits as u32 as i32 {
                i32::MIN => "(-2147483647 - 1)".to_owned(),
                value => value.to_string(),
            },
            Scalar::Uint(8) => joined!("uchar(", bits as u8, ")"),
            Scalar::Uint(16) => joined!("ushort(", bits as u16, ")"),
            Scalar::Uint(64) => joined!(bits, "ul"),
            Scalar::Uint(_) => joined!(bits as u32, "u"),
            Scalar::Float(64) => {
                self.refuse(Reason::Type, "MSL has no doubles");
                String::new()
            }
            Scalar::Float(16) => match half(bits as u16) {
                value if value.is_finite() => joined!(decimal(value, 32), "h"),
                _ => joined!("as_type<half>(ushort(", bits as u16, "))"),
            },
            Scalar::Float(_) => match bits as u32 {
                0x7f80_0000 => "INFINITY".to_owned(),
                0xff80_0000 => "-INFINITY".to_owned(),
                0x7fc0_0000 => "NAN".to_owned(),
                bits if !f32::from_bits(bits).is_finite() => format!("as_type<float>(0x{bits:x}u)"),
                bits => decimal(f64::from(f32::from_bits(bits)), 32),
            },
        }
    }

    /// Refuses what a later version of MSL has.
    pub(super) fn since(&mut self, version: u16, reason: Reason, what: &str) {
        let own = self.language.version;
        if own < version {
            self.refuse(
                reason,
                &format!(
                    "MSL {}.{} has no {what}; version {}.{} has",
                    own / 10,
                    own % 10,
                    version / 10,
                    version % 10
                ),
            );
        }
    }
}
