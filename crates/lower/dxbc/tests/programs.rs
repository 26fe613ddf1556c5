//! Modules of programs that are written here, and of the corpus, as listings that were read; refusals with their places.

use glassbox_lower_dxbc::{Options, lower};
use glassbox_testing::corpus::bytes;
use glassbox_testing::golden::golden;

use crate::support::{assembled, folder, listing};

#[test]
fn assembled_programs_are_listed_like_this() {
    for name in ["types", "flow", "memory", "arrays", "classes", "samples"] {
        let text =
            std::fs::read_to_string(folder(&format!("programs/{name}.asm"))).expect("the program is there");
        let lowered = lower(&assembled(&text), &Options::default())
            .unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message));
        golden(folder(&format!("programs/{name}.spvasm")), listing(&lowered));
    }
}

#[test]
fn programs_of_the_corpus_are_listed_like_this() {
    for name in ["vs_5_0", "ps_tex_5_0", "cs_5_0", "gs_5_0", "hs_5_0", "ds_5_0"] {
        let file = bytes(&format!("dxcontainer/fxc/{name}.dxbc"));
        let lowered =
            lower(&file, &Options::default()).unwrap_or_else(|refusal| panic!("{name}: {}", refusal.message));
        golden(folder(&format!("golden/{name}.spvasm")), listing(&lowered));
    }
}

#[test]
fn instructions_know_their_bytes() {
    let file = bytes("dxcontainer/fxc/ps_tex_5_0.dxbc");
    let lowered = lower(&file, &Options::default()).expect("it becomes a module");
    let module = &lowered.module;
    let mut with_place = 0;
    for function in &module.functions {
        for at in function.blocks.iter().flat_map(|block| &block.body) {
            let origin = module.origin(*at);
            assert!(origin.end <= file.len());
            with_place += usize::from(origin.start < origin.end);
        }
    }
    assert!(with_place > 5, "{with_place}");
}

#[test]
fn groups_have_threads_and_texels_that_are_compared_are_integers() {
    let program = |group: &str, texel: &str| {
        let types = [texel; 4].join(",");
        format!(
            "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_typed_buffer ({types}) u0\n\
             dcl_thread_group {group}\natomic_cmp_store u0, l(0), l(1), l(2)\nret\n"
        )
    };
    for (rule, text, said) in [
        ("DX-LOWER-04", program("0, 1, 1", "uint"), "a group of [0, 1, 1] threads"),
        ("DX-LOWER-04", program("8, 1, 0", "uint"), "a group of [8, 1, 0] threads"),
        ("DX-LOWER-03", program("8, 1, 1", "float"), "on floats"),
    ] {
        let refusal = lower(&assembled(&text), &Options::default()).expect_err(said);
        assert_eq!(refusal.rule.id, rule, "{}", refusal.message);
        assert!(refusal.message.contains(said), "{}", refusal.message);
    }
    let whole = assembled(&program("8, 1, 1", "uint"));
    lower(&whole, &Options::default()).unwrap_or_else(|refusal| panic!("{}", refusal.message));
}

#[test]
fn refusals_name_rule_opcode_and_place() {
    let head = "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_temps 2\ndcl_thread_group 1, 1, 1\n";
    for (rule, text, said) in [
        ("DX-LOWER-03", "abort", "`abort`"),
        ("DX-LOWER-04", "mov r0.x, x3[1].x", "`x3`"),
        ("DX-LOWER-04", "break", "outside of a loop"),
        ("DX-LOWER-05", "ld_raw r0.x, l(0), t7.xxxx", "`t7`"),
        ("DX-LOWER-05", "ld_raw r0.x, l(0), t[r0.y + 0].xxxx", "chosen when the program runs"),
        ("DX-LOWER-01", "endif", "`endif` without its `if`"),
        ("DX-LOWER-01", "loop", "`loop` without an end"),
        ("DX-LOWER-01", "ret\nlabel l0\nret\nlabel l1\nret\nlabel l0", "for the second time"),
    ] {
        let file = assembled(&format!("{head}{text}\nret\n"));
        let refusal = lower(&file, &Options::default()).expect_err(text);
        assert_eq!(refusal.rule.id, rule, "{text}: {}", refusal.message);
        assert!(refusal.message.contains(said), "{text}: {}", refusal.message);
        assert!(
            refusal.at.start < refusal.at.end && refusal.at.end <= file.len(),
            "{text}: {:?}",
            refusal.at
        );
    }
}
