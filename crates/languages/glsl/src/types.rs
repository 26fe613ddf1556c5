//! Types of the language.

use foldhash::{HashMap, HashSet};
use glassbox_syntax::token::Word;
use smallvec::{SmallVec, smallvec};

use crate::model::{At, BuiltIn, ExpressionId, Layout, Qualifiers, SpirvType, Storage};

/// A number or truth value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Scalar {
    Bool,
    Int8,
    Uint8,
    Int16,
    Uint16,
    Int,
    Uint,
    Int64,
    Uint64,
    Float16,
    Float,
    Double,
    /// `bfloat16_t` of GL_EXT_bfloat16.
    BFloat16,
    /// `floate5m2_t` of GL_EXT_float_e5m2.
    FloatE5M2,
    /// `floate4m3_t` of GL_EXT_float_e4m3.
    FloatE4M3,
    /// `floate2m1_t` of GL_EXT_float_e2m1.
    FloatE2M1,
    /// `floate3m2_t` of GL_EXT_float_e3m2.
    FloatE3M2,
    /// `floate2m3_t` of GL_EXT_float_e2m3.
    FloatE2M3,
    /// `floatue8m0_t` of GL_EXT_float_ue8m0.
    FloatUE8M0,
    /// `floatmxint8_t` of GL_EXT_float_mxint8.
    FloatMXInt8,
}

impl Scalar {
    /// How many there are.
    pub(crate) const COUNT: usize = Scalar::FloatMXInt8 as usize + 1;

    /// Width in bits; 32 for `bool`, which blocks store as an unsigned integer.
    pub(crate) const fn width(self) -> u32 {
        match self {
            Scalar::FloatE2M1 => 4,
            Scalar::FloatE3M2 | Scalar::FloatE2M3 => 6,
            Scalar::Int8
            | Scalar::Uint8
            | Scalar::FloatE5M2
            | Scalar::FloatE4M3
            | Scalar::FloatUE8M0
            | Scalar::FloatMXInt8 => 8,
            Scalar::Int16 | Scalar::Uint16 | Scalar::Float16 | Scalar::BFloat16 => 16,
            Scalar::Bool | Scalar::Int | Scalar::Uint | Scalar::Float => 32,
            Scalar::Int64 | Scalar::Uint64 | Scalar::Double => 64,
        }
    }

    pub(crate) const fn is_float(self) -> bool {
        matches!(
            self,
            Scalar::Float16
                | Scalar::Float
                | Scalar::Double
                | Scalar::BFloat16
                | Scalar::FloatE5M2
                | Scalar::FloatE4M3
                | Scalar::FloatE2M1
                | Scalar::FloatE3M2
                | Scalar::FloatE2M3
                | Scalar::FloatUE8M0
                | Scalar::FloatMXInt8
        )
    }

    /// Whether it is a float that memory holds and arithmetic does not know.
    pub(crate) const fn is_storage_float(self) -> bool {
        self.is_float() && !matches!(self, Scalar::Float16 | Scalar::Float | Scalar::Double)
    }

    pub(crate) const fn is_integer(self) -> bool {
        !self.is_float() && !matches!(self, Scalar::Bool)
    }

    pub(crate) const fn is_signed(self) -> bool {
        matches!(self, Scalar::Int8 | Scalar::Int16 | Scalar::Int | Scalar::Int64)
    }

    pub(crate) const fn is_unsigned(self) -> bool {
        self.is_integer() && !self.is_signed()
    }
}

/// Dimensionality of an image.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum Dim {
    One,
    Two,
    Three,
    Cube,
    Rect,
    Buffer,
    /// `samplerExternalOES`: two dimensions, sampled by `texture` alone.
    External,
}

/// What an image holds, whatever it is used for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ImageKind {
    /// Type of a component of a texel.
    pub(crate) component: Scalar,
    pub(crate) dim: Dim,
    pub(crate) is_array: bool,
    pub(crate) is_multisampled: bool,
    /// Whether texels are compared with a reference: of combined samplers alone.
    pub(crate) is_shadow: bool,
}

