import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Api, ToolCall } from "../calls/api.js";
import { logDeclined } from "./audit.js";
import type { Plan } from "./plan.js";
import type { Plans } from "./plans.js";

/** The user's answer on the approval page. */
export type Answer = "approve" | "decline";

/** The parts that approvals depend on. */
export interface ApprovalParts {
  readonly api: Api;
  readonly plans: Plans;
  /** Starts the page. Called once, for the first plan that needs it. */
  readonly openPage: (approvals: Approvals) => Promise<OpenPage>;
  /** Tells the user where to approve. It must reach no model: no answer, no log and no resource has the text. */
  readonly tell: (text: string) => void;
  /** The command line that has the command `approve`, such as `acme`. */
  readonly command: string;
  /** How long a call waits for the user, in milliseconds. Default: 45 s, because clients usually give up after 60 s. */
  readonly waitMs?: number | undefined;
}

/** A page that listens on 127.0.0.1. */
export interface OpenPage extends AsyncDisposable {
  readonly port: number;
}

/** The address at which the user approves a plan. It contains the secret. */
export interface Offer {
  readonly id: string;
  readonly url: string;
  /** Resolves with the answer. Stays pending if there is none. */
  readonly answered: Promise<Answer>;
}

interface Pending extends Pick<Offer, "answered"> {
  readonly digest: Buffer;
  readonly call: ToolCall;
  readonly settle: ((answer: Answer) => void) | undefined;
  isSettled: boolean;
}

/**
 * The plans that wait for an approval on the page. Each one is found by a random secret of 256 bits, which can be used once,
 * until the plan expires. Only the digest of the secret is kept.
 */
export class Approvals implements AsyncDisposable {
  readonly #parts: ApprovalParts;
  #page: Promise<OpenPage> | undefined;
  readonly #pending = new Map<string, Pending>();

  constructor(parts: ApprovalParts) {
    this.#parts = parts;
  }

  /** Creates the secret of a plan. Undefined if the plan has one already, because it is given out once. */
  async offer(plan: Plan, call: ToolCall): Promise<Offer | undefined> {
    const { plans } = this.#parts;
    const { port } = await this.#openPage();
    if (this.#pending.has(plan.id)) return undefined;
    for (const id of this.#pending.keys()) if (!plans.find(id)) this.#pending.delete(id);
    // The command line finds the page by the port.
    const id = `${port}-${randomBytes(32).toString("base64url")}`;
    let settle: Pending["settle"] | undefined;
    const answered = new Promise<Answer>((resolve) => (settle = resolve));
    this.#pending.set(plan.id, { digest: digest(id), call, answered, settle, isSettled: false });
    return { id, url: `http://127.0.0.1:${port}/approve/${id}`, answered };
  }

  /** Tells the user where to approve, for clients that cannot open a page. */
  tell({ id, url }: Offer, { open, expiresMs }: Plan): void {
    const { tell, command } = this.#parts;
    const time = new Date(expiresMs).toISOString().slice(11, 19);
    tell(
      `Approve or decline ${open.listed.name} until ${time} UTC:\n  ${url}\nor in a terminal: ${command} approve ${id}\n`,
    );
  }

  /** Returns the plan of a secret. Undefined if the secret is unknown, was used, or has expired. */
  find(id: string): Plan | undefined {
    const found = this.#find(id);
    return found && this.#parts.plans.find(found[0]);
  }

  /** Uses a secret to answer, and logs a refusal. @returns whether the secret was valid */
  answer(id: string, answer: Answer): boolean {
    const [plan, found] = [this.find(id), this.#find(id)];
    if (!plan || !found) return false;
    const [, pending] = found;
    pending.isSettled = true;
    pending.settle?.(answer);
    if (answer === "decline") logDeclined(this.#parts.api, plan, pending.call);
    return true;
  }

  /** Waits for the answer about a plan. Undefined if there is none in time. Rejects if the caller aborts the call. */
  async wait(plan: Plan, { signal }: ToolCall): Promise<Answer | undefined> {
    const { waitMs = 45_000 } = this.#parts;
    const ended = new AbortController();
    try {
      const timer = sleep(waitMs, undefined, { signal: AbortSignal.any([signal, ended.signal]), ref: false });
      return await Promise.race([this.#pending.get(plan.id)?.answered, timer]);
    } finally {
      ended.abort();
    }
  }

  /** Stops the page. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#page)?.[Symbol.asyncDispose]();
  }

  #openPage(): Promise<OpenPage> {
    this.#page ??= this.#parts.openPage(this).catch((error: unknown) => {
      this.#page = undefined;
      throw error;
    });
    return this.#page;
  }

  #find(id: string): [string, Pending] | undefined {
    const given = digest(id);
    return [...this.#pending].find(([, one]) => !one.isSettled && timingSafeEqual(one.digest, given));
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
