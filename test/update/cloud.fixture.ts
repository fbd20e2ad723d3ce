import { isDeepStrictEqual } from "node:util";
import { fromBinary, toBinary, type DescField, type DescMessage, type Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  Metadata,
  StatusError,
  type OutgoingCall,
  type IncomingResponse,
  type Transport,
} from "@stratus/runtime";
import { applyDynamicUpdate, ImmutableFieldError } from "@stratus/runtime/mask";
import { dynamicFrom, treeOfDynamic } from "../mask/dynamic-message.fixture.js";
import {
  asTree,
  isRequired,
  isTreeList,
  isTreeMap,
  newTree,
  type Tree,
  type TreeOne,
  type TreeValue,
} from "../mask/tree.fixture.js";
import type { Version } from "./api-pool.fixture.js";
import { readMask } from "./mask-text.fixture.js";
import { show } from "./want.fixture.js";
import type { SeenUpdate } from "./server.fixture.js";
import { ImmutableChange, readUpdate, type Reading } from "./server-reading.fixture.js";

/** What changes a stored message by a request and the text of a mask. */
export type UpdateEngine = (
  desc: DescMessage,
  stored: Message,
  request: Message,
  requestDesc: DescMessage,
  mask: string,
) => Message;

/**
 * A server of the convention without a socket: one resource, bytes in and out,
 * everything above the transport is the client's own. It reads Updates by one
 * of the readings, and checks what the emulator's engine makes of each where
 * the engine has the same. A message without a required field it cannot parse.
 */
export class Cloud implements Transport {
  /** The resource as it is kept, with what no Get shows. */
  resource: Tree;
  readonly updates: SeenUpdate[] = [];
  /** Where the emulator's engine and the reading that was written without it part ways; undefined where they do not. */
  disagreement: string | undefined;
  readonly #version: Version;
  readonly #reading: Reading;

  readonly #engine: UpdateEngine | undefined;

  /** @param engine What reads Updates, if not the reading does. */
  constructor(version: Version, reading: Reading, resource: Tree, engine?: UpdateEngine) {
    this.#engine = engine;
    this.#version = version;
    this.#reading = reading;
    this.resource = resource;
  }

  call = (call: OutgoingCall): Promise<IncomingResponse> => {
    // As on a wire: what a handler throws comes back as a rejection, later.
    return Promise.resolve().then(() => this.#answer(call));
  };

  close(): void {
    // There is nothing to end.
  }

  #answer(call: OutgoingCall): IncomingResponse {
    const { method } = call;
    if (method.name === "Update") this.#update(call);
    else if (method.name !== "Get") throw failure("UNIMPLEMENTED", method.name);
    // Nobody reads the answer of an Update here.
    const shown = method.name === "Get" ? this.#visible() : newTree();
    const bytes = toBinary(this.#version.resource, dynamicFrom(this.#version.resource, shown).message);
    return {
      message: method.response.decode(bytes),
      messages: undefined,
      header: Metadata.empty,
      trailer: Metadata.empty,
    };
  }

  #update(call: OutgoingCall): void {
    const { resource: desc, registry } = this.#version;
    const requestDesc = registry.getMessage(`${desc.file.proto.package}.UpdateBoxRequest`);
    if (!requestDesc) throw new Error("no request type");
    const bytes = call.method.request.encode(call.message);
    const decoded = fromBinary(requestDesc, bytes);
    const request = treeOfDynamic(reflect(requestDesc, decoded));
    const lacked = lackedField(requestDesc, request);
    if (lacked !== undefined) throw failure("INVALID_ARGUMENT", `the required field ${lacked} is missing`);
    const mask = call.metadata.get("x-resetmask") ?? "";
    const version = versionOf(this.resource);
    const given = versionOf(request);
    if (given !== 0n && given !== version) throw failure("ABORTED", `version ${version}, not ${given}`);
    this.updates.push({ mask, request });
    const changed = this.#engine
      ? this.#run(this.#engine, { decoded, requestDesc, mask })
      : this.#changed(request, mask);
    this.resource = raised(changed, version);
  }

