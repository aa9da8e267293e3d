// The page's hashes, dice, ids and signatures against docs/protocol.md's vectors.
(async () => {
  const vectors = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
  const is = (found, wanted, what) => {
    if (String(found) !== String(wanted)) throw new Error(`${what}: ${found}, not ${wanted}`);
  };
  const roles = ["umpire", "rome", "carthage"].map((name) => vectors[name]);
  for (const role of roles) {
    const [key, chain] = [role.key, role.chain_id].map(bytesOfHex);
    is(hexOf(chained(key, chain, 2, bytesOfHex(role.c_2))), role.c_1, "c_1");
    is(hexOf(chained(key, chain, 1, bytesOfHex(role.c_1))), role.c_0, "c_0");
  }
  const { E, id, sig_by_rome: signature, line } = vectors.event;
  is(hexOf(sha("I1", bytesOfText(E))), id, "id");
  const message = joined(tagged("E1"), bytesOfText(E));
  is(await isSigned(bytesOfHex(roles[1].key), bytesOfBase64(signature), message), true, "signature");
  is(await isSigned(bytesOfHex(roles[2].key), bytesOfBase64(signature), message), false, "another's");
  is(textOfBytes(parsedLine(bytesOfText(line)).raw), E, "line");
  for (const roll of vectors.rolls) {
    const opened = roll.links.map(([code, index, link]) => ({ code, index, link: bytesOfHex(link) }));
    const { key } = keyOfRoll(bytesOfHex("11".repeat(32)), bytesOfHex(roll.action), opened);
    is(hexOf(key), roll.K, `K in mode ${roll.mode}`);
    for (const die of roll.dice) {
      const { seed, face } = thrown(key, die.sides, die.label);
      is(face, die.face, die.label);
      is(hexOf(chacha20(seed, 0).slice(0, 16)), die.stream16, `stream of ${die.label}`);
    }
  }
  const many = [vectors.d10_run, vectors.d6_run].flatMap(({ K, faces }, nth) =>
    faces.map((face, i) => ({ K, face, sides: nth ? 6 : 10, label: `run:${i}` })),
  );
  const rejected = vectors.rejection.dice.map((die) => ({ ...die, K: vectors.rejection.K }));
  for (const { K, sides, label, face } of [...many, ...rejected]) is(thrown(bytesOfHex(K), sides, label).face, face, label);
  const log = new Log();
  Object.assign(log, { delegated: vectors.entrusted.n });
  is(log.delegatedId(vectors.entrusted.given), vectors.entrusted.D, "D");
  Object.assign(log, { first: true, delegated: vectors.delegated.n, lastSide: vectors.delegated.last_side });
  is(log.delegatedId(vectors.delegated.standing), vectors.delegated.D, "D of the first version");
  const { salt, value, seal } = vectors.seal;
  is(hexOf(sha("S1", bytesOfHex(salt), bytesOfText(value))), seal, "seal");
  is(await canSign(), true, "Ed25519");
  console.log("every vector holds");
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
