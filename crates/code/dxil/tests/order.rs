//! Checks that the order in which a module is written is that of DXC: output of DXC, put in order, has the same bytes.

use glassbox_dxil::ir::{self, ConstantOrder};

use crate::identity::assert_same_bytes;

#[test]
fn modules_of_dxc_are_in_order() {
    assert_same_bytes(|code, module| {
        // Reflection keeps the order of the program that it was made of.
        let is_ordered = code != b"STAT";
        is_ordered.then(|| {
            let ordered = ConstantOrder::of(module).and_then(|constants| ir::ordered(module, constants))?;
            ir::encode(&ordered)
        })
    });
}
