//! Row layouts and field references of every table. Naming, links and reference checks all use it.

use glassbox_core::record::{Field, Record, Schema};

use super::raw::{
    AmplificationInfo, Association, ComputeInfo, DomainInfo, Function, Function52, FunctionAttribute,
    FunctionAttributeKind, FunctionKind, GeometryInfo, HitGroup, HullInfo, MeshInfo, NodeAttribute,
    NodeAttributeKind, NodeInfo, NodeName, NodePort, PdbInfo, PdbLibrary, PdbSource, PipelineConfig,
    PipelineConfig1, PixelInfo, RecordGrid, Resource, RootSignatureSubobject, ShaderConfig, SignatureElement,
    StateObjectConfig, Subobject, SubobjectKind, TableType, VertexInfo,
};

/// Target of a reference field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refers {
    /// Offset of a string in the string buffer.
    Text,
    /// Row index in a table.
    Row(TableType),
    /// Position of an index array of such items.
    Array(Items),
    /// Offset in the raw bytes; the next word is the size.
    Bytes,
}

/// Type of the items of an index array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Items {
    /// Plain numbers.
    Numbers,
    /// String offsets.
    Texts,
    /// Row indices of a table.
    Rows(TableType),
}

/// A field that references other data.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// Referencing field.
    pub field: Field,
    /// Target of the reference.
    pub to: Refers,
}

/// Row layout.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Record schema.
    pub schema: &'static Schema,
    /// Reference fields.
    pub references: &'static [Reference],
}

/// Row layouts of a table.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// Versions of one layout, oldest and smallest first.
    Versions(&'static [Row]),
    /// Layout by the first word of the row; the last entry applies to all other values.
    ByKind(&'static [(u32, Row)], Row),
}

/// Description of a table.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Table type.
    pub table: TableType,
    /// Name of its group node.
    pub name: &'static str,
    /// Row layouts; `None` for tables without rows.
    pub rows: Option<Rows>,
}

impl Layout {
    /// Looks up a table type; `None` if it is unknown.
    pub fn of(table: TableType) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.table == table)
    }
}

impl Rows {
    /// Size of the smallest version, the minimum stride.
    pub fn smallest(&self) -> usize {
        match self {
            Rows::Versions(rows) => rows.first().map_or(0, |row| row.schema.size),
            Rows::ByKind(_, other) => other.schema.size,
        }
    }

    /// Layout of a row, given its bytes.
    pub fn row(&self, bytes: &[u8]) -> Option<&Row> {
        match self {
            Rows::Versions(rows) => rows.iter().rfind(|row| row.schema.size <= bytes.len()),
            Rows::ByKind(kinds, other) => {
                let kind = u32::from_le_bytes(*bytes.first_chunk()?);
                let found = kinds.iter().find(|entry| entry.0 == kind);
                Some(found.map_or(other, |entry| &entry.1))
            }
        }
    }
}

macro_rules! row {
    ($record:ident { $($field:ident: $to:expr),* $(,)? }) => {
        Row {
            schema: $record::SCHEMA,
            references: &[$(Reference { field: $record::$field, to: $to }),*],
        }
    };
}

const TEXT: Refers = Refers::Text;
const BYTES: Refers = Refers::Bytes;
const NUMBERS: Refers = Refers::Array(Items::Numbers);
const TEXTS: Refers = Refers::Array(Items::Texts);

const fn rows(table: TableType) -> Refers {
    Refers::Array(Items::Rows(table))
}

const ELEMENTS: Refers = rows(TableType::SIGNATURE_ELEMENTS);

macro_rules! versions {
    ($table:ident $name:literal [$($row:expr),* $(,)?]) => {
        Layout { table: TableType::$table, name: $name, rows: Some(Rows::Versions(&[$($row),*])) }
    };
}

macro_rules! by_kind {
    ($table:ident $name:literal $kinds:ident [$($kind:ident => $row:expr),* $(,)?] else $other:expr) => {
        Layout {
            table: TableType::$table,
            name: $name,
            rows: Some(Rows::ByKind(&[$(($kinds::$kind.0, $row)),*], $other)),
        }
    };
}

const fn shapeless(table: TableType, name: &'static str) -> Layout {
    Layout { table, name, rows: None }
}

