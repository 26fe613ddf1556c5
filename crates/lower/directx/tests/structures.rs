//! Elements of buffers of structures: which member a byte is in, and which structures are none.

use glassbox_core::interface::{ArraySize, Block, Interface, Member, Type};
use glassbox_lower_directx::members::{Address, Layout, Scalar};

/// A member: scalar, rows, columns, elements of an array (0 for none). Offsets are left out, as in DXIL.
fn member(name: &str, scalar: &str, [rows, columns, count]: [u32; 3]) -> Member {
    let array = (count > 0).then_some(ArraySize::Fixed(count)).into_iter().collect();
    let ty = Type { scalar: scalar.to_owned(), rows, columns, array, members: Vec::new() };
    Member { name: name.to_owned(), ty: Some(ty), ..Member::default() }
}

fn interface(mut element: Member) -> Interface {
    element.name = "$Element".to_owned();
    let block = Block { name: "buffer".to_owned(), members: vec![element], ..Block::default() };
    Interface { blocks: vec![block], ..Interface::default() }
}

fn structure(members: &[Member]) -> Member {
    let mut made = member("", "struct", [1, 1, 0]);
    if let Some(ty) = &mut made.ty {
        ty.members = members.to_vec();
    }
    made
}

#[test]
fn bytes_are_components_of_members_of_elements() {
    let element = structure(&[
        member("place", "float", [3, 1, 0]),
        member("radius", "float", [1, 1, 0]),
        member("turn", "float", [3, 2, 0]),
        member("small", "half", [1, 1, 0]),
        member("kind", "int", [1, 1, 0]),
        member("flags", "uint", [1, 1, 4]),
    ]);
    let all = Layout::of_elements(&interface(element), "buffer", 64, true).expect("it has this size");
    // The element is a value that counts 64 bytes; another one counts those of the array.
    for (bytes, terms, size, expected) in [
        (0, &[('e', 64)][..], 4, Some((Scalar::Float(32), 3, 0))),
        (8, &[('e', 64)], 4, Some((Scalar::Float(32), 3, 2))),
        (12, &[('e', 64)], 4, Some((Scalar::Float(32), 1, 0))),
        // Columns of three numbers follow each other.
        (28, &[('e', 64)], 4, Some((Scalar::Float(32), 3, 0))),
        (36, &[('e', 64)], 4, Some((Scalar::Float(32), 3, 2))),
        (40, &[('e', 64)], 2, Some((Scalar::Float(16), 1, 0))),
        (44, &[('e', 64)], 4, Some((Scalar::Int(32), 1, 0))),
        (52, &[('e', 64), ('i', 4)], 4, Some((Scalar::Uint(32), 1, 0))),
        (64 * 7 + 12, &[], 4, Some((Scalar::Float(32), 1, 0))),
        // Half a number, what fills a gap, an index of what is no array.
        (40, &[('e', 64)], 4, None),
        (42, &[('e', 64)], 2, None),
        (0, &[('e', 64), ('i', 4)], 4, None),
        (48, &[('e', 63)], 4, None),
    ] {
        let found = all.find(&Address { bytes, terms: terms.to_vec() }, size);
        let found = found.map(|place| (place.scalar, place.count, place.component));
        assert_eq!(found, expected, "byte {bytes}");
    }
}

#[test]
fn structures_of_another_size_are_none() {
    let of = |element: Member, stride, is_native| {
        Layout::of_elements(&interface(element), "buffer", stride, is_native).is_some()
    };
    for (element, stride, is_native, is_fine) in [
        (member("", "float", [4, 1, 0]), 16, false, true),
        (member("", "float", [4, 1, 0]), 12, false, false),
        (member("", "float", [4, 4, 0]), 64, false, true),
        (member("", "half", [2, 1, 0]), 4, true, true),
        (member("", "half", [2, 1, 0]), 8, false, true),
        (structure(&[member("a", "double", [1, 1, 0]), member("b", "float", [1, 1, 0])]), 16, false, true),
        (structure(&[member("a", "double", [1, 1, 0]), member("b", "float", [1, 1, 0])]), 12, false, false),
        (structure(&[member("", "float", [1, 1, 0])]), 4, false, false),
        (structure(&[member("a", "class", [1, 1, 0])]), 4, false, false),
        (member("", "float", [4, 1, 600]), 9600, false, false),
        (member("", "float", [5, 1, 0]), 20, false, false),
    ] {
        assert_eq!(of(element.clone(), stride, is_native), is_fine, "{element:?}");
    }
    let element = member("", "float", [4, 1, 0]);
    assert!(Layout::of_elements(&interface(element.clone()), "other", 16, false).is_none());
    assert!(Layout::of_elements(&interface(element), "", 16, false).is_none());
}

#[test]
fn structures_of_words_have_the_size_that_is_stated() {
    for (word, stride, is_fine) in [
        (Scalar::Uint(32), 4, true),
        (Scalar::Float(32), 28, true),
        (Scalar::Uint(16), 6, true),
        (Scalar::Uint(32), 6, false),
        (Scalar::Uint(32), 0, false),
        (Scalar::Uint(32), 1 << 20, false),
    ] {
        assert_eq!(Layout::of_words(word, stride).is_some(), is_fine, "{word:?} {stride}");
    }
}
