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
import type { MessageTable } from "@stratus/runtime";
import { requestOf, runPlugin } from "../../generator/src/plugin/request.fixture.js";
import { buildFolder, type Folder } from "../compile.fixture.js";
import type { Plain } from "../oracle/codecs.fixture.js";
import { buildGoogle } from "../corpus/google.fixture.js";
import { realSources } from "../update/real-sources.fixture.js";
import { createRequestValidator, type Judge } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { dice, encode } from "./trial.fixture.js";
import { changesOf, hide, setAt } from "./trial-updates.fixture.js";

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
  const shared = protos.map(({ name }) => name).filter((name) => name.startsWith("google/rpc/"));
  const parameter = "session_name=Nebius";
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

export function platformProtos(): FileDescriptorProto[] {
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

type Draft = Plain & { metadata: { labels: Record<string, string> } };
interface Client {
  previewModify(
    request: object,
    change: (draft: Draft) => void,
  ): Promise<{ readonly isUnchanged: boolean; readonly request: object }>;
}
type Codec = MessageTable<Plain> & {
  encode(message: object): Uint8Array;
  decode(bytes: Uint8Array): Plain;
};
type Module = Readonly<Record<string, Codec & (new () => Client)>>;
interface Root {
  mock(client: unknown, methods: Readonly<Record<string, () => object>>): Client;
}

/** What became of the changes of an Update. */
export interface UpdateOutcome {
  /** Requests that were made. */
  readonly made: number;
  /** The violations of those that protovalidate refuses. */
  readonly refused: readonly string[];
}

/**
 * Changes a label and each field of the spec of random resources of a type with the generated client, and asks
 * protovalidate about each request.
 */
export async function tryModify(modify: Modify, platform: Platform, seed: number): Promise<UpdateOutcome> {
  const { get, update } = modify;
  const { judge, annotations, folder } = platform;
  const { mock } = await folder.load<Root>("index.js");
  const codec = (await load(folder, get.output.file))[get.output.name];
  const client = (await load(folder, update.parent.file))[`${update.parent.name}Client`];
  const request = (await load(folder, update.input.file))[update.input.name];
  if (!codec || !client || !request) throw new Error(`${nameOf(modify)} is not generated`);
  const violations = (message: ReflectMessage): readonly string[] | undefined => {
    const bytes = encode(message);
    return bytes && judge.judgeAll(update.input, bytes);
  };
  const read = (message: ReflectMessage): Plain => codec.decode(shownResource(get, message, annotations));
  const outcome = { made: 0, refused: [] as string[] };
  const attempt = async (whole: ReflectMessage, change: (draft: Draft) => void): Promise<void> => {
    // A change that is refused before it is sent is not the server's to judge.
    const preview = await mock(client, { get: () => read(whole) })
      .previewModify({ id: "r" }, change)
      .catch(() => undefined);
    if (preview === undefined || preview.isUnchanged) return;
    outcome.made++;
    const found = judge.judgeAll(update.input, request.encode(preview.request)) ?? ["cannot be judged"];
    if (found.length > 0) outcome.refused.push(found.join(", "));
  };
  const drawer = new MessageDrawer(judge, dice(seed));
  for (let drawn = 0, tried = 0; drawn < count * 100 && tried < count; drawn++) {
    const whole = drawer.message(update.input);
    identify(whole);
    if (violations(whole)?.length !== 0) continue;
    tried++;
    await attempt(whole, ({ metadata }) => void (metadata.labels = { ...metadata.labels, changed: "y" }));
    for (const [path, after] of changesOf(whole, drawer, annotations)) {
      if (violations(after)?.length !== 0) continue;
      const wanted = read(after);
      await attempt(whole, (draft) => setAt(codec, draft, wanted, path));
    }
  }
  return outcome;
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
