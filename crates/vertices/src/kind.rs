//! Detects the file format of vertex data.

use std::fmt;

/// Vertex file formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Values separated by commas, semicolons or tabs, with or without a header line.
    Csv,
    /// An array of objects, an array of arrays, or an object of arrays.
    Json,
    /// Polygon file format, ASCII or binary in either byte order.
    Ply,
    /// Wavefront OBJ.
    Obj,
}

impl Kind {
    /// All formats.
    pub const ALL: [Kind; 4] = [Kind::Csv, Kind::Json, Kind::Ply, Kind::Obj];

    /// Name of the format, also its usual file extension.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Csv => "csv",
            Kind::Json => "json",
            Kind::Ply => "ply",
            Kind::Obj => "obj",
        }
    }

    /// Detects the format by file name, then by contents. Without an extension, anything other than
    /// JSON and PLY is taken for CSV; `None` for an unknown extension.
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