/// A type. Two that are the same may differ in [`ArrayId`]: compare with [`Types::is_same`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Type {
    /// That of an expression with an error that has been reported. Nothing more is reported about it.
    Error,
    Void,
    Scalar(Scalar),
    /// Two to four components.
    Vector(Scalar, u8),
    /// Columns, then rows, two to four each.
    Matrix(Scalar, u8, u8),
    Array(ArrayId),
    /// A structure or a block.
    Struct(StructId),
    /// `sampler2D`: an image with its sampler.
    Sampled(ImageKind),
    /// `texture2D` of Vulkan: an image that is read through a sampler.
    Texture(ImageKind),
    /// `image2D`: an image that is read and written by texel.
    Image(ImageKind),
    /// `subpassInput`, `isubpassInputMS`.
    Subpass(ImageKind),
    /// `attachmentEXT`, `iattachmentEXT`: a colour attachment that a tile image reads.
    Attachment(Scalar),
    /// `sampler`, or `samplerShadow` if true.
    Sampler(bool),
    /// `atomic_uint`
    AtomicUint,
    /// `accelerationStructureEXT`
    AccelerationStructure,
    /// `rayQueryEXT`
    RayQuery,
    /// `hitObjectNV`, `hitObjectEXT`
    HitObject(HitObject),
    /// A buffer reference to a block.
    Reference(StructId),
    /// A type with parameters that are constant expressions: cooperative matrices and vectors, tensors.
    Parametric(ParametricId),
    /// Text between quotation marks: arguments of `debugPrintfEXT`.
    Text,
    /// The name of a function as an argument of functions of GL_NV_cooperative_matrix2.
    Function,
}

/// Which extension a hit object belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum HitObject {
    Nv,
    Ext,
}

impl Type {
    pub(crate) const BOOL: Type = Type::Scalar(Scalar::Bool);
    pub(crate) const INT: Type = Type::Scalar(Scalar::Int);
    pub(crate) const UINT: Type = Type::Scalar(Scalar::Uint);
    pub(crate) const FLOAT: Type = Type::Scalar(Scalar::Float);

    /// A scalar or a vector, by its number of components.
    pub(crate) const fn vector(scalar: Scalar, count: u8) -> Type {
        if count == 1 { Type::Scalar(scalar) } else { Type::Vector(scalar, count) }
    }

    /// Component type of a scalar, vector or matrix.
    pub(crate) const fn scalar(self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) | Type::Vector(scalar, _) | Type::Matrix(scalar, ..) => Some(scalar),
            _ => None,
        }
    }

    /// The same shape with other components.
    pub(crate) const fn with_scalar(self, scalar: Scalar) -> Type {
        match self {
            Type::Scalar(_) => Type::Scalar(scalar),
            Type::Vector(_, count) => Type::Vector(scalar, count),
            Type::Matrix(_, columns, rows) => Type::Matrix(scalar, columns, rows),
            other => other,
        }
    }

    /// Number of components of a scalar, vector or matrix; 0 of others.
    pub(crate) const fn components(self) -> u32 {
        match self {
            Type::Scalar(_) => 1,
            Type::Vector(_, count) => count as u32,
            Type::Matrix(_, columns, rows) => columns as u32 * rows as u32,
            _ => 0,
        }
    }

    pub(crate) const fn is_scalar(self) -> bool {
        matches!(self, Type::Scalar(_))
    }

    pub(crate) const fn is_vector(self) -> bool {
        matches!(self, Type::Vector(..))
    }

    pub(crate) const fn is_matrix(self) -> bool {
        matches!(self, Type::Matrix(..))
    }

    /// Scalar, vector or matrix.
    pub(crate) const fn is_numeric_or_bool(self) -> bool {
        matches!(self, Type::Scalar(_) | Type::Vector(..) | Type::Matrix(..))
    }

    pub(crate) const fn is_error(self) -> bool {
        matches!(self, Type::Error)
    }

    /// Whether only the [`Types`] of its program say what it is.
    pub(crate) const fn is_own(self) -> bool {
        matches!(self, Type::Array(_) | Type::Struct(_) | Type::Reference(_) | Type::Parametric(_))
    }

    /// Types of resources and handles, which are never computed with.
    pub(crate) const fn is_opaque(self) -> bool {
        matches!(
            self,
            Type::Sampled(_)
                | Type::Texture(_)
                | Type::Image(_)
                | Type::Subpass(_)
                | Type::Attachment(_)
                | Type::Sampler(_)
                | Type::AtomicUint
                | Type::AccelerationStructure
                | Type::RayQuery
                | Type::HitObject(_)
        )
    }
}

/// Index of an array type in [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ArrayId(pub(crate) u32);

/// Index of a structure or block in [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct StructId(pub(crate) u32);

/// Index of a type with parameters in [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct ParametricId(pub(crate) u32);

/// An array. `float a[2][3]` is an array of 2 arrays of 3.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Array {
    pub(crate) element: Type,
    pub(crate) length: Length,
}

/// Number of elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Length {
    Fixed(u32),
    /// A constant expression of specialization constants, of type `int` or `uint`.
    Specialized(ExpressionId),
    /// Not stated: sized by redeclaration, by use or by linking, or at run time as the last member of a buffer.
    Unsized,
}

/// A type with parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Parametric {
    pub(crate) kind: ParametricKind,
    /// Type of the components, where the type names one.
    pub(crate) component: Option<Scalar>,
    /// Constant expressions, in the order of the type's parameters without the component type.
    pub(crate) arguments: Vec<ExpressionId>,
}

