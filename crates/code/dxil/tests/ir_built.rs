//! Builds modules with every form of instruction and constant; checks that they round-trip and that LLVM accepts them.

use glassbox_dxil::Linkage;
use glassbox_dxil::ir::{
    self, Access, Alignment, Attachment, AttributeKind, BinaryOp, Body, Builder, Call, CastOp, Constant,
    DebugKind, Definition, Detached, Flags, Function, FunctionId, InstructionId, Location, Named, Op,
    Ordering, OwnedAttribute, Predicate, RmwOp, Slot, Tail, Type, TypeId, Typed, ValueId, Variable,
};
use glassbox_testing::llvm;

/// A function under construction.
struct FunctionBuilder {
    body: Body,
    void: TypeId,
}

impl FunctionBuilder {
    fn new(builder: &mut Builder, parameters: &[TypeId]) -> FunctionBuilder {
        let id = FunctionId::at(builder.module.functions.len());
        let mut body = Body::new(id, parameters);
        body.begin_block();
        let void = builder.module.types.intern(Type::Void);
        FunctionBuilder { body, void }
    }

    fn push_value(&mut self, op: Op, ty: TypeId, operands: &[ValueId]) -> ValueId {
        let value = self.body.reserve(ty);
        self.body.push(op, ty, Some(value), operands, &[]);
        value
    }

    fn push_void(&mut self, op: Op, operands: &[ValueId], labels: &[ir::LabelId]) -> InstructionId {
        self.body.push(op, self.void, None, operands, labels)
    }
}

fn add(builder: &mut Builder, name: &str, ty: TypeId, body: Option<Body>) -> ValueId {
    let definition = match body {
        Some(body) => Definition::Body(Box::new(body)),
        None => Definition::Declaration,
    };
    let value = builder.module.add_function(Function { definition, ..Function::new(ValueId::module(0), ty) });
    builder.name(value, name.as_bytes());
    value
}

/// Writes, reads back, compares, writes again to the same bytes; LLVM must accept it.
fn check(builder: Builder, lines: &[&str]) {
    let bitcode = ir::encode(&builder.finish()).expect("it can be written");
    let module = Typed::read(&bitcode).unwrap_or_else(|fault| panic!("{fault} at {:?}", fault.bits));
    let again = ir::encode(&module).expect("it can be written again");
    assert!(bitcode == again, "it is written the same");
    let module = module.load().expect("the bodies are read");
    let read = Typed::read(&again).expect("it is read again");
    assert!(module.same(&read).expect("its bodies are read"));
    let Some(text) = llvm::printed(&bitcode) else {
        return;
    };
    for line in lines {
        assert!(text.contains(line), "{line:?} is not in\n{text}");
    }
}

glassbox_testing::asking!(
    llvm_dis: arithmetic_memory_and_vectors,
    control_calls_and_forward_references,
    metadata_and_source_locations
);

