//! Options of conversions to other languages, for the commands that convert.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;
use glassbox::render::Color;
use glassbox::{BindingMap, ConversionChild, ConversionOptions};

use crate::context::Context;
use crate::input::{Source, read_named};

/// Options of conversions.
#[derive(Args, Debug)]
#[command(next_help_heading = "Targets")]
#[group(id = "conversion")]
pub(crate) struct ConversionSwitches {
    /// Emulate the hardware's arithmetic bit by bit: 24-bit floats, zero times infinity is zero, NaN; slow
    #[arg(long)]
    pub(crate) precise: bool,
    /// Version of the target, such as 300es (GLSL), 6.0 (HLSL), 2.4 (MSL), 300 (SkSL), 1.3 (SPIR-V); docs/decompile.md lists them
    #[arg(long, value_name = "VERSION", visible_alias = "glsl-version")]
    pub(crate) target_version: Option<String>,
    /// Clip space of the position: raw, as computed by the code, or target; raw by default for the PICA200, otherwise
    /// target
    #[arg(long, value_name = "SPACE")]
    pub(crate) position: Option<String>,
    /// Where the y axis of positions in the text points, up or down, instead of where the target's API has it
    #[arg(long, value_name = "DIRECTION")]
    pub(crate) y_axis: Option<String>,
    /// Depth of positions in the text, zero-to-one or minus-one-to-one (times w), instead of that of the target's API
    #[arg(long, value_name = "RANGE")]
    pub(crate) depth_range: Option<String>,
    /// API that GLSL is for: opengl, the default, or vulkan, with descriptor sets and push constants
    #[arg(long, value_name = "API")]
    pub(crate) api: Option<String>,
    /// SkSL: location of the input of two floats that is the coordinate of the effect; gl_FragCoord if there is none
    #[arg(long, value_name = "LOCATION")]
    pub(crate) coordinate: Option<u32>,
    /// Value of a specialization constant, by its name or number, such as COUNT=4; it becomes a plain constant
    #[arg(long, value_name = "NAME=VALUE")]
    pub(crate) set: Vec<String>,
    /// MSL: give the resources of each descriptor set N as a structure, an argument buffer at index N; from 2.0 on
    #[arg(long)]
    pub(crate) argument_buffers: bool,
    /// GLSL for Vulkan: textures and samplers as-module, combined in one variable, or separate
    #[arg(long, value_name = "FORM")]
    pub(crate) samplers: Option<String>,
    /// HLSL: the order of matrices that the text leaves unsaid because its compiler is told it: rows (-Zpr) or columns (-Zpc);
    /// each states its own by default
    #[arg(long, value_name = "ORDER")]
    pub(crate) matrix_order: Option<String>,
    /// State in comments what the text leaves out: bindings, locations and offsets of the module, and lines of its source
    #[arg(long)]
    pub(crate) annotate: bool,
    /// Bind resources and name them as a file says, by their descriptor set and binding: JSON, docs/schema/bindings.json
    #[arg(long, value_name = "FILE")]
    pub(crate) bindings: Option<PathBuf>,
    /// HLSL, MSL, GLSL for OpenGL: number resources by their binding less this, such as t=100,u=200, or s=300@1 for set 1 alone:
    /// the reverse of -fvk-t-shift of DXC
    #[arg(long, value_name = "CLASS=NUMBER")]
    pub(crate) register_shift: Vec<String>,
    /// HLSL, MSL: control points of the patches that a tessellation evaluation shader takes, where the module does not say so
    #[arg(long, value_name = "COUNT")]
    pub(crate) control_points: Option<u32>,
    /// SkSL: what a child of the effect is: texture, import, a colour such as #ff8000, or the file of a program; the child `b` of
    /// the program that is `a` is `a.b`
    #[arg(long, value_name = "NAME=CHILD")]
    pub(crate) child: Vec<String>,
    /// SkSL: offsets of uniforms in the block that they become: std140, skia (those of the data that Skia takes, with scalar
    /// block layout) or wgsl
    #[arg(long, value_name = "LAYOUT")]
    pub(crate) uniform_layout: Option<String>,
    /// Stop programs after this many basic blocks
    #[arg(long, alias = "step-limit", value_name = "COUNT")]
    pub(crate) max_steps: Option<u32>,
}

impl ConversionSwitches {
    /// The file of bindings, if there is one; `None` after its mistakes are reported.
    pub(crate) fn read_bindings(&self, context: &Context) -> Result<Option<Option<BindingMap>>> {
        let Some(path) = &self.bindings else { return Ok(Some(None)) };
        let input = Source::new(path).read()?;
        match BindingMap::read(&input.text()) {
            Ok(map) => Ok(Some(Some(map))),
            Err(mistakes) => {
                context.report(context.in_text(&input, &mistakes));
                Ok(None)
            }
        }
    }

    /// What the switches say of children; the files that they name are read.
    pub(crate) fn children(&self) -> Result<Vec<ConversionChild>> {
        let mut children = Vec::new();
        for given in &self.child {
            let Some((name, value)) = given.split_once('=').filter(|(name, _)| !name.is_empty()) else {
                bail!("--child {given:?}: expected NAME=CHILD, such as image=texture");
            };
            let is_word = matches!(value, "texture" | "import") || value.parse::<Color>().is_ok();
            let program = if is_word { None } else { Some(read_named(Path::new(value))?) };
            children.push(ConversionChild { name: name.to_owned(), value: value.to_owned(), program });
        }
        Ok(children)
    }

    /// The options of a conversion, but for entry point, kind, platform and domain.
    pub(crate) fn options(
        &self,
        bindings: Option<&BindingMap>,
        children: &[ConversionChild],
    ) -> ConversionOptions {
        ConversionOptions {
            precise: self.precise,
            version: self.target_version.clone(),
            position: self.position.clone(),
            y_axis: self.y_axis.clone(),
            depth_range: self.depth_range.clone(),
            step_limit: self.max_steps,
            api: self.api.clone(),
            set: self.set.clone(),
            coordinate: self.coordinate,
            argument_buffers: self.argument_buffers,
            control_points: self.control_points,
            samplers: self.samplers.clone(),
            matrix_order: self.matrix_order.clone(),
            annotate: self.annotate,
            bindings: bindings.cloned(),
            register_shift: self.register_shift.clone(),
            children: children.to_vec(),
            uniform_layout: self.uniform_layout.clone(),
            ..ConversionOptions::default()
        }
    }
}