/// Which type has the parameters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum ParametricKind {
    /// `coopmat<component, scope, rows, columns, use>`
    CooperativeMatrix,
    /// `fcoopmatNV`, `icoopmatNV`, `ucoopmatNV` `<bits, scope, rows, columns>`
    CooperativeMatrixNv,
    /// `coopvecNV<component, count>`
    CooperativeVector,
    /// `tensorLayoutNV<dimension, clamp mode>`
    TensorLayout,
    /// `tensorViewNV<dimension, has dimensions, permutation…>`
    TensorView,
    /// `tensorARM<component, rank>`
    Tensor,
    /// `vector<component, count>` of GL_EXT_long_vector.
    LongVector,
    /// `spirv_type(…)`, by its place in [`Types::spirv`].
    Spirv(u32),
}

/// A structure, or the contents of a block.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    /// Name of the type; of a block, the name of the block. Structures without a name have an empty one.
    pub(crate) name: Word,
    /// Where the name is declared.
    pub(crate) at: At,
    pub(crate) members: Vec<Member>,
    pub(crate) is_block: bool,
    /// Whether the language declares it, as `gl_PerVertex`.
    pub(crate) is_built_in: bool,
}

/// A member of a structure or block.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: Word,
    pub(crate) at: At,
    pub(crate) ty: Type,
    /// Those of the member with those that the block gives to members: matrix layout, memory, interpolation.
    pub(crate) qualifiers: Qualifiers,
    /// What the member is, in blocks such as `gl_PerVertex`.
    pub(crate) built_in: Option<BuiltIn>,
}

/// A block with `buffer_type`.
#[derive(Clone, Debug)]
pub(crate) struct BufferType {
    /// Uniform or buffer.
    pub(crate) storage: Storage,
    /// Packing and order of matrices.
    pub(crate) layout: Layout,
}

/// The array, structure and parametric types of a stage.
#[derive(Clone, Debug, Default)]
pub(crate) struct Types {
    pub(crate) arrays: Vec<Array>,
    pub(crate) structures: Vec<Structure>,
    pub(crate) parametric: Vec<Parametric>,
    /// Of arrays that are declared without a size: the largest constant index so far, plus one.
    pub(crate) indexed: HashMap<ArrayId, u32>,
    /// Layouts that the blocks of buffer references state: packing and alignment.
    reference_layouts: HashMap<StructId, Layout>,
    /// Blocks with `buffer_type`, which are types of members of heaps.
    pub(crate) buffer_types: HashMap<StructId, BufferType>,
    known_arrays: HashMap<Array, ArrayId>,
    known_parametric: HashMap<Parametric, ParametricId>,
    pub(crate) spirv: Vec<SpirvType>,
    known_spirv: HashMap<SpirvType, u32>,
    /// The first expression of each value that is a parameter of a type: numbers, and specialization constants by the number
    /// of their global.
    pub(crate) known_arguments: HashMap<(bool, u64), ExpressionId>,
}

impl Types {
    /// An array type. Arrays of a stated size are declared once; each without one is a type of its own, which
    /// [`Types::set_length`] can size.
    pub(crate) fn array(&mut self, element: Type, length: Length) -> Type {
        let array = Array { element, length };
        let is_shared = length != Length::Unsized;
        if is_shared && let Some(known) = self.known_arrays.get(&array) {
            return Type::Array(*known);
        }
        let id = ArrayId(self.arrays.len() as u32);
        self.arrays.push(array);
        if is_shared {
            self.known_arrays.insert(array, id);
        }
        Type::Array(id)
    }

    /// Sizes an array that was declared without a size, for everything that has the type.
    pub(crate) fn set_length(&mut self, id: ArrayId, length: Length) {
        if let Some(array) = self.arrays.get_mut(id.0 as usize) {
            array.length = length;
        }
    }

    /// States the layout of a block that buffer references refer to.
    pub(crate) fn set_reference_layout(&mut self, id: StructId, layout: Layout) {
        self.reference_layouts.insert(id, layout);
    }

    /// The layout of a block that buffer references refer to.
    pub(crate) fn reference_layout(&self, id: StructId) -> Option<&Layout> {
        self.reference_layouts.get(&id)
    }

    /// The block that a type is, if it is one with `buffer_type`.
    pub(crate) fn as_buffer(&self, ty: Type) -> Option<&BufferType> {
        let Type::Struct(id) = ty else { return None };
        self.buffer_types.get(&id)
    }

    /// Whether a type is or holds a block with `buffer_type`.
    pub(crate) fn holds_buffer(&self, ty: Type) -> bool {
        !self.buffer_types.is_empty() && self.contains(ty, &|ty| self.as_buffer(ty).is_some())
    }

