import type { GuideJson } from "@stratus/runtime/guide";
import type { Emulator } from "@stratus/emulator";
import { findSdk, type ResourceKind, resourceKinds, type Service } from "@stratus/dynamic-client";
import { expect } from "vitest";
import { RandomRequest, seeded } from "../dynamic-client/random-request.fixture.js";
import { root } from "../repository.fixture.js";
import type { commandLine, Ended } from "./test-host.fixture.js";

type Json = Record<string, GuideJson>;

/** An API whose resources are applied, and an emulator that stores what it is sent. */
export interface LawApi {
  readonly acme: ReturnType<typeof commandLine>;
  readonly emulator: Emulator;
  /** The package of the SDK. */
  readonly sdk: string;
  /** The names of the kinds. */
  readonly kinds: readonly string[];
  /** How many resources are applied at once. Default: 12. */
  readonly batch?: number;
  /** Returns the fields that identify a resource. */
  readonly identity: (kind: string, run: string, number: number) => Json;
  /** Whether the API has rules that random resources break, which are then made again. */
  readonly hasRules?: boolean;
}

/** Applies random resources, and counts them. */
export async function applyRandomResources(api: LawApi, count: number, seed: number): Promise<number> {
  const sdk = await findSdk(api.sdk, root);
  const kinds: ResourceKind[] = [];
  for (const entry of sdk.guide.services) kinds.push(...resourceKinds(await sdk.service(entry)));
  const chosen = api.kinds.map((name) => findKind(kinds, name));
  const { batch = 12 } = api;
  let [done, run] = [0, 0];
  for (; done < count; run++) {
    const random = seeded(seed + run * 104_729);
    const documents: Document[] = [];
    while (documents.length < Math.min(batch, count - done)) {
      const kind = chosen[Math.floor(random() * chosen.length)]!;
      const one = randomDocument(api, kind, `r${seed}-${run}`, documents.length, random);
      if (!api.hasRules || (await isAccepted(api, one))) documents.push(one);
    }
    await withReferences(documents, chosen, random);
    if (run % 3 === 0) await applyTwice(api, documents);
    else await applyCut(api, documents, random);
    if (run % 3 === 2) await applyCut(api, await changedDocuments(api, documents, random), random);
    done += documents.length;
  }
  return done;
}

function findKind(kinds: readonly ResourceKind[], name: string): ResourceKind {
  const found = kinds.find((kind) => kind.name === name);
  if (!found) throw new Error(`no kind ${name}; there are ${kinds.map((kind) => kind.name).join(", ")}`);
  return found;
}

async function isAccepted({ acme }: LawApi, document: Document): Promise<boolean> {
  return (await acme("apply -f - --dry-run", { stdin: text([document]) })).code === 0;
}

interface Document {
  readonly kind: ResourceKind;
  readonly json: Json;
}

function randomDocument(
  api: LawApi,
  kind: ResourceKind,
  run: string,
  number: number,
  random: () => number,
): Document {
  const { service, type } = kind;
  const made = new RandomRequest(service, random).message(type);
  const identity = api.identity(kind.name, run, number);
  const metadata = {
    ...(made["metadata"] as Json | undefined),
    ...(identity["metadata"] as Json | undefined),
  };
  // The server assigns the ID, and the parent has another name in JSON.
  delete metadata["id"];
  delete metadata["parent_id"];
  const json = { ...made, ...identity, ...(identity["metadata"] === undefined ? {} : { metadata }) };
  return { kind, json: { $resource: kind.name, ...json } };
}

/** Returns documents with other values for the same resources. */
async function changedDocuments(
  api: LawApi,
  documents: readonly Document[],
  random: () => number,
): Promise<readonly Document[]> {
  const changed: Document[] = [];
  for (const { kind, json } of documents)
    for (;;) {
      const { service, type } = kind;
      const made = mutable(service, type, new RandomRequest(service, random).message(type));
      const spec = made["spec"] === undefined ? {} : { spec: withNulls(made["spec"] as Json, random) };
      const { metadata, name, $resource } = json;
      const identity = name === undefined ? { metadata } : { name };
      const one = { kind, json: { $resource, ...made, ...spec, ...identity } as Json };
      if (api.hasRules && !(await isAccepted(api, one))) continue;
      changed.push(one);
      break;
    }
  return changed;
}

/** Removes fields that no update can change. */
function mutable(service: Service, type: string, json: Json): Json {
  return Object.fromEntries(
    Object.entries(json).flatMap(([name, value]) => {
      const field = service.message(type).fields.find((one) => one.name === name);
      if (!field || field.behaviors?.some((one) => one !== "REQUIRED")) return [];
      return [[name, service.isStructure(field) ? mutable(service, field.type ?? "", value as Json) : value]];
    }),
  );
}

