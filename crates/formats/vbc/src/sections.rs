//! Reads the reflection sections of the released layout, front to back.

use std::borrow::Cow;

use glassbox_core::diagnostic::{Diagnostic, Label, Reporter};
use glassbox_core::reader::{LinkKind, NodeId, NodeKind, NodeName, Reader, Recorder};
use glassbox_core::record::{Record, Records};
use glassbox_core::value::Value;

use crate::program::{Counts, Layout, Member, Objects, Places, Program, Step, Uniform};
use crate::raw::{
    BaseType, Binding, BufferBinding, HEADER_SIZE, InterfaceRecord, LibcxxObject, LibstdcxxObject,
    MAX_BINDINGS, MAX_INPUTS, MAX_MEMBERS, MAX_OUTPUTS, MAX_SUBPASS_INPUTS, SPIRV_MAGIC, StageMask,
    SubpassInput, TexelBinding,
};
use crate::rules;

/// Reads the sections in order and stops at the first incomplete one.
pub(crate) struct Sections<'r, 'a, R> {
    reader: &'r mut Reader<'a, R>,
    lengths: [u16; 5],
    /// End of the reflection: the start of the code if known, or the end of the file.
    end: u64,
    /// True if the start of the code is known.
    bounded: bool,
    /// Counts above the format's limits, added as labels to later errors.
    suspects: Vec<Label>,
    pub(crate) at: u64,
    pub(crate) layout: Layout<'a>,
    pub(crate) places: Places,
    pub(crate) program: Program<'a>,
}

/// A counted section.
struct Counted {
    group: &'static str,
    limit: u32,
    count: Step,
    records: Step,
}

/// Stops the reader; the step is in the layout.
struct Stopped;

impl<'r, 'a, R: Recorder> Sections<'r, 'a, R> {
    pub(crate) fn new(reader: &'r mut Reader<'a, R>, lengths: [u16; 5], code: Option<u64>) -> Self {
        let end = code.unwrap_or(reader.size());
        Sections {
            reader,
            lengths,
            end,
            bounded: code.is_some(),
            suspects: Vec::new(),
            at: HEADER_SIZE,
            layout: Layout::default(),
            places: Places::default(),
            program: Program::default(),
        }
    }

    /// Reads as far as possible.
    pub(crate) fn read(&mut self) {
        let mut counts = Counts::default();
        // Stopping is not a failure: the layout records the step.
        let _ = self.read_all(&mut counts);
        let program = &self.program;
        let found = Counts {
            inputs: program.inputs.len() as u32,
            outputs: program.outputs.len() as u32,
            bindings: program.bindings.len() as u32,
            members: program.uniform.as_ref().map_or(0, |uniform| uniform.members.len() as u32),
            subpass_inputs: program.subpass_inputs.len() as u32,
        };
        self.layout.counts = (found != counts).then_some(counts);
    }

    fn read_all(&mut self, counts: &mut Counts) -> Result<(), Stopped> {
        let section =
            Counted { group: "inputs", limit: MAX_INPUTS, count: Step::InputCount, records: Step::Inputs };
        self.places.input_count = self.at;
        let (records, done) = self.plain::<InterfaceRecord>(&section, &mut counts.inputs);
        self.program.inputs = records;
        done?;

        let section = Counted {
            group: "outputs",
            limit: MAX_OUTPUTS,
            count: Step::OutputCount,
            records: Step::Outputs,
        };
        self.places.output_count = self.at;
        let (records, done) = self.plain::<InterfaceRecord>(&section, &mut counts.outputs);
        self.program.outputs = records;
        done?;

        self.places.binding_count = self.at;
        self.bindings(&mut counts.bindings)?;
        self.places.uniform = self.at;
        self.uniform(&mut counts.members)?;
        self.places.subpass_count = self.at;
        self.subpass_inputs(&mut counts.subpass_inputs)
    }

