//! Converts programs in SkSL, sources and binaries: to SPIR-V, and with it to every language that SPIR-V becomes.

use std::collections::BTreeMap;

use glassbox_core::diagnostic::{Diagnostic, Location, Severity};
use glassbox_core::limits::Limits;
use glassbox_core::reader::Window;
use glassbox_glsl::source::Origin;
use glassbox_lower_sksl::{Child, ChildProgram, Numbers, Options, OtherChildren, UniformLayout, lower};
use glassbox_sksl_lang::{Dialect, Program, compile, lift_placed};

use super::{Conversion, ConversionChild, ConversionError, ConversionOptions, Converted, shaders};
use crate::compile::{CompileOptions, choices, compiler_of, kind_in, kind_of};
use crate::origins::Origins;
use crate::render::Color;

/// Id of the language and of the format.
pub(super) const FORMAT: &str = "sksl";

/// How deeply children may have children.
const CHILD_DEPTH: usize = 16;

/// SkSL to a target of SPIR-V.
pub(super) struct FromSksl {
    next: &'static dyn Conversion,
    options: &'static [&'static str],
}

/// Options that concern SkSL, and those of its targets that concern fragment and vertex stages.
macro_rules! options {
    ($($own:literal),*) => { &["kind", "dialect", "child", "uniform-layout", "precise", "version" $(, $own)*] };
}

pub(super) static WGSL: FromSksl = FromSksl {
    next: &shaders::SPIRV.wgsl,
    options: options!("position", "y-axis", "depth-range", "annotate", "bindings"),
};
pub(super) static GLSL: FromSksl = FromSksl {
    next: &shaders::SPIRV.glsl,
    options: options!(
        "position",
        "y-axis",
        "depth-range",
        "api",
        "samplers",
        "annotate",
        "bindings",
        "register-shift"
    ),
};
pub(super) static HLSL: FromSksl = FromSksl {
    next: &shaders::SPIRV.hlsl,
    options: options!(
        "position",
        "y-axis",
        "depth-range",
        "matrix-order",
        "annotate",
        "bindings",
        "register-shift"
    ),
};
pub(super) static MSL: FromSksl = FromSksl {
    next: &shaders::SPIRV.msl,
    options: options!(
        "position",
        "y-axis",
        "depth-range",
        "argument-buffers",
        "annotate",
        "bindings",
        "register-shift"
    ),
};
pub(super) static SKSL: FromSksl =
    FromSksl { next: &shaders::SPIRV.sksl, options: options!("annotate", "bindings") };
pub(super) static AGSL: FromSksl = FromSksl {
    next: &shaders::SPIRV.agsl,
    options: &["kind", "child", "uniform-layout", "precise", "annotate", "bindings"],
};
pub(super) static SPIRV: FromSksl = FromSksl { next: &shaders::SPIRV.spirv, options: options!() };

impl Conversion for FromSksl {
    fn from(&self) -> &'static str {
        FORMAT
    }

    fn to(&self) -> &'static str {
        self.next.to()
    }

    fn title(&self) -> &'static str {
        self.next.title()
    }

    fn is_text(&self) -> bool {
        self.next.is_text()
    }

    fn options(&self) -> &'static [&'static str] {
        self.options
    }

    fn run(
        &self,
        file: &[u8],
        options: &ConversionOptions,
        limits: &Limits,
    ) -> Result<Converted, ConversionError> {
        let (program, mut notes) =
            program(file, options.kind.as_deref(), options.dialect.as_deref(), limits)?;
        let wanted = self.lowering(options, limits)?;
        let lowered = lower(&program, &wanted)?;
        let Some(bytes) = lowered.module.bytes() else {
            return Err(ConversionError::File(Vec::new()));
        };
        // A binary has no text: its places are bytes.
        let source = &*program.source;
        let size = if source.is_empty() { file.len() } else { source.len() };
        let origins = Origins::in_one(&lowered.module, size, 0);
        let inner = ConversionOptions {
            kind: None,
            dialect: None,
            children: Vec::new(),
            uniform_layout: None,
            precise: false,
            ..options.clone()
        };
        let range = |Origin { span, .. }: Origin| span.start as usize..span.end as usize;
        let place = |origin: Option<Origin>| match origin.map(range) {
            Some(range) if source.is_empty() => {
                Location::new(range.start as u64, range.end as u64, String::new())
            }
            None if source.is_empty() => Location::default(),
            range => Location::in_text(source, range.unwrap_or(0..0)),
        };
        let mut converted = origins.in_source(self.next.run(&bytes, &inner, limits), 0, place)?;
        notes.append(&mut converted.notes);
        Ok(Converted { notes, ..converted })
    }
}

