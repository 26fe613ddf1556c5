//! Parses the sections of `SRCI`.

use std::borrow::Cow;

use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::Record;

use super::Sources;
use super::packed::{Stored, report};
use super::raw::{Arguments, ContentEntry, Contents, Header, NameEntry, Names, Section, SectionType};
use crate::part::PartData;
use crate::part::area::is_padding;

/// Maximum number of files read.
const MAX_FILES: u32 = 65_536;

/// A section: its group node, its path, and the bytes after its header.
struct Place {
    group: NodeId,
    path: String,
    start: u64,
    end: u64,
}

pub(super) fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Sources<'a>> {
    let location = reader.location(part.start, part.end, part.path.clone());
    if part.size() < Header::SIZE as u64 {
        let message = format!("found {} bytes, expected a header of 8", part.size());
        report(reader, location, message, "the part was cut off; rebuild the debug file");
        return None;
    }
    let (header, node) = reader.record::<Header>(part.node.name("head"), part.start).ok()?;
    reader.link(node, &Header::size, LinkKind::Pointer { base: node, unit: 1 });
    if u64::from(header.size) > part.size() {
        let place = part.field(reader.window(), part.start, "head", Header::size);
        let message = format!("found a size of {} bytes, the part has {}", header.size, part.size());
        report(reader, place, message, "set it to the size of the part's data");
    }
    let mut sources = Sources::default();
    let mut at = part.start + Header::SIZE as u64;
    let mut seen = [0u32; 4];
    for number in 0..header.count {
        if part.end.saturating_sub(at) < Section::SIZE as u64 {
            let place = part.field(reader.window(), part.start, "head", Header::count);
            let message = format!("found {} sections, {number} are present", header.count);
            report(reader, place, message, "set it to the actual number of sections");
            break;
        }
        let Ok(section) = reader.peek::<Section>(at) else {
            break;
        };
        let slot = usize::from(section.section_type.0).min(3);
        let text = ["contents", "names", "arguments", "section"][slot];
        let first = seen[slot] == 0 && slot < 3;
        let name = if first { part.node.name(text) } else { part.node.item(text, seen[slot]) };
        let path = if first { part.child(text) } else { part.child(&format!("{text}[{}]", seen[slot])) };
        seen[slot] += 1;
        let group = reader.group(name, at);
        let Ok((_, head)) = reader.record::<Section>(group.name("head"), at) else {
            break;
        };
        let left = part.end - at;
        let size = u64::from(section.size);
        if size < Section::SIZE as u64 || size > left {
            let place = reader.location(at, at + 4, format!("{path}.head.size"));
            let message = format!("found a section of {size} bytes, expected 8 to {left}");
            report(reader, place, message, "count the head and the padding of the section, and nothing else");
            reader.close(group, at + Section::SIZE as u64);
            break;
        }
        let place = Place { group, path, start: at + Section::SIZE as u64, end: at + size };
        reader.link(head, &Section::size, LinkKind::Size { of: group, unit: 1 });
        let end = match section.section_type {
            SectionType::FILE_NAMES => names(reader, &place, first, &mut sources),
            SectionType::CONTENTS => contents(reader, &place, first, &mut sources),
            SectionType::ARGUMENTS => arguments(reader, &place, first, &mut sources),
            _ => None,
        };
        rest(reader, &place, end.unwrap_or(place.start));
        at = place.end;
        reader.close(group, at);
    }
    if at < part.end {
        rest(reader, &Place { group: part.node, path: String::new(), start: at, end: part.end }, at);
    }
    Some(sources)
}

/// Names the remaining bytes of a section.
fn rest<R: Recorder>(reader: &mut Reader<'_, R>, place: &Place, at: u64) {
    let left = place.end.saturating_sub(at);
    if left == 0 {
        return;
    }
    let padding = is_padding(reader.slice(at, left).unwrap_or_default());
    let (name, kind) = if padding { ("padding", NodeKind::Padding) } else { ("rest", NodeKind::Bytes) };
    reader.node(place.group.name(name), at, place.end, kind);
}

