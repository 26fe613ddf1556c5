//! Holds what the checks share: the module, the role of each function, and the findings.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fmt;

use foldhash::HashMap;
use glassbox_core::diagnostic::{Rule, Severity};

use super::builtins::Builtins;
use super::declarations::FunctionUses;
use super::handles::Resources;
use super::{Finding, MAX_PER_RULE, Subject};
use crate::analysis::Program;
use crate::analysis::compatibility::{self, Compatibility};
use crate::analysis::flags::Choices;
use crate::analysis::sizes::Layout;
use crate::facts::Version;
use crate::features::flag;
use crate::ir::{
    Body, Constant, FunctionId, Instruction, InstructionId, MetadataId, Scope, Type, TypeId, Types, ValueId,
};
use crate::operation::Operation;
use crate::shader::Shader;
use crate::shader::entry::Entry;

/// Shader kinds, as numbered in the module.
pub(super) mod kind {
    pub(in super::super) const PIXEL: u32 = 0;
    pub(in super::super) const VERTEX: u32 = 1;
    pub(in super::super) const GEOMETRY: u32 = 2;
    pub(in super::super) const HULL: u32 = 3;
    pub(in super::super) const DOMAIN: u32 = 4;
    pub(in super::super) const COMPUTE: u32 = 5;
    pub(in super::super) const LIBRARY: u32 = 6;
    pub(in super::super) const ANY_HIT: u32 = 9;
    pub(in super::super) const CLOSEST_HIT: u32 = 10;
    pub(in super::super) const MISS: u32 = 11;
    pub(in super::super) const CALLABLE: u32 = 12;
    pub(in super::super) const MESH: u32 = 13;
    pub(in super::super) const AMPLIFICATION: u32 = 14;
    pub(in super::super) const NODE: u32 = 15;
}

/// Name of a shader kind in messages.
pub(super) fn kind_name(kind: u32) -> &'static str {
    const NAMES: [&str; 16] = [
        "pixel shader",
        "vertex shader",
        "geometry shader",
        "hull shader",
        "domain shader",
        "compute shader",
        "library function",
        "ray generation shader",
        "intersection shader",
        "any-hit shader",
        "closest-hit shader",
        "miss shader",
        "callable shader",
        "mesh shader",
        "amplification shader",
        "work graph node",
    ];
    NAMES.get(kind as usize).copied().unwrap_or("shader of an unknown kind")
}

/// A shader of a kind with its article.
pub(super) fn a_shader(kind: u32) -> String {
    with_article(kind_name(kind))
}

/// Words with their article.
pub(super) fn with_article(words: &str) -> String {
    let article = if words.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("{article} {words}")
}

/// What a function is in its module.
#[derive(Clone, Debug, Default)]
pub(super) struct Role {
    /// Its entry point, by position.
    pub(super) entry: Option<usize>,
    /// Entry points whose patch-constant function it is.
    pub(super) hulls: Vec<usize>,
    /// Shader kind.
    pub(super) kind: u32,
}

impl Role {
    /// Entry point whose signatures the function's operations use, and whether it is the patch-constant function.
    pub(super) fn signatures(&self) -> Option<(usize, bool)> {
        match self.entry {
            Some(entry) => Some((entry, false)),
            None => self.hulls.first().map(|&entry| (entry, true)),
        }
    }
}

/// What the code of an entry point does with its signatures.
#[derive(Clone, Debug, Default)]
pub(super) struct Status {
    /// Columns stored, by output.
    pub(super) outputs: Vec<u32>,
    /// Columns stored, by patch constant or primitive output.
    pub(super) patches: Vec<u32>,
    /// Components of the position stored, by stream.
    pub(super) position: [u32; 4],
    pub(super) reads_view: bool,
    pub(super) reads_coverage: bool,
    pub(super) reads_inner_coverage: bool,
}

/// Checks a module and collects findings.
pub(super) struct Validator<'v> {
    pub(super) program: &'v Program<'v>,
    pub(super) shader: &'v Shader,
    pub(super) types: &'v Types,
    pub(super) builtins: Builtins,
    pub(super) layout: Layout,
    /// Role of each function, by index.
    pub(super) roles: Vec<Role>,
    /// Status of each entry point, by position.
    pub(super) status: Vec<Status>,
    pub(super) findings: Vec<Finding>,
    /// Types in memory, or with `true` in structures, and whether they are sound.
    pub(super) checked_types: HashMap<(TypeId, bool), bool>,
    /// Declared functions with the operation they are called as, and whether their types are right.
    pub(super) checked_functions: HashMap<(FunctionId, u32), bool>,
    /// What each function and its callees need, by index, once it is needed.
    needs: OnceCell<Vec<Compatibility>>,
    /// Uses of each function, by index.
    pub(super) function_uses: Vec<FunctionUses>,
    /// Resources by what creates handles of them, once they are needed.
    pub(super) resources: Option<Resources>,
    /// Annotated structures, once they are needed.
    pub(super) annotations: Option<BTreeMap<TypeId, MetadataId>>,
    /// Resources whose counter changes, and whether it is incremented.
    pub(super) counters: HashMap<usize, bool>,
    counts: BTreeMap<&'static str, usize>,
    /// Takes what is said of a finding beyond the limit.
    excess: Finding,
}

