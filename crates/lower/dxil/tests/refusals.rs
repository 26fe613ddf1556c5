//! What is refused, by which rule, and where.

use glassbox_lower_dxil::{Options, lower};

use crate::support::{assembled, of_corpus};

#[test]
fn what_is_no_bitcode_is_refused() {
    for bytes in [&b""[..], b"BC\xC0\xDE", &[0xFF; 64]] {
        let refusal = lower(bytes, &Options::default()).expect_err("nothing can be read");
        assert_eq!(refusal.rule.id, "DX-LOWER-01");
    }
}

#[test]
fn entry_points_are_chosen_by_name() {
    let bitcode = of_corpus("dxc19/lib_rt_6_3.dxil");
    let named = |name: &str| Options { entry: Some(name.to_owned()), ..Options::default() };
    let refusal = lower(&bitcode, &Options::default()).expect_err("there are several");
    assert_eq!(refusal.rule.id, "DX-LOWER-02");
    assert!(refusal.message.contains("several"), "{}", refusal.message);
    let refusal = lower(&bitcode, &named("missing")).expect_err("there is none");
    assert_eq!(refusal.rule.id, "DX-LOWER-02");
    assert!(refusal.message.contains("`missing`"), "{}", refusal.message);
}

#[test]
fn nodes_are_refused_by_name() {
    let bitcode = of_corpus("dxc19/lib_nodes_6_8.dxil");
    let entries = glassbox_lower_dxil::entry_points(&bitcode).expect("it is read");
    let node = entries.iter().find(|entry| entry.stage.is_none()).expect("it has a node");
    let options = Options { entry: Some(node.name.clone()), ..Options::default() };
    let refusal = lower(&bitcode, &options).expect_err("no stage is a node");
    assert_eq!(refusal.rule.id, "DX-LOWER-03");
    assert!(refusal.message.contains(&node.name), "{}", refusal.message);
}

#[test]
fn what_modules_cannot_say_is_refused() {
    let product = include_str!("programs/product.ll");
    let texel = include_str!("programs/texel.ll");
    for (rule, text, said) in [
        ("DX-LOWER-04", product.replace("!{i32 8, i32 1, i32 1}", "!{i32 0, i32 1, i32 1}"), "[0, 1, 1]"),
        ("DX-LOWER-04", product.replace("!{i32 8, i32 1, i32 1}", "!{i32 8, i32 1, i32 0}"), "[8, 1, 0]"),
        ("DX-LOWER-03", texel.to_owned(), "AtomicCompareExchange (operation 79) on floats"),
    ] {
        let refusal = lower(&assembled(&text), &Options::default()).expect_err(said);
        assert_eq!(refusal.rule.id, rule, "{}", refusal.message);
        assert!(refusal.message.contains(said), "{}", refusal.message);
    }
    // Texels that are integers are exchanged.
    let integers = texel.replace("!7 = !{i32 0, i32 9}", "!7 = !{i32 0, i32 5}");
    assert_ne!(integers, texel);
    lower(&assembled(&integers), &Options::default()).unwrap_or_else(|refusal| panic!("{}", refusal.message));
}

/// Damage anywhere is refused or survived.
#[test]
fn damaged_programs_do_no_harm() {
    let bitcode = of_corpus("dxc19/ps_tex_6_0.dxil");
    let mut random = glassbox_testing::random::Random::new(7);
    for _ in 0..300 {
        let mut damaged = bitcode.clone();
        for _ in 0..1 + random.below(4) {
            let at = random.below(damaged.len() as u64) as usize;
            damaged[at] ^= 1 << random.below(8);
        }
        let _ = lower(&damaged, &Options::default());
    }
}
