// SHA-256, HMAC, ChaCha20, and the die of a label (docs/protocol.md, section 4).

const roundConstants = new Int32Array(64);
const firstHash = new Int32Array(8);
{
  // The first 32 bits of what follows the point in the roots of the first primes.
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const bits = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  primes.forEach((prime, i) => {
    roundConstants[i] = bits(Math.cbrt(prime));
    if (i < 8) firstHash[i] = bits(Math.sqrt(prime));
  });
}

const turned = (word, bits) => (word >>> bits) | (word << (32 - bits));

function sha256(data) {
  const whole = new Uint8Array(((data.length + 8) >> 6 << 6) + 64);
  whole.set(data);
  whole[data.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(whole.length - 4, data.length << 3);
  const hash = firstHash.slice();
  const w = new Int32Array(64);
  for (let block = 0; block < whole.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [w[i - 15], w[i - 2]];
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      w[i] = w[i - 16] + small + w[i - 7] + (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const large = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + large + ((e & f) ^ (~e & g)) + roundConstants[i] + w[i]) | 0;
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0;
      d = c; c = b; b = a; a = (one + two) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

function hmac(key, data) {
  const padded = new Uint8Array(64);
  padded.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), data));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

const tagged = (tag) => bytesOfText(`TESSERA/${tag}\0`);
const sha = (tag, ...parts) => sha256(joined(tagged(tag), ...parts));
const mac = (key, tag, ...parts) => hmac(key, joined(tagged(tag), ...parts));

// A block of 64 bytes of the keystream with nonce 0.
function chacha20(key, counter) {
  const start = new Int32Array(16);
  start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
  const words = new DataView(key.buffer, key.byteOffset, 32);
  for (let i = 0; i < 8; i++) start[4 + i] = words.getInt32(4 * i, true);
  start[12] = counter;
  const x = start.slice();
  const step = (to, other, mix, bits) => {
    x[to] += x[other];
    x[mix] = turned(x[mix] ^ x[to], 32 - bits);
  };
  const quarter = (a, b, c, d) => {
    step(a, b, d, 16); step(c, d, b, 12); step(a, b, d, 8); step(c, d, b, 7);
  };
  for (let round = 0; round < 10; round++) {
    quarter(0, 4, 8, 12); quarter(1, 5, 9, 13); quarter(2, 6, 10, 14); quarter(3, 7, 11, 15);
    quarter(0, 5, 10, 15); quarter(1, 6, 11, 12); quarter(2, 7, 8, 13); quarter(3, 4, 9, 14);
  }
  const out = new DataView(new ArrayBuffer(64));
  x.forEach((word, i) => out.setInt32(4 * i, word + start[i], true));
  return new Uint8Array(out.buffer);
}

// A die with all that it is made of: the seed of its label, the byte taken, the face.
function thrown(key, sides, label) {
  const name = bytesOfText(label);
  const seed = mac(key, "D1", u16(name.length), name);
  const limit = 256 - (256 % sides);
  for (let counter = 0; ; counter++) {
    const stream = chacha20(seed, counter);
    const nth = stream.findIndex((byte) => byte < limit);
    if (nth < 0) continue;
    const value = stream[nth] % sides;
    return { seed, nth: 64 * counter + nth, byte: stream[nth], face: sides === 10 ? value : value + 1 };
  }
}

const chained = (key, chain, index, link) => sha("C1", key, chain, u32(index), link);

// The root of the links opened for an action, and the key of its dice.
function keyOfRoll(game, action, opened) {
  const links = [...opened].sort((a, b) => a.code - b.code);
  const parts = links.flatMap(({ code, index, link }) => [Uint8Array.of(code), u32(index), link]);
  const root = sha("R1", Uint8Array.of(links.length), ...parts);
  return { root, key: mac(root, "K1", game, action) };
}
