import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Emulator } from "@stratus/emulator";
import { Cloud, tokenFromFunction } from "@svc/cloud";
import { InstanceServiceClient } from "@svc/cloud/compute/v1";
import type { Api } from "./src/api.js";

/** The parent of all instances of the app. */
export const parentId = "project-1";

/** A user who is logged in. */
export interface Login {
  readonly user: string;
  /** The API for this user, for the server. */
  readonly api: Api;
  readonly session: Cloud;
  /** A token for the page of the user. */
  token(): string;
}

/** The users who are logged in. Each login has its own session, so that no user gets the token or the cached data of another. */
export class Logins {
  readonly #logins = new Map<string, Login>();
  readonly #emulator: Emulator;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  /** Logs a user in, and returns the cookie. A real server would ask for a password, or for a token of another server. */
  logIn(user: string, role?: string): string {
    const emulator = this.#emulator;
    const token = (): string => emulator.issueToken({ subject: user, ...(role && { role }) });
    const session = new Cloud({
      ...emulator.session,
      credentials: tokenFromFunction(async () => token()),
      cacheScope: user,
    });
    const api = { instances: new InstanceServiceClient(session), parentId };
    const id = randomUUID();
    this.#logins.set(id, { user, api, session, token });
    return `login=${id}; HttpOnly; SameSite=Strict; Path=/`;
  }

  /** The login of a request. */
  find({ headers }: IncomingMessage): Login | undefined {
    return this.#logins.get(/\blogin=([\w-]+)/.exec(headers.cookie ?? "")?.[1] ?? "");
  }

  /** Closes all sessions. */
  async close(): Promise<void> {
    await Promise.all([...this.#logins.values()].map(({ session }) => session.close({ graceMs: 100 })));
  }
}
