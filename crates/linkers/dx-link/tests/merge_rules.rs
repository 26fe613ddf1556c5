//! Tests rejected merges and the results of valid ones from case files.
//!
//! Rule cases are `tests/merge/ID.merge` or `ID.what.merge`: `fires LIBRARY`, with `-` for the
//! request, then a description, a line `near`, and a description that does not fire the rule. Other
//! cases are `tests/merge/WHAT.ok`: a description and, after a line `gives`, the definitions,
//! declarations and contents of the result.
//!
//! A description is a line `target MINOR EXPORTS...`, then libraries:
//!
//! ```text
//! library NAME
//!   compiler TEXT                          content of the part VERS
//!   model KIND MAJOR MINOR                 lib 6 3 unless stated
//!   structure NAME TYPES...                a structure, `%NAME` from then on
//!   variable NAME TYPE                     one that is visible to other libraries
//!   static NAME TYPE                       internal to the library, initially zero
//!   resource CLASS NAME VARIABLE SPACE FIRST COUNT
//!   declare NAME TYPES...                  a function: result, parameters
//!   define NAME TYPES...                   a function that returns an undefined value
//!   hidden NAME TYPES...                   the same, internal to the library
//!   noinline                               the last function stays a function
//!   use NAMES...                           the last function reads variables and calls functions
//!   initialiser NAME                       runs before others
//!   named NAME                             named metadata
//!   automatic SPACE                        the space for resources without registers
//!   layout TEXT                            sizes and alignments of types
//!   beside NAME DEPTH                      a subobject, a pipeline depth, stored outside the module
//!   broken                                 the body of the first function is damaged
//! ```

use std::path::{Path, PathBuf};

use crate::module_lists;
use glassbox_core::diagnostic::Diagnostic;
use glassbox_core::error::ErrorList;
use glassbox_dx_link::Export;
use glassbox_dx_link::merge::{Input, Target, merge};
use glassbox_dx_link::rules;
use glassbox_dxil::ir::{
    self, Access, Alignment, AttributeKind, Body, Builder, Call, Constant, Definition, Detached, Function,
    FunctionId, Named, Op, OwnedAttribute, Slot, Type, TypeId, Typed, ValueId, Variable,
};
use glassbox_dxil::shader::subobject::{Content, Subobject};
use glassbox_dxil::{BlockId, Event, Linkage, Version, Walk};
use glassbox_testing::case::{TextCase, assert_complete, files};
use module_lists::{list_initialisers, list_resources};

/// Function that is built last, once all names are known.
struct Planned {
    value: ValueId,
    ty: TypeId,
    uses: Vec<String>,
}

#[derive(Default)]
struct Library {
    builder: Builder,
    model: Option<(String, i64, i64)>,
    structures: Vec<(String, TypeId)>,
    planned: Vec<Planned>,
    resources: [Vec<Option<ir::MetadataId>>; 4],
    initialisers: Vec<ValueId>,
    compiler: Option<Vec<u8>>,
    beside: Vec<Subobject>,
    broken: bool,
}

fn number(word: &str) -> i64 {
    word.parse().unwrap_or_else(|_| panic!("{word} is no number"))
}

/// A name in a case: `\1` is the byte before mangled names.
fn bytes(word: &str) -> Vec<u8> {
    match word.strip_prefix('?') {
        Some(rest) => [b"\x01?", rest.as_bytes()].concat(),
        None => word.as_bytes().to_vec(),
    }
}

/// An export of a case: `NAME`, or `NEW=NAME`.
fn export(word: &str) -> Export {
    let export = Export::parse(word.as_bytes()).expect("it is spelled as one");
    Export { function: bytes(&String::from_utf8_lossy(&export.function)), ..export }
}

impl Library {
    fn ty(&mut self, word: &str) -> TypeId {
        if let Some(name) = word.strip_prefix('%') {
            let found = self.structures.iter().find(|item| item.0 == name);
            return found.unwrap_or_else(|| panic!("{name} is no structure")).1;
        }
        let types = &mut self.builder.module.types;
        types.intern(match word {
            "void" => Type::Void,
            "float" => Type::Float,
            "int" => Type::Integer(32),
            other => panic!("{other} is no type"),
        })
    }

