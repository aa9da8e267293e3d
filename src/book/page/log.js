// Who may say what, and when; chain, links, dice and seals (docs/protocol.md, sections 3 to 6).
// It knows no rules of a game, as examples/verify.py does not either.

// What moves no battle on, so that nobody can buy time with it.
const idle = new Set(["propose", "decline", "standing", "rekey", "reanchor", "say"]);
const sidesOnly = new Set(["accept", "standing", "propose", "agree", "decline", "resign", "handover", "say"]);

class Chain {
  constructor(anchor, key, seq) {
    Object.assign(this, { name: anchor.id, links: anchor.links, key, last: 0, since: seq, lost: false });
    this.value = anchor.anchor;
  }

  open(index, link) {
    need(!this.lost && index === this.last + 1 && index <= this.links, `link ${index} is not next`);
    const below = chained(bytesOfHex(this.key), bytesOfHex(this.name), index, bytesOfHex(link));
    need(hexOf(below) === this.value, `link ${index} does not belong to the chain`);
    [this.last, this.value] = [index, link];
  }
}

class Log {
  constructor() {
    Object.assign(this, { seq: 0, game: null, head: null, entries: [], first: false });
    Object.assign(this, { keys: new Map(), chains: new Map(), codes: new Map(), voids: new Map() });
    Object.assign(this, { actions: [], seals: new Map(), standings: new Map(), stood: [] });
    Object.assign(this, { toAccept: [], proposal: null, ended: false, openedAt: 0, delegated: 0 });
    // The clock: when the decision in hand is due; times both agreed on; whether the clocks stand still.
    Object.assign(this, { now: 0, base: null, agreed: [], still: false, extended: new Map(), late: null });
    Object.assign(this, { row: [], dice: 0, links: 0, signatures: 0 });
  }

  // Takes a line over. `signed` says whether a key signed these bytes; where it cannot, it is left out.
  async add(line, signed) {
    const { raw, event, signature } = parsedLine(line);
    const { body, by, kind } = event;
    const id = hexOf(sha("I1", raw));
    if (this.game === null) {
      need(kind === "genesis", "a log begins with genesis");
      this.begin(id, by, body);
    } else {
      need(kind !== "genesis" && event.game === this.game, "another game");
      need(event.seq === this.seq, `seq must be ${this.seq}`);
      need(event.prev === this.head, "prev is not the id of the event before");
    }
    need(this.keys.has(by), "nobody of this battle signs so");
    await this.checkSignature(signed, this.keys.get(by), signature, joined(tagged("E1"), raw));
    const earlier = this.now;
    this.now = seconds(event.at);
    const entry = { id, event, raw, signature, key: this.keys.get(by), action: null, dice: [] };
    if (kind !== "genesis") {
      need(this.first || this.now >= earlier, "older than the event before it");
      this.checkTime(kind, by, body);
      await this[kind](id, by, body, entry, signed);
    }
    if (kind !== "say") this.row = [];
    if (!idle.has(kind) && (kind !== "void" || this.first)) this.tick(kind, body);
    if (by !== "umpire") {
      this.lastSide = id;
      if (this.first) this.delegated = 0;
    }
    this.head = id;
    this.seq += 1;
    this.entries.push(entry);
  }

  async checkSignature(signed, key, signature, message) {
    if (!signed) return;
    const strict = isStrictPoint(bytesOfHex(key)) && isStrictSignature(signature);
    need(strict && (await signed(bytesOfHex(key), signature, message)), "the signature is not right");
    this.signatures += 1;
  }

