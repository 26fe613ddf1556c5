//! Which kind of file holds the vertices.

use std::fmt;

/// Kinds of files that hold vertices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Values separated by commas, semicolons or tabs, with or without a line of names.
    Csv,
    /// An array of objects, an array of arrays, or an object of arrays.
    Json,
    /// Polygon file format, ASCII or binary of either byte order.
    Ply,
    /// Wavefront OBJ.
    Obj,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Csv, Kind::Json, Kind::Ply, Kind::Obj];

    /// Its name, which is also the usual suffix of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Csv => "csv",
            Kind::Json => "json",
            Kind::Ply => "ply",
            Kind::Obj => "obj",
        }
    }

    /// The kind of a file by its name, or else by how it begins. Anything that is neither JSON nor PLY by its beginning
    /// may be CSV, so there is always an answer for a name without a suffix; `None` is for names with a strange one.
    pub fn of(name: &str, bytes: &[u8]) -> Option<Kind> {
        let base = name.rsplit(['/', '\\']).next().unwrap_or(name);
        if let Some((_, suffix)) = base.rsplit_once('.') {
            let suffix = suffix.to_ascii_lowercase();
            let known = Kind::ALL.into_iter().find(|kind| kind.name() == suffix);
            let known = known.or(match suffix.as_str() {
                "tsv" | "txt" => Some(Kind::Csv),
                _ => None,
            });
            if known.is_some() {
                return known;
            }
        }
        let start = bytes.trim_ascii_start();
        match start.first() {
            _ if start.starts_with(b"ply\n") || start.starts_with(b"ply\r") => Some(Kind::Ply),
            Some(b'[' | b'{') => Some(Kind::Json),
            _ if base.contains('.') => None,
            _ => Some(Kind::Csv),
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
