//! Lists that a module of a library carries: resources and initialisers.

use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{Builder, Constant, Detached, MetadataId, Type, ValueId, Variable};

/// Adds the four resource lists (`dx.resources`), unless all are empty.
pub(crate) fn list_resources(builder: &mut Builder, resources: &[Vec<Option<MetadataId>>; 4]) {
    if resources.iter().any(|list| !list.is_empty()) {
        let lists: Vec<_> =
            resources.iter().map(|list| (!list.is_empty()).then(|| builder.node(list))).collect();
        let lists = builder.node(&lists);
        builder.module.metadata.add_named(b"dx.resources", &[lists]);
    }
}

/// Adds the list of functions that run before others (`llvm.global_ctors`), unless it is empty.
pub(crate) fn list_initialisers(builder: &mut Builder, functions: &[ValueId]) {
    if functions.is_empty() {
        return;
    }
    let types = &mut builder.module.types;
    let (int, byte) = (types.intern(Type::Integer(32)), types.intern(Type::Integer(8)));
    let (byte, void) = (types.pointer(byte, 0), types.intern(Type::Void));
    let function = types.intern_function(void, &[], false);
    let function = types.pointer(function, 0);
    let item = types.intern_struct(&[int, function, byte], false);
    let count = functions.len() as u64;
    let list = types.intern(Type::Array { element: item, count });
    let priority = builder.integer(32, 65535);
    let nothing = builder.constant(byte, Detached::plain(Constant::Null));
    let items: Vec<ValueId> = functions
        .iter()
        .map(|function| builder.constant(item, Detached::aggregate(&[priority, *function, nothing])))
        .collect();
    let initializer = builder.constant(list, Detached::aggregate(&items));
    let value = builder.module.add_variable(Variable {
        linkage: Linkage::APPENDING,
        initializer: Some(initializer),
        ..Variable::new(ValueId::module(0), list, 0)
    });
    builder.name(value, b"llvm.global_ctors");
}
