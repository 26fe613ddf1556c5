//! Names of resources, as reflection states them.

use std::collections::BTreeMap;

use foldhash::HashMap;
use glassbox_dxcontainer::part::rdef::Rdef;
use glassbox_dxcontainer::part::rdef::raw::InputType;
use glassbox_lower_directx::bindings::RegisterClass;

use crate::classes;
use crate::source::{View, ViewId};

/// Gives each resource the name that reflection has for its registers, else one made of its register.
pub(crate) fn of_views(views: &mut BTreeMap<ViewId, View>, rdef: Option<&Rdef<'_>>) {
    let mut known: HashMap<(RegisterClass, u32, u32), String> = HashMap::default();
    if let Some(rdef) = rdef {
        let bindings = rdef.bindings();
        for index in 0..bindings.len() {
            let Some(binding) = bindings.get(index) else { continue };
            let class = match binding.input_type {
                InputType::CBUFFER => RegisterClass::Constants,
                InputType::SAMPLER => RegisterClass::Sampler,
                InputType::TBUFFER | InputType::TEXTURE | InputType::STRUCTURED | InputType::BYTE_ADDRESS => {
                    RegisterClass::Texture
                }
                _ => RegisterClass::Unordered,
            };
            let space = rdef.space(index).map_or(0, |(space, _)| space);
            let name = String::from_utf8_lossy(rdef.name(binding.name).bytes()).into_owned();
            known.entry((class, space, binding.bind_point)).or_insert(name);
        }
    }
    for ((class, id), view) in views {
        if let Some(name) = classes::name((*class, *id)) {
            view.name = name;
            continue;
        }
        let key = (*class, view.binding.space, view.binding.lower);
        view.name = match known.get(&key).map(String::as_str) {
            Some("") | None => format!("{}{id}", class.letter()),
            Some(name) => name.trim_start_matches('$').to_owned(),
        };
    }
}
