//! Tests layouts of blocks against offsets that were worked out by hand.

use glassbox_spirv::layout::{Extent, Packing, Structure, aligned};

use Packing::{Scalar, Std140, Std430, Wgsl};

const ALL: [Packing; 4] = [Std140, Std430, Scalar, Wgsl];

fn sizes(extent: impl Fn(Packing) -> Extent) -> [(u64, u64); 4] {
    ALL.map(|packing| {
        let Extent { align, size } = extent(packing);
        (align, size)
    })
}

#[test]
fn values_have_the_extents_of_the_specifications() {
    // OpenGL 4.6, 7.6.2.2, rules 1 to 4; alignment and size.
    let vectors = [
        (4, 1, [(4, 4); 4]),
        (4, 2, [(8, 8), (8, 8), (4, 8), (8, 8)]),
        (4, 3, [(16, 12), (16, 12), (4, 12), (16, 12)]),
        (4, 4, [(16, 16), (16, 16), (4, 16), (16, 16)]),
        (8, 3, [(32, 24), (32, 24), (8, 24), (32, 24)]),
        (2, 3, [(8, 6), (8, 6), (2, 6), (8, 6)]),
        (1, 1, [(1, 1); 4]),
        // A vector of eight components.
        (4, 8, [(16, 32), (16, 32), (4, 32), (16, 32)]),
    ];
    for (scalar, count, expected) in vectors {
        assert_eq!(sizes(|packing| packing.vector(scalar, count)), expected, "{count} of {scalar} bytes");
    }
    // Columns and their length: rule 5, as an array of its columns.
    let matrices = [
        (4, [2, 2], [(16, 32), (8, 16), (4, 16), (8, 16)]),
        (4, [2, 3], [(16, 32), (16, 32), (4, 24), (16, 32)]),
        (4, [4, 4], [(16, 64), (16, 64), (4, 64), (16, 64)]),
        (8, [2, 2], [(16, 32), (16, 32), (8, 32), (16, 32)]),
        (8, [3, 4], [(32, 96), (32, 96), (8, 96), (32, 96)]),
        (2, [4, 2], [(16, 64), (4, 16), (2, 16), (4, 16)]),
    ];
    for (scalar, counts, expected) in matrices {
        assert_eq!(sizes(|packing| packing.matrix(scalar, counts)), expected, "{counts:?} of {scalar} bytes");
    }
    // Element and count: rules 4 and 10.
    let three = |packing: Packing| packing.vector(4, 3);
    let one = |packing: Packing| packing.vector(4, 1);
    assert_eq!(sizes(|packing| packing.array(one(packing), 3)), [(16, 48), (4, 12), (4, 12), (16, 48)]);
    assert_eq!(sizes(|packing| packing.array(three(packing), 2)), [(16, 32), (16, 32), (4, 24), (16, 32)]);
    assert_eq!(sizes(|packing| packing.array(one(packing), 0)), [(16, 0), (4, 0), (4, 0), (16, 0)]);
}

#[test]
fn members_follow_each_other() {
    // struct { float; vec3; float; vec2; mat2; float[3]; float }
    let offsets = ALL.map(|packing| {
        let mut members = Structure::new(packing);
        let float = packing.vector(4, 1);
        let extents = [
            float,
            packing.vector(4, 3),
            float,
            packing.vector(4, 2),
            packing.matrix(4, [2, 2]),
            packing.array(float, 3),
            float,
        ];
        (extents.map(|extent| members.add(extent)), members.extent().align, members.extent().size)
    });
    let expected = [
        ([0, 16, 28, 32, 48, 80, 128], 16, 144),
        ([0, 16, 28, 32, 40, 56, 68], 16, 80),
        ([0, 4, 16, 20, 28, 44, 56], 4, 60),
        ([0, 16, 28, 32, 40, 64, 112], 16, 128),
    ];
    assert_eq!(offsets, expected);
}

#[test]
fn scalar_structures_end_with_their_last_member() {
    // struct { double; float }, twice, and a float behind.
    let mut inner = Structure::new(Scalar);
    inner.add(Scalar.vector(8, 1));
    inner.add(Scalar.vector(4, 1));
    assert_eq!(inner.extent(), Extent { align: 8, size: 12 });
    let array = Scalar.array(inner.extent(), 2);
    assert_eq!((Scalar.array_stride(inner.extent()), array.size), (16, 28));
    let mut outer = Structure::new(Scalar);
    assert_eq!([outer.add(array), outer.add(Scalar.vector(4, 1))], [0, 28]);
}

#[test]
fn stated_offsets_move_the_next_member() {
    let mut members = Structure::new(Std140);
    let float = Std140.vector(4, 1);
    members.add_at(40, float);
    assert_eq!((members.next(), members.offset(Std140.vector(4, 3))), (44, 48));
    members.add_at(8, float);
    assert_eq!((members.next(), members.extent().size), (12, 48));
    members.move_to(20);
    assert_eq!(members.add(float), 20);
}

#[test]
fn sizes_saturate() {
    let whole = Std140.array(Std140.array(Std140.vector(8, 4), u64::MAX), u64::MAX);
    assert_eq!(whole.size, u64::MAX);
    let mut members = Structure::new(Std430);
    members.add(whole);
    assert_eq!(members.add(Std430.vector(4, 1)), u64::MAX);
    assert_eq!([aligned(5, 0), aligned(5, 1), aligned(5, 4), aligned(8, 4)], [5, 5, 8, 8]);
}
