//! Prints what the crate `bpx` reads in a shader package, a line a thing, in the form that `crates/formats/bpx/tests/reference.rs`
//! gives its own reading.
//!
//!     bpx-reader FILE [DEPTH]
//!
//! DEPTH is the crate's limit for structured data; its own, 4, is too low for most constant buffers.

use std::fmt::{Display, Write};
use std::fs::File;
use std::io::BufReader;

use bpx::sd::Value;
use bpx::shader::symbol::{FLAG_EXTENDED_DATA, FLAG_REGISTER};
use bpx::shader::{OpenOptions, ShaderPack};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(path) = arguments.first() else {
        eprintln!("usage: bpx-reader FILE [DEPTH]");
        std::process::exit(2);
    };
    let depth = arguments.get(1).and_then(|depth| depth.parse().ok());
    match read(path, depth) {
        Ok(text) => print!("{text}"),
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }
}

fn said(what: &str, error: impl Display) -> String {
    format!("{what}: {error}")
}

fn read(path: &str, depth: Option<usize>) -> Result<String, String> {
    let file = File::open(path).map_err(|error| said("file", error))?;
    let mut options = OpenOptions::from(BufReader::new(file));
    if let Some(depth) = depth {
        options = options.max_depth(depth);
    }
    let pack = ShaderPack::open(options).map_err(|error| said("pack", error))?;
    let mut out = String::new();
    let settings = pack.settings();
    let _ = writeln!(out, "pack {:?} {:?} {:016x}", settings.target, settings.ty, settings.assembly_hash);
    let symbols = pack.symbols().map_err(|error| said("symbols", error))?;
    for (index, symbol) in symbols.iter().enumerate() {
        let name = symbols.load_name(symbol).map_err(|error| said("name", error))?;
        let _ = write!(out, "symbol {name} {:?} {:03x}", symbol.ty, symbol.flags);
        if symbol.flags & FLAG_REGISTER != 0 {
            let _ = write!(out, " register {}", symbol.register);
        }
        if symbol.flags & FLAG_EXTENDED_DATA != 0 {
            let data = symbols
                .load_extended_data(symbol)
                .map_err(|error| said(&format!("data of symbol {index}"), error))?;
            out.push(' ');
            value(data, &mut out);
        }
        out.push('\n');
    }
    let shaders = pack.shaders();
    for handle in shaders.iter() {
        let shader = shaders.load(handle).map_err(|error| said("shader", error))?;
        let _ = writeln!(out, "shader {:?} {} bytes {:016x}", shader.stage, shader.data.len(), fnv(&shader.data));
    }
    Ok(out)
}

/// A value in one line; the properties of an object by their hashes, for the crate keeps no order.
fn value(of: &Value, out: &mut String) {
    let _ = match of {
        Value::Null => write!(out, "null"),
        Value::Bool(value) => write!(out, "{value}"),
        Value::Uint8(value) => write!(out, "{value}u8"),
        Value::Uint16(value) => write!(out, "{value}u16"),
        Value::Uint32(value) => write!(out, "{value}u32"),
        Value::Uint64(value) => write!(out, "{value}u64"),
        Value::Int8(value) => write!(out, "{value}i8"),
        Value::Int16(value) => write!(out, "{value}i16"),
        Value::Int32(value) => write!(out, "{value}i32"),
        Value::Int64(value) => write!(out, "{value}i64"),
        Value::Float(value) => write!(out, "{:08x}f32", value.to_bits()),
        Value::Double(value) => write!(out, "{:016x}f64", value.to_bits()),
        Value::String(text) => write!(out, "\"{}\"", text.escape_default()),
        Value::Array(array) => {
            out.push('[');
            for item in array.iter() {
                value(item, out);
                out.push(' ');
            }
            write!(out, "]")
        }
        Value::Object(object) => {
            let mut properties: Vec<(u64, &Value)> =
                object.iter().map(|(name, value)| (name.into_inner(), value)).collect();
            properties.sort_by_key(|(hash, _)| *hash);
            out.push('{');
            for (hash, item) in properties {
                let _ = write!(out, "{hash:016x}=");
                value(item, out);
                out.push(' ');
            }
            write!(out, "}}")
        }
    };
}

/// FNV-1a with 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}
