//! Tests links to shaders and inlining links to libraries, including rejected ones, from case
//! files.
//!
//! Rule cases are `tests/shader/ID.link` or `ID.what.link`: `fires LIBRARY`, with `-` for no
//! library, then a description, a line `near`, and a description that links. Other cases are
//! `tests/shader/WHAT.ok`: a description and, after a line `gives`, the functions of the shader,
//! with a line for each, for each block and for each instruction, and the resources.
//!
//! A description is a line `target KIND MINOR ENTRY`, or `target lib MINOR EXPORTS...`, then
//! libraries. A library has lines
//!
//! ```text
//! library NAME
//!   resource CLASS NAME FIRST COUNT        a variable with its entry in the lists; an array unless COUNT is 1. A space may
//!                                          follow; -1 for FIRST and it means none yet
//!   static NAME TYPE                       a variable of the library's own, zero at first
//!   declare NAME TYPES...                  a function: result, parameters
//!   entry NAME KIND                        an entry point; its code follows
//!   define NAME TYPES...                   a function; its code follows; `hidden` for one of the library's own
//!   noinline                               the last function stays a function
//!   initialiser NAME                       runs before others
//! ```
//!
//! and code: `block NAME`, or `[%NAME =] WORD OPERANDS`; `loop` is a branch that ends a loop.
//! Operands are `%NAME`, `$NUMBER` for arguments, integers, decimal numbers, names of globals, and
//! `undef:TYPE`.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_dx_link::Export;
use glassbox_dx_link::merge::shader::{ShaderTarget, shader};
use glassbox_dx_link::merge::{Input, Target, merge};
use glassbox_dx_link::rules;
use glassbox_dxil::ir::{
    self, Access, Alignment, AttributeKind, BinaryOp, Body, Builder, Call, Constant, Definition, Detached,
    Flags, Function, FunctionId, LabelId, Op, OwnedAttribute, Predicate, Slot, Type, TypeId, Typed, ValueId,
    Variable,
};
use glassbox_dxil::{Linkage, Version};
use glassbox_testing::case::{TextCase, assert_complete, files};

use crate::module_lists::{list_initialisers, list_resources};
use crate::words;

/// Function whose body is built last, once all names are known.
struct Planned {
    value: ValueId,
    lines: Vec<Vec<String>>,
}

pub(crate) struct Library {
    builder: Builder,
    names: HashMap<String, ValueId>,
    planned: Vec<Planned>,
    resources: [Vec<Option<ir::MetadataId>>; 4],
    entries: Vec<(String, i64)>,
    initialisers: Vec<ValueId>,
}

fn number(word: &str) -> i64 {
    word.parse().unwrap_or_else(|_| panic!("{word} is no number"))
}

impl Library {
    pub(crate) fn new() -> Library {
        let mut builder = Builder::new();
        builder.module.triple = b"dxil-ms-dx".to_vec();
        Library {
            builder,
            names: HashMap::new(),
            planned: Vec::new(),
            resources: Default::default(),
            entries: Vec::new(),
            initialisers: Vec::new(),
        }
    }

    fn ty(&mut self, word: &str) -> TypeId {
        let types = &mut self.builder.module.types;
        match word {
            "void" => types.intern(Type::Void),
            "float" => types.intern(Type::Float),
            "int" => types.intern(Type::Integer(32)),
            "byte" => types.intern(Type::Integer(8)),
            "bit" => types.intern(Type::Integer(1)),
            "vector" => {
                let element = types.intern(Type::Float);
                types.intern(Type::Vector { element, count: 2 })
            }
            "handle" => self.handle(),
            other => panic!("{other} is no type"),
        }
    }

    fn handle(&mut self) -> TypeId {
        let types = &mut self.builder.module.types;
        if let Some(ty) = types.named(b"dx.types.Handle") {
            return ty;
        }
        let byte = types.intern(Type::Integer(8));
        let pointer = types.pointer(byte, 0);
        types.add_named(b"dx.types.Handle", Some(&[pointer]), false)
    }

