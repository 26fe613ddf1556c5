//! Spells types and constants.

use glassbox_spirv::build::value::dim;
use glassbox_spirv::module::{ConstantValue, Id, ImageType, Type};

use super::Glsl;
use super::features::NEVER;
use super::rays::QUERY;
use crate::names::Name;
use crate::refusal::Reason;
use crate::text::{Declared, Scalar, Writer, append, counted, decimal, half, joined, vectors};

/// Deepest nesting of types and constants.
const MAX_DEPTH: u32 = 32;

impl Writer<'_, '_, Glsl> {
    /// Name of a vector of this many components, or of a scalar.
    pub(super) fn vector_text(&mut self, scalar: Scalar, count: u32) -> &'static str {
        self.require_scalar(scalar);
        let names = match scalar {
            Scalar::Bool => vectors!("bool", "bvec"),
            Scalar::Int(8) => vectors!("int8_t", "i8vec"),
            Scalar::Int(16) => vectors!("int16_t", "i16vec"),
            Scalar::Int(64) => vectors!("int64_t", "i64vec"),
            Scalar::Int(_) => vectors!("int", "ivec"),
            Scalar::Uint(8) => vectors!("uint8_t", "u8vec"),
            Scalar::Uint(16) => vectors!("uint16_t", "u16vec"),
            Scalar::Uint(64) => vectors!("uint64_t", "u64vec"),
            Scalar::Uint(_) => vectors!("uint", "uvec"),
            Scalar::Float(16) => vectors!("float16_t", "f16vec"),
            Scalar::Float(64) => vectors!("double", "dvec"),
            Scalar::Float(_) => vectors!("float", "vec"),
        };
        counted(names, count)
    }

    fn require_scalar(&mut self, scalar: Scalar) {
        let (desktop, es, extension) = match scalar {
            Scalar::Uint(32) => (130, 300, None),
            Scalar::Float(64) => (400, NEVER, None),
            Scalar::Int(64) | Scalar::Uint(64) => {
                (NEVER, NEVER, Some("GL_EXT_shader_explicit_arithmetic_types_int64"))
            }
            Scalar::Int(16) | Scalar::Uint(16) => {
                (NEVER, NEVER, Some("GL_EXT_shader_explicit_arithmetic_types_int16"))
            }
            Scalar::Int(8) | Scalar::Uint(8) => {
                (NEVER, NEVER, Some("GL_EXT_shader_explicit_arithmetic_types_int8"))
            }
            Scalar::Float(16) => (NEVER, NEVER, Some("GL_EXT_shader_explicit_arithmetic_types_float16")),
            _ => return,
        };
        let is_wide = matches!(scalar, Scalar::Int(64) | Scalar::Uint(64));
        let known = match extension {
            _ if self.language.features.has(desktop, es) => true,
            Some(extension) if self.language.features.has(450, if is_wide { NEVER } else { 310 }) => {
                self.language.features.require(extension);
                true
            }
            _ => false,
        };
        if !known {
            let what = match scalar {
                Scalar::Uint(_) => "unsigned integers",
                Scalar::Float(64) => "doubles",
                _ => "numbers of 8, 16 or 64 bits",
            };
            self.refuse_version(Reason::Type, what);
        }
    }

    /// Name of a type, arrays included.
    pub(super) fn type_text(&mut self, ty: Id) -> Name {
        self.type_name_at(ty, 0)
    }

    fn type_name_at(&mut self, ty: Id, depth: u32) -> Name {
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
                let prefix = match self.scalar(column) {
                    Some(Scalar::Float(64)) => "d",
                    Some(Scalar::Float(16)) => "f16",
                    _ => "",
                };
                if rows != count && !self.language.features.has(120, 300) {
                    self.refuse_version(Reason::Type, "matrices that are not square");
                }
                if rows == count {
                    joined!(prefix, "mat", count).into()
                } else {
                    joined!(prefix, "mat", count, "x", rows).into()
                }
            }
            Some(Type::Array { .. } | Type::RuntimeArray { .. }) => {
                let (inner, sizes) = self.array(ty);
                joined!(self.type_name_at(inner, depth + 1), sizes).into()
            }
            Some(Type::Struct { .. }) => self.struct_name(ty),
            Some(Type::Image(image)) => self.image_name(&image, Opaque::Image).into(),
            Some(Type::SampledImage { image }) => match self.module.ty(image) {
                Some(Type::Image(image)) => self.image_name(&image, Opaque::Combined).into(),
                _ => Name::new_static(""),
            },
            Some(Type::Sampler) => Name::new_static("sampler"),
            Some(Type::AccelerationStructure) => self.acceleration_structure().into(),
            Some(Type::RayQuery) => {
                self.require_rays(QUERY);
                Name::new_static("rayQueryEXT")
            }
            Some(Type::Pointer { pointee, .. }) if self.tree.is_reference(ty) => self.reference_name(pointee),
            _ => {
                self.refuse(Reason::Type, "a type of the module cannot be written in GLSL");
                Name::new_static("")
            }
        }
    }

    /// The type inside of arrays, and their sizes in brackets.
    pub(super) fn array(&mut self, mut ty: Id) -> (Id, String) {
        let (mut sizes, mut count) = (String::new(), 0);
        for _ in 0..MAX_DEPTH {
            match self.module.ty(ty) {
                Some(Type::Array { element, length }) => {
                    let length = self.length(length);
                    append!(sizes, "[", length, "]");
                    ty = element;
                }
                Some(Type::RuntimeArray { element }) => {
                    sizes.push_str("[]");
                    ty = element;
                }
                _ => break,
            }
            count += 1;
        }
        if count > 1 && !self.language.features.has(430, 310) {
            self.refuse_version(Reason::Type, "arrays of arrays");
        }
        (ty, sizes)
    }

    fn length(&mut self, length: Id) -> String {
        let constant = self.module.constant(length).filter(|constant| !constant.specialized);
        match constant.map(|constant| constant.value) {
            Some(ConstantValue::Number(value)) => value.to_string(),
            _ => self.constant_text(length),
        }
    }

    /// A declaration without qualifiers: `vec4 name[2]`.
    pub(super) fn declarator<'n>(&mut self, ty: Id, name: &'n str) -> Declared<'n> {
        let (inner, sizes) = self.array(ty);
        Declared { ty: self.type_name(inner), name, sizes }
    }

    /// Name of an image or sampler type.
    pub(super) fn image_name(&mut self, image: &ImageType, opaque: Opaque) -> String {
        let prefix = match self.scalar(image.sampled) {
            Some(Scalar::Int(64)) => "i64",
            Some(Scalar::Uint(64)) => "u64",
            Some(Scalar::Int(_)) => "i",
            Some(Scalar::Uint(_)) => "u",
            _ => "",
        };
        if prefix.ends_with("64") {
            self.language.features.require("GL_EXT_shader_image_int64");
        }
        let shape = match image.dim {
            dim::DIM_1D if self.language.features.is_es() => "2D",
            dim::DIM_1D => "1D",
            dim::DIM_2D => "2D",
            dim::DIM_3D => "3D",
            dim::CUBE => "Cube",
            dim::RECT => "2DRect",
            dim::BUFFER => "Buffer",
            _ => "",
        };
        let available = match image.dim {
            dim::DIM_1D => self.language.features.has(110, 300),
            dim::DIM_3D => self.language.features.has(110, 300),
            dim::RECT => self.language.features.has_or(140, NEVER, (110, "GL_ARB_texture_rectangle")),
            dim::BUFFER => self.language.features.has_or_in_310(140, 320, "GL_EXT_texture_buffer"),
            _ => true,
        };
        let arrays = image.arrayed != 1
            || match image.dim {
                dim::CUBE if self.language.features.is_es() => {
                    self.language.features.has_or_in_310(NEVER, 320, "GL_EXT_texture_cube_map_array")
                }
                dim::CUBE => {
                    self.language.features.has_or(400, NEVER, (130, "GL_ARB_texture_cube_map_array"))
                }
                _ if image.multisampled == 1 && self.language.features.is_es() => {
                    let extension = "GL_OES_texture_storage_multisample_2d_array";
                    self.language.features.has_or_in_310(NEVER, 320, extension)
                }
                _ => self.language.features.has(130, 300),
            };
        let samples = image.multisampled != 1
            || self.language.features.has_or(150, 310, (130, "GL_ARB_texture_multisample"));
        let numbers = prefix.is_empty() || self.language.features.has(130, 300);
        if !available || !arrays || !samples || !numbers {
            self.refuse_version(
                Reason::Type,
                &format!("{prefix}sampler{shape}, or an array or a multisampled one"),
            );
        }
        let multisampled = if image.multisampled == 1 { "MS" } else { "" };
        let arrayed = if image.arrayed == 1 { "Array" } else { "" };
        if image.dim == dim::SUBPASS_DATA {
            let word = if self.language.features.is_vulkan() { "subpassInput" } else { "sampler2D" };
            return joined!(prefix, word, multisampled);
        }
        let (word, suffix) = match opaque {
            Opaque::Shadow => ("sampler", "Shadow"),
            Opaque::Combined => ("sampler", ""),
            Opaque::Image if image.usage == 2 => ("image", ""),
            Opaque::Image if self.language.features.is_vulkan() => ("texture", ""),
            Opaque::Image => ("sampler", ""),
        };
        if word == "image" && !self.language.features.has(420, 310) {
            self.refuse_version(Reason::Type, "images");
        }
        if word == "image" && image.multisampled == 1 && self.language.features.is_es() {
            self.refuse(Reason::Type, "GLSL ES has no images of several samples but textures");
        }
        joined!(prefix, word, shape, multisampled, arrayed, suffix)
    }

    /// Text of a number.
    pub(super) fn number_text(&mut self, scalar: Scalar, bits: u64) -> String {
        self.require_scalar(scalar);
        match scalar {
            Scalar::Bool => (bits != 0).to_string(),
            Scalar::Int(8) => joined!("int8_t(", bits as i8, ")"),
            Scalar::Int(16) => joined!("int16_t(", bits as i16, ")"),
            Scalar::Int(64) => match bits as i64 {
                i64::MIN => "(-9223372036854775807l - 1l)".to_owned(),
                value => joined!(value, "l"),
            },
            Scalar::Int(_) => match bits as u32 as i32 {
                i32::MIN => "(-2147483647 - 1)".to_owned(),
                value => value.to_string(),
            },
            Scalar::Uint(8) => joined!("uint8_t(", bits as u8, "u)"),
            Scalar::Uint(16) => joined!("uint16_t(", bits as u16, "u)"),
            Scalar::Uint(64) => joined!(bits, "ul"),
            Scalar::Uint(_) => joined!(bits as u32, "u"),
            Scalar::Float(64) => self.float(f64::from_bits(bits), Scalar::Float(64), bits),
            Scalar::Float(16) => {
                let value = half(bits as u16);
                joined!(
                    "float16_t(",
                    self.float(value, Scalar::Float(32), u64::from((value as f32).to_bits())),
                    ")"
                )
            }
            Scalar::Float(_) => {
                let value = f32::from_bits(bits as u32);
                self.float(f64::from(value), Scalar::Float(32), bits)
            }
        }
    }

    fn float(&mut self, value: f64, scalar: Scalar, bits: u64) -> String {
        if !value.is_finite() {
            return self.not_finite(scalar, bits);
        }
        match scalar {
            Scalar::Float(64) => joined!(decimal(value, 64), "lf"),
            _ => decimal(value, 32),
        }
    }

    fn not_finite(&mut self, scalar: Scalar, bits: u64) -> String {
        if scalar == Scalar::Float(32)
            && self.language.features.has_or(330, 300, (130, "GL_ARB_shader_bit_encoding"))
        {
            return format!("uintBitsToFloat(0x{bits:x}u)");
        }
        if scalar == Scalar::Float(64) && self.language.features.has(400, NEVER) {
            return format!("packDouble2x32(uvec2(0x{:x}u, 0x{:x}u))", bits as u32, bits >> 32);
        }
        self.refuse_version(Reason::Instruction, "infinities and NaN as constants");
        String::new()
    }

    /// What builds a value of a type.
    pub(super) fn constructor(&mut self, ty: Id) -> String {
        let is_array = matches!(self.module.ty(ty), Some(Type::Array { .. }));
        if is_array && !self.language.features.has(120, 300) {
            self.refuse_version(Reason::Type, "values of array types");
        }
        self.type_name(ty).to_string()
    }
}

/// How an image is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opaque {
    /// Without a sampler.
    Image,
    /// With one.
    Combined,
    /// With one that compares.
    Shadow,
}
