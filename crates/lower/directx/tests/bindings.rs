//! Places of registers: by shifts, stated, and by root signatures.

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_dxcontainer::part::Content;
use glassbox_lower_directx::bindings::{Bindings, Bound, Range, RegisterClass};

fn range(class: RegisterClass, space: u32, lower: u32) -> Range {
    Range { class, space, lower, count: 1 }
}

fn descriptor(set: u32, binding: u32) -> Bound {
    Bound::Descriptor { set, binding }
}

#[test]
fn registers_are_shifted_by_class() {
    let bindings = Bindings::default();
    for (class, expected) in [
        (RegisterClass::Constants, 5),
        (RegisterClass::Texture, 1005),
        (RegisterClass::Sampler, 2005),
        (RegisterClass::Unordered, 3005),
    ] {
        assert_eq!(bindings.place(&range(class, 2, 5)), descriptor(2, expected));
    }
    let shifted = Bindings::default().shifted([1, 2, 3, 4]);
    assert_eq!(shifted.place(&range(RegisterClass::Unordered, 0, 0)), descriptor(0, 4));
    assert_eq!(bindings.counter(&range(RegisterClass::Unordered, 1, 2)), [1, 7002]);
    assert_eq!([bindings.heap(false), bindings.heap(true)], [[7, 0], [7, 1]]);
    // No register is past the last binding.
    assert_eq!(bindings.place(&range(RegisterClass::Texture, 0, u32::MAX)), descriptor(0, u32::MAX));
}

#[test]
fn stated_places_hold_for_all_registers_of_a_range() {
    let mut bindings = Bindings::default();
    bindings.state(Range { class: RegisterClass::Texture, space: 0, lower: 4, count: 3 }, descriptor(9, 20));
    for (lower, expected) in
        [(3, descriptor(0, 1003)), (4, descriptor(9, 20)), (6, descriptor(9, 22)), (7, descriptor(0, 1007))]
    {
        assert_eq!(bindings.place(&range(RegisterClass::Texture, 0, lower)), expected, "t{lower}");
    }
    assert_eq!(bindings.place(&range(RegisterClass::Texture, 1, 4)), descriptor(1, 1004));
}

#[test]
fn a_root_signature_gives_sets() {
    // Two constants at b1; a table of t0 and t1, then u3; a root view at b0; a sampler at s7.
    let words: &[u32] = &[
        1,
        3,
        24,
        1,
        128,
        0, // version, parameters, samplers, flags
        1,
        0,
        60, // constants
        0,
        0,
        72, // table
        2,
        0,
        120, // constant buffer view
        1,
        0,
        2, // b1, two
        2,
        80, // ranges
        0,
        2,
        0,
        0,
        u32::MAX, // t0, t1
        1,
        1,
        3,
        0,
        u32::MAX, // u3
        0,
        0, // b0
        0x15,
        1,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        7,
        0,
        0, // s7
    ];
    let signature: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let draft = glassbox_dxcontainer::write::Draft {
        parts: vec![glassbox_dxcontainer::write::DraftPart { code: *b"RTS0", data: signature.into() }],
        ..Default::default()
    };
    let bytes = glassbox_dxcontainer::write::contiguous(&draft, glassbox_dxcontainer::write::Signing::Zero)
        .expect("the container is small");
    let container = glassbox_dxcontainer::read::open(Window::whole(&bytes), &Limits::default())
        .expect("the container is read");
    let Some(Content::Rts(signature)) = container.content(b"RTS0") else {
        panic!("the part is a root signature");
    };
    let bindings = Bindings::of_root_signature(signature);
    assert_eq!(
        bindings.place(&range(RegisterClass::Constants, 0, 1)),
        Bound::PushConstants { offset: 0, size: 8 }
    );
    for (class, register, expected) in [
        (RegisterClass::Texture, 0, descriptor(0, 0)),
        (RegisterClass::Texture, 1, descriptor(0, 1)),
        (RegisterClass::Unordered, 3, descriptor(0, 2)),
        (RegisterClass::Constants, 0, descriptor(1, 2)),
        (RegisterClass::Sampler, 7, descriptor(2, 0)),
    ] {
        assert_eq!(bindings.place(&range(class, 0, register)), expected, "{}{register}", class.letter());
    }
    let [sampler] = bindings.static_samplers() else { panic!("there is one sampler") };
    assert_eq!((sampler.set, sampler.binding, sampler.register), (2, 0, 7));
}
