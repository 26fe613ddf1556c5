//! Builds `RDAT` rows of work graph nodes.

use glassbox_dxil::shader::entry::Entry;
use glassbox_dxil::shader::node::{NodeId, Port};

use super::tables::{EntryInfo, Tables};
use crate::part::rdat::raw::GridLayout;
use crate::part::rdat::raw::{
    FunctionAttribute, FunctionAttributeKind, LaunchType, NodeAttribute, NodeAttributeKind, NodeInfo,
    NodeName, NodePort, PortFlags, RecordGrid, ShaderFlags, TableType,
};

/// Adds the row of a node.
pub(super) fn row(entry: &Entry, shared: u32, tables: &mut Tables) -> EntryInfo {
    let properties = &entry.properties;
    let Some(node) = &properties.node else {
        return EntryInfo::default();
    };
    let mut attributes = Vec::new();
    let mut add = |kind, value, tables: &mut Tables| {
        attributes.push(tables.record(TableType::FUNCTION_ATTRIBUTES, &FunctionAttribute { kind, value }));
    };
    if !node.id.name.is_empty() {
        let id = name(&node.id, tables);
        add(FunctionAttributeKind::ID, id, tables);
    }
    let stated = |grid: Option<[u32; 3]>| grid.filter(|grid| *grid != [0; 3]);
    if let Some(threads) = stated(properties.threads) {
        let threads = tables.array(&threads);
        add(FunctionAttributeKind::NUM_THREADS, threads, tables);
    }
    if let Ok(index) = u32::try_from(node.local_root_arguments) {
        add(FunctionAttributeKind::LOCAL_ROOT_ARGUMENTS, index, tables);
    }
    if let Some(id) = node.share_input_of.as_ref().filter(|id| !id.name.is_empty()) {
        let id = name(id, tables);
        add(FunctionAttributeKind::SHARE_INPUT_OF, id, tables);
    }
    if let Some(grid) = stated(node.dispatch_grid) {
        let grid = tables.array(&grid);
        add(FunctionAttributeKind::DISPATCH_GRID, grid, tables);
    }
    if node.max_recursion_depth != 0 {
        add(FunctionAttributeKind::MAX_RECURSION_DEPTH, node.max_recursion_depth, tables);
    }
    if let Some(grid) = stated(node.max_dispatch_grid) {
        let grid = tables.array(&grid);
        add(FunctionAttributeKind::MAX_DISPATCH_GRID, grid, tables);
    }
    let attributes = tables.array(&attributes);
    let inputs = ports(&node.inputs, tables);
    let outputs = ports(&node.outputs, tables);
    let row = NodeInfo { launch: LaunchType(node.launch), group_shared: shared, attributes, outputs, inputs };
    EntryInfo {
        flags: if node.is_program_entry { ShaderFlags::NODE_PROGRAM_ENTRY.0 } else { 0 },
        row: Some(tables.record(TableType::NODES, &row)),
    }
}

/// Adds the identity of a node.
fn name(id: &NodeId, tables: &mut Tables) -> u32 {
    let row = NodeName { name: tables.text(&id.name), index: id.index };
    tables.record(TableType::NODE_NAMES, &row)
}

/// Adds the rows of node inputs or outputs and returns their index array.
fn ports(ports: &[Port], tables: &mut Tables) -> u32 {
    let mut rows = Vec::with_capacity(ports.len());
    for port in ports {
        let attributes = port_attributes(port, tables);
        let row = NodePort { flags: PortFlags(port.flags), attributes: tables.array(&attributes) };
        rows.push(tables.record(TableType::NODE_PORTS, &row));
    }
    tables.array(&rows)
}

fn port_attributes(port: &Port, tables: &mut Tables) -> Vec<u32> {
    let is = |flag: PortFlags| port.flags & flag.0 != 0;
    let mut rows = Vec::new();
    let mut add = |kind, value, tables: &mut Tables| {
        rows.push(tables.record(TableType::NODE_ATTRIBUTES, &NodeAttribute { kind, value }));
    };
    if is(PortFlags::OUTPUT) {
        let id = port.id.clone().unwrap_or_default();
        let id = name(&id, tables);
        add(NodeAttributeKind::OUTPUT_ID, id, tables);
        add(NodeAttributeKind::OUTPUT_ARRAY_SIZE, port.array_size, tables);
        let shared = port.max_records_shared_with.filter(|&other| other as i32 >= 0);
        if port.max_records != 0 {
            add(NodeAttributeKind::MAX_RECORDS, port.max_records, tables);
        } else if let Some(other) = shared {
            add(NodeAttributeKind::MAX_RECORDS_SHARED_WITH, other, tables);
        }
        if port.allow_sparse {
            add(NodeAttributeKind::ALLOW_SPARSE_NODES, 1, tables);
        }
    } else if is(PortFlags::INPUT) && port.max_records != 0 {
        add(NodeAttributeKind::MAX_RECORDS, port.max_records, tables);
    }
    if port.record_size != 0 {
        add(NodeAttributeKind::RECORD_SIZE, port.record_size, tables);
        if let Some(grid) = port.grid.filter(|grid| grid.component_type != 0) {
            let row = RecordGrid {
                kind: NodeAttributeKind::RECORD_GRID,
                offset: grid.offset as u16,
                layout: GridLayout((grid.components & 3) as u16 | (grid.component_type << 2) as u16),
            };
            rows.push(tables.record(TableType::NODE_ATTRIBUTES, &row));
        }
        if port.record_alignment != 0 {
            let row =
                NodeAttribute { kind: NodeAttributeKind::RECORD_ALIGNMENT, value: port.record_alignment };
            rows.push(tables.record(TableType::NODE_ATTRIBUTES, &row));
        }
    }
    rows
}
