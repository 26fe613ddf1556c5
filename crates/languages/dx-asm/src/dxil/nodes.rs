//! Orders the references between metadata nodes.
//!
//! LLVM keeps the references of a debug-information node in an order that differs from its record's fields;
//! nodes are numbered in the former.

use glassbox_dxil::ir::{DebugKind, Metadata, MetadataId, MetadataTable};

/// Indices of fields that reference metadata, in the order of LLVM 3.7; empty if that is the order of the
/// record.
fn order(kind: DebugKind) -> &'static [usize] {
    match kind {
        DebugKind::DerivedType => &[2, 4, 1, 5, 10],
        DebugKind::CompositeType => &[2, 4, 1, 5, 10, 12, 13, 14],
        DebugKind::CompileUnit => &[1, 2, 4, 6, 8, 9, 10, 11, 12],
        DebugKind::Subprogram => &[3, 0, 1, 2, 5, 9, 14, 15, 16, 17],
        DebugKind::LexicalBlock | DebugKind::LexicalBlockFile | DebugKind::Namespace => &[1, 0, 2],
        DebugKind::GlobalVariable => &[0, 1, 3, 5, 2, 8, 9],
        DebugKind::LocalVariable => &[1, 2, 3, 5],
        DebugKind::ImportedEntity => &[1, 2, 4],
        _ => &[],
    }
}

/// Calls `each` with a node's references, in numbering order.
pub(super) fn references(table: &MetadataTable, node: Metadata, mut each: impl FnMut(MetadataId)) {
    match node {
        Metadata::String(_) | Metadata::Value(_) => {}
        Metadata::Node { operands, .. } => table.operands(operands).iter().flatten().copied().for_each(each),
        Metadata::Debug { kind, fields, .. } => {
            let fields = table.fields(fields);
            let mut field = |place: usize| {
                let number = fields.get(place).copied();
                let found = kind.field(place).zip(number).and_then(|(kind, number)| kind.reference(number));
                if let Some(found) = found {
                    each(found);
                }
            };
            match order(kind) {
                [] => (0..fields.len()).for_each(&mut field),
                places => places.iter().copied().for_each(&mut field),
            }
        }
    }
}

/// True for nodes, which are numbered; strings and values are written inline.
pub(super) fn is_node(metadata: Metadata) -> bool {
    matches!(metadata, Metadata::Node { .. } | Metadata::Debug { .. })
}
