/**
 * What every answer of a page door carries. One list for app:// and for the browser door, so that what is
 * tested in one holds in the other.
 */

/**
 * Seen to work with xterm 6, React 19 and Recharts 3. `style-src-elem` needs 'unsafe-inline' because xterm
 * writes its colours into a style element; attributes stay forbidden.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-elem 'self' 'unsafe-inline'",
  "style-src-attr 'none'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

export const securityHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), usb=(), serial=(), hid=()",
  // The page is read from this machine's disk: a stale copy would only show yesterday's program.
  "cache-control": "no-store",
};
