//! Whether a fragment shader looks at the y of its position in the window.
//!
//! The position is followed through the loads and stores that readers of GLSL make of it: into private variables, and from there into
//! the functions that read them. What goes any other way counts as read whole.

use std::collections::HashSet;

use naga::valid::{FunctionInfo, ModuleInfo};
use naga::{
    Binding, Block, BuiltIn, Expression, Function, GlobalVariable, Handle, LocalVariable, Module, Statement,
    SwizzleComponent, Type, TypeInner,
};

/// Place of y in a position.
const Y: u32 = 1;

/// Whether the fragment shader of a module reads the y of its position, as far as can be told.
pub(super) fn reads_y(module: &Module, info: &ModuleInfo) -> bool {
    let Some(entry) = module.entry_points.first() else {
        return false;
    };
    let functions = || {
        let others = module.functions.iter().map(|(handle, function)| (function, &info[handle]));
        others.chain([(&entry.function, info.get_entry_point(0))])
    };
    let mut globals = HashSet::new();
    loop {
        let before = globals.len();
        for (function, info) in functions() {
            let mut followed = Followed::new(module, function, info, &mut globals);
            if followed.reads_y() {
                return true;
            }
        }
        // Another variable holds it each time, so this ends with the variables.
        if globals.len() == before {
            return false;
        }
    }
}

/// A function in which the position is followed.
struct Followed<'m> {
    module: &'m Module,
    function: &'m Function,
    info: &'m FunctionInfo,
    globals: &'m mut HashSet<Handle<GlobalVariable>>,
    locals: HashSet<Handle<LocalVariable>>,
    /// Expressions that are the position, or point at it.
    whole: HashSet<Handle<Expression>>,
    /// Expressions that are what the entry point is given, the position among other members.
    given: HashSet<Handle<Expression>>,
}

impl<'m> Followed<'m> {
    fn new(
        module: &'m Module,
        function: &'m Function,
        info: &'m FunctionInfo,
        globals: &'m mut HashSet<Handle<GlobalVariable>>,
    ) -> Followed<'m> {
        Followed {
            module,
            function,
            info,
            globals,
            locals: HashSet::new(),
            whole: HashSet::new(),
            given: HashSet::new(),
        }
    }

    fn reads_y(&mut self) -> bool {
        loop {
            let before = (self.locals.len(), self.globals.len(), self.whole.len());
            let Some(known) = self.expressions() else {
                return true;
            };
            let stored = self.stores(&self.function.body);
            let uses = known + stored;
            if (self.locals.len(), self.globals.len(), self.whole.len()) != before {
                continue;
            }
            let held = self.whole.iter().chain(&self.given);
            let all: usize = held.map(|&expression| self.info[expression].ref_count).sum();
            return all != uses;
        }
    }

    /// Follows the position through the expressions. How many times they use it without its y; `None` where one uses y.
    fn expressions(&mut self) -> Option<usize> {
        let mut known = 0;
        for (handle, expression) in self.function.expressions.iter() {
            let is_whole = match expression {
                Expression::FunctionArgument(index) => {
                    let argument = self.function.arguments.get(*index as usize)?;
                    if self.has_position(argument.ty) && argument.binding.is_none() {
                        self.given.insert(handle);
                    }
                    is_position(argument.binding.as_ref())
                }
                Expression::GlobalVariable(variable) => self.globals.contains(variable),
                Expression::LocalVariable(variable) => self.locals.contains(variable),
                Expression::Load { pointer } if self.whole.contains(pointer) => {
                    known += 1;
                    true
                }
                Expression::AccessIndex { base, index } if self.given.contains(base) => {
                    known += 1;
                    self.member(*base, *index)
                }
                Expression::AccessIndex { base, index } if self.whole.contains(base) => {
                    if *index == Y {
                        return None;
                    }
                    known += 1;
                    false
                }
                Expression::Swizzle { size, vector, pattern } if self.whole.contains(vector) => {
                    let taken = pattern.get(..*size as usize).unwrap_or(pattern);
                    if taken.contains(&SwizzleComponent::Y) {
                        return None;
                    }
                    known += 1;
                    false
                }
                _ => false,
            };
            if is_whole {
                self.whole.insert(handle);
            }
        }
        Some(known)
    }

    /// Follows the position into variables. How many times statements use it.
    fn stores(&mut self, body: &Block) -> usize {
        let mut known = 0;
        let mut open = vec![body];
        while let Some(block) = open.pop() {
            for statement in block {
                match statement {
                    Statement::Block(block) => open.push(block),
                    Statement::If { accept, reject, .. } => open.extend([accept, reject]),
                    Statement::Switch { cases, .. } => open.extend(cases.iter().map(|case| &case.body)),
                    Statement::Loop { body, continuing, .. } => open.extend([body, continuing]),
                    Statement::Store { pointer, value } => {
                        let is_kept = self.whole.contains(value) && self.keep(*pointer);
                        known += usize::from(is_kept) + usize::from(self.whole.contains(pointer));
                    }
                    _ => {}
                }
            }
        }
        known
    }

    /// Notes that a variable holds the position; false where the pointer is to anything else.
    fn keep(&mut self, pointer: Handle<Expression>) -> bool {
        match self.function.expressions[pointer] {
            Expression::GlobalVariable(variable) => {
                self.globals.insert(variable);
                true
            }
            Expression::LocalVariable(variable) => {
                self.locals.insert(variable);
                true
            }
            _ => false,
        }
    }

    fn has_position(&self, ty: Handle<Type>) -> bool {
        match &self.module.types[ty].inner {
            TypeInner::Struct { members, .. } => {
                members.iter().any(|member| is_position(member.binding.as_ref()))
            }
            _ => false,
        }
    }

    /// Whether a member of what the entry point is given is the position.
    fn member(&self, base: Handle<Expression>, index: u32) -> bool {
        let Expression::FunctionArgument(argument) = self.function.expressions[base] else {
            return false;
        };
        let argument = self.function.arguments.get(argument as usize);
        match argument.map(|argument| &self.module.types[argument.ty].inner) {
            Some(TypeInner::Struct { members, .. }) => {
                let member = members.get(index as usize);
                is_position(member.and_then(|member| member.binding.as_ref()))
            }
            _ => false,
        }
    }
}

fn is_position(binding: Option<&Binding>) -> bool {
    matches!(binding, Some(Binding::BuiltIn(BuiltIn::Position { .. })))
}
