//! What the rows of each table are and what their fields refer to, as one table of tables. Naming, links and checks of
//! references all follow it.

use glassbox_core::record::{Field, Record, Schema};

use super::raw::{
    AmplificationInfo, Association, ComputeInfo, DomainInfo, Function, Function52, FunctionAttribute,
    FunctionAttributeKind, FunctionKind, GeometryInfo, HitGroup, HullInfo, MeshInfo, NodeAttribute,
    NodeAttributeKind, NodeInfo, NodeName, NodePort, PdbInfo, PdbLibrary, PdbSource, PipelineConfig,
    PipelineConfig1, PixelInfo, RecordGrid, Resource, RootSignatureSubobject, ShaderConfig, SignatureElement,
    StateObjectConfig, Subobject, SubobjectKind, TableType, VertexInfo,
};

/// What a field refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refers {
    /// A string: offset in the string buffer.
    Text,
    /// A row of a table.
    Row(TableType),
    /// An index array of such items.
    Array(Items),
    /// Raw bytes: offset here, size in the next word.
    Bytes,
}

/// What the numbers of an index array are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Items {
    /// Numbers.
    Numbers,
    /// Strings.
    Texts,
    /// Rows of a table.
    Rows(TableType),
}

/// A field that refers to something.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// The field.
    pub field: Field,
    /// What its value means.
    pub to: Refers,
}

/// A row type.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The record.
    pub schema: &'static Schema,
    /// Its references.
    pub references: &'static [Reference],
}

/// The row types of a table.
#[derive(Clone, Copy, Debug)]
pub enum Rows {
    /// One type in several versions, oldest and smallest first.
    Versions(&'static [Row]),
    /// The first word of a row decides; the last entry stands for values that are not listed.
    ByKind(&'static [(u32, Row)], Row),
}

/// A table.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Type of the table.
    pub table: TableType,
    /// Name of its group in the field tree.
    pub name: &'static str,
    /// Its rows; `None` for tables of another shape.
    pub rows: Option<Rows>,
}

impl Layout {
    /// The layout of a table, if its type is known.
    pub fn of(table: TableType) -> Option<&'static Layout> {
        LAYOUTS.iter().find(|layout| layout.table == table)
    }
}

impl Rows {
    /// The row type of the smallest version, which every stride must have room for.
    pub fn smallest(&self) -> usize {
        match self {
            Rows::Versions(rows) => rows.first().map_or(0, |row| row.schema.size),
            Rows::ByKind(_, other) => other.schema.size,
        }
    }

    /// The row type of some row.
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
    Layout {
        table,
        name,
        rows: None,
    }
}

/// Every known table.
pub static LAYOUTS: &[Layout] = &[
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

/// The table whose rows `info` of a function names.
pub fn info_table(kind: FunctionKind) -> Option<TableType> {
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
