//! Locates the `dxcompiler` library.

use std::path::{Path, PathBuf};

/// Environment variable with the path of the library.
pub const VARIABLE: &str = "GLASSBOX_DXCOMPILER";

/// File names of the library on this system.
pub fn usual_names() -> &'static [&'static str] {
    if cfg!(windows) {
        &["dxcompiler.dll"]
    } else if cfg!(target_os = "macos") {
        &["libdxcompiler.dylib", "libdxcompiler.3.7.dylib"]
    } else {
        &["libdxcompiler.so", "libdxcompiler.so.3.7"]
    }
}

/// Library to load: `named`, else the one from the environment, else one next to this program, else
/// the usual name for the system loader. A folder selects the library in it.
pub fn find(named: Option<&Path>) -> PathBuf {
    let variable = std::env::var_os(VARIABLE).map(PathBuf::from);
    let named = named.map(Path::to_owned);
    if let Some(path) = named.or(variable.filter(|path| !path.as_os_str().is_empty())) {
        return within(&path).unwrap_or(path);
    }
    let program = std::env::current_exe().ok();
    let beside = program.as_deref().and_then(Path::parent).and_then(within);
    beside.unwrap_or_else(|| PathBuf::from(usual_names().first().copied().unwrap_or_default()))
}

/// Library in a folder.
fn within(folder: &Path) -> Option<PathBuf> {
    let mut paths = usual_names().iter().map(|name| folder.join(name));
    paths.find(|path| path.is_file())
}
