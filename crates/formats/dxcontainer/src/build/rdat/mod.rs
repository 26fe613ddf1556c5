//! Builds `RDAT`, the tables of a library. Strings and index arrays are in order of first use: resources, imported
//! functions, then each function with its entry point, then subobjects.

mod entry;
mod node;
mod subobject;
mod tables;

use foldhash::{HashMap, HashMapExt as _, HashSet};
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::record::Record as _;
use glassbox_dxil::Linkage;
use glassbox_dxil::analysis::compatibility::{self, Compatibility};
use glassbox_dxil::analysis::flags::Choices;
use glassbox_dxil::analysis::handles;
use glassbox_dxil::analysis::program::{Kind, Program};
use glassbox_dxil::analysis::uses::{self, Uses};
use glassbox_dxil::features::features;
use glassbox_dxil::ir::{FunctionId, ValueId};
use glassbox_dxil::shader::resource::{Class, Resource};
use glassbox_dxil::shader::subobject::Subobject;

use super::Source;
use crate::part::psv::raw::ResourceKind;
use crate::part::rdat::raw::{
    self, Flags, Function52, FunctionKind, NONE, ResourceClass, ResourceFlags, ShaderFlags, TableType, Target,
};
use crate::rules::build as rules;
pub use subobject::subobjects;
use tables::Tables;

/// Encodes the part.
pub(super) fn encode(source: &Source<'_, '_>, given: &[Subobject]) -> Result<Vec<u8>, Box<Diagnostic>> {
    let Some(program) = source.program else {
        return Ok(Vec::new());
    };
    let subobjects = match source.shader.subobjects.as_slice() {
        [] => given,
        own => own,
    };
    let choices = Choices::of(&source.shader);
    let mut library = Library {
        source,
        program,
        uses: uses::all(program),
        compatibility: compatibility::functions(program, &source.shader, choices, subobjects),
        shared: Vec::new(),
        tables: Tables::new(|minor| source.shader.validates(minor)),
    };
    library.shared = uses::group_shared(program, &library.uses).ok_or_else(|| {
        let message =
            "found more uses of group-shared memory than can be followed, expected a few for each function";
        let location = source.location("module");
        Box::new(
            Diagnostic::new(&rules::TOO_MANY, location, message)
                .help("put what a group shares into fewer variables"),
        )
    })?;
    library.functions();
    if source.shader.validates(4) {
        subobject::rows(subobjects, &mut library.tables);
    }
    library.tables.finish().map_err(|size| {
        let message = format!("found tables of {size} bytes, expected less than 4 GiB");
        let location = source.location("dx.entryPoints");
        Box::new(Diagnostic::new(&rules::TOO_MANY, location, message).help("split the library"))
    })
}

/// State while building the tables of a library.
struct Library<'s, 'm, 'a> {
    source: &'s Source<'m, 'a>,
    program: &'s Program<'m>,
    uses: Vec<Uses>,
    compatibility: Vec<Compatibility>,
    /// Group-shared memory referenced by each function, bytes.
    shared: Vec<u32>,
    tables: Tables,
}

