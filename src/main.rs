//! The program; everything is in the library's room `cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    tesserarius::cli::run()
}
