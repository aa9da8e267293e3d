// The form of an archive's lines (docs/protocol.md, sections 2 and 3).

class Wrong extends Error {}

function need(condition, what) {
  if (!condition) throw new Wrong(what);
}

const header = "v game seq prev by kind at nonce state body".split(" ");
// Keys in order; `?` may be missing, `*` is a list that is missing when empty.
const bodies = {
  genesis: "mode rules scenario charts options parties deadlines format",
  accept: "game",
  orders: "sheet seal* unseal* note? for_side? standing?",
  answer: "question answer seal* unseal* for_side? standing?",
  standing: "seal? text? unseal*",
  reveal: "for index link rolls? stopped_at?",
  reject: "for reason",
  propose: "what to? note? until?",
  agree: "proposal",
  decline: "proposal",
  resign: "",
  timeout: "side deadline then until?",
  rekey: "key proof",
  handover: "key name address chain",
  reanchor: "chain",
  void: "for",
  say: "text",
};

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string";
const isHex = (value, size) => isText(value) && value.length === 2 * size && /^[0-9a-f]*$/.test(value);
const isWhole = (value, high) => Number.isSafeInteger(value) && value >= 0 && value <= high;
const isRole = (value) => isText(value) && /^[a-z][a-z0-9-]{0,31}$/.test(value);
const seconds = (time) => Date.parse(time) / 1000;
const isTime = (value) =>
  isText(value) &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString() === value.replace("Z", ".000Z");

// An object with just these keys in just this order.
function keys(value, names, what) {
  need(isObject(value), `${what} is no object`);
  const have = Object.keys(value);
  for (const name of names.split(" ").filter(Boolean)) {
    const plain = name.replace(/[?*]$/, "");
    if (have.includes(plain)) {
      need(have.shift() === plain, `${what}: the keys are not in order`);
      need(value[plain] !== null, `${what}: ${plain} is null`);
      if (name.endsWith("*")) need(Array.isArray(value[plain]) && value[plain].length, `${what}: ${plain} is no list`);
    } else {
      need(name !== plain, `${what}: ${plain} is missing`);
    }
  }
  need(!have.length, `${what}: a key is unknown`);
}

function all(value, names, is, what) {
  for (const name of names.split(" ")) need(!Object.hasOwn(value, name) || is(value[name]), `${what}: ${name} is not as it should be`);
}

const ids = (size) => (value) => isHex(value, size);
const texts = (value, names, what) => all(value, names, isText, what);
const wholes = (value, high, names, what) => all(value, names, (one) => isWhole(one, high), what);

function checkAnchor(chain) {
  keys(chain, "id links anchor", "chain");
  all(chain, "id", ids(16), "chain");
  all(chain, "anchor", ids(32), "chain");
  need(isWhole(chain.links, 65536) && chain.links > 0, "a chain has 1 to 65536 links");
}

function checkOptions(options) {
  need(isObject(options), "options is no object");
  const order = Object.keys(options).map((name) => hexOf(bytesOfText(name)));
  need(order.every((name, i) => !i || order[i - 1] < name), "options are not in order");
  for (const [name, value] of Object.entries(options)) {
    const good = Number.isSafeInteger(value) || typeof value === "boolean" || isText(value);
    need(name && value !== "" && good, "an option is not as it should be");
  }
}

function checkGenesis(body) {
  keys(body.rules, "id version", "rules");
  texts(body.rules, "id", "rules");
  wholes(body.rules, 2 ** 32 - 1, "version", "rules");
  need(Array.isArray(body.charts), "charts is no list");
  for (const file of [body.scenario, ...body.charts]) {
    keys(file, "name sha256", "file");
    texts(file, "name", "file");
    all(file, "sha256", ids(32), "file");
  }
  checkOptions(body.options);
  keys(body.deadlines, "hours then extensions", "deadlines");
  wholes(body.deadlines, 2 ** 32 - 1, "hours extensions", "deadlines");
  need(["forfeit", "default", "extension"].includes(body.deadlines.then), "deadlines: then");
  wholes(body, 2 ** 32 - 1, "format", "genesis");
  need(["umpire", "direct", "both"].includes(body.mode), "the mode is unknown");
  need(Array.isArray(body.parties), "parties is no list");
  for (const party of body.parties) {
    keys(party, "role key name address chain", "party");
    need(isRole(party.role), "a party has no good role");
    texts(party, "name address", "party");
    all(party, "key", ids(32), "party");
    checkAnchor(party.chain);
  }
}

