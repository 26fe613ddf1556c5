//! Tests `glassbox view` over real connections: what it answers, what it refuses, that it tells of changes, and the file
//! of `--export`.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use crate::command;
use command::{command, glassbox};

/// Only failures take this long.
const LIMIT: Duration = Duration::from_secs(120);

const PAGE: &str = "<!doctype html><html><head><title>T</title></head>\
                    <body><script>'</body><head>'</script></body></html>\n";

/// A server that ends with the test.
struct Server {
    child: Child,
    /// Address and port.
    host: String,
    /// The path of the page.
    root: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Server {
    fn start(folder: &Path, files: &[&str], input: &str) -> Server {
        fs::write(folder.join("page.html"), PAGE).expect("the file can be written");
        let arguments = [&["view", "--no-open", "--page", "page.html"], files].concat();
        let mut child = command(folder, &arguments);
        let mut child = child.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the command runs");
        let mut stdin = child.stdin.take().expect("it is piped");
        stdin.write_all(input.as_bytes()).expect("it can be written");
        drop(stdin);
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it prints a line");
        let url = line.trim_end().strip_prefix("http://").expect("an address");
        let (host, root) = url.split_once('/').expect("a path");
        Server { child, host: host.to_owned(), root: format!("/{root}") }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("it listens");
        stream.set_read_timeout(Some(LIMIT)).expect("set");
        stream
    }

    /// Asks as some client would.
    fn ask(&self, method: &str, host: &str, path: &str) -> Answer {
        let mut stream = self.connect();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .expect("sent");
        let mut all = Vec::new();
        stream.read_to_end(&mut all).expect("an answer");
        let end = all.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(all[..end].to_vec()).expect("text");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head, body: all[end + 4..].to_vec() }
    }

    /// Asks as its page does; the path begins at the page.
    fn get(&self, path: &str) -> Answer {
        self.ask("GET", &self.host, &format!("{}{path}", self.root))
    }
}

#[test]
fn it_serves_the_page_the_list_and_the_files() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::create_dir(folder.join("sub")).expect("the folder can be made");
    fs::write(folder.join("a.bin"), [0, 255, 13, 10]).expect("the file can be written");
    fs::write(folder.join("sub/b.txt"), "b").expect("the file can be written");
    let server = Server::start(folder, &["a.bin", "sub", "-", "a.bin"], "typed");
    assert!(server.host.starts_with("127.0.0.1:"), "{}", server.host);
    let secret = server.root.trim_matches('/');
    assert!(secret.len() == 32 && secret.bytes().all(|byte| byte.is_ascii_hexdigit()), "{secret}");

    let page = server.get("");
    assert_eq!(page.status, 200);
    let (head, tail) = PAGE.split_once("<title>").expect("a title");
    let expected = format!("{head}<meta name=\"glassbox-view\" content=\"1\"><title>{tail}");
    assert_eq!(String::from_utf8(page.body).expect("text"), expected);
    for header in [
        "Content-Type: text/html; charset=utf-8",
        "Cache-Control: no-store",
        "X-Content-Type-Options: nosniff",
        "Referrer-Policy: no-referrer",
        "Content-Security-Policy: default-src 'none'; ",
    ] {
        assert!(page.head.contains(&format!("\r\n{header}")), "{header}: {}", page.head);
    }

    let list: serde_json::Value = serde_json::from_slice(&server.get("files.json").body).expect("JSON");
    let sub = Path::new("sub").join("b.txt").display().to_string();
    let expected = serde_json::json!({ "files": [
        { "name": "a.bin", "url": "file/0" }, { "name": sub, "url": "file/1" }, { "name": "-", "url": "file/2" },
    ] });
    assert_eq!(list, expected);
    assert_eq!(server.get("file/0").body, [0, 255, 13, 10]);
    assert_eq!(server.get("file/1").body, b"b");
    assert_eq!(server.get("file/2").body, b"typed");

    let head = server.ask("HEAD", &server.host, &format!("{}file/0", server.root));
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert!(head.head.contains("Content-Length: 4"), "{}", head.head);

    // Each request reads the file.
    fs::write(folder.join("a.bin"), "new").expect("the file can be written");
    assert_eq!(server.get("file/0").body, b"new");
    fs::remove_file(folder.join("a.bin")).expect("the file can be removed");
    assert_eq!(server.get("file/0").status, 404);
}

