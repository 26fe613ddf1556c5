//! Describes differences between two definitions, field by field.

use glassbox_bpx::extended::{Plain, Texture};
use glassbox_bpx::kinds::BaseType;

use super::model::{MemberType, ResourceKind, Structure};

/// GLSL name of a scalar, vector or matrix.
pub(super) fn plain(ty: Plain) -> String {
    let base = match ty.base() {
        BaseType::INT => "int",
        BaseType::UINT => "uint",
        BaseType::BOOL => "bool",
        BaseType::DOUBLE => "double",
        _ => "float",
    };
    let prefix = match ty.base() {
        BaseType::FLOAT => "",
        _ => base.get(..1).unwrap_or_default(),
    };
    match ty {
        Plain::Scalar(_) => base.to_owned(),
        Plain::Vector(vector) => format!("{prefix}vec{}", vector.size),
        Plain::Matrix(vector) => format!("{prefix}mat{}", vector.size),
    }
}

/// GLSL name of a member's type.
pub(super) fn member(ty: &MemberType) -> String {
    match ty {
        MemberType::Plain(ty) => plain(*ty),
        MemberType::Structure(name) => name.clone(),
        MemberType::Array(length, ty) => format!("{}[{length}]", plain(*ty)),
        MemberType::StructureArray(length, name) => format!("{name}[{length}]"),
    }
}

fn texture(texture: &Texture) -> String {
    let shape = texture.ty.name().unwrap_or("texture").trim_start_matches('T');
    format!("{shape} of {}", plain(texture.value))
}

/// Differences between a definition and a later one; empty if they are equal.
pub(super) fn resource(first: &ResourceKind, second: &ResourceKind) -> Vec<String> {
    match (first, second) {
        (ResourceKind::Texture(a), ResourceKind::Texture(b)) if a != b => {
            vec![format!("it is {} there and {} here", texture(a), texture(b))]
        }
        (ResourceKind::Buffer(a), ResourceKind::Buffer(b)) => structure(a, b),
        (a, b) if a.class() != b.class() => {
            vec![format!("it is a {} there and a {} here", a.word(), b.word())]
        }
        _ => Vec::new(),
    }
}

/// Differences between two structures.
pub(super) fn structure(first: &Structure, second: &Structure) -> Vec<String> {
    let mut notes = Vec::new();
    for (at, member_here) in second.members.iter().enumerate() {
        let name = &member_here.name;
        let Some((there, same)) = (first.members.iter().enumerate()).find(|(_, member)| member.name == *name)
        else {
            notes.push(format!("`{name}` exists only here"));
            continue;
        };
        let (a, b) = (member(&same.ty), member(&member_here.ty));
        if a != b {
            notes.push(format!("`{name}` is {a} there and {b} here"));
        } else if there != at {
            notes.push(format!("`{name}` is member {} there and {} here", there + 1, at + 1));
        } else if same.offset != member_here.offset {
            let (a, b) = (same.offset, member_here.offset);
            notes.push(format!("`{name}` is at byte {a} there and {b} here"));
        }
    }
    for member in &first.members {
        let name = &member.name;
        if !second.members.iter().any(|other| other.name == *name) {
            notes.push(format!("`{name}` exists only there"));
        }
    }
    if notes.is_empty() && first.size != second.size {
        notes.push(format!("it has {} bytes there and {} here", first.size, second.size));
    }
    notes
}
