//! Parses the sections of `PSV0` in order.

use glassbox_core::diagnostic::{Location, Report, Rule, Severity};
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, Reader, Recorder};
use glassbox_core::record::{Record, Schema, Values};

use super::raw::{
    AmplificationStage, AnyStage, Bits, Counts, DomainStage, Element, Entry, GeometryCounts, GeometryStage,
    HullStage, INFO_SIZES, MeshStage, PixelStage, Resource, Resource24, Stage, VertexStage, Waves,
};
use super::{Dependencies, Info, Psv, Relation, Signatures, StageInfo, Stop};
use crate::part::PartData;
use crate::part::area::{Rows, name_rows};
use crate::rules::psv as rules;

/// Parses the part; see [`super::read`].
pub(super) fn read<'a, R: Recorder>(reader: &mut Reader<'a, R>, part: &PartData) -> Option<Psv<'a>> {
    let size = (part.size() >= 4).then(|| reader.peek_value::<u32>(part.start).ok()).flatten();
    let Some(size) = size else {
        let location = reader.location(part.start, part.end, part.path.clone());
        let message = format!("found {} bytes, expected at least 28", part.size());
        reader.report(&rules::INFO, location, message).help("the part was cut off; recompile the shader");
        return None;
    };
    let mut sections = Sections {
        reader,
        part,
        at: part.start,
        strings: NodeId::ROOT,
        indices: NodeId::ROOT,
        counts: NodeId::ROOT,
        entry: NodeId::ROOT,
        psv: Psv {
            info: Info {
                size,
                stage: StageInfo::Other([0; 16]),
                waves: Waves { min_lanes: 0, max_lanes: 0 },
                counts: None,
                threads: None,
                entry: None,
                shared: None,
            },
            resource_stride: 0,
            resources: Rows::default(),
            strings: &[],
            strings_at: part.start,
            indices: Values::default(),
            signatures: Signatures::default(),
            dependencies: Vec::new(),
            end: part.start,
            stopped: None,
        },
    };
    sections.psv.stopped = sections.all().err();
    sections.psv.end = sections.at;
    if sections.psv.stopped.is_none() && sections.at < part.end {
        let at = sections.at;
        sections.reader.node(part.node.name("rest"), at, part.end, NodeKind::Bytes);
    }
    Some(sections.psv)
}

struct Sections<'r, 'a, R> {
    reader: &'r mut Reader<'a, R>,
    part: &'r PartData,
    at: u64,
    strings: NodeId,
    indices: NodeId,
    counts: NodeId,
    entry: NodeId,
    psv: Psv<'a>,
}

impl<R: Recorder> Sections<'_, '_, R> {
    fn all(&mut self) -> Result<(), Stop> {
        self.info()?;
        self.resources()?;
        if self.psv.info.counts.is_none() {
            return Ok(());
        }
        self.strings()?;
        self.indices()?;
        self.elements()?;
        self.dependencies()
    }

    /// Number of bytes left in the part.
    fn left(&self) -> u64 {
        self.part.end.saturating_sub(self.at)
    }

    fn location(&self, start: u64, end: u64, name: &str) -> Location {
        self.reader.location(start, end.min(self.part.end), self.part.child(name))
    }

