//! Defines the model: one graphics program with its reflection and its modules.

use std::borrow::Cow;

use glassbox_core::record::Records;

use crate::raw::{
    BaseType, Binding, DEFAULT_TABLES, InterfaceRecord, LibcxxObject, LibstdcxxObject, Rank, ShaderType,
    StageMask, SubpassInput, TexelType, VERSION,
};

/// A program in the released layout. Padding bytes are kept in the records, so the round trip is lossless.
#[derive(Clone, PartialEq, Debug)]
pub struct Program<'a> {
    /// Format version, 1.
    pub version: u8,
    /// Kind of program; only graphics is defined.
    pub shader_type: ShaderType,
    /// Descriptor table sizes, in the order of the bindings of set 0: combined image samplers, storage
    /// images, structured buffers, read-only texel buffers, read-write texel buffers.
    pub tables: [u16; 5],
    /// Vertex inputs, in file order.
    pub inputs: Records<'a, InterfaceRecord>,
    /// Fragment outputs, in file order.
    pub outputs: Records<'a, InterfaceRecord>,
    /// Bindings, in file order.
    pub bindings: Records<'a, Binding>,
    /// The uniform block, if the source declares one.
    pub uniform: Option<Uniform<'a>>,
    /// Subpass inputs, by index.
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
    /// Size in bytes; nonzero in a file.
    pub size: u16,
    /// Stages that use it in the source; empty if it is only declared.
    pub stages: StageMask,
    /// Members in structure order.
    pub members: Vec<Member<'a>>,
}

/// A member of the uniform block.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Member<'a> {
    /// Name without a terminator.
    pub name: Cow<'a, [u8]>,
    /// Offset in the block, in bytes.
    pub offset: u16,
    /// Base type: boolean or a number.
    pub base_type: BaseType,
    /// Components of a vector, rows of a matrix ("dim 0").
    pub rows: u8,
    /// 1, or columns of a matrix ("dim 1").
    pub columns: u8,
    /// Number of array elements; 1 if not an array.
    pub array_size: u8,
}

impl Member<'_> {
    /// Size in the block under scalar layout, in bytes.
    pub fn size(&self) -> u32 {
        4 * u32::from(self.rows) * u32::from(self.columns) * u32::from(self.array_size)
    }

    /// Size of the member's description in the file, in bytes.
    pub fn stored_size(&self) -> u64 {
        7 + self.name.len() as u64
    }
}

/// The last four bytes of a binding, decoded by base type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// A structured buffer.
    Buffer {
        /// Element size in bytes.
        element_size: u16,
        /// Padding; zero.
        padding: [u8; 2],
    },
    /// A sampler, image or texel buffer.
    Texel {
        /// Image dimensionality.
        rank: Rank,
        /// Numeric class of the texels.
        texel_type: TexelType,
        /// Component size in bytes.
        component_size: u8,
        /// Components per texel.
        components: u8,
    },
    /// Undecoded: the base type is neither.
    Unknown([u8; 4]),
}

impl Binding {
    /// Decodes the last four bytes.
    pub fn shape(&self) -> Detail {
        let [a, b, c, d] = self.detail;
        if self.base_type.is_buffer() {
            Detail::Buffer { element_size: u16::from_le_bytes([a, b]), padding: [c, d] }
        } else if self.base_type.is_texel() {
            Detail::Texel { rank: Rank(a), texel_type: TexelType(b), component_size: c, components: d }
        } else {
            Detail::Unknown(self.detail)
        }
    }

    /// Creates a structured buffer binding.
    pub fn buffer(slot: u8, base_type: BaseType, stages: StageMask, element_size: u16) -> Binding {
        let [a, b] = element_size.to_le_bytes();
        Binding { slot, base_type, stages, detail: [a, b, 0, 0] }
    }

    /// Creates a sampler, image or texel buffer binding; `format` is texel type, component size in bytes,
    /// number of components.
    pub fn texel(
        slot: u8,
        base_type: BaseType,
        stages: StageMask,
        rank: Rank,
        format: (TexelType, u8, u8),
    ) -> Binding {
        Binding { slot, base_type, stages, detail: [rank.0, format.0.0, format.1, format.2] }
    }
}

impl InterfaceRecord {
    /// Creates a record with zero padding.
    pub fn new(location: u8, base_type: BaseType, rows: u8, columns: u8, array_size: u8) -> InterfaceRecord {
        InterfaceRecord { location, base_type, rows, columns, array_size, padding: [0; 3] }
    }

    /// Number of locations taken: one for each column of each array element.
    pub fn locations(&self) -> u32 {
        u32::from(self.columns) * u32::from(self.array_size)
    }
}

/// A step of reading a released file; a damaged file stops the reader at one.
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

/// Counts as stated in the file.
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

/// Host objects that the released compiler writes instead of subpass records.
#[derive(Clone, PartialEq, Debug)]
pub enum Objects<'a> {
    /// Layout of libstdc++ and of Microsoft's library.
    Wide(Records<'a, LibstdcxxObject>),
    /// Layout of libc++.
    Narrow(Records<'a, LibcxxObject>),
}

impl Objects<'_> {
    /// Number of objects.
    pub fn len(&self) -> usize {
        match self {
            Objects::Wide(objects) => objects.len(),
            Objects::Narrow(objects) => objects.len(),
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The original bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Objects::Wide(objects) => objects.bytes(),
            Objects::Narrow(objects) => objects.bytes(),
        }
    }

    /// Name of an input, if short enough to be stored inline.
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

/// Offsets of the parts of a released file, in bytes from the start of the window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// Vertex input count.
    pub input_count: u64,
    /// Fragment output count.
    pub output_count: u64,
    /// Binding count.
    pub binding_count: u64,
    /// Uniform size field.
    pub uniform: u64,
    /// First uniform member.
    pub members: u64,
    /// Subpass input count.
    pub subpass_count: u64,
    /// Code of each stage.
    pub code: [u64; 5],
    /// End of the last module.
    pub end: u64,
}

/// File details beyond the program, as needed to write identical bytes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Layout<'a> {
    /// Write canonically: outputs sorted by location, padding zero, errors refused.
    pub canonical: bool,
    /// Header lengths, if they differ from the modules.
    pub lengths: Option<[u16; 5]>,
    /// Counts, if they differ from the records.
    pub counts: Option<Counts>,
    /// Step at which reading the reflection stopped.
    pub stop: Option<Step>,
    /// Bytes between the stop and the code.
    pub rest: Cow<'a, [u8]>,
    /// Host objects stored instead of the subpass records.
    pub objects: Option<Objects<'a>>,
    /// Bytes after the last module.
    pub trailing: Cow<'a, [u8]>,
}

impl Layout<'_> {
    /// The canonical layout.
    pub fn canonical() -> Self {
        Layout { canonical: true, ..Layout::default() }
    }
}
