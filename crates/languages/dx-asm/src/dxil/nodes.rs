//! Tells nodes from other metadata.

use glassbox_dxil::ir::Metadata;

/// True for nodes, which are numbered; strings and values are written inline.
pub(super) fn is_node(metadata: Metadata) -> bool {
    matches!(metadata, Metadata::Node { .. } | Metadata::Debug { .. })
}
