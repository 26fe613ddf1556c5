//! Images and attachments that are read and written by texel.

use glassbox_spirv::build::value::{capability, image_operands, storage_class};
use glassbox_spirv::build::{Id, ImageOperands, op};

use super::super::{Chain, Emitter};
use super::Call;
use super::sparse::Residency;
use crate::model::{ExpressionId, flag};
use crate::types::{ImageKind, Type};
use crate::vocabulary::functions::Intrinsic;

/// Qualifiers that make what others write visible.
const COHERENT: u32 = flag::COHERENT
    | flag::VOLATILE
    | flag::DEVICE_COHERENT
    | flag::QUEUE_FAMILY_COHERENT
    | flag::WORKGROUP_COHERENT
    | flag::SUBGROUP_COHERENT
    | flag::SHADER_CALL_COHERENT;

/// An image that is accessed, and where.
struct Access {
    kind: ImageKind,
    place: Chain,
    /// Number of the argument behind the coordinate and sample.
    next: usize,
}

impl Emitter<'_> {
    pub(super) fn image(&mut self, call: Call<'_>) -> Option<Id> {
        Some(match call.intrinsic {
            Intrinsic::ImageLoad | Intrinsic::ImageLoadLodAMD => self.image_load(call)?,
            Intrinsic::ImageStore | Intrinsic::ImageStoreLodAMD => self.image_store(call)?,
            Intrinsic::SparseImageLoad | Intrinsic::SparseImageLoadLodAMD => self.sparse_image_load(call)?,
            Intrinsic::SubpassLoad => self.subpass_load(call)?,
            Intrinsic::SparseTexelsResident => self.residency_test(call)?,
            _ => return self.image_atomic(call),
        })
    }

    fn image_load(&mut self, call: Call<'_>) -> Option<Id> {
        let access = self.access(call)?;
        let operands = [self.load(&access.place), self.argument(call, 1)];
        let image = self.image_operands(call, &access, false);
        self.need_format(&access, capability::STORAGE_IMAGE_READ_WITHOUT_FORMAT);
        let ty = self.ty(call.ty);
        Some(self.module.image_value(op::IMAGE_READ, ty, &operands, &image))
    }

    fn image_store(&mut self, call: Call<'_>) -> Option<Id> {
        let access = self.access(call)?;
        let image = self.load(&access.place);
        let coordinate = self.argument(call, 1);
        let operands = self.image_operands(call, &access, true);
        let texel = self.argument(call, access.next);
        self.need_format(&access, capability::STORAGE_IMAGE_WRITE_WITHOUT_FORMAT);
        self.module.image_write(image, coordinate, texel, &operands);
        Some(self.module.id())
    }

    fn sparse_image_load(&mut self, call: Call<'_>) -> Option<Id> {
        let access = self.access(call)?;
        let operands = [self.load(&access.place), self.argument(call, 1)];
        let image = self.image_operands(call, &access, false);
        self.need_format(&access, capability::STORAGE_IMAGE_READ_WITHOUT_FORMAT);
        let texel: ExpressionId = *call.arguments.get(access.next)?;
        let opcode = op::IMAGE_SPARSE_READ;
        Some(self.sparse(Residency { call, opcode, operands: &operands, image: &image, texel }))
    }

    fn subpass_load(&mut self, call: Call<'_>) -> Option<Id> {
        let kind = self.image_kind(call)?;
        let image = self.argument(call, 0);
        let zero = self.constant(Type::Vector(crate::types::Scalar::Int, 2), &[0, 0]);
        let mut operands = ImageOperands { flags: self.sign_of(kind), ..ImageOperands::default() };
        if kind.is_multisampled {
            operands.sample = Some(self.argument(call, 1));
        }
        let ty = self.ty(call.ty);
        Some(self.module.image_value(op::IMAGE_READ, ty, &[image, zero], &operands))
    }

    fn access(&mut self, call: Call<'_>) -> Option<Access> {
        let kind = self.image_kind(call)?;
        let place = self.place(*call.arguments.first()?);
        let next = if kind.is_multisampled || has_level(call) { 3 } else { 2 };
        Some(Access { kind, place, next })
    }

    fn image_operands(&mut self, call: Call<'_>, access: &Access, is_write: bool) -> ImageOperands {
        let mut operands = ImageOperands { flags: self.sign_of(access.kind), ..ImageOperands::default() };
        if access.kind.is_multisampled {
            operands.sample = Some(self.argument(call, 2));
        }
        if has_level(call) {
            operands.lod = Some(self.argument(call, 2));
            self.module.capability(capability::IMAGE_READ_WRITE_LOD_AMD);
            self.module.extension("SPV_AMD_shader_image_load_store_lod");
        }
        if !self.uses_vulkan_memory() {
            return operands;
        }
        let flags = access.place.flags;
        if flags & COHERENT != 0 {
            let scope = self.memory_scope(flags);
            let scope = Some(self.module.constant_uint(scope));
            if is_write {
                operands.available = scope;
            } else {
                operands.visible = scope;
            }
        }
        let others = [
            (COHERENT | flag::NON_PRIVATE, image_operands::NON_PRIVATE_TEXEL),
            (flag::VOLATILE, image_operands::VOLATILE_TEXEL),
            (flag::NON_TEMPORAL, image_operands::NONTEMPORAL),
        ];
        for (_, bit) in others.into_iter().filter(|(wanted, _)| flags & wanted != 0) {
            operands.flags |= bit;
        }
        operands
    }

    fn need_format(&mut self, access: &Access, capability: u32) {
        if access.place.format == 0 {
            self.module.capability(capability);
        }
    }

    /// A pointer to a texel, for atomic operations: with the number of the argument behind the sample.
    pub(super) fn texel_pointer(&mut self, call: Call<'_>, texel: Type) -> Option<(Id, u32, usize)> {
        let access = self.access(call)?;
        let image = self.pointer(&access.place);
        let coordinate = self.argument(call, 1);
        let sample =
            if access.kind.is_multisampled { self.argument(call, 2) } else { self.module.constant_uint(0) };
        let ty = self.ty(texel);
        let ty = self.module.pointer(storage_class::IMAGE, ty);
        let pointer = if access.place.heap.is_some() {
            let image_type = self.pointee_type(&access.place);
            let ty = self.untyped_pointer(storage_class::IMAGE);
            self.module.value(
                op::UNTYPED_IMAGE_TEXEL_POINTER_EXT,
                ty,
                &[image_type, image, coordinate, sample],
            )
        } else {
            self.module.value(op::IMAGE_TEXEL_POINTER, ty, &[image, coordinate, sample])
        };
        if access.place.is_nonuniform {
            self.decorate_nonuniform(pointer);
        }
        Some((pointer, access.place.flags, access.next))
    }
}

/// Whether an argument says the level of detail.
fn has_level(call: Call<'_>) -> bool {
    matches!(
        call.intrinsic,
        Intrinsic::ImageLoadLodAMD | Intrinsic::ImageStoreLodAMD | Intrinsic::SparseImageLoadLodAMD
    )
}
