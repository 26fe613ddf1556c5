//! Converts signature elements to inputs and outputs.

use glassbox_core::interface::{Type, Variable};

use super::budget::Budget;
use super::parts::psv;
use crate::context::Context;
use crate::part::Content;
use crate::part::area::Rows;
use crate::part::psv::Psv;
use crate::part::psv::raw::{Element as PsvElement, Interpolation, SemanticKind};
use crate::part::signature::raw::{ComponentType, Mask, MinPrecision, SystemValue};
use crate::part::signature::{Direction, Element, Signature};
use crate::program::ShaderKind;

/// Maximum number of elements listed per signature; a stage has 4 streams of 32 registers of 4 components.
const MAX_LISTED: usize = 2048;

/// The three signatures, from their parts or otherwise from `PSV0`.
#[derive(Default)]
pub(super) struct Variables {
    pub(super) inputs: Vec<Variable>,
    pub(super) outputs: Vec<Variable>,
    pub(super) patches: Vec<Variable>,
}

/// Reads the signatures of a container.
pub(super) fn variables(context: &Context<'_, '_>, budget: &mut Budget) -> Variables {
    let psv = psv(context);
    let mut find = |codes: &[&[u8; 4]]| {
        let found = codes.iter().find_map(|code| context.find(code));
        match (found, psv) {
            (Some((_, Content::Signature(signature))), psv) => {
                let rows = psv.map(|psv| elements_of(psv, codes[0]));
                let elements = signature.elements.iter().take(MAX_LISTED);
                elements
                    .map(|element| variable(signature, element, rows.as_ref(), context.kind, budget))
                    .collect()
            }
            (_, Some(psv)) => validated(psv, &elements_of(psv, codes[0]), codes[0][0], budget),
            _ => Vec::new(),
        }
    };
    Variables {
        inputs: find(&[b"ISG1", b"ISGN"]),
        outputs: find(&[b"OSG1", b"OSG5", b"OSGN"]),
        patches: find(&[b"PSG1", b"PCSG"]),
    }
}

/// Elements of `PSV0` that correspond to a signature part.
fn elements_of<'a>(psv: &Psv<'a>, code: &[u8; 4]) -> Rows<'a, PsvElement> {
    match code[0] {
        b'I' => psv.signatures.inputs,
        b'O' => psv.signatures.outputs,
        _ => psv.signatures.patches,
    }
}

/// Register letter of a signature.
fn letter(direction: Direction) -> char {
    match direction {
        Direction::Input => 'v',
        Direction::Output => 'o',
        Direction::Patch => 'p',
    }
}

fn variable(
    signature: &Signature<'_>,
    element: &Element<'_>,
    psv: Option<&Rows<'_, PsvElement>>,
    kind: Option<ShaderKind>,
    budget: &mut Budget,
) -> Variable {
    let direction = signature.direction();
    let is_input =
        direction == Direction::Input || direction == Direction::Patch && kind == Some(ShaderKind::DOMAIN);
    let used = if is_input { element.usage.0 & element.mask.0 } else { element.mask.0 & !element.usage.0 };
    let letters = element.mask.letters();
    let validated = psv.and_then(|rows| counterpart(element, rows));
    Variable {
        register: element.register.number().map(|number| format!("{}{number}.{letters}", letter(direction))),
        semantic: Some(budget.text(element.name)),
        semantic_index: Some(element.index),
        system_value: (element.system_value != SystemValue::NONE).then(|| element.system_value.to_string()),
        interpolation: validated
            .filter(|row| row.interpolation != Interpolation::UNDEFINED)
            .map(|row| row.interpolation.to_string()),
        stream: (element.stream != 0).then_some(element.stream),
        used: Some(Mask(used).letters()),
        precision: (element.min_precision != MinPrecision::DEFAULT)
            .then(|| element.min_precision.to_string()),
        ty: Some(vector(element.component_type, element.mask)),
        ..Variable::default()
    }
}

/// `PSV0` row that corresponds to an element of a signature part.
fn counterpart(element: &Element<'_>, rows: &Rows<'_, PsvElement>) -> Option<PsvElement> {
    let register = element.register.number()?;
    rows.iter().find(|row| {
        let first = u32::from(row.start_row);
        row.columns.allocated() != 0
            && (first..first + u32::from(row.rows)).contains(&register)
            && row.columns.mask() == element.mask
            && u32::from(row.dynamic.stream()) == element.stream
    })
}

/// Variables from `PSV0` alone, one per row.
fn validated(psv: &Psv<'_>, rows: &Rows<'_, PsvElement>, code: u8, budget: &mut Budget) -> Vec<Variable> {
    let direction = match code {
        b'I' => Direction::Input,
        b'O' => Direction::Output,
        _ => Direction::Patch,
    };
    let mut out = Vec::new();
    for row in rows.iter() {
        for (number, index) in (0u32..).zip(psv.semantic_indices(&row)) {
            if out.len() >= MAX_LISTED {
                return out;
            }
            let semantic = match row.semantic {
                SemanticKind::ARBITRARY => budget.text(psv.name(row.name)),
                kind => format!("SV_{kind}"),
            };
            let mask = row.columns.mask();
            let register = u32::from(row.start_row) + number;
            out.push(Variable {
                register: (row.columns.allocated() != 0)
                    .then(|| format!("{}{register}.{}", letter(direction), mask.letters())),
                semantic: Some(semantic),
                semantic_index: Some(index),
                interpolation: (row.interpolation != Interpolation::UNDEFINED)
                    .then(|| row.interpolation.to_string()),
                stream: (row.dynamic.stream() != 0).then(|| row.dynamic.stream().into()),
                ty: Some(vector(ComponentType(row.component_type.0.into()), mask)),
                ..Variable::default()
            });
        }
    }
    out
}

/// Vector type with the components of a mask.
fn vector(component: ComponentType, mask: Mask) -> Type {
    Type {
        scalar: scalar(component).to_owned(),
        rows: (mask.0 & 0xF).count_ones().max(1),
        columns: 1,
        ..Type::default()
    }
}

/// Name of a component type.
fn scalar(component: ComponentType) -> &'static str {
    match component {
        ComponentType::U32 => "uint",
        ComponentType::I32 => "int",
        ComponentType::F32 => "float",
        ComponentType::U16 => "uint16",
        ComponentType::I16 => "int16",
        ComponentType::F16 => "half",
        ComponentType::U64 => "uint64",
        ComponentType::I64 => "int64",
        ComponentType::F64 => "double",
        // The type of bool before validator version 1.5.
        _ => "unknown",
    }
}
