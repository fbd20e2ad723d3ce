import type { GuideEntry, GuideField, GuideJson, GuideMethod } from "@stratus/runtime/guide";
import { flagValue, readArgv, requireOwnFlags } from "../argv/read-argv.js";
import { takeData } from "../argv/take-data.js";
import type { Context, MethodCommand } from "../command/context.js";
import { isPreview, showRequest } from "../command/dry-run.js";
import { confirmDestruction } from "../command/identify-resource.js";
import { callMethod } from "../command/run-method.js";
import { runStream } from "../command/run-stream.js";
import { readDocument } from "../input/read-document.js";
import { readJson, readValue } from "../input/read-value.js";
import { refuseSecretJson } from "../input/secret-arguments.js";
import {
  type Change,
  makeMessage,
  type Sdk,
  type Service,
  unknownNameError,
  UsageError,
} from "@stratus/dynamic-client";

const usage =
  "usage: call PACKAGE.Service/Method [-d JSON|@FILE|@-], or call GET|POST|... PATH [-d JSON|@FILE|@-]";

/** The method of a raw call, and what its words say of the request. */
interface RawTarget {
  readonly service: Service;
  readonly method: GuideMethod;
  readonly values: { readonly [name: string]: GuideJson };
}

/**
 * Calls a method by its full name, or by HTTP verb and path, with the request as it is: nothing is read before, and no part
 * of it is derived.
 */
export async function runCall(context: Context, given: readonly string[]): Promise<void> {
  const { rest, data } = takeData(given);
  const argv = readArgv(rest);
  await requireOwnFlags(argv);
  const { service, method, values } = await findTarget(context.sdk, argv.words);
  const command: MethodCommand = { context, service, method, argv };
  await Promise.all([service.codec.load(), context.printer(argv)]);
  if (method.kind === "clientStreaming" || method.kind === "bidiStreaming") {
    if (data === undefined) return runStream(command);
    throw new UsageError(
      "ARGUMENT_INVALID",
      `${method.rpc} takes a stream: pass a line for each message with -d @FILE or -d @-`,
    );
  }
  const changes: Change[] = [];
  const document = await readData(command, data);
  const body = service.message(method.request).fields.find(({ place }) => place === "body");
  if (document !== undefined) {
    const value = body && service.isRest ? { [body.name]: document } : document;
    changes.push({ path: { steps: [] }, value });
  }
  changes.push({ path: { steps: [] }, value: values });
  const request = await makeMessage(service, method.request, changes);
  const options = { ...context.callOptions(argv), resetMask: readMask(command) };
  if (isPreview(argv)) return showRequest(command, request, options);
  if (service.effect(method.word) === "destroy") {
    const [field] = service.positionals(method);
    const named = request as Readonly<Record<string, unknown>>;
    const value = field ? String(named[service.isRest ? field.name : field.property] ?? "") : "";
    await confirmDestruction(command, { field: field?.name ?? "id", value }, { which: new Map(), changes });
  }
  await callMethod(command, request, options);
}

/**
 * Returns the reset mask: the paths of `--clear`, as they are. The message is the whole request: a mask that was derived from it
 * would clear everything else.
 */
function readMask({ method, argv }: MethodCommand): string | undefined {
  const paths = argv.flags.flatMap(({ name, value }) => (name === "clear" ? [value] : []));
  if (method.hasMask === true) return paths.join(",");
  if (paths.length === 0) return undefined;
  throw new UsageError("ARGUMENT_INVALID", `--clear: ${method.rpc} has no reset mask`);
}

async function readData(
  { context, service, method, argv }: MethodCommand,
  data: string | undefined,
): Promise<GuideJson | undefined> {
  const file = flagValue(argv, "file");
  if (data !== undefined && file !== undefined)
    throw new UsageError(
      "ARGUMENT_CONFLICT",
      "the request is given twice, by -d and by a file; give it once",
    );
  if (file !== undefined) {
    const place = file === "-" ? "standard input" : file;
    return readDocument(await context.source.readFile(file), place);
  }
  if (data === undefined) return undefined;
  const value = readJson(data, "-d");
  const whole: GuideField = {
    name: "request",
    property: "",
    kind: "message",
    type: method.request,
    text: "",
  };
  const body = service.message(method.request).fields.find(({ place }) => place === "body");
  refuseSecretJson(service, service.isRest ? (body ?? whole) : whole, value, "-d");
  return value;
}

