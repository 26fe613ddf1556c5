//! Answers the requests of the page: itself, the list of files, their bytes, and a stream of events.
//!
//! Other programs on this machine can connect too, and so can any page in the user's browser. They do not know the path;
//! the name of the host is compared as well, because a foreign name can be made to lead here.

use std::borrow::Cow;
use std::io::{self, Read as _, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow};
use serde_json::json;

use super::changes::{Changes, stamps};
use super::files::Files;
use super::web_page::WebPage;

/// Headers of every answer. The policy allows what the page does and no more: scripts and styles inside it, the library
/// in WebAssembly and its worker, pictures that it has drawn, and requests to this server.
const HEADERS: &str = "Connection: close\r\n\
    Cache-Control: no-store\r\n\
    X-Content-Type-Options: nosniff\r\n\
    Referrer-Policy: no-referrer\r\n\
    Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; \
    style-src 'unsafe-inline'; img-src blob: data:; worker-src blob:; connect-src 'self' blob: data:; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n";

const HTML: &str = "Content-Type: text/html; charset=utf-8\r\n";
const JSON: &str = "Content-Type: application/json\r\n";
const BYTES: &str = "Content-Type: application/octet-stream\r\n";
const EVENTS: &str = "Content-Type: text/event-stream\r\n";

/// What a stream of events may hold between them.
const COMMENT: &[u8] = b":\n\n";

const OK: &str = "200 OK";
const NOT_FOUND: &str = "404 Not Found";

/// How long a client may be silent, or read nothing.
const PATIENCE: Duration = Duration::from_secs(60);
/// A stream of events is written to this often, which shows whether its reader is still there.
const PULSE: Duration = Duration::from_secs(15);
/// Largest head of a request. Cookies of other servers on this host come with it.
const LARGEST_HEAD: usize = 64 << 10;
/// Most headers of a request.
const MOST_HEADERS: usize = 100;

/// A server that listens.
pub(super) struct Server {
    listener: TcpListener,
    site: Arc<Site>,
    url: String,
}

/// What is served.
struct Site {
    /// The path of the page, which nobody can guess.
    root: String,
    /// The names by which a browser may call this server.
    hosts: Vec<String>,
    page: String,
    files: Files,
    changes: Changes,
}

/// What a request says.
struct Request<'a> {
    method: &'a str,
    path: &'a str,
    /// `None` unless there is exactly one.
    host: Option<&'a [u8]>,
}

/// An answer.
enum Answer<'a> {
    /// Content with the header of its type.
    Content(&'static str, Cow<'a, [u8]>),
    /// The stream of changes.
    Events,
    /// A status without content.
    Refused(&'static str),
}

impl Server {
    /// Starts to listen and to watch the files. Port 0 is any free one.
    pub(super) fn start(port: u16, page: &WebPage, files: Files) -> Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).with_context(|| {
            format!("port {port} cannot be used; name another one with --port, or leave it out")
        })?;
        let port = listener.local_addr()?.port();
        let mut secret = [0; 16];
        getrandom::fill(&mut secret).map_err(|error| anyhow!("the system gave no random bits: {error}"))?;
        let root = format!("/{:032x}/", u128::from_be_bytes(secret));
        let url = format!("http://127.0.0.1:{port}{root}");
        let known = stamps(&files);
        let changes = Changes::new(files.len());
        let site = Arc::new(Site { root, hosts: hosts(port), page: page.served(), files, changes });
        let watched = Arc::clone(&site);
        thread::Builder::new()
            .spawn(move || watched.changes.watch(&watched.files, known))
            .context("the files cannot be watched")?;
        Ok(Server { listener, site, url })
    }

    /// The address of the page.
    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Serves until the process ends.
    pub(super) fn run(&self) -> ! {
        loop {
            let Ok((stream, _)) = self.listener.accept() else {
                // The client has gone again, or there are too many at the moment.
                thread::sleep(Duration::from_millis(100));
                continue;
            };
            let site = Arc::clone(&self.site);
            // A thread for each, so that no client waits for another one. Without a thread the connection is closed. Clients that
            // go away are no failure.
            let _ = thread::Builder::new().spawn(move || site.serve(stream));
        }
    }
}

/// Values of the header `Host` for a port. Browsers leave the usual port out.
fn hosts(port: u16) -> Vec<String> {
    let names = ["127.0.0.1", "localhost"];
    let mut hosts: Vec<String> = names.iter().map(|name| format!("{name}:{port}")).collect();
    if port == 80 {
        hosts.extend(names.map(str::to_owned));
    }
    hosts
}

