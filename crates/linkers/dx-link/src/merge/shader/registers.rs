//! Assigns registers to unbound resources: the first free range in their class and space.

use super::ShaderLinkError;
use super::resources::Resource;
use crate::rules;

/// Register space that libraries state for unbound resources.
const ANY: u32 = u32::MAX;

/// Assigns each unbound resource the first free range, in list order.
pub(super) fn allocate(resources: &mut [Resource]) -> Result<(), ShaderLinkError> {
    let open = resources.iter_mut().filter(|resource| resource.lower.is_none());
    for resource in open.filter(|resource| resource.space == ANY) {
        resource.space = 0;
    }
    for index in 0..resources.len() {
        let Some(resource) = resources.get(index) else {
            continue;
        };
        if resource.lower.is_some() {
            continue;
        }
        let name = super::spoken(&resource.name);
        let Some(count) = resource.count else {
            return Err(ShaderLinkError::new(
                &rules::REGISTERS,
                format!("resource {name} has no register and is unbounded"),
            ));
        };
        let same = |other: &&Resource| (other.class, other.space) == (resource.class, resource.space);
        let mut taken: Vec<(u32, u32)> =
            resources.iter().filter(same).filter_map(|other| Some((other.lower?, other.last()?))).collect();
        taken.sort_unstable();
        let mut first = 0u32;
        let mut found = true;
        for (lower, last) in taken {
            // Continue after the last conflicting register.
            if first.checked_add(count - 1).is_some_and(|end| end < lower) {
                break;
            }
            match last.checked_add(1) {
                Some(next) => first = first.max(next),
                None => found = false,
            }
        }
        if !found || first.checked_add(count - 1).is_none_or(|end| end == u32::MAX) {
            return Err(ShaderLinkError::new(
                &rules::REGISTERS,
                format!(
                    "resource {name} needs {count} registers of space {}, and no such range is free",
                    resource.space
                ),
            ));
        }
        if let Some(resource) = resources.get_mut(index) {
            resource.lower = Some(first);
        }
    }
    Ok(())
}
