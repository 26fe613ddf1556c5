//! Reads the module's resources for handle creation, and writes the lists of those in use.

use glassbox_dxil::ir::{Constant, MetadataId, Typed, Value, ValueId, VariableId};

use super::ShaderLinkError;
use super::code::Work;
use crate::rules;

/// Number of classes, numbered in list order.
pub(super) const CLASSES: usize = 4;

/// Resource.
#[derive(Clone, Debug)]
pub(super) struct Resource {
    /// Class number: SRV, UAV, constant buffer, sampler.
    pub(super) class: usize,
    /// Variable that represents it.
    pub(super) variable: VariableId,
    /// The variable as the list refers to it, possibly cast to another type.
    pub(super) symbol: ValueId,
    pub(super) name: Vec<u8>,
    pub(super) space: u32,
    /// First register.
    pub(super) lower: Option<u32>,
    /// Number of registers; `None` if unbounded.
    pub(super) count: Option<u32>,
    /// Operands of its list entry.
    pub(super) operands: Vec<Option<MetadataId>>,
    /// True if a handle is made of it.
    pub(super) used: bool,
    /// Number within its class; set once the resources in use are known.
    pub(super) id: u32,
}

impl Resource {
    /// True if shaders can write to it.
    pub(super) fn is_written(&self) -> bool {
        self.class == 1
    }

    /// Last register.
    pub(super) fn last(&self) -> Option<u32> {
        let lower = self.lower?;
        Some(match self.count {
            Some(count) => lower.saturating_add(count.saturating_sub(1)),
            None => u32::MAX,
        })
    }
}

/// Variable that a constant refers to.
pub(super) fn variable(module: &Typed<'_>, value: ValueId) -> Option<VariableId> {
    let mut value = value;
    // Constants are acyclic, so this terminates.
    loop {
        match module.value(value)? {
            Value::Variable(variable) => return Some(variable),
            Value::Constant(id) => match module.constants.get(id)? {
                Constant::Cast { value: inner, .. } => value = inner,
                _ => return None,
            },
            _ => return None,
        }
    }
}

/// Reads the lists.
pub(super) fn read(module: &Typed<'_>) -> Result<Vec<Resource>, ShaderLinkError> {
    let mut out = Vec::new();
    let metadata = &module.metadata;
    let lists = metadata.named("dx.resources").and_then(|nodes| nodes.first());
    let lists = lists.and_then(|node| metadata.node(*node)).unwrap_or_default();
    for (class, list) in lists.iter().take(CLASSES).enumerate() {
        let items = list.and_then(|list| metadata.node(list)).unwrap_or_default();
        for item in items.iter().flatten() {
            let found = one(module, class, *item);
            out.push(found.ok_or_else(|| {
                ShaderLinkError::new(&rules::UNSUPPORTED, "a resource is listed in an unknown form")
            })?);
        }
    }
    Ok(out)
}

fn one(module: &Typed<'_>, class: usize, item: MetadataId) -> Option<Resource> {
    let operands = module.metadata.node(item)?;
    let operand = |place: usize| operands.get(place).copied().flatten();
    let number = |place: usize| -> Option<u32> {
        let number = module.integer(module.metadata.value(operand(place)?)?)?;
        // Registers are 32-bit numbers whose sign has no meaning.
        Some(i32::try_from(number).map_or_else(|_| number as u32, |number| number as u32))
    };
    let symbol = module.metadata.value(operand(1)?)?;
    let some = |number: u32| (number != u32::MAX).then_some(number);
    let count = number(5)?;
    if count == 0 {
        return None;
    }
    Some(Resource {
        class,
        variable: variable(module, symbol)?,
        symbol,
        name: module.metadata.string(operand(2)?)?.to_vec(),
        space: number(3)?,
        lower: some(number(4)?),
        count: some(count),
        operands: operands.to_vec(),
        used: false,
        id: 0,
    })
}

/// Numbers the resources in use and drops the others.
pub(super) fn number(resources: &mut Vec<Resource>) {
    resources.retain(|resource| resource.used);
    let mut next = [0u32; CLASSES];
    for resource in resources {
        if let Some(slot) = next.get_mut(resource.class) {
            resource.id = *slot;
            *slot += 1;
        }
    }
}

/// Resource node of a shader, without variables and, unless requested, names; `None` if there are
/// no resources.
pub(super) fn node(resources: &[Resource], with_names: bool, work: &mut Work) -> Option<MetadataId> {
    if resources.is_empty() {
        return None;
    }
    let mut lists = Vec::new();
    for class in 0..CLASSES {
        let mut items = Vec::new();
        for resource in resources.iter().filter(|resource| resource.class == class) {
            let mut operands = resource.operands.clone();
            let id = work.builder.number(i64::from(resource.id));
            let name = if with_names { &*resource.name } else { b"" };
            let name = work.builder.string(name);
            let ty = work.builder.module.type_of(resource.symbol);
            let symbol = ty.map(|ty| work.undefined(ty));
            let symbol = symbol.map(|symbol| work.builder.value(symbol));
            let lower = resource.lower.unwrap_or(u32::MAX);
            let [space, lower] =
                [resource.space, lower].map(|number| work.builder.number(i64::from(number as i32)));
            for (place, value) in
                [(0, Some(id)), (1, symbol), (2, Some(name)), (3, Some(space)), (4, Some(lower))]
            {
                if let Some(slot) = operands.get_mut(place) {
                    *slot = value;
                }
            }
            items.push(Some(work.builder.node(&operands)));
        }
        lists.push((!items.is_empty()).then(|| work.builder.node(&items)));
    }
    Some(work.builder.node(&lists))
}
