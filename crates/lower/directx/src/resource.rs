//! Makes variables of resources: images, samplers and blocks.
//!
//! Buffers of bytes and of structures are arrays of numbers, indexed by words; a buffer that is accessed in numbers of several widths has a variable
//! for each, which alias. Constant buffers are arrays of rows of four words.

pub use glassbox_dxcontainer::part::psv::raw::ResourceKind as Kind;
use glassbox_spirv::build::value::{capability, decoration, dim, image_format, storage_class};
use glassbox_spirv::build::{Builder, Id, op};
use glassbox_spirv::module::{ImageType, Type};

use crate::bindings::Bound;

/// What a kind of resource is as an image.
pub trait Shape: Copy {
    /// True for images: textures and buffers of texels.
    fn is_image(self) -> bool;
    /// True for textures in layers.
    fn is_arrayed(self) -> bool;
    /// True for textures with samples.
    fn is_multisampled(self) -> bool;
    /// Components of a coordinate, without the layer.
    fn dimensions(self) -> u32;
    /// Components of a coordinate with the layer.
    fn coordinates(self) -> u32;
}

impl Shape for Kind {
    fn is_image(self) -> bool {
        (Kind::TEXTURE_1D..=Kind::TYPED_BUFFER).contains(&self)
    }

    fn is_arrayed(self) -> bool {
        matches!(
            self,
            Kind::TEXTURE_1D_ARRAY
                | Kind::TEXTURE_2D_ARRAY
                | Kind::TEXTURE_2D_MS_ARRAY
                | Kind::TEXTURE_CUBE_ARRAY
        )
    }

    fn is_multisampled(self) -> bool {
        matches!(self, Kind::TEXTURE_2D_MS | Kind::TEXTURE_2D_MS_ARRAY)
    }

    fn dimensions(self) -> u32 {
        match self {
            Kind::TEXTURE_2D | Kind::TEXTURE_2D_MS | Kind::TEXTURE_2D_ARRAY | Kind::TEXTURE_2D_MS_ARRAY => 2,
            Kind::TEXTURE_3D | Kind::TEXTURE_CUBE | Kind::TEXTURE_CUBE_ARRAY => 3,
            _ => 1,
        }
    }

    fn coordinates(self) -> u32 {
        self.dimensions() + u32::from(self.is_arrayed())
    }
}

/// `Dim` of the image of a kind.
const fn dim_of(kind: Kind) -> u32 {
    match kind {
        Kind::TEXTURE_1D | Kind::TEXTURE_1D_ARRAY => dim::DIM_1D,
        Kind::TEXTURE_3D => dim::DIM_3D,
        Kind::TEXTURE_CUBE | Kind::TEXTURE_CUBE_ARRAY => dim::CUBE,
        Kind::TYPED_BUFFER => dim::BUFFER,
        _ => dim::DIM_2D,
    }
}

/// Which images are compared with a reference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Comparison {
    /// Never.
    #[default]
    Never,
    /// Always.
    Always,
    /// Some samples are compared, some not.
    Sometimes,
}

/// An image as a program sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// Kind of texture, or a buffer of texels.
    pub kind: Kind,
    /// Type of a component of its texels.
    pub component: Id,
    /// True if it is written.
    pub is_unordered: bool,
    /// Whether it is compared.
    pub comparison: Comparison,
    /// `ImageFormat` of one that is written; `Unknown` if nothing says it.
    pub format: u32,
}

impl Image {
    /// Declares what images of this kind need beside their type.
    pub fn declare_needs(&self, b: &mut Builder, is_read: bool, is_written: bool) {
        if !self.is_unordered {
            return;
        }
        let without_format = self.format == image_format::UNKNOWN;
        for (needed, one) in [
            (is_read && without_format, capability::STORAGE_IMAGE_READ_WITHOUT_FORMAT),
            (is_written && without_format, capability::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT),
            (matches!(self.kind, Kind::TEXTURE_1D | Kind::TEXTURE_1D_ARRAY), capability::IMAGE_1D),
            (self.kind == Kind::TYPED_BUFFER, capability::IMAGE_BUFFER),
            (self.kind == Kind::TEXTURE_CUBE_ARRAY, capability::IMAGE_CUBE_ARRAY),
            (self.kind.is_multisampled(), capability::STORAGE_IMAGE_MULTISAMPLE),
            (self.kind == Kind::TEXTURE_2D_MS_ARRAY, capability::IMAGE_MS_ARRAY),
        ] {
            if needed {
                b.capability(one);
            }
        }
    }

