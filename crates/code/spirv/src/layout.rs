//! Sizes, alignments and offsets of values in blocks, by the layouts that languages name.
//!
//! Sources: the OpenGL 4.6 core specification, section 7.6.2.2, for `std140` and `std430`; `GL_EXT_scalar_block_layout` for
//! `scalar`; the WGSL specification, sections on alignment and size and on address space layout constraints.
//!
//! ```
//! use glassbox_spirv::layout::{Packing, Structure};
//!
//! // struct { float a; vec3 b; float c[2]; }
//! let packing = Packing::Std140;
//! let mut members = Structure::new(packing);
//! let float = packing.vector(4, 1);
//! let offsets = [float, packing.vector(4, 3), packing.array(float, 2)].map(|extent| members.add(extent));
//! assert_eq!(offsets, [0, 16, 32]);
//! assert_eq!(members.extent().size, 64);
//! ```

/// A layout. Sizes saturate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Packing {
    /// `std140`: vectors are aligned to powers of two; arrays, matrices and structures to 16 bytes at least.
    Std140,
    /// `std430`: as `std140`, without the 16 bytes.
    Std430,
    /// `scalar`: everything is aligned as its largest scalar, and structures end with their last member.
    Scalar,
    /// Uniform buffers of WGSL: as `std140`, but matrices are aligned as their columns.
    Wgsl,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extent {
    /// Base alignment.
    pub align: u64,
    /// Size, with the padding in it that nothing else may use.
    pub size: u64,
}

/// The next multiple of an alignment; one of 0 or 1 changes nothing.
pub const fn aligned(offset: u64, align: u64) -> u64 {
    if align <= 1 { offset } else { offset.div_ceil(align).saturating_mul(align) }
}

impl Packing {
    /// Name in GLSL, which lacks the one of WGSL.
    pub const fn name(self) -> &'static str {
        match self {
            Packing::Std140 => "std140",
            Packing::Std430 => "std430",
            Packing::Scalar => "scalar",
            Packing::Wgsl => "wgsl",
        }
    }

    /// A vector of scalars of `scalar` bytes; a scalar for a count of 1. Longer ones than of four are aligned as those.
    pub const fn vector(self, scalar: u64, count: u64) -> Extent {
        let unit = match (self, count) {
            (Packing::Scalar, _) | (_, 0 | 1) => 1,
            (_, 2) => 2,
            _ => 4,
        };
        Extent { align: scalar.saturating_mul(unit), size: scalar.saturating_mul(count) }
    }

    /// Bytes from a column of a matrix to the next, for columns of `count` scalars; of rows, if those are stored together.
    pub const fn matrix_stride(self, scalar: u64, count: u64) -> u64 {
        let vector = self.vector(scalar, count);
        match self {
            Packing::Std140 => aligned(vector.align, MINIMUM),
            Packing::Std430 | Packing::Wgsl => vector.align,
            Packing::Scalar => vector.size,
        }
    }

    /// A matrix of `vectors` columns, or rows, of `count` scalars each.
    pub const fn matrix(self, scalar: u64, [vectors, count]: [u64; 2]) -> Extent {
        let stride = self.matrix_stride(scalar, count);
        let align = match self {
            Packing::Scalar => scalar,
            _ => stride,
        };
        Extent { align, size: stride.saturating_mul(vectors) }
    }

    /// Bytes from an element of an array to the next.
    pub const fn array_stride(self, element: Extent) -> u64 {
        aligned(element.size, self.outer(element.align))
    }

    /// An array.
    pub const fn array(self, element: Extent, count: u64) -> Extent {
        let stride = self.array_stride(element);
        let size = match (self, count.checked_sub(1)) {
            // What follows may stand in the padding of the last element.
            (Packing::Scalar, Some(before)) => stride.saturating_mul(before).saturating_add(element.size),
            _ => stride.saturating_mul(count),
        };
        Extent { align: self.outer(element.align), size }
    }

    /// Alignment of arrays and structures of what has an alignment.
    const fn outer(self, align: u64) -> u64 {
        match self {
            Packing::Std140 | Packing::Wgsl => aligned(if align == 0 { 1 } else { align }, MINIMUM),
            Packing::Std430 | Packing::Scalar => align,
        }
    }
}

/// Least alignment of arrays and structures, where there is one.
const MINIMUM: u64 = 16;

/// The members of a structure or block, placed one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Structure {
    packing: Packing,
    align: u64,
    /// Where the last member ends.
    next: u64,
    /// Where the members end.
    end: u64,
}

impl Structure {
    /// Without members so far.
    pub const fn new(packing: Packing) -> Structure {
        Structure { packing, align: packing.outer(1), next: 0, end: 0 }
    }

    /// The offset that a member would have.
    pub const fn offset(&self, member: Extent) -> u64 {
        aligned(self.next, member.align)
    }

    /// Adds a member, and gives its offset.
    pub const fn add(&mut self, member: Extent) -> u64 {
        let offset = self.offset(member);
        self.add_at(offset, member);
        offset
    }

    /// Adds a member whose offset is stated.
    pub const fn add_at(&mut self, offset: u64, member: Extent) {
        self.next = offset.saturating_add(member.size);
        if self.next > self.end {
            self.end = self.next;
        }
        if member.align > self.align {
            self.align = member.align;
        }
    }

    /// Where the last member ends.
    pub const fn next(&self) -> u64 {
        self.next
    }

    /// Sets where the next member may begin.
    pub const fn move_to(&mut self, offset: u64) {
        self.next = offset;
    }

    /// Size and alignment of the whole.
    pub const fn extent(&self) -> Extent {
        let align = self.packing.outer(self.align);
        let size = match self.packing {
            Packing::Scalar => self.end,
            _ => aligned(self.end, align),
        };
        Extent { align, size }
    }
}
