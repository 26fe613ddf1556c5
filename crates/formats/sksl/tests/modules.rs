//! Compares the tables of builtin names with Skia's modules.

use std::collections::{BTreeMap, BTreeSet};

use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_sksl::builtin::{Module, Scope, Types, body};
use glassbox_sksl::model::{Model, ModelNode};
use glassbox_sksl::raw::ModifierFlags;
use glassbox_sksl::read::open;
use glassbox_sksl::view::{Element, Symbol};
use glassbox_testing::corpus;

/// Declarations of a module as text: the overloads of each function in order, and the variables.
#[derive(PartialEq, Eq, Debug, Default)]
struct Declared {
    functions: BTreeMap<String, Vec<String>>,
    variables: BTreeMap<String, String>,
}

/// Spelling of a type in a file.
fn type_name(model: &Model<'_>, at: ModelNode) -> String {
    String::from_utf8_lossy(model.symbol_name(at)).into_owned()
}

fn in_file(model: &Model<'_>) -> Declared {
    let mut bodies = BTreeSet::new();
    for element in model.children(model.elements()) {
        if let Element::FunctionDefinition { declaration, .. } = model.element(element) {
            bodies.insert(declaration);
        }
    }
    let overload = |at: ModelNode| -> String {
        let Symbol::FunctionDeclaration { id, modifiers, result, .. } = model.symbol(at) else {
            panic!("a function");
        };
        let mark = match (model.modifiers(modifiers).flags, bodies.contains(&id)) {
            (ModifierFlags(0), true) => "body ",
            (ModifierFlags(0), false) => "",
            (ModifierFlags::ES3, false) => "es3 ",
            (ModifierFlags::HAS_SIDE_EFFECTS, false) => "side ",
            other => panic!("{other:?}"),
        };
        let parameters = model.parameters(at).map(|id| {
            let Symbol::Variable { modifiers, ty, .. } = model.symbol(model.definition(id)) else {
                panic!("a parameter");
            };
            let way = match model.modifiers(modifiers).flags {
                ModifierFlags(0) => "",
                ModifierFlags::OUT => "out ",
                other => panic!("{other:?}"),
            };
            format!("{way}{}", type_name(model, ty))
        });
        let parameters: Vec<_> = parameters.collect();
        format!("{mark}{}({})", type_name(model, result), parameters.join(", "))
    };
    let mut out = Declared::default();
    let owned: Vec<ModelNode> = model.owned(model.table()).collect();
    for entry in model.entries(model.table()) {
        let symbol = model.resolve(owned[entry.index as usize]);
        let name = String::from_utf8_lossy(model.entry_name(&owned, entry)).into_owned();
        match model.symbol(symbol) {
            Symbol::UnresolvedFunction { .. } => {
                let overloads = model.children(symbol).map(|at| overload(model.resolve(at)));
                out.functions.insert(name, overloads.collect());
            }
            Symbol::FunctionDeclaration { .. } => {
                out.functions.insert(name, vec![overload(symbol)]);
            }
            Symbol::Variable { modifiers, ty, .. } => {
                let modifiers = model.modifiers(modifiers);
                let layout = modifiers.layout;
                out.variables.insert(
                    name,
                    format!(
                        "{} {} builtin {} location {} index {}",
                        modifiers.flags,
                        type_name(model, ty),
                        layout.builtin,
                        layout.location,
                        layout.index
                    ),
                );
            }
            Symbol::Field { owner, index } => {
                let variable = model.definition(owner);
                let Symbol::Variable { modifiers, .. } = model.symbol(variable) else {
                    panic!("a block");
                };
                let ty = model.block_type(variable);
                let field = model.fields(ty).nth(index as usize).expect("a field of the block");
                let layout = model.modifiers(field.modifiers).layout;
                out.variables.insert(
                    name,
                    format!(
                        "{} {} builtin {} location {} index {} of {} {index}",
                        model.modifiers(modifiers).flags,
                        type_name(model, field.ty),
                        layout.builtin,
                        layout.location,
                        layout.index,
                        String::from_utf8_lossy(model.symbol_name(ty)),
                    ),
                );
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    out
}

fn in_tables(module: Module) -> Declared {
    let types = Types::new();
    let mut out = Declared::default();
    for function in module.functions() {
        let overloads = function.overloads.iter().map(|overload| {
            let mark = match () {
                () if overload.has_body() => "body ",
                () if overload.is_es3() => "es3 ",
                () if overload.has_side_effects() => "side ",
                () => "",
            };
            let parameters = overload.parameters.iter().map(|parameter| {
                let way = if parameter.is_out { "out " } else { "" };
                format!("{way}{}", types.name(parameter.ty))
            });
            let parameters: Vec<_> = parameters.collect();
            format!("{mark}{}({})", types.name(overload.result), parameters.join(", "))
        });
        out.functions.insert(function.name.to_owned(), overloads.collect());
    }
    for variable in module.variables() {
        let mut words = format!(
            "{} {} builtin {} location {} index {}",
            variable.modifiers,
            types.name(variable.ty),
            variable.builtin,
            variable.location.unwrap_or(-1),
            variable.index.unwrap_or(-1)
        );
        if let Some((block, index)) = variable.field {
            words += &format!(" of {block} {index}");
        }
        out.variables.insert(variable.name.to_owned(), words);
    }
    out
}

#[test]
#[ignore = "needs GLASSBOX_CORPUS: modules of Skia"]
fn needs_corpus_tables_agree_with_the_modules() {
    let folder = corpus::needed();
    for module in Module::ALL {
        let path = folder.join(format!("sksl/v8/module/sksl_{}.bin", module.name()));
        let bytes = std::fs::read(path).expect("the corpus is readable");
        let file = open(Window::whole(&bytes), &Limits::default()).expect("a module");
        assert_eq!(in_tables(module), in_file(&file.model), "{}", module.name());
    }
}

#[test]
fn the_modules_have_the_published_sizes() {
    let overloads = |module: Module| -> usize {
        let functions = module.functions().iter();
        functions.map(|function| function.overloads.len()).sum()
    };
    assert_eq!((Module::Public.functions().len(), overloads(Module::Public)), (75, 202));
    assert_eq!((Module::Gpu.functions().len(), overloads(Module::Gpu)), (133, 300));
}

#[test]
fn every_name_is_found_where_it_is_seen() {
    for module in Module::ALL {
        for function in module.functions() {
            assert!(Scope::ANY.lookup(function.name).is_some(), "{}", function.name);
        }
        for variable in module.variables() {
            assert!(Scope::ANY.lookup(variable.name).is_some(), "{}", variable.name);
        }
    }
    assert!(Scope::inside(Module::Vert).function("abs").is_some());
    assert!(Scope::inside(Module::Gpu).function("abs").is_none());
}

#[test]
fn every_body_is_known() {
    for function in Module::ALL.iter().flat_map(|module| module.functions()) {
        let bodies = body(function.name).map_or(0, <[_]>::len);
        let wanted = function.overloads.iter().filter(|overload| overload.has_body());
        assert_eq!(bodies, wanted.count(), "{}", function.name);
    }
}
