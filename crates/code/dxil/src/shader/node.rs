//! Reads work-graph nodes: launch mode, inputs and outputs.
//!
//! Source: the modules of the corpus compared with the node tables of `RDAT`.

use super::view::{MetadataError, Node, threads};

/// Property tags of a node function.
mod tag {
    pub(super) const LAUNCH: u32 = 13;
    pub(super) const PROGRAM_ENTRY: u32 = 14;
    pub(super) const ID: u32 = 15;
    pub(super) const LOCAL_ROOT_ARGUMENTS: u32 = 16;
    pub(super) const SHARE_INPUT_OF: u32 = 17;
    pub(super) const DISPATCH_GRID: u32 = 18;
    pub(super) const MAX_RECURSION_DEPTH: u32 = 19;
    pub(super) const INPUTS: u32 = 20;
    pub(super) const OUTPUTS: u32 = 21;
    pub(super) const MAX_DISPATCH_GRID: u32 = 22;
}

/// Property tags of an input or output.
mod port {
    pub(super) const ID: u32 = 0;
    pub(super) const FLAGS: u32 = 1;
    pub(super) const RECORD: u32 = 2;
    pub(super) const MAX_RECORDS: u32 = 3;
    pub(super) const MAX_RECORDS_SHARED_WITH: u32 = 4;
    pub(super) const ARRAY_SIZE: u32 = 5;
    pub(super) const ALLOW_SPARSE: u32 = 6;
}

/// Property tags of a record.
mod record {
    pub(super) const SIZE: u32 = 0;
    pub(super) const GRID: u32 = 1;
    pub(super) const ALIGNMENT: u32 = 2;
}

/// Node identity.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct NodeId {
    /// Name, as bytes.
    pub name: Vec<u8>,
    /// Index in a node array.
    pub index: u32,
}

impl NodeId {
    fn read(node: &Node<'_, '_, '_>) -> Result<NodeId, Box<MetadataError>> {
        Ok(NodeId {
            name: node.text(0, "name")?,
            index: node.word(1, "index")?,
        })
    }
}

/// Location of the dispatch grid in a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordGrid {
    /// Offset in the record in bytes.
    pub offset: u32,
    /// Component type, as numbered in DXIL.
    pub component_type: u32,
    /// Number of components, 1 to 3.
    pub components: u32,
}

impl RecordGrid {
    fn read(grid: &Node<'_, '_, '_>) -> Result<RecordGrid, Box<MetadataError>> {
        Ok(RecordGrid {
            offset: grid.word(0, "offset")?,
            component_type: grid.word(1, "componentType")?,
            components: grid.word(2, "components")?,
        })
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
    fn read(node: &Node<'_, '_, '_>) -> Result<Port, Box<MetadataError>> {
        let mut out = Port::default();
        for (tag, place) in node.tags()? {
            match tag {
                port::ID => out.id = Some(NodeId::read(&node.expect(place, "id")?)?),
                port::FLAGS => out.flags = node.word(place, "flags")?,
                port::MAX_RECORDS => out.max_records = node.word(place, "maxRecords")?,
                port::MAX_RECORDS_SHARED_WITH => {
                    out.max_records_shared_with = Some(node.word(place, "maxRecordsSharedWith")?);
                }
                port::ARRAY_SIZE => out.array_size = node.word(place, "arraySize")?,
                port::ALLOW_SPARSE => out.allow_sparse = node.flag(place, "allowSparse")?,
                port::RECORD => out.read_record(&node.expect(place, "record")?)?,
                _ => {}
            }
        }
        Ok(out)
    }

    fn read_record(&mut self, record: &Node<'_, '_, '_>) -> Result<(), Box<MetadataError>> {
        for (tag, place) in record.tags()? {
            match tag {
                record::SIZE => self.record_size = record.word(place, "size")?,
                record::ALIGNMENT => self.record_alignment = record.word(place, "alignment")?,
                record::GRID => self.grid = Some(RecordGrid::read(&record.expect(place, "grid")?)?),
                _ => {}
            }
        }
        Ok(())
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

impl NodeShader {
    /// Reads a property of the function.
    pub(super) fn property(
        &mut self,
        node: &Node<'_, '_, '_>,
        tag: u32,
        place: usize,
    ) -> Result<(), Box<MetadataError>> {
        match tag {
            tag::LAUNCH => self.launch = node.word(place, "launch")?,
            tag::PROGRAM_ENTRY => self.is_program_entry = node.flag(place, "isProgramEntry")?,
            tag::ID => self.id = NodeId::read(&node.expect(place, "nodeId")?)?,
            tag::LOCAL_ROOT_ARGUMENTS => {
                self.local_root_arguments = node.word(place, "localRootArguments")? as i32;
            }
            tag::SHARE_INPUT_OF => {
                self.share_input_of = Some(NodeId::read(&node.expect(place, "shareInputOf")?)?);
            }
            tag::DISPATCH_GRID => {
                self.dispatch_grid = Some(threads(&node.expect(place, "dispatchGrid")?)?);
            }
            tag::MAX_DISPATCH_GRID => {
                self.max_dispatch_grid = Some(threads(&node.expect(place, "maxDispatchGrid")?)?);
            }
            tag::MAX_RECURSION_DEPTH => self.max_recursion_depth = node.word(place, "maxRecursionDepth")?,
            tag::INPUTS => self.inputs = ports(&node.expect(place, "nodeInputs")?)?,
            tag::OUTPUTS => self.outputs = ports(&node.expect(place, "nodeOutputs")?)?,
            _ => {}
        }
        Ok(())
    }
}

fn ports(node: &Node<'_, '_, '_>) -> Result<Vec<Port>, Box<MetadataError>> {
    node.children()?.iter().map(Port::read).collect()
}
