// A book as it is, then with single bits flipped: in its archive, and in the positions that it draws.
(async () => {
  const page = require("fs").readFileSync(process.argv[2], "utf8");
  const data = (name) => page.split(`id="${name}">`)[1].split("<")[0];
  const facts = JSON.parse(page.split('id="facts">')[1].split("</script>")[0]);
  const [archive, bytes] = await Promise.all(["archive", "states"].map((name) => unpacked(data(name))));
  const starts = facts.lengths.map((_, nth) => facts.lengths.slice(0, nth).reduce((sum, length) => sum + length, 0));
  const read = positionReader(facts.tables);
  const judge = async (archive, bytes) => {
    const states = facts.lengths.map((length, nth) => bytes.subarray(starts[nth], starts[nth] + length));
    const book = {
      archive,
      events: facts.after.length,
      positionAfter: (event) => states[facts.after[event]?.[0]],
      endAfter: (event) => facts.ends[facts.after[event][1]],
    };
    try {
      await proven(book, isSigned, () => {});
      return null;
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      return error.event;
    }
  };
  if ((await judge(archive, bytes)) !== null) throw new Error("the book as it is does not hold");
  facts.lengths.forEach((length, nth) => read(bytes.subarray(starts[nth], starts[nth] + length)));
  let state = 1;
  const below = (most) => (state = (state * 48271) % 2147483647) % most;
  const flipped = (whole, at) => Object.assign(whole.slice(), { [at]: whole[at] ^ (1 << below(8)) });
  for (let nth = 0; nth < 200; nth++) {
    const at = below(archive.length);
    const line = archive.subarray(0, at).reduce((sum, byte) => sum + (byte === 10), 0);
    const found = await judge(flipped(archive, at), bytes);
    if (found !== line) throw new Error(`bit in line ${line} was found at ${found}`);
  }
  for (let nth = 0; nth < 200; nth++) {
    // The last position is signed by no event yet.
    const last = starts[facts.after[facts.after.length - 2][0]] + facts.lengths[facts.after[facts.after.length - 2][0]];
    const at = below(last);
    const which = starts.findLastIndex((start) => start <= at);
    const event = facts.after.findIndex(([one]) => one === which) + 1;
    const found = await judge(archive, flipped(bytes, at));
    if (found !== event) throw new Error(`bit in the position after event ${event - 1} was found at ${found}`);
  }
  console.log("the book holds; 200 flips in the archive and 200 in the positions were found");
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
