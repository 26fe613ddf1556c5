//! Compiled programs.

use glassbox_core::diagnostic::{Diagnostic, Location};
use glassbox_core::error::ErrorList;
use glassbox_core::span::Span;
use glassbox_sksl::builtin::Opaque;
use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_lang::Program;

use crate::emit::{Assembly, emit};
use crate::inputs::{ChildSlot, Uniform};
use crate::lower::{finding, lower};
use crate::rules;
use crate::settings::Settings;

/// How much stack a program's compilation may take: programs may nest deeply, and threads may have little.
const STACK: usize = 64 << 20;

/// A program that can be run.
#[derive(Clone, Debug)]
pub struct Code {
    pub(crate) assembly: Assembly,
    pub(crate) kind: ProgramKind,
    pub(crate) uniforms: Vec<Uniform>,
    pub(crate) children: Vec<ChildSlot>,
    pub(crate) uses_quads: bool,
    pub(crate) step_limit: u64,
}

impl Code {
    /// Compiles a program for running. Findings name places of the source, or bytes of the file that the program was read
    /// from.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use glassbox_sksl::raw::ProgramKind;
    /// use glassbox_sksl_eval::{Code, Effect, Frame, Settings};
    /// use glassbox_sksl_lang::{Options, compile};
    ///
    /// let source = "uniform half level; half4 main(float2 p) { return half4(half2(p / 4), level, 1); }";
    /// let compilation = compile(source, &Options::new(ProgramKind::SHADER));
    /// let program = compilation.program.ok_or("an error")?;
    /// let code = Code::compile(&program, &Settings::default()).map_err(|findings| findings[0].message.clone())?;
    /// let mut effect = Effect::new(Arc::new(code));
    /// effect.set_uniform("level", &[0.5]).map_err(|finding| finding.message)?;
    ///
    /// let mut picture = [0u8; 2 * 1 * 4];
    /// effect.render(&Frame::new(2, 1), &mut picture, &|_| ()).map_err(|finding| finding.message)?;
    /// assert_eq!(picture, [32, 32, 128, 255, 96, 32, 128, 255]);
    /// # Ok::<(), String>(())
    /// ```
    pub fn compile(program: &Program, settings: &Settings) -> Result<Code, ErrorList<Diagnostic>> {
        // WebAssembly has no threads: the host gives the stack.
        let compiled = if cfg!(target_family = "wasm") {
            Code::compile_here(program, settings)
        } else {
            Code::compile_apart(program, settings)
        };
        compiled.map_err(|mut finding| {
            let Location { start, end, .. } = finding.location;
            if end > start && !program.source.is_empty() {
                finding.location = Location::in_text(&program.source, start as usize..end as usize);
            }
            (*finding).into()
        })
    }

    /// Compiles a program on a stack of its own.
    fn compile_apart(program: &Program, settings: &Settings) -> Result<Code, Box<Diagnostic>> {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new()
                .name("sksl compiler".to_owned())
                .stack_size(STACK)
                .spawn_scoped(scope, || Code::compile_here(program, settings));
            let result = thread.ok().and_then(|thread| thread.join().ok());
            result.unwrap_or_else(|| {
                let finding = finding(
                    &rules::TOO_DEEP,
                    Span::default(),
                    "no stack could be had to compile the program",
                );
                Err(Box::new(finding))
            })
        })
    }

    fn compile_here(program: &Program, settings: &Settings) -> Result<Code, Box<Diagnostic>> {
        let lowered = lower(program, settings)?;
        let assembly = emit(&lowered.graph, lowered.output);
        if assembly.registers as usize > settings.register_limit {
            return Err(finding(
                &rules::TOO_LARGE,
                Span::default(),
                format!(
                    "the program needs {} registers, more than the limit of {}",
                    assembly.registers, settings.register_limit
                ),
            )
            .help("raise the limit of registers, or make arrays and loops smaller")
            .into());
        }
        Ok(Code {
            assembly,
            kind: program.kind,
            uniforms: lowered.uniforms,
            children: lowered.children,
            uses_quads: lowered.uses_quads,
            step_limit: settings.step_limit,
        })
    }

    /// What the program is for.
    pub fn kind(&self) -> ProgramKind {
        self.kind
    }

    /// The uniforms, in the order of their declarations.
    pub fn uniforms(&self) -> &[Uniform] {
        &self.uniforms
    }

    /// The children, in the order of their declarations.
    pub fn children(&self) -> &[ChildSlot] {
        &self.children
    }

    /// How many instructions a group of pixels takes, loops once.
    pub fn instructions(&self) -> usize {
        self.assembly.instructions.len()
    }

    /// How many registers a group of pixels takes.
    pub fn registers(&self) -> usize {
        self.assembly.registers as usize
    }

    /// What the program can be called as by another one.
    pub(crate) fn opaque(&self) -> Option<Opaque> {
        match self.kind {
            ProgramKind::SHADER => Some(Opaque::Shader),
            ProgramKind::COLOR_FILTER => Some(Opaque::ColorFilter),
            ProgramKind::BLENDER => Some(Opaque::Blender),
            _ => None,
        }
    }
}
