//! Worker process that loads the library.

use std::io::{self, Read, Write};
use std::path::Path;

use crate::answer::{Request, Response};
use crate::com::Library;

/// First argument that makes a program a worker; the second is the path of the library.
pub const WORD: &str = "dxcompiler-worker";

/// Serves one request. Nothing else may be written to the output.
///
/// # Errors
///
/// Fails if the request cannot be read or the response cannot be written.
pub fn serve(path: &Path, input: &mut dyn Read, output: &mut dyn Write) -> io::Result<()> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let question = Request::decode(&bytes).ok_or_else(|| {
        io::Error::new(io::ErrorKind::InvalidData, "found no request for a dxcompiler library")
    })?;
    let answer = answer(path, &question).unwrap_or_else(|message| Response {
        status: u32::MAX,
        bytes: Vec::new(),
        message,
    });
    output.write_all(&answer.encode())?;
    output.flush()
}

fn answer(path: &Path, question: &Request) -> Result<Response, String> {
    let library = Library::load(path)?;
    match question {
        Request::Version => Ok(Response {
            bytes: format!("{}.{}", library.version.0, library.version.1).into_bytes(),
            ..Response::default()
        }),
        Request::Link { entry, profile, arguments, libraries } => {
            library.link(entry, profile, arguments, libraries)
        }
        Request::Validate(bytes) => library.validate(bytes),
        Request::Disassemble(bytes) => library.disassemble(bytes),
        Request::Compile { entry, profile, arguments, source } => {
            library.compile(entry, profile, arguments, source)
        }
    }
}
