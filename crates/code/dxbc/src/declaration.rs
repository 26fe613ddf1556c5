//! Declarations, decoded as far as reflection needs them.

use crate::names::{
    Dimension, GlobalFlags, InputPrimitive, Interpolation, OperandType, OutputTopology, ReturnType,
    SamplerMode, SystemName, TessellatorDomain, TessellatorOutput, TessellatorPartitioning,
};
use crate::opcode::Opcode;
use crate::operand::{Operand, Selection, Word, number};
use crate::walk::Instruction;

/// The registers that a resource, sampler or constant buffer takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Binding {
    /// Number by which instructions refer to it: its register, from shader model 5.1 on an id of its own.
    pub id: u32,
    /// First register.
    pub lower: u32,
    /// Last register, inclusive; 0xFFFFFFFF for as many as are bound.
    pub upper: u32,
    /// Register space; 0 before shader model 5.1.
    pub space: u32,
}

/// What a resource or an unordered access view holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResourceKind {
    /// Texels of a format.
    Typed {
        /// Shape.
        dimension: Dimension,
        /// Samples of a texel; 0 when there is one or it is not said.
        samples: u32,
        /// What the four components read as.
        returns: [ReturnType; 4],
    },
    /// Bytes.
    Raw,
    /// Structures.
    Structured {
        /// Size of one, bytes.
        stride: u32,
    },
}

/// How an unordered access view is used, bits of the first word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ViewFlags {
    /// Writes are seen by all groups.
    pub globally_coherent: bool,
    /// Accesses of one pixel keep the order of its primitives.
    pub rasterizer_ordered: bool,
    /// It has a hidden counter.
    pub counter: bool,
}

/// A register that goes in or out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Register {
    /// What it is: `v`, `o`, or one of the registers that have a name of their own.
    pub operand_type: OperandType,
    /// Its number, for those that have one: the last index, the others count vertices.
    pub number: Option<u32>,
    /// Vertices, for arrays of inputs.
    pub vertices: Option<u32>,
    /// Components, x in bit 0.
    pub mask: u8,
}

/// A declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Declaration {
    /// `dcl_globalFlags`.
    GlobalFlags(GlobalFlags),
    /// `dcl_constantbuffer`.
    ConstantBuffer {
        /// Registers.
        binding: Binding,
        /// Size in rows of 16 bytes; 0 when it is not known.
        rows: u32,
        /// Whether rows are chosen when the program runs.
        dynamic: bool,
    },
    /// `dcl_sampler`.
    Sampler {
        /// Registers.
        binding: Binding,
        /// How it is used.
        mode: SamplerMode,
    },
    /// `dcl_resource`, `dcl_resource_raw`, `dcl_resource_structured`.
    Resource {
        /// Registers.
        binding: Binding,
        /// What it holds.
        kind: ResourceKind,
    },
    /// `dcl_uav_typed`, `dcl_uav_raw`, `dcl_uav_structured`.
    UnorderedAccessView {
        /// Registers.
        binding: Binding,
        /// What it holds.
        kind: ResourceKind,
        /// How it is used.
        flags: ViewFlags,
    },
    /// `dcl_input` and its kin.
    Input {
        /// The register.
        register: Register,
        /// The system value, if it is one.
        system: Option<SystemName>,
        /// How a pixel shader's input is interpolated.
        interpolation: Option<Interpolation>,
    },
    /// `dcl_output` and its kin.
    Output {
        /// The register.
        register: Register,
        /// The system value, if it is one.
        system: Option<SystemName>,
    },
    /// `dcl_indexrange`: registers that are chosen between when the program runs.
    IndexRange {
        /// The first.
        register: Register,
        /// How many.
        count: u32,
    },
    /// `dcl_temps`: number of temporary registers.
    Temps(u32),
    /// `dcl_indexableTemp`: an array of temporary registers.
    IndexableTemp {
        /// Number of the array.
        number: u32,
        /// Registers in it.
        count: u32,
        /// Components of each.
        components: u32,
    },
    /// `dcl_thread_group`: threads along x, y and z.
    ThreadGroup([u32; 3]),
    /// `dcl_tgsm_raw`: memory of a thread group.
    GroupSharedRaw {
        /// Number of the block.
        number: u32,
        /// Size, bytes.
        size: u32,
    },
    /// `dcl_tgsm_structured`: structures in the memory of a thread group.
    GroupSharedStructured {
        /// Number of the block.
        number: u32,
        /// Size of a structure, bytes.
        stride: u32,
        /// Structures.
        count: u32,
    },
    /// `dcl_inputprimitive`.
    InputPrimitive(InputPrimitive),
    /// `dcl_outputtopology`.
    OutputTopology(OutputTopology),
    /// `dcl_maxout`: most vertices that a geometry shader emits.
    MaxOutputVertices(u32),
    /// `dcl_gsinstances`.
    GsInstances(u32),
    /// `dcl_stream`: number of the stream that the outputs behind it belong to.
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
    /// `dcl_function_body`: number of a function that interfaces call.
    FunctionBody(u32),
    /// `dcl_function_table`.
    FunctionTable {
        /// Number of the table.
        number: u32,
        /// Numbers of the functions in it.
        bodies: Vec<u32>,
    },
    /// `dcl_interface`.
    Interface {
        /// Number of the interface.
        number: u32,
        /// Places in each table.
        call_sites: u32,
        /// Interfaces in the array.
        length: u32,
        /// Whether members of the array are chosen when the program runs.
        dynamic: bool,
        /// Numbers of the tables.
        tables: Vec<u32>,
    },
}

