//! Writes the table of resources.

use glassbox_dxcontainer::part::psv::raw::ResourceKind;

use super::tables::{Operands, Tables};
use crate::dxil::out::Out;

const HEAD: &str = ";\n; Resource Bindings:\n;\n\
    ; Name                                 Type  Format         Dim      ID      HLSL Bind  Count\n\
    ; ------------------------------ ---------- ------- ----------- ------- -------------- ------\n";

/// A resource class: its index in the module's lists, and its names.
struct Class {
    place: usize,
    name: &'static str,
    id: &'static str,
    register: &'static str,
}

const READ: usize = 0;
const WRITTEN: usize = 1;

/// Classes in table order.
const CLASSES: [Class; 4] = [
    Class { place: 2, name: "cbuffer", id: "CB", register: "cb" },
    Class { place: 3, name: "sampler", id: "S", register: "s" },
    Class { place: READ, name: "texture", id: "T", register: "t" },
    Class { place: WRITTEN, name: "UAV", id: "U", register: "u" },
];

/// Writes the resources of a module.
pub(super) fn write(out: &mut Out, tables: &Tables<'_>) {
    let limit = out.len().saturating_add(tables.room);
    out.text(HEAD);
    for class in &CLASSES {
        for resource in tables.resources(class.place) {
            if out.len() > limit {
                break;
            }
            row(out, tables, class, resource);
        }
    }
    out.text(";\n");
}

fn row(out: &mut Out, tables: &Tables<'_>, class: &Class, resource: Operands<'_>) {
    out.text("; ").left(31, |out| out.name(tables.text(resource, 2)).end());
    out.right(10, |out| out.text(class.name).end());
    out.right(8, |out| out.text(format(tables, class, resource)).end());
    out.right(12, |out| dimension(out, tables, class, resource));
    let id = tables.word(resource, 0);
    out.right(8, |out| out.text(class.id).number(id.into()).end());
    let (space, lower) = (tables.word(resource, 3), tables.word(resource, 4));
    out.right(15, |out| {
        out.text(class.register).number(lower.into());
        if space != 0 {
            out.text(",space").number(space.into());
        }
    });
    let count = tables.word(resource, 5);
    out.right(6, |out| match count {
        u32::MAX => out.text("unbounded").end(),
        count => out.number(count.into()).end(),
    });
    out.byte(b'\n');
}

/// Kind of an SRV or UAV.
pub(super) fn kind(tables: &Tables<'_>, resource: Operands<'_>) -> ResourceKind {
    ResourceKind(tables.word(resource, 6))
}

/// Tag of the element type in a resource's properties.
const ELEMENT: i64 = 0;

fn format(tables: &Tables<'_>, class: &Class, resource: Operands<'_>) -> &'static str {
    let properties = match class.place {
        READ => 8,
        WRITTEN => 10,
        _ => return "NA",
    };
    match kind(tables, resource) {
        ResourceKind::RAW_BUFFER => "byte",
        ResourceKind::STRUCTURED_BUFFER => "struct",
        _ => component(tables.tagged(tables.node(resource, properties), ELEMENT).unwrap_or(0)),
    }
}

/// Name of a component type.
fn component(number: i64) -> &'static str {
    match number {
        1 => "i1",
        2 => "i16",
        3 => "u16",
        4 => "i32",
        5 => "u32",
        6 => "i64",
        7 => "u64",
        8 => "f16",
        9 => "f32",
        10 => "f64",
        11 => "snorm_f16",
        12 => "unorm_f16",
        13 => "snorm_f32",
        14 => "unorm_f32",
        15 => "snorm_f64",
        16 => "unorm_f64",
        17 => "p32i8",
        18 => "p32u8",
        _ => "invalid",
    }
}

fn dimension(out: &mut Out, tables: &Tables<'_>, class: &Class, resource: Operands<'_>) {
    let counts = class.place == WRITTEN && tables.number(resource, 8).unwrap_or(0) != 0;
    let name = match (class.place, kind(tables, resource)) {
        (READ, ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER) => "r/o",
        (WRITTEN, ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER) if counts => "r/w+cnt",
        (WRITTEN, ResourceKind::RAW_BUFFER | ResourceKind::STRUCTURED_BUFFER) => "r/w",
        (READ | WRITTEN, kind) => match kind.0 {
            1 => "1d",
            2 => "2d",
            3 => "2dMS",
            4 => "3d",
            5 => "cube",
            6 => "1darray",
            7 => "2darray",
            8 => "2darrayMS",
            9 => "cubearray",
            10 => "buf",
            13 => "cbuffer",
            14 => "sampler",
            15 => "tbuffer",
            16 => "ras",
            17 => "fbtex2d",
            18 => "fbtex2darray",
            _ => "invalid",
        },
        _ => "NA",
    };
    out.text(name);
    // Only SRVs state their samples here.
    let samples = tables.word(resource, 7);
    if matches!(kind(tables, resource).0, 3 | 8) && class.place == READ && samples != 0 {
        out.number(samples.into());
    }
}