    fn function(&mut self, name: &str, types: &[&str], linkage: Linkage) -> ValueId {
        let types: Vec<TypeId> = types.iter().map(|word| self.ty(word)).collect();
        let (result, parameters) = types.split_first().expect("a function has a result");
        let ty = self.builder.module.types.intern_function(*result, parameters, false);
        let value =
            self.builder.module.add_function(Function { linkage, ..Function::new(ValueId::module(0), ty) });
        self.builder.name(value, name.as_bytes());
        self.names.insert(name.to_owned(), value);
        value
    }

    fn flag(&mut self, value: ValueId, kinds: &[AttributeKind]) {
        let flags = kinds.iter().map(|kind| OwnedAttribute::Flag(*kind)).collect();
        let list = self.builder.attributes(&[(Slot::FUNCTION, flags)]);
        let id = self.builder.module.function(value).expect("it is a function").0;
        self.builder.module.functions[id.index()].attributes = list;
    }

    fn resource(&mut self, class: usize, name: &str, place: [i64; 2], count: i64) {
        let int = self.ty("int");
        let held = match self.builder.module.types.named(b"Buffer") {
            Some(ty) => ty,
            None => self.builder.module.types.add_named(b"Buffer", Some(&[int]), false),
        };
        let ty = match count {
            1 => held,
            count => self.builder.module.types.intern(Type::Array { element: held, count: count as u64 }),
        };
        let value = self.builder.module.add_variable(Variable::new(ValueId::module(0), ty, 0));
        self.builder.name(value, name.as_bytes());
        self.names.insert(name.to_owned(), value);
        let id = self.resources[class].len() as i64;
        let builder = &mut self.builder;
        let mut operands = vec![builder.number(id), builder.value(value), builder.string(name.as_bytes())];
        // Space, first register, count; then by class: raw buffer flag, bytes of a constant buffer,
        // plain sampler.
        let [space, first] = place;
        operands.extend([space, first, count].map(|number| builder.number(number)));
        match class {
            0 => operands.extend([11, 0].map(|number| builder.number(number))),
            1 => {
                operands.push(builder.number(11));
                let no = builder.integer(1, 0);
                operands.extend([builder.value(no); 3]);
            }
            2 => operands.push(builder.number(16)),
            _ => operands.push(builder.number(0)),
        }
        let mut operands: Vec<_> = operands.into_iter().map(Some).collect();
        operands.push(None);
        let node = builder.node(&operands);
        self.resources[class].push(Some(node));
    }

    pub(crate) fn line(&mut self, words: &[&str]) {
        match words {
            ["resource", class, name, first, count, space @ ..] => {
                let place = [space.first().map_or(0, |space| number(space)), number(first)];
                self.resource(number(class) as usize, name, place, number(count));
            }
            ["static", name, ty] => {
                let ty = self.ty(ty);
                let zero = self.builder.constant(ty, Detached::plain(Constant::Null));
                let value = self.builder.module.add_variable(Variable {
                    linkage: Linkage::INTERNAL,
                    initializer: Some(zero),
                    alignment: Alignment::of(4),
                    ..Variable::new(ValueId::module(0), ty, 0)
                });
                self.builder.name(value, name.as_bytes());
                self.names.insert((*name).to_owned(), value);
            }
            ["declare", name, types @ ..] => {
                self.function(name, types, Linkage::EXTERNAL);
            }
            ["entry", name, kind] => {
                let value = self.function(name, &["void"], Linkage::EXTERNAL);
                self.entries.push(((*name).to_owned(), number(kind)));
                self.planned.push(Planned { value, lines: Vec::new() });
            }
            [kind @ ("define" | "hidden"), name, types @ ..] => {
                let linkage = if *kind == "hidden" { Linkage::INTERNAL } else { Linkage::EXTERNAL };
                let value = self.function(name, types, linkage);
                self.planned.push(Planned { value, lines: Vec::new() });
            }
            ["noinline"] => {
                let value = self.planned.last().expect("a function stands in front").value;
                self.flag(value, &[AttributeKind::NO_INLINE, AttributeKind::NO_UNWIND]);
            }
            ["initialiser", name] => {
                let value = self.names[*name];
                self.initialisers.push(value);
            }
            words => {
                let planned = self.planned.last_mut().expect("a function stands in front");
                planned.lines.push(words.iter().map(|word| (*word).to_owned()).collect());
            }
        }
    }