    pub(crate) fn parametric(&mut self, ty: Parametric) -> Type {
        if let Some(id) = self.known_parametric.get(&ty) {
            return Type::Parametric(*id);
        }
        let id = ParametricId(self.parametric.len() as u32);
        self.known_parametric.insert(ty.clone(), id);
        self.parametric.push(ty);
        Type::Parametric(id)
    }

    /// A type that the text states by an instruction.
    pub(crate) fn spirv_type(&mut self, ty: SpirvType) -> Type {
        let next = self.spirv.len() as u32;
        let number = *self.known_spirv.entry(ty.clone()).or_insert(next);
        if number == next {
            self.spirv.push(ty);
        }
        self.parametric(Parametric {
            kind: ParametricKind::Spirv(number),
            component: None,
            arguments: Vec::new(),
        })
    }

    /// The instruction of a type that the text states by one.
    pub(crate) fn as_spirv(&self, ty: Type) -> Option<&SpirvType> {
        let Type::Parametric(id) = ty else { return None };
        match self.parametric.get(id.0 as usize)?.kind {
            ParametricKind::Spirv(number) => self.spirv.get(number as usize),
            _ => None,
        }
    }

    pub(crate) fn new_structure(&mut self, structure: Structure) -> StructId {
        self.structures.push(structure);
        StructId(self.structures.len() as u32 - 1)
    }

    /// # Panics
    /// If the id is of another stage.
    pub(crate) fn structure(&self, id: StructId) -> &Structure {
        &self.structures[id.0 as usize]
    }

    /// # Panics
    /// If the id is of another stage.
    pub(crate) fn array_of(&self, id: ArrayId) -> Array {
        self.arrays[id.0 as usize]
    }

    /// Element type and length of an array type.
    pub(crate) fn as_array(&self, ty: Type) -> Option<Array> {
        match ty {
            Type::Array(id) => self.arrays.get(id.0 as usize).copied(),
            _ => None,
        }
    }

    /// The structure of a structure or block type.
    pub(crate) fn as_structure(&self, ty: Type) -> Option<&Structure> {
        match ty {
            Type::Struct(id) => self.structures.get(id.0 as usize),
            _ => None,
        }
    }

    /// The component type of a type with parameters.
    pub(crate) fn parametric_component(&self, ty: Type) -> Option<Scalar> {
        let Type::Parametric(id) = ty else { return None };
        self.parametric.get(id.0 as usize)?.component
    }

    /// The number of components of a long vector.
    pub(crate) fn parametric_length(&self, ty: Type) -> Option<ExpressionId> {
        let Type::Parametric(id) = ty else { return None };
        let vector = self.parametric.get(id.0 as usize)?;
        matches!(vector.kind, ParametricKind::LongVector | ParametricKind::CooperativeVector)
            .then(|| vector.arguments.first().copied())?
    }

    /// Whether a type is a tensor, which has a descriptor and is read and written by functions, as images are.
    pub(crate) fn is_tensor(&self, ty: Type) -> bool {
        let Type::Parametric(id) = ty else { return false };
        let parametric = self.parametric.get(id.0 as usize);
        parametric.is_some_and(|parametric| parametric.kind == ParametricKind::Tensor)
    }

    /// Whether two types are the same.
    pub(crate) fn is_same(&self, a: Type, b: Type) -> bool {
        let (mut a, mut b) = (a, b);
        // Nesting is bounded by the parser.
        while a != b {
            let (Some(left), Some(right)) = (self.as_array(a), self.as_array(b)) else {
                return false;
            };
            if left.length != right.length {
                return false;
            }
            (a, b) = (left.element, right.element);
        }
        true
    }

    /// The type without the dimensions of arrays.
    pub(crate) fn innermost(&self, ty: Type) -> Type {
        let mut ty = ty;
        while let Some(array) = self.as_array(ty) {
            ty = array.element;
        }
        ty
    }

    /// Whether a type is or holds, at any depth, one for which `test` holds.
    pub(crate) fn contains(&self, ty: Type, test: &dyn Fn(Type) -> bool) -> bool {
        if !matches!(ty, Type::Array(_) | Type::Struct(_)) {
            return test(ty);
        }
        let mut seen = HashSet::default();
        let mut pending: SmallVec<[Type; 8]> = smallvec![ty];
        while let Some(ty) = pending.pop() {
            if test(ty) {
                return true;
            }
            match ty {
                Type::Array(id) => pending.push(self.array_of(id).element),
                Type::Struct(id) if seen.insert(id) => {
                    pending.extend(self.structure(id).members.iter().map(|member| member.ty));
                }
                _ => {}
            }
        }
        false
    }
}
