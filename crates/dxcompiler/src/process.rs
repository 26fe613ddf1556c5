//! Starts the process that loads the library and waits for it.

use std::fmt;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use crate::answer::{Request, Response};
use crate::worker::WORD;

/// Maximum size of a response in bytes.
const MAX_ANSWER: u64 = 1 << 31;
/// Maximum number of bytes kept from standard error.
const MAX_SAID: u64 = 64 << 10;

/// Reason for a missing response.
#[derive(Debug)]
pub enum RequestError {
    /// The process could not be started.
    Start(std::io::Error),
    /// Time limit exceeded; the process was killed.
    Slow(Duration),
    /// The process ended without a response, for example in a crash: exit status and standard
    /// error.
    Died(Option<ExitStatus>, String),
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Start(error) => {
                write!(f, "the process for the dxcompiler library cannot be started: {error}")
            }
            RequestError::Slow(limit) => write!(
                f,
                "the dxcompiler library gave no answer within {} seconds and was ended",
                limit.as_secs()
            ),
            RequestError::Died(status, said) => {
                f.write_str("the dxcompiler library ended without an answer")?;
                if let Some(status) = status {
                    write!(f, " ({status})")?;
                }
                match said.trim() {
                    "" => Ok(()),
                    said => write!(f, ": {said}"),
                }
            }
        }
    }
}

impl std::error::Error for RequestError {}

/// Sends a request to a separate process: `program` has to call [`serve`](crate::worker::serve) if
/// its first argument is [`WORD`]. The process is killed when the time limit expires.
///
/// # Errors
///
/// Fails if the process cannot be started, is too slow, or ends without a response. A request
/// refused by the library is an [`Response`].
pub fn ask(
    program: &Path,
    library: &Path,
    question: &Request,
    limit: Duration,
) -> Result<Response, RequestError> {
    let mut child = Command::new(program)
        .arg(WORD)
        .arg(library)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(RequestError::Start)?;
    let bytes = question.encode();
    if let Some(mut input) = child.stdin.take() {
        // A process that ends early closes the pipe; the missing response is reported below.
        std::thread::spawn(move || input.write_all(&bytes));
    }
    let (sender, receiver) = channel();
    if let Some(output) = child.stdout.take() {
        let sender = sender.clone();
        std::thread::spawn(move || sender.send((true, drain(output, MAX_ANSWER))));
    }
    if let Some(output) = child.stderr.take() {
        std::thread::spawn(move || sender.send((false, drain(output, MAX_SAID))));
    }
    let deadline = Instant::now() + limit;
    let (mut answer, mut said) = (Vec::new(), Vec::new());
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left) {
            Ok((true, bytes)) => answer = bytes,
            Ok((false, bytes)) => said = bytes,
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {
                end(&mut child);
                return Err(RequestError::Slow(limit));
            }
        }
    }
    // Both outputs are closed, so there is nothing left to read.
    let status = wait(&mut child, deadline);
    // The library may crash at process exit, after its response.
    Response::decode(&answer)
        .ok_or_else(|| RequestError::Died(status, String::from_utf8_lossy(&said).into_owned()))
}

/// Reads to the end and keeps the first `most` bytes.
fn drain(mut from: impl Read, most: u64) -> Vec<u8> {
    let mut kept = Vec::new();
    let _ = from.by_ref().take(most).read_to_end(&mut kept);
    let _ = std::io::copy(&mut from, &mut std::io::sink());
    kept
}

fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    while Instant::now() < deadline {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) => std::thread::sleep(Duration::from_millis(2)),
            Err(_) => break,
        }
    }
    end(child);
    None
}

fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