    fn value(&self, word: &str) -> ValueId {
        let name = bytes(word);
        let mut entries = self.builder.module.symbols.entries().iter();
        let found = entries.find(|entry| self.builder.module.symbols.text(entry.name) == name);
        match found.map(|entry| entry.named) {
            Some(Named::Value(value)) => value,
            _ => panic!("{word} is no value"),
        }
    }

    fn line(&mut self, words: &[&str]) {
        match words {
            ["beside", name, depth] => self.beside.push(Subobject {
                name: name.as_bytes().to_vec(),
                content: Content::PipelineConfig(number(depth) as u32),
            }),
            ["compiler", text] => self.compiler = Some(text.as_bytes().to_vec()),
            ["model", kind, major, minor] => {
                self.model = Some(((*kind).to_owned(), number(major), number(minor)));
            }
            ["structure", name, fields @ ..] => {
                let fields: Vec<TypeId> = fields.iter().map(|word| self.ty(word)).collect();
                let ty = self.builder.module.types.add_named(name.as_bytes(), Some(&fields), false);
                self.structures.push(((*name).to_owned(), ty));
            }
            [kind @ ("variable" | "static"), name, ty] => {
                let ty = self.ty(ty);
                let zero = self.builder.constant(ty, Detached::plain(Constant::Null));
                let own = *kind == "static";
                let value = self.builder.module.add_variable(Variable {
                    linkage: if own { Linkage::INTERNAL } else { Linkage::EXTERNAL },
                    initializer: own.then_some(zero),
                    ..Variable::new(ValueId::module(0), ty, 0)
                });
                self.builder.name(value, &bytes(name));
            }
            ["resource", class, name, symbol, rest @ ..] => {
                let symbol = self.value(symbol);
                let mut operands = vec![self.builder.number(0), self.builder.value(symbol)];
                operands.push(self.builder.string(name.as_bytes()));
                operands.extend(rest.iter().map(|word| self.builder.number(number(word))));
                let operands: Vec<_> = operands.into_iter().map(Some).collect();
                let node = self.builder.node(&operands);
                self.resources[number(class) as usize].push(Some(node));
            }
            [kind @ ("declare" | "define" | "hidden"), name, result, parameters @ ..] => {
                let result = self.ty(result);
                let parameters: Vec<TypeId> = parameters.iter().map(|word| self.ty(word)).collect();
                let ty = self.builder.module.types.intern_function(result, &parameters, false);
                let linkage = if *kind == "hidden" { Linkage::INTERNAL } else { Linkage::EXTERNAL };
                let value = self
                    .builder
                    .module
                    .add_function(Function { linkage, ..Function::new(ValueId::module(0), ty) });
                self.builder.name(value, &bytes(name));
                if *kind != "declare" {
                    self.planned.push(Planned { value, ty, uses: Vec::new() });
                }
            }
            ["use", names @ ..] => {
                let last = self.planned.last_mut().expect("a function stands in front");
                last.uses.extend(names.iter().map(|name| (*name).to_owned()));
            }
            ["noinline"] => {
                let value = self.planned.last().expect("a function stands in front").value;
                let flag = vec![OwnedAttribute::Flag(AttributeKind::NO_INLINE)];
                let list = self.builder.attributes(&[(Slot::FUNCTION, flag)]);
                let id = self.builder.module.function(value).expect("it is a function").0;
                self.builder.module.functions[id.index()].attributes = list;
            }
            ["initialiser", name] => {
                let value = self.value(name);
                self.initialisers.push(value);
            }
            ["named", name] => {
                let node = self.builder.node(&[]);
                self.builder.module.metadata.add_named(name.as_bytes(), &[node]);
            }
            ["automatic", space] => {
                let [tag, space] = [5, number(space)].map(|number| self.builder.number(number));
                let space = self.builder.node(&[Some(space)]);
                let properties = self.builder.node(&[Some(tag), Some(space)]);
                let nothing = self.builder.string(b"");
                let whole = [None, Some(nothing), None, None, Some(properties)];
                let whole = self.builder.node(&whole);
                self.builder.module.metadata.add_named(b"dx.entryPoints", &[whole]);
            }
            ["layout", text] => self.builder.module.data_layout = text.as_bytes().to_vec(),
            ["broken"] => self.broken = true,
            other => panic!("{other:?} is not known"),
        }
    }