/** Clears some fields. */
function withNulls(json: Json, random: () => number): Json {
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [name, random() < 0.2 ? null : value]),
  );
}

/** Lets some documents refer to earlier ones. */
async function withReferences(
  documents: readonly Document[],
  kinds: readonly ResourceKind[],
  random: () => number,
): Promise<void> {
  for (const [at, { kind, json }] of documents.entries()) {
    const target = documents[Math.floor(random() * at)];
    if (at === 0 || !target || random() < 0.4) continue;
    const name = (target.json["metadata"] as Json | undefined)?.["name"] ?? target.json["name"];
    const place = firstText(kind.service, kind.type, json);
    if (place) place.json[place.name] = { $ref: `${target.kind.name}/${String(name)}` };
  }
  expect(kinds.length).toBeGreaterThan(0);
}

/** Finds a text in a document that can be a reference: a field that ends in `_id`. */
function firstText(
  service: Service,
  type: string,
  json: Json,
): { readonly json: Json; readonly name: string } | undefined {
  for (const field of service.message(type).fields) {
    const value = json[field.name];
    if (field.name === "metadata" || value === undefined) continue;
    if (field.name.endsWith("_id") && field.kind === "string" && !field.isList && !field.behaviors)
      return { json, name: field.name };
    const inside = service.isStructure(field)
      ? firstText(service, field.type ?? "", value as Json)
      : undefined;
    if (inside) return inside;
  }
  return undefined;
}

const text = (documents: readonly Document[]): string =>
  documents.map(({ json }) => JSON.stringify(json)).join("\n---\n");

/** The calls that change something, since the report was cleared. */
function changes({ emulator }: LawApi): readonly string[] {
  return emulator.calls().flatMap(({ method }) => (/\/(?:Create|Update)/.test(method) ? [method] : []));
}

async function applied({ acme }: LawApi, stdin: string, signal?: AbortSignal): Promise<Ended> {
  return acme("apply -f - --yes", { stdin, ...(signal ? { signal } : {}) });
}

/** A second apply sends nothing, and neither does the apply of an export. */
async function applyTwice(api: LawApi, documents: readonly Document[]): Promise<void> {
  const stdin = text(documents);
  const first = await applied(api, stdin);
  expect(first.code, `${first.screen}\n${stdin}`).toBe(0);
  expect(first.said).not.toContain("the server keeps");
  await sendsNothing(api, stdin, documents.length);
  const exported: string[] = [];
  for (const { kind, json } of documents) {
    const id = await idOf(api, kind, json);
    const { out, code, said } = await api.acme([
      ...kind.service.entry.words.split(" "),
      "export",
      ...nounOf(kind),
      id,
    ]);
    expect(code, said).toBe(0);
    exported.push(out);
  }
  await sendsNothing(api, exported.join("---\n"), documents.length);
}

function nounOf(kind: ResourceKind): readonly string[] {
  return kind.noun === "" ? [] : [kind.noun];
}

async function sendsNothing(api: LawApi, stdin: string, count: number): Promise<void> {
  api.emulator.clearCalls();
  const ended = await api.acme("apply -f -", { stdin });
  expect(ended.screen, stdin).toContain(`${count} unchanged`);
  expect(changes(api)).toEqual([]);
}

/** An apply that is cut off at any call, and repeated, creates each resource once. */
async function applyCut(api: LawApi, documents: readonly Document[], random: () => number): Promise<void> {
  const stdin = text(documents);
  api.emulator.clearCalls();
  const limit = Math.floor(random() * documents.length * 6);
  const controller = new AbortController();
  const watch = setInterval(() => {
    if (api.emulator.calls().length >= limit) controller.abort(new Error("cut"));
  }, 1);
  await applied(api, stdin, controller.signal).finally(() => clearInterval(watch));
  const again = await applied(api, stdin);
  expect(again.code, `${again.screen}\n${stdin}`).toBe(0);
  await sendsNothing(api, stdin, documents.length);
  const ids = await Promise.all(documents.map(({ kind, json }) => idOf(api, kind, json)));
  expect(new Set(ids).size).toBe(documents.length);
}

/** Returns the ID of a resource, after a check that its name is there once. */
async function idOf({ acme }: LawApi, kind: ResourceKind, json: Json): Promise<string> {
  const words = kind.service.entry.words.split(" ");
  if (typeof json["name"] === "string") return json["name"];
  const { parentId, name } = json["metadata"] as { readonly parentId: string; readonly name: string };
  const { out } = await acme([...words, "list", "--parent-id", parentId, "-o", "json"]);
  const all = (JSON.parse(out) as { items: { metadata: { id: string; name: string } }[] }).items;
  const named = all.filter(({ metadata }) => metadata.name === name);
  expect(named.length, name).toBe(1);
  return named[0]!.metadata.id;
}
