//! Modules of programs of the corpus, as listings that were read.

use glassbox_lower_dxil::{Options, lower};
use glassbox_testing::golden::golden;

use crate::support::{assembled, bitcode, folder, interface, listing, of_corpus};

#[test]
fn programs_are_listed_like_this() {
    for (file, entry) in [
        ("dxc19/vs_min_6_0.dxil", None),
        ("dxc19/ps_tex_6_0.dxil", None),
        ("dxc19/cs_uav_6_0.dxil", None),
        ("dxc19/cs_wave_6_6.dxil", None),
        ("dxc19/hs_tri_6_0.dxil", None),
        ("dxc19/gs_streams_6_0.dxil", None),
    ] {
        let options = Options { entry, ..Options::default() };
        let lowered =
            lower(&of_corpus(file), &options).unwrap_or_else(|refusal| panic!("{file}: {}", refusal.message));
        let name = file.rsplit('/').next().unwrap_or(file).replace(".dxil", ".spvasm");
        golden(folder("golden").join(name), listing(&lowered));
    }
}

#[test]
fn written_programs_are_listed_like_this() {
    for (name, without_members) in [
        ("members", false),
        ("members.rows", true),
        ("halves", false),
        ("queries", false),
        ("lent", false),
        ("truths", false),
        ("samples", false),
    ] {
        let path = folder("programs").join(format!("{}.dxil", name.trim_end_matches(".rows")));
        let file = std::fs::read(path).expect("the program is there");
        let options = Options { interface: interface(&file), without_members, ..Options::default() };
        let bitcode = bitcode(&file).expect("it has a program");
        let lowered =
            lower(&bitcode, &options).unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message));
        golden(folder("programs").join(format!("{name}.spvasm")), listing(&lowered));
    }
}

#[test]
fn assembled_programs_are_listed_like_this() {
    let text = std::fs::read_to_string(folder("programs/product.ll")).expect("the program is there");
    let lowered =
        lower(&assembled(&text), &Options::default()).unwrap_or_else(|refusal| panic!("{}", refusal.message));
    golden(folder("programs/product.spvasm"), listing(&lowered));
}

#[test]
fn instructions_know_their_bytes() {
    let bitcode = of_corpus("dxc19/cs_uav_6_0.dxil");
    let lowered = lower(&bitcode, &Options::default()).expect("it becomes a module");
    let module = &lowered.module;
    let mut with_place = 0;
    for function in &module.functions {
        for at in function.blocks.iter().flat_map(|block| &block.body) {
            let origin = module.origin(*at);
            assert!(origin.end <= bitcode.len());
            with_place += usize::from(origin.start < origin.end);
        }
    }
    assert!(with_place > 5, "{with_place}");
}
