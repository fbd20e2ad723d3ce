import { clone, create, type DescField, type DescFile, type DescMessage } from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import {
  createCustomOptions,
  findMissingUpdateFields,
  readAnnotations,
  type Annotations,
} from "@stratus/convention";
import { mock, type MessageTable, type ModifyPreview, type Session } from "@stratus/runtime";
import { applyUpdate } from "@stratus/runtime/messages";
import { connect, defineMethod, defineService, type MessageType } from "@stratus/runtime/generated/calls-v1";
import type { Codecs, Plain } from "../oracle/codecs.fixture.js";
import type { Judge } from "./judge.fixture.js";
import type { MessageDrawer } from "./random-messages.fixture.js";
import { encode } from "./trial.fixture.js";

/** Protos with a resource for each type of spec, and its Get and Update. */
export function updateProtos(specs: readonly DescMessage[]): string {
  const files = new Set(specs.map(({ file }) => `${file.name}.proto`));
  const services = specs.map(
    ({ typeName }, index) => `
message R${index} { Metadata metadata = 1; .${typeName} spec = 2; }
message Put${index} { Metadata metadata = 1; .${typeName} spec = 2 [(buf.validate.field).required = true]; }
service S${index} { rpc Get(Id) returns (R${index}); rpc Update(Put${index}) returns (R${index}); }`,
  );
  return `syntax = "proto3"; package trial.v1; import "buf/validate/validate.proto";
${[...files].map((name) => `import "${name}";`).join("\n")}
message Metadata { string id = 1; int64 resource_version = 2; }
message Id { string id = 1; }
${services.join("")}`;
}

/** The outcome of changes of single fields. */
export interface UpdateTrial {
  /** Updates that were made. */
  readonly made: number;
  /** Updates that a server refuses which judges requests alone, for a field that is listed. */
  readonly listed: number;
  /** Updates that such a server takes only for what goes along unchanged. */
  readonly helped: number;
  /** Everything else that a server refuses, in either reading. */
  readonly refused: readonly string[];
}

/** Changes each field of some resources, and asks how servers of both readings judge the Update that `modify` sends. */
export async function tryUpdates(
  index: number,
  files: readonly DescFile[],
  codecs: Codecs,
  judge: Judge,
  drawer: MessageDrawer,
  count: number,
): Promise<UpdateTrial> {
  const [put, resource] = [codecs.message(`trial.v1.Put${index}`), codecs.message(`trial.v1.R${index}`)];
  const annotations = readAnnotations(createCustomOptions(files));
  const service = files.flatMap((file) => file.services).find((one) => one.typeName === `trial.v1.S${index}`);
  const [get, update] = service?.methods ?? [];
  if (!get || !update) throw new Error(`there is no service ${index}`);
  const lacking = findMissingUpdateFields({ get, update }, annotations).map(({ path }) => path);
  const types = { put: codecs.codec(put) as Type, resource: codecs.codec(resource) as Type };
  const trial = { made: 0, listed: 0, helped: 0, refused: [] as string[] };
  for (let tried = 0, found = 0; tried < count * 20 && found < count; tried++) {
    const whole = drawer.message(put);
    withIdentity(whole);
    if (verdict(judge, whole)?.length !== 0) continue;
    found++;
    for (const [path, after] of changesOf(whole, drawer, annotations)) {
      if (verdict(judge, after)?.length !== 0) continue;
      const outcome = await modified(types, { put, annotations }, whole, after, path);
      if (outcome === undefined) continue;
      trial.made++;
      const alone = judge.judgeAll(put, types.put.encode(outcome.request as Plain)) ?? [];
      const { rules } = types.put;
      Object.assign(types.put, { rules: undefined });
      const without = await modified(types, { put, annotations }, whole, after, path);
      Object.assign(types.put, { rules });
      const small = without && judge.judgeAll(put, types.put.encode(without.request as Plain));
      if (alone.length === 0 && small !== undefined && small.length > 0) trial.helped++;
      const merged = judge.judgeAll(put, types.put.encode(outcome.merged as Plain)) ?? [];
      const isListed = alone.every((one) => lacking.some((field) => one.startsWith(field)));
      if (alone.length > 0 && isListed) trial.listed++;
      if ((alone.length > 0 && !isListed) || merged.length > 0) {
        trial.refused.push(
          `${service?.typeName} ${path.join(".")}: alone [${alone.join(", ")}], merged [${merged.join(", ")}]`,
        );
      }
    }
  }
  return trial;
}

type Type = MessageType<Plain> & MessageTable<Plain>;

function verdict(judge: Judge, message: ReflectMessage): readonly string[] | undefined {
  const bytes = encode(message);
  return bytes && judge.judgeAll(message.desc, bytes);
}

