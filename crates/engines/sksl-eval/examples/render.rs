//! Draws a program: `render FILE WIDTH HEIGHT OUT [--f32] [--no-optimize] [name=v,v,…]…`.
//!
//! The file's suffix says what it is: `.rts`, `.rtcf`, `.rtb`, `.frag`; any other is a shader. OUT gets rows from the top,
//! four components a pixel, as bytes or as floats. A child is a colour, `name=r,g,b,a`.

use std::error::Error;
use std::sync::Arc;

use glassbox_sksl::raw::ProgramKind;
use glassbox_sksl_eval::{Child, Code, Effect, Frame, Settings};
use glassbox_sksl_lang::{Options, compile};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_float = arguments.iter().any(|argument| argument == "--f32");
    let rest: Vec<&str> =
        arguments.iter().map(String::as_str).filter(|argument| !argument.starts_with("--")).collect();
    let [file, width, height, out, values @ ..] = &rest[..] else {
        return Err("render FILE WIDTH HEIGHT OUT [--f32] [--no-optimize] [name=v,v,…]…".into());
    };
    let kind = match file.rsplit_once('.').map_or("", |(_, suffix)| suffix) {
        "rtcf" => ProgramKind::COLOR_FILTER,
        "rtb" => ProgramKind::BLENDER,
        "frag" => ProgramKind::FRAGMENT,
        _ => ProgramKind::SHADER,
    };
    let mut options = Options::new(kind);
    options.optimize = !arguments.iter().any(|argument| argument == "--no-optimize");
    let compilation = compile(&std::fs::read_to_string(file)?, &options);
    let Some(program) = compilation.program else {
        return Err(first(&compilation.findings));
    };
    let code = Code::compile(&program, &Settings::default()).map_err(|findings| first(&findings))?;
    let code = Arc::new(code);
    eprintln!("{} instructions, {} registers", code.instructions(), code.registers());
    let mut effect = Effect::new(Arc::clone(&code));
    for value in values {
        let (name, numbers) = value.split_once('=').ok_or("expected name=v,v,…")?;
        let numbers: Vec<f64> = numbers.split(',').map(str::parse).collect::<Result<_, _>>()?;
        if code.children().iter().any(|child| child.name == name) {
            let color: [f64; 4] = numbers.try_into().map_err(|_| "expected name=r,g,b,a")?;
            effect.set_child(name, Child::Color(color.map(|number| number as f32)))
        } else {
            effect.set_uniform(name, &numbers)
        }
        .map_err(|finding| finding.message)?;
    }
    let mut frame = Frame::new(width.parse()?, height.parse()?);
    if let Ok(threads) = std::env::var("THREADS") {
        frame.threads = threads.parse()?;
    }
    let size = frame.width as usize * frame.height as usize * 4;
    let start = std::time::Instant::now();
    let bytes: Vec<u8> = if is_float {
        let mut picture = vec![0.0f32; size];
        effect.render(&frame, &mut picture, &|_| ()).map_err(|finding| finding.message)?;
        picture.iter().flat_map(|component| component.to_le_bytes()).collect()
    } else {
        let mut picture = vec![0u8; size];
        effect.render(&frame, &mut picture, &|_| ()).map_err(|finding| finding.message)?;
        picture
    };
    eprintln!("drawn in {:?}", start.elapsed());
    std::fs::write(out, bytes)?;
    Ok(())
}

fn first(findings: &[glassbox_core::diagnostic::Diagnostic]) -> Box<dyn Error> {
    match findings.first() {
        Some(finding) => format!("{}: {} at {:?}", finding.rule.id, finding.message, finding.location).into(),
        None => "no program".into(),
    }
}
