//! Qualifiers of variables, members and parameters.

use glassbox_syntax::token::Word;

use super::ExpressionId;

/// Precision of GLSL ES, which other versions may state without effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Hash)]
pub(crate) enum Precision {
    /// Not stated, and no default holds.
    #[default]
    None,
    Low,
    Medium,
    High,
}

/// How a value is interpolated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Interpolation {
    Smooth,
    Flat,
    NoPerspective,
    /// `__explicitInterpAMD`
    Explicit,
}

/// Where in a pixel a value is sampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Sampling {
    Centroid,
    Sample,
}

/// Bits of [`Qualifiers::flags`].
pub(crate) mod flag {
    pub(crate) const COHERENT: u32 = 1;
    pub(crate) const VOLATILE: u32 = 1 << 1;
    pub(crate) const RESTRICT: u32 = 1 << 2;
    pub(crate) const READ_ONLY: u32 = 1 << 3;
    pub(crate) const WRITE_ONLY: u32 = 1 << 4;
    pub(crate) const DEVICE_COHERENT: u32 = 1 << 5;
    pub(crate) const QUEUE_FAMILY_COHERENT: u32 = 1 << 6;
    pub(crate) const WORKGROUP_COHERENT: u32 = 1 << 7;
    pub(crate) const SUBGROUP_COHERENT: u32 = 1 << 8;
    pub(crate) const SHADER_CALL_COHERENT: u32 = 1 << 9;
    pub(crate) const NON_PRIVATE: u32 = 1 << 10;
    pub(crate) const INVARIANT: u32 = 1 << 11;
    pub(crate) const PRECISE: u32 = 1 << 12;
    pub(crate) const PATCH: u32 = 1 << 13;
    /// `perprimitiveEXT`, `perprimitiveNV`
    pub(crate) const PER_PRIMITIVE: u32 = 1 << 14;
    /// `pervertexEXT`, `pervertexNV`
    pub(crate) const PER_VERTEX: u32 = 1 << 15;
    /// `perviewNV`
    pub(crate) const PER_VIEW: u32 = 1 << 16;
    /// `taskNV`
    pub(crate) const PER_TASK: u32 = 1 << 17;
    pub(crate) const NON_UNIFORM: u32 = 1 << 18;
    pub(crate) const SUBROUTINE: u32 = 1 << 19;
    pub(crate) const NON_TEMPORAL: u32 = 1 << 20;
}

/// Qualifiers of a declaration but for its storage. Words of `layout(…)` are in [`Layout`].
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Qualifiers {
    pub(crate) precision: Precision,
    pub(crate) interpolation: Option<Interpolation>,
    pub(crate) sampling: Option<Sampling>,
    /// Bits of [`flag`].
    pub(crate) flags: u32,
    /// Boxed: most declarations have none.
    pub(crate) layout: Option<Box<Layout>>,
    /// Subroutine types in `subroutine(…)`.
    pub(crate) subroutines: Vec<Word>,
}

impl Qualifiers {
    pub(crate) fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// Words of `layout(…)`, all absent if there is none.
    pub(crate) fn layout(&self) -> &Layout {
        static NONE: std::sync::LazyLock<Layout> = std::sync::LazyLock::new(Layout::default);
        self.layout.as_deref().unwrap_or(&NONE)
    }

    /// Words of `layout(…)`, to be changed.
    pub(crate) fn layout_mut(&mut self) -> &mut Layout {
        self.layout.get_or_insert_default()
    }
}

/// Words of `layout(…)` that a variable or a member can have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    pub(crate) location: Option<u32>,
    pub(crate) component: Option<u32>,
    /// Second source of a blend, or the index of a subroutine.
    pub(crate) index: Option<u32>,
    pub(crate) set: Option<u32>,
    pub(crate) binding: Option<u32>,
    pub(crate) offset: Option<u32>,
    pub(crate) align: Option<u32>,
    pub(crate) packing: Option<Packing>,
    pub(crate) matrix: Option<MatrixLayout>,
    /// SPIR-V `ImageFormat`.
    pub(crate) format: Option<u32>,
    pub(crate) xfb_buffer: Option<u32>,
    pub(crate) xfb_stride: Option<u32>,
    pub(crate) xfb_offset: Option<u32>,
    pub(crate) stream: Option<u32>,
    pub(crate) input_attachment_index: Option<u32>,
    pub(crate) constant_id: Option<u32>,
    pub(crate) buffer_reference_align: Option<u32>,
    /// `descriptor_heap`: the array is the heap of the device, read as descriptors of its type.
    pub(crate) is_heap: bool,
    /// `descriptor_stride`: bytes from one of them to the next.
    pub(crate) descriptor_stride: Option<u32>,
    /// `descriptor_size`: bytes of a descriptor in a heap block.
    pub(crate) descriptor_size: Option<u32>,
    /// `heap_offset`: where in the heap a heap block begins, an integer.
    pub(crate) heap_offset: Option<ExpressionId>,
    /// `secondary_view_offset` of GL_NV_stereo_view_rendering.
    pub(crate) secondary_view_offset: Option<u32>,
    /// `spirv_storage_class(NUMBER)`
    pub(crate) storage_class: Option<u32>,
    /// Words without a value, as they are written, that have no field of their own: `passthrough`, `blend_support_…`; of
    /// parameters `spirv_by_reference` and `spirv_literal`.
    pub(crate) other: Vec<&'static str>,
    /// `spirv_decorate` and its kin: SPIR-V decoration with literal operands.
    pub(crate) decorations: Vec<(u32, Vec<u32>)>,
    /// `spirv_decorate_id`: SPIR-V decoration with variables and constant expressions as operands.
    pub(crate) decoration_ids: Vec<(u32, Vec<ExpressionId>)>,
}

/// Rules by which members of a block are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum Packing {
    /// No choice of the text: placed as std140.
    Shared,
    Packed,
    Std140,
    Std430,
    Scalar,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub(crate) enum MatrixLayout {
    RowMajor,
    ColumnMajor,
}
