//! Declares structures stored in metadata, as nodes of fixed operands or as lists of tags and values.

use super::view::{MetadataError, Node};

/// A value that an operand of a node holds.
pub(super) trait Operand: Sized {
    /// Reads operand `place`; `name` is its name in paths.
    fn read(node: &Node<'_>, place: usize, name: &str) -> Result<Self, Box<MetadataError>>;
}

macro_rules! operands {
    ($($type:ty = $kind:ident $(as $cast:ty)?,)*) => {$(
        impl Operand for $type {
            fn read(node: &Node<'_>, place: usize, name: &str) -> Result<Self, Box<MetadataError>> {
                let value = node.$kind(place, name)?;
                Ok(value $(as $cast)?)
            }
        }
    )*};
}

operands! {
    bool = flag,
    u32 = word,
    i32 = word as i32,
    u64 = integer as u64,
    Vec<u8> = text,
    Option<usize> = function,
}

impl<T: Operand> Operand for Option<T> {
    fn read(node: &Node<'_>, place: usize, name: &str) -> Result<Self, Box<MetadataError>> {
        T::read(node, place, name).map(Some)
    }
}

impl Operand for [u32; 3] {
    fn read(node: &Node<'_>, place: usize, name: &str) -> Result<Self, Box<MetadataError>> {
        let node = node.expect(place, name)?;
        Ok([node.word(0, "x")?, node.word(1, "y")?, node.word(2, "z")?])
    }
}

/// Declares structures that are nodes: each field with its operand index and its name in paths.
macro_rules! nodes {
    ($($(#[$meta:meta])* pub struct $name:ident {
        $($(#[$doc:meta])* pub $field:ident: $type:ty = $index:literal $path:literal,)*
    })*) => {$(
        $(#[$meta])*
        pub struct $name {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Operand for $name {
            fn read(node: &Node<'_>, place: usize, name: &str) -> Result<Self, Box<MetadataError>> {
                let node = node.expect(place, name)?;
                Ok($name {
                    $($field: Operand::read(&node, $index, $path)?,)*
                })
            }
        }
    )*};
}
pub(super) use nodes;

/// Declares the tags of a list and the method that reads the property of a tag into its field. Tags without a
/// field, and unknown ones, are left to the caller.
macro_rules! tags {
    ($(#[$meta:meta])* pub mod $module:ident, $structure:ident::$method:ident {
        $($tag:ident = $number:literal $($field:ident $path:literal)?,)*
    }) => {
        $(#[$meta])*
        pub mod $module {
            $(
                #[doc = concat!("Tag ", $number, ".")]
                pub const $tag: u32 = $number;
            )*
        }

        impl $structure {
            pub(super) fn $method(
                &mut self,
                node: &Node<'_>,
                tag: u32,
                place: usize,
            ) -> Result<(), Box<MetadataError>> {
                match tag {
                    $($($module::$tag => self.$field = Operand::read(node, place, $path)?,)?)*
                    _ => {}
                }
                Ok(())
            }
        }
    };
}
pub(super) use tags;
