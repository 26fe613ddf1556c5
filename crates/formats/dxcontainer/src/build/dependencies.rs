//! Builds the `PSV0` dependency tables (view id and inputs to outputs) from `dx.viewIdState`. The state counts scalars
//! up to the last one used; the tables cover whole vectors.

use glassbox_core::diagnostic::Diagnostic;
use glassbox_dxil::features::flag;
use glassbox_dxil::shader::entry::Entry as EntryPoint;
use glassbox_dxil::shader::signature::{self, vectors};
use glassbox_dxil::shader::view_state::{Mask as Scalars, Shape, ViewState};

use super::{Source, lists, word};
use crate::rules::build as rules;

/// Appends the tables.
pub(super) fn encode(
    source: &Source<'_, '_>,
    entry: &EntryPoint,
    out: &mut Vec<u8>,
) -> Result<(), Box<Diagnostic>> {
    let Some(shape) = Shape::of(source.shader.kind) else {
        return Ok(());
    };
    let state = state(source, entry, shape)?;
    let signatures = &entry.signatures;
    let uses_view = entry.properties.flags & flag::VIEW_ID != 0;
    let inputs = vectors(&signatures.inputs, 0);
    let patches = vectors(&signatures.patches, 0);
    let streams = if shape == Shape::Geometry { 4 } else { 1 };
    let outputs: Vec<u32> = (0..streams).map(|stream| vectors(&signatures.outputs, stream)).collect();
    let written = matches!(shape, Shape::Hull | Shape::Mesh);
    if uses_view {
        for (stream, &outputs) in state.outputs.iter().zip(&outputs) {
            if outputs > 0 {
                mask(stream.view.as_ref(), outputs, out);
            }
        }
        if written && patches > 0 {
            let view = state.patches.as_ref().and_then(|patches| patches.view.as_ref());
            mask(view, patches, out);
        }
    }
    if shape != Shape::Mesh {
        for (stream, &outputs) in state.outputs.iter().zip(&outputs) {
            table(&stream.contributions, inputs, outputs, out);
        }
    }
    let contributions = state.patches.as_ref().map(|patches| &patches.contributions);
    match (shape, contributions) {
        (Shape::Hull, Some(contributions)) => table(contributions, inputs, patches, out),
        (Shape::Domain, Some(contributions)) => {
            let outputs = outputs.first().copied().unwrap_or_default();
            table(contributions, patches, outputs, out);
        }
        _ => {}
    }
    Ok(())
}

/// Reads the state; its counts must match the signatures.
fn state(source: &Source<'_, '_>, entry: &EntryPoint, shape: Shape) -> Result<ViewState, Box<Diagnostic>> {
    let signatures = &entry.signatures;
    let uses_view = entry.properties.flags & flag::VIEW_ID != 0;
    let wrong = |message: String, note: &str| {
        Box::new(
            Diagnostic::new(&rules::VIEW_STATE, source.location("dx.viewIdState"), message)
                .note(note)
                .help("recompute the state from the instructions"),
        )
    };
    let Some(words) = &source.shader.view_state else {
        let has_signature = lists(entry).iter().any(|elements| !elements.is_empty());
        if has_signature {
            return Err(wrong(
                "found no dependency state, expected dx.viewIdState".to_owned(),
                "PSV0 states which outputs depend on which inputs",
            ));
        }
        return Ok(ViewState::default());
    };
    // A constant without any bit set is written without its words.
    let words: &[u32] = if words.is_empty() { &[0; 8] } else { words };
    let state = ViewState::read(words, shape, uses_view).or_else(|| {
        let zero = words.iter().all(|&word| word == 0);
        zero.then(ViewState::default)
    });
    let Some(state) = state else {
        return Err(wrong(
            format!("found {} words, expected as many as its counts require", words.len()),
            "the counts are the first word and one before each table",
        ));
    };
    let mut expected = vec![("inputs", state.inputs, signature::scalars(&signatures.inputs, 0))];
    for (stream, outputs) in (0..).zip(&state.outputs) {
        expected.push(("outputs", outputs.scalars, signature::scalars(&signatures.outputs, stream)));
    }
    if let Some(patches) = &state.patches {
        let count = signature::scalars(&signatures.patches, 0);
        expected.push(("patch constants", patches.scalars, count));
    }
    for (what, found, expected) in expected {
        if found != expected && !(state.outputs.is_empty()) {
            return Err(wrong(
                format!("found a state of {found} scalars of {what}, expected {expected}"),
                "the signature has rows for that many",
            ));
        }
    }
    Ok(state)
}

/// Appends a mask, padded to the words of `vectors` vectors.
fn mask(mask: Option<&Scalars>, vectors: u32, out: &mut Vec<u8>) {
    for place in 0..vectors.div_ceil(8) as usize {
        let words = mask.map_or(&[][..], |mask| &mask.words);
        word(words.get(place).copied().unwrap_or(0), out);
    }
}

fn table(contributions: &[Scalars], rows: u32, columns: u32, out: &mut Vec<u8>) {
    if columns == 0 {
        return;
    }
    for row in 0..rows as usize * 4 {
        mask(contributions.get(row), columns, out);
    }
}