async function findTarget(sdk: Sdk, words: readonly string[]): Promise<RawTarget> {
  const [first, second, ...others] = words;
  if (first === undefined || others.length > 0) throw new UsageError("ARGUMENT_MISSING", usage);
  if (sdk.isRest) {
    if (second === undefined || !/^[A-Za-z]+$/.test(first)) throw new UsageError("ARGUMENT_MISSING", usage);
    return findOperation(sdk, first.toUpperCase(), second);
  }
  const [, name, rpc] = /^\/?([\w.]+)[/.](\w+)$/.exec(first) ?? [];
  if (name === undefined || rpc === undefined || second !== undefined)
    throw new UsageError("ARGUMENT_MISSING", usage);
  const { services } = sdk.guide;
  const entry = services.find((one) => one.name === name);
  if (!entry) {
    const named = services.map((one) => one.name);
    const [only, ...others] = named.filter((one) => one.endsWith(`.${name}`));
    const fix = only !== undefined && others.length === 0 ? `did you mean ${only}/${rpc}?` : "";
    throw await unknownNameError("service", name, fix === "" ? named : [], { fix });
  }
  const service = await sdk.service(entry);
  const method = service.guide.methods.find((one) => one.rpc === rpc);
  if (method) return { service, method, values: {} };
  const known = service.guide.methods.map((one) => one.rpc);
  throw await unknownNameError("method", rpc, known, { place: first, shown: (one) => `${name}/${one}` });
}

/** Finds the operation of a REST API at a path. Those with fewer parameters come first. */
async function findOperation(sdk: Sdk, verb: string, target: string): Promise<RawTarget> {
  const url = new URL(target, "http://path.invalid");
  const found: (RawTarget & { readonly count: number })[] = [];
  const known: string[] = [];
  const verbs: string[] = [];
  const load = async (entry: GuideEntry): Promise<Service> => sdk.service(entry);
  for (const service of await Promise.all(sdk.guide.services.map(load)))
    for (const method of service.guide.methods) {
      const { method: own = "", path = "" } = method.http ?? {};
      known.push(`${own.toUpperCase()} ${path}`);
      const values = matchPath(path, url.pathname);
      if (values === undefined) continue;
      if (own.toUpperCase() !== verb) {
        verbs.push(own.toUpperCase());
        continue;
      }
      const query = await readParameters(service, method, url.searchParams);
      found.push({ service, method, values: { ...values, ...query }, count: Object.keys(values).length });
    }
  const [best] = found.toSorted((a, b) => a.count - b.count);
  if (best) return best;
  const fix = verbs.length === 0 ? "" : `this path has ${verbs.toSorted().join(", ")}`;
  throw await unknownNameError("operation", `${verb} ${url.pathname}`, known, { fix });
}

function matchPath(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const names: string[] = [];
  const pattern = template.split(/(\{[^{}]+\})/).map((part) => {
    if (!/^\{.*\}$/s.test(part)) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(part.slice(1, -1));
    return "([^/]+)";
  });
  const match = new RegExp(`^${pattern.join("")}$`).exec(path);
  return match
    ? Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? "")]))
    : undefined;
}

async function readParameters(
  service: Service,
  method: GuideMethod,
  parameters: URLSearchParams,
): Promise<{ readonly [name: string]: GuideJson }> {
  const fields = service.message(method.request).fields.filter(({ place }) => place === "query");
  const read: Record<string, GuideJson> = {};
  for (const name of new Set(parameters.keys())) {
    const field = fields.find((one) => one.name === name);
    if (!field)
      throw await unknownNameError(
        "parameter",
        name,
        fields.map((one) => one.name),
      );
    const from = {
      flag: name,
      findEnum: (type: string | undefined) => service.enum(type),
      readFile: async (): Promise<Uint8Array> => new Uint8Array(),
    };
    const all = await Promise.all(parameters.getAll(name).map((text) => readValue(field, text, from)));
    read[name] = field.isList ? all : (all[0] ?? null);
  }
  return read;
}