    pub(crate) fn finish(mut self) -> Vec<u8> {
        for planned in std::mem::take(&mut self.planned) {
            let body = Coder::new(&mut self, &planned).run(&planned.lines);
            let id = body.function;
            self.builder.module.functions[id.index()].definition = Definition::Body(Box::new(body));
        }
        let builder = &mut self.builder;
        let pair = [builder.number(1), builder.number(6)].map(Some);
        let valver = builder.node(&pair);
        let dxil = [builder.number(1), builder.number(3)].map(Some);
        let dxil = builder.node(&dxil);
        builder.module.metadata.add_named(b"dx.version", &[dxil]);
        builder.module.metadata.add_named(b"dx.valver", &[valver]);
        let model = [builder.string(b"lib"), builder.number(6), builder.number(3)].map(Some);
        let model = builder.node(&model);
        builder.module.metadata.add_named(b"dx.shaderModel", &[model]);
        list_resources(builder, &self.resources);
        let nothing = builder.string(b"");
        let mut entries = vec![builder.node(&[None, Some(nothing), None, None, None])];
        for (name, kind) in std::mem::take(&mut self.entries) {
            let function = builder.value(self.names[&name]);
            let tag = builder.number(8);
            let mut properties = vec![Some(tag), Some(builder.number(kind))];
            if kind == 5 {
                let one = builder.number(1);
                let threads = builder.node(&[Some(one); 3]);
                properties.extend([Some(builder.number(4)), Some(threads)]);
            }
            let properties = builder.node(&properties);
            let name = builder.string(name.as_bytes());
            let node = [Some(function), Some(name), None, None, Some(properties)];
            entries.push(builder.node(&node));
        }
        builder.module.metadata.add_named(b"dx.entryPoints", &entries);
        list_initialisers(builder, &self.initialisers);
        ir::encode(&self.builder.finish()).expect("it can be written")
    }
}

/// Builds the code of one function.
struct Coder<'l> {
    library: &'l mut Library,
    body: Body,
    values: HashMap<String, ValueId>,
    labels: Vec<String>,
}

