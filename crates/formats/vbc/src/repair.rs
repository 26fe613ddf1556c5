//! Lists and applies repairs.

use glassbox_core::format::{EditError, Repair};
use std::borrow::Cow;

use glassbox_core::diagnostic::Diagnostics;
use glassbox_core::reader::Window;

use crate::derive::{subpass_input, subpass_inputs};
use crate::module::analyse;
use crate::program::{Layout, Program};
use crate::raw::{MAX_MODULE_WORDS, StageMask, TexelType};
use crate::read::{File, Released};
use crate::rules;
use crate::stage::present;
use crate::swap::unswap;
use crate::upgrade::upgrade;
use crate::wrap;
use crate::write::{canonical, write};

/// Repairs that apply to a file, given its findings.
pub fn repairs(window: Window<'_>, file: &File<'_>, findings: &Diagnostics) -> Vec<Repair> {
    let mut repairs = Vec::new();
    let mut offer = |name, rule: &'static glassbox_core::diagnostic::Rule, by_default, what: &str| {
        repairs.push(Repair { name, rule: Some(rule.id), description: what.to_owned(), by_default });
    };
    let file = match file {
        File::Legacy(program) => {
            let what = format!("writes layout {} as the released layout", program.generation.name());
            offer("upgrade", &rules::OLD_LAYOUT, false, &what);
            return repairs;
        }
        File::Swapped(_) => {
            offer("byte-order", &rules::BYTE_SWAPPED, true, "swaps every field and SPIR-V word");
            return repairs;
        }
        File::Released(file) => file,
    };
    if file.layout.stop.is_some() || file.desynced || !file.whole {
        return repairs;
    }
    if file.layout.objects.is_some() {
        offer(
            "subpass-records",
            &rules::SUBPASS_OBJECTS,
            true,
            "writes records in place of the compiler's objects",
        );
    }
    if !file.layout.trailing.is_empty() {
        if long_module(window, file).is_some() {
            let what =
                "removes the debug instructions of the module whose length wrapped, if that makes it fit";
            offer("length-wrap", &rules::TRAILING_BYTES, false, what);
        } else {
            let zero = file.layout.trailing.iter().all(|&byte| byte == 0);
            offer("trailing", &rules::TRAILING_BYTES, zero, "cuts off what follows the last module");
        }
    }
    if findings.has(&rules::PADDING) {
        offer("padding", &rules::PADDING, true, "sets padding to zero");
    }
    let masks = [&rules::BINDING_STAGE, &rules::UNIFORM_STAGE, &rules::STAGE_MASK];
    if let Some(rule) = masks.into_iter().find(|rule| findings.has(rule)) {
        offer(
            "stage-masks",
            rule,
            true,
            "clears absent stages in the masks and adds those that the code uses",
        );
    }
    if findings.has(&rules::OUTPUT_ORDER) {
        offer("output-order", &rules::OUTPUT_ORDER, false, "sorts the outputs by location");
    }
    let layout =
        [&rules::MEMBER_ALIGNMENT, &rules::MEMBER_PAST_UNIFORM, &rules::MEMBER_LAYOUT, &rules::UNIFORM_SIZE];
    if let Some(rule) = layout.into_iter().find(|rule| findings.has(rule))
        && offsets(&mut file.program.clone()).is_ok()
    {
        offer("offsets", rule, false, "computes member offsets and the uniform size by scalar layout");
    }
    repairs
}

/// Applies a repair. `Err` explains why it cannot be done.
pub fn repair(window: Window<'_>, file: &File<'_>, name: &str) -> Result<Vec<u8>, EditError> {
    let file = match (file, name) {
        (File::Legacy(program), "upgrade") => return Ok(write(&upgrade(program)?, &Layout::default())?),
        (File::Swapped(_), "byte-order") => return Ok(unswap(window.bytes)),
        (File::Released(file), _) => file,
        _ => {
            return Err(EditError::new(format!("there is nothing that `{name}` could fix")));
        }
    };
    if file.layout.stop.is_some() || file.desynced || !file.whole {
        return Err(EditError::new("the file is cut short or a count in it is wrong; fix that first"));
    }
    let mut program = file.program.clone();
    let mut layout = file.layout.clone();
    match name {
        "subpass-records" => records(file, &mut program, &mut layout)?,
        "trailing" => layout.trailing = Cow::Borrowed(&[]),
        "length-wrap" => {
            shrink(window, file, &mut program)?;
            layout.trailing = Cow::Borrowed(&[]);
            layout.lengths = None;
        }
        "padding" => {
            let mut outputs: Vec<_> = program.outputs.iter().collect();
            for record in &mut outputs {
                record.padding = [0; 3];
            }
            program = canonical(&program);
            // Canonicalisation sorts the outputs; keep the original order.
            program.outputs = outputs.into_iter().collect();
        }
        "stage-masks" => masks(&mut program),
        "output-order" => {
            let mut outputs: Vec<_> = program.outputs.iter().collect();
            outputs.sort_by_key(|record| record.location);
            program.outputs = outputs.into_iter().collect();
        }
        "offsets" => offsets(&mut program)?,
        _ => {
            return Err(EditError::new(format!("there is nothing that `{name}` could fix")));
        }
    }
    Ok(write(&program, &layout)?)
}

