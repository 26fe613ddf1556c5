//! Edits containers: adds, removes and replaces sections.
//!
//! Sections are named as in the field tree, `strings` or `shader[1]`, for their whole content; shaders also
//! by stage, `vertex` or `pixel`, for their code only. Everything else is preserved byte for byte.

use std::borrow::Cow;

use glassbox_core::format::{DigestPolicy, Edit, EditError, Strip};

use crate::file::{File, Role, Section};
use crate::pack::Pack;
use crate::package::{Package, PackageSection};
use crate::raw::{COMPRESSION_THRESHOLD, SectionFlags, SectionType, Stage};
use crate::rules;
use crate::sd::names::DEBUG;
use crate::sd::{Object, Value};
use crate::write::write;

/// Applies an edit; reads at most `most` values of structured data.
pub(crate) fn edit(
    file: &File<'_>,
    edit: &Edit<'_>,
    digest: DigestPolicy,
    most: usize,
) -> Result<Vec<u8>, EditError> {
    if !matches!(digest, DigestPolicy::Same | DigestPolicy::Sign) {
        return Err(EditError::new("the checksums of a container have no such variant")
            .help("leave the variant out: checksums are recomputed"));
    }
    if let Edit::Strip(what) = edit {
        return strip(file, what, most);
    }
    let (mut package, layout) = file.package()?;
    match *edit {
        Edit::Add { name, data, before } => {
            let section = new_section(file, name, data)?;
            let place = match before {
                Some(before) => find(file, before)?.index as usize,
                None => package.sections.len(),
            };
            package.sections.insert(place, section);
        }
        Edit::Remove { name } => {
            let index = find(file, name)?.index as usize;
            package.sections.remove(index);
        }
        Edit::Replace { name, data } => {
            let section = find(file, name)?;
            let content = match stage(name) {
                Some(stage) => shader(stage, data),
                None => data.to_vec(),
            };
            set(&mut package, section.index as usize, content);
        }
        Edit::Sign => return sign(file),
        // A package's meaning includes its symbol table.
        Edit::AddSymbols(_) | Edit::RemoveSymbols => return Err(EditError::unsupported()),
        Edit::Strip(_) => {}
    }
    Ok(write(&package, &layout)?)
}

fn set(package: &mut Package<'_>, index: usize, content: Vec<u8>) {
    if let Some(section) = package.sections.get_mut(index) {
        section.content = Cow::Owned(content);
    }
}

/// Parses a stage name of the format.
fn stage(name: &str) -> Option<Stage> {
    Stage::ALL.into_iter().find(|stage| stage.name().is_some_and(|known| known.eq_ignore_ascii_case(name)))
}

fn shader(stage: Stage, code: &[u8]) -> Vec<u8> {
    let mut content = vec![stage.0];
    content.extend_from_slice(code);
    content
}

fn find<'f, 'a>(file: &'f File<'a>, name: &str) -> Result<&'f Section<'a>, EditError> {
    let by_stage = stage(name).and_then(|wanted| file.shaders().find(|(_, stage, _)| *stage == wanted));
    if let Some((section, ..)) = by_stage {
        return Ok(section);
    }
    file.sections.iter().find(|section| section.path() == name).ok_or_else(|| {
        let names: Vec<_> = file.sections.iter().map(Section::path).collect();
        EditError::new(format!("there is no section `{name}`"))
            .help(format!("there are {}", names.join(", ")))
    })
}

fn new_section(file: &File<'_>, name: &str, data: &[u8]) -> Result<PackageSection<'static>, EditError> {
    if let Some(stage) = stage(name) {
        if let Some((section, ..)) = file.shaders().find(|(_, other, _)| *other == stage) {
            let message = format!("{} is a {stage} shader already", section.path());
            return Err(EditError::new(message).rule(&rules::REPEATED_STAGE).help("replace it instead"));
        }
        let content = shader(stage, data);
        let xz = if content.len() > COMPRESSION_THRESHOLD { SectionFlags::XZ.0 } else { 0 };
        let flags = SectionFlags(SectionFlags::CRC.0 | xz);
        return Ok(PackageSection::new(SectionType::SHADER, flags, content));
    }
    let number = match name.strip_prefix("0x") {
        Some(digits) => u8::from_str_radix(digits, 16).ok(),
        None => name.parse().ok(),
    };
    let number = number.ok_or_else(|| {
        EditError::new(format!("`{name}` is neither a stage nor the number of a section type"))
            .help("name a stage such as `pixel`, or a type such as `0x40`")
    })?;
    Ok(PackageSection::new(SectionType(number), SectionFlags::WEAK, data.to_vec()))
}

/// Recomputes every checksum.
fn sign(file: &File<'_>) -> Result<Vec<u8>, EditError> {
    let mut bytes = file.window.0.bytes.to_vec();
    for repair in ["crc", "section-checksums", "header-checksum"] {
        let again = crate::read::open(
            glassbox_core::reader::Window::whole(&bytes),
            &glassbox_core::limits::Limits::default(),
            file.numbering,
        );
        let again = again.map_err(|finding| EditError::new(finding.message))?;
        bytes = crate::repair::repair(&again, repair)?;
    }
    Ok(bytes)
}

/// Strips the lists of names, which only serve readability.
fn strip(file: &File<'_>, what: &[Strip], most: usize) -> Result<Vec<u8>, EditError> {
    if !what.contains(&Strip::Debug) || file.content_of(Role::ExtendedData).is_none() {
        return Ok(file.window.0.bytes.to_vec());
    }
    let mut pack = Pack::of(file, most)?;
    let mut found = false;
    for data in pack.symbols.iter_mut().filter_map(|symbol| symbol.data.as_mut()) {
        found |= without_names(data);
    }
    if found { Ok(pack.write()?) } else { Ok(file.window.0.bytes.to_vec()) }
}

/// Removes the name lists of an object and its nested objects. True if there were any.
fn without_names(object: &mut Object<'_>) -> bool {
    let mut found = false;
    let mut open = vec![object];
    while let Some(object) = open.pop() {
        let before = object.properties.len();
        object.properties.retain(|property| property.hash != DEBUG);
        found |= object.properties.len() < before;
        let mut values: Vec<&mut Value<'_>> =
            object.properties.iter_mut().map(|property| &mut property.value).collect();
        while let Some(value) = values.pop() {
            match value {
                Value::Array(items) => values.extend(items),
                Value::Object(inner) => open.push(inner),
                _ => {}
            }
        }
    }
    found
}