function withIdentity(message: ReflectMessage): void {
  const metadata = message.desc.fields.find(({ name }) => name === "metadata");
  if (!metadata?.message) return;
  message.set(
    metadata,
    reflect(metadata.message, create(metadata.message, { id: "r", resourceVersion: 7n })),
  );
}

/** The message with one field of its spec changed, for each field; what the server alone writes, or keeps, aside. */
export function* changesOf(
  message: ReflectMessage,
  drawer: MessageDrawer,
  annotations: Annotations,
  path: readonly string[] = [],
): Generator<readonly [path: readonly string[], changed: ReflectMessage]> {
  for (const field of message.fields) {
    const { behaviors } = annotations.field(field);
    const isFixed = behaviors.some((one) => ["OUTPUT_ONLY", "IMMUTABLE", "IDENTIFIER"].includes(one));
    if (isFixed || (path.length === 0 && field.name === "metadata")) continue;
    const place = [...path, field.name];
    if (isStructure(field) && message.isSet(field) && path.length < 4) {
      for (const [inside, changed] of changesOf(message.get(field), drawer, annotations, place)) {
        const copy = reflect(message.desc, clone(message.desc, message.message));
        copy.set(field, changed);
        yield [inside, copy];
      }
    } else {
      yield [place, drawer.other(message, field)];
      yield [place, drawer.other(message, field)];
    }
  }
}

function isStructure(field: DescField): field is DescField & { readonly fieldKind: "message" } {
  return (
    field.fieldKind === "message" && !field.oneof && !field.message.typeName.startsWith("google.protobuf.")
  );
}

/** What `modify` sends for a change, and the request that carries all of the resource after it. */
async function modified(
  { put, resource }: { readonly put: Type; readonly resource: Type },
  about: { readonly put: DescMessage; readonly annotations: Annotations },
  before: ReflectMessage,
  after: ReflectMessage,
  path: readonly string[],
): Promise<{ readonly request: object; readonly merged: object } | undefined> {
  const read = (message: ReflectMessage): Plain => resource.decode(encode(message) ?? new Uint8Array());
  const [stored, wanted] = [read(before), read(after)];
  const shown = reflect(before.desc, clone(before.desc, before.message));
  hide(shown, about.annotations);
  const service = defineService("trial.v1.S", "trial");
  const get = defineMethod(service, "Get", "unary", resource, resource);
  const update = defineMethod(service, "Update", "unary", put, resource, { update: true });
  class Client {
    readonly #session: Session;
    constructor(session: Session) {
      this.#session = session;
    }
    get(): never {
      throw new Error("it is called by its method");
    }
    preview(change: (draft: Plain) => void): PromiseLike<ModifyPreview<Plain, Plain>> {
      return connect(this.#session, service).previewModify({ get, update }, {}, change);
    }
  }
  const client = mock(Client, { get: () => read(shown) } as never);
  let preview: ModifyPreview<Plain, Plain>;
  try {
    preview = await client.preview((draft) => setAt(resource, draft, wanted, path));
  } catch {
    // The change was refused before it was sent, with or without rules.
    return undefined;
  }
  if (preview.isUnchanged) return undefined;
  const rules = { requestTable: put, neverNull: ["metadata", "spec"] };
  const made = applyUpdate(resource, stored, preview.request, preview.resetMask, rules);
  return { request: preview.request, merged: made };
}

/** Takes away what no response shows. */
export function hide(message: ReflectMessage, annotations: Annotations): void {
  for (const field of message.fields) {
    if (!message.isSet(field)) continue;
    if (annotations.field(field).behaviors.includes("INPUT_ONLY")) message.clear(field);
    else if (field.fieldKind === "message") hide(message.get(field), annotations);
    else if (field.fieldKind === "list" && field.listKind === "message")
      for (const one of message.get(field)) hide(one as ReflectMessage, annotations);
    else if (field.fieldKind === "map" && field.mapKind === "message")
      for (const one of message.get(field).values()) hide(one as ReflectMessage, annotations);
  }
}

/** Gives a draft the value that another message has at a path. */
export function setAt(
  type: MessageTable,
  draft: Plain,
  wanted: Plain,
  [name = "", ...rest]: readonly string[],
): void {
  const field = type.byName.get(name);
  if (!field) throw new Error(`there is no field ${name}`);
  const property = field.oneof?.local ?? field.local;
  const inside = field.shape.type.kind === "message" ? field.shape.type.table : undefined;
  if (rest.length > 0 && inside) setAt(inside, draft[property] as Plain, wanted[property] as Plain, rest);
  else draft[property] = wanted[property];
}