impl Library<'_, '_, '_> {
    fn functions(&mut self) {
        let resources = self.resources();
        let dependencies = self.dependencies();
        let defined: Vec<FunctionId> = self.program.defined().map(|(function, _)| function).collect();
        for function in defined {
            self.function(function, &resources, &dependencies);
        }
    }

    /// Adds the resource rows; returns the row indices of each variable.
    fn resources(&mut self) -> HashMap<ValueId, Vec<u32>> {
        let shader = &self.source.shader;
        let classes = [Class::Cbv, Class::Sampler, Class::Srv, Class::Uav];
        let of = |class| shader.resources.iter().filter(move |resource| resource.class == class);
        let mut rows: HashMap<ValueId, Vec<u32>> = HashMap::new();
        for (number, resource) in (0..).zip(classes.into_iter().flat_map(of)) {
            let name = self.tables.text(&resource.name);
            let mut row = Vec::new();
            record(resource, name).encode(&mut row);
            self.tables.row(TableType::RESOURCES, &row);
            if let Some(symbol) = handles::symbol(self.program, resource) {
                rows.entry(symbol).or_default().push(number);
            }
        }
        rows
    }

    /// Adds the names of imported functions; returns their function index and name offset. Unused imports are omitted.
    fn dependencies(&mut self) -> HashMap<ValueId, (usize, u32)> {
        let used: HashSet<ValueId> = self.uses.iter().flat_map(Uses::iter).collect();
        let mut found = HashMap::new();
        for function in self.program.functions() {
            let Some(declared) = self.program.module.functions.get(function.index()) else {
                continue;
            };
            let is_ours =
                self.program.kind(function) == Kind::Declared && declared.linkage == Linkage::EXTERNAL;
            if is_ours && used.contains(&declared.value) {
                let name = self.program.module.name(declared.value).unwrap_or_default();
                found.insert(declared.value, (function.index(), self.tables.text(name)));
            }
        }
        found
    }

    fn function(
        &mut self,
        function: FunctionId,
        resources: &HashMap<ValueId, Vec<u32>>,
        dependencies: &HashMap<ValueId, (usize, u32)>,
    ) {
        let index = function.index();
        let Some(defined) = self.program.module.functions.get(index) else {
            return;
        };
        let mangled = self.program.module.name(defined.value).unwrap_or_default();
        let name = self.tables.text(mangled);
        let unmangled = self.tables.text(unmangled(mangled));
        let uses = self.uses.get(index);
        let uses = || uses.into_iter().flat_map(Uses::iter);
        let mut used: Vec<u32> =
            uses().filter_map(|value| resources.get(&value)).flatten().copied().collect();
        used.sort_unstable();
        let mut called: Vec<(usize, u32)> =
            uses().filter_map(|value| dependencies.get(&value)).copied().collect();
        called.sort_unstable();
        let called: Vec<u32> = called.into_iter().map(|(_, name)| name).collect();
        let mut array = |items: &[u32]| match items {
            [] => NONE,
            items => self.tables.array(items),
        };
        let (resources, dependencies) = (array(&used), array(&called));
        let Some(&asked) = self.compatibility.get(index) else {
            return;
        };
        let shader = &self.source.shader;
        let entry = shader.entry_of(index);
        let kind = entry.and_then(|entry| entry.properties.kind).unwrap_or(FunctionKind::LIBRARY.0);
        let mut payload = (0, 0);
        let mut waves = (0, 0);
        let mut entry_info = tables::EntryInfo::default();
        if let Some(entry) = entry {
            let properties = &entry.properties;
            payload = match FunctionKind(kind) {
                FunctionKind::CLOSEST_HIT | FunctionKind::ANY_HIT => {
                    (properties.payload, properties.attributes)
                }
                FunctionKind::MISS | FunctionKind::CALLABLE => (properties.payload, 0),
                _ => (0, 0),
            };
            waves = properties.wave.unwrap_or_default();
            if shader.validates(8) {
                let shared = self.shared.get(index).copied().unwrap_or(0);
                entry_info = entry::row(entry, asked.flags, shared, &mut self.tables);
            }
        }
        let features = features(asked.flags);
        let mut row = Vec::new();
        Function52 {
            name,
            unmangled,
            resources,
            dependencies,
            kind: FunctionKind(kind),
            payload: payload.0,
            attributes: payload.1,
            features_low: Flags(features as u32),
            features_high: Flags((features >> 32) as u32),
            stage_mask: Flags(asked.stages),
            min_target: Target(kind << 16 | 6 << 4 | asked.minor & 0xF),
            min_wave: waves.0 as u8,
            max_wave: waves.1 as u8,
            shader_flags: ShaderFlags(entry_info.flags),
            info: entry_info.row.unwrap_or(NONE),
        }
        .encode(&mut row);
        // The older record is a prefix of the newer one.
        row.truncate(self.tables.stride(TableType::FUNCTIONS));
        self.tables.row(TableType::FUNCTIONS, &row);
    }
}

/// Unmangled source name; names that are not mangled are returned unchanged.
fn unmangled(name: &[u8]) -> &[u8] {
    if name.starts_with(b"\x01?") && name.contains(&b'@') { glassbox_dxil::unmangled(name) } else { name }
}

fn record(resource: &Resource, name: u32) -> raw::Resource {
    let flags = [
        (resource.is_globally_coherent, ResourceFlags::GLOBALLY_COHERENT),
        (resource.has_counter, ResourceFlags::COUNTER),
        (resource.is_rasterizer_ordered, ResourceFlags::RASTERIZER_ORDERED),
        (resource.has_atomic64, ResourceFlags::ATOMIC64),
        (resource.is_reorder_coherent, ResourceFlags::REORDER_COHERENT),
    ];
    let set = flags.iter().filter(|(condition, _)| *condition);
    raw::Resource {
        class: match resource.class {
            Class::Srv => ResourceClass::SRV,
            Class::Uav => ResourceClass::UAV,
            Class::Cbv => ResourceClass::CBV,
            Class::Sampler => ResourceClass::SAMPLER,
        },
        kind: ResourceKind(resource.kind),
        id: resource.id,
        space: resource.space,
        lower: resource.lower,
        upper: resource.upper(),
        name,
        flags: ResourceFlags(set.fold(0, |flags, (_, flag)| flags | flag.0)),
    }
}