    fn plain<T: Record>(
        &mut self,
        section: &Counted,
        count: &mut u32,
    ) -> (Records<'a, T>, Result<(), Stopped>) {
        let root = self.reader.root;
        let group = self.reader.group(root.name(section.group), self.at);
        let (available, count_node, done) = match self.count(group, section, T::SIZE as u64, count) {
            Ok(found) => found,
            Err(stopped) => return (Records::default(), Err(stopped)),
        };
        let records = self.reader.records(group.name("records"), self.at, available);
        let Ok((records, node)) = records else {
            return (Records::default(), Err(self.stop(section.records)));
        };
        self.at += available * T::SIZE as u64;
        self.reader.link_value(count_node, LinkKind::Count { of: node });
        // A truncated record still belongs to the section.
        let end = if done.is_ok() { self.at } else { self.end };
        self.reader.close(group, end);
        (records, done)
    }

    /// Reads a count and returns how many records are complete. The last result is an error if some are
    /// missing; the complete ones must still be read.
    fn count(
        &mut self,
        group: NodeId,
        section: &Counted,
        size: u64,
        count: &mut u32,
    ) -> Result<(u64, NodeId, Result<(), Stopped>), Stopped> {
        let place = self.at;
        let (stated, node) =
            self.number::<u32>(group.name("count"), &format!("{}.count", section.group), section.count)?;
        *count = stated;
        self.reader.close(group, self.at);
        let location = self.reader.location(place, place + 4, format!("{}.count", section.group));
        let left = self.end - self.at;
        let fits = left / size;
        if stated > section.limit {
            self.suspects.push(Label {
                location: location.clone(),
                message: format!("states {stated}, the format allows {}", section.limit),
            });
        }
        if u64::from(stated) <= fits {
            return Ok((u64::from(stated), node, Ok(())));
        }
        let needed = u64::from(stated) * size;
        let finding = if stated > section.limit {
            self.suspects.pop();
            let message = format!(
                "found a count of {stated}, expected at most {fits}: {needed} bytes do not fit in {left}"
            );
            Diagnostic::new(&rules::COUNT_PAST_END, location, message)
                .note(format!("each record has {size} bytes and the format allows {}", section.limit))
                .help("set the count to the actual number of records")
        } else {
            let place = self.reader.location(self.at, self.end, section.group);
            let message = format!("found {left} bytes, expected {stated} records of {size} bytes ({needed})");
            Diagnostic::new(&rules::SECTION_CUT, place, message)
                .label(location, format!("says {stated}"))
                .note(format!("record {fits} is the first incomplete one"))
                .help(format!(
                    "{} bytes are missing here; get a complete copy of the file, or rebuild it",
                    needed - left
                ))
        };
        self.push(finding);
        Ok((fits, node, Err(self.stop(section.records))))
    }

    fn bindings(&mut self, count: &mut u32) -> Result<(), Stopped> {
        let section = Counted {
            group: "bindings",
            limit: MAX_BINDINGS,
            count: Step::BindingCount,
            records: Step::Bindings,
        };
        let group = self.reader.group(self.reader.root.name("bindings"), self.at);
        let (available, count_node, done) = self.count(group, &section, Binding::SIZE as u64, count)?;
        let start = self.at;
        let size = available * Binding::SIZE as u64;
        let spent = self.reader.spend(size);
        let (Ok(bytes), Ok(())) = (self.reader.slice(start, size), spent) else {
            return Err(self.stop(Step::Bindings));
        };
        let records = Records::<Binding>::new(bytes, self.reader.absolute(start));
        let run = self.reader.group(group.name("records"), start);
        for (index, record) in (0..).zip(records.iter()) {
            let schema = if record.base_type.is_buffer() {
                BufferBinding::SCHEMA
            } else if record.base_type.is_texel() {
                TexelBinding::SCHEMA
            } else {
                Binding::SCHEMA
            };
            let end = self.at + Binding::SIZE as u64;
            self.reader.node(run.item("", index), self.at, end, NodeKind::Record(schema));
            self.at = end;
        }
        self.reader.close(run, self.at);
        self.reader.link_value(count_node, LinkKind::Count { of: run });
        let end = if done.is_ok() { self.at } else { self.end };
        self.reader.close(group, end);
        self.program.bindings = records;
        done
    }

