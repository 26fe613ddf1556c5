//! Names the entities in modules of VBC files: members of the uniform by the names in the file, the rest by number.

use std::collections::BTreeMap;

use glassbox_core::name_map::{Class, Place};
use glassbox_core::stage::Stage;
use glassbox_vbc::read::File as VbcFile;

use super::naming::{Given, Member, Resource};

/// Binding of the uniform in modules: a block that contains only the structure described by the file.
const UNIFORM: Place = Place { set: 1, binding: 0 };
/// Maximum number of locations of inputs and outputs.
const LOCATIONS: u32 = 64;

/// The names of a file.
pub(super) struct Names {
    resources: BTreeMap<Place, Resource>,
}

/// The names for the modules of a file.
pub(super) fn names(file: &VbcFile<'_>) -> Names {
    let member = |offset: u32, name: &[u8]| Member {
        offset,
        name: String::from_utf8_lossy(name).into_owned(),
        structure: None,
    };
    let members: Vec<Member> = match file {
        VbcFile::Released(file) => file.program.uniform.as_ref().map_or_else(Vec::new, |uniform| {
            let members = uniform.members.iter();
            members.map(|known| member(u32::from(known.offset), &known.name)).collect()
        }),
        VbcFile::Legacy(file) => file.uniform.as_ref().map_or_else(Vec::new, |uniform| {
            let members = uniform.members.iter();
            members.map(|known| member(known.offset, &known.name)).collect()
        }),
        VbcFile::Swapped(_) => Vec::new(),
    };
    let block = Resource { class: Class::ConstantBuffer, name: "Uniforms".to_owned(), members };
    Names { resources: BTreeMap::from([(UNIFORM, block)]) }
}

impl Names {
    /// The names for the module of a stage.
    pub(super) fn of(&self, stage: Stage) -> Given {
        let numbered = |word: &str| (0..LOCATIONS).map(|at| (at, format!("{word}{at}"))).collect();
        let mut given = Given { resources: self.resources.clone(), ..Given::default() };
        match stage {
            Stage::Vertex => given.inputs = numbered("input"),
            Stage::Fragment => given.outputs = numbered("output"),
            _ => {}
        }
        given
    }
}
