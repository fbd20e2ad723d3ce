import type { GuideJson } from "@stratus/runtime/guide";
import { type Argv, flagValue, hasFlag } from "../argv/read-argv.js";
import { type MethodInput, readInput } from "../input/read-input.js";
import { advise } from "../output/own-words.js";
import { shellQuote } from "../text/shell-quote.js";
import { readLimit } from "../output/output-options.js";
import {
  type CallOptions,
  type Change,
  type Client,
  kebabCase,
  makeMessage,
  maskPath,
  type OperationHandle,
  safeLine,
  UsageError,
} from "@stratus/dynamic-client";
import { requireOwnMeaning } from "../argv/own-meaning.js";
import { awaitAnswer, type MethodCommand } from "./context.js";
import { isPreview, showRequest } from "./dry-run.js";
import { withoutListFlags } from "./list-targets.js";
import { requireBody } from "./missing-fields.js";
import { putBackRequest } from "./put-back.js";
import { findTargets, runEach } from "./run-each.js";
import { printStream, runStream } from "./run-stream.js";
import { runUpdate } from "./run-update.js";
import { isOutputAsked, sayDone } from "./say-done.js";
import { finishOperation } from "./wait.js";
import { confirmDestruction, findByName, identify } from "./identify-resource.js";

/** Runs the command of a method, for each resource that it names. */
export async function runMethod(command: MethodCommand): Promise<void> {
  const { context, service, argv } = command;
  requireOwnMeaning(command);
  // A wrong form of output is told before anything is sent.
  await Promise.all([service.codec.load(), context.printer(argv)]);
  const targets = await findTargets(command);
  if (hasFlag(argv, "watch")) {
    if (targets) throw new UsageError("UNSUPPORTED", "--watch takes one ID, or watches a list");
    const { runWatch } = await import("./run-watch.js");
    return runWatch(command, runOne);
  }
  if (targets === undefined) return runOne(command).catch((error: unknown) => adviseById(command, error));
  const isAll = hasFlag(argv, "all");
  return runEach({ ...command, argv: isAll ? withoutListFlags(command) : argv }, targets, runOne);
}

/** Throws an error. If nothing has the ID, it explains that the argument was read as one. */
function adviseById({ context, service, method, argv }: MethodCommand, error: unknown): never {
  const finder = service.findGetByName(method);
  const [id] = argv.words;
  if (finder && id !== undefined && (error as { readonly code?: unknown }).code === "NOT_FOUND") {
    const names = service.message(finder.request).fields.map(({ name }) => {
      const value = name.endsWith("name") ? shellQuote(id) : kebabCase(name).toUpperCase();
      return `--${kebabCase(name)} ${value}`;
    });
    const command = [context.host.name, service.entry.words, method.word, ...names.toReversed()].join(" ");
    advise(error, `${safeLine(id)} was read as an ID. To use a name: ${command}`);
  }
  throw error;
}

/** Runs the command of a method once. */
async function runOne(command: MethodCommand): Promise<void> {
  const { context, service, method, argv } = command;
  if (method.kind === "clientStreaming" || method.kind === "bidiStreaming")
    return runStream(command, await readFirstMessage(command));
  const put = await putBackRequest(command);
  if (put) return runPutBack(command, put.request);
  const input = await readInput(service, method, argv, context.source);
  if (service.modifyHelper(method)) return runUpdate(command, input);
  const finder = service.findGetByName(method);
  const isByName = method.id !== undefined && finder && input.which.size > 0 && isNamed(command, input);
  // A Get by name needs no id.
  if (isByName && service.role(method.word) === "get" && !isPreview(argv)) {
    const found = await findByName(command, input.which);
    return (await context.printer(argv)).one(found, service, method.response?.type);
  }
  const request = await makeRequest(command, input);
  requireBody(service, method, request);
  const options: CallOptions = { ...context.callOptions(argv), resetMask: clearMask(command, input) };
  await (isPreview(argv) ? showRequest : callMethod)(command, request, options);
}

/** Sends the request that puts a resource back. Without one, nothing differs. */
async function runPutBack(command: MethodCommand, request: object | undefined): Promise<void> {
  const { context, argv } = command;
  if (!request) return context.host.say("Nothing to change; nothing was sent.\n");
  await (isPreview(argv) ? showRequest : callMethod)(command, request, context.callOptions(argv));
}

/** Returns the message that flags describe. Files and standard input contain the messages behind it. */
async function readFirstMessage({
  context,
  service,
  method,
  argv,
}: MethodCommand): Promise<object | undefined> {
  const flags = argv.flags.filter(({ name }) => name !== "file");
  const { changes } = await readInput(service, method, { ...argv, flags }, context.source);
  return changes.length === 0 ? undefined : makeMessage(service, method.request, changes);
}

