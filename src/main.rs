//! The program; everything is in the library's room `cli`.

use std::process::ExitCode;

/// The rules make many small lists; this one hands out their memory so quickly that a battle is replayed a twentieth faster.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    tesserarius::cli::run()
}