impl Site {
    /// Answers the one request of a connection.
    fn serve(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let head = read_head(&mut stream)?;
        let mut headers = [httparse::EMPTY_HEADER; MOST_HEADERS];
        let request = Request::parse(&head, &mut headers);
        let is_whole = request.as_ref().is_none_or(|request| request.method != "HEAD");
        match request.map_or(Answer::Refused("400 Bad Request"), |request| self.answer(&request)) {
            Answer::Events if is_whole => self.stream(stream),
            Answer::Events => write(&mut stream, OK, EVENTS, &[]),
            Answer::Content(kind, bytes) => {
                let kind = format!("{kind}Content-Length: {}\r\n", bytes.len());
                write(&mut stream, OK, &kind, if is_whole { &bytes } else { &[] })
            }
            Answer::Refused(status) => write(&mut stream, status, "Content-Length: 0\r\n", &[]),
        }
    }

    fn answer(&self, request: &Request<'_>) -> Answer<'_> {
        let host = request.host;
        if !host.is_some_and(|host| self.hosts.iter().any(|name| name.as_bytes() == host)) {
            return Answer::Refused(NOT_FOUND);
        }
        if !matches!(request.method, "GET" | "HEAD") {
            return Answer::Refused("405 Method Not Allowed\r\nAllow: GET, HEAD");
        }
        self.content(request.path).unwrap_or(Answer::Refused(NOT_FOUND))
    }

    /// What is at a path.
    fn content(&self, path: &str) -> Option<Answer<'_>> {
        let answer = match path.strip_prefix(self.root.as_str())? {
            "" => Answer::Content(HTML, Cow::Borrowed(self.page.as_bytes())),
            "files.json" => Answer::Content(JSON, Cow::Owned(self.list())),
            "events" => Answer::Events,
            file => {
                let number = file.strip_prefix("file/")?.parse().ok()?;
                Answer::Content(BYTES, self.files.read(number)?.ok()?)
            }
        };
        Some(answer)
    }

    fn list(&self) -> Vec<u8> {
        let files = self.files.names().enumerate();
        let files: Vec<_> =
            files.map(|(number, name)| json!({ "name": name, "url": format!("file/{number}") })).collect();
        json!({ "files": files }).to_string().into_bytes()
    }

    /// Names files as they change, until the client is gone.
    fn stream(&self, mut stream: TcpStream) -> io::Result<()> {
        let mut known = self.changes.reader();
        write(&mut stream, OK, EVENTS, COMMENT)?;
        loop {
            let changed = self.changes.next(&mut known, PULSE);
            let mut text: Vec<u8> = if changed.is_empty() { COMMENT.to_vec() } else { Vec::new() };
            for number in changed {
                text.extend_from_slice(event(self.files.name(number)).as_bytes());
            }
            stream.write_all(&text)?;
        }
    }
}

impl<'a> Request<'a> {
    fn parse(head: &'a [u8], headers: &mut [httparse::Header<'a>]) -> Option<Request<'a>> {
        let mut request = httparse::Request::new(headers);
        request.parse(head).ok()?;
        let mut hosts = request.headers.iter().filter(|header| header.name.eq_ignore_ascii_case("Host"));
        let host = hosts.next().filter(|_| hosts.next().is_none()).map(|header| header.value);
        Some(Request { method: request.method?, path: request.path?, host })
    }
}

/// Reads a request up to the empty line.
fn read_head(stream: &mut TcpStream) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let mut some = [0; 4096];
    while !head.windows(4).any(|end| end == b"\r\n\r\n") {
        let count = stream.read(&mut some)?;
        if count == 0 || head.len() + count > LARGEST_HEAD {
            return Err(io::ErrorKind::InvalidData.into());
        }
        head.extend_from_slice(&some[..count]);
    }
    Ok(head)
}

/// Writes an answer; `headers` are those besides the ones of every answer.
fn write(stream: &mut TcpStream, status: &str, headers: &str, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(format!("HTTP/1.1 {status}\r\n{HEADERS}{headers}\r\n").as_bytes())?;
    stream.write_all(bytes)
}

/// An event with a text, which may have several lines.
fn event(text: &str) -> String {
    let lines = text.split(['\n', '\r']).map(|line| format!("data: {line}\n"));
    lines.chain(["\n".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use super::{event, hosts};

    #[test]
    fn every_line_of_an_event_is_data() {
        assert_eq!(event("a b"), "data: a b\n\n");
        assert_eq!(event("a\nb"), "data: a\ndata: b\n\n");
    }

    #[test]
    fn the_usual_port_may_be_left_out() {
        assert_eq!(hosts(8000), ["127.0.0.1:8000", "localhost:8000"]);
        assert_eq!(hosts(80), ["127.0.0.1:80", "localhost:80", "127.0.0.1", "localhost"]);
    }
}
