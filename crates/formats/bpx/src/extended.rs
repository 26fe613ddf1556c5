//! Defines typed extended data objects, as stored by the vendor's programs for each kind of symbol.

use std::borrow::Cow;
use std::fmt;

use crate::kinds::{
    ArrayItemKind, BaseType, BlendFactor, BlendOperator, ConstantKind, CullingMode, OutputKind, PropKind,
    RenderMode, TexelKind, TextureType,
};
use crate::raw::SymbolType;
use crate::sd::names::hash;
use crate::sd::records::SdType;
use crate::sd::{Object, Value, View, shape};

/// The object of a symbol.
#[derive(Clone, PartialEq, Debug)]
pub enum ExtendedData<'a> {
    /// Object of a texture symbol.
    Texture(Texture),
    /// Object of a constant buffer or vertex format symbol.
    Structure(Structure<'a>),
    /// Object of a root constant symbol.
    Constant(Constant),
    /// Object of a pipeline symbol.
    Pipeline(Pipeline),
    /// Object of an output symbol.
    Output(Output),
    /// An object of an unrecognised shape.
    Other(Object<'a>),
}

/// A scalar, vector or square matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Plain {
    /// One component.
    Scalar(BaseType),
    /// A vector.
    Vector(VectorType),
    /// A square matrix.
    Matrix(VectorType),
}

/// A vector, or a square matrix with `size` rows and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VectorType {
    /// Component type.
    pub item: BaseType,
    /// Components, 2 to 4.
    pub size: u8,
}

/// A texture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Texture {
    /// Texture dimensionality.
    pub ty: TextureType,
    /// Texel type: scalar or vector.
    pub value: Plain,
}

/// A constant buffer, a structure inside one, or a vertex format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Structure<'a> {
    /// Size in bytes.
    pub size: u32,
    /// Members in order.
    pub props: Vec<Member<'a>>,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'a> {
    /// Name, without a terminator.
    pub name: Cow<'a, [u8]>,
    /// Offset in the structure, in bytes.
    pub offset: u32,
    /// Plain type, structure reference or array.
    pub ty: MemberType,
}

/// Type of a member.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MemberType {
    /// A scalar, vector or matrix.
    Plain(Plain),
    /// Structure described by the symbol with this index.
    StructRef(u16),
    /// An array of vectors or matrices.
    Array(u32, Plain),
    /// An array of the structure described by the symbol with this index.
    StructArray(u32, u16),
}

/// A root constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Scalar, vector or matrix.
    pub ty: Plain,
    /// Offset in the root constant block, in bytes.
    pub offset: u32,
    /// Size in bytes.
    pub size: u32,
}

/// State of a pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pipeline {
    /// True if the depth test is enabled.
    pub depth_enable: bool,
    /// True if depth writes are enabled.
    pub depth_write_enable: bool,
    /// True if the scissor test is enabled.
    pub scissor_enable: bool,
    /// Primitive type.
    pub render_mode: RenderMode,
    /// Culled faces.
    pub culling_mode: CullingMode,
}

/// A render target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Output {
    /// Scalar or vector.
    pub ty: Plain,
    /// Blend function; `None` if not blended.
    pub blendfunc: Option<BlendFunction>,
}

/// A blend function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlendFunction {
    /// Factor of the source colour.
    pub src_color: BlendFactor,
    /// Factor of the destination colour.
    pub dst_color: BlendFactor,
    /// Factor of the source alpha.
    pub src_alpha: BlendFactor,
    /// Factor of the destination alpha.
    pub dst_alpha: BlendFactor,
    /// Colour operator.
    pub color_op: BlendOperator,
    /// Alpha operator.
    pub alpha_op: BlendOperator,
}

impl Plain {
    /// Component type.
    pub const fn base(self) -> BaseType {
        match self {
            Plain::Scalar(base) => base,
            Plain::Vector(vector) | Plain::Matrix(vector) => vector.item,
        }
    }

