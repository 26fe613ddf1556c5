//! The fields of a signature of Direct3D: one for each scalar or vector that an interface holds.

use glassbox_spirv::Reflection;
use glassbox_spirv::build::op;
use glassbox_spirv::build::value::{built_in as builtin, storage_class as storage};
use glassbox_spirv::reflect::{EntryPoint, Member, TypeId, TypeKind, Variable};

use crate::back::blocks::integers;
use crate::back::interface::{locations, variables};
use crate::back::refusal::Refusal;
use crate::instructions::Code;
use crate::khronos::rules;
use crate::shader::Stage;

/// What joins an output with the input that reads it. Signatures have the order of these.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Key {
    /// Location.
    Location(u32),
    /// Number of the built-in, and which four of its elements.
    BuiltIn(u32, u32),
}

/// One field.
#[derive(Clone, Debug)]
pub(super) struct Port {
    pub(super) key: Key,
    /// Type in HLSL.
    pub(super) ty: String,
    /// Modifiers of interpolation, each with a blank behind it.
    pub(super) modifiers: String,
    /// Whether it belongs to the whole patch.
    pub(super) patch: bool,
    /// Whether the first index of the variable chooses a vertex.
    pub(super) vertex: bool,
    /// Id of the variable.
    pub(super) variable: u32,
    /// What follows the variable, and its vertex, in an expression: once, or for each component where the variable is an array of them.
    pub(super) paths: Vec<String>,
}

impl Port {
    /// Name of the field.
    pub(super) fn field(&self) -> String {
        match self.key {
            Key::Location(location) => format!("location{location}"),
            Key::BuiltIn(builtin::POSITION, _) => "position".to_owned(),
            Key::BuiltIn(builtin::CLIP_DISTANCE, four) => format!("clip{four}"),
            Key::BuiltIn(builtin::CULL_DISTANCE, four) => format!("cull{four}"),
            Key::BuiltIn(number, _) => format!("builtin{number}"),
        }
    }

    /// Its semantic.
    pub(super) fn semantic(&self) -> String {
        match self.key {
            // As the writers of the other stages have it.
            Key::Location(location) => format!("TEXCOORD{location}"),
            Key::BuiltIn(builtin::POSITION, _) => "SV_Position".to_owned(),
            Key::BuiltIn(builtin::CLIP_DISTANCE, four) => format!("SV_ClipDistance{four}"),
            Key::BuiltIn(builtin::CULL_DISTANCE, four) => format!("SV_CullDistance{four}"),
            Key::BuiltIn(builtin::LAYER, _) => "SV_RenderTargetArrayIndex".to_owned(),
            Key::BuiltIn(builtin::VIEWPORT_INDEX, _) => "SV_ViewportArrayIndex".to_owned(),
            Key::BuiltIn(..) => "SV_PrimitiveID".to_owned(),
        }
    }

    /// The lines of a structure.
    pub(super) fn declare(ports: &[Port]) -> String {
        ports
            .iter()
            .map(|port| {
                format!("    {}{} {} : {};\n", port.modifiers, port.ty, port.field(), port.semantic())
            })
            .collect()
    }
}

/// One side of the interface of a stage.
pub(super) struct Side<'a> {
    pub(super) code: &'a Code,
    pub(super) reflection: &'a Reflection,
    pub(super) entry: &'a EntryPoint,
    pub(super) stage: Stage,
    /// Storage class: input or output.
    pub(super) class: u32,
}

