//! The two dialects: the released language, and what sources looked like before.
//!
//! Facts: VSL brief, section 17. The parser upgrades older sources, so that later passes see the released language only;
//! constants, which it lacks, are all that is left of the older one.

/// How a source is spelt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Dialect {
    /// The language of the released compiler.
    #[default]
    Released,
    /// The language up to 2021-01-13.
    Older,
}

impl Dialect {
    /// Every one.
    pub const ALL: [Dialect; 2] = [Dialect::Released, Dialect::Older];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Dialect::Released => "released",
            Dialect::Older => "older",
        }
    }

    /// The dialect of a name.
    pub fn named(name: &str) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}

impl std::fmt::Display for Dialect {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The released name of a texel format that only the older dialect has.
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

/// The format that `passinput` wants for a type of bindings of the older dialect.
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