    /// Rows and columns.
    pub const fn shape(self) -> (u32, u32) {
        match self {
            Plain::Scalar(_) => (1, 1),
            Plain::Vector(vector) => (vector.size as u32, 1),
            Plain::Matrix(vector) => (vector.size as u32, vector.size as u32),
        }
    }

    /// Size without padding, in bytes.
    pub const fn packed_size(self) -> u32 {
        let (rows, columns) = self.shape();
        rows * columns * self.base().size()
    }
}

/// Formats the type as `float`, `float3` or `float4x4`.
impl fmt::Display for Plain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scalar = self.base().scalar();
        match self.shape() {
            (1, 1) => f.write_str(scalar),
            (rows, 1) => write!(f, "{scalar}{rows}"),
            (rows, columns) => write!(f, "{scalar}{rows}x{columns}"),
        }
    }
}

impl<'a> ExtendedData<'a> {
    /// Decodes the object of a symbol of this type; [`Other`](Self::Other) if it has another shape.
    pub fn decode(symbol_type: SymbolType, view: View<'_, 'a>) -> ExtendedData<'a> {
        let typed = match symbol_type {
            SymbolType::TEXTURE => texture(view).map(ExtendedData::Texture),
            SymbolType::CONSTANT_BUFFER | SymbolType::VERTEX_FORMAT => {
                structure(view).map(ExtendedData::Structure)
            }
            SymbolType::CONSTANT => constant(view).map(ExtendedData::Constant),
            SymbolType::PIPELINE => pipeline(view).map(ExtendedData::Pipeline),
            SymbolType::OUTPUT => output(view).map(ExtendedData::Output),
            _ => None,
        };
        typed.unwrap_or_else(|| ExtendedData::Other(view.to_object()))
    }

    /// The structure, if it is one.
    pub fn structure(&self) -> Option<&Structure<'a>> {
        match self {
            ExtendedData::Structure(structure) => Some(structure),
            _ => None,
        }
    }

    /// Converts to an object with properties in declaration order.
    pub fn to_object(&self) -> Object<'a> {
        match self {
            ExtendedData::Texture(texture) => Object::default()
                .with("ty", Value::U8(texture.ty.0))
                .with("value", plain(texture.value, [TexelKind::SCALAR.0, TexelKind::VECTOR.0, NONE])),
            ExtendedData::Structure(structure) => Object::default()
                .with("size", Value::U32(structure.size))
                .with("props", Value::Array(structure.props.iter().map(member_object).collect())),
            ExtendedData::Constant(constant) => {
                let tags = [ConstantKind::SCALAR.0, ConstantKind::VECTOR.0, ConstantKind::MATRIX.0];
                Object::default()
                    .with("ty", plain(constant.ty, tags))
                    .with("offset", Value::U32(constant.offset))
                    .with("size", Value::U32(constant.size))
            }
            ExtendedData::Pipeline(pipeline) => Object::default()
                .with("depth_enable", Value::Bool(pipeline.depth_enable))
                .with("depth_write_enable", Value::Bool(pipeline.depth_write_enable))
                .with("scissor_enable", Value::Bool(pipeline.scissor_enable))
                .with("render_mode", Value::U8(pipeline.render_mode.0))
                .with("culling_mode", Value::U8(pipeline.culling_mode.0)),
            ExtendedData::Output(output) => {
                let blend = output.blendfunc.map_or(Value::Null, |blend| {
                    Value::Object(
                        Object::default()
                            .with("src_color", Value::U8(blend.src_color.0))
                            .with("dst_color", Value::U8(blend.dst_color.0))
                            .with("src_alpha", Value::U8(blend.src_alpha.0))
                            .with("dst_alpha", Value::U8(blend.dst_alpha.0))
                            .with("color_op", Value::U8(blend.color_op.0))
                            .with("alpha_op", Value::U8(blend.alpha_op.0)),
                    )
                });
                let tags = [OutputKind::SCALAR.0, OutputKind::VECTOR.0, NONE];
                Object::default().with("blendfunc", blend).with("ty", plain(output.ty, tags))
            }
            ExtendedData::Other(object) => object.clone(),
        }
    }
}

