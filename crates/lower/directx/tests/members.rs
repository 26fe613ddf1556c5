//! Members of constant buffers: which one a byte is in, and which layouts blocks cannot have.

use glassbox_core::interface::{ArraySize, Block, Member, Type};
use glassbox_lower_directx::members::{Address, Layout, Place, Scalar};

/// A member: scalar, rows, columns (0 for none), array sizes.
fn member(name: &str, offset: u32, scalar: &str, [rows, columns]: [u32; 2], array: &[u32]) -> Member {
    let array = array.iter().map(|count| ArraySize::Fixed(*count)).collect();
    let ty = Type { scalar: scalar.to_owned(), rows, columns: columns.max(1), array, members: Vec::new() };
    Member {
        name: name.to_owned(),
        offset: Some(offset),
        ty: Some(ty),
        matrix_stride: (columns > 0).then_some(16),
        ..Member::default()
    }
}

fn structure(name: &str, offset: u32, members: &[Member], array: &[u32]) -> Member {
    let mut made = member(name, offset, "struct", [1, 0], array);
    if let Some(ty) = &mut made.ty {
        ty.members = members.to_vec();
    }
    made
}

fn layout(members: &[Member]) -> Option<Layout> {
    let block = Block { name: "B".to_owned(), members: members.to_vec(), ..Block::default() };
    Layout::of(&block, false)
}

/// What is at a byte, with indices in text: `v` times so many bytes.
fn find(layout: &Layout, bytes: u32, terms: &[u32]) -> Option<Place<char>> {
    let terms = terms.iter().map(|factor| ('v', *factor)).collect();
    layout.find(&Address { bytes, terms }, 4)
}

#[test]
fn bytes_are_components_of_members() {
    let light = [member("at", 0, "float", [3, 0], &[]), member("range", 12, "float", [1, 0], &[])];
    let all = layout(&[
        member("tint", 0, "float", [4, 0], &[]),
        member("count", 16, "int", [1, 0], &[]),
        member("world", 32, "float", [3, 4], &[]),
        structure("lights", 96, &light, &[4]),
        member("last", 160, "uint", [2, 0], &[]),
    ])
    .expect("a block can have it");
    for (bytes, terms, expected) in [
        (8, &[][..], Some((Scalar::Float(32), 4, 2))),
        (16, &[], Some((Scalar::Int(32), 1, 0))),
        // Columns take registers: of three rows, the fourth word is free.
        (36, &[], Some((Scalar::Float(32), 3, 1))),
        (44, &[], None),
        (80, &[], Some((Scalar::Float(32), 3, 0))),
        (100, &[16], Some((Scalar::Float(32), 3, 1))),
        (108, &[16], Some((Scalar::Float(32), 1, 0))),
        (164, &[], Some((Scalar::Uint(32), 2, 1))),
        // Behind a number, between elements, behind all.
        (20, &[], None),
        (96, &[8], None),
        (168, &[], None),
    ] {
        let found = find(&all, bytes, terms).map(|place| (place.scalar, place.count, place.component));
        assert_eq!(found, expected, "byte {bytes}");
    }
    // Components of one vector are beside each other, those of two elements are not.
    let at = |bytes, terms: &[u32]| find(&all, bytes, terms).expect("it is a component");
    assert!(at(96, &[16]).is_beside(&at(104, &[16])));
    assert!(!at(96, &[16]).is_beside(&at(96, &[])));
    assert!(!at(96, &[]).is_beside(&at(112, &[])));
}

#[test]
fn an_index_that_may_count_from_another_member_is_none() {
    let arrays = [member("first", 0, "float", [4, 0], &[4]), member("second", 64, "float", [4, 0], &[4])];
    let all = layout(&arrays).expect("a block can have it");
    assert!(find(&all, 0, &[16]).is_some());
    // `second[v - 1]` has the same bytes as `first[3 + v]`.
    assert!(find(&all, 48, &[16]).is_none());
    assert!(find(&all, 48, &[]).is_some());
    assert!(find(&all, 80, &[16]).is_some(), "nothing follows");
}

#[test]
fn layouts_that_blocks_cannot_have_are_none() {
    let inner = [member("x", 0, "float", [1, 0], &[])];
    for (members, is_fine) in [
        (vec![member("a", 0, "float", [2, 0], &[]), member("b", 8, "float", [2, 0], &[])], true),
        // A vector across two registers.
        (vec![member("a", 8, "float", [3, 0], &[])], false),
        // Something in the last register of an array.
        (vec![member("a", 0, "float", [3, 0], &[2]), member("b", 28, "float", [1, 0], &[])], false),
        // The same of a structure, whose members take its place.
        (vec![structure("s", 0, &inner, &[]), member("b", 4, "float", [1, 0], &[])], true),
        (vec![structure("s", 0, &inner, &[2]), member("b", 20, "float", [1, 0], &[])], false),
        (vec![member("a", 0, "class", [1, 0], &[])], false),
        (vec![member("", 0, "float", [1, 0], &[])], false),
        (vec![member("a", u32::MAX - 3, "float", [4, 0], &[])], false),
        (vec![], false),
    ] {
        assert_eq!(layout(&members).is_some(), is_fine, "{members:?}");
    }
}