    /// Undefined value of a type.
    fn undef(body: &mut Body, ty: TypeId) -> ValueId {
        body.add_constant(ty, Constant::Undef)
    }

    fn body(&mut self, planned: &Planned) -> Body {
        let module = &self.builder.module;
        let id = module.function(planned.value).expect("it is a function").0;
        let (result, parameters, _) = module.types.function(planned.ty).expect("it is a function");
        let (result, parameters) = (result, parameters.to_vec());
        let void = self.builder.module.types.intern(Type::Void);
        let mut body = Body::new(id, &parameters);
        body.begin_block();
        for name in &planned.uses {
            let value = self.value(name);
            let module = &self.builder.module;
            let pointee = module.type_of(value).and_then(|ty| module.types.pointee(ty));
            let ty = pointee.expect("globals are pointers");
            let Some((result, parameters, _)) = module.types.function(ty) else {
                let read = body.reserve(ty);
                body.push(Op::Load(Access::plain(Alignment::of(4))), ty, Some(read), &[value], &[]);
                continue;
            };
            let (parameters, mut operands) = (parameters.to_vec(), vec![value]);
            for parameter in parameters {
                operands.push(Library::undef(&mut body, parameter));
            }
            let made = (result != void).then(|| body.reserve(result));
            body.push(Op::Call(Call::new(ty)), result, made, &operands, &[]);
        }
        let returned: Vec<ValueId> =
            if result == void { Vec::new() } else { vec![Library::undef(&mut body, result)] };
        body.push(Op::Return, void, None, &returned, &[]);
        body
    }

    fn finish(mut self) -> (Vec<u8>, Option<Vec<u8>>) {
        for planned in std::mem::take(&mut self.planned) {
            let body = self.body(&planned);
            let id = body.function;
            self.builder.module.functions[id.index()].definition = Definition::Body(Box::new(body));
        }
        let (kind, major, minor) = self.model.take().unwrap_or(("lib".to_owned(), 6, 3));
        let builder = &mut self.builder;
        let (kind, major, minor) =
            (builder.string(kind.as_bytes()), builder.number(major), builder.number(minor));
        let model = builder.node(&[Some(kind), Some(major), Some(minor)]);
        builder.module.metadata.add_named(b"dx.shaderModel", &[model]);
        list_resources(builder, &self.resources);
        list_initialisers(builder, &self.initialisers);
        let mut bitcode = ir::encode(&self.builder.finish()).expect("it can be written");
        if self.broken {
            damage(&mut bitcode);
        }
        (bitcode, self.compiler)
    }
}

/// Changes the number of basic blocks that the first body states.
fn damage(bitcode: &mut [u8]) {
    let mut inside = false;
    let mut place = None;
    for event in Walk::new(bitcode) {
        match event.expect("the bitcode is valid until it is damaged here") {
            Event::Enter(block) => inside = block.id == BlockId::FUNCTION,
            Event::Record(record) if inside && record.code == 1 && place.is_none() => {
                // After the 4-bit abbreviation id and two 6-bit numbers.
                place = Some(record.bits.start + 16);
            }
            _ => {}
        }
    }
    let at = place.expect("there is a body");
    bitcode[(at / 8) as usize] ^= 2 << (at % 8);
}

struct Case {
    names: Vec<String>,
    merged: Result<Typed<'static>, ErrorList<Diagnostic>>,
}

