//! Prints `IFCE`: interface classes, their instances, and the slots that hold instances.
//!
//! Source: the layout was found by comparing files with their listings. The part starts with eight words:
//! numbers of instances, classes, slot spans and slots; offsets of instances, classes and spans; and a zero
//! word.

use std::fmt::Write as _;

use glassbox_dxcontainer::container::Container;
use glassbox_dxcontainer::part::area::Text;

use super::names::clean;

/// Length of the header, words.
const HEAD: usize = 8;
/// Most classes, instances and spans listed, each.
const MAX_ROWS: usize = 1 << 12;
/// Marks a missing texture or sampler.
const NONE: u16 = u16::MAX;

struct Area<'a> {
    data: &'a [u8],
}

impl Area<'_> {
    fn word(&self, at: usize) -> Option<u32> {
        let bytes = self.data.get(at..at.checked_add(4)?)?.first_chunk()?;
        Some(u32::from_le_bytes(*bytes))
    }

    fn half(&self, at: usize) -> Option<u16> {
        let bytes = self.data.get(at..at.checked_add(2)?)?.first_chunk()?;
        Some(u16::from_le_bytes(*bytes))
    }

    fn name(&self, at: usize) -> Option<String> {
        let offset = self.word(at)?;
        Some(clean(&Text::name(self.data, offset.into()).lossy()))
    }
}

/// Writes the tables of classes, instances and slots, as far as the part holds them.
pub(super) fn classes(out: &mut String, container: &Container<'_>) {
    if let Some(data) = container.data(b"IFCE") {
        tables(out, &Area { data });
    }
}

fn tables(out: &mut String, area: &Area<'_>) -> Option<()> {
    let mut head = [0u32; HEAD];
    for (place, word) in head.iter_mut().enumerate() {
        *word = area.word(4 * place)?;
    }
    let [instances, classes, spans, slots, instances_at, classes_at, spans_at, _] =
        head.map(|word| word as usize);
    out.push_str(
        "//\n// Available Class Types:\n//\n\
         // Name                             ID CB Stride Texture Sampler\n\
         // ------------------------------ ---- --------- ------- -------\n",
    );
    for id in 0..classes.min(MAX_ROWS) {
        let at = classes_at.checked_add(12 * id)?;
        let _ = writeln!(
            out,
            "// {:<30} {id:>4} {:>9} {:>7} {:>7}",
            area.name(at)?,
            area.half(at + 6)?,
            area.half(at + 8)?,
            area.half(at + 10)?
        );
    }
    if instances > 0 {
        out.push_str(
            "//\n// Available Class Instances:\n//\n\
             // Name                        Type CB CB Offset Texture Sampler\n\
             // --------------------------- ---- -- --------- ------- -------\n",
        );
    }
    for place in 0..instances.min(MAX_ROWS) {
        let at = instances_at.checked_add(16 * place)?;
        let register = |at: usize| {
            Some(match area.half(at)? {
                NONE => "-".to_owned(),
                register => register.to_string(),
            })
        };
        let _ = writeln!(
            out,
            "// {:<27} {:>4} {:>2} {:>9} {:>7} {:>7}",
            area.name(at)?,
            area.half(at + 4)?,
            area.half(at + 8)?,
            area.half(at + 10)?,
            register(at + 12)?,
            register(at + 14)?
        );
    }
    const LINE: &str = "// +----------+---------+---------------------------------------\n";
    let _ = write!(out, "//\n// Interface slots, {slots} total:\n//\n//             Slots\n{LINE}");
    let mut first = 0usize;
    for span in 0..spans.min(MAX_ROWS) {
        let at = spans_at.checked_add(16 * span)?;
        let (length, count) = (area.word(at)? as usize, area.word(at + 4)? as usize);
        let (types, tables) = (area.word(at + 8)? as usize, area.word(at + 12)? as usize);
        let last = first.saturating_add(length.saturating_sub(1));
        let range = match length {
            0 | 1 => format!("{first:>4}     "),
            _ => format!("{first:>4}-{last:<4}"),
        };
        let _ = write!(out, "// | Type ID  |{range}|");
        for place in 0..count.min(MAX_ROWS) {
            let _ = write!(out, "{:<5}", area.half(types.checked_add(2 * place)?)?);
        }
        out.push_str("\n// | Table ID |         |");
        for place in 0..count.min(MAX_ROWS) {
            let _ = write!(out, "{:<5}", area.word(tables.checked_add(4 * place)?)?);
        }
        let _ = write!(out, "\n{LINE}");
        first = first.saturating_add(length);
    }
    Some(())
}
