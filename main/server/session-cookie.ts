/** Cookies know no port: the name carries it, so that two servers of one user do not end each other's session. */
export const cookieName = (port: number): string => `mlewb_session_${port}`;

export const sessionCookie = (port: number, session: string): string =>
  `${cookieName(port)}=${session}; HttpOnly; SameSite=Strict; Path=/`;

/** The session secret in a Cookie header; null where there is none. */
export function readSessionCookie(header: string | undefined, port: number): string | null {
  const wanted = cookieName(port);
  for (const pair of (header ?? "").split(";")) {
    const [name, ...value] = pair.trim().split("=");
    if (name === wanted) return value.join("=");
  }
  return null;
}
