//! GLSL 450 in Vulkan's form to SPIR-V with names, through glslang.
//!
//! glslang is C++ and recurses over its syntax tree. It gets a thread with a large stack, and texts that are too long or nest too deep never
//! reach it. A fault in it still ends the process; that is why the feature is off by default.

use glassbox_core::error::ErrorList;
use glslang::{
    Compiler, ShaderInput, ShaderMessage, ShaderSource, ShaderStage, SourceLanguage, SpirvVersion,
    error::GlslangError,
};

use crate::front::{StageCompiler, StageError};
use crate::guard;
use crate::shader::Stage;

/// glslang.
pub struct Glslang;

impl StageCompiler for Glslang {
    fn compile(&self, stage: Stage, text: &str) -> Result<Vec<u32>, ErrorList<StageError>> {
        compile(stage, text)
    }
}

/// The longest text that is given to glslang, bytes.
pub const MAX_TEXT: usize = 1 << 20;

/// How deep brackets may nest.
pub const MAX_NESTING: usize = 256;

/// The SPIR-V words, version 1.0 and with names, of a stage whose entry point is `main`.
///
/// # Errors
/// What glslang says against the text; at least one complaint.
pub fn compile(stage: Stage, text: &str) -> Result<Vec<u32>, ErrorList<StageError>> {
    fits(text).map_err(|message| StageError { line: 0, message })?;
    // glslang copies pieces of what it does not know into its log byte by byte, and the binding insists on UTF-8 there.
    let text: String = text
        .chars()
        .flat_map(|c| {
            let plain = if c.is_ascii() && c != '\0' { c } else { '?' };
            std::iter::repeat_n(plain, if c.is_ascii() { 1 } else { c.len_utf8() })
        })
        .collect();
    guard::run(move || on_stack(stage, &text))
        .unwrap_or_else(|message| Err(StageError { line: 0, message }.into()))
}

fn on_stack(stage: Stage, text: &str) -> Result<Vec<u32>, ErrorList<StageError>> {
    let whole = |message: &str| ErrorList::from(StageError { line: 0, message: message.to_owned() });
    let compiler = Compiler::acquire().ok_or_else(|| whole("the compiler did not start"))?;
    let source = ShaderSource::from(text);
    let options = glslang::CompilerOptions {
        source_language: SourceLanguage::GLSL,
        target: glslang::Target::Vulkan {
            version: glslang::VulkanVersion::Vulkan1_0,
            spirv_version: SpirvVersion::SPIRV1_0,
        },
        version_profile: None,
        messages: ShaderMessage::DEFAULT | ShaderMessage::SPV_RULES | ShaderMessage::VULKAN_RULES,
    };
    let none: Option<&[(&str, Option<&str>)]> = None;
    let input =
        ShaderInput::new(&source, named(stage), &options, none, None).map_err(|error| complaints(&error))?;
    let shader = compiler.create_shader(input).map_err(|error| complaints(&error))?;
    let words = shader.compile().map_err(|error| complaints(&error))?;
    if words.len() < 5 {
        return Err(whole("the compiler wrote no module"));
    }
    Ok(words)
}

fn named(stage: Stage) -> ShaderStage {
    match stage {
        Stage::Vertex => ShaderStage::Vertex,
        Stage::TessellationControl => ShaderStage::TesselationControl,
        Stage::TessellationEvaluation => ShaderStage::TesselationEvaluation,
        Stage::Geometry => ShaderStage::Geometry,
        Stage::Task => ShaderStage::Task,
        Stage::Mesh => ShaderStage::Mesh,
        Stage::Fragment => ShaderStage::Fragment,
        Stage::Compute => ShaderStage::Compute,
        Stage::RayGeneration => ShaderStage::RayGeneration,
        Stage::Intersection => ShaderStage::Intersect,
        Stage::AnyHit => ShaderStage::AnyHit,
        Stage::ClosestHit => ShaderStage::ClosestHit,
        Stage::Miss => ShaderStage::Miss,
        Stage::Callable => ShaderStage::Callable,
    }
}

