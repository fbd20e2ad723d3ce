import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { connectThings, methods, openSession } from "../../../fixture/test-api.fixture.js";
import { TestClock } from "../../../fixture/test-clock.fixture.js";
import { answering, failure } from "../../../fixture/test-transport.fixture.js";
import type { SessionOptions } from "../../core/session-options.js";
import { tokenFromFunction } from "../outside-token.js";
import { cachedToken } from "./cached-token.js";

export const hourMs = 3_600_000;

/** The folder of tokens of the test. It does not exist at first. */
export let folder = "";

/** Gives each test of a file a folder of its own. */
export function useTokenFolders(): void {
  let top = "";
  beforeAll(async () => {
    top = await mkdtemp(join(tmpdir(), "stratus-"));
  });
  beforeEach(async () => {
    folder = join(await mkdtemp(join(top, "t-")), "tokens");
  });
  afterAll(() => rm(top, { recursive: true }));
}

/** The one token that is kept. */
export async function keptPath(): Promise<string> {
  const [name = ""] = (await readdir(folder)).filter((one) => one.endsWith(".json"));
  return join(folder, name);
}

/** A server that gives tokens of an hour, `token-1` and so on, and counts; some of them it refuses. */
export class Issuer {
  count = 0;
  readonly clock = new TestClock();
  readonly refused = new Set<string>();
  readonly warnings: string[] = [];
  /** What the next login waits for, or fails with. */
  gate: () => Promise<void> = () => Promise.resolve();

  /** Credentials that log in here. */
  readonly credentials = tokenFromFunction(async () => {
    await this.gate();
    return { token: `marker-${++this.count}`, expiresInMs: hourMs };
  });

  /** The call of a program of its own, with its own session and copy of the credentials; gives the token that it sent last. */
  async command({ credentials, ...more }: Partial<SessionOptions> = {}): Promise<string | undefined> {
    let last: string | undefined;
    const { clock, refused } = this;
    const transport = answering(({ method, metadata }) => {
      if (method === methods.exchange)
        return this.gate().then(() => ({ access: `marker-${++this.count}`, expiresIn: 3600n }));
      last = metadata.get("authorization")?.toString().slice("Bearer ".length);
      return refused.has(last ?? "") ? failure(16, "no") : {};
    });
    const kept = credentials ?? cachedToken(this.credentials, { folder, account: "me" });
    const logger = { warn: (_: object, message: string) => void this.warnings.push(message) };
    const session = openSession({ transport, clock, random: () => 0, logger, credentials: kept, ...more });
    const call = connectThings(session).unary(methods.get, {}, { retry: false });
    await this.clock.pass(call);
    await call;
    return last;
  }
}