/// Marks a missing variant in a tag list.
const NONE: u8 = 0xff;

/// Encodes a scalar, vector or matrix; `tags` are the variant indices of the three in the enclosing
/// enumeration.
fn plain<'a>(ty: Plain, tags: [u8; 3]) -> Value<'a> {
    let vector = |vector: VectorType| {
        let object = Object::default().with("item", Value::U8(vector.item.0));
        Value::Object(object.with("size", Value::U8(vector.size)))
    };
    let (tag, value) = match ty {
        Plain::Scalar(base) => (tags[0], Value::U8(base.0)),
        Plain::Vector(ty) => (tags[1], vector(ty)),
        Plain::Matrix(ty) => (tags[2], vector(ty)),
    };
    Value::Array(vec![Value::U8(tag), value])
}

fn member_object<'a>(member: &Member<'a>) -> Value<'a> {
    let tags = [PropKind::SCALAR.0, PropKind::VECTOR.0, PropKind::MATRIX.0];
    let items = [NONE, ArrayItemKind::VECTOR.0, ArrayItemKind::MATRIX.0];
    let reference = |tag: u8, index| Value::Array(vec![Value::U8(tag), Value::U16(index)]);
    let array = |size, ty| {
        let object = Object::default().with("__variant__", Value::U8(PropKind::ARRAY.0));
        Value::Object(object.with("size", Value::U32(size)).with("ty", ty))
    };
    let ty = match member.ty {
        MemberType::Plain(ty) => plain(ty, tags),
        MemberType::StructRef(index) => reference(PropKind::STRUCT_REF.0, index),
        MemberType::Array(size, ty) => array(size, plain(ty, items)),
        MemberType::StructArray(size, index) => array(size, reference(ArrayItemKind::STRUCT_REF.0, index)),
    };
    let object = Object::default()
        .with("name", Value::String(member.name.clone()))
        .with("offset", Value::U32(member.offset));
    Value::Object(object.with("ty", ty))
}

fn get<'d, 'a>(view: View<'d, 'a>, name: &str) -> Option<View<'d, 'a>> {
    view.property(hash(name))
}

/// Decodes a variant's index and value from an array.
fn tagged<'d, 'a>(view: View<'d, 'a>) -> Option<(u8, View<'d, 'a>)> {
    if view.item().ty != SdType::ARRAY {
        return None;
    }
    let mut items = view.children();
    Some((items.next()?.byte()?, items.next()?))
}

fn vector(view: View<'_, '_>) -> Option<VectorType> {
    Some(VectorType { item: BaseType(get(view, "item")?.byte()?), size: get(view, "size")?.byte()? })
}

fn scalar(view: View<'_, '_>) -> Option<Plain> {
    view.byte().map(|base| Plain::Scalar(BaseType(base)))
}

fn texture(view: View<'_, '_>) -> Option<Texture> {
    let (tag, value) = tagged(get(view, "value")?)?;
    Some(Texture {
        ty: TextureType(get(view, "ty")?.byte()?),
        value: match TexelKind(tag) {
            TexelKind::SCALAR => scalar(value)?,
            TexelKind::VECTOR => Plain::Vector(vector(value)?),
            _ => return None,
        },
    })
}

fn constant(view: View<'_, '_>) -> Option<Constant> {
    let (tag, value) = tagged(get(view, "ty")?)?;
    Some(Constant {
        ty: match ConstantKind(tag) {
            ConstantKind::VECTOR => Plain::Vector(vector(value)?),
            ConstantKind::SCALAR => scalar(value)?,
            ConstantKind::MATRIX => Plain::Matrix(vector(value)?),
            _ => return None,
        },
        offset: get(view, "offset")?.word()?,
        size: get(view, "size")?.word()?,
    })
}

