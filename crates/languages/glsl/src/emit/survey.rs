//! What a stage uses: the functions that `main` reaches, and what they do with variables.

use super::intrinsic::{needs_vulkan_memory, takes_image};
use crate::model::{
    Block, Direction, ExpressionId, ExpressionKind, FunctionId, GlobalId, LocalId, Program, Statement,
    StatementKind, Storage,
};
use crate::types::{ParametricKind, Type};
use crate::vocabulary::functions::Intrinsic;
use crate::vocabulary::functions::places;
use foldhash::{HashMap, HashSet};

/// What is known of a stage before it is emitted.
#[derive(Debug, Default)]
pub(crate) struct Survey {
    /// Members of blocks that are named, by block.
    pub(super) members: HashMap<GlobalId, HashSet<u32>>,
    /// Globals that are named.
    pub(super) globals: HashSet<GlobalId>,
    /// Parameters of functions that need memory: they are written, or indexed by numbers that are not constant.
    pub(super) in_memory: HashSet<(FunctionId, LocalId)>,
    /// Whether the module has the Vulkan memory model.
    pub(super) uses_vulkan_memory: bool,
    /// Whether fragments of a pixel wait for each other.
    pub(super) has_interlock: bool,
    /// Functions that `main` reaches, itself first.
    pub(super) functions: Vec<FunctionId>,
}

/// Walks functions and expressions without recursion over expressions.
struct Walk<'a> {
    program: &'a Program,
    survey: Survey,
    seen: HashSet<FunctionId>,
    /// Expressions that are still to be looked at.
    waiting: Vec<ExpressionId>,
}

impl Survey {
    /// Looks at what `main` reaches.
    pub(super) fn of(program: &Program) -> Survey {
        let mut walk =
            Walk { program, survey: Survey::default(), seen: HashSet::default(), waiting: Vec::new() };
        walk.initializers_with_effects();
        walk.function(program.main);
        let mut next = 0;
        while let Some(id) = walk.survey.functions.get(next).copied() {
            next += 1;
            walk.body(id);
        }
        let has_matrices = program.types.parametric.iter().any(|ty| {
            matches!(ty.kind, ParametricKind::CooperativeMatrix | ParametricKind::CooperativeVector)
        });
        walk.survey.uses_vulkan_memory |= program.modes.uses_vulkan_memory_model || has_matrices;
        walk.survey
    }
}