function isNamed({ service, method }: MethodCommand, { which }: MethodInput): boolean {
  return service.positionals(method).every(({ name }) => !which.has(name));
}

/** Builds the request, including the fields that identify the resource. Asks for confirmation before a destructive call. */
async function makeRequest(command: MethodCommand, input: MethodInput): Promise<object> {
  const { service, method, argv } = command;
  const changes: Change[] = [...input.changes];
  const role = service.role(method.word);
  const isDestroying = service.effect(method.word) === "destroy" && !isPreview(argv);
  if (service.findGetByName(method)) {
    const identity = await identify(command, input);
    if (isDestroying) await confirmDestruction(command, identity, input);
    changes.push({ path: { steps: [] }, value: { [identity.field]: identity.value } });
  } else if (isDestroying) {
    const request = await makeMessage(service, method.request, changes);
    const value = service
      .positionals(method)
      .map(({ name, property }) => String((request as Plain)[service.isRest ? name : property]));
    await confirmDestruction(command, { field: "id", value: value.join(" ") }, input);
    return request;
  }
  requirePositionals(command, changes, role);
  return makeMessage(service, method.request, changes);
}

type Plain = Readonly<Record<string, unknown>>;

/** Requires the positional arguments of a method without a standard role if it gets no other input. */
function requirePositionals(
  { service, method }: MethodCommand,
  changes: readonly Change[],
  role: string,
): void {
  if (role !== "other" || changes.length > 0) return;
  const missing = service.positionals(method).filter(({ isRequired }) => isRequired);
  if (missing.length > 0)
    throw new UsageError(
      "ARGUMENT_MISSING",
      `missing ${missing.map(({ name }) => name.replaceAll("_", "-")).join(", ")}`,
    );
}

/** Returns the reset mask of an Update without a read-modify-write helper: the cleared fields. */
function clearMask({ method }: MethodCommand, { changes }: MethodInput): string | undefined {
  if (method.hasMask !== true) return undefined;
  return changes.flatMap(({ path, value }) => (value === null ? [maskPath(path)] : [])).join(",");
}

/** Calls a method and prints the response. */
export async function callMethod(
  command: MethodCommand,
  request: object,
  options: CallOptions,
): Promise<void> {
  const { context, service, method, argv } = command;
  const client = await context.client(service, argv);
  if (method.pages) return list(command, client, request, options);
  const answer = client.call(method, method.local, request, options);
  if (method.kind === "serverStreaming") return printStream(command, answer as AsyncIterable<unknown>);
  const value = await awaitAnswer(command, answer);
  if (method.operation) return finishOperation(command, value as OperationHandle);
  if (method.response === undefined) return isOutputAsked(command) ? undefined : sayDone(command);
  if (isEmpty(command, method.response.type)) return sayDone(command);
  const shown = context.shown(service, method.response, value, argv);
  const printer = await context.printer(argv);
  if (!Array.isArray(shown)) return printer.one(shown, service, method.response.type);
  await printer.pages(onePage(shown.slice(0, itemLimit(argv))), "", service, method.response.type);
}

/** Whether a response has no fields, as that of many Delete methods, and no form of output is asked for. */
function isEmpty(command: MethodCommand, type: string | undefined): boolean {
  return type !== undefined && !isOutputAsked(command) && command.service.message(type).fields.length === 0;
}

/** The number of items to read. A sorted list is read whole. */
function itemLimit(argv: Argv): number {
  return flagValue(argv, "sort-by") === undefined ? readLimit(argv) : Infinity;
}

async function* onePage(items: readonly GuideJson[]): AsyncIterable<readonly GuideJson[]> {
  yield items;
}

/** Prints a list page by page. */
async function list(
  command: MethodCommand,
  client: Client,
  request: object,
  options: CallOptions,
): Promise<void> {
  const { context, service, method, argv } = command;
  const { items = "", type, local = method.local } = method.pages ?? {};
  const limit = itemLimit(argv);
  const all = client.call(method, local, request, options) as AsyncIterable<unknown>;
  const showOne = (one: unknown): GuideJson =>
    context.shown(service, type === undefined ? { kind: "json" } : { kind: "message", type }, one, argv);
  await (await context.printer(argv)).pages(batches(all, limit, showOne), items, service, type);
}

/** The number of items that are printed at once. */
const batchSize = 100;

/** Groups items into batches. */
async function* batches(
  all: AsyncIterable<unknown>,
  limit: number,
  showOne: (item: unknown) => GuideJson,
): AsyncIterable<readonly GuideJson[]> {
  let batch: GuideJson[] = [];
  let count = 0;
  for await (const item of all) {
    batch.push(showOne(item));
    count += 1;
    if (batch.length >= batchSize) {
      yield batch;
      batch = [];
    }
    if (count >= limit) break;
  }
  yield batch;
}
