//! Built-in variables that no system value has: the host gives them in a constant buffer.

use glassbox_core::stage::Stage;
use glassbox_spirv::build::value::built_in;
use glassbox_spirv::module::Id;

use super::Hlsl;
use super::globals::register_text;
use crate::refusal::name_of_built_in;
use crate::text::{Scalar, Writer};
use crate::tree::Var;
use crate::{Mapped, MappedMember, Mapping, Register, StageBuffer};

/// A value that the host gives.
struct Value {
    name: &'static str,
    scalar: Scalar,
    count: u32,
}

fn value(number: u32, stage: Stage) -> Option<Value> {
    let has_draws = matches!(stage, Stage::Vertex | Stage::Task | Stage::Mesh);
    let (name, scalar, count) = match number {
        built_in::NUM_WORKGROUPS if stage.has_workgroups() => ("groupCount", Scalar::Uint(32), 3),
        built_in::BASE_VERTEX if stage == Stage::Vertex => ("startVertex", Scalar::Int(32), 1),
        built_in::BASE_INSTANCE if stage == Stage::Vertex => ("startInstance", Scalar::Uint(32), 1),
        built_in::DRAW_INDEX if has_draws => ("drawIndex", Scalar::Uint(32), 1),
        _ => return None,
    };
    Some(Value { name, scalar, count })
}

impl Writer<'_, '_, Hlsl> {
    /// Makes a built-in variable a member of the constant buffer of the host; false for those that are none.
    pub(super) fn add_host_value(&mut self, var: Var, number: u32, ty: Id) -> bool {
        let Some(value) = value(number, self.stage) else { return false };
        let name = match self.language.host_values.get(&number) {
            Some((_, name)) => name.clone(),
            None => self.names.take(value.name),
        };
        self.language.host_values.insert(number, (var, name.clone()));
        let own = self.sign(ty);
        let is_same = match value.scalar {
            Scalar::Int(_) => own == crate::text::Sign::Signed,
            _ => own == crate::text::Sign::Unsigned,
        };
        let text = if is_same { name.to_string() } else { format!("{}({name})", self.type_text(ty)) };
        self.language.ports.values.insert(var, text);
        true
    }

    /// The constant buffer of the host, at the first register that is free.
    pub(super) fn host_values_text(&mut self) -> String {
        let values = self.language.host_values.clone();
        let Some(&(var, _)) = values.values().next() else { return String::new() };
        let name = self.names.take("HostValues");
        let number = self.language.registers.take_free((Register::ConstantBuffer, 0), 0, 1, var);
        let register = register_text(Register::ConstantBuffer, [0, number]);
        let mut mapped = Mapped::new(String::new(), &name, Mapping::StageBuffer(StageBuffer::HostValues));
        let mut members = String::new();
        let mut offset = 0;
        for (number, (_, name)) in values.iter() {
            let Some(value) = value(*number, self.stage) else { continue };
            let ty = self.vector_text(value.scalar, value.count);
            members.push_str(&format!("    {ty} {name};\n"));
            let member = name_of_built_in(*number);
            mapped.members.push(MappedMember {
                name: member,
                written: name.to_string(),
                offset,
                location: None,
            });
            // The one vector comes first, and what follows fills its register.
            offset += 4 * value.count;
        }
        mapped.stride = offset;
        mapped.bound.clone_from(&register);
        self.map.push(mapped);
        format!("\ncbuffer {name} : {register} {{\n{members}}};\n")
    }
}