impl Side<'_> {
    /// The fields in the order of a signature, without what only the entry point's parameters can bring.
    pub(super) fn ports(&self) -> Result<Vec<Port>, Refusal> {
        let mut ports = Vec::new();
        for variable in variables(self.reflection, self.entry, self.class) {
            self.variable(variable, &mut ports)?;
        }
        ports.sort_by_key(|port| port.key);
        if let Some([one, _]) = ports.array_windows().find(|[one, other]| one.key == other.key) {
            return Err(self.refuse(format!(
                "{} is given twice, expected one whole variable a location",
                one.semantic()
            )));
        }
        Ok(ports)
    }

    fn refuse(&self, message: String) -> Refusal {
        Refusal::new(&rules::CONSTRUCT, message)
    }

    fn variable(&self, variable: &Variable, ports: &mut Vec<Port>) -> Result<(), Refusal> {
        let mut ty = variable.ty;
        let scalar = variable.built_in.is_some_and(of_whole);
        let mut vertex = false;
        if arrayed(self.stage, self.class)
            && !variable.patch
            && !scalar
            && let TypeKind::Array { element, .. } = self.reflection.ty(ty)
        {
            ty = *element;
            vertex = true;
        }
        let port = Port {
            key: Key::Location(0),
            ty: String::new(),
            modifiers: modifiers(variable.flat, variable.no_perspective, variable.centroid, variable.sample),
            patch: variable.patch,
            vertex,
            variable: variable.id,
            paths: Vec::new(),
        };
        if let Some(number) = variable.built_in {
            return self.built_in(number, ty, (&port, ""), ports);
        }
        if variable.component.is_some_and(|component| component != 0) {
            return Err(self.refuse(format!(
                "location {} is shared by its components, expected a location a variable",
                variable.location.unwrap_or(0)
            )));
        }
        let mut location = variable.location.unwrap_or(0);
        if let TypeKind::Struct { members, block: true, .. } = self.reflection.ty(ty) {
            let used = self.used(variable.id, vertex);
            for (place, member) in members.iter().enumerate() {
                let path = format!(".m{place}");
                if let Some(number) = member.built_in {
                    if used.as_ref().is_none_or(|used| used.contains(&(place as u32))) {
                        self.built_in(number, member.ty, (&port, &path), ports)?;
                    }
                    continue;
                }
                location = member.location.unwrap_or(location);
                let port = self.member(&port, variable, (place as u32, member));
                self.leaves(location, member.ty, (&port, &path), ports)?;
                location = location.saturating_add(locations(self.reflection, member.ty));
            }
            return Ok(());
        }
        self.leaves(location, ty, (&port, ""), ports)
    }

    /// The template for a member of a block.
    fn member(&self, port: &Port, variable: &Variable, (place, member): (u32, &Member)) -> Port {
        let structure = match self.reflection.ty(variable.ty) {
            TypeKind::Array { element, .. } => *element,
            _ => variable.ty,
        };
        let id = self.reflection.types.get(structure.0 as usize).map_or(0, |ty| ty.id);
        let has = |kind: u32| {
            self.code
                .list
                .iter()
                .any(|one| one.opcode == op::MEMBER_DECORATE && one.words.starts_with(&[id, place, kind]))
        };
        use glassbox_spirv::build::value::decoration;
        Port {
            modifiers: modifiers(
                member.flat || variable.flat,
                member.no_perspective || variable.no_perspective,
                variable.centroid || has(decoration::CENTROID),
                variable.sample || has(decoration::SAMPLE),
            ),
            patch: port.patch || has(decoration::PATCH),
            ..port.clone()
        }
    }

    /// The members of a block of built-ins that the code refers to; `None` for all.
    fn used(&self, variable: u32, vertex: bool) -> Option<Vec<u32>> {
        let constants = integers(self.code);
        let mut used = Vec::new();
        for one in &self.code.list {
            match one.opcode {
                op::ACCESS_CHAIN | op::IN_BOUNDS_ACCESS_CHAIN if one.word(2) == variable => {
                    used.push(*constants.get(&one.word(if vertex { 4 } else { 3 }))?);
                }
                op::LOAD if one.word(2) == variable => return None,
                op::STORE if one.word(0) == variable => return None,
                _ => {}
            }
        }
        Some(used)
    }

    fn built_in(
        &self,
        number: u32,
        ty: TypeId,
        (port, path): (&Port, &str),
        ports: &mut Vec<Port>,
    ) -> Result<(), Refusal> {
        let mut add = |four: u32, ty: String, paths: Vec<String>| {
            ports.push(Port {
                key: Key::BuiltIn(number, four),
                ty,
                modifiers: String::new(),
                paths,
                ..port.clone()
            });
        };
        let output = self.class == storage::OUTPUT;
        match number {
            builtin::POSITION => add(0, "float4".to_owned(), vec![path.to_owned()]),
            builtin::CLIP_DISTANCE | builtin::CULL_DISTANCE => {
                let length = match self.reflection.ty(ty) {
                    TypeKind::Array { length, .. } => length.default_value().unwrap_or(0).min(8) as u32,
                    _ => 0,
                };
                for four in 0..length.div_ceil(4) {
                    let count = (length - four * 4).min(4);
                    let paths = (0..count).map(|one| format!("{path}[{}]", four * 4 + one)).collect();
                    add(four, vector("float", count), paths);
                }
            }
            builtin::LAYER | builtin::VIEWPORT_INDEX | builtin::PRIMITIVE_ID if output => {
                add(0, "uint".to_owned(), vec![path.to_owned()]);
            }
            // Direct3D has no size of points, and reads none.
            builtin::POINT_SIZE if output => {}
            builtin::PRIMITIVE_ID
            | builtin::INVOCATION_ID
            | builtin::TESS_LEVEL_OUTER
            | builtin::TESS_LEVEL_INNER
            | builtin::TESS_COORD
            | builtin::PATCH_VERTICES => {}
            other => {
                let name = glassbox_spirv::grammar::value_name("BuiltIn", other).unwrap_or("unknown");
                return Err(self.refuse(format!(
                    "the {} shader uses the built-in {name}, for which HLSL has no place here",
                    self.stage
                )));
            }
        }
        Ok(())
    }

    /// The scalars and vectors of a type. The depth is bounded by the types, which only refer back.
    fn leaves(
        &self,
        location: u32,
        ty: TypeId,
        (port, path): (&Port, &str),
        ports: &mut Vec<Port>,
    ) -> Result<(), Refusal> {
        let several = |count: u32, element: TypeId, ports: &mut Vec<Port>| {
            let step = locations(self.reflection, element);
            for one in 0..count {
                let at = location.saturating_add(one.saturating_mul(step));
                self.leaves(at, element, (port, &format!("{path}[{one}]")), ports)?;
            }
            Ok(())
        };
        let ty = match self.reflection.ty(ty) {
            TypeKind::Vector { component, count } => self.scalar(*component).map(|name| vector(name, *count)),
            TypeKind::Matrix { column, count } => return several(*count, *column, ports),
            TypeKind::Array { element, length, .. } => {
                // Direct3D has 32 registers between stages.
                let length = length.default_value().filter(|&length| length <= 32).unwrap_or(33);
                if length > 32 {
                    return Err(self.refuse(format!(
                        "the array at location {location} is longer than the 32 registers between stages"
                    )));
                }
                return several(length as u32, *element, ports);
            }
            _ => self.scalar(ty).map(str::to_owned),
        };
        let Some(ty) = ty else {
            return Err(self.refuse(format!(
                "location {location} has a type that goes through no signature, expected 32-bit numbers and vectors of them"
            )));
        };
        ports.push(Port { key: Key::Location(location), ty, paths: vec![path.to_owned()], ..port.clone() });
        Ok(())
    }

    fn scalar(&self, ty: TypeId) -> Option<&'static str> {
        Some(match self.reflection.ty(ty) {
            TypeKind::Float { width: 32 } => "float",
            TypeKind::Int { width: 32, signed: true } => "int",
            TypeKind::Int { width: 32, .. } => "uint",
            _ => return None,
        })
    }
}

/// Whether a built-in is one for a primitive or invocation, whatever else is an array.
fn of_whole(number: u32) -> bool {
    !matches!(
        number,
        builtin::POSITION | builtin::POINT_SIZE | builtin::CLIP_DISTANCE | builtin::CULL_DISTANCE
    )
}

fn vector(scalar: &str, count: u32) -> String {
    match count {
        0 | 1 => scalar.to_owned(),
        _ => format!("{scalar}{count}"),
    }
}

fn modifiers(flat: bool, no_perspective: bool, centroid: bool, sample: bool) -> String {
    let mut text = String::new();
    for (on, word) in [
        (flat, "nointerpolation "),
        (no_perspective && !flat, "noperspective "),
        (centroid && !flat, "centroid "),
        (sample && !flat, "sample "),
    ] {
        if on {
            text.push_str(word);
        }
    }
    text
}

/// Whether inputs (or outputs) of the stage are arrays over vertices, apart from those of a whole patch or primitive.
fn arrayed(stage: Stage, class: u32) -> bool {
    match stage {
        Stage::TessellationControl => true,
        Stage::TessellationEvaluation | Stage::Geometry => class == storage::INPUT,
        _ => false,
    }
}
