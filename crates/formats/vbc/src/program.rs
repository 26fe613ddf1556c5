//! The model: one graphics program with its reflection and its modules.

use std::borrow::Cow;

use glassbox_core::record::Records;

use crate::raw::{
    BaseType, Binding, DEFAULT_TABLES, InterfaceRecord, Object40, Object48, Rank, ShaderType, StageMask,
    SubpassInput, TexelType, VERSION,
};

/// A program as the released layout stores it. Padding bytes are part of the records, so nothing is lost.
#[derive(Clone, PartialEq, Debug)]
pub struct Program<'a> {
    /// Format version.
    pub version: u8,
    /// Kind of program.
    pub shader_type: ShaderType,
    /// Sizes of the descriptor tables, in the order of the bindings of set 0: combined image samplers, storage images,
    /// structured buffers, read-only texel buffers, read-write texel buffers.
    pub tables: [u16; 5],
    /// Vertex inputs.
    pub inputs: Records<'a, InterfaceRecord>,
    /// Fragment outputs.
    pub outputs: Records<'a, InterfaceRecord>,
    /// Bindings.
    pub bindings: Records<'a, Binding>,
    /// The uniform block, if the source declares one.
    pub uniform: Option<Uniform<'a>>,
    /// Subpass inputs; the index is the place in the list.
    pub subpass_inputs: Records<'a, SubpassInput>,
    /// SPIR-V modules in stage order, as [`STAGES`](crate::stage::STAGES) lists them.
    pub modules: [Option<Cow<'a, [u8]>>; 5],
}

impl Default for Program<'_> {
    fn default() -> Self {
        Program {
            version: VERSION,
            shader_type: ShaderType::GRAPHICS,
            tables: DEFAULT_TABLES,
            inputs: Records::default(),
            outputs: Records::default(),
            bindings: Records::default(),
            uniform: None,
            subpass_inputs: Records::default(),
            modules: Default::default(),
        }
    }
}

/// The uniform block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Uniform<'a> {
    /// Size, bytes; not zero in a file.
    pub size: u16,
    /// Stages that use it in the source; none for a block that is declared only.
    pub stages: StageMask,
    /// Members in the order of the structure.
    pub members: Vec<Member<'a>>,
}

/// A member of the uniform block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Member<'a> {
    /// Name, without a terminator.
    pub name: Cow<'a, [u8]>,
    /// Offset inside the block, bytes.
    pub offset: u16,
    /// Base type: boolean or a number.
    pub base_type: BaseType,
    /// Components of a vector, rows of a matrix ("dim 0").
    pub rows: u8,
    /// 1, or columns of a matrix ("dim 1").
    pub columns: u8,
    /// Number of array elements, 1 when it is no array.
    pub array_size: u8,
}

impl Member<'_> {
    /// Bytes that the member takes in the block under scalar layout.
    pub fn size(&self) -> u32 {
        4 * u32::from(self.rows) * u32::from(self.columns) * u32::from(self.array_size)
    }

    /// Bytes that the member's description takes in the file.
    pub fn stored_size(&self) -> u64 {
        7 + self.name.len() as u64
    }
}

/// What the last four bytes of a binding mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A structured buffer.
    Buffer {
        /// Bytes of one element.
        element_size: u16,
        /// Zero.
        padding: [u8; 2],
    },
    /// A sampler, image or texel buffer.
    Texel {
        /// Shape.
        rank: Rank,
        /// Numeric class of the texels.
        texel_type: TexelType,
        /// Bytes of one component.
        component_size: u8,
        /// Number of components.
        components: u8,
    },
    /// The base type says neither.
    Unknown([u8; 4]),
}

impl Binding {
    /// What the last four bytes mean.
    pub fn shape(&self) -> Detail {
        let [a, b, c, d] = self.detail;
        if self.base_type.is_buffer() {
            Detail::Buffer {
                element_size: u16::from_le_bytes([a, b]),
                padding: [c, d],
            }
        } else if self.base_type.is_texel() {
            Detail::Texel {
                rank: Rank(a),
                texel_type: TexelType(b),
                component_size: c,
                components: d,
            }
        } else {
            Detail::Unknown(self.detail)
        }
    }

    /// A structured buffer.
    pub fn buffer(slot: u8, base_type: BaseType, stages: StageMask, element_size: u16) -> Binding {
        let [a, b] = element_size.to_le_bytes();
        Binding {
            slot,
            base_type,
            stages,
            detail: [a, b, 0, 0],
        }
    }

