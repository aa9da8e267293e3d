// Ed25519, strictly (docs/protocol.md, section 2): the browser checks the signature, and here its form.

const fieldPrime = 2n ** 255n - 19n;
const groupOrder = 2n ** 252n + 27742317777372353535851937790883648493n;
const small = (() => {
  const low = [
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  ];
  return new Set([0n, 1n, fieldPrime - 1n, ...low.map((text) => littleEndian(bytesOfHex(text)))]);
})();

function littleEndian(bytes) {
  return BigInt("0x" + hexOf(Uint8Array.from(bytes).reverse()));
}

// A point that is written in the one way there is, and of no small order.
function isStrictPoint(point) {
  const y = littleEndian(point) & (2n ** 255n - 1n);
  return y < fieldPrime && !small.has(y);
}

const isStrictSignature = (bytes) =>
  isStrictPoint(bytes.slice(0, 32)) && littleEndian(bytes.slice(32)) < groupOrder;

const knownKeys = new Map();

async function keyOf(bytes) {
  const name = hexOf(bytes);
  if (!knownKeys.has(name)) knownKeys.set(name, crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, true, ["verify"]));
  return knownKeys.get(name);
}

// Can this browser check signatures at all?
async function canSign() {
  try {
    // The first vector of RFC 8032.
    const key = bytesOfHex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a");
    const good = bytesOfHex(
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    );
    return await isSigned(key, good, new Uint8Array());
  } catch {
    return false;
  }
}

async function isSigned(key, signature, message) {
  return crypto.subtle.verify({ name: "Ed25519" }, await keyOf(key), signature, message);
}
