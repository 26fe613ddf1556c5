//! The two dialects: the released language and its predecessor.
//!
//! Facts: VSL brief, section 17. The parser rewrites older sources, so that later passes see the released
//! language plus constants, which it lacks.

/// Dialect of a source.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Dialect {
    /// Language of the released compiler.
    #[default]
    Released,
    /// Language up to 2021-01-13.
    Older,
}

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 2] = [Dialect::Released, Dialect::Older];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Released => "released",
            Dialect::Older => "older",
        }
    }

    /// The dialect with this name.
    pub fn named(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The released name of a texel format that exists only in the older dialect.
///
/// ```
/// assert_eq!(glassbox_vsl::dialect::released_format("unorm4"), Some("u8norm4"));
/// assert_eq!(glassbox_vsl::dialect::released_format("u8norm4"), None);
/// ```
pub fn released_format(name: &str) -> Option<&'static str> {
    match name {
        "unorm" => Some("u8norm"),
        "unorm2" => Some("u8norm2"),
        "unorm4" => Some("u8norm4"),
        _ => None,
    }
}

/// The `passinput` format for a binding type of the older dialect.
///
/// ```
/// assert_eq!(glassbox_vsl::dialect::subpass_format("IInput"), Some("int4"));
/// ```
pub fn subpass_format(name: &str) -> Option<&'static str> {
    match name {
        "Input" => Some("float4"),
        "IInput" => Some("int4"),
        "UInput" => Some("uint4"),
        _ => None,
    }
}