impl<'l> Coder<'l> {
    fn new(library: &'l mut Library, planned: &Planned) -> Coder<'l> {
        let module = &library.builder.module;
        let (id, function) = module.function(planned.value).expect("it is a function");
        let parameters = module.types.function(function.ty).expect("it is a function").1.to_vec();
        Coder {
            body: Body::new(id, &parameters),
            library,
            values: HashMap::new(),
            labels: vec!["start".to_owned()],
        }
    }

    fn run(mut self, lines: &[Vec<String>]) -> Body {
        for line in lines {
            if let [word, name] = line.as_slice()
                && word == "block"
            {
                self.labels.push(name.clone());
            }
        }
        self.body.begin_block();
        for line in lines {
            let words: Vec<&str> = line.iter().map(String::as_str).collect();
            match words.as_slice() {
                ["block", _] => {
                    self.body.begin_block();
                }
                [name, "=", rest @ ..] => {
                    let value = self.step(rest);
                    self.values.insert((*name).to_owned(), value);
                }
                rest => {
                    self.step(rest);
                }
            }
        }
        self.body
    }

    fn label(&self, name: &str) -> LabelId {
        let place = self.labels.iter().position(|label| label == name);
        LabelId::at(place.unwrap_or_else(|| panic!("{name} is no block")))
    }

    fn value(&mut self, word: &str) -> ValueId {
        if let Some(value) = self.values.get(word).or_else(|| self.library.names.get(word)) {
            return *value;
        }
        if let Some(place) = word.strip_prefix('$') {
            return ValueId::local(number(place) as u32);
        }
        if let Some(ty) = word.strip_prefix("undef:") {
            let ty = self.library.ty(ty);
            return self.body.add_constant(ty, Constant::Undef);
        }
        let (ty, constant) = match word.strip_suffix('b') {
            Some(byte) if !byte.is_empty() => ("byte", Constant::Integer(number(byte))),
            _ if word.contains('.') => {
                let value: f32 = word.parse().expect("a number");
                ("float", Constant::Float(u64::from(value.to_bits())))
            }
            _ => ("int", Constant::Integer(number(word))),
        };
        let constant = match constant {
            Constant::Integer(0) | Constant::Float(0) => Constant::Null,
            other => other,
        };
        let ty = self.library.ty(ty);
        self.body.add_constant(ty, constant)
    }

    fn type_of(&self, value: ValueId) -> TypeId {
        let scope = self.library.builder.module.scope(Some(&self.body));
        scope.type_of(value).expect("it has a type")
    }

    fn push(&mut self, op: Op, ty: TypeId, operands: &[ValueId], labels: &[LabelId]) -> ValueId {
        let void = self.library.ty("void");
        let result = (ty != void).then(|| self.body.reserve(ty));
        self.body.push(op, ty, result, operands, labels);
        result.unwrap_or(ValueId::local(0))
    }

    /// Builds one instruction.
    fn step(&mut self, words: &[&str]) -> ValueId {
        let void = self.library.ty("void");
        let word = words[0];
        match words {
            ["return", rest @ ..] => {
                let values: Vec<ValueId> = rest.iter().map(|word| self.value(word)).collect();
                self.push(Op::Return, void, &values, &[])
            }
            ["jump", to] => {
                let to = self.label(to);
                self.push(Op::Branch, void, &[], &[to])
            }
            ["branch", condition, yes, no] => {
                let condition = self.value(condition);
                let labels = [self.label(yes), self.label(no)];
                self.push(Op::Branch, void, &[condition], &labels)
            }
            // Compilers mark each loop with a self-referential node.
            ["loop", condition, yes, no] => {
                let condition = self.value(condition);
                let labels = [self.label(yes), self.label(no)];
                self.push(Op::Branch, void, &[condition], &labels);
                let builder = &mut self.library.builder;
                let kind = builder.kind(b"llvm.loop");
                let word = builder.string(b"llvm.loop.unroll.disable");
                let word = builder.node(&[Some(word)]);
                let node = builder.own_node(|own| vec![Some(own), Some(word)]);
                let last = ir::InstructionId::at(self.body.instructions.len() - 1);
                self.body.attachments.push((Some(last), ir::Attachment { kind, node }));
                ValueId::local(0)
            }
            ["phi", pairs @ ..] => {
                let values: Vec<ValueId> = pairs.iter().step_by(2).map(|word| self.value(word)).collect();
                let labels: Vec<LabelId> =
                    pairs.iter().skip(1).step_by(2).map(|word| self.label(word)).collect();
                let ty = self.type_of(values[0]);
                self.push(Op::Phi, ty, &values, &labels)
            }
            ["add" | "mul" | "fadd" | "fmul", left, right] => {
                let op = match word {
                    "add" => BinaryOp::Add,
                    "mul" => BinaryOp::Mul,
                    "fadd" => BinaryOp::FAdd,
                    _ => BinaryOp::FMul,
                };
                let operands = [self.value(left), self.value(right)];
                let ty = self.type_of(operands[0]);
                let flags = Flags::NONE;
                self.push(Op::Binary { op, flags }, ty, &operands, &[])
            }
            ["less", left, right] => {
                let operands = [self.value(left), self.value(right)];
                let ty = self.library.ty("bit");
                let op = Op::Compare { predicate: Predicate::IntUlt, flags: Flags::NONE };
                self.push(op, ty, &operands, &[])
            }
            ["insert", vector, element, place] => {
                let operands = [self.value(vector), self.value(element), self.value(place)];
                let ty = self.type_of(operands[0]);
                self.push(Op::InsertElement, ty, &operands, &[])
            }
            ["extract", vector, place] => {
                let operands = [self.value(vector), self.value(place)];
                let ty = self.library.ty("float");
                self.push(Op::ExtractElement, ty, &operands, &[])
            }
            ["memory", ty] => {
                let allocated = self.library.ty(ty);
                let one = self.value("1");
                let pointer = self.library.builder.module.types.pointer(allocated, 0);
                let op = Op::Alloca { allocated, alignment: Alignment::of(4), in_alloca: false };
                self.push(op, pointer, &[one], &[])
            }
            ["load", pointer] => {
                let pointer = self.value(pointer);
                self.load(pointer)
            }
            ["store", pointer, value] => {
                let operands = [self.value(pointer), self.value(value)];
                self.push(Op::Store(Access::plain(Alignment::of(4))), void, &operands, &[])
            }
            ["handle", variable] => {
                let pointer = self.value(variable);
                let loaded = self.load(pointer);
                self.handle(loaded)
            }
            ["handle", variable, index] => {
                let operands = [self.value(variable), self.value("0"), self.value(index)];
                let types = &self.library.builder.module.types;
                let array = types.pointee(self.type_of(operands[0])).expect("a pointer");
                let held = types.element(array).expect("an array");
                let pointer = self.library.builder.module.types.pointer(held, 0);
                let op = Op::GetElementPtr { inbounds: true, source: array };
                let pointer = self.push(op, pointer, &operands, &[]);
                let loaded = self.load(pointer);
                self.handle(loaded)
            }
            ["make", loaded] => {
                let loaded = self.value(loaded);
                self.handle(loaded)
            }
            ["op", code, name, result, rest @ ..] => {
                let mut operands = vec![self.value(code)];
                operands.extend(rest.iter().map(|word| self.value(word)));
                let types: Vec<TypeId> = operands.iter().map(|value| self.type_of(*value)).collect();
                let result = self.library.ty(result);
                self.operation(&format!("dx.op.{name}"), result, &types, &operands, &[])
            }
            ["call", name, rest @ ..] => {
                let mut operands = vec![self.library.names[*name]];
                operands.extend(rest.iter().map(|word| self.value(word)));
                let module = &self.library.builder.module;
                let ty = module.function(operands[0]).expect("a function").1.ty;
                let result = module.types.function(ty).expect("a function").0;
                self.push(Op::Call(Call::new(ty)), result, &operands, &[])
            }
            other => panic!("{other:?} is not known"),
        }
    }

    fn load(&mut self, pointer: ValueId) -> ValueId {
        let ty = self.type_of(pointer);
        let ty = self.library.builder.module.types.pointee(ty).expect("a pointer");
        self.push(Op::Load(Access::plain(Alignment::of(4))), ty, &[pointer], &[])
    }

    fn handle(&mut self, loaded: ValueId) -> ValueId {
        let operands = [self.value("160"), loaded];
        let types = operands.map(|value| self.type_of(value));
        let result = self.library.handle();
        let attributes = [AttributeKind::NO_UNWIND, AttributeKind::READ_ONLY];
        self.operation("dx.op.createHandleForLib.Buffer", result, &types, &operands, &attributes)
    }

    fn operation(
        &mut self,
        name: &str,
        result: TypeId,
        types: &[TypeId],
        operands: &[ValueId],
        attributes: &[AttributeKind],
    ) -> ValueId {
        let ty = self.library.builder.module.types.intern_function(result, types, false);
        let value = match self.library.names.get(name) {
            Some(value) => *value,
            None => {
                let function = Function::new(ValueId::module(0), ty);
                let value = self.library.builder.module.add_function(function);
                self.library.builder.name(value, name.as_bytes());
                self.library.names.insert(name.to_owned(), value);
                if !attributes.is_empty() {
                    self.library.flag(value, attributes);
                }
                value
            }
        };
        let operands: Vec<ValueId> = std::iter::once(value).chain(operands.iter().copied()).collect();
        self.push(Op::Call(Call::new(ty)), result, &operands, &[])
    }
}

struct Case {
    names: Vec<String>,
    linked: Result<Typed<'static>, ErrorList<Diagnostic>>,
}

/// Output of a case.
enum Goal {
    Program(ShaderTarget),
    Library(Target),
}

fn run(text: &str) -> Case {
    let mut target = None;
    let mut libraries: Vec<(String, Library)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["target", kind, minor, names @ ..] => {
                let model = Version { major: 6, minor: number(minor) as u32 };
                target = Some(match (*kind, names) {
                    ("lib", names) => Goal::Library(Target {
                        model,
                        exports: (!names.is_empty())
                            .then(|| names.iter().map(|name| Export::of(*name)).collect()),
                    }),
                    (kind, [entry]) => Goal::Program(ShaderTarget {
                        kind: number(kind) as u16,
                        model,
                        entry: entry.as_bytes().to_vec(),
                    }),
                    _ => panic!("{line} is no target"),
                });
            }
            ["library", name] => libraries.push(((*name).to_owned(), Library::new())),
            words => {
                let last = libraries.last_mut().expect("a library stands in front");
                last.1.line(words);
            }
        }
    }
    let (names, made): (Vec<String>, Vec<Vec<u8>>) =
        libraries.into_iter().map(|(name, library)| (name, library.finish())).unzip();
    let modules: Vec<Typed<'_>> =
        made.iter().map(|bitcode| Typed::read(bitcode).expect("it is read")).collect();
    let inputs: Vec<Input<'_>> = names
        .iter()
        .zip(&modules)
        .map(|(name, module)| Input { name, module, compiler: None, subobjects: &[] })
        .collect();
    let linked = match target.expect("there is a target") {
        Goal::Program(target) => shader(&inputs, &target).map(|linked| linked.program),
        Goal::Library(target) => merge(&inputs, &target),
    };
    Case { names, linked }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shader")
}

