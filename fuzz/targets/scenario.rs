//! A scenario file of any text, in both families: it loads, or its faults can be drawn.

#![no_main]

use std::path::PathBuf;
use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use tesserarius::gboh::Position;
use tesserarius::scenario::{Family, Fault, Library};

fn folder() -> &'static PathBuf {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = std::env::temp_dir().join(format!("tess-fuzz-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("fuzz")).expect("a folder");
        folder
    })
}

fn drawn(library: &Library, faults: &[Fault]) {
    assert!(!faults.is_empty(), "refused without a reason");
    assert!(!library.draw(faults, false).is_empty());
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    std::fs::write(folder().join("fuzz/field.toml"), text).expect("written");
    let library = Library::with_dir(folder());
    match library.family("fuzz/field") {
        Ok(Family::Gboh) => match library.load("fuzz/field") {
            Ok(loaded) => drop(Position::new(loaded.setup)),
            Err(faults) => drawn(&library, &faults),
        },
        Ok(Family::Legion) => match library.load_legion("fuzz/field") {
            Ok(loaded) => drop(tesserarius::legion::Position::new(loaded.setup)),
            Err(faults) => drawn(&library, &faults),
        },
        Err(faults) => drawn(&library, &faults),
    }
    if let Err(faults) = library.muster("army.toml", text) {
        assert!(!faults.is_empty(), "refused without a reason");
    }
});
