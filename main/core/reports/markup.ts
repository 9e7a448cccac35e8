/** Escaping templates for the report: everything that came from an agent goes through them as text. */
import { html, raw } from "hono/html";

/** hono types a template as maybe a promise; none of ours holds one, and a report must not wait. */
export type Markup = ReturnType<typeof html>;
export { html, raw };

export const toText = (markup: Markup): string => {
  if (markup instanceof Promise) throw new TypeError("a report section must not be asynchronous");
  return markup.toString();
};
