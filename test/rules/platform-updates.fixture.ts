import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  clone,
  create,
  createFileRegistry,
  type DescField,
  type DescFile,
  type DescMethod,
} from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { FileDescriptorSetSchema, type FileDescriptorProto } from "@bufbuild/protobuf/wkt";
import { createCustomOptions, findModify, readAnnotations, type Annotations } from "@stratus/convention";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder, type Folder } from "../compile.fixture.js";
import { buildGoogle } from "../corpus/google.fixture.js";
import { realSources } from "../update/real-sources.fixture.js";
import { createRequestValidator, type Judge } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { dice, encode } from "./trial.fixture.js";
import { hide } from "./trial-updates.fixture.js";

/** The methods behind a `modify`. */
type Modify = NonNullable<ReturnType<typeof findModify>>;

/** The SDK of a platform, and protovalidate for its requests. */
export interface Platform extends AsyncDisposable {
  readonly modifies: readonly Modify[];
  readonly annotations: Annotations;
  readonly judge: Judge;
  readonly folder: Folder;
}

/** Generates the SDK of the platform among the public APIs, and compiles it. */
export async function openPlatform(): Promise<Platform> {
  const protos = platformProtos();
  const files = [...createFileRegistry(create(FileDescriptorSetSchema, { file: protos })).files];
  const own = protos.map(({ name }) => name).filter((name) => name.startsWith("nebius/"));
  const shared = protos.map(({ name }) => name).filter((name) => /^google\/rpc/.test(name));
  const parameter = "session_name=Nebius,unrouted=allow";
  const { files: made, error } = await runPlugin(
    requestOf(protos, { parameter, generate: [...own, ...shared] }),
  );
  if (error !== "") throw new Error(error);
  const folder = await buildFolder(made);
  const options = createCustomOptions(files);
  return {
    modifies: files
      .filter(({ proto }) => own.includes(proto.name))
      .flatMap(({ services }) => services.flatMap((one) => findModify(one, options) ?? [])),
    annotations: readAnnotations(options),
    judge: createRequestValidator(files as DescFile[]),
    folder,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

function platformProtos(): FileDescriptorProto[] {
  const folders = realSources().find(({ name }) => name === "platform")?.folders ?? [];
  const place = mkdtempSync(join(tmpdir(), "stratus-platform-"));
  try {
    for (const [from, to] of folders) cpSync(from, join(place, to), { recursive: true });
    return buildGoogle(["nebius"], place);
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The name of an Update. */
export const nameOf = ({ update }: Modify): string => `${update.parent.typeName}/${update.name}`;

/** Resources that an Update is tried with. */
const count = Number(process.env["RULES_RESOURCES"] ?? 10);

interface Draft {
  metadata: { labels: Record<string, string> };
}
interface Client {
  previewModify(request: object, change: (draft: Draft) => void): Promise<{ readonly request: object }>;
}
interface Codec {
  encode(message: object): Uint8Array;
  decode(bytes: Uint8Array): object;
}
type Module = Readonly<Record<string, Codec & (new () => Client)>>;
interface Root {
  mock(client: unknown, methods: Readonly<Record<string, () => object>>): Client;
}

/**
 * Changes a label of random resources of a type with the generated client, and asks protovalidate about each request.
 *
 * @returns What is wrong; undefined if all requests pass.
 */
export async function tryModify(
  modify: Modify,
  platform: Platform,
  seed: number,
): Promise<string | undefined> {
  const { get, update } = modify;
  const { judge, annotations, folder } = platform;
  const { mock } = await folder.load<Root>("index.js");
  const [codec, client] = [
    (await load(folder, get.output.file))[get.output.name],
    (await load(folder, update.parent.file))[`${update.parent.name}Client`],
  ];
  const request = (await load(folder, update.input.file))[update.input.name];
  if (!codec || !client || !request) throw new Error(`${nameOf(modify)} is not generated`);
  const drawer = new MessageDrawer(judge, dice(seed));
  let tried = 0;
  for (let drawn = 0; drawn < count * 100 && tried < count; drawn++) {
    const whole = drawer.message(update.input);
    identify(whole);
    const bytes = encode(whole);
    if (!bytes || judge.judgeAll(update.input, bytes)?.length !== 0) continue;
    tried++;
    const shown = shownResource(get, whole, annotations);
    const preview = await mock(client, { get: () => codec.decode(shown) }).previewModify(
      { id: "r" },
      ({ metadata }) => void (metadata.labels = { ...metadata.labels, changed: "y" }),
    );
    const violations = judge.judgeAll(update.input, request.encode(preview.request)) ?? ["cannot be judged"];
    if (violations.length > 0) return violations.join(", ");
  }
  return tried === 0 ? "no random resource is valid" : undefined;
}

const load = (folder: Folder, { proto }: DescFile): Promise<Module> =>
  folder.load<Module>(`${proto.package.replaceAll(".", "/")}/index.js`);

/** Gives a random request the metadata of a stored resource. */
function identify(message: ReflectMessage): void {
  const metadata = fieldOf(message, "metadata");
  if (!metadata?.message) return;
  const init = { id: "r", parentId: "p", name: "resource-1", resourceVersion: 7n };
  message.set(metadata, reflect(metadata.message, create(metadata.message, init)));
}

/** The bytes of the resource that a Get returns. */
function shownResource({ output }: DescMethod, whole: ReflectMessage, annotations: Annotations): Uint8Array {
  const resource = reflect(output, create(output));
  for (const name of ["metadata", "spec"]) {
    const [to, from] = [fieldOf(resource, name), fieldOf(whole, name)];
    if (to && from && whole.isSet(from)) {
      const held = whole.get(from) as ReflectMessage;
      resource.set(to, reflect(held.desc, clone(held.desc, held.message)));
    }
  }
  hide(resource, annotations);
  return encode(resource) ?? new Uint8Array();
}

const fieldOf = ({ fields }: ReflectMessage, name: string): DescField | undefined =>
  fields.find((field) => field.name === name);
