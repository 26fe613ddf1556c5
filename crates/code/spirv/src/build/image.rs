//! Lists image operands in the order of their bits.

use super::value::image_operands as bits;
use super::{Id, Operand};

/// Operands of an image instruction besides those that it always has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ImageOperands {
    /// Added to the implicit level of detail.
    pub bias: Option<Id>,
    /// Level of detail.
    pub lod: Option<Id>,
    /// Derivatives of the coordinate in x and y.
    pub grad: Option<[Id; 2]>,
    /// Constant offset in texels.
    pub const_offset: Option<Id>,
    /// Offset in texels.
    pub offset: Option<Id>,
    /// Constant array of the offsets of a gather.
    pub const_offsets: Option<Id>,
    /// Sample of a multisampled image.
    pub sample: Option<Id>,
    /// Smallest level of detail.
    pub min_lod: Option<Id>,
    /// Scope of availability of a write.
    pub available: Option<Id>,
    /// Scope of visibility of a read.
    pub visible: Option<Id>,
    /// Array of the offsets of a gather.
    pub offsets: Option<Id>,
    /// Bits of [`value::image_operands`](super::value::image_operands) without operands, such as `SignExtend`.
    pub flags: u32,
}

impl ImageOperands {
    /// Mask and ids; nothing if there are none.
    pub fn operands(&self) -> Vec<Operand> {
        let single = |id: Option<Id>| [id, None];
        let parts = [
            (bits::BIAS, single(self.bias)),
            (bits::LOD, single(self.lod)),
            (bits::GRAD, self.grad.map_or([None; 2], |grad| grad.map(Some))),
            (bits::CONST_OFFSET, single(self.const_offset)),
            (bits::OFFSET, single(self.offset)),
            (bits::CONST_OFFSETS, single(self.const_offsets)),
            (bits::SAMPLE, single(self.sample)),
            (bits::MIN_LOD, single(self.min_lod)),
            (bits::MAKE_TEXEL_AVAILABLE, single(self.available)),
            (bits::MAKE_TEXEL_VISIBLE, single(self.visible)),
            (bits::OFFSETS, single(self.offsets)),
        ];
        let used = parts.iter().filter(|(_, ids)| ids[0].is_some());
        let mask = used.fold(self.flags, |mask, (bit, _)| mask | bit);
        if mask == 0 {
            return Vec::new();
        }
        let ids = parts.into_iter().flat_map(|(_, ids)| ids).flatten();
        [Operand::Literal(mask)].into_iter().chain(ids.map(Id::operand)).collect()
    }
}