/// All known tables.
pub(crate) static LAYOUTS: &[Layout] = &[
    shapeless(TableType::STRINGS, "strings"),
    shapeless(TableType::INDICES, "indices"),
    shapeless(TableType::BYTES, "bytes"),
    versions!(RESOURCES "resources" [row!(Resource { name: TEXT })]),
    versions!(FUNCTIONS "functions" [
        row!(Function {
            name: TEXT,
            unmangled: TEXT,
            resources: rows(TableType::RESOURCES),
            dependencies: TEXTS,
        }),
        row!(Function52 {
            name: TEXT,
            unmangled: TEXT,
            resources: rows(TableType::RESOURCES),
            dependencies: TEXTS,
        }),
    ]),
    by_kind!(SUBOBJECTS "subobjects" SubobjectKind [
        STATE_OBJECT_CONFIG => row!(StateObjectConfig { name: TEXT }),
        GLOBAL_ROOT_SIGNATURE => row!(RootSignatureSubobject { name: TEXT, offset: BYTES }),
        LOCAL_ROOT_SIGNATURE => row!(RootSignatureSubobject { name: TEXT, offset: BYTES }),
        ASSOCIATION => row!(Association { name: TEXT, subobject: TEXT, exports: TEXTS }),
        SHADER_CONFIG => row!(ShaderConfig { name: TEXT }),
        PIPELINE_CONFIG => row!(PipelineConfig { name: TEXT }),
        PIPELINE_CONFIG1 => row!(PipelineConfig1 { name: TEXT }),
        HIT_GROUP => row!(HitGroup { name: TEXT, any_hit: TEXT, closest_hit: TEXT, intersection: TEXT }),
    ] else row!(Subobject { name: TEXT })),
    versions!(NODE_NAMES "node_names" [row!(NodeName { name: TEXT })]),
    by_kind!(NODE_ATTRIBUTES "node_attributes" NodeAttributeKind [
        OUTPUT_ID => row!(NodeAttribute { value: Refers::Row(TableType::NODE_NAMES) }),
        RECORD_GRID => row!(RecordGrid {}),
    ] else row!(NodeAttribute {})),
    by_kind!(FUNCTION_ATTRIBUTES "function_attributes" FunctionAttributeKind [
        ID => row!(FunctionAttribute { value: Refers::Row(TableType::NODE_NAMES) }),
        NUM_THREADS => row!(FunctionAttribute { value: NUMBERS }),
        SHARE_INPUT_OF => row!(FunctionAttribute { value: Refers::Row(TableType::NODE_NAMES) }),
        DISPATCH_GRID => row!(FunctionAttribute { value: NUMBERS }),
        MAX_DISPATCH_GRID => row!(FunctionAttribute { value: NUMBERS }),
    ] else row!(FunctionAttribute {})),
    versions!(NODE_PORTS "node_ports" [row!(NodePort { attributes: rows(TableType::NODE_ATTRIBUTES) })]),
    versions!(NODES "nodes" [row!(NodeInfo {
        attributes: rows(TableType::FUNCTION_ATTRIBUTES),
        outputs: rows(TableType::NODE_PORTS),
        inputs: rows(TableType::NODE_PORTS),
    })]),
    versions!(SIGNATURE_ELEMENTS "signature_elements" [row!(SignatureElement { name: TEXT, indices: NUMBERS })]),
    versions!(VERTEX_INFOS "vertex_infos" [row!(VertexInfo {
        inputs: ELEMENTS, outputs: ELEMENTS, view_mask: BYTES,
    })]),
    versions!(PIXEL_INFOS "pixel_infos" [row!(PixelInfo { inputs: ELEMENTS, outputs: ELEMENTS })]),
    versions!(HULL_INFOS "hull_infos" [row!(HullInfo {
        inputs: ELEMENTS, outputs: ELEMENTS, patches: ELEMENTS, view_mask: BYTES, view_patch_mask: BYTES,
        input_to_output: BYTES, input_to_patch: BYTES,
    })]),
    versions!(DOMAIN_INFOS "domain_infos" [row!(DomainInfo {
        inputs: ELEMENTS, outputs: ELEMENTS, patches: ELEMENTS, view_mask: BYTES, input_to_output: BYTES,
        patch_to_output: BYTES,
    })]),
    versions!(GEOMETRY_INFOS "geometry_infos" [row!(GeometryInfo {
        inputs: ELEMENTS, outputs: ELEMENTS, view_mask: BYTES, input_to_output: BYTES,
    })]),
    versions!(COMPUTE_INFOS "compute_infos" [row!(ComputeInfo { threads: NUMBERS })]),
    versions!(MESH_INFOS "mesh_infos" [row!(MeshInfo {
        outputs: ELEMENTS, primitives: ELEMENTS, view_mask: BYTES, view_primitive_mask: BYTES, threads: NUMBERS,
    })]),
    versions!(AMPLIFICATION_INFOS "amplification_infos" [row!(AmplificationInfo { threads: NUMBERS })]),
    versions!(PDB_INFOS "pdb_infos" [row!(PdbInfo {
        sources: rows(TableType::PDB_SOURCES), libraries: rows(TableType::PDB_LIBRARIES), arguments: TEXTS,
        hash: BYTES, pdb_name: TEXT, toolchain_data: BYTES, program: BYTES,
    })]),
    versions!(PDB_SOURCES "pdb_sources" [row!(PdbSource { name: TEXT, content: TEXT })]),
    versions!(PDB_LIBRARIES "pdb_libraries" [row!(PdbLibrary { name: TEXT, data: BYTES })]),
];

/// Table that a function's `info` field indexes.
pub(crate) fn info_table(kind: FunctionKind) -> Option<TableType> {
    Some(match kind {
        FunctionKind::NODE => TableType::NODES,
        FunctionKind::VERTEX => TableType::VERTEX_INFOS,
        FunctionKind::PIXEL => TableType::PIXEL_INFOS,
        FunctionKind::HULL => TableType::HULL_INFOS,
        FunctionKind::DOMAIN => TableType::DOMAIN_INFOS,
        FunctionKind::GEOMETRY => TableType::GEOMETRY_INFOS,
        FunctionKind::COMPUTE => TableType::COMPUTE_INFOS,
        FunctionKind::MESH => TableType::MESH_INFOS,
        FunctionKind::AMPLIFICATION => TableType::AMPLIFICATION_INFOS,
        _ => return None,
    })
}
