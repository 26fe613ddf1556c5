//! What effects draw.

use std::collections::BTreeMap;
use std::sync::Arc;

use glassbox::render::{ChildInput, Effect, Frame, Image, LoadOptions, Loaded, Source, load};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::limits::Limits;
use serde::Serialize;

use crate::convert::Refused;
use crate::request::PictureSize;

/// A uniform that a host may set.
#[derive(Serialize, Debug)]
pub(crate) struct Uniform {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    /// Numbers that it takes.
    count: usize,
    is_color: bool,
}

/// A child that a host may give a picture.
#[derive(Serialize, Debug)]
pub(crate) struct Child {
    name: String,
    kind: &'static str,
}

/// What a program takes.
#[derive(Serialize, Debug)]
pub(crate) struct Inputs {
    uniforms: Vec<Uniform>,
    children: Vec<Child>,
}

/// True if a file or source computes pixels.
pub(crate) fn draws(name: &str, bytes: &[u8]) -> bool {
    matches!(loaded(name, bytes), Ok(Some(Loaded { effect: Some(_), .. })))
}

fn loaded(name: &str, bytes: &[u8]) -> Result<Option<Loaded>, String> {
    load(name, bytes, None, &LoadOptions::default(), &Limits::default()).map_err(|error| error.to_string())
}

fn effect(name: &str, bytes: &[u8]) -> Result<(Effect, Vec<Diagnostic>), Refused> {
    let loaded = loaded(name, bytes).map_err(|message| (message, Vec::new()))?;
    match loaded {
        None => Err((format!("{name} does not compute pixels"), Vec::new())),
        Some(Loaded { effect: Some(effect), findings, .. }) => Ok((effect, findings)),
        Some(Loaded { findings, .. }) => Err((format!("{name} has errors"), findings)),
    }
}

/// What a program takes.
pub(crate) fn inputs(name: &str, bytes: &[u8]) -> Result<Inputs, Refused> {
    let (effect, _) = effect(name, bytes)?;
    let uniforms = effect.uniforms().iter().map(|uniform| Uniform {
        name: uniform.name.clone(),
        ty: uniform.type_name.clone(),
        count: uniform.width(),
        is_color: uniform.is_color,
    });
    let children =
        effect.children().iter().map(|child| Child { name: child.name.clone(), kind: child.kind.name() });
    Ok(Inputs { uniforms: uniforms.collect(), children: children.collect() })
}

/// Draws a picture: four bytes a pixel, rows from the top. `data` has the pixels of the children, one after another.
pub(crate) fn draw(
    name: &str,
    bytes: &[u8],
    size: PictureSize,
    uniforms: &BTreeMap<String, Vec<f64>>,
    children: &BTreeMap<String, PictureSize>,
    data: &[u8],
) -> Result<(Vec<u8>, Vec<Diagnostic>), Refused> {
    let (mut effect, mut findings) = effect(name, bytes)?;
    let one = |finding: Box<Diagnostic>| (finding.message.clone(), vec![*finding]);
    let mut rest = data;
    let mut first = None;
    for (child, size) in children {
        let length = u64::from(size.width) * u64::from(size.height) * 4;
        let pixels = usize::try_from(length).ok().and_then(|length| rest.split_at_checked(length));
        let image = pixels.and_then(|(own, others)| {
            rest = others;
            Image::from_rgba8(size.width, size.height, own)
        });
        let Some(image) = image else {
            return Err((format!("the picture of {child} has not the size that is stated"), Vec::new()));
        };
        let image = Arc::new(image);
        first.get_or_insert_with(|| image.clone());
        // A colour filter changes the picture that stands under no name.
        if !child.is_empty() {
            effect.give(child, ChildInput::Image(image)).map_err(one)?;
        }
    }
    for (uniform, numbers) in uniforms {
        let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
        let text = numbers.join(",");
        effect.set(uniform, &text, 0..text.len()).map_err(one)?;
    }
    findings.extend(effect.unset());
    let mut frame = Frame::new(size.width, size.height);
    if let (Some(image), false) = (&first, effect.is_shader()) {
        frame.source = Source::Image(image);
    }
    let picture = effect.draw(&frame, &|_| {}).map_err(one)?;
    Ok((picture.to_straight_rgba8(), findings))
}
