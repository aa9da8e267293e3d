//! A mail server on loopback for the tests: in this process always, and OpenSMTPD with Dovecot where they
//! are installed.

#![allow(clippy::disallowed_methods, reason = "who waits for other processes needs a watch")]

use std::fs;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use mailin::{Handler, Response, response};
use tesserarius::mail::Maildir;

pub mod imap;
pub mod smtp;
pub mod tls;

/// Where mail of all users goes.
pub const DOMAIN: &str = "example.org";

/// A server in this process: what it takes lies in the Maildir of the receiver.
pub struct Sink {
    pub port: u16,
}

#[derive(Clone)]
struct Post {
    mail: PathBuf,
    to: Vec<String>,
    bytes: Vec<u8>,
}

impl Handler for Post {
    fn data_start(&mut self, _: &str, _: &str, _: bool, to: &[String]) -> Response {
        self.to = to.to_vec();
        self.bytes.clear();
        response::OK
    }

    fn data(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }

    fn data_end(&mut self) -> Response {
        for to in &self.to {
            let user = to.split('@').next().unwrap_or_default().trim_start_matches('<');
            let delivered =
                Maildir::create(&self.mail.join(user)).and_then(|m| m.deliver(&self.bytes, now()));
            if delivered.is_err() {
                return response::NO_SERVICE;
            }
        }
        response::OK
    }
}

/// Only the names of files are made of it.
fn now() -> i64 {
    std::time::UNIX_EPOCH.elapsed().map_or(0, |d| d.as_secs().cast_signed())
}

impl Sink {
    /// Begins to take mail for `mail/USER`; it ends with the process.
    pub fn start(mail: &Path) -> Sink {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let post = Post { mail: mail.to_owned(), to: Vec::new(), bytes: Vec::new() };
        smtp::serve(listener, "mx.example.org", post);
        Sink { port }
    }
}

/// OpenSMTPD that hands over to Dovecot, in a folder of its own. Ends when it is dropped.
pub struct MailServer {
    /// Can mail be sent by TLS?
    pub submits: bool,
    pub smtp: u16,
    pub imap: u16,
    /// With TLS, and for users with their password: TLS from the first byte, and STARTTLS.
    pub smtps: u16,
    pub imaps: u16,
    pub submission: u16,
    lmtp: u16,
    /// Who has signed the servers' certificate, which is for `localhost`.
    pub ca: PathBuf,
    dir: PathBuf,
    children: Vec<Child>,
    /// OpenSMTPD has one queue and one control socket on a machine: a second one does not start.
    _turn: fs::File,
}

impl MailServer {
    /// Starts both for these users, whose passwords are their names with `pw`; nothing, and a loud line,
    /// where they are not installed or this is not the superuser.
    pub fn start(dir: &Path, users: &[&str]) -> Option<MailServer> {
        let parts = ["imap", "lmtp"].map(|part| format!("/usr/lib/dovecot/{part}"));
        for program in ["smtpd", "dovecot"].into_iter().chain(parts.iter().map(String::as_str)) {
            if !is_installed(program) {
                eprintln!(
                    "SKIPPED: {program} is not installed; apt-get install opensmtpd dovecot-imapd dovecot-lmtpd"
                );
                return None;
            }
        }
        let id = Command::new("id").arg("-u").output().expect("id");
        if String::from_utf8_lossy(&id.stdout).trim() != "0" {
            eprintln!("SKIPPED: OpenSMTPD and Dovecot can be started by the superuser only");
            return None;
        }
        let turn = fs::File::create(std::env::temp_dir().join("tess-test-opensmtpd.lock")).expect("a file");
        turn.lock().expect("our turn");
        let [smtp, imap, smtps, imaps, submission, lmtp] = free_ports();
        let ca = PathBuf::new();
        let (dir, children, _turn) = (dir.to_owned(), Vec::new(), turn);
        let submits = Path::new("/usr/lib/dovecot/submission").is_file();
        Some(
            MailServer { submits, smtp, imap, smtps, imaps, submission, lmtp, ca, dir, children, _turn }
                .run(users),
        )
    }

    fn run(mut self, users: &[&str]) -> MailServer {
        let dir = self.dir.clone();
        self.certify();
        for part in ["base", "state", "mail", "log"] {
            fs::create_dir_all(dir.join(part)).expect("a folder");
        }
        // the user `mail` has to get in
        run("chmod", &["755".as_ref(), dir.as_os_str()]);
        run("chown", &["mail:mail".as_ref(), dir.join("mail").as_os_str()]);
        let passwords: String =
            users.iter().map(|u| format!("{u}@{DOMAIN}:{{PLAIN}}{u}pw::::::\n")).collect();
        fs::write(dir.join("users"), passwords).expect("written");
        fs::write(dir.join("dovecot.conf"), self.dovecot()).expect("written");
        fs::write(dir.join("smtpd.conf"), self.smtpd(users)).expect("written");
        for (program, args) in
            [("dovecot", ["-F", "-c", "dovecot.conf"]), ("smtpd", ["-d", "-f", "smtpd.conf"])]
        {
            let log = fs::File::create(dir.join("log").join(format!("{program}.out"))).expect("a file");
            let conf = dir.join(args[2]);
            let child = Command::new(program)
                .args(&args[..2])
                .arg(&conf)
                .stdout(log.try_clone().expect("a file"))
                .stderr(log)
                .spawn()
                .expect("started");
            self.children.push(child);
        }
        let begun = Instant::now();
        let with_tls = [self.smtps, self.submission].into_iter().filter(|_| self.submits);
        for port in [self.smtp, self.lmtp, self.imap, self.imaps].into_iter().chain(with_tls) {
            while TcpStream::connect(("127.0.0.1", port)).is_err() {
                assert!(begun.elapsed() < Duration::from_secs(20), "the mail servers do not come up");
                sleep(Duration::from_millis(50));
            }
        }
        self.clear();
        self
    }

