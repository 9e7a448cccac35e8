/**
 * Puts a door's bridge before every other script of the page. Module scripts run in document order, so
 * `window.workbench` stands before the interface starts, and the interface need not know its door.
 */
export function insertBridge(html: string, bridge: "browser-bridge.js" | "desktop-bridge.js"): string {
  const tag = `<script type="module" src="/${bridge}"></script>`;
  const head = /<head(?:\s[^>]*)?>/i.exec(html);
  if (head === null) return `${tag}${html}`;
  const end = head.index + head[0].length;
  return `${html.slice(0, end)}${tag}${html.slice(end)}`;
}