    fn report(&mut self, rule: &'static Rule, location: Location, message: impl Into<String>) -> Report<'_> {
        self.reader.report(rule, location, message)
    }

    /// Reads a count or size; if it is missing, the finding is located at the part.
    fn number(
        &mut self,
        name: &'static str,
        rule: &'static Rule,
        stop: Stop,
    ) -> Result<(u32, NodeId, Location), Stop> {
        let at = self.at;
        if self.left() < 4 {
            let message = format!("the part ends before its {}", name.replace('_', " "));
            let note = format!("{} bytes are left, 4 are needed", self.left());
            self.report(rule, self.location(self.part.start, self.part.end, ""), message)
                .note(note)
                .help("the part was cut off, or an earlier size is wrong");
            return Err(stop);
        }
        let (value, node) = self.reader.value::<u32>(self.part.node.name(name), at).map_err(|_| stop)?;
        self.at += 4;
        Ok((value, node, self.location(at, at + 4, name)))
    }

    fn info(&mut self) -> Result<(), Stop> {
        let (size, node, location) = self.number("info_size", &rules::INFO, Stop::Info)?;
        if u64::from(size) > self.left() {
            let message = format!("found a runtime info of {size} bytes, {} are left", self.left());
            self.report(&rules::INFO, location, message)
                .help("the versions have 24, 36, 48, 52 and 56 bytes");
            return Err(Stop::Info);
        }
        let newest = INFO_SIZES[INFO_SIZES.len() - 1];
        let known = INFO_SIZES.contains(&size);
        if !known {
            let message = format!("found a runtime info of {size} bytes, expected 24, 36, 48, 52 or 56");
            let mut finding = self.report(&rules::INFO_SIZE, location, message);
            finding.help("set it to the size of the version that the part has");
            finding.note(if size > newest {
                "the bytes past 56 were left as they are"
            } else {
                "no section after the runtime info can be located"
            });
            if size < INFO_SIZES[0] {
                finding.severity(Severity::Error);
            }
        }
        let start = self.at;
        let end = start + u64::from(size);
        let group = self.reader.group(self.part.node.name("info"), start);
        self.reader.link_value(node, LinkKind::Size { of: group, unit: 1 });
        self.pieces(group, start, end);
        self.reader.close(group, end);
        self.at = end;
        if !known && size < newest {
            return Err(Stop::InfoSize);
        }
        Ok(())
    }

    /// Names the records of the runtime info that its size covers.
    fn pieces(&mut self, group: NodeId, start: u64, end: u64) {
        let there = |until: u64| start + until <= end;
        let reader = &mut *self.reader;
        let info = &mut self.psv.info;
        let mut at = start;
        if there(24) {
            let stage = there(36).then(|| reader.peek_value::<Stage>(start + 24).ok()).flatten();
            let (found, schema) = stage_info(reader, start, stage);
            info.stage = found;
            reader.node(group.name("stage"), start, start + 16, NodeKind::Record(schema));
            if let Ok((waves, _)) = reader.record::<Waves>(group.name("waves"), start + 16) {
                info.waves = waves;
            }
            at = start + 24;
        }
        if there(36) {
            let schema = match reader.peek_value::<Stage>(at) {
                Ok(Stage::GEOMETRY) => GeometryCounts::SCHEMA,
                _ => Counts::SCHEMA,
            };
            info.counts = reader.peek(at).ok();
            self.counts = reader.node(group.name("counts"), at, at + 12, NodeKind::Record(schema));
            at += 12;
        }
        if there(48) {
            info.threads = reader.record(group.name("threads"), at).ok().map(|(record, _)| record);
            at += 12;
        }
        if there(52) {
            if let Ok((entry, node)) = reader.record(group.name("entry"), at) {
                info.entry = Some(entry);
                self.entry = node;
            }
            at += 4;
        }
        if there(56) {
            info.shared = reader.record(group.name("shared"), at).ok().map(|(record, _)| record);
            at += 4;
        }
        if at < end {
            reader.node(group.name("newer"), at, end, NodeKind::Bytes);
        }
    }

    fn resources(&mut self) -> Result<(), Stop> {
        let (count, count_node, count_place) =
            self.number("resource_count", &rules::RESOURCES, Stop::Resources)?;
        if count == 0 {
            return Ok(());
        }
        let (stride, _, stride_place) = self.number("resource_size", &rules::RESOURCES, Stop::Resources)?;
        self.psv.resource_stride = stride;
        if stride < Resource::SIZE as u32 {
            let message = format!("found resource records of {stride} bytes, expected at least 16");
            self.report(&rules::RESOURCES, stride_place, message)
                .help("the records have 16 bytes, since version 2 24");
            return Err(Stop::Resources);
        }
        let size = u64::from(count) * u64::from(stride);
        if size > self.left() {
            let fits = self.left() / u64::from(stride);
            let message = format!("found {count} resources of {stride} bytes, {fits} fit in the part");
            self.report(&rules::RESOURCES, count_place, message)
                .label(stride_place, "the size of a record")
                .help("set the count to the actual number of resources");
            return Err(Stop::Resources);
        }
        let schema = if stride >= 24 { Resource24::SCHEMA } else { Resource::SCHEMA };
        let name = self.part.node.name("resources");
        let rows = name_rows(self.reader, name, self.at, count.into(), schema, stride.into());
        let rows = rows.map_err(|_| Stop::Resources)?;
        self.reader.link_value(count_node, LinkKind::Count { of: rows });
        let bytes = self.reader.slice(self.at, size).map_err(|_| Stop::Resources)?;
        self.psv.resources = Rows::new(bytes, self.reader.absolute(self.at), stride.into());
        self.at += size;
        Ok(())
    }

    fn strings(&mut self) -> Result<(), Stop> {
        let (size, size_node, place) = self.number("string_size", &rules::STRINGS, Stop::Strings)?;
        let left = self.left();
        if u64::from(size) > left || !size.is_multiple_of(4) {
            let message = if u64::from(size) > left {
                format!("found a string table of {size} bytes, {left} are left")
            } else {
                format!("found a string table of {size} bytes, expected a multiple of 4")
            };
            self.report(&rules::STRINGS, place, message)
                .help("count the padding after the last string, and nothing else");
            return Err(Stop::Strings);
        }
        let size = u64::from(size);
        let name = self.part.node.name("strings");
        let (bytes, node) =
            self.reader.bytes(name, self.at, size, NodeKind::Strings).map_err(|_| Stop::Strings)?;
        self.reader.link_value(size_node, LinkKind::Size { of: node, unit: 1 });
        let pointer = LinkKind::Pointer { base: node, unit: 1 };
        self.reader.link(self.entry, &Entry::name, pointer);
        self.strings = node;
        self.psv.strings = bytes;
        self.psv.strings_at = self.at;
        if bytes.last().is_some_and(|&last| last != 0) {
            let end = self.at + size;
            // The missing terminator belongs to the last string of the table.
            let message = "the string table does not end with a zero byte".to_owned();
            let note = format!("the last byte, at {:#x}, belongs to a string", self.reader.absolute(end - 1));
            self.report(&rules::STRINGS, self.location(self.at, end, "strings"), message)
                .note(note)
                .help("end the last string with a zero byte and pad the table to a multiple of 4");
        }
        self.at += size;
        Ok(())
    }

    fn indices(&mut self) -> Result<(), Stop> {
        let (count, count_node, place) = self.number("index_count", &rules::REFERENCES, Stop::Indices)?;
        let size = u64::from(count) * 4;
        if size > self.left() {
            let message = format!("found {count} semantic indices, {} fit in the part", self.left() / 4);
            self.report(&rules::REFERENCES, place, message)
                .help("set the count to the actual number of indices");
            return Err(Stop::Indices);
        }
        let name = self.part.node.name("indices");
        let (values, node) = self.reader.values(name, self.at, count.into()).map_err(|_| Stop::Indices)?;
        self.reader.link_value(count_node, LinkKind::Count { of: node });
        self.indices = node;
        self.psv.indices = values;
        self.at += size;
        Ok(())
    }

    fn elements(&mut self) -> Result<(), Stop> {
        let Some(counts) = self.psv.info.counts else {
            return Ok(());
        };
        let numbers = [counts.inputs, counts.outputs, counts.patches];
        if numbers == [0; 3] {
            return Ok(());
        }
        let (stride, _, place) = self.number("element_size", &rules::REFERENCES, Stop::Elements)?;
        self.psv.signatures.stride = stride;
        let total: u64 = numbers.iter().map(|&number| u64::from(number)).sum();
        let size = total * u64::from(stride);
        if stride < Element::SIZE as u32 || size > self.left() {
            let message = if stride < Element::SIZE as u32 {
                format!("found signature elements of {stride} bytes, expected at least 16")
            } else {
                format!("found {total} signature elements of {stride} bytes, {} bytes are left", self.left())
            };
            self.report(&rules::REFERENCES, place, message)
                .note("the runtime info holds the numbers of elements")
                .help("elements have 16 bytes; fix the size or the numbers");
            return Err(Stop::Elements);
        }
        let fields = [Counts::inputs, Counts::outputs, Counts::patches];
        let names = ["inputs", "outputs", "patches"];
        for ((number, name), field) in numbers.into_iter().zip(names).zip(fields) {
            let rows = self.signature(name, number, stride)?;
            if number > 0 {
                self.reader.link(self.counts, &field, LinkKind::Count { of: rows.1 });
            }
            match name {
                "inputs" => self.psv.signatures.inputs = rows.0,
                "outputs" => self.psv.signatures.outputs = rows.0,
                _ => self.psv.signatures.patches = rows.0,
            }
        }
        Ok(())
    }
}

impl<'a, R: Recorder> Sections<'_, 'a, R> {
    fn signature(
        &mut self,
        name: &'static str,
        count: u8,
        stride: u32,
    ) -> Result<(Rows<'a, Element>, NodeId), Stop> {
        let size = u64::from(count) * u64::from(stride);
        let start = self.at;
        self.at += size;
        if count == 0 {
            return Ok((Rows::default(), NodeId::ROOT));
        }
        let bytes = self.reader.slice(start, size).map_err(|_| Stop::Elements)?;
        let stride = u64::from(stride);
        let label = self.part.node.name(name);
        let node = name_rows(self.reader, label, start, count.into(), Element::SCHEMA, stride);
        let node = node.map_err(|_| Stop::Elements)?;
        if stride == Element::SIZE as u64 {
            let name = LinkKind::Pointer { base: self.strings, unit: 1 };
            self.reader.link(node, &Element::name, name);
            let indices = LinkKind::Pointer { base: self.indices, unit: 4 };
            self.reader.link(node, &Element::indices, indices);
        }
        Ok((Rows::new(bytes, self.reader.absolute(start), stride), node))
    }