impl FromSksl {
    /// How the program becomes a module.
    fn lowering(&self, options: &ConversionOptions, limits: &Limits) -> Result<Options, ConversionError> {
        let layout = match options.uniform_layout.as_deref() {
            None if self.to() == "wgsl" => UniformLayout::Wgsl,
            None | Some("std140") => UniformLayout::Std140,
            Some("skia") => UniformLayout::Skia,
            Some("wgsl") => UniformLayout::Wgsl,
            Some(other) => {
                let message = format!("the layout of uniforms can be std140, skia or wgsl, not {other:?}");
                return Err(ConversionError::Option(message));
            }
        };
        let has_imports = matches!(self.to(), "spirv" | "sksl" | "agsl");
        Ok(Options {
            layout,
            children: children(&options.children, options.dialect.as_deref(), limits, 0)?,
            other_children: if has_imports { OtherChildren::Import } else { OtherChildren::Texture },
            numbers: if options.precise { Numbers::Exact } else { Numbers::Device },
            ..Options::default()
        })
    }
}

/// The children that options name. Those of children are named with a dot.
fn children(
    given: &[ConversionChild],
    dialect: Option<&str>,
    limits: &Limits,
    depth: usize,
) -> Result<BTreeMap<String, Child>, ConversionError> {
    let mut children = BTreeMap::new();
    if depth > CHILD_DEPTH {
        let message = format!("children have children more than {CHILD_DEPTH} deep");
        return Err(ConversionError::Option(message));
    }
    for one in given {
        if one.name.contains('.') {
            continue;
        }
        let prefix = format!("{}.", one.name);
        let inner = given.iter().filter_map(|other| {
            let name = other.name.strip_prefix(&prefix)?.to_owned();
            Some(ConversionChild { name, ..other.clone() })
        });
        let inner: Vec<ConversionChild> = inner.collect();
        let child = child(one, &inner, dialect, limits, depth)?;
        if children.insert(one.name.clone(), child).is_some() {
            return Err(ConversionError::Option(format!("the child {} is given twice", one.name)));
        }
    }
    let orphan = given
        .iter()
        .find(|one| one.name.split_once('.').is_some_and(|(outer, _)| !children.contains_key(outer)));
    match orphan {
        Some(orphan) => {
            let message = format!("the child {} belongs to a child that is not given", orphan.name);
            Err(ConversionError::Option(message))
        }
        None => Ok(children),
    }
}

fn child(
    one: &ConversionChild,
    inner: &[ConversionChild],
    dialect: Option<&str>,
    limits: &Limits,
    depth: usize,
) -> Result<Child, ConversionError> {
    let refuse = |message: String| Err(ConversionError::Option(message));
    let Some(bytes) = &one.program else {
        if let Some(first) = inner.first() {
            return refuse(format!("the child {} has no child {}: it is no program", one.name, first.name));
        }
        return match one.value.as_str() {
            "texture" => Ok(Child::Texture { texture: None, sampler: None }),
            "import" => Ok(Child::Import),
            value => match value.parse::<Color>() {
                Ok(color) => Ok(Child::Color(color.multiplied())),
                Err(_) => refuse(format!(
                    "the child {} can be texture, import, a colour such as #ff8000, or a program, not {value:?}",
                    one.name
                )),
            },
        };
    };
    let kind = compiler_of(&one.value, "").and_then(|compiler| kind_of(compiler, &one.value));
    let (program, _) = program(bytes, kind, dialect, limits).map_err(|error| {
        ConversionError::Option(format!("the child {} is no program that can be used: {error}", one.name))
    })?;
    let children = children(inner, dialect, limits, depth + 1)?;
    Ok(Child::Program(Box::new(ChildProgram { program, children })))
}

/// True if a name or a text is that of a source in SkSL.
pub(super) fn is_source(name: &str, bytes: &[u8]) -> bool {
    if crate::detect(bytes).is_some() || crate::is_text(bytes) {
        return false;
    }
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    compiler_of(name, text).is_some_and(|compiler| compiler.name() == FORMAT && compiler.takes(name, text))
}

/// The program of a source or a binary, with the findings on it that are no errors.
fn program(
    bytes: &[u8],
    kind: Option<&str>,
    dialect: Option<&str>,
    limits: &Limits,
) -> Result<(Program, Vec<Diagnostic>), ConversionError> {
    let is_binary = crate::detect(bytes).is_some_and(|format| format.id() == FORMAT);
    let text = std::str::from_utf8(bytes).ok().filter(|_| !is_binary);
    let Some(text) = text else {
        let file = glassbox_sksl::read::open(Window::whole(bytes), limits)
            .map_err(|finding| ConversionError::File(vec![*finding]))?;
        return Ok((lift_placed(&file)?, Vec::new()));
    };
    let kind = kind.or_else(|| kind_in(text)).unwrap_or("shader");
    let options = CompileOptions {
        kind: Some(kind.to_owned()),
        dialect: dialect.map(str::to_owned),
        ..CompileOptions::default()
    };
    let options =
        choices(&options, Dialect::Current).map_err(|error| ConversionError::Option(error.to_string()))?;
    let compilation = compile(text, &options);
    match compilation.program {
        Some(program) => {
            let notes = compilation.findings.into_iter();
            Ok((program, notes.filter(|finding| finding.severity < Severity::Error).collect()))
        }
        None => Err(ConversionError::File(compilation.findings)),
    }
}
