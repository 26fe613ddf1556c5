//! Disassembles arbitrary bytes as SHBIN in every style of source and view. The exact style assembles to an equal model.
#![no_main]

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_pica_asm::disassemble::{Style, disassemble};
use glassbox_pica_asm::{Input, Options, assemble, view};
use glassbox_shbin::model::Shbin;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(mut file) = glassbox_shbin::read::read(Window::whole(bytes), &Limits::default()) else {
        return;
    };
    for style in [Style::Source, Style::Picasso] {
        let _ = disassemble(&file.model, style).text();
    }
    for view in [view::listing, view::graph, view::cost] {
        let _ = view(&file.model);
    }
    let exact = disassemble(&file.model, Style::Exact).text();
    let Shbin::Binary(binary) = &mut file.model else { return };
    let input = Input {
        name: "exact.pica",
        text: &exact,
    };
    let assembly = assemble(&[input], &Options::default());
    // Unreadable parts are not part of the source.
    binary.missing.clear();
    assert_eq!(assembly.binary.as_ref(), Some(&*binary), "{exact}");
});
