//! Files that are there as a whole or not at all, and the folders they go into.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile};

/// A folder cannot be created or written to.
#[derive(Debug, thiserror::Error)]
#[error("cannot write into the folder {}: {source}", path.display())]
pub struct FolderError {
    /// The folder.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Creates a folder if there is none, and makes sure that files can be written into it: that should
/// be known before hours of work, not after.
///
/// # Errors
/// If it cannot be created or written to.
pub fn prepare_folder(folder: &Path) -> Result<(), FolderError> {
    fs::create_dir_all(folder)
        .and_then(|()| NamedTempFile::new_in(folder)?.close())
        .map_err(|source| FolderError { path: folder.to_owned(), source })
}

/// Writes a file under another name in the same folder and renames it, so that nobody ever sees
/// half of it and an old one stays until the new one is whole.
///
/// # Errors
/// If the file cannot be written; what was there before is then untouched.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> io::Result<()>,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn a_write_that_fails_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, |sink| sink.write_all(b"old")).unwrap();
        let failed = write_whole(&path, |sink| {
            sink.write_all(b"new")?;
            Err(io::Error::other("no more"))
        });
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        write_whole(&path, |sink| sink.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_as_public_as_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [whole, plain] = ["whole", "plain"].map(|name| folder.path().join(name));
        write_whole(&whole, |_| Ok(())).unwrap();
        File::create(&plain).unwrap();
        let mode = |path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&whole), mode(&plain));
    }

    #[test]
    fn a_folder_is_created_and_left_empty_or_named_in_the_error() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("deep/er");
        prepare_folder(&deep).unwrap();
        assert!(names(&deep).is_empty());
        let file = folder.path().join("file");
        File::create(&file).unwrap();
        for wrong in [&file, &file.join("below")] {
            let error = prepare_folder(wrong).unwrap_err().to_string();
            let expected = format!("cannot write into the folder {}: ", wrong.display());
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