function checkRolls(body) {
  wholes(body, 2 ** 32 - 1, "index", "reveal");
  if (!("rolls" in body)) return;
  need(Array.isArray(body.rolls), "rolls is no list");
  for (const roll of body.rolls) {
    keys(roll, "label sides face rule", "roll");
    texts(roll, "label rule", "roll");
    wholes(roll, 255, "sides face", "roll");
  }
}

function checkSeals(kind, body) {
  const seals = kind === "standing" && "seal" in body ? [body.seal] : (body.seal ?? []);
  for (const seal of seals) need(isHex(seal, 32), "a seal is no digest");
  for (const unseal of body.unseal ?? []) {
    keys(unseal, "salt value", "unseal");
    all(unseal, "salt", ids(32), "unseal");
    texts(unseal, "value", "unseal");
  }
}

function checkBody(kind, body) {
  keys(body, bodies[kind], kind);
  if (kind === "genesis") checkGenesis(body);
  texts(body, "sheet note text question answer reason stopped_at name address", kind);
  all(body, "game for link proposal key", ids(32), kind);
  all(body, "proof", ids(64), kind);
  if (kind === "orders" || kind === "answer") {
    all(body, "for_side", isRole, kind);
    all(body, "standing", ids(32), kind);
  }
  checkSeals(kind, body);
  if (kind === "handover" || kind === "reanchor") checkAnchor(body.chain);
  if (kind === "reveal") checkRolls(body);
  if (kind === "propose") {
    need(["take-back", "draw", "adjourn"].includes(body.what), "the proposal is unknown");
    wholes(body, 2 ** 53 - 1, "to", kind);
    all(body, "until", isTime, kind);
    need(!("until" in body) || body.what === "adjourn", "until goes with adjourn only");
  }
  if (kind === "timeout") {
    need(isRole(body.side), "side is no role");
    need(["forfeit", "default", "extension"].includes(body.then), "then is unknown");
    all(body, "deadline until", isTime, kind);
  }
}

// JSON in the one strict way: white space, double keys and every other spelling would be written otherwise.
function strictJson(text) {
  let value;
  try {
    value = JSON.parse(text, (_, one) => {
      need(!isText(one) || !/[\ud800-\udfff]/u.test(one), "half a character");
      return one;
    });
  } catch (error) {
    throw new Wrong(`not strict JSON: ${error.message}`);
  }
  need(JSON.stringify(value) === text, "the event is not spelled in the one strict way");
  return value;
}

// A line to the event, its bytes and its signature.
function parsedLine(bytes) {
  let text;
  try {
    text = textOfBytes(bytes);
  } catch {
    throw new Wrong("the line is no UTF-8");
  }
  const found = /^\{"event":(.*),"sig":"([A-Za-z0-9+/=]{88})"\}$/s.exec(text);
  need(found, 'a line must be {"event":E,"sig":"S"}');
  const raw = bytesOfText(found[1]);
  need(raw.length <= 65536, "an event has at most 65536 bytes");
  let signature;
  try {
    signature = bytesOfBase64(found[2]);
  } catch {
    throw new Wrong("the signature is no base64");
  }
  need(signature.length === 64 && base64Of(signature) === found[2], "the base64 is not canonical");
  const event = strictJson(found[1]);
  need(isObject(event) && Object.keys(event).join() === header.join(), "the keys of the event are not right");
  need(event.v === 1 && isWhole(event.seq, 2 ** 53 - 1), "v or seq");
  need(isRole(event.by) && isTime(event.at), "by or at");
  need(isText(event.kind) && Object.hasOwn(bodies, event.kind), "the kind is unknown");
  need(isHex(event.nonce, 16), "the nonce is not right");
  const genesis = event.kind === "genesis";
  need(genesis === (event.seq === 0), "genesis is seq 0, and nothing else is");
  for (const name of ["game", "prev", "state"]) need(genesis ? event[name] === null : isHex(event[name], 32), `${name} is not right`);
  checkBody(event.kind, event.body);
  return { raw, event, signature };
}
