//! How messages write types.

use glassbox_syntax::report::shown;

use crate::model::Program;
use crate::parse::Parser;
use crate::types::{Dim, HitObject, ImageKind, Length, Parametric, ParametricKind, Scalar, Type};

impl Parser<'_> {
    /// See [`Program::type_name`].
    pub(crate) fn type_name(&self, ty: Type) -> String {
        self.program.type_name(ty)
    }
}

impl Program {
    /// A type as the language writes it: `vec3`, `float[2][3]`, `readonly` and its kin left out.
    pub(crate) fn type_name(&self, ty: Type) -> String {
        let types = &self.types;
        let mut dimensions = String::new();
        let mut ty = ty;
        while let Some(array) = types.as_array(ty) {
            match array.length {
                Length::Fixed(length) => dimensions.push_str(&format!("[{length}]")),
                Length::Specialized(_) => dimensions.push_str("[…]"),
                Length::Unsized => dimensions.push_str("[]"),
            }
            ty = array.element;
        }
        self.element_name(ty) + &dimensions
    }

    fn element_name(&self, ty: Type) -> String {
        match ty {
            Type::Error => "a type with an error".to_owned(),
            Type::Void => "void".to_owned(),
            Type::Scalar(scalar) => scalar_name(scalar).to_owned(),
            Type::Vector(scalar, count) => format!("{}vec{count}", vector_prefix(scalar)),
            Type::Matrix(scalar, columns, rows) if columns == rows => {
                format!("{}mat{columns}", vector_prefix(scalar))
            }
            Type::Matrix(scalar, columns, rows) => format!("{}mat{columns}x{rows}", vector_prefix(scalar)),
            Type::Array(_) => String::new(),
            Type::Struct(id) | Type::Reference(id) => {
                let structure = self.types.structure(id);
                if structure.name.is_empty() { "struct".to_owned() } else { shown(&structure.name) }
            }
            Type::Sampled(kind) => image_name(kind, "sampler"),
            Type::Texture(kind) => image_name(kind, "texture"),
            Type::Image(kind) => image_name(kind, "image"),
            Type::Subpass(kind) => {
                let samples = if kind.is_multisampled { "MS" } else { "" };
                format!("{}subpassInput{samples}", image_prefix(kind.component))
            }
            Type::Attachment(scalar) => format!("{}attachmentEXT", image_prefix(scalar)),
            Type::Sampler(false) => "sampler".to_owned(),
            Type::Sampler(true) => "samplerShadow".to_owned(),
            Type::AtomicUint => "atomic_uint".to_owned(),
            Type::AccelerationStructure => "accelerationStructureEXT".to_owned(),
            Type::RayQuery => "rayQueryEXT".to_owned(),
            Type::HitObject(HitObject::Nv) => "hitObjectNV".to_owned(),
            Type::HitObject(HitObject::Ext) => "hitObjectEXT".to_owned(),
            Type::Parametric(id) => match self.types.parametric.get(id.0 as usize) {
                Some(parametric) => self.parametric_name(parametric),
                None => String::new(),
            },
            Type::Text => "a text".to_owned(),
            Type::Function => "a function".to_owned(),
        }
    }

    fn parametric_name(&self, parametric: &Parametric) -> String {
        if let ParametricKind::Spirv(number) = parametric.kind {
            let number = self.types.spirv.get(number as usize).map_or(0, |ty| ty.instruction.number);
            return format!("spirv_type(id = {number}, …)");
        }
        let name = match parametric.kind {
            ParametricKind::CooperativeMatrix => "coopmat",
            ParametricKind::CooperativeMatrixNv => match parametric.component {
                Some(scalar) if scalar.is_signed() => "icoopmatNV",
                Some(scalar) if scalar.is_unsigned() => "ucoopmatNV",
                _ => "fcoopmatNV",
            },
            ParametricKind::CooperativeVector => "coopvecNV",
            ParametricKind::TensorLayout => "tensorLayoutNV",
            ParametricKind::TensorView => "tensorViewNV",
            ParametricKind::Tensor => "tensorARM",
            ParametricKind::LongVector => "vector",
            ParametricKind::Spirv(_) => "spirv_type",
        };
        let mut arguments: Vec<String> = Vec::new();
        if parametric.kind != ParametricKind::CooperativeMatrixNv {
            arguments.extend(parametric.component.map(|scalar| scalar_name(scalar).to_owned()));
        }
        arguments.extend(parametric.arguments.iter().map(|argument| {
            let value = self.constant(*argument).and_then(|scalars| scalars.first());
            value.map_or_else(|| "…".to_owned(), |value| (*value as i64).to_string())
        }));
        format!("{name}<{}>", arguments.join(", "))
    }
}

/// Name of a scalar type.
pub(crate) fn scalar_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::Int8 => "int8_t",
        Scalar::Uint8 => "uint8_t",
        Scalar::Int16 => "int16_t",
        Scalar::Uint16 => "uint16_t",
        Scalar::Int => "int",
        Scalar::Uint => "uint",
        Scalar::Int64 => "int64_t",
        Scalar::Uint64 => "uint64_t",
        Scalar::Float16 => "float16_t",
        Scalar::Float => "float",
        Scalar::Double => "double",
        Scalar::BFloat16 => "bfloat16_t",
        Scalar::FloatE5M2 => "floate5m2_t",
        Scalar::FloatE4M3 => "floate4m3_t",
        Scalar::FloatE2M1 => "floate2m1_t",
        Scalar::FloatE3M2 => "floate3m2_t",
        Scalar::FloatE2M3 => "floate2m3_t",
        Scalar::FloatUE8M0 => "floatue8m0_t",
        Scalar::FloatMXInt8 => "floatmxint8_t",
    }
}

/// What stands before `vec` and `mat`.
fn vector_prefix(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "b",
        Scalar::Int8 => "i8",
        Scalar::Uint8 => "u8",
        Scalar::Int16 => "i16",
        Scalar::Uint16 => "u16",
        Scalar::Int => "i",
        Scalar::Uint => "u",
        Scalar::Int64 => "i64",
        Scalar::Uint64 => "u64",
        Scalar::Float16 => "f16",
        Scalar::Float => "",
        Scalar::Double => "d",
        Scalar::BFloat16 => "bf16",
        Scalar::FloatE5M2 => "fe5m2",
        Scalar::FloatE4M3 => "fe4m3",
        Scalar::FloatE2M1 => "fe2m1",
        Scalar::FloatE3M2 => "fe3m2",
        Scalar::FloatE2M3 => "fe2m3",
        Scalar::FloatUE8M0 => "fue8m0",
        Scalar::FloatMXInt8 => "fmxint8",
    }
}

fn image_prefix(component: Scalar) -> &'static str {
    match component {
        Scalar::Float => "",
        other => vector_prefix(other),
    }
}

fn image_name(kind: ImageKind, base: &str) -> String {
    let dim = match kind.dim {
        Dim::One => "1D",
        Dim::Two => "2D",
        Dim::Three => "3D",
        Dim::Cube => "Cube",
        Dim::Rect => "2DRect",
        Dim::Buffer => "Buffer",
        Dim::External => "ExternalOES",
    };
    let mut name = format!("{}{base}{dim}", image_prefix(kind.component));
    for (holds, suffix) in
        [(kind.is_multisampled, "MS"), (kind.is_array, "Array"), (kind.is_shadow, "Shadow")]
    {
        if holds {
            name.push_str(suffix);
        }
    }
    name
}
