//! Spells types, numbers and structures.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::{dim, image_format};
use glassbox_spirv::module::{Id, ImageType, Type};

use super::Wgsl;
use super::expr::listed;
use super::layout::is_row_major;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Scalar, Writer, counted, decimal, half};
use crate::tree::Var;

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;

impl Writer<'_, '_, Wgsl> {
    /// Letter of a scalar in the short names of vectors and matrices, and the name of the scalar.
    fn scalar_name(&mut self, scalar: Scalar) -> (&'static str, &'static str) {
        match scalar {
            Scalar::Bool => ("bool", ""),
            Scalar::Int(32) => ("i32", "i"),
            Scalar::Uint(32) => ("u32", "u"),
            Scalar::Float(32) => ("f32", "f"),
            Scalar::Float(16) => {
                self.language.enable("f16");
                ("f16", "h")
            }
            _ => {
                let what = "WGSL has no integers other than those of 32 bits, and no double precision";
                self.refuse(Reason::Type, what);
                ("f32", "f")
            }
        }
    }

    /// Name of a vector type of this many components, or of a scalar type.
    pub(super) fn vector_text(&mut self, scalar: Scalar, count: u32) -> &'static str {
        let (name, letter) = self.scalar_name(scalar);
        let names = match letter {
            "i" => ["i32", "vec2i", "vec3i", "vec4i"],
            "u" => ["u32", "vec2u", "vec3u", "vec4u"],
            "f" => ["f32", "vec2f", "vec3f", "vec4f"],
            "h" => ["f16", "vec2h", "vec3h", "vec4h"],
            _ => [name, "vec2<bool>", "vec3<bool>", "vec4<bool>"],
        };
        counted(names, count)
    }

    fn matrix_text(&mut self, column: Id, count: u32, transposed: bool) -> String {
        let rows = self.module.vector_size(column).unwrap_or(0);
        let scalar = self.scalar(column).unwrap_or(Scalar::Float(32));
        let (_, letter) = self.scalar_name(scalar);
        let (columns, rows) = if transposed { (rows, count) } else { (count, rows) };
        format!("mat{columns}x{rows}{letter}")
    }

    /// Name of a type.
    pub(super) fn type_text(&mut self, ty: Id) -> Name {
        self.type_at(ty, false, 0)
    }

    /// Name of a type whose matrices may be written transposed.
    pub(super) fn type_at(&mut self, ty: Id, transposed: bool, depth: u32) -> Name {
        if depth > MAX_DEPTH {
            self.refuse(Reason::Depth, "a type is nested too deep");
            return Name::new_static("");
        }
        if ty == 0 {
            return Name::new_static("bool");
        }
        match self.module.ty(ty) {
            Some(Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Vector { .. }) => {
                let count = self.module.vector_size(ty).unwrap_or(1);
                match self.scalar(ty) {
                    Some(scalar) => self.vector_text(scalar, count).into(),
                    None => Name::new_static(""),
                }
            }
            Some(Type::Matrix { column, count }) => self.matrix_text(column, count, transposed).into(),
            Some(Type::Array { element, length }) => {
                let element = self.element_text((ty, element), transposed, depth);
                let length = match self.module.constant_u32(length) {
                    Some(length)
                        if !self.module.constant(length).is_some_and(|constant| constant.specialized) =>
                    {
                        length.to_string()
                    }
                    _ => self.constant_text(length),
                };
                format!("array<{element}, {length}>").into()
            }
            Some(Type::RuntimeArray { element }) => {
                format!("array<{}>", self.element_text((ty, element), transposed, depth)).into()
            }
            Some(Type::Struct { .. }) => self.struct_name(ty),
            Some(Type::Void) => Name::new_static(""),
            Some(Type::Image(image)) => self.image_name(&image, None).into(),
            Some(Type::Sampler) => Name::new_static("sampler"),
            _ => {
                self.lacks(Reason::Type, "a type");
                Name::new_static("")
            }
        }
    }

    fn element_text(&mut self, (array, element): (Id, Id), transposed: bool, depth: u32) -> String {
        let name = self.type_at(element, transposed, depth + 1);
        match self.padding(array) {
            Some(stride) => self.padded(&name, stride).to_string(),
            None => name.to_string(),
        }
    }

    /// Distance of an array's elements, if they are wrapped to be that far apart.
    pub(super) fn padding(&mut self, array: Id) -> Option<u32> {
        let (module, annotations) = (self.module, self.annotations);
        let stride = self.language.layouts.stride((module, annotations), array, None, 0)?;
        stride.padded.then_some(stride.stride)
    }

    /// Name of the structure that wraps an element.
    pub(super) fn padded(&mut self, element: &str, stride: u32) -> Name {
        let key = (element.to_owned(), stride);
        if let Some(name) = self.language.padded.get(&key) {
            return name.clone();
        }
        let letters: String = element.chars().filter(char::is_ascii_alphanumeric).collect();
        let name = self.names.take(&format!("Padded_{letters}"));
        let declared = format!("\nstruct {name} {{\n    @size({stride}) value: {element},\n}}\n");
        self.struct_text.push_str(&declared);
        self.language.padded.insert(key, name.clone());
        name
    }

    /// Declaration of a structure.
    pub(super) fn structure_text(&mut self, ty: Id, name: &str) -> String {
        let Some(Type::Struct { members }) = self.module.ty(ty) else { return String::new() };
        let (module, annotations) = (self.module, self.annotations);
        let placed = self.language.layouts.placed((module, annotations), ty, 0);
        let is_placed =
            annotations.member_decoration(ty, 0, glassbox_spirv::build::value::decoration::OFFSET).is_some();
        if placed.is_none() && is_placed {
            let what = "WGSL cannot place the members of a structure as the module does; align them as std430 or \
                        std140 would, with matrices of columns of 3 or 4 rows";
            self.refuse(Reason::Layout, what);
        }
        if members.is_empty() {
            self.refuse(Reason::Type, "WGSL has no structures without members");
        }
        let sizes = placed.map(|placed| placed.sizes).unwrap_or_default();
        let mut text = format!("\nstruct {name} {{\n");
        for (index, &member) in (0..).zip(members) {
            let member_name = self.member_name(ty, index);
            let attribute = match sizes.get(index as usize).copied().flatten() {
                Some(size) => format!("@size({size}) "),
                None => String::new(),
            };
            let written = self.member_text(ty, index, member);
            let mark = self.mark_member(ty, index, false);
            text.push_str(&format!("    {attribute}{member_name}: {written},{mark}\n"));
        }
        text.push_str("}\n");
        text
    }

    fn member_text(&mut self, ty: Id, index: u32, member: Id) -> String {
        let transposed = is_row_major(self.annotations, ty, index);
        let name = self.type_at(member, transposed, 0);
        if !self.language.usage.atomic_members.contains(&(ty, index)) {
            return name.to_string();
        }
        self.atomic_name(member, &name)
    }

    /// Name of a type whose scalars atomics use.
    pub(super) fn atomic_name(&mut self, ty: Id, name: &str) -> String {
        let inner = crate::interface::element(self.module, ty);
        match self.module.ty(inner) {
            Some(Type::Int { width: 32, signed }) => {
                let scalar = if signed { "i32" } else { "u32" };
                name.replacen(scalar, &format!("atomic<{scalar}>"), 1)
            }
            _ => {
                self.refuse(Reason::Type, "WGSL has atomics of integers of 32 bits alone");
                name.to_owned()
            }
        }
    }

    /// Name of the type of an image; storage images need the access and their format.
    pub(super) fn image_name(&mut self, image: &ImageType, var: Option<Var>) -> String {
        let usage = &self.language.usage;
        let compared = var.is_some_and(|var| usage.compared.contains(&var));
        let scalar = match self.scalar(image.sampled) {
            Some(Scalar::Int(32)) => "i32",
            Some(Scalar::Uint(32)) => "u32",
            _ => "f32",
        };
        let arrayed = if image.arrayed == 1 { "_array" } else { "" };
        let shape = match image.dim {
            dim::DIM_1D if image.arrayed != 1 => "1d",
            dim::DIM_2D => "2d",
            dim::DIM_3D => "3d",
            dim::CUBE => "cube",
            _ => {
                let what = "WGSL has no textures of this shape: arrays of one dimension, rectangles, buffers and \
                            attachments as inputs; use a texture of two dimensions or a storage buffer";
                self.refuse(Reason::Type, what);
                "2d"
            }
        };
        if image.usage == 2 {
            return self.storage_name(image, (shape, arrayed), var);
        }
        if image.multisampled == 1 {
            if image.arrayed == 1 {
                self.refuse(Reason::Type, "WGSL has no arrays of multisampled textures");
            }
            return format!("texture_multisampled_{shape}<{scalar}>");
        }
        if compared {
            if matches!(shape, "1d" | "3d") {
                self.refuse(Reason::Type, "WGSL has depth textures of two dimensions and cubes alone");
            }
            return format!("texture_depth_{shape}{arrayed}");
        }
        format!("texture_{shape}{arrayed}<{scalar}>")
    }

    fn storage_name(
        &mut self,
        image: &ImageType,
        (shape, arrayed): (&str, &str),
        var: Option<Var>,
    ) -> String {
        let usage = &self.language.usage;
        let is = |set: &foldhash::HashSet<Var>| var.is_some_and(|var| set.contains(&var));
        let is_written = is(&usage.written);
        if is_written && self.stage == Stage::Vertex {
            let what = "WGSL has images that are written in fragment and compute shaders alone";
            self.refuse(Reason::Interface, what);
        }
        let usage = &self.language.usage;
        let is = |set: &foldhash::HashSet<Var>| var.is_some_and(|var| set.contains(&var));
        let access = match (is(&usage.read), is(&usage.written)) {
            (true, false) => "read",
            (true, true) => "read_write",
            _ => "write",
        };
        if shape == "cube" || image.multisampled == 1 {
            self.refuse(Reason::Type, "WGSL has no storage textures that are cubes or multisampled");
        }
        let Some(format) = format_name(image.format) else {
            let what = if image.format == image_format::UNKNOWN {
                "an image has no format, which WGSL needs; declare one"
            } else {
                "WGSL has no storage textures of this format; use one of 32 bits or of 4 components"
            };
            self.refuse(Reason::Interface, what);
            return String::new();
        };
        if access == "read_write" && !matches!(format, "r32float" | "r32sint" | "r32uint") {
            let what =
                "WGSL reads and writes only storage textures of one component of 32 bits; use another format";
            self.refuse(Reason::Interface, what);
        }
        format!("texture_storage_{shape}{arrayed}<{format}, {access}>")
    }

    /// Text of a number.
    pub(super) fn number_text(&mut self, scalar: Scalar, bits: u64) -> String {
        match scalar {
            Scalar::Bool => (bits != 0).to_string(),
            Scalar::Int(32) => match bits as u32 as i32 {
                i32::MIN => "i32(-2147483648)".to_owned(),
                value => value.to_string(),
            },
            Scalar::Uint(32) => format!("{}u", bits as u32),
            Scalar::Float(32) => {
                let value = f32::from_bits(bits as u32);
                if value.is_finite() { decimal(f64::from(value), 32) } else { self.not_finite(bits as u32) }
            }
            Scalar::Float(16) => {
                self.language.enable("f16");
                let value = half(bits as u16);
                if !value.is_finite() {
                    self.refuse(Reason::Instruction, "WGSL has no infinities or NaN as constants of 16 bits");
                }
                format!("{}h", decimal(value, 32))
            }
            _ => {
                self.scalar_name(scalar);
                String::new()
            }
        }
    }

    /// Infinities and NaN are no constants in WGSL; their bits, in a variable, are.
    fn not_finite(&mut self, bits: u32) -> String {
        let name = match self.language.bits.get(&bits) {
            Some(name) => name.clone(),
            None => {
                let wanted = match f32::from_bits(bits) {
                    f32::INFINITY => "infinity_bits",
                    f32::NEG_INFINITY => "negative_infinity_bits",
                    _ => "nan_bits",
                };
                let name = self.names.take(wanted);
                self.language.bits.insert(bits, name.clone());
                name
            }
        };
        format!("bitcast<f32>({name})")
    }

    /// An expression that makes a composite of its parts.
    pub(super) fn composite_text(&mut self, ty: Id, parts: &[String]) -> String {
        let name = self.type_text(ty);
        let parts: Vec<String> = match self.module.ty(ty) {
            Some(Type::Array { element, .. }) => match self.padding(ty) {
                Some(stride) => {
                    let element = self.type_text(element);
                    let wrapper = self.padded(&element, stride);
                    parts.iter().map(|part| format!("{wrapper}({part})")).collect()
                }
                None => parts.to_vec(),
            },
            Some(Type::Struct { members }) => {
                let ty = self.canonical(ty);
                let mut all = Vec::with_capacity(parts.len());
                for ((index, part), member) in (0..).zip(parts).zip(members) {
                    let is_array = matches!(self.module.ty(*member), Some(Type::Array { .. }));
                    let is_matrix = matches!(
                        self.module.ty(crate::interface::element(self.module, *member)),
                        Some(Type::Matrix { .. })
                    );
                    let row_major = is_matrix && is_row_major(self.annotations, ty, index);
                    if row_major && is_array {
                        self.refuse(
                            Reason::Layout,
                            "an array of matrices that are stored by rows is copied as a whole",
                        );
                    }
                    all.push(if row_major { format!("transpose({part})") } else { part.clone() });
                }
                all
            }
            _ => parts.to_vec(),
        };
        format!("{name}({})", listed(parts))
    }
}

/// Name of an image format.
fn format_name(format: u32) -> Option<&'static str> {
    Some(match format {
        image_format::RGBA32F => "rgba32float",
        image_format::RGBA16F => "rgba16float",
        image_format::R32F => "r32float",
        image_format::RGBA8 => "rgba8unorm",
        image_format::RGBA8_SNORM => "rgba8snorm",
        image_format::RG32F => "rg32float",
        image_format::RGBA32I => "rgba32sint",
        image_format::RGBA16I => "rgba16sint",
        image_format::RGBA8I => "rgba8sint",
        image_format::R32I => "r32sint",
        image_format::RG32I => "rg32sint",
        image_format::RGBA32UI => "rgba32uint",
        image_format::RGBA16UI => "rgba16uint",
        image_format::RGBA8UI => "rgba8uint",
        image_format::R32UI => "r32uint",
        image_format::RG32UI => "rg32uint",
        _ => return None,
    })
}