fn run(text: &str) -> Case {
    let mut target = Target { model: Version { major: 6, minor: 3 }, exports: None };
    let mut libraries: Vec<(String, Library)> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["target", minor, exports @ ..] => {
                target.model.minor = number(minor) as u32;
                if !exports.is_empty() {
                    target.exports = Some(exports.iter().map(|name| export(name)).collect());
                }
            }
            ["library", name] => {
                let library = Library { builder: Builder::new(), ..Library::default() };
                libraries.push(((*name).to_owned(), library));
            }
            words => libraries.last_mut().expect("a library stands in front").1.line(words),
        }
    }
    let (names, made): (Vec<String>, Vec<_>) = libraries
        .into_iter()
        .map(|(name, mut library)| {
            let beside = std::mem::take(&mut library.beside);
            (name, (library.finish(), beside))
        })
        .unzip();
    let modules: Vec<Typed<'_>> =
        made.iter().map(|made| Typed::read(&made.0.0).expect("it is read")).collect();
    let inputs: Vec<Input<'_>> = names
        .iter()
        .zip(&modules)
        .zip(&made)
        .map(|((name, module), made)| Input {
            name,
            module,
            compiler: made.0.1.as_deref(),
            subobjects: &made.1,
        })
        .collect();
    let merged = merge(&inputs, &target);
    Case { names, merged }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/merge")
}

#[test]
fn rules_fire_and_nearly_fire() {
    let cases = TextCase::all(&folder(), "merge");
    for case in &cases {
        let Case { names, merged } = run(&case.fires);
        let found = merged.err().unwrap_or_else(|| panic!("{} does not fire", case.name)).into_vec();
        let finding = case.finding(&found);
        let input = finding.location.input as usize;
        let library = match &*case.place {
            "-" => "-",
            _ => names.get(input).map_or("nothing", String::as_str),
        };
        assert_eq!(library, case.place, "{}", case.name);
        assert!(finding.help.is_some(), "{} has no help", case.name);
        if let Err(found) = run(&case.near).merged {
            panic!("{} fires under `near`: {found:?}", case.name);
        }
    }
    // Rules for shader links have their cases in `tests/shader`.
    let merges = rules::RULES
        .iter()
        .filter(|rule| rule.id.starts_with("DX-LINK-"))
        .filter(|rule| rule.id < rules::STAGE.id || rule.id == rules::TAKEN_NAME.id);
    assert_complete(&cases, merges);
}

/// Contents of a module, one line per entry.
fn held(module: &Typed<'_>) -> Vec<String> {
    let name = |value: ValueId| module.name(value).unwrap_or_default().escape_ascii().to_string();
    let mut out = Vec::new();
    for variable in &module.variables {
        out.push(format!("{} variable {}", variable.linkage, name(variable.value)));
    }
    for (index, function) in module.functions.iter().enumerate() {
        let kind = if function.is_declaration() { "declares" } else { "defines" };
        let mut line = format!("{} {kind} {}", function.linkage, name(function.value));
        if let Some(body) = module.body(FunctionId::at(index)).expect("it is read") {
            for instruction in &body.instructions {
                let operands = body.operands(instruction).iter();
                for operand in operands.filter(|operand| module.name(**operand).is_some()) {
                    line.push_str(&format!(" -> {}", name(*operand)));
                }
            }
        }
        out.push(line);
    }
    for node in &module.metadata.named {
        let text = module.metadata.text(node.name).escape_ascii();
        out.push(format!("metadata {text} {}", module.metadata.nodes(node.operands).len()));
    }
    out
}

#[test]
fn merges_give_what_is_stated() {
    let found = files(&folder(), "ok");
    assert!(found.len() > 3, "{} cases", found.len());
    for path in found {
        let name = path.display();
        let text = std::fs::read_to_string(&path).expect("the case can be read");
        let (description, gives) = text.split_once("\ngives\n").expect("a case says what it gives");
        let merged = run(description).merged.unwrap_or_else(|found| panic!("{name}: {found:?}"));
        let written = ir::encode(&merged).expect("it can be written");
        let module = Typed::read(&written).expect("it can be read");
        let gives: Vec<&str> = gives.lines().filter(|line| !line.is_empty()).collect();
        assert_eq!(held(&module), gives, "{name}");
    }
}