#[test]
fn arithmetic_memory_and_vectors() {
    let mut builder = Builder::new();
    let types = &mut builder.module.types;
    let (int, float, bit) =
        (types.intern(Type::Integer(32)), types.intern(Type::Float), types.intern(Type::Integer(1)));
    let vector = types.intern(Type::Vector { element: float, count: 4 });
    let mask = types.intern(Type::Vector { element: int, count: 4 });
    let pair = types.add_named(b"Pair", None, false);
    let fields = types.add_list([int, vector]);
    let name = types.add_text(b"Pair");
    types.replace(pair, Type::Named { name, fields: Some(fields), packed: false });
    let (int_pointer, pair_pointer) = (types.pointer(int, 0), types.pointer(pair, 0));
    let vector_pointer = types.pointer(vector, 0);
    let exchanged = types.intern_struct(&[int, bit], false);
    let ty = types.intern_function(float, &[int, float, vector, int_pointer], false);
    let one = builder.integer(32, 1);
    let zero = builder.integer(32, 0);
    let least = builder.integer(64, i64::MIN);
    let order = [3i64, 2, 1, 0].map(|index| builder.integer(32, index));
    let order = builder.constant(mask, Detached::aggregate(&order));
    let mut function = FunctionBuilder::new(&mut builder, &[int, float, vector, int_pointer]);
    let [a, x, v, p] = std::array::from_fn(|index| ValueId::local(index as u32));
    let plain = Access::plain(Alignment::of(4));
    let sum = function.push_value(Op::Binary { op: BinaryOp::Add, flags: Flags(3) }, int, &[a, one]);
    let half = function.push_value(Op::Binary { op: BinaryOp::LShr, flags: Flags::EXACT }, int, &[sum, one]);
    let product = function.push_value(Op::Binary { op: BinaryOp::FMul, flags: Flags::FAST }, float, &[x, x]);
    let converted = function.push_value(Op::Cast(CastOp::SiToFp), float, &[half]);
    let less = function.push_value(
        Op::Compare { predicate: Predicate::Olt, flags: Flags::NONE },
        bit,
        &[x, converted],
    );
    let chosen = function.push_value(Op::Select, float, &[less, product, converted]);
    let element = function.push_value(Op::ExtractElement, float, &[v, zero]);
    let inserted = function.push_value(Op::InsertElement, vector, &[v, chosen, one]);
    let shuffled = function.push_value(Op::ShuffleVector, vector, &[inserted, v, order]);
    let alloca = Op::Alloca { allocated: pair, alignment: Alignment::of(16), in_alloca: false };
    let memory = function.push_value(alloca, pair_pointer, &[one]);
    let part = Op::GetElementPtr { inbounds: true, source: pair };
    let index = function.push_value(part, vector_pointer, &[memory, zero, one]);
    function.push_void(Op::Store(Access::plain(Alignment::of(16))), &[index, shuffled], &[]);
    let whole = function.push_value(Op::Load(Access::plain(Alignment::of(16))), pair, &[memory]);
    let indices = function.body.add_indices(&[0]);
    let number = function.push_value(Op::ExtractValue { indices }, int, &[whole]);
    function.push_value(Op::InsertValue { indices }, pair, &[whole, number]);
    function.push_void(Op::Store(Access { volatile: true, ..plain }), &[p, number], &[]);
    let atomic = Access { ordering: Ordering::SeqCst, scope: 1, ..plain };
    let loaded = function.push_value(Op::Load(atomic), int, &[p]);
    function.push_void(Op::Store(Access { ordering: Ordering::Release, ..atomic }), &[p, loaded], &[]);
    let rmw = Op::AtomicRmw { op: RmwOp::UMax, volatile: false, ordering: Ordering::Monotonic, scope: 1 };
    function.push_value(rmw, int, &[p, loaded]);
    let exchange = Op::CompareExchange {
        volatile: false,
        weak: true,
        success: Ordering::AcqRel,
        failure: Ordering::Monotonic,
        scope: 1,
    };
    function.push_value(exchange, exchanged, &[p, loaded, number]);
    function.push_void(Op::Fence { ordering: Ordering::Acquire, scope: 1 }, &[], &[]);
    let total = function.push_value(
        Op::Binary { op: BinaryOp::FAdd, flags: Flags::NO_NANS },
        float,
        &[element, chosen],
    );
    function.push_void(Op::Return, &[total], &[]);
    let body = function.body;
    add(&mut builder, "All", ty, Some(body));
    // A variable whose initializer refers to another: forward references among constants.
    let words = builder.module.types.intern(Type::Array { element: int, count: 3 });
    let detached = {
        let mut list = ir::Constants::default();
        let span = list.add_words([7, 8, 9]);
        list.detach(Constant::Data(span))
    };
    let data = builder.constant(words, detached);
    let table = builder.module.add_variable(Variable {
        initializer: Some(data),
        is_constant: true,
        linkage: Linkage::INTERNAL,
        alignment: Alignment::of(4),
        unnamed_addr: true,
        ..Variable::new(ValueId::module(0), words, 3)
    });
    builder.name(table, b"Table");
    let long = builder.module.types.intern(Type::Integer(64));
    let at = Detached::plain(Constant::Cast { op: CastOp::PtrToInt, value: table });
    let at = builder.constant(long, at);
    let both = builder.module.types.intern_struct(&[long, long], false);
    let both_value = builder.constant(both, Detached::aggregate(&[at, least]));
    let variable = builder.module.add_variable(Variable {
        initializer: Some(both_value),
        ..Variable::new(ValueId::module(0), both, 0)
    });
    builder.name(variable, b"Both");
    check(
        builder,
        &[
            "add nuw nsw i32 %0, 1",
            "lshr exact i32",
            "fmul fast float",
            "select i1",
            "shufflevector <4 x float>",
            "<i32 3, i32 2, i32 1, i32 0>",
            "alloca %Pair, align 16",
            "store volatile i32",
            "load atomic i32, ptr %3 seq_cst, align 4",
            "atomicrmw umax ptr %3",
            "cmpxchg weak ptr %3",
            "fence acquire",
            "fadd nnan float",
            "@Table = internal unnamed_addr addrspace(3) constant [3 x i32] [i32 7, i32 8, i32 9], align 4",
            "i64 -9223372036854775808",
        ],
    );
}

