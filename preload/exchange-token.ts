/**
 * Trades the one-time token of the address for the session cookie, and takes it out of the address so that it
 * stays neither in the history nor in a bookmark.
 */
export async function exchangeToken(location: Location, history: History): Promise<void> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  history.replaceState(null, "", location.pathname + location.search);
  await fetch("/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token }),
  });
}