impl<'v> Validator<'v> {
    pub(super) fn new(program: &'v Program<'v>, shader: &'v Shader) -> Validator<'v> {
        let module = program.module;
        let status = shader.entries.iter().map(|entry| Status {
            outputs: vec![0; entry.signatures.outputs.len()],
            patches: vec![0; entry.signatures.patches.len()],
            ..Status::default()
        });
        Validator {
            program,
            shader,
            types: &module.types,
            builtins: Builtins::of(&module.types),
            layout: Layout::of(&module.data_layout),
            roles: roles(program, shader),
            status: status.collect(),
            findings: Vec::new(),
            checked_types: HashMap::default(),
            checked_functions: HashMap::default(),
            needs: OnceCell::new(),
            function_uses: Vec::new(),
            resources: None,
            annotations: None,
            counters: HashMap::default(),
            counts: BTreeMap::new(),
            excess: Finding {
                rule: &super::rules::METADATA,
                severity: Severity::Error,
                subject: Subject::Module,
                message: String::new(),
                notes: Vec::new(),
                help: None,
            },
        }
    }

    /// Adds a finding, unless its rule has many already.
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        subject: Subject,
        message: impl Into<String>,
    ) -> &mut Finding {
        let count = self.counts.entry(rule.id).or_default();
        *count += 1;
        if *count > MAX_PER_RULE {
            self.excess.notes.clear();
            return &mut self.excess;
        }
        let message = message.into();
        self.findings.push(Finding {
            rule,
            severity: rule.severity,
            subject,
            message,
            notes: Vec::new(),
            help: None,
        });
        self.findings.last_mut().unwrap_or(&mut self.excess)
    }

    /// True if the shader model is at least 6.`minor`.
    pub(super) fn model_is(&self, minor: u32) -> bool {
        self.shader.model >= Version { major: 6, minor }
    }

    /// What each function and its callees need, by index.
    pub(super) fn compatibility(&self) -> &[Compatibility] {
        let (program, shader) = (self.program, self.shader);
        self.needs.get_or_init(|| compatibility::functions(program, shader, Choices::of(shader), &[]))
    }

    /// Shader flags of the module.
    pub(super) fn flags(&self) -> u64 {
        self.shader.entries.first().map_or(0, |entry| entry.properties.flags)
    }

    /// True if 16-bit types are of minimum precision.
    pub(super) fn has_minimum_precision(&self) -> bool {
        self.flags() & flag::NATIVE_LOW_PRECISION == 0
    }

    pub(super) fn role(&self, function: FunctionId) -> &Role {
        static NONE: Role = Role { entry: None, hulls: Vec::new(), kind: kind::LIBRARY };
        self.roles.get(function.index()).unwrap_or(&NONE)
    }

    /// Entry points with their positions and kinds; without the one of a library that holds shared properties.
    pub(super) fn entry_points(&self) -> impl Iterator<Item = (usize, &'v Entry, u32)> + use<'v> {
        let shader = self.shader;
        let entries = shader.entries.iter().enumerate().filter(|(_, entry)| entry.function.is_some());
        entries.map(move |(index, entry)| (index, entry, entry_kind(shader, entry)))
    }

    /// Name of a function for messages.
    pub(super) fn function_name(&self, function: FunctionId) -> String {
        let module = self.program.module;
        let value = module.functions.get(function.index()).map(|function| function.value);
        shown(value.and_then(|value| module.name(value)).unwrap_or_default()).to_string()
    }

    /// Name of a type for messages.
    pub(super) fn type_name(&self, ty: TypeId) -> String {
        type_name(self.types, ty, 4)
    }
}

/// Shader kind of an entry point.
pub(super) fn entry_kind(shader: &Shader, entry: &Entry) -> u32 {
    if shader.is_library() { entry.properties.kind.unwrap_or(kind::LIBRARY) } else { u32::from(shader.kind) }
}

fn roles(program: &Program<'_>, shader: &Shader) -> Vec<Role> {
    let other = if shader.is_library() { kind::LIBRARY } else { u32::from(shader.kind) };
    let mut roles: Vec<Role> = program.functions().map(|_| Role { kind: other, ..Role::default() }).collect();
    for (index, entry) in shader.entries.iter().enumerate() {
        if let Some(role) = entry.function.and_then(|function| roles.get_mut(function))
            && role.entry.is_none()
        {
            (role.entry, role.kind) = (Some(index), entry_kind(shader, entry));
        }
        let patch = entry.properties.hull.and_then(|hull| hull.patch_function);
        if let Some(role) = patch.and_then(|function| roles.get_mut(function)) {
            role.hulls.push(index);
            if role.entry.is_none() {
                role.kind = kind::HULL;
            }
        }
    }
    roles
}

/// A name for messages, cut if long.
pub(super) fn shown(name: &[u8]) -> Shown<'_> {
    Shown(name)
}