    /// The image type.
    pub fn ty(&self, b: &mut Builder) -> Id {
        b.image_type(ImageType {
            sampled: self.component.word(),
            dim: dim_of(self.kind),
            depth: match self.comparison {
                Comparison::Never => 0,
                Comparison::Always => 1,
                Comparison::Sometimes => 2,
            },
            arrayed: u32::from(self.kind.is_arrayed()),
            multisampled: u32::from(self.kind.is_multisampled()),
            usage: if self.is_unordered { 2 } else { 1 },
            format: if self.is_unordered { self.format } else { image_format::UNKNOWN },
            access: None,
        })
    }
}

/// How memory is used, in decorations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Access {
    /// Nothing is written.
    pub read_only: bool,
    /// Writes are seen by all groups.
    pub coherent: bool,
    /// Other variables have the same place.
    pub aliased: bool,
}

impl Access {
    pub(crate) fn decorations(self) -> impl Iterator<Item = u32> {
        [(self.read_only, decoration::NON_WRITABLE), (self.coherent, decoration::COHERENT)]
            .into_iter()
            .filter_map(|(is, kind)| is.then_some(kind))
    }
}

/// The variable of a resource, or of an array of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Variable {
    /// The variable.
    pub id: Id,
    /// Its storage class.
    pub class: u32,
    /// Type of one resource.
    pub ty: Id,
    /// True for arrays, which an index chooses from.
    pub is_array: bool,
}

/// What is declared: the name, the place and the number of resources.
#[derive(Clone, Copy, Debug)]
pub struct Binding<'n> {
    /// Name; empty for none.
    pub name: &'n str,
    /// Where it is bound.
    pub bound: Bound,
    /// Number of resources; `u32::MAX` if unbounded.
    pub count: u32,
}

/// A variable of an image, sampler or acceleration structure.
pub fn declare_opaque(b: &mut Builder, ty: Id, binding: &Binding<'_>, access: Access) -> Variable {
    let variable = declare(b, storage_class::UNIFORM_CONSTANT, ty, binding, access);
    access.decorations().for_each(|kind| b.decorate(variable.id, kind, &[]));
    variable
}

/// A constant buffer of rows of a type of four words.
pub fn declare_constants(b: &mut Builder, row: Id, rows: u32, binding: &Binding<'_>) -> Variable {
    let array = b.array(row, rows.max(1), Some(16));
    let offset = match binding.bound {
        Bound::PushConstants { offset, .. } => offset,
        Bound::Descriptor { .. } => 0,
    };
    let class = match binding.bound {
        Bound::PushConstants { .. } => storage_class::PUSH_CONSTANT,
        Bound::Descriptor { .. } => storage_class::UNIFORM,
    };
    let block = block(b, array, offset, Access::default());
    if !binding.name.is_empty() {
        b.name(block, &format!("type.{}", binding.name));
    }
    declare(b, class, block, binding, Access::default())
}

/// A buffer of numbers of a type as wide as its stride.
pub fn declare_words(
    b: &mut Builder,
    word: Id,
    stride: u32,
    binding: &Binding<'_>,
    access: Access,
) -> Variable {
    if b.width(word) == 16 {
        b.capability(capability::STORAGE_BUFFER16_BIT_ACCESS);
    }
    let array = b.runtime_array(word, stride);
    let block = block(b, array, 0, access);
    if !binding.name.is_empty() {
        b.name(block, &format!("type.{}", binding.name));
    }
    declare(b, storage_class::STORAGE_BUFFER, block, binding, access)
}

/// A counter of an unordered view, a block of one number.
pub fn declare_counter(b: &mut Builder, binding: &Binding<'_>) -> Variable {
    let uint = b.uint();
    let block = block(b, uint, 0, Access::default());
    declare(b, storage_class::STORAGE_BUFFER, block, binding, Access::default())
}

/// A block of one member.
fn block(b: &mut Builder, member: Id, offset: u32, access: Access) -> Id {
    let block = b.new_structure(&[member]);
    b.decorate(block, decoration::BLOCK, &[]);
    b.decorate_member(block, 0, decoration::OFFSET, &[offset]);
    access.decorations().for_each(|kind| b.decorate_member(block, 0, kind, &[]));
    block
}