    fn dependencies(&mut self) -> Result<(), Stop> {
        let Some(counts) = self.psv.info.counts else {
            return Ok(());
        };
        let stage = counts.stage;
        let outputs = counts.output_vectors.map(u32::from);
        let inputs = u32::from(counts.input_vectors);
        let patches = self.psv.info.patch_vectors() as u32;
        let streams = if stage == Stage::GEOMETRY { 4 } else { 1 };
        let streams = (0u32..).zip(outputs).take(streams);
        if counts.uses_view_id != 0 {
            for (stream, vectors) in streams.clone() {
                self.table(Relation::ViewToOutput(stream), None, vectors)?;
            }
            if matches!(stage, Stage::HULL | Stage::MESH) {
                self.table(Relation::ViewToPatch, None, patches)?;
            }
        }
        if stage != Stage::MESH {
            for (stream, vectors) in streams {
                self.table(Relation::InputToOutput(stream), Some(inputs), vectors)?;
            }
        }
        match stage {
            Stage::HULL => self.table(Relation::InputToPatch, Some(inputs), patches),
            Stage::DOMAIN => self.table(Relation::PatchToOutput, Some(patches), outputs[0]),
            _ => Ok(()),
        }
    }

    /// Reads a dependency table: four rows per vector of `from`, a single row for `None`; four bits per vector of `to`.
    fn table(&mut self, what: Relation, from: Option<u32>, to: u32) -> Result<(), Stop> {
        if to == 0 || from == Some(0) {
            return Ok(());
        }
        let row_words = to.div_ceil(8);
        let count = u64::from(from.map_or(1, |from| 4 * from)) * u64::from(row_words);
        if count * 4 > self.left() {
            let (from, to) = match what {
                Relation::ViewToOutput(stream) => {
                    ("the view id".to_owned(), format!("outputs of stream {stream}"))
                }
                Relation::ViewToPatch => {
                    ("the view id".to_owned(), "patch constants or primitives".to_owned())
                }
                Relation::InputToOutput(stream) => {
                    ("inputs".to_owned(), format!("outputs of stream {stream}"))
                }
                Relation::InputToPatch => ("inputs".to_owned(), "patch constants".to_owned()),
                Relation::PatchToOutput => ("patch constants".to_owned(), "outputs".to_owned()),
            };
            let message = format!(
                "found {} bytes for the dependencies of {to} on {from}, expected {}",
                self.left(),
                count * 4
            );
            let counts = self.part.start + 28;
            let location = self.reader.location(counts, counts + 12, self.part.child("info.counts"));
            self.report(&rules::DEPENDENCIES, self.location(self.part.start, self.part.end, ""), message)
                .label(location, "the numbers of vectors are here")
                .help("the part was cut off, or a number of vectors is wrong");
            return Err(Stop::Dependencies);
        }
        let node = self.part.node;
        let name = match what {
            Relation::ViewToOutput(stream) => node.item("view_to_output", stream),
            Relation::ViewToPatch => node.name("view_to_patch"),
            Relation::InputToOutput(stream) => node.item("input_to_output", stream),
            Relation::InputToPatch => node.name("input_to_patch"),
            Relation::PatchToOutput => node.name("patch_to_output"),
        };
        let (words, _) = self.reader.values::<Bits>(name, self.at, count).map_err(|_| Stop::Dependencies)?;
        self.at += count * 4;
        self.psv.dependencies.push(Dependencies { what, rows: from.unwrap_or(0), row_words, words });
        Ok(())
    }
}

