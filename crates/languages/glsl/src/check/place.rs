//! What an expression reads from or writes to, and whether it may.

use glassbox_core::stage::Stage;

use crate::model::{At, ExpressionId, ExpressionKind, GlobalId, LocalId, Storage, flag};
use crate::parse::Parser;
use crate::rules::{ASSIGN, QUALIFIER_USE};
use crate::types::Type;

/// What the chain of members, indices and components of an expression begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    Global(GlobalId),
    Local(LocalId),
    /// What a buffer reference refers to; the reference itself.
    Reference(ExpressionId),
    /// A value: nothing can be written to it.
    Value(ExpressionId),
}

impl Parser<'_> {
    /// The expression that a chain selects from, if it selects from one.
    pub(crate) fn base(&self, id: ExpressionId) -> Option<ExpressionId> {
        match *self.kind(id) {
            ExpressionKind::Field(base, _)
            | ExpressionKind::Index(base, _)
            | ExpressionKind::Swizzle(base, _) => Some(base),
            _ => None,
        }
    }

    /// What a chain begins with.
    pub(crate) fn root(&self, id: ExpressionId) -> Root {
        let mut at = id;
        loop {
            match *self.kind(at) {
                ExpressionKind::Global(global) => return Root::Global(global),
                ExpressionKind::Local(local) => return Root::Local(local),
                ExpressionKind::Field(base, _) if matches!(self.ty(base), Type::Reference(_)) => {
                    return Root::Reference(base);
                }
                _ => match self.base(at) {
                    Some(base) => at = base,
                    None => return Root::Value(at),
                },
            }
        }
    }

    /// What a variable is kept in; `None` of locals and values.
    pub(crate) fn storage(&self, id: ExpressionId) -> Option<Storage> {
        if let Some(storage) = self.storage_of_buffer(id) {
            return Some(storage);
        }
        match self.root(id) {
            Root::Global(global) => Some(self.program.global(global).storage),
            Root::Reference(_) => Some(Storage::Buffer),
            Root::Local(_) | Root::Value(_) => None,
        }
    }

    /// What a chain is kept in that leads through a block with `buffer_type`.
    fn storage_of_buffer(&self, id: ExpressionId) -> Option<Storage> {
        if self.program.types.buffer_types.is_empty() {
            return None;
        }
        let mut at = id;
        loop {
            let base = self.base(at)?;
            match (self.kind(at), self.ty(base)) {
                (ExpressionKind::Field(..), Type::Reference(_)) => return None,
                (ExpressionKind::Field(..), ty) => {
                    if let Some(buffer) = self.program.types.as_buffer(ty) {
                        return Some(buffer.storage);
                    }
                }
                _ => {}
            }
            at = base;
        }
    }

    /// Flags of memory that hold for a chain: those of the variable and of each member on the way.
    pub(crate) fn memory_flags(&self, id: ExpressionId) -> u32 {
        let mut flags = 0;
        let mut at = id;
        loop {
            match *self.kind(at) {
                ExpressionKind::Global(global) => {
                    return flags | self.program.global(global).qualifiers.flags;
                }
                ExpressionKind::Local(local) => {
                    let local = self.locals.get(local.0 as usize);
                    return flags | local.map_or(0, |local| local.qualifiers.flags);
                }
                ExpressionKind::Field(base, member) => {
                    if let Type::Struct(id) | Type::Reference(id) = self.ty(base) {
                        let member = self.program.types.structure(id).members.get(member as usize);
                        flags |= member.map_or(0, |member| member.qualifiers.flags);
                    }
                    if matches!(self.ty(base), Type::Reference(_)) {
                        return flags;
                    }
                    at = base;
                }
                _ => match self.base(at) {
                    Some(base) => at = base,
                    None => return flags,
                },
            }
        }
    }

    /// Name of the variable of a chain, for messages.
    pub(crate) fn root_name(&self, id: ExpressionId) -> String {
        match self.root(id) {
            Root::Global(global) => self.program.global(global).name.to_string(),
            Root::Local(local) => {
                self.locals.get(local.0 as usize).map_or_else(String::new, |local| local.name.to_string())
            }
            Root::Reference(_) | Root::Value(_) => String::new(),
        }
    }

    /// Reports a value that cannot be read: of what is `writeonly`, and of what only interpolation functions read. Whether it
    /// can.
    pub(crate) fn check_read(&mut self, id: ExpressionId) -> bool {
        if !matches!(
            self.kind(id),
            ExpressionKind::Global(_)
                | ExpressionKind::Local(_)
                | ExpressionKind::Field(..)
                | ExpressionKind::Index(..)
                | ExpressionKind::Swizzle(..)
        ) {
            return true;
        }
        if let Root::Global(global) = self.root(id)
            && !self.check_work_group_size(global, id)
        {
            return false;
        }
        let is_opaque = self.ty(id).is_opaque() || self.program.types.is_tensor(self.ty(id));
        if !is_opaque && self.memory_flags(id) & flag::WRITE_ONLY != 0 {
            let at = self.at_of(id);
            let message = format!("found a read of `{}`, which is `writeonly`", self.root_name(id));
            let finding = self.finding(&QUALIFIER_USE, at, message);
            self.add(finding.help("remove `writeonly` from its declaration"));
            return false;
        }
        if let ExpressionKind::Global(global) = *self.kind(id)
            && self.program.global(global).qualifiers.interpolation
                == Some(crate::model::Interpolation::Explicit)
        {
            let at = self.at_of(id);
            let finding = self.finding(
                &QUALIFIER_USE,
                at,
                "found a read of an input that is `__explicitInterpAMD`, expected `interpolateAtVertexAMD` of it",
            );
            self.add(finding.help("read it with `interpolateAtVertexAMD`"));
            return false;
        }
        true
    }

    /// The size of a workgroup has no value before it is stated.
    fn check_work_group_size(&mut self, global: GlobalId, id: ExpressionId) -> bool {
        let modes = &self.program.modes;
        let is_stated = modes.local_size.is_some() || modes.local_size_id.iter().any(Option::is_some);
        if is_stated || &*self.program.global(global).name != "gl_WorkGroupSize" {
            return true;
        }
        let at = self.at_of(id);
        let finding = self.finding(
            &QUALIFIER_USE,
            at,
            "found a read of `gl_WorkGroupSize`, expected the size to be stated before",
        );
        self.add(finding.help("write `layout(local_size_x = …) in;` before it"));
        false
    }

    /// Reports a place that cannot be written. Whether it can. `at` is the operator, or the call.
    pub(crate) fn check_write(&mut self, place: ExpressionId, at: At) -> bool {
        if self.is_error(place) {
            return false;
        }
        let reason = match self.write_obstacle(place) {
            Some(reason) => reason,
            None => return true,
        };
        let finding =
            self.finding(&ASSIGN, at, format!("found {reason}, expected a variable that can be written"));
        self.add(finding.help("write to a variable of your own"));
        false
    }

    /// Why nothing can be written to a place.
    pub(crate) fn write_obstacle(&self, place: ExpressionId) -> Option<String> {
        match self.ty(place) {
            Type::Void => return Some("`void`".to_owned()),
            ty if ty.is_opaque() && !self.has_bindless(ty) => {
                return Some(format!("a target of type `{}`, which has no value", self.type_name(ty)));
            }
            _ => {}
        }
        let mut is_read_only = false;
        let mut current = place;
        loop {
            match *self.kind(current) {
                ExpressionKind::Swizzle(base, swizzle) => {
                    let mut seen = 0u8;
                    for component in swizzle.components() {
                        if seen & (1 << component) != 0 {
                            return Some("a component twice in the selection that is written".to_owned());
                        }
                        seen |= 1 << component;
                    }
                    current = base;
                }
                ExpressionKind::Index(base, index) => {
                    if let Some(reason) = self.control_output_obstacle(base, index) {
                        return Some(reason);
                    }
                    current = base;
                }
                ExpressionKind::Field(base, member) => match self.ty(base) {
                    Type::Reference(_) => return None,
                    Type::Struct(id) => {
                        let structure = self.program.types.structure(id);
                        let flags = structure.members.get(member as usize).map_or(0, |m| m.qualifiers.flags);
                        is_read_only |= structure.is_block && flags & flag::READ_ONLY != 0;
                        if let Some(buffer) = self.program.types.buffer_types.get(&id) {
                            let kind = match buffer.storage {
                                Storage::Uniform => "a uniform",
                                _ if self.memory_flags(current) & flag::READ_ONLY != 0 => "`readonly`",
                                _ => return None,
                            };
                            return Some(format!("a member of `{}`, which is {kind}", structure.name));
                        }
                        current = base;
                    }
                    _ => current = base,
                },
                ExpressionKind::Global(global) => return self.global_obstacle(global, is_read_only),
                ExpressionKind::Local(local) => {
                    let local = self.locals.get(local.0 as usize)?;
                    return local.is_const.then(|| format!("`{}`, which is `const`", local.name));
                }
                ExpressionKind::Constant(_) => return Some("a constant".to_owned()),
                _ => return Some("a value".to_owned()),
            }
        }
    }

    /// Handles of textures are values with this extension.
    pub(crate) fn has_bindless(&self, ty: Type) -> bool {
        matches!(ty, Type::Sampled(_) | Type::Image(_) | Type::Texture(_) | Type::Sampler(_))
            && self.program.environment.has("GL_ARB_bindless_texture")
    }

    /// Outputs for each vertex of a control shader are written by the invocation of the vertex alone.
    fn control_output_obstacle(&self, base: ExpressionId, index: ExpressionId) -> Option<String> {
        if self.program.stage() != Stage::TessellationControl {
            return None;
        }
        let ExpressionKind::Global(id) = *self.kind(base) else {
            return None;
        };
        let global = self.program.global(id);
        if global.storage != Storage::Out || global.qualifiers.has(flag::PATCH) {
            return None;
        }
        let is_own = match *self.kind(index) {
            ExpressionKind::Global(index) => &*self.program.global(index).name == "gl_InvocationID",
            _ => false,
        };
        (!is_own).then(|| format!("an element of `{}` other than that of `gl_InvocationID`", global.name))
    }

    fn global_obstacle(&self, id: GlobalId, is_read_only: bool) -> Option<String> {
        let global = self.program.global(id);
        let name = &global.name;
        let stage = self.program.stage();
        let kind = match global.storage {
            Storage::Const => "`const`",
            Storage::Uniform | Storage::PushConstant => "a uniform",
            Storage::TileImage => "a tile image",
            Storage::ResourceHeap | Storage::SamplerHeap => "a heap",
            Storage::In => "an input",
            Storage::ShaderRecord => "a shader record",
            Storage::Buffer if is_read_only || global.qualifiers.has(flag::READ_ONLY) => "`readonly`",
            Storage::HitAttribute if stage != Stage::Intersection => "a hit attribute of another stage",
            Storage::TaskPayload if stage == Stage::Mesh => "the payload of the task shader",
            Storage::Out if global.built_in.is_some() && self.is_early_depth(name) => {
                "written before the fragment with `early_fragment_tests`"
            }
            _ => return None,
        };
        Some(format!("`{name}`, which is {kind}"))
    }

    /// GLSL ES does not let a shader with early tests write what they test.
    fn is_early_depth(&self, name: &str) -> bool {
        self.program.environment.is_embedded()
            && self.program.modes.early_fragment_tests
            && matches!(name, "gl_FragDepth" | "gl_FragStencilRefARB")
    }
}