/// Declares the variable of a resource, or of an array of them.
pub(crate) fn declare(
    b: &mut Builder,
    class: u32,
    ty: Id,
    binding: &Binding<'_>,
    access: Access,
) -> Variable {
    let whole = match binding.count {
        1 => ty,
        u32::MAX => {
            b.capability(capability::RUNTIME_DESCRIPTOR_ARRAY);
            b.extension(INDEXING);
            b.unbounded_array(ty)
        }
        count => b.array(ty, count.max(1), None),
    };
    let pointer = b.pointer(class, whole);
    let id = b.global(pointer, class);
    if let Bound::Descriptor { set, binding } = binding.bound {
        b.decorate(id, decoration::DESCRIPTOR_SET, &[set]);
        b.decorate(id, decoration::BINDING, &[binding]);
    }
    if access.aliased {
        b.decorate(id, decoration::ALIASED, &[]);
    }
    if !binding.name.is_empty() {
        b.name(id, binding.name);
    }
    Variable { id, class, ty, is_array: binding.count != 1 }
}

/// The extension that unbounded and non-uniform arrays are of before SPIR-V 1.5.
const INDEXING: &str = "SPV_EXT_descriptor_indexing";

/// Chooses a resource of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Index in the array, counted from its first register.
    pub index: Id,
    /// True if the index may differ between invocations.
    pub non_uniform: bool,
}

impl Variable {
    /// A pointer to something in a resource: `path` are indices of members and elements, `to` is its type.
    pub fn pointer(&self, b: &mut Builder, choice: Choice, path: &[Id], to: Id) -> Id {
        let mut indices = vec![self.id];
        if self.is_array {
            if !b.is_constant(choice.index) {
                self.declare_indexing(b, choice.non_uniform);
            }
            indices.push(choice.index);
        }
        indices.extend(path);
        if indices.len() == 1 {
            return self.id;
        }
        let pointer = b.pointer(self.class, to);
        let place = b.value(op::ACCESS_CHAIN, pointer, &indices);
        self.mark(b, choice, place);
        place
    }

    /// Declares what an index needs that is computed.
    fn declare_indexing(&self, b: &mut Builder, non_uniform: bool) {
        let (uniform, other) = match (self.class, b.what(self.ty)) {
            (storage_class::UNIFORM, _) => (
                capability::UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING,
                capability::UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
            ),
            (storage_class::STORAGE_BUFFER, _) => (
                capability::STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING,
                capability::STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
            ),
            (_, Some(Type::Image(image))) => match (image.dim == dim::BUFFER, image.usage == 2) {
                (true, true) => (
                    capability::STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
                    capability::STORAGE_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
                ),
                (true, false) => (
                    capability::UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
                    capability::UNIFORM_TEXEL_BUFFER_ARRAY_NON_UNIFORM_INDEXING,
                ),
                (false, true) => (
                    capability::STORAGE_IMAGE_ARRAY_DYNAMIC_INDEXING,
                    capability::STORAGE_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
                ),
                (false, false) => (
                    capability::SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING,
                    capability::SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
                ),
            },
            (_, Some(Type::Sampler)) => (
                capability::SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING,
                capability::SAMPLED_IMAGE_ARRAY_NON_UNIFORM_INDEXING,
            ),
            _ => return,
        };
        b.capability(if non_uniform { other } else { uniform });
        let is_texel = [
            capability::STORAGE_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
            capability::UNIFORM_TEXEL_BUFFER_ARRAY_DYNAMIC_INDEXING,
        ];
        if non_uniform || is_texel.contains(&uniform) {
            b.extension(INDEXING);
        }
    }

    /// The resource itself: an image, a sampler, an acceleration structure.
    pub fn load(&self, b: &mut Builder, choice: Choice) -> Id {
        let pointer = self.pointer(b, choice, &[], self.ty);
        let value = b.value(op::LOAD, self.ty, &[pointer]);
        self.mark(b, choice, value);
        value
    }

    /// Marks a value as one that may differ between invocations.
    pub fn mark(&self, b: &mut Builder, choice: Choice, value: Id) {
        if self.is_array && choice.non_uniform && !b.is_constant(choice.index) {
            b.decorate(value, decoration::NON_UNIFORM, &[]);
        }
    }
}
