//! What has to be known of a module before it is written: the functions that are called, the types that lie in memory of the host, and those that
//! are values.

use std::collections::HashSet;

use naga::proc::TypeResolution;
use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{AddressSpace, Block, Function, Handle, Module, Statement, Type, TypeInner};

use super::globals::space_of;

/// Facts about the module of an entry point.
#[derive(Default)]
pub(super) struct Survey {
    /// Functions that are called, callees before callers.
    pub(super) functions: Vec<Handle<Function>>,
    /// Types in memory that the host sees: their members have places.
    pub(super) laid_out: HashSet<Handle<Type>>,
    /// Those types, and all that have one of them as a part.
    pub(super) differing: HashSet<Handle<Type>>,
    /// Structures that are values or parts of other types, and so cannot be blocks themselves.
    pub(super) values: HashSet<Handle<Type>>,
    pub(super) has_cooperative_matrices: bool,
    /// True for the stages of pipelines that trace rays.
    pub(super) traces_rays: bool,
    pub(super) has_meshes: bool,
}

impl Survey {
    pub(super) fn of(module: &Module, info: &ModuleInfo, entry: usize) -> Survey {
        let mut survey = Survey::default();
        let function = &module.entry_points[entry].function;
        let mut called = HashSet::new();
        let mut open = vec![&function.body];
        while let Some(body) = open.pop() {
            calls(body, &mut |callee| {
                if called.insert(callee) {
                    open.push(&module.functions[callee].body);
                }
            });
        }
        // The reader has functions before their callers.
        survey.functions = module
            .functions
            .iter()
            .map(|(handle, _)| handle)
            .filter(|handle| called.contains(handle))
            .collect();
        survey.lay_out(module);
        survey.collect_parts(module);
        let own = info.get_entry_point(entry);
        survey.collect_values(function, own);
        for handle in survey.functions.clone() {
            survey.collect_values(&module.functions[handle], &info[handle]);
        }
        let stage = module.entry_points[entry].stage;
        survey.traces_rays = !stage.compute_like()
            && !matches!(stage, naga::ShaderStage::Vertex | naga::ShaderStage::Fragment);
        survey.has_meshes = matches!(stage, naga::ShaderStage::Task | naga::ShaderStage::Mesh);
        let matrices = |(_, ty): (_, &Type)| matches!(ty.inner, TypeInner::CooperativeMatrix { .. });
        survey.has_cooperative_matrices = module.types.iter().any(matrices);
        survey
    }

    fn lay_out(&mut self, module: &Module) {
        let shared = module.global_variables.iter().filter(|(_, variable)| is_shared(space_of(variable)));
        let mut open: Vec<Handle<Type>> = shared.map(|(_, variable)| variable.ty).collect();
        while let Some(handle) = open.pop() {
            if self.laid_out.insert(handle) {
                open.extend(parts(&module.types[handle].inner));
            }
        }
        // Types follow their parts.
        for (handle, ty) in module.types.iter() {
            let has_part = parts(&ty.inner).iter().any(|part| self.differing.contains(part));
            if has_part || self.laid_out.contains(&handle) {
                self.differing.insert(handle);
            }
        }
    }

    /// Types that are parts of others, and what variables of the shader's own hold.
    fn collect_parts(&mut self, module: &Module) {
        for (_, ty) in module.types.iter() {
            match &ty.inner {
                TypeInner::BindingArray { .. } => {}
                TypeInner::Pointer { base, space } if !is_shared(*space) => drop(self.values.insert(*base)),
                inner => self.values.extend(parts(inner)),
            }
        }
        let own = module.global_variables.iter().filter(|(_, variable)| !is_shared(space_of(variable)));
        self.values.extend(own.map(|(_, variable)| variable.ty));
    }

    fn collect_values(&mut self, function: &Function, info: &FunctionInfo) {
        self.values.extend(function.arguments.iter().map(|argument| argument.ty));
        self.values.extend(function.result.iter().map(|result| result.ty));
        self.values.extend(function.local_variables.iter().map(|(_, variable)| variable.ty));
        for (handle, _) in function.expressions.iter() {
            match info[handle].ty {
                TypeResolution::Handle(ty) => drop(self.values.insert(ty)),
                TypeResolution::Value(TypeInner::Pointer { base, space }) if !is_shared(space) => {
                    self.values.insert(base);
                }
                TypeResolution::Value(_) => {}
            }
        }
    }
}

/// True for memory whose layout the host sees.
pub(super) const fn is_shared(space: AddressSpace) -> bool {
    matches!(space, AddressSpace::Uniform | AddressSpace::Storage { .. } | AddressSpace::Immediate)
}

/// Types of elements and members.
fn parts(inner: &TypeInner) -> Vec<Handle<Type>> {
    match inner {
        TypeInner::Array { base, .. } | TypeInner::BindingArray { base, .. } => vec![*base],
        TypeInner::Struct { members, .. } => members.iter().map(|member| member.ty).collect(),
        _ => Vec::new(),
    }
}

/// Reports every call of a block. Blocks nest as deep as those of the text.
fn calls(block: &Block, found: &mut impl FnMut(Handle<Function>)) {
    for statement in block {
        match statement {
            Statement::Call { function, .. } => found(*function),
            Statement::Block(block) => calls(block, found),
            Statement::If { accept, reject, .. } => {
                calls(accept, found);
                calls(reject, found);
            }
            Statement::Switch { cases, .. } => cases.iter().for_each(|case| calls(&case.body, found)),
            Statement::Loop { body, continuing, .. } => {
                calls(body, found);
                calls(continuing, found);
            }
            _ => {}
        }
    }
}