  begin(id, by, { parties, mode, deadlines, format, options }) {
    this.press = options.press;
    const umpires = mode === "direct" ? 0 : 1;
    const roles = parties.map((party) => party.role);
    need(parties.length === umpires + 2, "the number of parties does not fit the mode");
    const fits = roles.every((role, i) => (role === "umpire") === i < umpires);
    need(fits, "the parties must be the umpire if there is one, then the sides");
    for (const of of [(p) => p.role, (p) => p.key, (p) => p.chain.id, (p) => p.chain.anchor]) {
      need(new Set(parties.map(of)).size === parties.length, "two parties are alike");
    }
    need(deadlines.then !== "default" || mode === "umpire", "default only in mode umpire");
    Object.assign(this, { mode, game: id, sides: roles.slice(umpires), terms: deadlines });
    parties.forEach((party, i) => {
      need(isStrictPoint(bytesOfHex(party.key)), `the key of ${party.role} is weak`);
      this.keys.set(party.role, party.key);
      this.codes.set(party.role, i + 1 - umpires);
      this.voids.set(party.role, 0);
      this.chains.set(party.role, new Chain(party.chain, party.key, 0));
    });
    // Who signed genesis has accepted by it.
    this.toAccept = this.sides.filter((side) => side !== by);
    this.first = format < 2;
    this.lastSide = id;
  }

  checkTime(kind, by, body) {
    if (kind !== "accept") need(!this.toAccept.length, `${kind} before the battle is open`);
    if (this.ended && kind !== "say") {
      const opens = kind === "standing" && Object.keys(body).join() === "unseal";
      need(opens, `${kind} after the end of the battle`);
    }
    need(by !== "umpire" || !sidesOnly.has(kind), `${kind} by the umpire`);
  }

  pending(id) {
    const live = this.actions.filter((action) => action.fate === null);
    const last = live.length && !live[live.length - 1].done ? live[live.length - 1] : null;
    if (id !== undefined) need(last?.id === id, "no link can be opened for this action");
    return last;
  }

  accept(_, by, body) {
    need(this.toAccept.includes(by) && body.game === this.game, "nobody waits for this");
    this.toAccept = this.toAccept.filter((side) => side !== by);
    this.openedAt = this.seq;
  }

  act(id, by, body, entry) {
    need(!this.pending()?.opened.length, "an action while another waits for a link");
    let [side, rollId] = [by, id];
    if (this.late) {
      side = this.late.side;
      const named = by === "umpire" && body.for_side === side && body.standing === this.late.timeout;
      need(named, `an action while the default of ${side} is due`);
      need(!("seal" in body) && !("unseal" in body), "hidden choices in a default");
      rollId = this.delegatedId(this.game);
      this.late = null;
    } else if (by === "umpire") {
      side = body.for_side;
      need(this.sides.includes(side) && body.standing, "the umpire acts only in a side's name");
      need(this.standings.get(side) === body.standing, "these are not the side's standing orders");
      rollId = this.delegatedId(body.standing);
    } else {
      need(!("for_side" in body) && !("standing" in body), "a side acts for itself");
    }
    this.checkSeals(side, body.seal ?? [], body.unseal ?? []);
    const other = this.sides.find((role) => role !== side);
    const openers = { umpire: ["umpire"], direct: [other], both: [other, "umpire"] }[this.mode];
    entry.action = { id, seq: this.seq, rollId, side, openers, opened: [], done: false, fate: null, end: 0 };
    this.actions.push(entry.action);
  }

  orders(...all) {
    this.act(...all);
  }

  answer(...all) {
    this.act(...all);
  }

  // The dice of what an umpire signs for a side: nothing of it is his to choose.
  delegatedId(given) {
    const n = u32(this.delegated++);
    const parts = this.first ? [bytesOfHex(this.lastSide), n] : [n];
    return hexOf(sha(this.first ? "O1" : "O2", bytesOfHex(given), ...parts));
  }

  checkSeals(side, seals, unseals) {
    const fresh = new Set(seals).size === seals.length && !seals.some((seal) => this.seals.has(seal));
    need(fresh, "a seal came twice");
    for (const { salt, value } of unseals) {
      const seal = this.seals.get(hexOf(sha("S1", bytesOfHex(salt), bytesOfText(value))));
      need(seal?.side === side && !seal.opened, `unseal opens no seal of ${side}`);
      seal.opened = true;
    }
    for (const seal of seals) this.seals.set(seal, { side, seq: this.seq, opened: false });
  }

  standing(id, by, body) {
    need(!("seal" in body) || !("text" in body), "standing orders both sealed and open");
    this.checkSeals(by, "seal" in body ? [body.seal] : [], body.unseal ?? []);
    const given = "seal" in body || "text" in body ? id : null;
    this.standings.set(by, given);
    this.stood.push({ seq: this.seq, by, given });
  }

