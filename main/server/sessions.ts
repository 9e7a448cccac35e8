import { createHash, randomBytes } from "node:crypto";

const secretBytes = 32;
const digest = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

/**
 * One-time tokens and the sessions they were exchanged for. Only digests are kept, and looking a digest up
 * takes a time that says nothing about the secret.
 */
export class Sessions {
  readonly #tokens = new Set<string>();
  readonly #sessions = new Set<string>();

  /** A 256-bit token that `exchange` takes once. */
  issueToken(): string {
    const token = randomBytes(secretBytes).toString("base64url");
    this.#tokens.add(digest(token));
    return token;
  }

  /** The secret of a new session, or null where the token was never issued or was used before. */
  exchange(token: string): string | null {
    if (!this.#tokens.delete(digest(token))) return null;
    const session = randomBytes(secretBytes).toString("base64url");
    this.#sessions.add(digest(session));
    return session;
  }

  has(session: string | null): boolean {
    return session !== null && this.#sessions.has(digest(session));
  }
}
