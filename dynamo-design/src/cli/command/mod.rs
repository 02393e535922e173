//! The commands, one file each.

mod backfill;
mod create;
mod diff;
mod explain;
mod export;
#[cfg(feature = "import")]
mod import;
mod verify;

use std::path::Path;

use super::Failure;

/// Writes a file, and creates its directories.
fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::Other(format!("`{}`: {error}", path.display()));
    if let Some(parent) = path.parent() {
        std::fs::create_dir_all(parent).map_err(failed)?;
    }
    std::fs::write(path, text).map_err(failed)
}

/// Reads a file; `None` if there is none.
fn read(path: &Path) -> Result<Option<String>, Failure> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::Other(format!("`{}`: {error}", path.display()))),
    }
}
