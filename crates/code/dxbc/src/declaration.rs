//! Decodes declarations, as far as reflection needs them.

use crate::names::{
    Dimension, GlobalFlags, InputPrimitive, Interpolation, OperandType, OutputTopology, ReturnType,
    SamplerMode, SystemName, TessellatorDomain, TessellatorOutput, TessellatorPartitioning,
};
use crate::opcode::Opcode;
use crate::operand::{Operand, Selection, Word, number};
use crate::walk::Instruction;

/// Register range of a resource, sampler or constant buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Binding {
    /// Number used by instructions: the register or, from shader model 5.1 on, a separate id.
    pub id: u32,
    /// First register.
    pub lower: u32,
    /// Last register, inclusive; 0xFFFFFFFF if unbounded.
    pub upper: u32,
    /// Register space; 0 before shader model 5.1.
    pub space: u32,
}

/// Content of a resource or UAV.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResourceKind {
    /// Typed texels.
    Typed {
        /// Resource dimension.
        dimension: Dimension,
        /// Samples per texel; 0 if single-sampled or unspecified.
        samples: u32,
        /// Return types of the four components.
        returns: [ReturnType; 4],
    },
    /// Raw bytes.
    Raw,
    /// Structured elements.
    Structured {
        /// Element size in bytes.
        stride: u32,
    },
}

/// UAV flags, from the first word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ViewFlags {
    /// Writes are visible to all groups.
    pub globally_coherent: bool,
    /// Accesses to a pixel keep primitive order.
    pub rasterizer_ordered: bool,
    /// Has a hidden counter.
    pub counter: bool,
}

/// An input or output register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Register {
    /// Type: `v`, `o`, or a specially named register.
    pub operand_type: OperandType,
    /// Register number, if any: the last index; earlier ones count vertices.
    pub number: Option<u32>,
    /// Number of vertices, for input arrays.
    pub vertices: Option<u32>,
    /// Component mask, x in bit 0.
    pub mask: u8,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// `dcl_globalFlags`.
    GlobalFlags(GlobalFlags),
    /// `dcl_constantbuffer`.
    ConstantBuffer {
        /// Register range.
        binding: Binding,
        /// Size in rows of 16 bytes; 0 if unknown.
        rows: u32,
        /// True if dynamically indexed.
        dynamic: bool,
    },
    /// `dcl_sampler`.
    Sampler {
        /// Register range.
        binding: Binding,
        /// Sampler mode.
        mode: SamplerMode,
    },
    /// `dcl_resource`, `dcl_resource_raw`, `dcl_resource_structured`.
    Resource {
        /// Register range.
        binding: Binding,
        /// Content.
        kind: ResourceKind,
    },
    /// `dcl_uav_typed`, `dcl_uav_raw`, `dcl_uav_structured`.
    UnorderedAccessView {
        /// Register range.
        binding: Binding,
        /// Content.
        kind: ResourceKind,
        /// Usage flags.
        flags: ViewFlags,
    },
    /// `dcl_input` and its variants.
    Input {
        /// Declared register.
        register: Register,
        /// System value, if any.
        system: Option<SystemName>,
        /// Interpolation mode of a pixel shader input.
        interpolation: Option<Interpolation>,
    },
    /// `dcl_output` and its variants.
    Output {
        /// Declared register.
        register: Register,
        /// System value, if any.
        system: Option<SystemName>,
    },
    /// `dcl_indexrange`: dynamically indexed registers.
    IndexRange {
        /// First register.
        register: Register,
        /// Number of registers.
        count: u32,
    },
    /// `dcl_temps`: number of temporary registers.
    Temps(u32),
    /// `dcl_indexableTemp`: an array of temporary registers.
    IndexableTemp {
        /// Number of the array.
        number: u32,
        /// Number of registers in it.
        count: u32,
        /// Components per register.
        components: u32,
    },
    /// `dcl_thread_group`: threads along x, y and z.
    ThreadGroup([u32; 3]),
    /// `dcl_tgsm_raw`: raw group-shared memory.
    GroupSharedRaw {
        /// Number of the block.
        number: u32,
        /// Size in bytes.
        size: u32,
    },
    /// `dcl_tgsm_structured`: structured group-shared memory.
    GroupSharedStructured {
        /// Number of the block.
        number: u32,
        /// Element size in bytes.
        stride: u32,
        /// Number of elements.
        count: u32,
    },
    /// `dcl_inputprimitive`.
    InputPrimitive(InputPrimitive),
    /// `dcl_outputtopology`.
    OutputTopology(OutputTopology),
    /// `dcl_maxout`: maximum number of vertices a geometry shader emits.
    MaxOutputVertices(u32),
    /// `dcl_gsinstances`.
    GsInstances(u32),
    /// `dcl_stream`: stream of the following outputs.
    Stream(u32),
    /// `dcl_input_control_point_count`.
    InputControlPoints(u32),
    /// `dcl_output_control_point_count`.
    OutputControlPoints(u32),
    /// `dcl_tessellator_domain`.
    TessellatorDomain(TessellatorDomain),
    /// `dcl_tessellator_partitioning`.
    TessellatorPartitioning(TessellatorPartitioning),
    /// `dcl_tessellator_output_primitive`.
    TessellatorOutput(TessellatorOutput),
    /// `dcl_hs_max_tessfactor`: bits of the float.
    MaxTessellationFactor(u32),
    /// `dcl_hs_fork_phase_instance_count`.
    ForkInstances(u32),
    /// `dcl_hs_join_phase_instance_count`.
    JoinInstances(u32),
    /// `dcl_function_body`: number of an interface function.
    FunctionBody(u32),
    /// `dcl_function_table`.
    FunctionTable {
        /// Number of the table.
        number: u32,
        /// Function numbers.
        bodies: Vec<u32>,
    },
    /// `dcl_interface`.
    Interface {
        /// Interface number.
        number: u32,
        /// Call sites per table.
        call_sites: u32,
        /// Length of the interface array.
        length: u32,
        /// True if dynamically indexed.
        dynamic: bool,
        /// Table numbers.
        tables: Vec<u32>,
    },
}

