//! Worker process that loads the library.

use std::io::{self, Read, Write};
use std::path::Path;

use crate::answer::{Answer, Question};
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
    let question = Question::decode(&bytes).ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::InvalidData,
            "found no question for a dxcompiler library",
        )
    })?;
    let answer = answer(path, &question).unwrap_or_else(|message| Answer {
        status: u32::MAX,
        bytes: Vec::new(),
        message,
    });
    output.write_all(&answer.encode())?;
    output.flush()
}

fn answer(path: &Path, question: &Question) -> Result<Answer, String> {
    let library = Library::load(path)?;
    match question {
        Question::Version => Ok(Answer {
            bytes: format!("{}.{}", library.version.0, library.version.1).into_bytes(),
            ..Answer::default()
        }),
        Question::Link {
            entry,
            profile,
            arguments,
            libraries,
        } => library.link(entry, profile, arguments, libraries),
        Question::Validate(bytes) => library.validate(bytes),
        Question::Disassemble(bytes) => library.disassemble(bytes),
        Question::Compile {
            entry,
            profile,
            arguments,
            source,
        } => library.compile(entry, profile, arguments, source),
    }
}
