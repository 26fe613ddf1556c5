//! Serialises model and layout.
//!
//! [`write()`] with the original layout reproduces the input exactly, defects included. With
//! [`Layout::canonical`] it writes the program's unique canonical file: outputs sorted by location, padding
//! zero; anything the rules call an error is refused. Both fail on a number that does not fit its field
//! rather than truncate it.

use glassbox_core::format::WriteError;
use std::borrow::Cow;

use glassbox_core::diagnostic::Severity;
use glassbox_core::limits::Limits;
use glassbox_core::record::{Record, Records};

use crate::legacy::{Generation, LegacyProgram};
use crate::program::{Detail, Layout, Program, Step, Uniform};
use crate::raw::{
    Binding, Header, HeaderA, InterfaceRecord, MAGIC, MAX_MODULE_WORDS, ShaderType, SubpassInput, VERSION,
};
use crate::stage::STAGES;

/// Writes a program. `Err` describes what the format cannot express.
pub fn write(program: &Program<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, WriteError> {
    if !layout.canonical {
        return encode(program, layout);
    }
    let program = canonical(program);
    let bytes = encode(&program, &Layout::default())?;
    let findings = crate::check::check_bytes(&bytes, &Limits::default());
    match findings.items().iter().find(|finding| finding.severity == Severity::Error) {
        Some(finding) => Err(WriteError::new(format!(
            "{}: {}: {}",
            finding.rule.id, finding.location.path, finding.message
        ))),
        None => Ok(bytes),
    }
}

/// The program in canonical order with zero padding.
pub fn canonical<'a>(program: &Program<'a>) -> Program<'a> {
    let clear = |record: InterfaceRecord| InterfaceRecord { padding: [0; 3], ..record };
    let mut outputs: Vec<InterfaceRecord> = program.outputs.iter().map(clear).collect();
    outputs.sort_by_key(|record| record.location);
    let bindings = program.bindings.iter().map(|binding| match binding.shape() {
        Detail::Buffer { element_size, .. } => {
            Binding::buffer(binding.slot, binding.base_type, binding.stages, element_size)
        }
        _ => binding,
    });
    let subpass_inputs =
        program.subpass_inputs.iter().map(|record| SubpassInput { padding: [0; 2], ..record });
    Program {
        inputs: program.inputs.iter().map(clear).collect(),
        outputs: outputs.into_iter().collect(),
        bindings: bindings.collect(),
        subpass_inputs: subpass_inputs.collect(),
        ..program.clone()
    }
}

/// Module lengths in words.
fn lengths(modules: &[Option<Cow<'_, [u8]>>; 5]) -> Result<[u16; 5], WriteError> {
    let mut lengths = [0; 5];
    for stage in &STAGES {
        let Some(module) = &modules[stage.index] else {
            continue;
        };
        let words = module.len() / 4;
        if module.len() % 4 != 0 {
            return Err(WriteError::new(format!(
                "the {} module has {} bytes, expected whole words",
                stage.name,
                module.len()
            )));
        }
        if words == 0 {
            return Err(WriteError::new(format!("the {} module is empty; leave the stage out", stage.name)));
        }
        lengths[stage.index] = u16::try_from(words).map_err(|_| {
            format!(
                "the {} module has {words} words, a length field holds at most {MAX_MODULE_WORDS}",
                stage.name
            )
        })?;
    }
    Ok(lengths)
}

/// Writes sections up to the step at which reading stopped.
struct Out<'l> {
    bytes: Vec<u8>,
    stop: Option<Step>,
    layout: &'l Layout<'l>,
}

impl Out<'_> {
    /// True if the step is written.
    fn at(&self, step: Step) -> bool {
        self.stop.is_none_or(|stop| step < stop)
    }

    /// True if a run of records is written; the run at the stop keeps its complete records.
    fn run(&self, step: Step) -> bool {
        self.stop.is_none_or(|stop| step <= stop)
    }

    fn count(&mut self, step: Step, count: u32) {
        if self.at(step) {
            self.bytes.extend_from_slice(&count.to_le_bytes());
        }
    }

    fn records<T: Record>(&mut self, step: Step, records: &Records<'_, T>) {
        if self.run(step) {
            self.bytes.extend_from_slice(records.bytes());
        }
    }

    fn uniform(&mut self, uniform: Option<&Uniform<'_>>, members: u32) -> Result<(), WriteError> {
        let size = uniform.map_or(0, |uniform| uniform.size);
        if self.at(Step::UniformSize) {
            self.bytes.extend_from_slice(&size.to_le_bytes());
        }
        let Some(uniform) = uniform else {
            return Ok(());
        };
        if size == 0 {
            return Err(WriteError::new("found a uniform of size 0, expected none or a size"));
        }
        if self.at(Step::UniformStages) {
            self.bytes.extend_from_slice(&uniform.stages.0.to_le_bytes());
        }
        self.count(Step::MemberCount, members);
        if !self.run(Step::Members) {
            return Ok(());
        }
        for member in &uniform.members {
            let length = u8::try_from(member.name.len()).map_err(|_| {
                format!("found a member name of {} bytes, expected at most 255", member.name.len())
            })?;
            self.bytes.push(length);
            self.bytes.extend_from_slice(&member.name);
            self.bytes.extend_from_slice(&member.offset.to_le_bytes());
            self.bytes.extend_from_slice(&[
                member.base_type.0,
                member.rows,
                member.columns,
                member.array_size,
            ]);
        }
        Ok(())
    }
}