/// Decodes a declaration; `None` for other instructions and malformed ones.
pub fn declaration(instruction: &Instruction<'_>, has_spaces: bool) -> Option<Declaration> {
    let trailing = instruction.trailing()?;
    let word = |index: usize| trailing.get(index).map(|word| number(*word));
    let operand = || instruction.operand(0);
    let binding = |space: Option<u32>| bound(&operand()?, space, has_spaces);
    let control_points = instruction.bits(11, 6);
    Some(match instruction.opcode {
        Opcode::DCL_GLOBALFLAGS => Declaration::GlobalFlags(GlobalFlags(instruction.bits(11, 13))),
        Opcode::DCL_CONSTANTBUFFER => {
            let dynamic = instruction.bits(11, 1) == 1;
            if has_spaces {
                Declaration::ConstantBuffer { binding: binding(word(1))?, rows: word(0)?, dynamic }
            } else {
                // The second index is the size, not a register.
                Declaration::ConstantBuffer {
                    binding: binding(None)?,
                    rows: operand()?.index(1).unwrap_or(0),
                    dynamic,
                }
            }
        }
        Opcode::DCL_SAMPLER => {
            Declaration::Sampler { binding: binding(word(0))?, mode: SamplerMode(instruction.bits(11, 4)) }
        }
        Opcode::DCL_RESOURCE | Opcode::DCL_RESOURCE_RAW | Opcode::DCL_RESOURCE_STRUCTURED => {
            let (kind, words) = resource(instruction, trailing)?;
            Declaration::Resource { binding: binding(word(words))?, kind }
        }
        Opcode::DCL_UAV_TYPED | Opcode::DCL_UAV_RAW | Opcode::DCL_UAV_STRUCTURED => {
            let (kind, words) = resource(instruction, trailing)?;
            Declaration::UnorderedAccessView {
                binding: binding(word(words))?,
                kind,
                flags: ViewFlags {
                    globally_coherent: instruction.bits(16, 1) == 1,
                    rasterizer_ordered: instruction.bits(17, 1) == 1,
                    counter: instruction.bits(23, 1) == 1,
                },
            }
        }
        Opcode::DCL_INPUT
        | Opcode::DCL_INPUT_SGV
        | Opcode::DCL_INPUT_SIV
        | Opcode::DCL_INPUT_PS
        | Opcode::DCL_INPUT_PS_SGV
        | Opcode::DCL_INPUT_PS_SIV => {
            let pixel = instruction.opcode >= Opcode::DCL_INPUT_PS;
            Declaration::Input {
                register: register(&operand()?),
                system: word(0).map(SystemName),
                interpolation: pixel.then(|| Interpolation(instruction.bits(11, 4))),
            }
        }
        Opcode::DCL_OUTPUT | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV => {
            Declaration::Output { register: register(&operand()?), system: word(0).map(SystemName) }
        }
        Opcode::DCL_INDEXRANGE => {
            Declaration::IndexRange { register: register(&operand()?), count: word(0)? }
        }
        Opcode::DCL_TEMPS => Declaration::Temps(word(0)?),
        Opcode::DCL_INDEXABLETEMP => {
            Declaration::IndexableTemp { number: word(0)?, count: word(1)?, components: word(2)? }
        }
        Opcode::DCL_THREAD_GROUP => Declaration::ThreadGroup([word(0)?, word(1)?, word(2)?]),
        Opcode::DCL_TGSM_RAW => Declaration::GroupSharedRaw { number: operand()?.index(0)?, size: word(0)? },
        Opcode::DCL_TGSM_STRUCTURED => Declaration::GroupSharedStructured {
            number: operand()?.index(0)?,
            stride: word(0)?,
            count: word(1)?,
        },
        Opcode::DCL_INPUTPRIMITIVE => Declaration::InputPrimitive(InputPrimitive(instruction.bits(11, 6))),
        Opcode::DCL_OUTPUTTOPOLOGY => Declaration::OutputTopology(OutputTopology(instruction.bits(11, 7))),
        Opcode::DCL_MAXOUT => Declaration::MaxOutputVertices(word(0)?),
        Opcode::DCL_GSINSTANCES => Declaration::GsInstances(word(0)?),
        Opcode::DCL_STREAM => Declaration::Stream(operand()?.index(0)?),
        Opcode::DCL_INPUT_CONTROL_POINT_COUNT => Declaration::InputControlPoints(control_points),
        Opcode::DCL_OUTPUT_CONTROL_POINT_COUNT => Declaration::OutputControlPoints(control_points),
        Opcode::DCL_TESSELLATOR_DOMAIN => {
            Declaration::TessellatorDomain(TessellatorDomain(instruction.bits(11, 2)))
        }
        Opcode::DCL_TESSELLATOR_PARTITIONING => {
            Declaration::TessellatorPartitioning(TessellatorPartitioning(instruction.bits(11, 3)))
        }
        Opcode::DCL_TESSELLATOR_OUTPUT_PRIMITIVE => {
            Declaration::TessellatorOutput(TessellatorOutput(instruction.bits(11, 3)))
        }
        Opcode::DCL_HS_MAX_TESSFACTOR => Declaration::MaxTessellationFactor(word(0)?),
        Opcode::DCL_HS_FORK_PHASE_INSTANCE_COUNT => Declaration::ForkInstances(word(0)?),
        Opcode::DCL_HS_JOIN_PHASE_INSTANCE_COUNT => Declaration::JoinInstances(word(0)?),
        Opcode::DCL_FUNCTION_BODY => Declaration::FunctionBody(word(0)?),
        Opcode::DCL_FUNCTION_TABLE => {
            Declaration::FunctionTable { number: word(0)?, bodies: numbers(trailing.get(2..)?) }
        }
        Opcode::DCL_INTERFACE => Declaration::Interface {
            number: word(0)?,
            call_sites: word(1)?,
            length: word(2)? >> 16,
            dynamic: instruction.bits(11, 1) == 1,
            tables: numbers(trailing.get(3..)?),
        },
        _ => return None,
    })
}