  #run(engine: UpdateEngine, { decoded, requestDesc, mask }: DecodedUpdate): Tree {
    const { resource: desc } = this.#version;
    const stored = dynamicFrom(desc, this.resource).message;
    return treeOfDynamic(reflect(desc, engine(desc, stored, decoded, requestDesc, mask)));
  }

  #changed(request: Tree, mask: string): Tree {
    const { resource: desc } = this.#version;
    const behaviors = (field: DescField): readonly string[] => this.behaviors(field);
    const own = attempt(() =>
      readUpdate({
        desc,
        resource: this.resource,
        request,
        mask: readMask(mask),
        reading: this.#reading,
        behaviors,
      }),
    );
    // The engine knows one reading.
    if (this.#reading.manner === "by position" && this.#reading.isStrict) {
      const engine = attempt(() =>
        treeOfDynamic(
          applyDynamicUpdate(dynamicFrom(desc, this.resource), dynamicFrom(desc, request), mask, {
            neverNull: ["metadata", "spec"],
            behaviors,
          }),
        ),
      );
      if (!isDeepStrictEqual(engine, own))
        this.disagreement ??= `the engine makes ${show(engine)} of it, the other implementation ${show(own)}`;
    }
    if (own === undefined) throw failure("INVALID_ARGUMENT", "an IMMUTABLE field would change");
    return own;
  }

  /** What a Get shows. */
  #visible(): Tree {
    return visibleOf(this.#version.resource, this.resource, this.#version.behaviors);
  }

  /** What the options say of a field, and the convention of those of metadata. */
  behaviors(field: DescField): readonly string[] {
    return serverBehaviors(this.#version, field);
  }
}

/** An Update as it came. */
interface DecodedUpdate {
  readonly decoded: Message;
  readonly requestDesc: DescMessage;
  readonly mask: string;
}

const serverOwned = new Set(["resource_version", "created_at", "updated_at", "created_by"]);

/** What the options say of a field, and the convention of those of metadata. */
export function serverBehaviors(
  version: Pick<Version, "resource" | "behaviors">,
  field: DescField,
): readonly string[] {
  const metadata = version.resource.fields.find(({ name }) => name === "metadata")?.message;
  if (field.parent !== metadata) return version.behaviors(field);
  if (field.name === "id") return ["IDENTIFIER"];
  if (serverOwned.has(field.name)) return ["OUTPUT_ONLY"];
  return field.name === "parent_id" ? ["IMMUTABLE"] : [];
}

/** The path of a required field that a message lacks, at any depth; undefined for a whole one. */
function lackedField(desc: DescMessage, tree: Tree): string | undefined {
  for (const field of desc.fields) {
    const value = tree[field.name];
    if (value === undefined && isRequired(field)) return field.name;
    if (value === undefined || !field.message) continue;
    for (const held of heldValues(value)) {
      const inside = lackedField(field.message, asTree(held));
      if (inside !== undefined) return `${field.name}.${inside}`;
    }
  }
  return undefined;
}

/** A message without its INPUT_ONLY fields. */
export function visibleOf(desc: DescMessage, tree: Tree, behaviors: Version["behaviors"]): Tree {
  const shown = newTree();
  for (const field of desc.fields) {
    const value = tree[field.name];
    if (value === undefined || behaviors(field).includes("INPUT_ONLY")) continue;
    const one = (held: TreeOne): TreeOne =>
      field.message ? visibleOf(field.message, asTree(held), behaviors) : held;
    shown[field.name] = mapValue(value, one);
  }
  return shown;
}

/** What a value holds: elements, values of keys, or itself. */
export function heldValues(value: TreeValue): readonly TreeOne[] {
  if (isTreeList(value)) return value;
  return isTreeMap(value) ? [...value.values()] : [value];
}

/** The value with each of what it holds in another form. */
export function mapValue(value: TreeValue, one: (held: TreeOne) => TreeOne): TreeValue {
  if (isTreeList(value)) return value.map(one);
  if (isTreeMap(value)) return new Map(Array.from(value, ([key, held]) => [key, one(held)]));
  return one(value);
}

function attempt(read: () => Tree): Tree | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ImmutableChange || error instanceof ImmutableFieldError) return undefined;
    throw error;
  }
}

function versionOf(tree: Tree): bigint {
  const metadata = tree["metadata"];
  const version = metadata === undefined ? undefined : asTree(metadata)["resource_version"];
  return typeof version === "bigint" ? version : 0n;
}

function raised(tree: Tree, version: bigint): Tree {
  if (version === 0n) return tree;
  const metadata = Object.assign(newTree(), asTree(tree["metadata"] ?? newTree()), {
    resource_version: version + 1n,
  });
  return Object.assign(newTree(), tree, { metadata });
}

const codes = { ABORTED: 10, INVALID_ARGUMENT: 3, UNIMPLEMENTED: 12 };

function failure(code: keyof typeof codes, text: string): StatusError {
  return new StatusError(codes[code], text, Metadata.empty, Metadata.empty);
}
