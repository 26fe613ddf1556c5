//! Functions of extensions of vendors on textures.

use glassbox_spirv::build::value::{capability, decoration, gather_modes};
use glassbox_spirv::build::{Id, ImageOperands, op};

use super::super::Emitter;
use super::super::chain::Step;
use super::Call;
use crate::model::{ExpressionId, ExpressionKind};
use crate::types::{Scalar, Type};
use crate::vocabulary::functions::Intrinsic;

/// `SPV_QCOM_image_processing`
const PROCESSING: &str = "SPV_QCOM_image_processing";
/// `SPV_QCOM_image_processing2`
const PROCESSING_2: &str = "SPV_QCOM_image_processing2";

impl Emitter<'_> {
    pub(super) fn vendor_texture(&mut self, call: Call<'_>) -> Option<Id> {
        Some(match call.intrinsic {
            Intrinsic::FragmentMaskFetchAMD => self.fragment_fetch(call, op::FRAGMENT_MASK_FETCH_AMD),
            Intrinsic::FragmentFetchAMD => self.fragment_fetch(call, op::FRAGMENT_FETCH_AMD),
            Intrinsic::TextureFootprintNV
            | Intrinsic::TextureFootprintClampNV
            | Intrinsic::TextureFootprintLodNV
            | Intrinsic::TextureFootprintGradNV
            | Intrinsic::TextureFootprintGradClampNV => self.footprint(call),
            _ => return self.processed(call),
        })
    }

    /// Fragments of a multisampled image, by their number.
    fn fragment_fetch(&mut self, call: Call<'_>, opcode: u16) -> Id {
        let mut operands = vec![self.unsampled(call)];
        if let Type::Subpass(_) = self.argument_type(call, 0) {
            operands.push(self.constant(Type::Vector(Scalar::Int, 2), &[0, 0]));
        }
        operands
            .extend((1..call.arguments.len()).map(|index| self.argument(call, index)).collect::<Vec<_>>());
        self.operation(call, opcode, &operands)
    }

    /// Which texels a lookup would read: whether it needs one level alone, and a structure that says which.
    fn footprint(&mut self, call: Call<'_>) -> Id {
        let operands = [self.argument(call, 0), self.argument(call, 1)];
        let mut image = ImageOperands::default();
        let mut next = 2;
        let mut argument = |emitter: &mut Self| {
            next += 1;
            emitter.argument(call, next - 1)
        };
        if call.intrinsic == Intrinsic::TextureFootprintLodNV {
            image.lod = Some(argument(self));
        }
        let has_gradients = matches!(
            call.intrinsic,
            Intrinsic::TextureFootprintGradNV | Intrinsic::TextureFootprintGradClampNV
        );
        if has_gradients {
            image.grad = Some([argument(self), argument(self)]);
        }
        let is_clamped = matches!(
            call.intrinsic,
            Intrinsic::TextureFootprintClampNV | Intrinsic::TextureFootprintGradClampNV
        );
        if is_clamped {
            image.min_lod = Some(argument(self));
            self.module.capability(capability::MIN_LOD);
        }
        let [texture, coordinate] = operands;
        let operands = [texture, coordinate, argument(self), argument(self)];
        let written = call.arguments.get(next).copied();
        if call.arguments.len() > next + 1 {
            image.bias = Some(self.argument(call, next + 1));
        }
        match written {
            Some(written) => self.footprint_of(call, &operands, &image, written),
            None => self.undefined(call.ty),
        }
    }

    fn footprint_of(
        &mut self,
        call: Call<'_>,
        operands: &[Id],
        image: &ImageOperands,
        written: ExpressionId,
    ) -> Id {
        let ty = self.program.expression(written).ty;
        let members: Vec<Type> = self
            .program
            .types
            .as_structure(ty)
            .map(|structure| structure.members.iter().map(|member| member.ty).collect())
            .unwrap_or_default();
        let parts: Vec<Id> = [call.ty].iter().chain(&members).map(|member| self.ty(*member)).collect();
        let result = self.module.structure(&parts);
        let result = self.module.image_value(op::IMAGE_SAMPLE_FOOTPRINT_NV, result, operands, image);
        for (number, member) in members.iter().enumerate() {
            let value = self.extract(result, *member, number as u32 + 1);
            let mut place = self.place(written);
            self.extend(&mut place, Step::Member(number as u32));
            self.store(&place, value);
        }
        self.extract(result, call.ty, 0)
    }

    /// Filters and comparisons of blocks of texels.
    fn processed(&mut self, call: Call<'_>) -> Option<Id> {
        let (opcode, needed, is_second) = match call.intrinsic {
            Intrinsic::TextureWeightedQCOM => {
                (op::IMAGE_SAMPLE_WEIGHTED_QCOM, capability::TEXTURE_SAMPLE_WEIGHTED_QCOM, false)
            }
            Intrinsic::TextureBoxFilterQCOM => {
                (op::IMAGE_BOX_FILTER_QCOM, capability::TEXTURE_BOX_FILTER_QCOM, false)
            }
            Intrinsic::TextureBlockMatchSADQCOM => {
                (op::IMAGE_BLOCK_MATCH_SAD_QCOM, capability::TEXTURE_BLOCK_MATCH_QCOM, false)
            }
            Intrinsic::TextureBlockMatchSSDQCOM => {
                (op::IMAGE_BLOCK_MATCH_SSD_QCOM, capability::TEXTURE_BLOCK_MATCH_QCOM, false)
            }
            Intrinsic::TextureBlockMatchWindowSSDQCOM => {
                (op::IMAGE_BLOCK_MATCH_WINDOW_SSD_QCOM, capability::TEXTURE_BLOCK_MATCH2_QCOM, true)
            }
            Intrinsic::TextureBlockMatchWindowSADQCOM => {
                (op::IMAGE_BLOCK_MATCH_WINDOW_SAD_QCOM, capability::TEXTURE_BLOCK_MATCH2_QCOM, true)
            }
            Intrinsic::TextureBlockMatchGatherSSDQCOM => {
                (op::IMAGE_BLOCK_MATCH_GATHER_SSD_QCOM, capability::TEXTURE_BLOCK_MATCH2_QCOM, true)
            }
            Intrinsic::TextureBlockMatchGatherSADQCOM => {
                (op::IMAGE_BLOCK_MATCH_GATHER_SAD_QCOM, capability::TEXTURE_BLOCK_MATCH2_QCOM, true)
            }
            _ => return None,
        };
        self.module.capability(needed);
        self.module.extension(PROCESSING);
        if is_second {
            self.module.capability(capability::TEXTURE_BLOCK_MATCH_QCOM);
            self.module.extension(PROCESSING_2);
        }
        self.mark_processed(call, needed);
        let operands = self.argument_values(call);
        Some(self.operation(call, opcode, &operands))
    }

    /// Decorates the textures that are weights or blocks.
    fn mark_processed(&mut self, call: Call<'_>, needed: u32) {
        let is_window = matches!(
            call.intrinsic,
            Intrinsic::TextureBlockMatchWindowSSDQCOM | Intrinsic::TextureBlockMatchWindowSADQCOM
        );
        let (marked, mark): (&[usize], u32) = match needed {
            capability::TEXTURE_SAMPLE_WEIGHTED_QCOM => (&[2], decoration::WEIGHT_TEXTURE_QCOM),
            capability::TEXTURE_BOX_FILTER_QCOM => (&[], 0),
            _ => (&[0, 2], decoration::BLOCK_MATCH_TEXTURE_QCOM),
        };
        for argument in marked.iter().filter_map(|index| call.arguments.get(*index)) {
            let parts = match &self.program.expression(*argument).kind {
                ExpressionKind::Construct(parts) => parts.clone(),
                _ => vec![*argument, *argument],
            };
            let [texture, sampler] = parts[..] else { continue };
            self.mark_texture(texture, mark);
            if is_window {
                self.mark_texture(sampler, decoration::BLOCK_MATCH_SAMPLER_QCOM);
            }
        }
    }

    /// Decorates a variable, once.
    fn mark_texture(&mut self, texture: ExpressionId, mark: u32) {
        if self.is_place(texture) {
            let base = self.place(texture).base;
            if self.marked.insert((base, mark)) {
                self.module.decorate(base, mark, &[]);
            }
        }
    }

    /// The operand for a mode of gathering, with what it needs.
    pub(super) fn declared_gather_mode(&mut self, mode: u32) -> Id {
        let needed = if mode == gather_modes::GATHER4X1_QCOM {
            capability::IMAGE_GATHER_LINEAR_QCOM
        } else {
            capability::IMAGE_GATHER_EXTENDED_MODES_QCOM
        };
        self.module.capability(needed);
        self.module.extension("SPV_QCOM_image_processing3");
        self.int(mode as i32)
    }
}

/// Which texels a function gathers that does not gather the four around a point.
pub(super) fn gather_mode(intrinsic: Intrinsic) -> Option<u32> {
    Some(match intrinsic {
        Intrinsic::TextureGather4x1QCOM | Intrinsic::TextureGather4x1OffsetQCOM => {
            gather_modes::GATHER4X1_QCOM
        }
        Intrinsic::TextureGatherDQCOM | Intrinsic::TextureGatherDOffsetQCOM => gather_modes::GATHER_D_QCOM,
        Intrinsic::TextureGatherH2QCOM | Intrinsic::TextureGatherH2OffsetQCOM => gather_modes::GATHER_H2_QCOM,
        Intrinsic::TextureGatherV2QCOM | Intrinsic::TextureGatherV2OffsetQCOM => gather_modes::GATHER_V2_QCOM,
        _ => return None,
    })
}