/// Reads the stage information at `at`; returns it with its schema.
fn stage_info<R: Recorder>(
    reader: &Reader<'_, R>,
    at: u64,
    stage: Option<Stage>,
) -> (StageInfo, &'static Schema) {
    let found = match stage {
        Some(Stage::VERTEX) => reader.peek(at).map(|r| (StageInfo::Vertex(r), VertexStage::SCHEMA)),
        Some(Stage::HULL) => reader.peek(at).map(|r| (StageInfo::Hull(r), HullStage::SCHEMA)),
        Some(Stage::DOMAIN) => reader.peek(at).map(|r| (StageInfo::Domain(r), DomainStage::SCHEMA)),
        Some(Stage::GEOMETRY) => reader.peek(at).map(|r| (StageInfo::Geometry(r), GeometryStage::SCHEMA)),
        Some(Stage::PIXEL) => reader.peek(at).map(|r| (StageInfo::Pixel(r), PixelStage::SCHEMA)),
        Some(Stage::MESH) => reader.peek(at).map(|r| (StageInfo::Mesh(r), MeshStage::SCHEMA)),
        Some(Stage::AMPLIFICATION) => {
            reader.peek(at).map(|r| (StageInfo::Amplification(r), AmplificationStage::SCHEMA))
        }
        _ => reader.peek::<AnyStage>(at).map(|r| (StageInfo::Other(r.bytes), AnyStage::SCHEMA)),
    };
    found.unwrap_or((StageInfo::Other([0; 16]), AnyStage::SCHEMA))
}