/// See [`shown`].
#[derive(Clone, Copy)]
pub(super) struct Shown<'n>(&'n [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 96;
        match self.0.get(..LONGEST) {
            Some(start) => write!(f, "{}…", start.escape_ascii()),
            None => self.0.escape_ascii().fmt(f),
        }
    }
}

/// A type as LLVM writes it, down to some depth.
pub(super) fn type_name(types: &Types, ty: TypeId, depth: u32) -> String {
    let Some(depth) = depth.checked_sub(1) else { return "…".to_owned() };
    let inner = |ty| type_name(types, ty, depth);
    match types.get(ty) {
        None => "no type".to_owned(),
        Some(Type::Void) => "void".to_owned(),
        Some(Type::Half) => "half".to_owned(),
        Some(Type::Float) => "float".to_owned(),
        Some(Type::Double) => "double".to_owned(),
        Some(Type::Integer(bits)) => format!("i{bits}"),
        Some(Type::Pointer { pointee, address_space: 0 }) => format!("{}*", inner(pointee)),
        Some(Type::Pointer { pointee, address_space }) => {
            format!("{} addrspace({address_space})*", inner(pointee))
        }
        Some(Type::Array { element, count }) => format!("[{count} x {}]", inner(element)),
        Some(Type::Vector { element, count }) => format!("<{count} x {}>", inner(element)),
        Some(Type::Named { name, .. }) => format!("%{}", shown(types.text(name))),
        Some(Type::Struct { .. }) => "a structure".to_owned(),
        Some(Type::Function { .. }) => "a function".to_owned(),
        Some(Type::Label) => "label".to_owned(),
        Some(Type::Metadata) => "metadata".to_owned(),
        Some(_) => "a floating-point type of another machine".to_owned(),
    }
}

/// True for the undefined value.
pub(super) fn is_undefined(scope: Scope<'_>, value: ValueId) -> bool {
    matches!(scope.constant(value), Some((Constant::Undef, _)))
}

/// A call of an operation.
#[derive(Clone, Copy)]
pub(super) struct Call<'v> {
    pub(super) function: FunctionId,
    pub(super) id: InstructionId,
    pub(super) body: &'v Body,
    pub(super) scope: Scope<'v>,
    pub(super) instruction: &'v Instruction,
    pub(super) code: u32,
    pub(super) operation: &'static Operation,
    /// All arguments; the first is the number.
    pub(super) arguments: &'v [ValueId],
    /// Kind of shader that the function is, or is part of.
    pub(super) kind: u32,
}

impl<'v> Call<'v> {
    pub(super) fn subject(&self) -> Subject {
        Subject::Instruction(self.function, self.id)
    }

    /// Argument `index`; 0 is the number.
    pub(super) fn argument(&self, index: usize) -> Option<ValueId> {
        self.arguments.get(index).copied()
    }

    /// Name of an argument.
    pub(super) fn name(&self, index: usize) -> &'static str {
        self.operation.arguments().nth(index.saturating_sub(1)).unwrap_or("argument")
    }

    /// Value of an integer constant.
    pub(super) fn integer(&self, index: usize) -> Option<i64> {
        self.scope.integer(self.argument(index)?)
    }

    /// True if an argument is there and undefined.
    pub(super) fn is_undefined(&self, index: usize) -> bool {
        self.argument(index).is_some_and(|value| is_undefined(self.scope, value))
    }

    /// Constant that a float argument is, as a number.
    pub(super) fn float(&self, index: usize) -> Option<f64> {
        let value = self.argument(index)?;
        let ty = self.scope.module.types.get(self.scope.type_of(value)?)?;
        number(ty, self.scope.constant(value)?.0)
    }
}

/// Value of a float constant.
pub(super) fn number(ty: Type, constant: Constant) -> Option<f64> {
    let bits = match constant {
        Constant::Float(bits) => bits,
        Constant::Null => 0,
        _ => return None,
    };
    Some(match ty {
        Type::Float => f64::from(f32::from_bits(bits as u32)),
        Type::Double => f64::from_bits(bits),
        // Only infinities and their signs matter for halves.
        Type::Half if bits & 0x7FFF == 0x7C00 => f64::INFINITY,
        Type::Half => f64::from(bits as u32 & 0x3FF),
        _ => return None,
    })
}
