/** Addresses whose sessions are remembered. A program calls a few services. */
const maxAddresses = 100;

/**
 * The last TLS session of each address, so that the next connection needs no certificates and signatures. A resumed
 * session is not verified again, so an instance must be used with one set of certificates only.
 */
export class TlsSessions {
  readonly #sessions = new Map<string, Buffer>();

  /** Returns the session for a key. */
  get(key: string): Buffer | undefined {
    return this.#sessions.get(key);
  }

  /** Remembers the session of a verified connection, and forgets the previous one. */
  set(key: string, session: Buffer): void {
    this.#sessions.delete(key);
    this.#sessions.set(key, session);
    const [oldest] = this.#sessions.keys();
    if (this.#sessions.size > maxAddresses && oldest !== undefined) this.#sessions.delete(oldest);
  }

  /** Forgets a session with which a handshake failed. */
  delete(key: string): void {
    this.#sessions.delete(key);
  }
}
