//! A battle in which somebody signs what only a person decides: in a folder, or in the store of an umpire's service.

use std::path::PathBuf;

use super::battle::{Way, place};
use super::{Code, Done, Failure, clock, say, serve, store, terminal};
use tess_ledger::Signed;
use tess_server::{Battle, Store};
use tess_steward::{Nobody, Seat, StewardError};

/// Which battle, and how mail leaves.
#[derive(Debug, Clone, clap::Args)]
pub struct Office {
    #[command(flatten)]
    way: Way,
    /// Sign in a store instead, for a battle of `tess serve`, which may run meanwhile and sends the mail
    #[arg(long, value_name = "DIR", requires = "game", conflicts_with = "eml")]
    store: Option<PathBuf>,
    /// The battle in the store: first eight digits of its game, as `tess store list` shows them
    #[arg(long, value_name = "GAME", requires = "store")]
    game: Option<String>,
}

impl Office {
    /// Signs an event, then does what a pass does, and says so.
    pub fn sign<S: Into<Option<Signed>>>(
        &self,
        sign: impl FnOnce(&mut Seat) -> Result<S, StewardError>,
    ) -> Done {
        let Some((store, battle)) = self.stored()? else {
            return self.way.sign(|seat| Ok(sign(seat)?));
        };
        let (pass, role) = store.at_seat(&battle, &mut serve::keys(), &mut clock::now, |seat| {
            let signed = sign(seat)?.into();
            let mut pass = seat.pass(&[], &mut Nobody, &mut clock::now, &mut |_| Ok(()))?;
            pass.signed.splice(0..0, signed.as_ref().map(place));
            Ok((pass, say::role_of(seat)))
        })?;
        terminal::out(&say::pass(&pass, &role))?;
        Ok(Code::Fine)
    }

    /// The battle in a store, if one is named.
    fn stored(&self) -> Result<Option<(Store, Battle)>, Failure> {
        let (Some(dir), Some(game)) = (&self.store, &self.game) else { return Ok(None) };
        let store = Store::open(dir)?;
        let battle = store::battle(&store, game)?;
        Ok(Some((store, battle)))
    }
}
