import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { type Settings, environmentVariable } from "@stratus/dynamic-client";
import type { Api } from "../calls/api.js";
import type { Plan } from "./plan.js";

/** Binds each plan to everything that it was made for. The key is created at start and never leaves the process. */
export class Binding {
  readonly #key = randomBytes(32);
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /** Returns the id of a plan in the form of a UUID: an HMAC of all facts of the plan. */
  makeId(plan: Omit<Plan, "id">): string {
    const { open, summary, tool, caller, expiresMs, nonce } = plan;
    const form = { kind: "message", type: open.method.request } as const;
    const facts = [
      callTarget(this.#api),
      open.listed.name,
      // With their secrets, so that none of them can be another.
      (plan.members ?? [plan]).map(({ message, mask, current }) => [
        open.service.codec.show(form, message, true),
        mask ?? null,
        current?.fingerprint ?? null,
      ]),
      [summary, tool, caller, expiresMs, nonce],
    ];
    const code = createHmac("sha256", this.#key).update(JSON.stringify(facts)).digest("hex");
    return `${code.slice(0, 8)}-${code.slice(8, 12)}-8${code.slice(13, 16)}-a${code.slice(17, 20)}-${code.slice(20, 32)}`;
  }

  /** Whether the facts of a plan still match its id. */
  holds(plan: Plan): boolean {
    return timingSafeEqual(Buffer.from(this.makeId(plan)), Buffer.from(plan.id));
  }
}

/** Returns where and as whom calls are made, without secrets. A credentials file counts with its current contents. */
function callTarget({ settings, env, sdk }: Api): readonly (string | null)[] {
  const {
    endpoint,
    apiDomain,
    tokenFile,
    tokenCommand,
    serviceAccountFile,
    federatedTokenFile,
    applicationDefault,
    authScheme,
  } = settings;
  const token = env[environmentVariable(sdk.session.name, "token")];
  const files = [tokenFile, serviceAccountFile, federatedTokenFile].map(fileDigest);
  return [
    sdk.guide.package.name,
    endpoint ?? null,
    apiDomain ?? null,
    digest(token),
    tokenCommand ?? null,
    authScheme ?? null,
    applicationDefault === true ? fileDigest(env["GOOGLE_APPLICATION_CREDENTIALS"]) : null,
    ...files,
  ];
}

function fileDigest(path: Settings["tokenFile"]): string | null {
  if (path === undefined) return null;
  try {
    return digest(readFileSync(path, "utf8"));
  } catch {
    return "unreadable";
  }
}

/** Returns the SHA-256 digest of a text. */
export function digest(text: string | undefined): string | null {
  return text === undefined ? null : createHash("sha256").update(text).digest("hex");
}