#[test]
fn it_serves_nothing_else() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("a.bin"), "a").expect("the file can be written");
    let server = Server::start(folder, &["a.bin"], "");
    let host = &server.host;
    let port = host.split_once(':').expect("a port").1;
    let status = |method: &str, host: &str, path: &str| {
        let answer = server.ask(method, host, path);
        assert!(answer.status == 200 || answer.body.is_empty(), "{method} {host} {path}");
        answer.status
    };
    let (root, zeros) = (&server.root, "0".repeat(32));
    assert_eq!(status("GET", host, root), 200);
    assert_eq!(status("GET", &format!("localhost:{port}"), root), 200);
    for path in
        ["file/1", "file/-1", "file/", "file/0/", "file/a.bin", "a.bin", "page.html", "../a.bin", "?", "//"]
    {
        assert_eq!(status("GET", host, &format!("{root}{path}")), 404, "{path}");
    }
    let without_slash = root.trim_end_matches('/');
    for path in
        ["/", "/files.json", "/file/0", &format!("/{zeros}/"), without_slash, &format!("http://{host}{root}")]
    {
        assert_eq!(status("GET", host, path), 404, "{path}");
    }
    for host in ["example.com", &format!("example.com:{port}"), "127.0.0.1", "localhost", "127.0.0.1:1", ""] {
        assert_eq!(status("GET", host, root), 404, "{host}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        assert_eq!(status(method, host, root), 405, "{method}");
    }
    let mut stream = server.connect();
    write!(stream, "GET {root} HTTP/1.1\r\nConnection: close\r\n\r\n").expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 404 "), "{answer}");
    for request in [
        format!("GET {root} HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\n\r\n"),
        "nonsense\r\n\r\n".to_owned(),
        format!("GET {root} HTTP/1.1\r\n{}\r\n", "a: b\r\n".repeat(1000)),
    ] {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 40"), "{answer}");
    }
}

#[test]
fn it_tells_of_changes_and_waits_for_no_client() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("big.bin"), vec![7; 64 << 20]).expect("the file can be written");
    fs::write(folder.join("a b.bin"), "old").expect("the file can be written");
    let server = Server::start(folder, &["big.bin", "a b.bin"], "");
    let (host, root) = (&server.host, &server.root);
    // Clients that read nothing, and one that never ends its request.
    let mut idle = Vec::new();
    for path in ["file/0", "file/0", "events", "file/0", "file/0"] {
        let mut stream = server.connect();
        write!(stream, "GET {root}{path} HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
        idle.push(stream);
    }
    let mut half = server.connect();
    write!(half, "GET {root} HTTP").expect("sent");

    let mut stream = server.connect();
    write!(stream, "GET {root}events HTTP/1.1\r\nHost: {host}\r\n\r\n").expect("sent");
    let mut lines = BufReader::new(stream).lines().map(|line| line.expect("a line"));
    assert_eq!(lines.next().as_deref(), Some("HTTP/1.1 200 OK"));
    let head: Vec<String> = lines.by_ref().take_while(|line| !line.is_empty()).collect();
    assert!(head.contains(&"Content-Type: text/event-stream".to_owned()), "{head:?}");
    assert!(head.contains(&"Cache-Control: no-store".to_owned()), "{head:?}");
    for text in ["new content", "newer"] {
        fs::write(folder.join("a b.bin"), text).expect("the file can be written");
        let begun = Instant::now();
        // Without a change there are comments from time to time.
        let mut events = lines.by_ref().filter(|line| {
            assert!(begun.elapsed() < LIMIT);
            !line.is_empty() && !line.starts_with(':')
        });
        assert_eq!(events.next().as_deref(), Some("data: a b.bin"));
        assert_eq!(server.get("file/1").body, text.as_bytes());
    }
}

