// Bytes: hexadecimal, base64, text, and what was compressed.

const hexOf = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOfHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const bytesOfText = (text) => new TextEncoder().encode(text);
// Strict: bytes that are no UTF-8 are an error, and a mark at the beginning is a character like any other.
const textOfBytes = (bytes) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);

function bytesOfBase64(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) bytes[at] = letters.charCodeAt(at);
  return bytes;
}
const base64Of = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const u16 = (number) => Uint8Array.of(number >> 8, number);
const u32 = (number) => Uint8Array.of(number >>> 24, number >>> 16, number >>> 8, number);

// What `pack.rs` made small.
async function unpacked(base64) {
  const stream = new Blob([bytesOfBase64(base64.trim())]).stream();
  const whole = await new Response(stream.pipeThrough(new DecompressionStream("deflate"))).arrayBuffer();
  return new Uint8Array(whole);
}