#[test]
fn rules_fire_and_nearly_fire() {
    let cases = TextCase::all(&folder(), "link");
    for case in &cases {
        let Case { names, linked } = run(&case.fires);
        let found = linked.err().unwrap_or_else(|| panic!("{} does not fire", case.name)).into_vec();
        let finding = case.finding(&found);
        let input = finding.location.input as usize;
        let library = names.get(input).map_or("-", String::as_str);
        assert_eq!(library, case.place, "{}", case.name);
        assert!(finding.help.is_some(), "{} has no help", case.name);
        if let Err(found) = run(&case.near).linked {
            panic!("{} fires under `near`: {found:?}", case.name);
        }
    }
    // The other rules have their cases in `tests/merge`.
    let links = rules::RULES
        .iter()
        .filter(|rule| rule.id.starts_with("DX-LINK-") && rule.id >= rules::STAGE.id)
        .filter(|rule| rule.id != rules::TAKEN_NAME.id);
    assert_complete(&cases, links);
}

#[test]
fn links_give_what_is_stated() {
    let found = files(&folder(), "ok");
    assert!(found.len() > 3, "{} cases", found.len());
    let mut failures = Vec::new();
    for path in found {
        let name = path.display();
        let text = std::fs::read_to_string(&path).expect("the case can be read");
        let (description, gives) = text.split_once("\ngives\n").expect("a case says what it gives");
        let linked = run(description).linked.unwrap_or_else(|found| panic!("{name}: {found:?}"));
        let bitcode = ir::encode(&linked).expect("it can be written");
        let linked = Typed::read(&bitcode).expect("it can be read");
        let mut held = Vec::new();
        for (index, function) in linked.functions.iter().enumerate() {
            if function.is_declaration() {
                continue;
            }
            held.push(linked.name(function.value).unwrap_or_default().escape_ascii().to_string());
            held.extend(words::short(&linked, FunctionId::at(index)));
        }
        let lists = words::named(&linked).into_iter().filter(|(name, _)| name == "dx.resources");
        held.extend(lists.flat_map(|(_, nodes)| nodes));
        let expected: Vec<&str> = gives.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        if held != expected {
            failures.push(format!("{name} gives\n{}", held.join("\n")));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}