    fn uniform(&mut self, count: &mut u32) -> Result<(), Stopped> {
        let group = self.reader.group(self.reader.root.name("uniform"), self.at);
        let (size, _) = self.number::<u16>(group.name("size"), "uniform.size", Step::UniformSize)?;
        self.reader.close(group, self.at);
        self.places.members = self.at;
        if size == 0 {
            return Ok(());
        }
        self.program.uniform = Some(Uniform { size, ..Uniform::default() });
        let (stages, _) =
            self.number::<StageMask>(group.name("stages"), "uniform.stages", Step::UniformStages)?;
        self.reader.close(group, self.at);
        if let Some(uniform) = &mut self.program.uniform {
            uniform.stages = stages;
        }
        let counted = self.at;
        let (stated, count_node) =
            self.number::<u32>(group.name("member_count"), "uniform.member_count", Step::MemberCount)?;
        *count = stated;
        self.places.members = self.at;
        let members = self.reader.group(group.name("members"), self.at);
        let mut found = Vec::new();
        let mut done = Ok(());
        for index in 0..stated {
            match self.member(members, index, stated, counted) {
                Ok(member) => found.push(member),
                Err(stopped) => {
                    done = Err(stopped);
                    break;
                }
            }
        }
        let end = if done.is_ok() { self.at } else { self.end };
        self.reader.close(members, end);
        self.reader.close(group, end);
        self.reader.link_value(count_node, LinkKind::Count { of: members });
        if let Some(uniform) = &mut self.program.uniform {
            uniform.members = found;
        }
        done
    }