fn pipeline(view: View<'_, '_>) -> Option<Pipeline> {
    Some(Pipeline {
        depth_enable: get(view, "depth_enable")?.truth()?,
        depth_write_enable: get(view, "depth_write_enable")?.truth()?,
        scissor_enable: get(view, "scissor_enable")?.truth()?,
        render_mode: RenderMode(get(view, "render_mode")?.byte()?),
        culling_mode: CullingMode(get(view, "culling_mode")?.byte()?),
    })
}

fn output(view: View<'_, '_>) -> Option<Output> {
    let (tag, value) = tagged(get(view, "ty")?)?;
    let blend = get(view, "blendfunc")?;
    Some(Output {
        ty: match OutputKind(tag) {
            OutputKind::VECTOR => Plain::Vector(vector(value)?),
            OutputKind::SCALAR => scalar(value)?,
            _ => return None,
        },
        blendfunc: match blend.item().ty {
            SdType::NULL => None,
            _ => Some(blend_function(blend)?),
        },
    })
}

fn blend_function(view: View<'_, '_>) -> Option<BlendFunction> {
    let factor = |name| get(view, name).and_then(|value| value.byte()).map(BlendFactor);
    let operator = |name| get(view, name).and_then(|value| value.byte()).map(BlendOperator);
    Some(BlendFunction {
        src_color: factor("src_color")?,
        dst_color: factor("dst_color")?,
        src_alpha: factor("src_alpha")?,
        dst_alpha: factor("dst_alpha")?,
        color_op: operator("color_op")?,
        alpha_op: operator("alpha_op")?,
    })
}

fn structure<'a>(view: View<'_, 'a>) -> Option<Structure<'a>> {
    let props = get(view, "props").filter(|props| props.item().ty == SdType::ARRAY)?;
    Some(Structure {
        size: get(view, "size")?.word()?,
        props: props.children().map(member).collect::<Option<_>>()?,
    })
}

fn member<'a>(view: View<'_, 'a>) -> Option<Member<'a>> {
    Some(Member {
        name: Cow::Borrowed(get(view, "name")?.text()?),
        offset: get(view, "offset")?.word()?,
        ty: member_type(get(view, "ty")?)?,
    })
}

fn member_type(view: View<'_, '_>) -> Option<MemberType> {
    if view.item().ty == SdType::OBJECT {
        if shape::member_variant(view) != Some(PropKind::ARRAY.0) {
            return None;
        }
        let size = get(view, "size")?.word()?;
        let (tag, value) = tagged(get(view, "ty")?)?;
        return Some(match ArrayItemKind(tag) {
            ArrayItemKind::VECTOR => MemberType::Array(size, Plain::Vector(vector(value)?)),
            ArrayItemKind::MATRIX => MemberType::Array(size, Plain::Matrix(vector(value)?)),
            ArrayItemKind::STRUCT_REF => MemberType::StructArray(size, value.half()?),
            _ => return None,
        });
    }
    let (tag, value) = tagged(view)?;
    Some(match PropKind(tag) {
        PropKind::SCALAR => MemberType::Plain(scalar(value)?),
        PropKind::VECTOR => MemberType::Plain(Plain::Vector(vector(value)?)),
        PropKind::MATRIX => MemberType::Plain(Plain::Matrix(vector(value)?)),
        PropKind::STRUCT_REF => MemberType::StructRef(value.half()?),
        _ => return None,
    })
}

impl MemberType {
    /// Index of the symbol whose structure the member holds, if any.
    pub const fn reference(self) -> Option<u16> {
        match self {
            MemberType::StructRef(index) | MemberType::StructArray(_, index) => Some(index),
            _ => None,
        }
    }

    /// The same type with the reference mapped.
    pub fn with_reference(self, map: impl FnOnce(u16) -> u16) -> MemberType {
        match self {
            MemberType::StructRef(index) => MemberType::StructRef(map(index)),
            MemberType::StructArray(size, index) => MemberType::StructArray(size, map(index)),
            other => other,
        }
    }
}