/// Says what keeps a text from glslang.
fn fits(text: &str) -> Result<(), String> {
    if text.len() > MAX_TEXT {
        return Err(format!("the text has {} bytes, expected at most {MAX_TEXT}", text.len()));
    }
    let mut depth = 0usize;
    for byte in text.bytes() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_NESTING {
            return Err(format!("brackets nest deeper than {MAX_NESTING}"));
        }
    }
    Ok(())
}

/// The errors in a log of glslang, whose lines are `ERROR: 0:LINE: WORDS`; what has no line is about the whole.
fn complaints(error: &GlslangError) -> Vec<StageError> {
    let log = match error {
        GlslangError::PreprocessError(log)
        | GlslangError::ParseError(log)
        | GlslangError::MapIoError(log)
        | GlslangError::LinkError(log) => &log.log,
        other => {
            return vec![StageError { line: 0, message: other.to_string() }];
        }
    };
    let mut list: Vec<StageError> = log.lines().filter_map(complaint).collect();
    // The count of errors at the end of the log says nothing where the errors themselves stand before it.
    if list.iter().any(|one| one.line != 0) {
        list.retain(|one| one.line != 0);
    }
    if list.is_empty() {
        list.push(StageError {
            line: 0,
            message: "the compiler refuses the text without a reason".to_owned(),
        });
    }
    list
}

fn complaint(line: &str) -> Option<StageError> {
    let text = line.strip_prefix("ERROR: ")?.trim();
    let (line, message) = match text.split_once(':') {
        Some((string, rest)) if string.bytes().all(|byte| byte.is_ascii_digit()) => {
            match rest.split_once(": ") {
                Some((line, message)) => (line.parse().unwrap_or(0), message),
                None => (0, rest),
            }
        }
        _ => (0, text),
    };
    Some(StageError { line, message: message.trim().to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_line_gives_line_and_words() {
        let at = |line, message: &str| Some(StageError { line, message: message.to_owned() });
        assert_eq!(complaint("ERROR: 0:12: 'x' : undeclared"), at(12, "'x' : undeclared"));
        assert_eq!(complaint("ERROR: Linking geometry stage: none"), at(0, "Linking geometry stage: none"));
        assert_eq!(complaint("WARNING: 0:3: odd"), None);
        assert_eq!(complaint("ERROR: 1 compilation errors."), at(0, "1 compilation errors."));
    }

    #[test]
    fn what_glslang_cannot_be_given_is_refused_before() {
        let deep = format!("void main() {{ int x = {}1{}; }}", "(".repeat(300), ")".repeat(300));
        let said = compile(Stage::Geometry, &deep).unwrap_err();
        assert!(said[0].message.contains("deeper than 256"), "{said:?}");
        let long = " ".repeat(MAX_TEXT + 1);
        assert!(compile(Stage::Geometry, &long).unwrap_err()[0].message.contains("1048577"));
    }

    #[test]
    fn any_text_is_answered() {
        for text in [
            "",
            "\0",
            "#version 450\nvoid main() { é = \0; }",
            "#version 999\n",
            "#include \"x\"\n",
            "#error ö",
        ] {
            assert!(!compile(Stage::Geometry, text).unwrap_err().is_empty(), "{text:?}");
        }
        let long_sum = format!("#version 450\nvoid main() {{ float x = 0.0{}; }}", "+ x".repeat(20000));
        let _ = compile(Stage::Vertex, &long_sum);
    }

    #[test]
    fn complaints_have_their_lines() {
        let text = "#version 450\nlayout(points) in;\nlayout(points, max_vertices = 1) out;\nvoid main() {\n  gl_Position = nothing;\n}\n";
        let said = compile(Stage::Geometry, text).unwrap_err();
        assert_eq!(said[0].line, 5, "{said:?}");
        assert!(said[0].message.contains("nothing"), "{said:?}");
    }
}