    /// A sampler, image or texel buffer; `format` is texel type, bytes of a component, number of components.
    pub fn texel(
        slot: u8,
        base_type: BaseType,
        stages: StageMask,
        rank: Rank,
        format: (TexelType, u8, u8),
    ) -> Binding {
        Binding {
            slot,
            base_type,
            stages,
            detail: [rank.0, format.0.0, format.1, format.2],
        }
    }
}

impl InterfaceRecord {
    /// A record without padding.
    pub fn new(location: u8, base_type: BaseType, rows: u8, columns: u8, array_size: u8) -> InterfaceRecord {
        InterfaceRecord {
            location,
            base_type,
            rows,
            columns,
            array_size,
            padding: [0; 3],
        }
    }

    /// How many locations the variable takes: one for each column of each array element.
    pub fn locations(&self) -> u32 {
        u32::from(self.columns) * u32::from(self.array_size)
    }
}

/// A step of reading a released file; reading stops at one when the file is damaged.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Step {
    /// Number of vertex inputs.
    InputCount,
    /// Vertex inputs.
    Inputs,
    /// Number of fragment outputs.
    OutputCount,
    /// Fragment outputs.
    Outputs,
    /// Number of bindings.
    BindingCount,
    /// Bindings.
    Bindings,
    /// Size of the uniform.
    UniformSize,
    /// Stage mask of the uniform.
    UniformStages,
    /// Number of uniform members.
    MemberCount,
    /// Uniform members.
    Members,
    /// Number of subpass inputs.
    SubpassCount,
    /// Subpass inputs.
    SubpassInputs,
}

/// Counts as a file states them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Vertex inputs.
    pub inputs: u32,
    /// Fragment outputs.
    pub outputs: u32,
    /// Bindings.
    pub bindings: u32,
    /// Uniform members.
    pub members: u32,
    /// Subpass inputs.
    pub subpass_inputs: u32,
}

/// The subpass section of the released compiler: its own objects in place of the records.
#[derive(Clone, PartialEq, Debug)]
pub enum Objects<'a> {
    /// As libstdc++ and Microsoft's library lay them out.
    Wide(Records<'a, Object48>),
    /// As libc++ lays them out.
    Narrow(Records<'a, Object40>),
}

impl Objects<'_> {
    /// Bytes of one object.
    pub fn object_size(&self) -> u64 {
        match self {
            Objects::Wide(_) => 48,
            Objects::Narrow(_) => 40,
        }
    }

    /// Number of objects.
    pub fn len(&self) -> usize {
        match self {
            Objects::Wide(objects) => objects.len(),
            Objects::Narrow(objects) => objects.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The exact bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Objects::Wide(objects) => objects.bytes(),
            Objects::Narrow(objects) => objects.bytes(),
        }
    }

    /// Name of an input, if it is short enough to stand inside its object.
    pub fn name(&self, index: usize) -> Option<String> {
        let bytes = match self {
            Objects::Wide(objects) => {
                let object = objects.get(index)?;
                let length = usize::try_from(object.name_length).ok()?;
                object.name_inline.get(..length).filter(|_| length < 16)?.to_vec()
            }
            Objects::Narrow(objects) => {
                let object = objects.get(index)?;
                let length = usize::from(object.name[0] >> 1);
                if object.name[0] & 1 != 0 {
                    return None;
                }
                object.name.get(1..1 + length)?.to_vec()
            }
        };
        String::from_utf8(bytes).ok()
    }
}

/// What a file holds beyond its program: everything that a reader needs to write the same bytes again.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout<'a> {
    /// Write canonically: outputs by location, padding zero, and nothing that the rules call an error.
    pub canonical: bool,
    /// Lengths in the header, where they are not those of the modules.
    pub lengths: Option<[u16; 5]>,
    /// Counts, where they are not those of the records.
    pub counts: Option<Counts>,
    /// Where reading the reflection stopped.
    pub stop: Option<Step>,
    /// Bytes between that place and the code.
    pub rest: Cow<'a, [u8]>,
    /// Objects in place of the subpass records.
    pub objects: Option<Objects<'a>>,
    /// Bytes behind the last module.
    pub trailing: Cow<'a, [u8]>,
}

impl Layout<'_> {
    /// The canonical layout.
    pub fn canonical() -> Self {
        Layout {
            canonical: true,
            ..Layout::default()
        }
    }
}
