/**
 * `apply` and `export`: resources as documents. `apply` plans what makes the server have what the documents say, asks, and
 * carries it out. There is no state file: the server is the state.
 *
 * @module
 */
import type { GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { type Argv, hasFlag } from "../argv/read-argv.js";
import type { Context, MethodCommand } from "../command/context.js";
import {
  type CallOptions,
  type Client,
  type ResourceContent,
  type ResourceIdentity,
  type ResourceKind,
  resourceId,
  safeLine,
  textIn,
  UsageError,
} from "@stratus/dynamic-client";

/** The session and the flags of a run. */
export interface ApplyContext {
  readonly context: Context;
  readonly argv: Argv;
}

/** Opens the client of a kind. */
export function openKind({ context, argv }: ApplyContext, { service }: ResourceKind): Promise<Client> {
  return context.client(service, argv);
}

/** Returns a method of a kind as a command, for checks and operations. */
export function toCommand(
  { context, argv }: ApplyContext,
  { service }: ResourceKind,
  method: GuideMethod,
): MethodCommand {
  return { context, service, method, argv };
}

/** Returns the options of a call. */
export function callOptions({ context, argv }: ApplyContext): CallOptions {
  const { signal, timeoutMs } = context.callOptions(argv);
  return { signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
}

/** Returns the options of `modify`: the objects of a document that are not kept replace what is there, as the plan says. */
export function modifyOptions(apply: ApplyContext): CallOptions {
  return { ...callOptions(apply), matchCopies: false };
}

/** Flags of calls that have no meaning for documents. */
const callFlags = ["clear", "idempotency-key", "limit", "no-wait", "query", "service", "show-secrets"];

/** Refuses flags that a command would ignore. @throws A UsageError that names the flag. */
export function refuseFlags({ flags }: Argv, command: string, others: readonly string[]): void {
  const names = new Set([...callFlags, "skeleton", "whole-maps", ...others]);
  const stray = flags.find(({ name }) => names.has(name));
  if (stray)
    throw new UsageError("UNSUPPORTED", `${command} takes no --${stray.name}; see ${command} --help`);
}

/** Whether INPUT_ONLY values are sent with updates, although nothing tells whether they differ. */
export function sendsInputOnly({ argv }: ApplyContext): boolean {
  return hasFlag(argv, "send-secrets");
}

/** Whether documents are whole resources. */
export function isWhole({ argv }: ApplyContext): boolean {
  return hasFlag(argv, "replace");
}

/** Names a resource for people: `compute/instance web-1`. */
export function resourceLabel(kind: ResourceKind, { json, path }: ResourceContent, fallback: string): string {
  const parameters = Object.values(path).map((value) => (typeof value === "object" ? "..." : String(value)));
  const named = kind.isNamed ? resourceId(kind, json) : textIn(json, "name");
  const name = parameters.length > 0 ? parameters.join("/") : (named ?? resourceId(kind, json) ?? fallback);
  return safeLine(`${kind.name} ${name}`);
}

/** Returns the text that stands for a resource in references: its ID, its name, or the last parameter of its path. */
export function referenceValue(
  kind: ResourceKind,
  { request }: ResourceIdentity,
  json: GuideJson,
): string | undefined {
  if (!kind.service.isRest) return resourceId(kind, json);
  const last = Object.values(request).at(-1);
  return last === undefined ? undefined : String(last);
}
