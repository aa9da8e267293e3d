// The whole proof: every line of the archive, and every position drawn against the digest that was signed.

// Cuts an archive into lines, each with its LF.
function linesOf(archive) {
  const lines = [];
  for (let from = 0; from < archive.length; ) {
    const end = archive.indexOf(10, from);
    lines.push({ bytes: archive.subarray(from, end < 0 ? archive.length : end), whole: end >= 0 });
    from = end < 0 ? archive.length : end + 1;
  }
  return lines;
}

// The digest of a position: its bytes, and the end of the battle if there is one.
const digestOf = (bytes, end) => hexOf(sha256(joined(bytes, bytesOfText(end))));

// Checks all there is to check. `archive` and `states` are bytes, `after` says for each event which position
// stands after it and how the battle has ended; `signed` is left out where a browser cannot check signatures.
// `tell(done, of)` is told how far it has come. Gives back the log, or throws `Wrong` with the event.
async function proven({ archive, positionAfter, endAfter, events }, signed, tell) {
  const log = new Log();
  const lines = linesOf(archive);
  const drawn = new Map();
  let event = 0;
  try {
    for (const { bytes, whole } of lines) {
      need(whole, "the line has no end");
      await log.add(bytes, signed);
      if (event > 0) checkDrawn(log.entries[event].event, drawn, positionAfter, endAfter);
      event += 1;
      if (event % 25 === 0) await tell(event, lines.length);
    }
    need(lines.length, "a log begins with genesis");
    need(lines.length === events, "the archive has other events than the page draws");
  } catch (error) {
    if (!(error instanceof Wrong || error instanceof TypeError)) throw error;
    const wrong = new Wrong(error instanceof Wrong ? error.message : "its shape is not right");
    throw Object.assign(wrong, { event, log });
  }
  return log;
}

// What an event signs is the state before it: that which is drawn after the event before.
function checkDrawn(event, drawn, positionAfter, endAfter) {
  const before = event.seq - 1;
  const [bytes, end] = [positionAfter(before), endAfter(before)];
  need(bytes, "no position is drawn for it");
  const last = drawn.get("last");
  const digest = last?.bytes === bytes && last.end === end ? last.digest : digestOf(bytes, end);
  drawn.set("last", { bytes, end, digest });
  need(digest === event.state, `the position drawn after event ${before} is not the one that was signed`);
}
