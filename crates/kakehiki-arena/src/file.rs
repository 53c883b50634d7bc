//! Files that are there as a whole or not at all.

use std::{
    io::{self, BufWriter, Write},
    path::Path,
};

use tempfile::Builder;

/// Writes a file under another name in the same folder and renames it, so that nobody ever sees
/// half of it and an old one stays until the new one is whole.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&std::fs::File>) -> io::Result<()>,
) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut builder = Builder::new();
    // Temporary files are private by default, but this one stays, for everybody the system allows.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let mut writer = BufWriter::new(file.as_file());
    write(&mut writer)?;
    writer.flush()?;
    drop(writer);
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}
