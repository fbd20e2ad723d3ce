import type { Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  startEmulator,
  StatusError,
  type DynamicMessage,
  type Emulator,
  type HandlerContext,
} from "@stratus/emulator";
import { staticToken } from "@stratus/runtime";
import { dynamicFrom, treeOfDynamic } from "../mask/dynamic-message.fixture.js";
import { generatedFrom } from "../mask/generated-message.fixture.js";
import { asTree, newTree, type Tree, type TreeOne } from "../mask/tree.fixture.js";
import type { PoolClient, PoolSession, Version } from "./api-pool.fixture.js";
import { mapValue, serverBehaviors } from "./cloud.fixture.js";
import { readMask } from "./mask-text.fixture.js";
import type { OpenServer, SeenUpdate, ServerParts } from "./server.fixture.js";
import { readUpdate, type Reading } from "./server-reading.fixture.js";

/** Emulators of the pool's APIs, one for each version and reading, each behind a socket of its own. */
export class EmulatorServers implements AsyncDisposable {
  readonly #emulators = new Map<string, Promise<Emulator>>();
  readonly #sessions = new Map<Emulator, Map<Version, PoolSession>>();

  /** A server for one program: a new resource of the emulator, which its clients call `box`. */
  open: OpenServer = async (parts) => {
    const emulator = await this.#emulator(parts.version, parts.reading);
    const name = parts.version.resource.file.proto.package;
    const updates: SeenUpdate[] = [];
    const method = (rpc: string): string => `${name}.BoxService/${rpc}`;
    const isEngine = parts.reading.manner === "by position" && parts.reading.isStrict;
    if (!isEngine) answerBy(parts.reading, emulator, method("Update"), parts.version);
    const id = await this.#place(emulator, parts);
    return {
      updates,
      disagreement: undefined,
      look: async () => this.#look(emulator, parts, id),
      client: (version) => renamed(new version.Client(this.#session(emulator, version)), id),
    };
  };

  async [Symbol.asyncDispose](): Promise<void> {
    for (const sessions of this.#sessions.values())
      for (const session of sessions.values()) await session.close();
    for (const emulator of this.#emulators.values()) await (await emulator).close();
  }

  #emulator({ registry, age }: Version, reading: Reading): Promise<Emulator> {
    const key = `${age} ${reading.manner} ${reading.isStrict}`;
    const known = this.#emulators.get(key) ?? startEmulator({ registry, neverNull: ["metadata", "spec"] });
    this.#emulators.set(key, known);
    return known;
  }

  #session(emulator: Emulator, version: Version): PoolSession {
    const sessions = this.#sessions.get(emulator) ?? new Map<Version, PoolSession>();
    this.#sessions.set(emulator, sessions);
    const known =
      sessions.get(version) ??
      new version.Session({
        apiDomain: emulator.apiDomain,
        endpoint: emulator.address,
        insecure: true,
        credentials: staticToken(emulator.issueToken()),
        logger: { warn: () => undefined },
      });
    sessions.set(version, known);
    return known;
  }

  /** What a server has found out by itself, and what it hides, comes from no request: here it is told. */
  async #place(emulator: Emulator, parts: ServerParts): Promise<string> {
    const client = new parts.version.Client(this.#session(emulator, parts.version));
    const { spec } = generatedFrom(parts.version.resource, parts.resource);
    const { metadata } = (await client.create({ spec })) as { metadata: { id: string } };
    await this.#inside(emulator, parts.version, metadata.id, (context) => {
      context.put(messageOf(parts.version, withId(parts.resource, metadata.id)));
    });
    return metadata.id;
  }

  async #look(emulator: Emulator, { version }: ServerParts, id: string): Promise<Tree> {
    let seen = newTree();
    await this.#inside(emulator, version, id, (context) => {
      seen = asTree(plainBytes(treeOfDynamic(reflect(version.resource, context.resource(id)))));
    });
    return withoutTimes(withId(seen, "box"));
  }

  /** Runs code where a handler would. */
  async #inside(
    emulator: Emulator,
    version: Version,
    id: string,
    run: (context: HandlerContext) => void,
  ): Promise<void> {
    emulator.handle(`${version.resource.file.proto.package}.BoxService/Look`, (_request, context) => {
      run(context);
      return {};
    });
    await new version.Client(this.#session(emulator, version)).look({ id });
  }
}

/**
 * Lets an emulator answer an Update by a reading that was written without the
 * runtime's engine: another server that the conventions allow.
 */
export function answerBy(
  reading: Reading,
  emulator: Emulator,
  method: string,
  version: Pick<Version, "resource" | "behaviors">,
): void {
  emulator.handle<DynamicMessage>(method, (message, context) => {
    const rpc = emulator.api.methods.get(method);
    if (!rpc) throw new Error(`no method ${method}`);
    const request = asTree(plainBytes(treeOfDynamic(reflect(rpc.desc.input, message))));
    const sent = asTree(request["metadata"] ?? newTree());
    const id = String(sent["id"] ?? "");
    const resource = asTree(plainBytes(treeOfDynamic(reflect(version.resource, context.resource(id)))));
    const current = asTree(resource["metadata"])["resource_version"];
    const given = sent["resource_version"];
    if (given !== undefined && given !== current)
      throw new StatusError("ABORTED", `version ${String(current)}, not ${String(given)}`);
    const result = readUpdate({
      desc: version.resource,
      resource,
      request,
      mask: readMask(context.header("x-resetmask").join(",")),
      reading,
      behaviors: (field) => serverBehaviors(version, field),
    });
    const changed = messageOf(version, withId(result, id));
    if (rpc.desc.output.typeName !== version.resource.typeName)
      return context.operation({ resource: changed });
    context.put(changed);
    return context.resource(id);
  });
}

function messageOf({ resource }: Pick<Version, "resource">, tree: Tree): Message {
  return dynamicFrom(resource, tree).message;
}

function withId(tree: Tree, id: string): Tree {
  const metadata = Object.assign(newTree(), asTree(tree["metadata"] ?? newTree()), { id });
  return Object.assign(newTree(), tree, { metadata });
}

/** Bytes as trees have them; what came over a socket has buffers. */
function plainBytes(value: TreeOne): TreeOne {
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (typeof value !== "object") return value;
  const tree = newTree();
  for (const [name, held] of Object.entries(value)) tree[name] = mapValue(held, plainBytes);
  return tree;
}

function withoutTimes(tree: Tree): Tree {
  const metadata = Object.assign(newTree(), asTree(tree["metadata"]));
  for (const name of ["created_at", "updated_at", "created_by"]) delete metadata[name];
  return Object.assign(newTree(), tree, { metadata });
}

/** A client that calls a resource of the emulator `box`. */
function renamed(client: PoolClient, id: string): PoolClient {
  const withOwnId = (message: Record<string, unknown>): Record<string, unknown> => ({
    ...message,
    metadata: { ...(message["metadata"] as object), id },
  });
  return {
    create: (request) => client.create(request),
    look: (request) => client.look(request),
    get: async () => client.get({ id }),
    update: (request, options) => client.update(withOwnId(request), options),
    modify: (_request, change) => client.modify({ id }, change),
  };
}