#[test]
fn control_calls_and_forward_references() {
    let mut builder = Builder::new();
    let types = &mut builder.module.types;
    let (int, bit, void) =
        (types.intern(Type::Integer(32)), types.intern(Type::Integer(1)), types.intern(Type::Void));
    let ty = types.intern_function(int, &[int], false);
    let plain = types.intern_function(void, &[], false);
    let many = types.intern_function(int, &[int], true);
    types.intern(Type::Label);
    let nounwind = (
        Slot::FUNCTION,
        vec![
            OwnedAttribute::Flag(AttributeKind::NO_UNWIND),
            OwnedAttribute::Pair(b"waveops".to_vec(), b"yes".to_vec()),
            OwnedAttribute::String(b"alone".to_vec()),
        ],
    );
    let list = builder
        .attributes(&[nounwind, (Slot::parameter(0), vec![OwnedAttribute::Flag(AttributeKind::Z_EXT)])]);
    let other = add(&mut builder, "Other", ty, None);
    let variadic = add(&mut builder, "Many", many, None);
    let thrower = add(&mut builder, "Throw", plain, None);
    let personality = add(&mut builder, "Personality", many, None);
    let (zero, one) = (builder.integer(32, 0), builder.integer(32, 1));
    let mut function = FunctionBuilder::new(&mut builder, &[int]);
    let a = ValueId::local(0);
    let labels: [ir::LabelId; 4] = std::array::from_fn(ir::LabelId::at);
    // The sum is used before its definition.
    let sum = function.body.reserve(int);
    function.push_void(Op::Branch, &[], &[labels[1]]);
    function.body.begin_block();
    let count = function.body.reserve(int);
    function.body.push(Op::Phi, int, Some(count), &[zero, sum], &[labels[0], labels[1]]);
    function.body.push(
        Op::Binary { op: BinaryOp::Add, flags: Flags::NONE },
        int,
        Some(sum),
        &[count, one],
        &[],
    );
    let call = Call { attributes: list, tail: Tail::TAIL, calling_convention: 8, ..Call::new(ty) };
    let called = function.push_value(Op::Call(call), int, &[other, sum]);
    function.push_value(Op::Call(Call::new(many)), int, &[variadic, called, a, one]);
    let less = Op::Compare { predicate: Predicate::IntUlt, flags: Flags::NONE };
    let less = function.push_value(less, bit, &[sum, a]);
    function.push_void(Op::Branch, &[less], &[labels[1], labels[2]]);
    function.body.begin_block();
    function.push_void(Op::Switch, &[a, zero, one], &[labels[3], labels[1], labels[2]]);
    function.body.begin_block();
    function.push_void(Op::Return, &[called], &[]);
    function.body.symbols.set(Named::Block(labels[1]), b"loop".iter().copied());
    function.body.symbols.set(Named::Value(sum), b"the sum".iter().copied());
    let body = function.body;
    let value = add(&mut builder, "Loop", ty, Some(body));
    if let Some((id, _)) = builder.module.function(value)
        && let Some(function) = builder.module.functions.get_mut(id.index())
    {
        function.attributes = list;
    }
    // Exception handling, for completeness.
    let byte = builder.module.types.intern(Type::Integer(8));
    let pointer = builder.module.types.pointer(byte, 0);
    let caught = builder.module.types.intern_struct(&[pointer, int], false);
    let nothing = builder.constant(pointer, Detached::plain(Constant::Null));
    let mut function = FunctionBuilder::new(&mut builder, &[]);
    function.push_void(Op::Invoke(Call::new(plain)), &[thrower], &[labels[1], labels[2]]);
    function.body.begin_block();
    function.push_void(Op::Return, &[], &[]);
    function.body.begin_block();
    let clauses = function.body.add_indices(&[0]);
    let pad = function.push_value(Op::LandingPad { cleanup: true, clauses }, caught, &[nothing]);
    function.push_void(Op::Resume, &[pad], &[]);
    let body = function.body;
    let value = add(&mut builder, "Catch", plain, Some(body));
    if let Some((id, _)) = builder.module.function(value)
        && let Some(function) = builder.module.functions.get_mut(id.index())
    {
        function.personality = Some(personality);
    }
    check(
        builder,
        &[
            "phi i32 [ 0, %1 ], [ %\"the sum\", %loop ]",
            "tail call fastcc i32 @Other(i32 zeroext %\"the sum\")",
            "call i32 (i32, ...) @Many(",
            "switch i32 %0, label",
            "invoke void @Throw()",
            "landingpad { ptr, i32 }",
            "resume { ptr, i32 }",
            "nounwind \"alone\" \"waveops\"=\"yes\"",
        ],
    );
}

