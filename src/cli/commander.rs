//! The program's own commander in a process of its own: what he needs for thinking is given back when he has
//! decided, and nothing that goes wrong with him harms the desk.

use std::env::current_exe;
use std::io::{Read, stdin};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use super::{Code, Done, Failure, clock, terminal};
use tess_desk::Trouble;
use tess_play::Home;

/// Lets him decide in a process of his own; in this one where none can be had.
pub fn decide(home: &Home) -> Result<(), Trouble> {
    let started = current_exe().and_then(|program| {
        let mut command = Command::new(program);
        command.args(["play", "--commander"]).arg(home.dir());
        // he stops when nobody holds the other end any more
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    });
    let Ok(mut child) = started else { return settle(home).map_err(Failure::trouble) };
    let _held = child.stdin.take();
    let broken = || Trouble::new("the commander stopped half way", "run `tess play` again, which goes on");
    let ended = child.wait_with_output().map_err(|_| broken())?;
    if ended.status.success() {
        return Ok(());
    }
    Err(serde_json::from_slice(&ended.stdout).unwrap_or_else(|_| broken()))
}

/// He decides in this process, for the desk that has started it; what goes wrong is told it as JSON.
pub fn run(dir: &Path) -> Done {
    thread::spawn(|| {
        // what is signed is signed; whoever opens the desk again lets him go on
        let _ = stdin().read_to_end(&mut Vec::new());
        std::process::exit(1);
    });
    let done = Home::open(dir).map_err(Failure::from).and_then(|home| settle(&home));
    let Err(failure) = done else { return Ok(Code::Fine) };
    let code = failure.code();
    terminal::json(&serde_json::to_string(&failure.trouble()).unwrap_or_default())?;
    Err(Failure::quiet(code))
}

fn settle(home: &Home) -> Result<(), Failure> {
    home.settle(&mut clock::now, &mut |_| ())?;
    Ok(())
}