fn encode(program: &Program<'_>, layout: &Layout<'_>) -> Result<Vec<u8>, WriteError> {
    let lengths = match layout.lengths {
        Some(lengths) => lengths,
        None => lengths(&program.modules)?,
    };
    let [sampler_table, image_table, buffer_table, ro_texel_table, rw_texel_table] = program.tables;
    let header = Header {
        magic: MAGIC,
        version: program.version,
        shader_type: program.shader_type,
        vertex_length: lengths[0],
        tess_control_length: lengths[1],
        tess_evaluation_length: lengths[2],
        geometry_length: lengths[3],
        fragment_length: lengths[4],
        sampler_table,
        image_table,
        buffer_table,
        ro_texel_table,
        rw_texel_table,
    };
    let mut out = Out { bytes: Vec::new(), stop: layout.stop, layout };
    header.encode(&mut out.bytes);
    let counts = match layout.counts {
        Some(counts) => counts,
        None => crate::program::Counts {
            inputs: count(program.inputs.len())?,
            outputs: count(program.outputs.len())?,
            bindings: count(program.bindings.len())?,
            members: count(program.uniform.as_ref().map_or(0, |uniform| uniform.members.len()))?,
            subpass_inputs: count(program.subpass_inputs.len())?,
        },
    };
    out.count(Step::InputCount, counts.inputs);
    out.records(Step::Inputs, &program.inputs);
    out.count(Step::OutputCount, counts.outputs);
    out.records(Step::Outputs, &program.outputs);
    out.count(Step::BindingCount, counts.bindings);
    out.records(Step::Bindings, &program.bindings);
    out.uniform(program.uniform.as_ref(), counts.members)?;
    out.count(Step::SubpassCount, counts.subpass_inputs);
    match &out.layout.objects {
        Some(objects) => out.bytes.extend_from_slice(objects.bytes()),
        None => out.records(Step::SubpassInputs, &program.subpass_inputs),
    }
    out.bytes.extend_from_slice(&layout.rest);
    for module in program.modules.iter().flatten() {
        out.bytes.extend_from_slice(module);
    }
    out.bytes.extend_from_slice(&layout.trailing);
    Ok(out.bytes)
}

fn count(count: usize) -> Result<u32, WriteError> {
    let too_many = || format!("found {count} records, expected at most {}", u32::MAX);
    Ok(u32::try_from(count).map_err(|_| too_many())?)
}

/// Writes a program in its original older layout. `Err` describes what that layout cannot express.
pub fn write_legacy(program: &LegacyProgram<'_>) -> Result<Vec<u8>, WriteError> {
    let lengths = lengths(&program.modules)?;
    let [vertex_length, tess_control_length, tess_evaluation_length, geometry_length, fragment_length] =
        lengths;
    let [sampler_table, image_table, buffer_table, ro_texel_table, rw_texel_table] = program.tables;
    let mut out = Vec::new();
    let narrow = program.generation == Generation::A;
    if narrow {
        let header = HeaderA {
            magic: MAGIC,
            version: VERSION,
            vertex_length,
            tess_control_length,
            tess_evaluation_length,
            geometry_length,
            fragment_length,
            sampler_table,
            image_table,
            buffer_table,
            ro_texel_table,
            rw_texel_table,
        };
        header.encode(&mut out);
    } else {
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            shader_type: ShaderType::GRAPHICS,
            vertex_length,
            tess_control_length,
            tess_evaluation_length,
            geometry_length,
            fragment_length,
            sampler_table,
            image_table,
            buffer_table,
            ro_texel_table,
            rw_texel_table,
        };
        header.encode(&mut out);
    }
    for (records, bytes) in [
        (program.inputs.len(), program.inputs.bytes()),
        (program.outputs.len(), program.outputs.bytes()),
        (program.bindings.len(), program.bindings.bytes()),
    ] {
        let count = count(records)?;
        if narrow {
            let count =
                u8::try_from(count).map_err(|_| format!("found {count} records, expected at most 255"))?;
            out.push(count);
        } else {
            out.extend_from_slice(&count.to_le_bytes());
        }
        out.extend_from_slice(bytes);
    }
    match &program.uniform {
        None => out.extend_from_slice(&[0; 4]),
        Some(uniform) => {
            out.extend_from_slice(&uniform.size.to_le_bytes());
            if let Some(stages) = uniform.stages {
                out.extend_from_slice(&stages.0.to_le_bytes());
            }
            out.extend_from_slice(&count(uniform.members.len())?.to_le_bytes());
            for member in &uniform.members {
                out.extend_from_slice(&member.offset.to_le_bytes());
                if let Some((base, rows, columns, array)) = member.ty {
                    out.extend_from_slice(&[base.0, rows, columns, array]);
                }
                out.extend_from_slice(&count(member.name.len())?.to_le_bytes());
                out.extend_from_slice(&member.name);
            }
        }
    }
    out.extend_from_slice(&count(program.subpass_inputs.len())?.to_le_bytes());
    out.extend_from_slice(program.subpass_inputs.bytes());
    for module in program.modules.iter().flatten() {
        out.extend_from_slice(module);
    }
    Ok(out)
}