    fn member(
        &mut self,
        members: NodeId,
        index: u32,
        stated: u32,
        counted: u64,
    ) -> Result<Member<'a>, Stopped> {
        let start = self.at;
        let left = self.end - start;
        let length = self.reader.peek_value::<u8>(start).ok().filter(|_| left > 0);
        let needed = 7 + length.map_or(0, u64::from);
        if index >= MAX_MEMBERS || needed > left || self.reader.spend(needed).is_err() {
            let location = self.reader.location(start, self.end.min(start + needed), "uniform.members");
            let label = self.reader.location(counted, counted + 4, "uniform.member_count");
            let finding = if index >= MAX_MEMBERS {
                let message = format!("found {stated} members, expected at most {MAX_MEMBERS}");
                Diagnostic::new(&rules::COUNT_PAST_END, label, message)
                    .note("a uniform of 65535 bytes has no room for more members of 4 bytes")
                    .help("set the count to the actual number of members")
            } else {
                let message =
                    format!("found {left} bytes for member {index} of {stated}, expected at least {needed}");
                Diagnostic::new(&rules::SECTION_CUT, location, message)
                    .label(label, format!("says {stated}"))
                    .help(if self.bounded {
                        format!("{index} members are present; set the count to match them")
                    } else {
                        format!(
                            "{} bytes or more are missing here; get a complete copy of the file, or rebuild it",
                            needed - left
                        )
                    })
            };
            self.push(finding);
            return Err(self.stop(Step::Members));
        }
        let group = self.reader.group(members.item("", index), start);
        let failed = |_| Stopped;
        let reader = &mut *self.reader;
        let (length, length_node) = reader.value::<u8>(group.name("name_length"), start).map_err(failed)?;
        let name_size = u64::from(length);
        let (name, name_node) =
            reader.bytes(group.name("name"), start + 1, name_size, NodeKind::Text).map_err(failed)?;
        reader.link_value(length_node, LinkKind::Size { of: name_node, unit: 1 });
        let at = start + 1 + name_size;
        let (offset, _) = reader.value::<u16>(group.name("offset"), at).map_err(failed)?;
        let (base_type, _) = reader.value::<BaseType>(group.name("base_type"), at + 2).map_err(failed)?;
        let (rows, _) = reader.value::<u8>(group.name("rows"), at + 3).map_err(failed)?;
        let (columns, _) = reader.value::<u8>(group.name("columns"), at + 4).map_err(failed)?;
        let (array_size, _) = reader.value::<u8>(group.name("array_size"), at + 5).map_err(failed)?;
        self.at = at + 6;
        reader.close(group, self.at);
        Ok(Member { name: Cow::Borrowed(name), offset, base_type, rows, columns, array_size })
    }

    fn subpass_inputs(&mut self, count: &mut u32) -> Result<(), Stopped> {
        if self.objects(count) {
            return Ok(());
        }
        let section = Counted {
            group: "subpass_inputs",
            limit: MAX_SUBPASS_INPUTS,
            count: Step::SubpassCount,
            records: Step::SubpassInputs,
        };
        let (records, done) = self.plain::<SubpassInput>(&section, count);
        self.program.subpass_inputs = records;
        done
    }

    /// Reads the host objects that the released compiler writes instead of subpass records, if present: the
    /// first SPIR-V module must follow the objects, and the file must end with the last module.
    fn objects(&mut self, count: &mut u32) -> bool {
        let bytes = self.reader.window().bytes;
        let Ok(stated) = self.reader.peek_value::<u32>(self.at) else {
            return false;
        };
        let code: u64 = self.lengths.iter().map(|&words| 4 * u64::from(words)).sum();
        let start = self.at + 4;
        let size = [48, 40].into_iter().find(|size| {
            let end = start + size * u64::from(stated);
            let magic = usize::try_from(end).ok().and_then(|end| bytes.get(end..end + 4));
            stated > 0 && end + code == bytes.len() as u64 && magic == Some(&SPIRV_MAGIC[..])
        });
        let Some(size) = size else {
            return false;
        };
        let root = self.reader.root;
        let group = self.reader.group(root.name("subpass_inputs"), self.at);
        let Ok((_, count_node)) = self.reader.value::<u32>(group.name("count"), self.at) else {
            return false;
        };
        let name = group.name("objects");
        let read = if size == 48 {
            let run = self.reader.records::<LibstdcxxObject>(name, start, u64::from(stated));
            run.map(|(records, node)| (Objects::Wide(records), node))
        } else {
            let run = self.reader.records::<LibcxxObject>(name, start, u64::from(stated));
            run.map(|(records, node)| (Objects::Narrow(records), node))
        };
        let Ok((objects, node)) = read else {
            return false;
        };
        *count = stated;
        self.at = start + size * u64::from(stated);
        self.reader.link_value(count_node, LinkKind::Count { of: node });
        self.reader.close(group, self.at);
        let location = self.reader.location(start, self.at, "subpass_inputs.objects");
        let expected = 4 * u64::from(stated);
        let found = self.at - start;
        let message = format!(
            "found {found} bytes of compiler objects, expected {stated} records of 4 bytes ({expected})"
        );
        let library = if size == 48 { "libstdc++ or Microsoft's library" } else { "libc++" };
        let mut finding = Diagnostic::new(&rules::SUBPASS_OBJECTS, location, message)
            .label(self.reader.location(start - 4, start, "subpass_inputs.count"), format!("says {stated}"))
            .note(format!("{size} bytes an input: the compiler was built with {library}"))
            .note("the objects hold addresses of the compiler's memory, so the file differs on every run")
            .help("repair `subpass-records` puts the records in their place");
        let names: Vec<String> = (0..objects.len().min(4)).filter_map(|index| objects.name(index)).collect();
        if !names.is_empty() {
            finding = finding.note(format!("names still in the objects: {}", names.join(", ")));
        }
        self.reader.diagnostics.push(finding);
        self.layout.objects = Some(objects);
        true
    }

    /// Reads one number. A truncated number has no node, so its finding is attached to the group.
    fn number<V: Value>(&mut self, name: NodeName, path: &str, step: Step) -> Result<(V, NodeId), Stopped> {
        let group = path.split('.').next().unwrap_or(path);
        let left = self.end - self.at;
        let size = V::SIZE as u64;
        if left >= size
            && let Ok(found) = self.reader.value::<V>(name, self.at)
        {
            self.at += size;
            return Ok(found);
        }
        self.reader.close(name.parent, self.end);
        let location = self.reader.location(self.at, self.end, group);
        let message = format!("found {left} bytes of {path}, expected {size}");
        self.report(&rules::SECTION_CUT, location, message)
            .help("an earlier count is wrong, or the file is cut off; get a complete copy, or rebuild it");
        Err(self.stop(step))
    }

    fn stop(&mut self, step: Step) -> Stopped {
        self.layout.stop = Some(step);
        Stopped
    }
}

impl<R: Recorder> Reporter for Sections<'_, '_, R> {
    /// Adds a finding, labelled with the suspect counts.
    fn push(&mut self, mut finding: Diagnostic) {
        finding.labels.append(&mut self.suspects);
        if self.bounded {
            let end = self.reader.absolute(self.end);
            finding = finding.note(format!(
                "the modules at the end of the file show that the reflection ends at {end:#x}, so an earlier number is wrong"
            ));
        }
        self.reader.diagnostics.push(finding);
    }
}
