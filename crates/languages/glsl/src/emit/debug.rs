//! Lines, sources, scopes and variables as `NonSemantic.Shader.DebugInfo.100`.

use foldhash::HashMap;
use glassbox_spirv::build::{Id, op};
use glassbox_spirv::module::Operand;

use super::Emitter;
use crate::model::{At, Function, FunctionId};
use crate::types::Type;

pub(super) use super::debug_type::DebugType;

/// Instructions of the set.
pub(super) mod debug_op {
    pub(crate) const COMPILATION_UNIT: u32 = 1;
    pub(crate) const TYPE_BASIC: u32 = 2;
    pub(crate) const TYPE_ARRAY: u32 = 5;
    pub(crate) const TYPE_VECTOR: u32 = 6;
    pub(crate) const TYPE_FUNCTION: u32 = 8;
    pub(crate) const TYPE_COMPOSITE: u32 = 10;
    pub(crate) const TYPE_MEMBER: u32 = 11;
    pub(crate) const GLOBAL_VARIABLE: u32 = 18;
    pub(crate) const FUNCTION: u32 = 20;
    pub(crate) const LEXICAL_BLOCK: u32 = 21;
    pub(crate) const SCOPE: u32 = 23;
    pub(crate) const LOCAL_VARIABLE: u32 = 26;
    pub(crate) const DECLARE: u32 = 28;
    pub(crate) const VALUE: u32 = 29;
    pub(crate) const EXPRESSION: u32 = 31;
    pub(crate) const SOURCE: u32 = 35;
    pub(crate) const FUNCTION_DEFINITION: u32 = 101;
    pub(crate) const SOURCE_CONTINUED: u32 = 102;
    pub(crate) const LINE: u32 = 103;
    pub(crate) const TYPE_MATRIX: u32 = 108;
}

/// Version of the set, and of the language of its types.
const VERSION: u32 = 100;
const DWARF_VERSION: u32 = 4;
/// What is public, and what is a variable of a function.
const IS_PUBLIC: u32 = 3;
const IS_LOCAL: u32 = 4;
/// Bytes of a text in one instruction: an instruction has fewer than 65536 words.
const MAX_TEXT: usize = 4 * (0xffff - 8);

/// A place in a text: its file, line and column, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Position {
    pub(super) file: u32,
    pub(super) line: u32,
    pub(super) column: u32,
    pub(super) end: u32,
}

/// What debug information the module has so far.
#[derive(Debug)]
pub(super) struct Debug {
    set: Id,
    pub(super) unit: Id,
    sources: HashMap<u32, Id>,
    /// First bytes of the lines of each text.
    lines: HashMap<u32, Vec<u32>>,
    pub(super) types: HashMap<DebugType, Id>,
    functions: HashMap<FunctionId, Id>,
    expression: Option<Id>,
    /// The scope of what is emitted.
    scope: Option<Id>,
    /// Block in which the scope was stated, and the line there.
    block: Option<Id>,
    last: Position,
}

