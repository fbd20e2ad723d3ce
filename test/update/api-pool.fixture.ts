import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  createFileRegistry,
  fromBinary,
  type DescField,
  type DescMessage,
  type FileRegistry,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import type { MessageType } from "@stratus/runtime/generated/wire-v1";
import { createCustomOptions, fieldBehaviors } from "@stratus/convention";
import { Dice } from "../mask/dice.fixture.js";
import { messageType } from "../mask/schema.fixture.js";
import { optionsProto, randomApi, type Dialect, type RandomApi } from "./random-api.fixture.js";

const top = fileURLToPath(new URL("../../", import.meta.url));
/** Where generated code is put, so that its imports are found. */
export const generatedHome = `${top}test/update/.generated/`;

/** What may be said of a call here. */
export interface PoolCallOptions {
  readonly resetMask?: unknown;
}

/** A resource as a client has read it. */
export type Draft = Record<string, unknown>;

/** A generated client, as far as a test knows the messages of code that it has just generated. */
export interface PoolClient {
  create(request: Draft): PromiseLike<Draft>;
  /** Shows nothing, and lets a test look at its server. */
  look(request: { readonly id: string }): PromiseLike<Draft>;
  get(request: { readonly id: string }): PromiseLike<Draft>;
  update(request: Draft, options?: PoolCallOptions): PromiseLike<Draft>;
  modify(request: { readonly id: string }, change: (resource: Draft) => unknown): PromiseLike<Draft>;
}

/** A session of a generated SDK. */
export interface PoolSession {
  close(): Promise<void>;
}

type ClientClass = new (session: PoolSession) => PoolClient;
type SessionClass = new (options: object) => PoolSession;

/** One version of an API: its types, and the client that was generated for it. */
export interface Version {
  readonly resource: DescMessage;
  readonly age: "newer" | "older";
  /** Behaviours of a field as the API's options have them. */
  readonly behaviors: (field: DescField) => readonly string[];
  readonly registry: FileRegistry;
  readonly Session: SessionClass;
  readonly Client: ClientClass;
  /** The codec of the resource. */
  readonly codec: MessageType<Draft>;
}

/** An API of the pool, with both versions of it. */
export interface PoolApi {
  readonly api: RandomApi;
  readonly newer: Version;
  readonly older: Version;
}

/** Generated SDKs of random APIs. */
export interface ApiPool {
  readonly apis: readonly PoolApi[];
  /** Takes the generated code away again. */
  remove(): void;
}

/** Protos of an API in two versions, to generate SDKs for. */
export interface ProtoVersions {
  readonly packageName: string;
  readonly newer: string;
  readonly older: string;
}

/** So many random APIs in some dialects, each generated in both versions. */
export async function openPool(seed: number, count: number, dialects: readonly Dialect[]): Promise<ApiPool> {
  const apis = Array.from({ length: count }, (_, index) => {
    const dice = new Dice(seed + index, 0);
    return randomApi(dice, index, dice.pick(dialects));
  });
  const built = await buildSdks(apis);
  return {
    apis: apis.map((api, index) => ({ api, ...(built.versions[index] as Omit<PoolApi, "api">) })),
    remove: () => built.remove(),
  };
}

/** The SDKs of APIs that are given as text. */
export async function buildSdks(
  apis: readonly ProtoVersions[],
): Promise<{ readonly versions: readonly Omit<PoolApi, "api">[]; remove(): void }> {
  mkdirSync(generatedHome, { recursive: true });
  const folder = mkdtempSync(generatedHome);
  const load = async (age: "newer" | "older"): Promise<readonly Version[]> => {
    const protos = new Map(
      apis.map((api) => [`${api.packageName.replaceAll(".", "/")}/box.proto`, api[age]]),
    );
    return loadVersions(`${folder}/${age}`, {
      age,
      registry: generate(`${folder}/${age}`, protos),
      packageNames: apis.map(({ packageName }) => packageName),
    });
  };
  const [newer, older] = [await load("newer"), await load("older")];
  return {
    versions: apis.map((_, index) => ({
      newer: newer[index] as Version,
      older: older[index] as Version,
    })),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A folder with generated code of some APIs, each of which has one resource, `Box`. */
interface Generated {
  readonly age: "newer" | "older";
  readonly registry: FileRegistry;
  readonly packageNames: readonly string[];
}

/** Loads the code that was generated into a folder. */
export async function loadVersions(
  folder: string,
  { age, registry, packageNames }: Generated,
): Promise<readonly Version[]> {
  const root = await import(`${folder}/src/index.ts`);
  const options = createCustomOptions(registry.files);
  const behaviors = cached((field: DescField) => [...fieldBehaviors(field, options)]);
  return Promise.all(
    packageNames.map(async (packageName): Promise<Version> => {
      const code = await import(`${folder}/src/${packageName.replaceAll(".", "/")}/box.ts`);
      return {
        resource: messageType(registry, `${packageName}.Box`),
        age,
        behaviors,
        registry,
        Session: root.Api as SessionClass,
        Client: code.BoxServiceClient as ClientClass,
        codec: code.Box as MessageType<Draft>,
      };
    }),
  );
}

/** Writes protos, runs the generator on them by buf as a user does, and gives their descriptors. */
function generate(folder: string, protos: ReadonlyMap<string, string>): FileRegistry {
  for (const [path, text] of [["chance/options.proto", optionsProto] as const, ...protos]) {
    mkdirSync(`${folder}/protos/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    writeFileSync(`${folder}/protos/${path}`, text);
  }
  const image = execFileSync(buf, ["build", `${folder}/protos`, "-o", "-"], { maxBuffer: 1 << 28 });
  runGenerator(folder, `${folder}/protos`);
  return createFileRegistry(fromBinary(FileDescriptorSetSchema, image));
}

/** Where buf is. */
export const buf = `${top}node_modules/.bin/buf`;

/** Runs the generator by buf, on a folder of protos or on an image, for all files that it has. */
export function runGenerator(folder: string, input: string): void {
  const template = `${folder}/buf.gen.yaml`;
  const plugin = JSON.stringify({
    local: `${top}node_modules/.bin/protoc-gen-stratus`,
    out: `${folder}/src`,
    strategy: "all",
    opt: ["session_name=Api"],
  });
  writeFileSync(template, `version: v2\nplugins:\n  - ${plugin}\n`);
  execFileSync(buf, ["generate", "--template", template, input]);
}

function cached<Value>(find: (field: DescField) => Value): (field: DescField) => Value {
  const known = new Map<DescField, Value>();
  return (field) => {
    const held = known.get(field);
    if (held !== undefined) return held;
    const found = find(field);
    known.set(field, found);
    return found;
  };
}
