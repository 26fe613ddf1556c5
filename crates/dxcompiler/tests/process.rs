//! Tests unusable libraries, programs that are silent, crash or hang, and responses of a real
//! library.

use std::path::{Path, PathBuf};
use std::time::Duration;

use glassbox_dxcompiler::{Request, RequestError, VARIABLE, ask, find};

const LONG: Duration = Duration::from_secs(60);

fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_glassbox-dxcompiler"))
}

#[test]
fn a_missing_library_is_an_answer() {
    let answer =
        ask(&program(), Path::new("no/such/library.so"), &Request::Version, LONG).expect("an answer");
    assert_eq!(answer.status, u32::MAX);
    assert!(answer.message.contains("no/such/library.so cannot be loaded"), "{}", answer.message);
}

#[cfg(target_os = "linux")]
#[test]
fn another_library_is_an_answer() {
    let answer = ask(&program(), Path::new("libc.so.6"), &Request::Version, LONG).expect("an answer");
    assert_eq!(answer.status, u32::MAX);
    assert!(answer.message.contains("libc.so.6 is not a dxcompiler library"), "{}", answer.message);
}

#[cfg(unix)]
#[test]
fn programs_that_give_no_answer_are_told() {
    let question = Request::Validate(vec![0; 1 << 20]);
    // Exits without reading the request.
    let trouble = ask(Path::new("/bin/false"), Path::new("x"), &question, LONG).expect_err("no answer");
    assert!(matches!(trouble, RequestError::Died(Some(_), _)), "{trouble}");
    let trouble =
        ask(Path::new("/no/such/program"), Path::new("x"), &question, LONG).expect_err("no program");
    assert!(matches!(trouble, RequestError::Start(_)), "{trouble}");
}

#[cfg(unix)]
#[test]
fn a_process_that_hangs_is_ended() {
    use std::os::unix::fs::PermissionsExt as _;

    let folder = std::env::temp_dir().join(format!("glassbox-hang-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let script = folder.join("hang");
    std::fs::write(&script, "#!/bin/sh\nexec sleep 600\n").expect("a script");
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    let limit = Duration::from_millis(200);
    let trouble = ask(&script, Path::new("x"), &Request::Version, limit).expect_err("no answer");
    assert!(matches!(trouble, RequestError::Slow(_)), "{trouble}");
    std::fs::remove_dir_all(&folder).expect("it is ours");
}

#[test]
#[ignore = "needs GLASSBOX_DXCOMPILER: a dxcompiler library"]
fn needs_dxcompiler_a_real_library_answers() {
    assert!(std::env::var_os(VARIABLE).is_some(), "set {VARIABLE} to a dxcompiler library");
    let library = find(None);
    let version = ask(&program(), &library, &Request::Version, LONG).expect("an answer");
    assert!(version.is_fine(), "{}", version.message);
    assert!(version.bytes.starts_with(b"1."), "{:?}", version.bytes);
    // The library rejects invalid containers with a message or a status.
    let refused =
        ask(&program(), &library, &Request::Validate(b"no container".to_vec()), LONG).expect("an answer");
    assert!(!refused.is_fine());
}