fn numbers(words: &[Word]) -> Vec<u32> {
    words.iter().map(|word| number(*word)).collect()
}

/// Register range of an operand. Before shader model 5.1 it is one register without a space.
fn bound(operand: &Operand<'_>, space: Option<u32>, has_spaces: bool) -> Option<Binding> {
    let id = operand.index(0)?;
    Some(if has_spaces {
        Binding { id, lower: operand.index(1)?, upper: operand.index(2)?, space: space? }
    } else {
        Binding { id, lower: id, upper: id, space: 0 }
    })
}

/// Content of a resource, and the number of words after the operand that define it.
fn resource(instruction: &Instruction<'_>, trailing: &[Word]) -> Option<(ResourceKind, usize)> {
    let first = trailing.first().map(|word| number(*word));
    Some(match instruction.opcode {
        Opcode::DCL_RESOURCE_RAW | Opcode::DCL_UAV_RAW => (ResourceKind::Raw, 0),
        Opcode::DCL_RESOURCE_STRUCTURED | Opcode::DCL_UAV_STRUCTURED => {
            (ResourceKind::Structured { stride: first? }, 1)
        }
        opcode => {
            let returns = first?;
            let kind = ResourceKind::Typed {
                dimension: Dimension(instruction.bits(11, 5)),
                // In UAVs these bits are usage flags.
                samples: if opcode == Opcode::DCL_RESOURCE { instruction.bits(16, 7) } else { 0 },
                returns: [0, 4, 8, 12].map(|shift| ReturnType(returns >> shift & 15)),
            };
            (kind, 1)
        }
    })
}

fn register(operand: &Operand<'_>) -> Register {
    let dimensions = operand.token.dimensions() as usize;
    Register {
        operand_type: operand.operand_type(),
        number: dimensions.checked_sub(1).and_then(|last| operand.index(last)),
        vertices: if dimensions >= 2 { operand.index(0) } else { None },
        mask: match operand.selection() {
            Selection::Mask(mask) => mask,
            Selection::One(component) => 1 << component,
            Selection::Swizzle(_) => 15,
            Selection::Whole => u8::from(operand.components() == Some(1)),
        },
    }
}
