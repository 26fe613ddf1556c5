//! Checks the shader kind and the set of stages.
//!
//! Facts: VSL brief, sections 1 and 12.

use crate::check::finding::did_you_mean;
use crate::check::globals::{GlobalChecker, StageFunction};
use crate::model::StageKind;
use crate::rules::declaration as rules;
use crate::syntax::tree::{Block, Name};
use glassbox_core::span::Span;

impl<'c, 's> GlobalChecker<'c, '_, 's> {
    pub(super) fn shader_type(&mut self) {
        // A missing first line has been reported.
        let Some(name) = self.source.shader_type else {
            return;
        };
        match name.text {
            "graphics" | "" => {}
            "compute" => {
                let message = "found a compute shader, which cannot be compiled";
                self.report(&rules::COMPUTE_SHADER, name.span, message)
                    .note("the language has no stage for it, and files have no kind of program for it")
                    .help("write `@shader graphics;` and do the work in a stage that stores to an image or buffer");
            }
            "ray" => {
                let message = "found a ray tracing shader, which cannot be compiled";
                self.report(&rules::RAY_SHADER, name.span, message)
                    .note("the language has no stages for it, and files have no kind of program for it")
                    .help("write `@shader graphics;`");
            }
            other => {
                let message = format!("found the kind of shader `{other}`, expected `graphics`");
                self.report(&rules::SHADER_TYPE, name.span, message).help("write `@shader graphics;`");
            }
        }
    }

    pub(super) fn stage(&mut self, name: &Name<'s>, body: &'c Block<'s>) {
        self.first_stage.get_or_insert(name.span);
        let kind = match name.text {
            "vert" => StageKind::Vertex,
            "frag" => StageKind::Fragment,
            "tesc" | "tese" | "geom" => {
                let what = match name.text {
                    "tesc" => "tessellation control",
                    "tese" => "tessellation evaluation",
                    _ => "geometry",
                };
                let message = format!("found a {what} stage, which cannot be compiled");
                self.report(&rules::STAGE_UNSUPPORTED, name.span, message)
                    .note("files have room for its module, but no loader accepts one")
                    .help("do its work in `@vert`");
                return;
            }
            other => {
                let message = format!("found the stage `{other}`, expected `vert` or `frag`");
                let help = match other {
                    "vertex" | "vs" => "write `@vert`".to_owned(),
                    "fragment" | "pixel" | "fs" | "ps" => "write `@frag`".to_owned(),
                    _ => did_you_mean(other, ["vert", "frag"], "write one of them"),
                };
                self.report(&rules::UNKNOWN_STAGE, name.span, message).help(help);
                return;
            }
        };
        if let Some(first) = self.stages.iter().find(|stage| stage.kind == kind) {
            let first = first.span;
            let message = format!("found a second function of the stage `{}`", name.text);
            self.report(&rules::STAGE_TWICE, name.span, message)
                .label(first, "the first one is here")
                .help("remove one of them");
            return;
        }
        self.stages.push(StageFunction { kind, body, span: name.span });
    }

    /// Reports missing stages at the end of the text.
    pub(super) fn missing_stages(&mut self) {
        if self.source.is_incomplete || self.source.shader_type.is_none_or(|name| name.text != "graphics") {
            return;
        }
        let end = self.text.trim_end().len() as u32;
        let end = Span::new(end, end);
        for (kind, rule, message, help) in [
            (StageKind::Vertex, &rules::NO_VERTEX, "found no vertex stage", "add `@vert { $Position = …; }`"),
            (
                StageKind::Fragment,
                &rules::NO_FRAGMENT,
                "found no fragment stage",
                "add `@frag { … }`; it may be empty",
            ),
        ] {
            // A misspelt stage may have been meant as this one.
            let is_known = self.stages.iter().any(|stage| stage.kind == kind);
            let is_excused = self.findings.has(&rules::UNKNOWN_STAGE);
            if !is_known && !is_excused {
                self.report(rule, end, message).help(help);
            }
        }
    }
}