#[test]
fn metadata_and_source_locations() {
    let mut builder = Builder::new();
    let types = &mut builder.module.types;
    let (int, void, metadata) =
        (types.intern(Type::Integer(32)), types.intern(Type::Void), types.intern(Type::Metadata));
    let ty = types.intern_function(void, &[int], false);
    let taker = types.intern_function(void, &[metadata, metadata], false);
    let kind = builder.kind(b"glassbox.note");
    let (seven, text) = (builder.number(7), builder.string(b"a note"));
    let node = builder.node(&[Some(seven), None, Some(text)]);
    assert_eq!(node, builder.node(&[Some(seven), None, Some(text)]));
    assert_ne!(node, builder.distinct_node(&[]));
    let field = |id: Option<ir::MetadataId>| ir::FieldKind::Reference.field(id);
    let name = builder.string(b"a.hlsl");
    let file = builder.debug(DebugKind::File, &[field(Some(name)), 0]);
    let producer = builder.string(b"glassbox");
    let empty = builder.node(&[]);
    let unit =
        [4, field(Some(file)), field(Some(producer)), 0, 0, 0, 0, 1, field(Some(empty)), 0, 0, 0, 0, 0];
    let unit = builder.distinct_debug(DebugKind::CompileUnit, &unit);
    let routine = builder.debug(DebugKind::SubroutineType, &[0, field(Some(empty))]);
    let called = builder.string(b"Main");
    let program = [
        field(Some(file)),
        field(Some(called)),
        0,
        field(Some(file)),
        1,
        field(Some(routine)),
        0,
        1,
        1,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
    ];
    let program = builder.distinct_debug(DebugKind::Subprogram, &program);
    builder.module.metadata.add_named(b"llvm.dbg.cu", &[unit]);
    builder.module.metadata.add_named(b"glassbox", &[node]);
    let sink = add(&mut builder, "Sink", taker, None);
    let mut function = FunctionBuilder::new(&mut builder, &[int]);
    let a = ValueId::local(0);
    function.body.metadata.push(a);
    let operands = [sink, ValueId::metadata(node), ValueId::metadata(ir::handle::MetadataId::local(0))];
    let call = function.push_void(Op::Call(Call::new(taker)), &operands, &[]);
    let end = function.push_void(Op::Return, &[], &[]);
    function.body.attachments.push((Some(call), Attachment { kind, node }));
    let location = Location { line: 3, column: 9, scope: Some(program), inlined_at: None };
    for id in [call, end] {
        let index = function.body.add_location(location);
        if let Some(instruction) = function.body.instructions.get_mut(id.index()) {
            instruction.location = Some(index);
        }
    }
    let body = function.body;
    add(&mut builder, "Main", ty, Some(body));
    check(builder, &["!glassbox = !{!", "!{i32 7, null, !\"a note\"}", "call void @Sink(metadata !"]);
}
