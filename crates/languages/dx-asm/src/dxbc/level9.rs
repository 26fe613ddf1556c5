//! Prints `Aon9`: code for hardware of feature level 9, with the sources of its constants and samplers.
//!
//! Source: the maps were found by comparing files with their listings. The header is followed by pairs of
//! count and offset: constants, two unknown, samplers, runtime constants.

use std::fmt::Write as _;

use glassbox_dxbc::level9;
use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::Content;

/// Offset of the pairs, bytes.
const PAIRS: usize = 16;
/// Most rows listed of each map.
const MAX_ROWS: usize = 1 << 12;

/// Data of the part.
struct Area<'a> {
    data: &'a [u8],
}

impl Area<'_> {
    fn half(&self, at: usize) -> Option<u16> {
        let bytes = self.data.get(at..at.checked_add(2)?)?.first_chunk()?;
        Some(u16::from_le_bytes(*bytes))
    }

    fn byte(&self, at: usize) -> Option<u8> {
        self.data.get(at).copied()
    }

    /// Offsets of a map's rows.
    fn rows(&self, map: usize, size: usize) -> Vec<usize> {
        let pair = PAIRS + 4 * map;
        let (Some(count), Some(offset)) = (self.half(pair), self.half(pair + 2)) else {
            return Vec::new();
        };
        let rows = (0..usize::from(count).min(MAX_ROWS)).map(|row| usize::from(offset) + size * row);
        rows.take_while(|at| at + size <= self.data.len()).collect()
    }
}

/// Writes the tables and the code; nothing without the part.
pub(super) fn level9(out: &mut String, container: &Container<'_>) {
    let Some(Content::Level9(model)) = container.content(b"Aon9") else {
        return;
    };
    let area = Area { data: container.data(b"Aon9").unwrap_or_default() };
    constants(out, &area);
    samplers(out, &area);
    runtime(out, &area);
    if let Some(text) = level9::print(model.code) {
        out.push_str("//\n// Level9 shader bytecode:\n//\n");
        out.push_str(&text);
    }
}

/// Constants loaded from constant buffers: buffer, first row, number of rows, first register, and the
/// conversion of each component.
fn constants(out: &mut String, area: &Area<'_>) {
    let rows = area.rows(0, 12);
    if rows.is_empty() {
        return;
    }
    out.push_str(
        "//\n// Constant buffer to DX9 shader constant mappings:\n//\n\
         // Target Reg Buffer  Start Reg # of Regs        Data Conversion\n\
         // ---------- ------- --------- --------- ----------------------\n",
    );
    for at in rows {
        let number = |place: usize| area.half(at + 2 * place).unwrap_or(0);
        let conversion = |place: usize| match area.byte(at + 8 + place).unwrap_or(0) {
            0 => "FLT".to_owned(),
            1 => "BOOL".to_owned(),
            2 => "INT".to_owned(),
            other => other.to_string(),
        };
        let [x, y, z, w] = [0, 1, 2, 3].map(conversion);
        let _ = writeln!(
            out,
            "// {:<10} {:<7} {:>9} {:>9}  ({x:>4},{y:>4},{z:>4},{w:>4})",
            format!("c{}", number(3)),
            format!("cb{}", number(0)),
            number(1),
            number(2)
        );
    }
    out.push_str("//\n");
}

/// Samplers: sampler in the code, and its source sampler and texture.
fn samplers(out: &mut String, area: &Area<'_>) {
    let rows = area.rows(3, 4);
    if rows.is_empty() {
        return;
    }
    out.push_str(
        "//\n// Sampler/Resource to DX9 shader sampler mappings:\n//\n\
         // Target Sampler Source Sampler  Source Resource\n\
         // -------------- --------------- ----------------\n",
    );
    for at in rows {
        let [target, sampler, resource] = [2, 1, 0].map(|place| area.byte(at + place).unwrap_or(0));
        let _ = writeln!(
            out,
            "// {:<14} {:<15} {:<17}",
            format!("s{target}"),
            format!("s{sampler}"),
            format!("t{resource}")
        );
    }
    out.push_str("//\n");
}

/// Constants supplied by the runtime: register and meaning.
fn runtime(out: &mut String, area: &Area<'_>) {
    const POSITION_OFFSET: u16 = 0;
    let rows = area.rows(4, 4);
    if rows.is_empty() {
        return;
    }
    out.push_str(
        "//\n// Runtime generated constant mappings:\n//\n\
         // Target Reg                               Constant Description\n\
         // ---------- --------------------------------------------------\n",
    );
    for at in rows {
        let what = match area.half(at).unwrap_or(0) {
            POSITION_OFFSET => "Vertex Shader position offset".to_owned(),
            other => format!("constant {other}"),
        };
        let _ = writeln!(out, "// {:<10} {what:>50}", format!("c{}", area.half(at + 2).unwrap_or(0)));
    }
    out.push_str("//\n");
}