/// Replaces host objects by subpass records; the numeric class comes from the image in the code.
fn records(file: &Released<'_>, program: &mut Program<'_>, layout: &mut Layout<'_>) -> Result<(), EditError> {
    let Some(objects) = layout.objects.take() else {
        return Err(EditError::new("the subpass section holds no compiler objects"));
    };
    let mut records = subpass_inputs(&analyse(&file.program.modules))?;
    if records.len() > objects.len() {
        return Err(EditError::new(format!(
            "the code uses {} subpass inputs, the file has {}",
            records.len(),
            objects.len()
        )));
    }
    records.resize(objects.len(), subpass_input(TexelType::FLOAT));
    program.subpass_inputs = records.into_iter().collect();
    layout.counts = None;
    Ok(())
}

/// Actual module extents when a length wrapped.
fn long_module(window: Window<'_>, file: &Released<'_>) -> Option<wrap::Wrap> {
    let lengths = file
        .program
        .modules
        .each_ref()
        .map(|module| module.as_deref().map_or(0, |module| (module.len() / 4) as u16));
    wrap::find(window.bytes, lengths, file.places.code[0])
}

/// Strips debug instructions from the module whose length wrapped.
fn shrink<'a>(window: Window<'a>, file: &Released<'a>, program: &mut Program<'a>) -> Result<(), EditError> {
    let wrap = long_module(window, file).ok_or("no module confirms that a length wrapped")?;
    for (module, (start, end)) in program.modules.iter_mut().zip(wrap.code) {
        let bytes = window.bytes.get(start as usize..end as usize).unwrap_or_default();
        *module = (!bytes.is_empty()).then_some(Cow::Borrowed(bytes));
    }
    let slot = &mut program.modules[wrap.stage.index];
    let stripped = strip_debug(slot.as_deref().unwrap_or_default());
    let words = stripped.len() / 4;
    if words > MAX_MODULE_WORDS {
        return Err(EditError::new(format!(
            "the {} module still has {words} words without debug instructions, a length field holds at most {MAX_MODULE_WORDS}",
            wrap.stage.name
        )));
    }
    *slot = Some(Cow::Owned(stripped));
    Ok(())
}

/// Strips debug instructions that nothing else refers to: sources, names, lines. Strings stay if an extended
/// instruction set may refer to them.
pub(crate) fn strip_debug(module: &[u8]) -> Vec<u8> {
    const STRING: u16 = 7;
    const EXTENDED_IMPORT: u16 = 11;
    const DEBUG: [u16; 9] = [2, 3, 4, 5, 6, STRING, 8, 317, 330];
    let words = module.as_chunks::<4>().0;
    let mut kept = module.get(..20.min(module.len())).unwrap_or_default().to_vec();
    let instructions = || {
        let mut at = 5;
        std::iter::from_fn(move || {
            let word = words.get(at)?;
            let count = usize::from(u16::from_le_bytes([word[2], word[3]])).max(1);
            let instruction = words.get(at..at + count)?;
            at += count;
            Some((u16::from_le_bytes([word[0], word[1]]), instruction))
        })
    };
    let semantic = |instruction: &[[u8; 4]]| {
        let name: Vec<u8> =
            instruction.iter().skip(2).flatten().copied().take_while(|&byte| byte != 0).collect();
        name.starts_with(b"NonSemantic.") || name.starts_with(b"OpenCL.DebugInfo")
    };
    let strings = instructions().any(|(opcode, words)| opcode == EXTENDED_IMPORT && semantic(words));
    for (opcode, instruction) in instructions() {
        if !DEBUG.contains(&opcode) || opcode == STRING && strings {
            kept.extend_from_slice(instruction.as_flattened());
        }
    }
    kept
}

/// Clears absent stages and adds the stages that use an item.
fn masks(program: &mut Program<'_>) {
    let there = present(&program.modules);
    let codes = analyse(&program.modules);
    let mut used = [0u16; 256];
    for code in &codes {
        for slot in code.slots().iter().filter(|slot| slot.descriptor.is_some()) {
            if let Some(mask) = used.get_mut(slot.slot as usize) {
                *mask |= code.stage.mask.0;
            }
        }
    }
    program.bindings = (program.bindings.iter())
        .map(|mut binding| {
            binding.stages = StageMask(binding.stages.0 & there.0 | used[usize::from(binding.slot)]);
            binding
        })
        .collect();
    if let Some(uniform) = &mut program.uniform {
        uniform.stages.0 &= there.0;
        for code in &codes {
            if code.uniform().is_some_and(|block| code.uses(block.variable)) {
                uniform.stages.0 |= code.stage.mask.0;
            }
        }
    }
}

/// Recomputes offsets and size under scalar layout.
fn offsets(program: &mut Program<'_>) -> Result<(), EditError> {
    let Some(uniform) = &mut program.uniform else {
        return Err(EditError::new("there is no uniform"));
    };
    let mut sum: u32 = 0;
    for member in &mut uniform.members {
        member.offset =
            u16::try_from(sum).map_err(|_| "the members need more than 65535 bytes".to_owned())?;
        sum += member.size();
    }
    uniform.size = u16::try_from(sum).map_err(|_| "the members need more than 65535 bytes".to_owned())?;
    if uniform.size == 0 {
        return Err(EditError::new("the members take no bytes"));
    }
    Ok(())
}
