//! Wire format of requests and responses: a magic number, then length-prefixed fields,
//! little-endian.

/// Magic number of a request.
const QUESTION: [u8; 4] = *b"DXCQ";
/// Magic number of a response.
const ANSWER: [u8; 4] = *b"DXCA";

/// Request to a `dxcompiler` library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Request {
    /// Get the version.
    Version,
    /// Link libraries.
    Link {
        /// Entry point; empty for a library.
        entry: String,
        /// Profile, such as `ps_6_0`.
        profile: String,
        /// Command-line arguments, such as `-exports`.
        arguments: Vec<String>,
        /// Names and contents of the libraries, in order.
        libraries: Vec<(String, Vec<u8>)>,
    },
    /// Validate a container.
    Validate(Vec<u8>),
    /// Disassemble a container.
    Disassemble(Vec<u8>),
    /// Compile HLSL.
    Compile {
        /// Entry point.
        entry: String,
        /// Profile, such as `ps_6_0`.
        profile: String,
        /// Command-line arguments, such as `-WX`.
        arguments: Vec<String>,
        /// Source text.
        source: Vec<u8>,
    },
}

/// Response of a `dxcompiler` library.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Response {
    /// HRESULT; 0 on success.
    pub status: u32,
    /// Container, listing or version; empty if there is none.
    pub bytes: Vec<u8>,
    /// Messages from the library.
    pub message: String,
}

impl Response {
    /// True on success.
    pub fn is_fine(&self) -> bool {
        self.status == 0
    }

    /// Encodes the response.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = ANSWER.to_vec();
        out.extend_from_slice(&self.status.to_le_bytes());
        put(&mut out, &self.bytes);
        put(&mut out, self.message.as_bytes());
        out
    }

    /// Decodes a response; `None` if it is malformed or truncated.
    pub fn decode(bytes: &[u8]) -> Option<Response> {
        let mut from = bytes.strip_prefix(&ANSWER)?;
        Some(Response {
            status: word(&mut from)?,
            bytes: take(&mut from)?.to_vec(),
            message: text(&mut from)?,
        })
    }
}

impl Request {
    /// Encodes the request.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = QUESTION.to_vec();
        match self {
            Request::Version => out.push(0),
            Request::Link { entry, profile, arguments, libraries } => {
                out.push(1);
                put(&mut out, entry.as_bytes());
                put(&mut out, profile.as_bytes());
                out.extend_from_slice(&(arguments.len() as u32).to_le_bytes());
                for argument in arguments {
                    put(&mut out, argument.as_bytes());
                }
                out.extend_from_slice(&(libraries.len() as u32).to_le_bytes());
                for (name, bytes) in libraries {
                    put(&mut out, name.as_bytes());
                    put(&mut out, bytes);
                }
            }
            Request::Validate(bytes) => {
                out.push(2);
                put(&mut out, bytes);
            }
            Request::Disassemble(bytes) => {
                out.push(3);
                put(&mut out, bytes);
            }
            Request::Compile { entry, profile, arguments, source } => {
                out.push(4);
                put(&mut out, entry.as_bytes());
                put(&mut out, profile.as_bytes());
                out.extend_from_slice(&(arguments.len() as u32).to_le_bytes());
                for argument in arguments {
                    put(&mut out, argument.as_bytes());
                }
                put(&mut out, source);
            }
        }
        out
    }

    /// Decodes a request; `None` if it is malformed or truncated.
    pub fn decode(bytes: &[u8]) -> Option<Request> {
        let from = bytes.strip_prefix(&QUESTION)?;
        let (&kind, mut from) = from.split_first()?;
        Some(match kind {
            0 => Request::Version,
            1 => Request::Link {
                entry: text(&mut from)?,
                profile: text(&mut from)?,
                arguments: list(&mut from, text)?,
                libraries: list(&mut from, |from| Some((text(from)?, take(from)?.to_vec())))?,
            },
            2 => Request::Validate(take(&mut from)?.to_vec()),
            3 => Request::Disassemble(take(&mut from)?.to_vec()),
            4 => Request::Compile {
                entry: text(&mut from)?,
                profile: text(&mut from)?,
                arguments: list(&mut from, text)?,
                source: take(&mut from)?.to_vec(),
            },
            _ => return None,
        })
    }
}

fn put(out: &mut Vec<u8>, bytes: &[u8]) {
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

fn word(from: &mut &[u8]) -> Option<u32> {
    let (word, rest) = from.split_first_chunk()?;
    *from = rest;
    Some(u32::from_le_bytes(*word))
}

fn take<'a>(from: &mut &'a [u8]) -> Option<&'a [u8]> {
    let size = word(from)?;
    let (bytes, rest) = from.split_at_checked(size as usize)?;
    *from = rest;
    Some(bytes)
}

fn text(from: &mut &[u8]) -> Option<String> {
    Some(String::from_utf8_lossy(take(from)?).into_owned())
}

fn list<T>(from: &mut &[u8], mut item: impl FnMut(&mut &[u8]) -> Option<T>) -> Option<Vec<T>> {
    let count = word(from)?;
    let mut items = Vec::new();
    for _ in 0..count {
        items.push(item(from)?);
    }
    Some(items)
}

#[cfg(test)]
mod tests {
    use super::{Request, Response};

    #[test]
    fn what_is_written_is_read() {
        let link = Request::Link {
            entry: "PSMain".to_owned(),
            profile: "ps_6_0".to_owned(),
            arguments: vec!["-exports".to_owned(), "f".to_owned()],
            libraries: vec![("a".to_owned(), vec![1, 2]), ("b".to_owned(), Vec::new())],
        };
        let compile = Request::Compile {
            entry: "main".to_owned(),
            profile: "vs_6_0".to_owned(),
            arguments: vec!["-WX".to_owned()],
            source: b"void main() {}".to_vec(),
        };
        for question in
            [Request::Version, link, compile, Request::Validate(vec![7]), Request::Disassemble(vec![])]
        {
            let bytes = question.encode();
            assert_eq!(Request::decode(&bytes), Some(question));
            for cut in 0..bytes.len() {
                assert_eq!(Request::decode(&bytes[..cut]), None, "{cut}");
            }
        }
        let answer = Response { status: 0x8000_4005, bytes: vec![3; 5], message: "no".to_owned() };
        assert_eq!(Response::decode(&answer.encode()), Some(answer));
    }

    #[test]
    fn counts_that_are_not_there_cost_nothing() {
        let mut bytes = Request::Link {
            entry: String::new(),
            profile: String::new(),
            arguments: Vec::new(),
            libraries: Vec::new(),
        }
        .encode();
        let end = bytes.len();
        bytes[end - 4..].copy_from_slice(&[0xFF; 4]);
        assert_eq!(Request::decode(&bytes), None);
    }
}