    /// One queue on a machine: what an earlier run has left in it goes, and what was delivered of it
    /// already.
    fn clear(&self) {
        let smtpctl = |words: &[&str]| {
            let ran = Command::new("smtpctl").args(words).stderr(Stdio::null()).output();
            ran.map(|ran| ran.stdout).unwrap_or_default()
        };
        for _ in 0..20 {
            smtpctl(&["remove", "all"]);
            sleep(Duration::from_millis(50));
            if smtpctl(&["show", "queue"]).is_empty() {
                break;
            }
        }
        for user in fs::read_dir(self.dir.join("mail")).into_iter().flatten().flatten() {
            for letter in fs::read_dir(user.path().join("new")).into_iter().flatten().flatten() {
                fs::remove_file(letter.path()).expect("gone");
            }
        }
    }

    /// A certificate for Dovecot.
    fn certify(&mut self) {
        let authority = tls::Authority::new("the mail server");
        let paper = authority.sign("localhost", false);
        self.ca = authority.save(&self.dir);
        fs::write(self.dir.join("server.pem"), paper.certificate).expect("written");
        fs::write(self.dir.join("server.key"), paper.key).expect("written");
    }

    fn dovecot(&self) -> String {
        let (d, imap, imaps, lmtp) = (self.dir.display(), self.imap, self.imaps, self.lmtp);
        let submission = if self.submits { " submission" } else { "" };
        format!(
            "base_dir = {d}/base\nstate_dir = {d}/state\ninstance_name = tess{imap}\nprotocols = imap lmtp{submission}\n\
             listen = 127.0.0.1\nssl = yes\nssl_cert = <{d}/server.pem\nssl_key = <{d}/server.key\n\
             disable_plaintext_auth = no\nlog_path = {d}/log/dovecot.log\n\
             first_valid_uid = 8\nmail_location = maildir:{d}/mail/%n\nmailbox_idle_check_interval = 1s\n\
             default_login_user = nobody\n\
             passdb {{\n  driver = passwd-file\n  args = scheme=PLAIN username_format=%u {d}/users\n}}\n\
             userdb {{\n  driver = static\n  args = uid=mail gid=mail home={d}/mail/%n\n}}\n\
             service imap-login {{\n  inet_listener imap {{\n    port = {imap}\n  }}\n  \
             inet_listener imaps {{\n    port = {imaps}\n    ssl = yes\n  }}\n}}\n\
             service lmtp {{\n  inet_listener lmtp {{\n    address = 127.0.0.1\n    port = {lmtp}\n  }}\n}}\n\
             protocol lmtp {{\n  postmaster_address = postmaster@{DOMAIN}\n}}\n{}",
            if self.submits { self.submission() } else { String::new() }
        )
    }

    /// Dovecot takes mail from its users and gives it to OpenSMTPD.
    fn submission(&self) -> String {
        let (smtp, smtps, submission) = (self.smtp, self.smtps, self.submission);
        format!(
            "submission_relay_host = 127.0.0.1\nsubmission_relay_port = {smtp}\nhostname = localhost\n\
             service submission-login {{\n  inet_listener submission {{\n    port = {submission}\n  }}\n  \
             inet_listener submissions {{\n    port = {smtps}\n    ssl = yes\n  }}\n}}\n"
        )
    }

    /// OpenSMTPD speaks no TLS where it is built with OpenSSL 3 (its issue 1171), so that Dovecot stands
    /// before it.
    fn smtpd(&self, users: &[&str]) -> String {
        let (smtp, lmtp) = (self.smtp, self.lmtp);
        let all: Vec<String> = users.iter().map(|u| format!("{u}@{DOMAIN}")).collect();
        format!(
            "table rcpts {{ {} }}\nsmtp max-message-size \"1M\"\nqueue ttl 1h\n\
             listen on 127.0.0.1 port {smtp} hostname mx.{DOMAIN}\n\
             action \"to_lmtp\" lmtp \"127.0.0.1:{lmtp}\" rcpt-to virtual {{ \"@\" = mail }}\n\
             match from any for domain \"{DOMAIN}\" rcpt-to <rcpts> action \"to_lmtp\"\n",
            all.join(", ")
        )
    }

    /// The Maildir of a user.
    pub fn maildir(&self, user: &str) -> PathBuf {
        self.dir.join("mail").join(user)
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        for child in self.children.iter_mut().rev() {
            // both end their own children on SIGTERM only
            let _ = Command::new("kill").arg(child.id().to_string()).status();
            let _ = child.wait();
        }
    }
}

/// Is a program on the path?
pub fn is_installed(program: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    let more = ["/usr/sbin", "/sbin"].map(PathBuf::from);
    std::env::split_paths(&paths).chain(more).any(|dir| dir.join(program).is_file())
}

fn run(program: &str, args: &[&std::ffi::OsStr]) {
    assert!(Command::new(program).args(args).status().expect(program).success(), "{program} failed");
}

/// Ports that nobody listens at now.
fn free_ports() -> [u16; 6] {
    let held = [(); 6].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port"));
    held.map(|l| l.local_addr().expect("an address").port())
}