fn names<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    place: &Place,
    first: bool,
    sources: &mut Sources<'a>,
) -> Option<u64> {
    let (names, node) = head::<Names, R>(reader, place)?;
    let entries = reader.group(place.group.name("entries"), place.start + Names::SIZE as u64);
    let mut at = place.start + Names::SIZE as u64;
    let start = at;
    for number in 0..names.count {
        let size = NameEntry::SIZE as u64;
        let entry = reader.peek::<NameEntry>(at).ok().filter(|_| place.end - at >= size);
        let fits = entry.is_some_and(|entry| {
            let wide = u64::from(entry.size);
            wide >= size + u64::from(entry.name_size) && wide <= place.end - at
        });
        let Some(entry) = entry.filter(|_| fits) else {
            let path = format!("{}.table", place.path);
            let field = place.start + Names::count.offset as u64;
            let location = reader.location(field, field + 4, format!("{path}.count"));
            let message = format!("found {} names, number {number} is incomplete", names.count);
            report(reader, location, message, "fix the number of names or the size of that entry");
            break;
        };
        if reader.spend(entry.size.into()).is_err() || number >= MAX_FILES {
            break;
        }
        let group = reader.group(entries.item("", number), at);
        let _ = reader.record::<NameEntry>(group.name("head"), at);
        let text = at + size;
        let end = at + u64::from(entry.size);
        let (bytes, _) =
            reader.bytes(group.name("name"), text, entry.name_size.into(), NodeKind::Strings).ok()?;
        let after = text + u64::from(entry.name_size);
        if after < end {
            reader.node(group.name("padding"), after, end, NodeKind::Padding);
        }
        reader.close(group, end);
        if first {
            sources.names.push((until_nul(bytes), entry.content_size));
        }
        at = end;
    }
    reader.close(entries, at);
    reader.link(node, &Names::count, LinkKind::Count { of: entries });
    reader.link(node, &Names::size, LinkKind::Size { of: entries, unit: 1 });
    if at - start != u64::from(names.size) {
        let field = place.start + Names::size.offset as u64;
        let location = reader.location(field, field + 2, format!("{}.table.size", place.path));
        let message = format!("found {} bytes of entries, they take {}", names.size, at - start);
        report(reader, location, message, "set it to the size of all entries");
    }
    Some(at)
}

fn contents<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    place: &Place,
    first: bool,
    sources: &mut Sources<'a>,
) -> Option<u64> {
    let (contents, node) = head::<Contents, R>(reader, place)?;
    let path = format!("{}.table", place.path);
    let stored = Stored {
        group: place.group,
        header: node,
        path: &path,
        at: place.start,
        room: (place.start + Contents::SIZE as u64, place.end),
        compression: (contents.compression, Contents::compression),
        stored: (contents.stored, Contents::stored),
        expanded: (contents.expanded, Contents::expanded),
    };
    let content = stored.read(reader)?;
    let field = place.start + Contents::count.offset as u64;
    let count_place = reader.location(field, field + 4, format!("{path}.count"));
    let (files, end) = match content.space {
        Some(space) => reader.inside(space, &content.bytes, content.node, |reader| {
            files(reader, content.node, 0, content.bytes.len() as u64, contents.count)
        }),
        None => {
            let (files, end) = files(reader, content.node, content.start, content.end, contents.count);
            let shift = content.start as usize;
            (files.into_iter().map(|(from, to)| (from - shift, to - shift)).collect(), end - content.start)
        }
    };
    reader.link(node, &Contents::count, LinkKind::Count { of: content.node });
    if (files.len() as u64) < u64::from(contents.count) || end != content.bytes.len() as u64 {
        let message = format!(
            "found {} contents, {} are complete and take {end} of {} bytes",
            contents.count,
            files.len(),
            content.bytes.len()
        );
        report(reader, count_place, message, "fix the number of contents or the size of the last one");
    }
    if first {
        sources.contents = match content.bytes {
            Cow::Borrowed(bytes) => Cow::Borrowed(bytes),
            Cow::Owned(bytes) => Cow::Owned(bytes),
        };
        sources.files = files;
    }
    Some(content.end)
}

