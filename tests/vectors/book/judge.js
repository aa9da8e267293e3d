// What the page says of each log in a folder: `ok`, or the line that does not hold.
(async () => {
  const [fs, path] = [require("fs"), require("path")];
  const folder = process.argv[2];
  for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".tess")).sort()) {
    const archive = new Uint8Array(fs.readFileSync(path.join(folder, name)));
    const log = new Log();
    let said = "ok";
    try {
      const lines = linesOf(archive);
      need(lines.length, "empty");
      for (const { bytes, whole } of lines) {
        need(whole, "no end");
        await log.add(bytes, isSigned);
      }
    } catch (error) {
      if (!(error instanceof Wrong || error instanceof TypeError)) throw error;
      said = `line ${log.seq + 1}`;
    }
    console.log(`${name} ${said}`);
  }
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
