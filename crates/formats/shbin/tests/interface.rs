//! Tests reflection, symbols and summary.

mod support;

use glassbox_core::format::{Format, OpenedFile};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_shbin::FORMAT;
use glassbox_shbin::bare::BareCode;
use glassbox_testing::{corpus, interface};

#[test]
fn dump() {
    let all = support::bases()
        .into_iter()
        .map(|(n, b)| (n.to_owned(), b))
        .chain(
            [
                "own/tbl_uniforms.v",
                "own/tbl_consts.v",
                "own/tbl_outputs.v",
                "own/gsh_fixed.g",
                "own/gsh_variable.g",
                "own/gsh_legacy.g",
                "own/multi_gs",
                "own/multi_ab",
                "other/nih_gs",
                "synthetic/sdk_like_merge",
                "own/labels.v",
            ]
            .map(|n| (n.to_owned(), corpus::bytes(&format!("shbin/{n}.shbin")))),
        );
    for (n, b) in all {
        let o = FORMAT.open(Window::whole(&b), &Limits::default()).unwrap();
        println!("== {n}");
        for l in interface::lines(&o.interface()) {
            println!("{l}");
        }
        println!("-- {:?}", o.symbols());
        println!("-- {:?}", o.summary());
    }
}