/// Ranges of the files in a window, and the end of the last.
fn files<R: Recorder>(
    reader: &mut Reader<'_, R>,
    node: NodeId,
    start: u64,
    end: u64,
    count: u32,
) -> (Vec<(usize, usize)>, u64) {
    let mut files = Vec::new();
    let mut at = start;
    let head = ContentEntry::SIZE as u64;
    for number in 0..count.min(MAX_FILES) {
        let entry = reader.peek::<ContentEntry>(at).ok().filter(|_| end - at >= head);
        let Some(entry) = entry else { break };
        let size = u64::from(entry.size);
        let inside = u64::from(entry.content_size);
        if size < head + inside || size > end - at || reader.spend(size).is_err() {
            break;
        }
        let group = reader.group(node.item("", number), at);
        let _ = reader.record::<ContentEntry>(group.name("head"), at);
        let text = at + head;
        reader.node(group.name("text"), text, text + inside, NodeKind::Text);
        if text + inside < at + size {
            reader.node(group.name("padding"), text + inside, at + size, NodeKind::Padding);
        }
        reader.close(group, at + size);
        let bytes = reader.slice(text, inside).unwrap_or_default();
        let visible = bytes.strip_suffix(&[0]).unwrap_or(bytes).len();
        files.push((text as usize, text as usize + visible));
        at += size;
    }
    (files, at)
}

fn arguments<'a, R: Recorder>(
    reader: &mut Reader<'a, R>,
    place: &Place,
    first: bool,
    sources: &mut Sources<'a>,
) -> Option<u64> {
    let (arguments, node) = head::<Arguments, R>(reader, place)?;
    let start = place.start + Arguments::SIZE as u64;
    let size = u64::from(arguments.size);
    let field = place.start + Arguments::size.offset as u64;
    let location = reader.location(field, field + 4, format!("{}.table.size", place.path));
    if size > place.end - start {
        let message = format!("found {size} bytes of arguments, {} are left", place.end - start);
        report(reader, location, message, "set it to the size of all strings");
        return Some(start);
    }
    let (bytes, list) = reader.bytes(place.group.name("list"), start, size, NodeKind::Strings).ok()?;
    reader.link(node, &Arguments::size, LinkKind::Size { of: list, unit: 1 });
    let strings = bytes.iter().filter(|&&byte| byte == 0).count() as u64;
    if strings != 2 * u64::from(arguments.count) || bytes.last().is_some_and(|&last| last != 0) {
        let field = place.start + Arguments::count.offset as u64;
        let location = reader.location(field, field + 4, format!("{}.table.count", place.path));
        let message = format!(
            "found {} arguments, expected {} strings, there are {strings}",
            arguments.count,
            2 * u64::from(arguments.count)
        );
        report(reader, location, message, "each argument has a name and a value, both with a terminator");
    }
    if first {
        sources.arguments = bytes;
        sources.argument_count = arguments.count;
    }
    Some(start + size)
}

/// Reads the record at the start of a section.
fn head<T: Record, R: Recorder>(reader: &mut Reader<'_, R>, place: &Place) -> Option<(T, NodeId)> {
    let left = place.end - place.start;
    if left < T::SIZE as u64 {
        let location = reader.location(place.start - 8, place.start - 4, format!("{}.head.size", place.path));
        let message =
            format!("found {left} bytes after the head of the section, expected at least {}", T::SIZE);
        report(reader, location, message, "remove the section or give it its content");
        return None;
    }
    reader.record(place.group.name("table"), place.start).ok()
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}
