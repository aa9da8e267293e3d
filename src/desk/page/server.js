// The one way to the program behind the page. All addresses lie below the secret path of the page itself.

async function answered(response) {
  const is = (kind) => (response.headers.get("content-type") ?? "").startsWith(kind);
  const value = is("application/json") ? await response.json() : await response.text();
  if (response.ok) return value;
  throw Object.assign(new Error(value.error ?? "the desk does not answer"), { help: value.help, status: response.status });
}

export const get = async (path) => answered(await fetch(path, { credentials: "omit" }));

export const post = async (path, body) =>
  answered(
    await fetch(path, {
      method: "POST", credentials: "omit", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
    }),
  );

// Calls back when the line stands, also after a break (what changed before that nobody tells), and with the numbers of the
// battles in which something has changed.
export function listen(begun, changed, lost) {
  const news = new EventSource("news");
  news.addEventListener("open", begun);
  news.addEventListener("message", ({ data }) => changed(JSON.parse(data).changed));
  news.addEventListener("error", () => lost());
  return news;
}
