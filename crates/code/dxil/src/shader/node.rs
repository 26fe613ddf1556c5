//! Reads work-graph nodes: launch mode, inputs and outputs.
//!
//! Source: the modules of the corpus compared with the node tables of `RDAT`.

use super::declare::{Operand, nodes, tags};
use super::view::{MetadataError, Node};

tags! {
    /// Property tags of a node function.
    pub mod tag, NodeShader::property {
        LAUNCH = 13 launch "launch",
        PROGRAM_ENTRY = 14 is_program_entry "isProgramEntry",
        ID = 15 id "nodeId",
        LOCAL_ROOT_ARGUMENTS = 16 local_root_arguments "localRootArguments",
        SHARE_INPUT_OF = 17 share_input_of "shareInputOf",
        DISPATCH_GRID = 18 dispatch_grid "dispatchGrid",
        MAX_RECURSION_DEPTH = 19 max_recursion_depth "maxRecursionDepth",
        INPUTS = 20 inputs "nodeInputs",
        OUTPUTS = 21 outputs "nodeOutputs",
        MAX_DISPATCH_GRID = 22 max_dispatch_grid "maxDispatchGrid",
    }
}

tags! {
    /// Property tags of an input or output.
    pub mod port, Port::property {
        ID = 0 id "id",
        FLAGS = 1 flags "flags",
        RECORD = 2,
        MAX_RECORDS = 3 max_records "maxRecords",
        MAX_RECORDS_SHARED_WITH = 4 max_records_shared_with "maxRecordsSharedWith",
        ARRAY_SIZE = 5 array_size "arraySize",
        ALLOW_SPARSE = 6 allow_sparse "allowSparse",
    }
}

tags! {
    /// Property tags of a record.
    pub mod record, Port::record_property {
        SIZE = 0 record_size "size",
        GRID = 1 grid "grid",
        ALIGNMENT = 2 record_alignment "alignment",
    }
}

nodes! {
    /// Node identity.
    #[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
    pub struct NodeId {
        /// Name, as bytes.
        pub name: Vec<u8> = 0 "name",
        /// Index in a node array.
        pub index: u32 = 1 "index",
    }

    /// Location of the dispatch grid in a record.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct RecordGrid {
        /// Offset in the record in bytes.
        pub offset: u32 = 0 "offset",
        /// Component type, as numbered in DXIL.
        pub component_type: u32 = 1 "componentType",
        /// Number of components, 1 to 3.
        pub components: u32 = 2 "components",
    }
}

/// An input or output of a node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Port {
    /// Node IO flags, as numbered in `RDAT`.
    pub flags: u32,
    /// Record size in bytes.
    pub record_size: u32,
    /// Record alignment in bytes.
    pub record_alignment: u32,
    /// Location of the dispatch grid in a record.
    pub grid: Option<RecordGrid>,
    /// Target node of an output.
    pub id: Option<NodeId>,
    /// Maximum number of records.
    pub max_records: u32,
    /// Index of the output that shares this maximum.
    pub max_records_shared_with: Option<u32>,
    /// Size of an output array.
    pub array_size: u32,
    /// True if nodes of the array may be missing.
    pub allow_sparse: bool,
}

impl Port {
    fn read(node: &Node<'_>) -> Result<Port, Box<MetadataError>> {
        let mut out = Port::default();
        for (tag, place) in node.tags()? {
            if tag == port::RECORD {
                let record = node.expect(place, "record")?;
                for (tag, place) in record.tags()? {
                    out.record_property(&record, tag, place)?;
                }
            } else {
                out.property(node, tag, place)?;
            }
        }
        Ok(out)
    }
}

/// Properties of a node besides its threads.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NodeShader {
    /// Launch mode.
    pub launch: u32,
    /// True if a program may start with it.
    pub is_program_entry: bool,
    /// Name and array index.
    pub id: NodeId,
    /// Index in the local root argument table; -1 for none.
    pub local_root_arguments: i32,
    /// Node whose input it shares.
    pub share_input_of: Option<NodeId>,
    /// Fixed dispatch grid.
    pub dispatch_grid: Option<[u32; 3]>,
    /// Maximum dispatch grid.
    pub max_dispatch_grid: Option<[u32; 3]>,
    /// Maximum recursion depth.
    pub max_recursion_depth: u32,
    /// Input records.
    pub inputs: Vec<Port>,
    /// Output records.
    pub outputs: Vec<Port>,
}

impl Operand for Vec<Port> {
    fn read(node: &Node<'_>, place: usize, name: &str) -> Result<Self, Box<MetadataError>> {
        node.expect(place, name)?.children()?.iter().map(Port::read).collect()
    }
}
