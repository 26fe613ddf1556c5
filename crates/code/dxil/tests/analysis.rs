//! Compares derived facts with those the compiler derived: the metadata of every shader and library of the
//! corpus.

use glassbox_dxil::analysis::control::{ControlDependence, Dominators, Graph};
use glassbox_dxil::analysis::derive::derive;
use glassbox_dxil::analysis::flags::Choices;
use glassbox_dxil::analysis::sizes::Layout;
use glassbox_dxil::analysis::usage::{Components, Usage, usage};
use glassbox_dxil::analysis::{Program, atomics, compatibility, dependence, uses};
use glassbox_dxil::features::flag;
use glassbox_dxil::ir::{Definition, FunctionId, InstructionId, Type, Typed, ValueId, encode};
use glassbox_dxil::shader::Shader;
use glassbox_dxil::shader::signature::Element;
use glassbox_testing::container::{containers, parts, program};
use glassbox_testing::random::{Random, mutate};

/// False for containers with deliberately damaged or invented bitcode or metadata.
fn is_sound(name: &str) -> bool {
    ["dxc17", "dxc18", "dxc19", "link", "big", "pdb", "sym0/"].iter().any(|folder| name.contains(folder))
}

/// Calls `check` with each program of the corpus; it returns an error, if any.
fn each(mut check: impl FnMut(&Program<'_>, &Shader) -> Option<String>) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for (name, bytes) in containers().into_iter().filter(|(name, _)| is_sound(name)) {
        for (code, data) in parts(&bytes) {
            if ![b"DXIL", b"ILDB"].contains(&&code) {
                continue;
            }
            let Some((_, bitcode)) = program(data) else {
                continue;
            };
            let typed = Typed::read(bitcode).expect("it is a module");
            let shader = Shader::read(&typed).expect("its metadata is sound");
            let program = Program::new(&typed).expect("its bodies are sound");
            let code = code.escape_ascii();
            wrong.extend(check(&program, &shader).map(|found| format!("{name} {code}: {found}")));
            count += 1;
        }
    }
    println!("{count} programs");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn flags_match_the_metadata() {
    each(|program, shader| {
        let choices = Choices::of(shader);
        let functions = compatibility::functions(program, shader, choices, &shader.subobjects);
        let found = compatibility::module_flags(shader, choices, &functions);
        let stated = shader.entries.first()?.properties.flags;
        // Subobjects that need it are missing from the program.
        let missing = if shader.is_library() { flag::RAYTRACING_1_1 } else { 0 };
        let differs = (found ^ stated) & !missing != 0;
        differs.then(|| format!("derived {found:#x}, stated {stated:#x}"))
    });
}

#[test]
fn dependence_matches_the_metadata() {
    let mut shaders = 0;
    each(|program, shader| {
        let entry = shader.entry()?;
        let uses_view = entry.properties.flags & flag::VIEW_ID != 0;
        let found = dependence::view_state(program, shader.kind, entry, uses_view).expect("it is small");
        let found = found.map(|state| state.words());
        shaders += usize::from(found.is_some());
        let stated = shader.view_state.as_ref();
        // Without any bit the compiler writes a constant without words, and for an empty state none.
        let is_zero = |words: &Vec<u32>| words.iter().all(|&word| word == 0);
        let same = match (&found, stated) {
            (Some(found), Some(stated)) => found == stated || stated.is_empty() && is_zero(found),
            // The first validator does not support it.
            (found, None) => found.as_ref().is_none_or(is_zero) || !shader.validates(1),
            (None, Some(_)) => false,
        };
        (!same).then(|| format!("derived {found:?}, stated {stated:?}"))
    });
    assert!(shaders > 60, "{shaders}");
}

#[test]
fn derived_metadata_matches_the_module() {
    each(|program, shader| {
        let entry = shader.entry()?;
        let found = derive(program, shader, Choices::of(shader)).expect("it is small")?;
        let wrong = found.flags != entry.properties.flags
            || found.atomic64.len() != shader.resources.len()
            || found.usage.inputs.len() != entry.signatures.inputs.len()
            || found.view_state.is_some() == (shader.kind == 5 || shader.kind == 14);
        wrong.then(|| format!("{found:?}"))
    });
}

#[test]
fn usage_matches_the_metadata() {
    each(|program, shader| {
        let entry = shader.entry()?;
        let hull = entry.properties.hull.and_then(|hull| hull.patch_function);
        let functions: Vec<FunctionId> = entry.function.into_iter().chain(hull).map(FunctionId::at).collect();
        let found = usage(program, &entry.signatures, &functions);
        let knows_usage = shader.validates(5);
        let stated = |elements: &[Element]| -> Vec<Components> {
            let components =
                elements.iter().map(|element| Components { used: element.usage, dynamic: element.dynamic });
            components.collect()
        };
        let signatures = &entry.signatures;
        let stated = Usage {
            inputs: stated(&signatures.inputs),
            outputs: stated(&signatures.outputs),
            patches: stated(&signatures.patches),
        };
        (knows_usage && found != stated).then(|| format!("derived {found:?}, stated {stated:?}"))
    });
}

#[test]
fn atomics_match_the_metadata() {
    each(|program, shader| {
        let found = atomics::atomic64(program, shader);
        let stated: Vec<bool> = shader.resources.iter().map(|resource| resource.has_atomic64).collect();
        (found != stated).then(|| format!("derived {found:?}, stated {stated:?}"))
    });
}

#[test]
fn types_have_the_sizes_of_the_layout() {
    let layouts = [
        // Minimum precision: every element takes a full register.
        (
            "e-m:e-p:32:32-i1:32-i8:32-i16:32-i32:32-i64:64-f16:32-f32:32-f64:64-n8:16:32:64",
            [4, 4, 4, 12, 12, 24, 16, 8],
        ),
        // Native 16-bit types.
        (
            "e-m:e-p:32:32-i1:32-i8:8-i16:16-i32:32-i64:64-f16:16-f32:32-f64:64-n8:16:32:64",
            [4, 2, 2, 6, 12, 24, 16, 8],
        ),
    ];
    for (text, expected) in layouts {
        let mut module = Typed::default();
        let types = &mut module.types;
        let bool_type = types.intern(Type::Integer(1));
        let short = types.intern(Type::Integer(16));
        let half = types.intern(Type::Half);
        let word = types.intern(Type::Integer(32));
        let long = types.intern(Type::Integer(64));
        let float = types.intern(Type::Float);
        let halves = types.intern(Type::Array { element: half, count: 3 });
        // A vector is aligned as its elements.
        let vector = types.intern(Type::Vector { element: float, count: 3 });
        let mixed = types.intern_struct(&[word, long, bool_type], false);
        let pair = types.intern_struct(&[word, long], false);
        let pointer = types.pointer(word, 3);
        let pointers = types.intern(Type::Array { element: pointer, count: 2 });
        let all = [bool_type, short, half, halves, vector, mixed, pair, pointers];
        let layout = Layout::of(text.as_bytes());
        let found = all.map(|ty| layout.allocation(&module, ty));
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn blocks_depend_on_controlling_branches() {
    // 0 → 1 or 2; 1 → 3; 2 → 3; 3 → 3 or 4; 4 ends; 5 is unreachable and leads to 4.
    let successors = vec![vec![1, 2], vec![3], vec![3], vec![3, 4], vec![], vec![4]];
    let mut predecessors = vec![Vec::new(); successors.len()];
    for (from, to) in successors.iter().enumerate() {
        to.iter().for_each(|&to: &u32| predecessors[to as usize].push(from as u32));
    }
    let graph = Graph { successors, predecessors };
    let forward = Dominators::forward(&graph).expect("it is small");
    let parents: Vec<_> = (0..6).map(|block| forward.parent(block)).collect();
    assert_eq!(parents, [None, Some(0), Some(0), Some(0), Some(3), None]);
    assert!(forward.reaches(4) && !forward.reaches(5));
    let control = ControlDependence::of(&graph).expect("it is small");
    let controlling_blocks: Vec<_> = (0..6).map(|block| control.controlling_blocks(block).to_vec()).collect();
    assert_eq!(controlling_blocks, [vec![], vec![0], vec![0], vec![3], vec![], vec![]]);
}

#[test]
fn arbitrary_modules_can_be_analysed() {
    let all = containers();
    // The library of 3000 functions would take most of the time.
    let modules: Vec<&[u8]> = all
        .iter()
        .filter(|(name, _)| is_sound(name) && !name.contains("big"))
        .flat_map(|(_, bytes)| parts(bytes))
        .filter(|(code, _)| code == b"DXIL")
        .filter_map(|(_, data)| Some(program(data)?.1))
        .collect();
    let mut analysed = 0;
    for seed in 0..if modules.is_empty() { 0 } else { 4000 } {
        let mut random = Random::new(seed);
        let whole = modules[seed as usize % modules.len()];
        let bytes = match seed % 3 {
            0 => mutate(whole, &mut random),
            _ => whole.to_vec(),
        };
        let Ok(typed) = Typed::read(&bytes) else {
            continue;
        };
        let Ok(shader) = Shader::read(&typed) else {
            continue;
        };
        let Ok(typed) = typed.load() else {
            continue;
        };
        let typed = redirect_operands(typed, &mut random);
        let Ok(program) = Program::new(&typed) else {
            continue;
        };
        analysed += 1;
        let choices = Choices::of(&shader);
        let functions = compatibility::functions(&program, &shader, choices, &shader.subobjects);
        compatibility::module_flags(&shader, choices, &functions);
        atomics::atomic64(&program, &shader);
        uses::group_shared(&program, &uses::all(&program));
        for entry in &shader.entries {
            let _ = dependence::view_state(&program, shader.kind, entry, true);
            let function = entry.function.map(FunctionId::at);
            usage(&program, &entry.signatures, function.as_slice());
        }
        let _ = encode(&typed.statistics());
    }
    assert!(analysed > 2000, "{analysed}");
}

/// The module with a few operands redirected: cycles, values of other types, endless loops.
fn redirect_operands(mut module: Typed<'static>, random: &mut Random) -> Typed<'static> {
    let values = module.values.len();
    for function in &mut module.functions {
        let Definition::Body(body) = &mut function.definition else {
            continue;
        };
        for _ in 0..random.below(6) {
            let instruction = InstructionId::at(random.index(body.instructions.len()));
            let locals = body.locals.len();
            let operands = body.operands_mut(instruction);
            if operands.is_empty() {
                continue;
            }
            let at = random.index(operands.len());
            operands[at] = match random.below(3) {
                0 => ValueId::module(random.below(values as u64 + 1) as u32),
                _ => ValueId::local(random.below(locals as u64 + 1) as u32),
            };
        }
    }
    module
}
