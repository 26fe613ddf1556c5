//! What is remembered while a stage is read.

use super::join::Known;
use super::layout::StageWord;
use crate::model::{At, FunctionId, GlobalId, Layout, Precision, SpirvInstruction, Storage};
use crate::types::Type;
use crate::vocabulary::variables::BlockKind;
use foldhash::{HashMap, HashSet};

/// What declarations leave for those behind them.
#[derive(Debug, Default)]
pub(crate) struct Declared {
    /// `layout(…) uniform;`
    pub(crate) uniform_defaults: Layout,
    /// `layout(…) buffer;`
    pub(crate) buffer_defaults: Layout,
    /// `layout(…) shared;`
    pub(crate) shared_defaults: Layout,
    /// `layout(…) out;`
    pub(crate) output_defaults: Layout,
    /// Default precisions by scope, the innermost last.
    pub(crate) precisions: Vec<Precisions>,
    pub(crate) locations: Locations,
    /// Identifiers of specialization constants.
    pub(crate) constant_ids: HashMap<u32, At>,
    pub(crate) counters: Counters,
    /// Variables whose outermost array is sized by the layout of the stage.
    pub(crate) io_arrays: Vec<GlobalId>,
    /// `#pragma STDGL invariant(all)`
    pub(crate) is_invariant_all: bool,
    /// Functions with expressions of their bodies: from the first to the one behind the last.
    pub(crate) bodies: Vec<(FunctionId, u32, u32)>,
    /// How many of the open braces are those of structures and blocks.
    pub(crate) members_depth: usize,
    /// Whether the members that are being read are those of a heap block.
    pub(crate) is_heap_block: bool,
    /// What is known of the statement that is being read.
    pub(crate) flow: Flow,
    /// Built-in variables, or members of blocks, that the text has redeclared.
    pub(crate) redeclared: HashSet<(GlobalId, Option<u32>)>,
    /// Built-in blocks that the text has redeclared.
    pub(crate) redeclared_blocks: HashSet<BlockKind>,
    /// Members of built-in blocks that the text has left out, by the numbers of their names.
    pub(crate) hidden: HashSet<u32>,
    /// How the shader says that it changes the depth.
    pub(crate) depth: Option<(u32, At)>,
    /// Classes of types whose precision has been found missing.
    pub(crate) has_missing_precision: HashSet<u8>,
    /// Names of blocks with their storage: those of one storage differ.
    pub(crate) block_storages: HashSet<(u32, Storage)>,
    pub(crate) transform_feedback: TransformFeedback,
    /// Blocks of which a stage may have one: the first.
    pub(crate) push_constant: Option<At>,
    pub(crate) shader_record: Option<At>,
    pub(crate) task_block: Option<At>,
    pub(crate) task_payload: Option<At>,
    /// What `spirv_instruction` before the declaration states.
    pub(crate) instruction: Option<SpirvInstruction>,
    /// Functions whose body has been met.
    pub(crate) defined: HashSet<FunctionId>,
    /// Functions that `main` reaches.
    pub(crate) reached: Vec<bool>,
    /// Where words of the layout of the stage are stated first, those of a size by axis.
    pub(crate) stated: HashMap<(std::mem::Discriminant<StageWord>, usize), At>,
    /// Size of a workgroup as it is stated.
    pub(crate) local_size: [Option<u32>; 3],
    /// The first pair of braces of this function whose ends are indented differently, and the last pair.
    pub(crate) uneven_brace: Option<At>,
    pub(crate) last_brace: Option<At>,
    /// Whether a brace that is not closed has been reported.
    pub(crate) is_open_reported: bool,
    /// The first function in a function.
    pub(crate) inner_function: Option<At>,
    pub(crate) post_depth_coverage: Option<At>,
    /// Built-in blocks that are globals.
    pub(crate) built_in_blocks: HashMap<BlockKind, GlobalId>,
    /// What texts before this one declare.
    pub(crate) known: Known,
    /// Whether a text before this one has what is being declared: its places are taken.
    pub(crate) is_known: bool,
    /// Order of interlocks, as a SPIR-V execution mode.
    pub(crate) interlock: Option<u32>,
    /// Whether derivatives are of quads, and of a row otherwise.
    pub(crate) derivative_group: Option<bool>,
}

/// Where a statement stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Flow {
    pub(crate) loops: u32,
    pub(crate) switches: u32,
    /// Whether the innermost braces are those of a `switch`.
    pub(crate) is_in_switch_list: bool,
    /// Whether the function has a `return` with a value.
    pub(crate) has_value: bool,
    /// How many branches, loops and switches stand around it.
    pub(crate) nesting: u32,
}

/// Default precisions that a scope states.
#[derive(Clone, Debug, Default)]
pub(crate) struct Precisions {
    pub(crate) int: Option<Precision>,
    pub(crate) float: Option<Precision>,
    pub(crate) opaque: HashMap<Type, Precision>,
}

/// Locations in use, by kind of interface.
#[derive(Debug, Default)]
pub(crate) struct Locations {
    pub(crate) used: HashMap<(u8, u32), Vec<LocationUse>>,
    pub(crate) ray: HashMap<(u8, u32), At>,
}

/// What uses a location.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocationUse {
    pub(crate) at: At,
    pub(crate) first: u32,
    pub(crate) last: u32,
    pub(crate) index: u32,
    pub(crate) ty: Type,
    /// Interpolation and sampling: what shares a location has to agree.
    pub(crate) style: u32,
}

/// Atomic counters, by binding.
#[derive(Debug, Default)]
pub(crate) struct Counters {
    /// Where the next counter without an offset goes.
    pub(crate) next: HashMap<u32, u32>,
    /// Offsets in use: from, to, by binding.
    pub(crate) used: HashMap<u32, std::collections::BTreeMap<u32, (u32, At)>>,
}

/// Buffers of transform feedback.
#[derive(Debug, Default)]
pub(crate) struct TransformFeedback {
    /// Bytes in use: from, to, by buffer.
    pub(crate) used: HashMap<u32, std::collections::BTreeMap<u32, (u32, At)>>,
    /// Where strides are stated first, by buffer.
    pub(crate) strides: HashMap<u32, At>,
    /// Largest component of a buffer, in bytes.
    pub(crate) widest: HashMap<u32, u32>,
}
