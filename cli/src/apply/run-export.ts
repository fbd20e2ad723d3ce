import type { GuideMethod } from "@stratus/runtime/guide";
import { flagValue, hasFlag, readArgv, requireOwnFlags, withoutWords } from "../argv/read-argv.js";
import type { Context } from "../command/context.js";
import { FlagReader, readInput } from "../input/read-input.js";
import { readForm } from "../output/output-options.js";
import { jsonText, yamlText } from "../output/show-json.js";
import {
  type Client,
  exportResource,
  findResource,
  identify,
  isJsonObject,
  type JsonObject,
  kebabCase,
  makeMessage,
  pathParameters,
  type ResourceIdentity,
  type ResourceKind,
  resourceId,
  resourceKinds,
  safeLine,
  type Service,
  UsageError,
} from "@stratus/dynamic-client";
import { exportHelp } from "./apply-help.js";
import { type ApplyContext, refuseFlags, callOptions, openKind } from "./apply-context.js";

/** Writes resources as documents for `apply`: those that are named, or all that the List of the API returns. */
export async function runExport(context: Context, service: Service, rest: readonly string[]): Promise<void> {
  if (hasFlag(readArgv(rest), "help"))
    return context.host.out(exportHelp(`${context.host.name} ${service.entry.words} export`));
  await service.codec.load();
  const { kind, own } = chooseKind(service, rest, context.host.name);
  const { list } = kind;
  const argv = readArgv(own, (name) => (list ? new FlagReader(service, list).takesValue(name) : undefined));
  refuseFlags(argv, "export", ["dry-run", "replace", "send-secrets", "yes"]);
  const apply: ApplyContext = { context, argv };
  const { form } = await readForm(flagValue(argv, "output") ?? context.settings.output);
  const identities = await findIdentities(apply, kind, list);
  const client = await openKind(apply, kind);
  const documents: JsonObject[] = [];
  for (let at = 0; at < identities.length; at += 4)
    documents.push(
      ...(await Promise.all(identities.slice(at, at + 4).map((one) => read(apply, kind, client, one)))),
    );
  if (form === "json") return context.host.out(`${jsonText(documents, 2)}\n`);
  const texts = await Promise.all(documents.map((document) => yamlText(document)));
  await context.host.out(texts.join("---\n"));
  if (texts.length === 0) context.host.say("No resources.\n");
}

function chooseKind(
  service: Service,
  rest: readonly string[],
  name: string,
): { readonly kind: ResourceKind; readonly own: readonly string[] } {
  const kinds = resourceKinds(service);
  const [first] = readArgv(rest).words;
  const named = kinds.find(({ noun }) => noun !== "" && noun === first);
  if (named) return { kind: named, own: withoutWords(rest, 1) };
  const kind = kinds.length === 1 ? kinds[0] : kinds.find(({ noun }) => noun === "");
  if (kind) return { kind, own: rest };
  if (kinds.length === 0)
    throw new UsageError(
      "UNSUPPORTED",
      `${service.entry.words} has no method that returns a resource, which export needs`,
    );
  const ways = kinds.map(({ noun }) => `${name} ${service.entry.words} export ${noun}`).join(", ");
  throw new UsageError("NAME_AMBIGUOUS", `this service has several kinds of resources; use one of: ${ways}`);
}

/** Returns how each resource is found: by the words of the command, by a parent and a name, or by the List. */
async function findIdentities(
  { context, argv }: ApplyContext,
  kind: ResourceKind,
  list: GuideMethod | undefined,
): Promise<readonly ResourceIdentity[]> {
  const { service, get, getByName } = kind;
  if (argv.words.length > 0) {
    await requireOwnFlags(argv);
    return groups(kind, argv.words);
  }
  const names = service.message(getByName?.request).fields;
  if (getByName && flagValue(argv, "name") !== undefined) {
    const given = names.map(({ name }) => [
      name,
      flagValue(argv, kebabCase(name)) ?? context.settings.parentId ?? "",
    ]);
    return [{ method: getByName, request: Object.fromEntries(given), key: "", isAssigned: false }];
  }
  if (list) return listIdentities({ context, argv }, kind, list);
  const fields = service.positionals(get).map(({ name }) => kebabCase(name).toUpperCase());
  throw new UsageError("ARGUMENT_MISSING", `name the ${kind.name} to export: ${fields.join(" ")}`);
}

/** Returns the resources that words name. Of a REST API, each has as many words as its path has parameters. */
function groups({ service, get, name }: ResourceKind, words: readonly string[]): readonly ResourceIdentity[] {
  const fields = service.positionals(get);
  if (fields.length === 0 || words.length % fields.length !== 0)
    throw new UsageError(
      "ARGUMENT_INVALID",
      `a ${name} is named by ${fields.map((one) => kebabCase(one.name).toUpperCase()).join(" ")}`,
    );
  const found: ResourceIdentity[] = [];
  for (let at = 0; at < words.length; at += fields.length) {
    const request = fields.map(({ name: field, kind }, index) => {
      const word = words[at + index] ?? "";
      return [field, /^(?:integer|number)$/.test(kind) ? Number(word) : word] as const;
    });
    const key = request.map(([, value]) => value).join("/");
    found.push({ method: get, request: Object.fromEntries(request), key, isAssigned: false });
  }
  return found;
}

async function listIdentities(
  apply: ApplyContext,
  kind: ResourceKind,
  list: GuideMethod,
): Promise<readonly ResourceIdentity[]> {
  const { service, get } = kind;
  const input = await readInput(service, list, apply.argv, apply.context.source);
  const request = await makeMessage(service, list.request, input.changes);
  const client = await openKind(apply, kind);
  const answer = client.call(list, list.pages?.local ?? list.local, request, callOptions(apply));
  const items = list.pages ? (answer as AsyncIterable<object>) : ((await answer) as Iterable<object>);
  const form = { kind: "message", type: kind.type } as const;
  const [field] = service.positionals(get);
  const found: ResourceIdentity[] = [];
  for await (const item of items) {
    const json = service.codec.toJson(form, item, true);
    if (!isJsonObject(json)) continue;
    const id = resourceId(kind, json);
    if (service.isRest) found.push(identify(kind, { json, path: parentPath(kind, list, request) }));
    else if (field && id !== undefined)
      found.push({ method: get, request: { [field.name]: id }, key: id, isAssigned: true });
  }
  return found;
}

/** Returns the parameters of the path of a list, by their names in the path of the GET. */
function parentPath({ get }: ResourceKind, list: GuideMethod, request: object): JsonObject {
  const names = pathParameters(get);
  const values = request as JsonObject;
  const given = pathParameters(list).map((name, at) => [names[at] ?? name, values[name] ?? null]);
  return Object.fromEntries(given) as JsonObject;
}

async function read(
  apply: ApplyContext,
  kind: ResourceKind,
  client: Client,
  identity: ResourceIdentity,
): Promise<JsonObject> {
  const resource = await findResource(kind, client, identity, callOptions(apply));
  if (resource === undefined)
    throw new UsageError("ARGUMENT_INVALID", `there is no ${kind.name} ${safeLine(identity.key)}`, 4);
  return exportResource(kind, resource, identity.request);
}