  reveal(_, by, body, entry) {
    const action = this.pending(body.for);
    need(action.openers[action.opened.length] === by, `the next link is not that of ${by}`);
    const chain = this.chains.get(by);
    need(chain.since <= action.seq, "the chain is younger than the action");
    const below = chain.value;
    chain.open(body.index, body.link);
    if (this.proposal?.what === "void") this.proposal = null; // the chain was found again
    const code = this.codes.get(by);
    action.opened.push({ code, role: by, index: body.index, link: bytesOfHex(body.link), below, chain: chain.name });
    action.end = this.seq;
    entry.action = action;
    this.links += 1;
    if (action.opened.length < action.openers.length) {
      need(!("rolls" in body) && !("stopped_at" in body), "dice before the last link");
      return;
    }
    need(body.rolls?.length, "the last link comes without dice");
    this.checkDice(action, body.rolls, entry);
  }

  checkDice(action, rolls, entry) {
    need(new Set(rolls.map((roll) => roll.label)).size === rolls.length, "two dice have one label");
    Object.assign(action, keyOfRoll(bytesOfHex(this.game), bytesOfHex(action.rollId), action.opened));
    for (const roll of rolls) {
      need(/^[a-z0-9._:#-]{1,64}$/.test(roll.label), "the label of a die is not right");
      need(roll.sides >= 2, "a die has at least 2 sides");
      const die = thrown(action.key, roll.sides, roll.label);
      need(die.face === roll.face, `die ${roll.label} shows ${die.face}, not ${roll.face}`);
      entry.dice.push({ ...roll, ...die });
    }
    this.dice += rolls.length;
    action.done = true;
  }

  refuse(by, body, fate) {
    const action = this.pending(body.for);
    need(!action.opened.length && action.openers[0] === by, `${fate} is not for ${by}`);
    Object.assign(action, { fate, end: this.seq });
  }

  reject(_, by, body) {
    this.refuse(by, body, "rejected");
  }

  void(id, by, body) {
    if (this.first) {
      this.refuse(by, body, "void");
      this.chains.get(by).lost = true;
      this.voids.set(by, this.voids.get(by) + 1);
      this.ended = this.voids.get(by) > 1;
      return;
    }
    const action = this.pending(body.for);
    need(action.openers[action.opened.length] === by, `void is not for ${by}`);
    this.proposal = { id, by, what: "void", action: body.for, consents: new Set() };
  }

  // The loss is the loser's, unless each side that would be the worse for it agrees.
  agreeVoid(by, proposal) {
    const action = this.pending(proposal.action);
    need(!proposal.consents.has(by), `${by} has agreed already`);
    proposal.consents.add(by);
    this.proposal = proposal;
    if (!this.sides.every((side) => side === proposal.by || proposal.consents.has(side))) return;
    Object.assign(action, { fate: "void", end: this.seq });
    this.proposal = null;
    const chain = this.chains.get(proposal.by);
    chain.lost ||= chain.since <= action.seq;
  }

  propose(id, by, body) {
    need((body.what === "take-back") === "to" in body, "to goes with take-back only");
    if ("to" in body) {
      const { to } = body;
      need(this.openedAt <= to && to < this.seq, "a take-back to a place that is not there");
      const cut = (one) => one.fate !== "taken back" && one.seq <= to && to < one.end;
      need(!this.actions.some(cut), "a take-back between an action and its dice");
    }
    this.proposal = { id, by, what: body.what, to: body.to, until: body.until };
  }

  agree(id, by, body) {
    const { proposal } = this;
    this.decline(id, by, body);
    if (proposal.what === "void") return this.agreeVoid(by, proposal);
    const { what, to, until } = proposal;
    this.ended = what === "draw";
    this.still = what === "adjourn" && until === undefined;
    if (until !== undefined) this.agreed.push({ seq: this.seq, until: seconds(until) });
    if (what === "take-back") this.takeBack(to);
  }

  takeBack(to) {
    for (const action of this.actions) if (action.seq > to) action.fate = "taken back";
    this.late = null;
    this.agreed = this.agreed.filter((pause) => pause.seq <= to);
    this.stood = this.stood.filter((stood) => stood.seq <= to);
    this.standings = new Map(this.stood.map(({ by, given }) => [by, given]));
  }

  decline(_, by, body) {
    const open = this.proposal;
    need(open && open.id === body.proposal && open.by !== by, "no such proposal is open");
    need(open.what !== "void" || !open.consents.has(by), `${by} has replied already`);
    this.proposal = null;
  }

  say(_, by, { text }) {
    need(this.press === "log", "words in a log whose founders have not agreed on that");
    const size = bytesOfText(text).length;
    need(!/^[ \n]|[ \n]$/.test(text) && size > 0 && size <= 2000 && text.split("\n").length <= 40, "words");
    need(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(text), "a control character in words");
    need(this.row.filter((one) => one === by).length < 8, `more than 8 words of ${by} in a row`);
    this.row.push(by);
  }

  resign() {
    this.ended = true;
  }

  // The clock runs anew after an event that moves the battle on.
  tick(kind, body) {
    const later = this.now + 3600 * this.terms.hours;
    this.base = later <= seconds("9999-12-31T23:59:59Z") ? later : null;
    if (kind === "agree") {
      const last = this.agreed[this.agreed.length - 1];
      if (this.still || last?.seq === this.seq) this.base = null;
      return;
    }
    this.still = false;
    if (kind === "timeout") this.base = "until" in body ? seconds(body.until) : null;
  }

  // When the decision in hand is due, in seconds; nothing when no deadline runs.
  due() {
    const times = this.agreed.map((pause) => pause.until).concat(this.base ?? []);
    return this.terms.hours && times.length && !this.still ? Math.max(...times) : null;
  }

  timeout(id, by, body) {
    const { side, then } = body;
    need(this.sides.includes(side) && side !== by, "a timeout of nobody else");
    need(by === "umpire" || this.mode === "direct", "a timeout by a side");
    need((then === "extension") === "until" in body, "until goes with extension");
    this.checkLate(side, body);
    this.ended = then === "forfeit";
    if (then === "extension") {
      const longer = this.now + 3600 * this.terms.hours;
      need(seconds(body.until) === longer, "an extension by other hours than genesis has");
      this.extended.set(side, (this.extended.get(side) ?? 0) + 1);
    }
    if (then === "default") this.late = { side, timeout: id };
  }

  checkLate(side, body) {
    const due = this.due();
    let { then } = this.terms;
    need(due !== null && !this.late, "a timeout while no deadline runs");
    need(seconds(body.deadline) === due, "a timeout of another deadline than the one that runs");
    need(this.now > due, `a timeout before the deadline of ${side} has passed`);
    const given = this.extended.get(side) ?? 0;
    if (then === "extension" && given >= this.terms.extensions) then = "forfeit";
    const lost = then === "default" && body.then === "forfeit"; // the rules may have no default
    need(body.then === then || lost, `genesis has ${then} for a deadline that passed`);
  }

  newKey(key) {
    need(isStrictPoint(bytesOfHex(key)), "the new key is weak");
    need(![...this.keys.values()].includes(key), "the new key is in use");
  }

  newChain(by, chain) {
    need(!this.pending()?.opened.length, "a new chain while an action waits for a link");
    need(![...this.chains.values()].some((old) => old.name === chain.id), "the chain is in use");
    this.chains.set(by, new Chain(chain, this.keys.get(by), this.seq));
  }

  async rekey(_, by, body, __, signed) {
    this.newKey(body.key);
    const message = joined(tagged("N1"), bytesOfHex(this.game), bytesOfHex(body.key));
    await this.checkSignature(signed, body.key, bytesOfHex(body.proof), message);
    this.keys.set(by, body.key);
  }

  handover(_, by, body) {
    this.newKey(body.key);
    this.keys.set(by, body.key);
    this.newChain(by, body.chain);
  }

  reanchor(_, by, body) {
    const old = this.chains.get(by);
    const needed = old.lost || old.links - old.last <= Math.floor(old.links / 8) || !this.actions.length;
    need(by !== "umpire" || needed, "a new chain of the umpire while a side may act");
    this.newChain(by, body.chain);
  }
}
