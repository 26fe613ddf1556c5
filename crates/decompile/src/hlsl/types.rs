//! Spells types and constants.

use glassbox_spirv::build::value::{decoration, dim};
use glassbox_spirv::grammar::op;
use glassbox_spirv::module::{ConstantValue, Id, ImageType, Type};

use super::Hlsl;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Declared, Scalar, Writer, append, call_text, counted, decimal, half, joined, vectors};

/// Deepest nesting of types.
const MAX_DEPTH: u32 = 32;
/// Most parts of a composite whose parts are all the same.
const MAX_PARTS: u32 = 1024;

impl Writer<'_, '_, Hlsl> {
    pub(super) fn vector_text(&mut self, scalar: Scalar, count: u32) -> &'static str {
        let (names, version) = match scalar {
            Scalar::Bool => (vectors!("bool"), 40),
            Scalar::Int(16) => (vectors!("int16_t"), 62),
            Scalar::Uint(16) => (vectors!("uint16_t"), 62),
            Scalar::Float(16) => (vectors!("float16_t"), 62),
            Scalar::Int(64) => (vectors!("int64_t"), 60),
            Scalar::Uint(64) => (vectors!("uint64_t"), 60),
            Scalar::Float(64) => (vectors!("double"), 50),
            Scalar::Int(32) => (vectors!("int"), 40),
            Scalar::Uint(32) => (vectors!("uint"), 40),
            Scalar::Float(32) => (vectors!("float"), 40),
            _ => {
                self.lacks(Reason::Type, "numbers of this width");
                (vectors!("int"), 40)
            }
        };
        self.since(version, Reason::Type, names[0]);
        counted(names, count)
    }

    /// Name of a type; arrays have their sizes behind it.
    pub(super) fn type_text(&mut self, ty: Id) -> Name {
        if let Some(name) = self.scalar_or_vector_name(ty) {
            return name.into();
        }
        match self.module.ty(ty) {
            Some(Type::Void) => Name::new_static("void"),
            Some(Type::Matrix { column, count }) => {
                let rows = self.module.vector_size(column).unwrap_or(1);
                let scalar = self.scalar(column).unwrap_or(Scalar::Float(32));
                joined!(self.vector_text(scalar, 1), count, "x", rows).into()
            }
            Some(Type::Array { .. } | Type::RuntimeArray { .. }) => {
                let (inner, sizes) = self.array(ty);
                joined!(self.type_name(inner), sizes).into()
            }
            Some(Type::Struct { .. }) => self.struct_name(ty),
            Some(Type::Image(image)) => self.image_name(&image).into(),
            Some(Type::SampledImage { image }) => match self.module.ty(image) {
                Some(Type::Image(image)) => self.image_name(&image).into(),
                _ => Name::new_static(""),
            },
            Some(Type::Sampler) => Name::new_static("SamplerState"),
            Some(Type::AccelerationStructure) => self.scene_type().into(),
            Some(Type::RayQuery) => self.query_type().into(),
            _ => {
                self.lacks(Reason::Type, "a type of the module");
                Name::new_static("")
            }
        }
    }

    /// The type inside of arrays, and their sizes in brackets.
    pub(super) fn array(&mut self, mut ty: Id) -> (Id, String) {
        let mut sizes = String::new();
        for _ in 0..MAX_DEPTH {
            match self.module.ty(ty) {
                Some(Type::Array { element, length }) => {
                    let length = self.length_text(length);
                    append!(sizes, "[", length, "]");
                    ty = element;
                }
                Some(Type::RuntimeArray { element }) => {
                    sizes.push_str("[]");
                    ty = element;
                }
                _ => break,
            }
        }
        (ty, sizes)
    }

    /// A declaration without qualifiers: `float4 name[2]`.
    pub(super) fn declarator<'n>(&mut self, ty: Id, name: &'n str) -> Declared<'n> {
        let (inner, sizes) = self.array(ty);
        Declared { ty: self.type_name(inner), name, sizes }
    }

    /// Name of the type of an image or texture.
    pub(super) fn image_name(&mut self, image: &ImageType) -> String {
        let is_writable = image.usage == 2 && image.dim != dim::SUBPASS_DATA;
        let shape = match (image.dim, image.multisampled) {
            (dim::DIM_1D, _) => "Texture1D",
            (dim::DIM_2D | dim::SUBPASS_DATA, 1) => "Texture2DMS",
            (dim::DIM_2D | dim::SUBPASS_DATA, _) => "Texture2D",
            (dim::DIM_3D, _) => "Texture3D",
            (dim::CUBE, _) => "TextureCube",
            (dim::BUFFER, _) => "Buffer",
            _ => {
                self.lacks(Reason::Type, "an image of this dimension");
                "Texture2D"
            }
        };
        let array = if image.arrayed == 1 { "Array" } else { "" };
        if image.dim == dim::CUBE && image.arrayed == 1 {
            self.since(41, Reason::Type, "TextureCubeArray");
        }
        if image.multisampled == 1 {
            self.since(41, Reason::Type, "multisampled textures without a number of samples");
        }
        if is_writable {
            self.since(50, Reason::Type, "images that are written");
            if image.dim == dim::CUBE {
                self.refuse(Reason::Type, "HLSL has no cubes that are written; use an array of 2D images");
            }
            if image.multisampled == 1 {
                self.since(67, Reason::Type, "multisampled images that are written");
            }
        }
        let count = if is_writable { super::image::components_of(image.format) } else { 4 };
        let scalar = self.scalar(image.sampled).unwrap_or(Scalar::Float(32));
        let texel = self.vector_text(scalar, count);
        if is_writable && image.multisampled == 1 && self.is_interlocked() {
            self.refuse(Reason::Type, "HLSL has no multisampled images in the order of rasterization");
        }
        let writable = if is_writable { self.writable_prefix() } else { "" };
        // What a texture holds if nothing is stated.
        if texel == "float4" && !is_writable && image.multisampled == 0 && image.dim != dim::BUFFER {
            return joined!(shape, array);
        }
        joined!(writable, shape, array, "<", texel, ">")
    }

    /// What types of resources that are written begin with.
    pub(super) fn writable_prefix(&self) -> &'static str {
        if self.is_interlocked() { "RasterizerOrdered" } else { "RW" }
    }

    /// Text of a number.
    pub(super) fn number_text(&mut self, scalar: Scalar, bits: u64) -> String {
        match scalar {
            Scalar::Bool => (bits != 0).to_string(),
            Scalar::Int(16) => joined!("int16_t(", bits as i16, ")"),
            Scalar::Int(64) => match bits as i64 {
                i64::MIN => "(-9223372036854775807ll - 1ll)".to_owned(),
                value => joined!(value, "ll"),
            },
            Scalar::Int(_) => match bits as u32 as i32 {
                i32::MIN => "(-2147483647 - 1)".to_owned(),
                value => value.to_string(),
            },
            Scalar::Uint(16) => joined!("uint16_t(", bits as u16, "u)"),
            Scalar::Uint(64) => joined!(bits, "ull"),
            Scalar::Uint(_) => joined!(bits as u32, "u"),
            Scalar::Float(64) => {
                let value = f64::from_bits(bits);
                if value.is_finite() {
                    joined!(decimal(value, 64), "L")
                } else {
                    joined!("asdouble(", bits as u32, "u, ", bits >> 32, "u)")
                }
            }
            Scalar::Float(16) => {
                let value = half(bits as u16);
                if value.is_finite() {
                    joined!("float16_t(", decimal(value, 32), ")")
                } else {
                    joined!("asfloat16(uint16_t(", bits as u16, "u))")
                }
            }
            Scalar::Float(_) => {
                let value = f32::from_bits(bits as u32);
                if value.is_finite() {
                    decimal(f64::from(value), 32)
                } else {
                    format!("asfloat(0x{:x}u)", bits as u32)
                }
            }
        }
    }

    /// A constant composite; arrays and structures are lists in braces, which only declarations have.
    pub(super) fn composite_text(&mut self, ty: Id, parts: &[String]) -> String {
        let repeated;
        let parts = match parts {
            [only] => {
                let count = self.module.component_count(ty).unwrap_or(0).clamp(1, MAX_PARTS);
                repeated = vec![only.clone(); count as usize];
                &repeated
            }
            _ => parts,
        };
        let padded = self.with_pads(ty, parts);
        let parts = padded.as_deref().unwrap_or(parts);
        match self.module.ty(ty) {
            Some(Type::Array { .. } | Type::Struct { .. }) if parts.is_empty() => "{ 0 }".to_owned(),
            Some(Type::Array { .. } | Type::Struct { .. }) => joined!("{ ", parts.join(", "), " }"),
            _ => call_text(&self.type_name(ty), parts),
        }
    }

    /// A composite in an expression.
    pub(super) fn construct_text(&mut self, ty: Id, parts: &[String]) -> String {
        match (self.module.ty(ty), parts) {
            (Some(Type::Vector { count, .. }), [only]) if count > 1 => {
                let lanes = "x".repeat(count.min(4) as usize);
                if is_postfix(only) { joined!(only, ".", lanes) } else { joined!("(", only, ").", lanes) }
            }
            (Some(Type::Matrix { .. }), [larger]) => {
                let name = self.type_name(ty);
                if is_postfix(larger) {
                    joined!("(", name, ")", larger)
                } else {
                    joined!("(", name, ")(", larger, ")")
                }
            }
            (Some(Type::Array { .. } | Type::Struct { .. }), _) => {
                let name = self.maker(ty);
                call_text(&name, parts)
            }
            _ => call_text(&self.type_name(ty), parts),
        }
    }

    /// Name of a function that makes an array or structure of its parts.
    fn maker(&mut self, ty: Id) -> Name {
        let ty = self.canonical(ty);
        if let Some(name) = self.language.makers.get(&ty) {
            return name.clone();
        }
        let result = self.returned(ty);
        let name = self.names.take(&joined!("make_", result));
        self.language.makers.insert(ty, name.clone());
        let mut parameters = Vec::new();
        let mut lines = String::new();
        let count = self.module.component_count(ty).unwrap_or(0).min(MAX_PARTS);
        let is_struct = matches!(self.module.ty(ty), Some(Type::Struct { .. }));
        for index in 0..count {
            let part = self.tree.part_type(ty, index).unwrap_or(0);
            let (member, target) = if is_struct {
                let member = self.member_name(ty, index);
                (member.clone(), joined!(".", member))
            } else {
                (joined!("element", index).into(), joined!("[", index, "]"))
            };
            parameters.push(joined!(self.declarator(part, &member)));
            append!(lines, "    made_value", target, " = ", member, ";\n");
        }
        let start = if count == 0 { joined!(" = (", result, ")0") } else { String::new() };
        let parameters = parameters.join(", ");
        let text = joined!(
            "\n",
            result,
            " ",
            name,
            "(",
            parameters,
            ")\n{\n    ",
            result,
            " made_value",
            start,
            ";\n",
            lines,
            "    return made_value;\n}\n"
        );
        self.language.made.push_str(&text);
        name
    }

    /// Name of a function that chooses between two arrays or structures.
    pub(super) fn chooser(&mut self, ty: Id) -> Name {
        let ty = self.canonical(ty);
        if let Some(name) = self.language.choosers.get(&ty) {
            return name.clone();
        }
        let result = self.returned(ty);
        let name = self.names.take(&joined!("choose_", result));
        self.language.choosers.insert(ty, name.clone());
        self.language.made.push_str(&format!(
            "\n{result} {name}(bool condition, {result} yes, {result} no)\n{{\n    if (condition) {{\n        \
             return yes;\n    }}\n    return no;\n}}\n"
        ));
        name
    }

    /// Length of an array. Those of specialization constants are fixed in HLSL, and compilers know no operations on
    /// vectors here.
    fn length_text(&mut self, length: Id) -> String {
        if let Some(value) = self.module.constant_u32(length) {
            return value.to_string();
        }
        match self.folded(length, 0) {
            Some(value) if self.module.opcode_of(length) == op::SPEC_CONSTANT_OP => value.to_string(),
            _ => self.constant_text(length),
        }
    }

    /// Value of a constant integer of 32 bits.
    fn folded(&self, id: Id, depth: u32) -> Option<u32> {
        if depth > MAX_DEPTH {
            return None;
        }
        let given = self.annotations.value(id, decoration::SPEC_ID);
        let given = given.and_then(|number| self.options.constants.get(&number));
        if let Some(value) = given {
            return Some(*value as u32);
        }
        match self.module.constant(id)?.value {
            ConstantValue::Number(bits) => Some(bits as u32),
            ConstantValue::Operation { opcode: op::COMPOSITE_EXTRACT, operands: &[composite, index] } => {
                match self.module.constant(composite)?.value {
                    ConstantValue::Composite(parts) => self.folded(*parts.get(index as usize)?, depth + 1),
                    _ => None,
                }
            }
            ConstantValue::Operation {
                opcode: op::BITCAST | op::S_CONVERT | op::U_CONVERT,
                operands: &[only],
            } => self.folded(only, depth + 1),
            ConstantValue::Operation { opcode, operands: &[left, right] } => {
                let left = self.folded(left, depth + 1)?;
                let right = self.folded(right, depth + 1)?;
                match opcode {
                    op::I_ADD => Some(left.wrapping_add(right)),
                    op::I_SUB => Some(left.wrapping_sub(right)),
                    op::I_MUL => Some(left.wrapping_mul(right)),
                    op::U_DIV => left.checked_div(right),
                    op::U_MOD => left.checked_rem(right),
                    op::SHIFT_LEFT_LOGICAL => left.checked_shl(right),
                    op::SHIFT_RIGHT_LOGICAL => left.checked_shr(right),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Name of a type as the result of a function: arrays have one of their own there.
    pub(super) fn returned(&mut self, ty: Id) -> String {
        if !matches!(self.module.ty(ty), Some(Type::Array { .. })) {
            return self.type_name(ty).to_string();
        }
        let ty = self.canonical(ty);
        if let Some(name) = self.language.arrays.get(&ty) {
            return name.to_string();
        }
        let (inner, _) = self.array(ty);
        let inner = self.type_name(inner);
        let count = self.module.component_count(ty).map_or(String::new(), |count| count.to_string());
        let name = self.names.take(&joined!(inner, "_array", count));
        let declared = self.declarator(ty, &name);
        self.struct_text.push_str(&joined!("\ntypedef ", declared, ";\n"));
        self.language.arrays.insert(ty, name.clone());
        name.to_string()
    }
}

/// True for names, members, elements and calls.
pub(super) fn is_postfix(text: &str) -> bool {
    let mut depth = 0i32;
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                _ => {}
            }
            depth > 0 || c.is_ascii_alphanumeric() || "_.)]([".contains(c)
        })
}
