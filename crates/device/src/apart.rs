//! Runs other programs, and this one once more, in a process of its own: drivers crash, hang, and take all memory on some modules.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a process that works is left alone before it is looked at again.
const PAUSE: Duration = Duration::from_millis(5);

/// How a process ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit status.
    Status(i32),
    /// It crashed.
    Crash,
    /// It took too long and was ended.
    TimeOut,
}

/// What a program prints on its standard output, and how it ends: after a time it is ended.
///
/// # Panics
/// If the program cannot be started.
pub fn output(command: &mut Command, patience: Duration) -> (String, End) {
    let started = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = started.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let pipe = child.stdout.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        let _ = pipe.map(|mut pipe| pipe.read_to_end(&mut text));
        String::from_utf8_lossy(&text).into_owned()
    });
    let start = Instant::now();
    let mut is_late = false;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status.code(),
            Err(_) => break None,
            Ok(None) => std::thread::sleep(PAUSE),
        }
        if start.elapsed() > patience {
            is_late = true;
            let _ = child.kill();
        }
    };
    let end = match status {
        _ if is_late => End::TimeOut,
        Some(status) => End::Status(status),
        None => End::Crash,
    };
    (reader.join().unwrap_or_default(), end)
}

/// A command for a program with a limit of memory, in megabytes.
#[must_use]
pub fn limited(program: &Path, megabytes: u64) -> Command {
    let mut command = Command::new("sh");
    let limit = format!("ulimit -c 0; ulimit -v {}; exec \"$0\" \"$@\"", megabytes * 1024);
    command.arg("-c").arg(limit).arg(program);
    command
}

/// A file that is removed at the end.
pub struct File(pub PathBuf);

impl File {
    /// A file of this process with an extension.
    #[must_use]
    pub fn new(extension: &str) -> File {
        File(std::env::temp_dir().join(format!("glassbox-device-{}.{extension}", std::process::id())))
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Compiles a stage in GLSL with glslangValidator; the extension of its files states the stage.
///
/// # Errors
/// What the compiler says.
pub fn glslang(text: &str, extension: &str, switches: &[&str]) -> Result<Vec<u32>, String> {
    let (source, target) = (File::new(extension), File::new("spv"));
    std::fs::write(&source.0, text).map_err(|error| error.to_string())?;
    let mut command = Command::new("glslangValidator");
    compiled(command.arg("-V").args(switches).arg(&source.0).arg("-o").arg(&target.0), &target)
}

/// The module that a compiler writes to a file.
///
/// # Errors
/// What the compiler says.
pub fn compiled(command: &mut Command, target: &File) -> Result<Vec<u32>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.code().is_none_or(|code| code >= SIGNALS) {
        return Err(CRASHES.to_owned());
    }
    if !output.status.success() {
        let said = [output.stdout, output.stderr].concat();
        return Err(String::from_utf8_lossy(&said).trim().to_owned());
    }
    let bytes = std::fs::read(&target.0).map_err(|error| error.to_string())?;
    Ok(bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect())
}

/// What is said of a compiler that ends by a signal.
pub const CRASHES: &str = "the compiler crashes";
/// Exit statuses from here on are signals, as shells report them.
const SIGNALS: i32 = 128;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_end_by_themselves_or_are_ended() {
        let shell = |text: &str, patience| {
            output(Command::new("sh").args(["-c", text]), Duration::from_millis(patience))
        };
        assert_eq!(shell("echo one; exit 3", 60_000), ("one\n".to_owned(), End::Status(3)));
        assert_eq!(shell("exec sleep 60", 50).1, End::TimeOut);
        assert_eq!(shell("kill -9 $$", 60_000).1, End::Crash);
    }

    #[test]
    fn memory_is_limited() {
        let mut command = limited(Path::new("sh"), 64);
        let (text, end) = output(command.args(["-c", "ulimit -v"]), Duration::from_secs(60));
        assert_eq!((text.trim(), end), ("65536", End::Status(0)));
    }
}