#[test]
fn an_export_holds_the_files() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("page.html"), PAGE).expect("the file can be written");
    fs::write(folder.join("a&b.bin"), [0, 255, 60]).expect("the file can be written");
    let mut names = vec!["a&b.bin"];
    if cfg!(unix) {
        names.push("<!--<script>\".bin");
        fs::write(folder.join(names[1]), "</script>").expect("the file can be written");
    }
    let export = |files: &[&str], out: &str| {
        glassbox(folder, &[&["view", "--page", "page.html", "--export", out], files].concat())
    };
    let done = export(&names, "out.html");
    assert!(done.status.success() && done.stdout.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
    let whole = fs::read_to_string(folder.join("out.html")).expect("the file can be read");
    let (head, tail) = PAGE.split_at(PAGE.rfind("</body>").expect("a body"));
    let inside =
        whole.strip_prefix(head).and_then(|rest| rest.strip_suffix(tail)).expect("the page around it");
    let inside = inside.strip_prefix("<script type=\"application/json\" id=\"glassbox-files\">");
    let json = inside.and_then(|rest| rest.strip_suffix("</script>\n")).expect("an element");
    assert!(!json.contains('<'), "{json}");
    let files: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let mut expected = vec![serde_json::json!({ "name": "a&b.bin", "data": "AP88" })];
    if let Some(name) = names.get(1) {
        expected.push(serde_json::json!({ "name": name, "data": "PC9zY3JpcHQ+" }));
    }
    assert_eq!(files, serde_json::Value::Array(expected));

    for input in ["a&b.bin", "page.html"] {
        let done = export(&names, input);
        assert_eq!(done.status.code(), Some(2));
        let message = String::from_utf8_lossy(&done.stderr);
        assert_eq!(message, format!("error: {input} is an input; name another file\n"));
    }
    assert_eq!(fs::read_to_string(folder.join("page.html")).expect("text"), PAGE);
    assert_eq!(export(&["missing.bin"], "other.html").status.code(), Some(2));
    assert!(!folder.join("other.html").exists());
}

#[test]
fn what_is_no_page_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    for bytes in [&b"</body> <head>"[..], b"<head>", b"\xff<head></body>", b""] {
        fs::write(folder.join("page.html"), bytes).expect("the file can be written");
        let done = glassbox(folder, &["view", "--page", "page.html"]);
        assert_eq!(done.status.code(), Some(2));
        assert_eq!(
            String::from_utf8_lossy(&done.stderr),
            "error: page.html: expected the page that .ci/page makes, an HTML document with <head> and </body>\n"
        );
    }
}

#[cfg(not(feature = "page"))]
#[test]
fn a_command_without_the_page_says_how_to_get_one() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let done = glassbox(folder.path(), &["view"]);
    assert_eq!(done.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&done.stderr),
        "error: this command was built without the page; name one with --page, or build with --features page \
         (docs/install.md)\n"
    );
}

#[cfg(feature = "page")]
#[test]
fn the_page_is_inside() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let done = glassbox(folder.path(), &["view", "--export", "-"]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let page = String::from_utf8(done.stdout).expect("text");
    assert!(page.contains("<script type=\"application/json\" id=\"glassbox-files\">[]</script>"));
}

#[test]
fn what_cannot_be_served_is_reported_first() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let folder = folder.path();
    fs::write(folder.join("page.html"), PAGE).expect("the file can be written");
    let failed = |arguments: &[&str]| {
        let done = glassbox(folder, &[&["view", "--no-open", "--page", "page.html"], arguments].concat());
        assert_eq!(done.status.code(), Some(2), "{arguments:?}");
        assert!(done.stdout.is_empty(), "{arguments:?}");
        String::from_utf8(done.stderr).expect("text")
    };
    assert!(failed(&["missing.bin"]).starts_with("error: missing.bin: "));
    assert!(failed(&["-", "-"]).starts_with("error: standard input can be read only once"));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let message = failed(&["--port", &port]);
    assert!(message.starts_with(&format!("error: port {port} cannot be used; ")), "{message}");
}