/// Decodes a declaration; `None` for what is no declaration, and for what cannot be read.
pub fn declaration(instruction: &Instruction<'_>, has_spaces: bool) -> Option<Declaration> {
    let trailing = instruction.trailing()?;
    let word = |place: usize| trailing.get(place).map(|word| number(*word));
    let operand = || instruction.operand(0);
    let binding = |space: Option<u32>| bound(&operand()?, space, has_spaces);
    let control_points = instruction.bits(11, 6);
    Some(match instruction.opcode {
        Opcode::DCL_GLOBALFLAGS => Declaration::GlobalFlags(GlobalFlags(instruction.bits(11, 13))),
        Opcode::DCL_CONSTANTBUFFER => {
            let dynamic = instruction.bits(11, 1) == 1;
            match has_spaces {
                true => Declaration::ConstantBuffer {
                    binding: binding(word(1))?,
                    rows: word(0)?,
                    dynamic,
                },
                // The second index is the size, not a register.
                false => Declaration::ConstantBuffer {
                    binding: binding(None)?,
                    rows: operand()?.index(1).unwrap_or(0),
                    dynamic,
                },
            }
        }
        Opcode::DCL_SAMPLER => Declaration::Sampler {
            binding: binding(word(0))?,
            mode: SamplerMode(instruction.bits(11, 4)),
        },
        Opcode::DCL_RESOURCE | Opcode::DCL_RESOURCE_RAW | Opcode::DCL_RESOURCE_STRUCTURED => {
            let (kind, words) = resource(instruction, trailing)?;
            Declaration::Resource {
                binding: binding(word(words))?,
                kind,
            }
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
        Opcode::DCL_OUTPUT | Opcode::DCL_OUTPUT_SGV | Opcode::DCL_OUTPUT_SIV => Declaration::Output {
            register: register(&operand()?),
            system: word(0).map(SystemName),
        },
        Opcode::DCL_INDEXRANGE => Declaration::IndexRange {
            register: register(&operand()?),
            count: word(0)?,
        },
        Opcode::DCL_TEMPS => Declaration::Temps(word(0)?),
        Opcode::DCL_INDEXABLETEMP => Declaration::IndexableTemp {
            number: word(0)?,
            count: word(1)?,
            components: word(2)?,
        },
        Opcode::DCL_THREAD_GROUP => Declaration::ThreadGroup([word(0)?, word(1)?, word(2)?]),
        Opcode::DCL_TGSM_RAW => Declaration::GroupSharedRaw {
            number: operand()?.index(0)?,
            size: word(0)?,
        },
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
        Opcode::DCL_FUNCTION_TABLE => Declaration::FunctionTable {
            number: word(0)?,
            bodies: numbers(trailing.get(2..)?),
        },
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

/// The registers of an operand. Before shader model 5.1 there is one, and no space.
fn bound(operand: &Operand<'_>, space: Option<u32>, has_spaces: bool) -> Option<Binding> {
    let id = operand.index(0)?;
    Some(match has_spaces {
        true => Binding {
            id,
            lower: operand.index(1)?,
            upper: operand.index(2)?,
            space: space?,
        },
        false => Binding {
            id,
            lower: id,
            upper: id,
            space: 0,
        },
    })
}

/// What a resource holds, and how many words behind the operand say so.
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
                // In views these bits say how they are used.
                samples: if opcode == Opcode::DCL_RESOURCE {
                    instruction.bits(16, 7)
                } else {
                    0
                },
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