impl Emitter<'_> {
    /// Begins debug information: the source of `main`, and the unit of which all is part.
    pub(super) fn begin_debug(&mut self) {
        use glassbox_spirv::build::value::source_language as language;
        if self.minor < 6 {
            self.module.extension("SPV_KHR_non_semantic_info");
        }
        let set = self.module.import("NonSemantic.Shader.DebugInfo.100");
        let unit = self.module.id();
        let mut debug = Debug {
            set,
            unit,
            sources: HashMap::default(),
            lines: HashMap::default(),
            types: HashMap::default(),
            functions: HashMap::default(),
            expression: None,
            scope: None,
            block: None,
            last: Position::default(),
        };
        let main = self.program.main.map_or(At::NONE, |main| self.program.function(main).at);
        let file = self.program.from(main).primary().file;
        let source = self.declare_source(&mut debug, file);
        self.debug = Some(debug);
        let is_embedded = self.program.environment.version.is_embedded;
        let language = if is_embedded { language::ESSL } else { language::GLSL };
        let [version, dwarf, language] = [VERSION, DWARF_VERSION, language].map(|number| self.uint(number));
        let unit = self.debug_declaration(debug_op::COMPILATION_UNIT, &[version, dwarf, source, language]);
        if let Some(debug) = &mut self.debug {
            debug.unit = unit;
        }
    }

    /// An instruction of the set before the functions.
    pub(super) fn debug_declaration(&mut self, number: u32, operands: &[Id]) -> Id {
        let Some(debug) = &self.debug else { return self.module.id() };
        let set = debug.set;
        self.debug_instruction(set, number, operands)
    }

    fn debug_instruction(&mut self, set: Id, number: u32, operands: &[Id]) -> Id {
        let void = self.module.void();
        let head = [set.operand(), Operand::Literal(number)];
        let operands = head.into_iter().chain(operands.iter().map(|id| id.operand()));
        self.module.declaration_of(op::EXT_INST, Some(void), operands)
    }

    /// An instruction of the set in a function.
    fn debug_effect(&mut self, number: u32, operands: &[Id]) {
        let Some(debug) = &self.debug else { return };
        let set = debug.set;
        let void = self.module.void();
        self.module.extended(void, set, number, operands);
    }

    /// A text with its name.
    fn declare_source(&mut self, debug: &mut Debug, file: u32) -> Id {
        if let Some(known) = debug.sources.get(&file) {
            return *known;
        }
        let name = self.module.string(self.reports.sources.name(file));
        let text = self.reports.sources.text(file).to_owned();
        let mut parts = chunks(&text).into_iter().map(|part| self.module.string(part)).collect::<Vec<_>>();
        let rest = parts.split_off(parts.len().min(1));
        let first: Vec<Id> = [name].into_iter().chain(parts).collect();
        let source = self.debug_instruction(debug.set, debug_op::SOURCE, &first);
        for part in rest {
            self.debug_instruction(debug.set, debug_op::SOURCE_CONTINUED, &[part]);
        }
        let starts = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at as u32 + 1);
        debug.lines.insert(file, [0].into_iter().chain(starts).collect());
        debug.sources.insert(file, source);
        source
    }

    /// The source of a text, declared on first use.
    pub(super) fn source_of(&mut self, file: u32) -> Id {
        let Some(mut debug) = self.debug.take() else { return self.module.id() };
        let source = self.declare_source(&mut debug, file);
        self.debug = Some(debug);
        source
    }

    /// Where a token is written; of what a macro stands for, where the macro is used.
    pub(super) fn position(&mut self, at: At) -> Position {
        let origin = self.program.from(at).primary();
        self.source_of(origin.file);
        let lines = self.debug.as_ref().and_then(|debug| debug.lines.get(&origin.file));
        let Some(lines) = lines else { return Position::default() };
        let (start, end) = (origin.span.start, origin.span.end);
        let line = lines.partition_point(|first| *first <= start).max(1);
        let first = lines.get(line - 1).copied().unwrap_or(0);
        Position {
            file: origin.file,
            line: line as u32,
            column: start - first + 1,
            end: end.max(start + 1) - first + 1,
        }
    }

    /// States the scope, where a block has begun, and the line, where it is another.
    pub(super) fn debug_line(&mut self, at: At) {
        let Some(scope) = self.debug.as_ref().and_then(|debug| debug.scope) else { return };
        let Some(block) = self.module.block() else { return };
        let position = self.position(at);
        let source = self.source_of(position.file);
        let is_new = self.debug.as_ref().is_some_and(|debug| debug.block != Some(block));
        if is_new {
            self.debug_effect(debug_op::SCOPE, &[scope]);
        }
        let is_same = self.debug.as_ref().is_some_and(|debug| debug.last == position);
        if is_new || !is_same {
            let numbers = [position.line, position.line, position.column, position.end];
            let [line, last_line, column, end] = numbers.map(|number| self.uint(number));
            self.debug_effect(debug_op::LINE, &[source, line, last_line, column, end]);
        }
        if let Some(debug) = &mut self.debug {
            debug.block = Some(block);
            debug.last = position;
        }
    }

    /// Begins the scope of a function.
    pub(super) fn debug_function(&mut self, id: FunctionId, function: Id) {
        let Some(debug) = &self.debug else { return };
        let known = debug.functions.get(&id).copied();
        let row = self.program.function(id);
        let scope = known.unwrap_or_else(|| self.declare_function(row));
        if let Some(debug) = &mut self.debug {
            debug.functions.insert(id, scope);
            debug.scope = Some(scope);
            debug.block = None;
        }
        self.debug_line(row.at);
        if known.is_none() {
            self.debug_effect(debug_op::FUNCTION_DEFINITION, &[scope, function]);
        }
    }

    fn declare_function(&mut self, function: &Function) -> Id {
        let mut types = Vec::new();
        types.push(self.uint(IS_PUBLIC));
        types.push(self.debug_result(function.result));
        for local in function.locals.iter().take(function.parameters as usize) {
            types.push(self.debug_type(local.ty));
        }
        let ty = self.debug_declaration(debug_op::TYPE_FUNCTION, &types);
        let (name, empty) = (self.module.string(&function.name), self.module.string(""));
        let position = self.position(function.at);
        let source = self.source_of(position.file);
        let [line, column, flags] =
            [position.line, position.column, IS_PUBLIC].map(|number| self.uint(number));
        let unit = self.debug_unit();
        let operands = [name, ty, source, line, column, unit, empty, flags, line];
        self.debug_declaration(debug_op::FUNCTION, &operands)
    }

    /// The type of a result; of a function without one, the type `void` of the module.
    fn debug_result(&mut self, ty: Type) -> Id {
        if ty == Type::Void { self.module.void() } else { self.debug_type(ty) }
    }

    pub(super) fn debug_unit(&mut self) -> Id {
        match &self.debug {
            Some(debug) => debug.unit,
            None => self.module.id(),
        }
    }

    /// Begins the scope of statements in braces; gives that around it, for [`Emitter::leave_scope`].
    pub(super) fn enter_scope(&mut self, at: At) -> Option<Id> {
        let outer = self.debug.as_ref()?.scope?;
        let position = self.position(at);
        let source = self.source_of(position.file);
        let [line, column] = [position.line, position.column].map(|number| self.uint(number));
        let scope = self.debug_declaration(debug_op::LEXICAL_BLOCK, &[source, line, column, outer]);
        self.set_scope(Some(scope));
        Some(outer)
    }

    /// Ends the scope of statements in braces.
    pub(super) fn leave_scope(&mut self, outer: Option<Id>) {
        if outer.is_some() {
            self.set_scope(outer);
        }
    }

    fn set_scope(&mut self, scope: Option<Id>) {
        if let Some(debug) = &mut self.debug {
            debug.scope = scope;
            debug.block = None;
        }
    }

    /// Says which variable or value of the module a variable of a function is. Parameters have a number, from 1.
    pub(super) fn debug_local(
        &mut self,
        (name, at, ty): (&str, At, Type),
        argument: Option<u32>,
        id: Id,
        is_value: bool,
    ) {
        let Some(scope) = self.debug.as_ref().and_then(|debug| debug.scope) else { return };
        if name.is_empty() || ty.is_opaque() {
            return;
        }
        let ty = self.debug_type(ty);
        let name = self.module.string(name);
        let position = self.position(at);
        let source = self.source_of(position.file);
        let [line, column, flags] =
            [position.line, position.column, IS_LOCAL].map(|number| self.uint(number));
        let mut operands = vec![name, ty, source, line, column, scope, flags];
        operands.extend(argument.map(|number| self.uint(number)));
        let local = self.debug_declaration(debug_op::LOCAL_VARIABLE, &operands);
        let expression = self.debug_expression();
        self.debug_line(at);
        let number = if is_value { debug_op::VALUE } else { debug_op::DECLARE };
        self.debug_effect(number, &[local, id, expression]);
    }

    fn debug_expression(&mut self) -> Id {
        if let Some(known) = self.debug.as_ref().and_then(|debug| debug.expression) {
            return known;
        }
        let id = self.debug_declaration(debug_op::EXPRESSION, &[]);
        if let Some(debug) = &mut self.debug {
            debug.expression = Some(id);
        }
        id
    }

    /// Says which variable of the module a variable of the text is.
    pub(super) fn debug_global(&mut self, (name, at, ty): (&str, At, Type), id: Id) {
        if self.debug.is_none() || at == At::NONE {
            return;
        }
        let ty = self.debug_type(ty);
        let name = self.module.string(name);
        let empty = self.module.string("");
        let position = self.position(at);
        let source = self.source_of(position.file);
        let [line, column, flags] =
            [position.line, position.column, IS_PUBLIC].map(|number| self.uint(number));
        let unit = self.debug_unit();
        let operands = [name, ty, source, line, column, unit, empty, id, flags];
        self.debug_declaration(debug_op::GLOBAL_VARIABLE, &operands);
    }
}

/// Parts of a text that fit in one instruction each, at least one.
fn chunks(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > MAX_TEXT {
        let mut end = MAX_TEXT;
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        let (part, behind) = rest.split_at(end);
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    parts
}