impl Walk<'_> {
    fn function(&mut self, id: Option<FunctionId>) {
        if let Some(id) = id
            && self.seen.insert(id)
        {
            self.survey.functions.push(id);
        }
    }

    /// Values of globals that call functions are computed whether the globals are used or not.
    fn initializers_with_effects(&mut self) {
        for (number, global) in self.program.globals.iter().enumerate() {
            let Some(value) = global.initializer.filter(|_| global.storage == Storage::Private) else {
                continue;
            };
            if let ExpressionKind::Call(..) | ExpressionKind::Assign(..) = self.program.expression(value).kind
            {
                self.global(GlobalId(number as u32));
            }
        }
        self.expressions(None);
    }

    fn body(&mut self, id: FunctionId) {
        if let Some(body) = &self.program.function(id).body {
            self.block(body);
        }
        self.expressions(Some(id));
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Declare(_, value) | StatementKind::Return(value) => self.waiting.extend(*value),
            StatementKind::Expression(value) => self.waiting.push(*value),
            StatementKind::Block(block) => self.block(block),
            StatementKind::If { condition, yes, no, .. } => {
                self.waiting.push(*condition);
                self.block(yes);
                self.block(no);
            }
            StatementKind::Switch { selector, groups, .. } => {
                self.waiting.push(*selector);
                for group in groups {
                    self.block(&group.body);
                }
            }
            StatementKind::Loop(inner) => {
                self.block(&inner.before);
                self.waiting.extend(inner.condition);
                self.waiting.extend(inner.step);
                self.block(&inner.body);
            }
            _ => {}
        }
    }

    fn expressions(&mut self, function: Option<FunctionId>) {
        while let Some(id) = self.waiting.pop() {
            self.expression(id, function);
        }
    }

    fn expression(&mut self, id: ExpressionId, function: Option<FunctionId>) {
        match &self.program.expression(id).kind {
            ExpressionKind::Global(global) => self.global(*global),
            ExpressionKind::Field(base, member) => {
                self.member(*base, *member);
                self.waiting.push(*base);
            }
            ExpressionKind::Index(base, index) => {
                if self.program.constant(*index).is_none() && !self.program.expression(*base).ty.is_vector() {
                    self.in_memory(*base, function);
                }
                self.waiting.extend([*base, *index]);
            }
            ExpressionKind::Swizzle(one, _)
            | ExpressionKind::Length(one)
            | ExpressionKind::Unary(_, one)
            | ExpressionKind::Convert(one)
            | ExpressionKind::Splat(one)
            | ExpressionKind::Diagonal(one)
            | ExpressionKind::Resize(one) => self.waiting.push(*one),
            ExpressionKind::Step { place, .. } => {
                self.in_memory(*place, function);
                self.waiting.push(*place);
            }
            ExpressionKind::Binary(_, left, right)
            | ExpressionKind::And(left, right)
            | ExpressionKind::Or(left, right)
            | ExpressionKind::Sequence(left, right) => self.waiting.extend([*left, *right]),
            ExpressionKind::Assign(place, value) | ExpressionKind::AssignWith(_, place, value) => {
                self.in_memory(*place, function);
                self.waiting.extend([*place, *value]);
            }
            ExpressionKind::Conditional(condition, yes, no) => self.waiting.extend([*condition, *yes, *no]),
            ExpressionKind::Construct(parts) => self.waiting.extend(parts),
            ExpressionKind::Call(callee, arguments) => {
                self.function(Some(*callee));
                self.arguments(*callee, arguments, function);
            }
            ExpressionKind::Function(callee) => self.function(Some(*callee)),
            ExpressionKind::CallSubroutine(uniform, arguments) => {
                for callee in compatible(self.program, *uniform) {
                    self.function(Some(callee));
                    self.arguments(callee, arguments, function);
                }
                self.waiting.push(*uniform);
                self.waiting.extend(arguments);
            }
            ExpressionKind::Intrinsic(intrinsic, arguments) => {
                self.survey.has_interlock |= *intrinsic == Intrinsic::BeginInvocationInterlockARB;
                self.survey.uses_vulkan_memory |= needs_vulkan_memory(self.program, *intrinsic, arguments);
                let at = self.program.expression(id).at;
                let name = self.program.tokens.get(at.0 as usize).map_or("", |token| &*token.text);
                let places = places(name);
                for (number, argument) in arguments.iter().enumerate().filter(|_| places != 0) {
                    if places & 1_u32.checked_shl(number as u32).unwrap_or(0) != 0 {
                        self.in_memory(*argument, function);
                    }
                }
                let joined = arguments.first().filter(|_| takes_image(*intrinsic));
                match joined.map(|first| &self.program.expression(*first).kind) {
                    // The sampler is not looked at.
                    Some(ExpressionKind::Construct(parts)) => {
                        self.waiting.extend(parts.first());
                        self.waiting.extend(arguments.iter().skip(1));
                    }
                    _ => self.waiting.extend(arguments),
                }
            }
            ExpressionKind::Error
            | ExpressionKind::Constant(_)
            | ExpressionKind::Text(_)
            | ExpressionKind::Local(_) => {}
        }
    }

    fn global(&mut self, id: GlobalId) {
        if self.survey.globals.insert(id) {
            let global = self.program.global(id);
            self.waiting.extend(global.initializer);
            self.waiting.extend(global.qualifiers.layout().heap_offset);
        }
    }

    fn arguments(&mut self, callee: FunctionId, arguments: &[ExpressionId], function: Option<FunctionId>) {
        let locals = &self.program.function(callee).locals;
        for (argument, local) in arguments.iter().zip(locals) {
            if local.direction != Direction::In {
                self.in_memory(*argument, function);
            }
        }
        self.waiting.extend(arguments);
    }

    /// Notes a member of a block, or of an element of an array of blocks.
    fn member(&mut self, base: ExpressionId, member: u32) {
        let mut base = base;
        while let ExpressionKind::Index(next, _) = self.program.expression(base).kind {
            base = next;
        }
        if let ExpressionKind::Global(global) = self.program.expression(base).kind {
            self.survey.members.entry(global).or_default().insert(member);
        }
    }

    fn in_memory(&mut self, id: ExpressionId, function: Option<FunctionId>) {
        let local = self.local_of(id, function);
        self.survey.in_memory.extend(local);
    }

    /// The variable of a function that an expression is part of.
    fn local_of(&self, id: ExpressionId, function: Option<FunctionId>) -> Option<(FunctionId, LocalId)> {
        let mut id = id;
        loop {
            match self.program.expression(id).kind {
                ExpressionKind::Field(base, _)
                    if matches!(self.program.expression(base).ty, Type::Reference(_)) =>
                {
                    return None;
                }
                ExpressionKind::Field(base, _)
                | ExpressionKind::Index(base, _)
                | ExpressionKind::Swizzle(base, _) => id = base,
                ExpressionKind::Local(local) => return function.map(|function| (function, local)),
                _ => return None,
            }
        }
    }
}

/// Functions that a subroutine uniform can stand for, in the order of their indices.
pub(super) fn compatible(program: &Program, uniform: ExpressionId) -> Vec<FunctionId> {
    let mut root = uniform;
    while let ExpressionKind::Index(base, _) = program.expression(root).kind {
        root = base;
    }
    let ExpressionKind::Global(global) = program.expression(root).kind else { return Vec::new() };
    let wanted = &program.global(global).qualifiers.subroutines;
    let all = program.functions.iter().enumerate();
    let fits = all.filter(|(_, function)| function.subroutines.iter().any(|name| wanted.contains(name)));
    fits.map(|(number, _)| FunctionId(number as u32)).collect()
}
