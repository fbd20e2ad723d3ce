import { isDeepStrictEqual } from "node:util";
import type { DescField } from "@bufbuild/protobuf";
import { CallError } from "@stratus/runtime";
import { Dice } from "../mask/dice.fixture.js";
import { generatedFrom, treeOfGenerated } from "../mask/generated-message.fixture.js";
import type { Tree } from "../mask/tree.fixture.js";
import type { Draft, PoolClient, Version } from "./api-pool.fixture.js";
import { builderPath, isBuildable } from "./builder-path.fixture.js";
import { handOver, jsonCopy, styles, type Style } from "./callback-style.fixture.js";
import { serverBehaviors } from "./cloud.fixture.js";
import { contestedFields } from "./contested.fixture.js";
import { align, copyOf, holdsUnknown, objectsIn, type Origins } from "./draft.fixture.js";
import { DraftChanges } from "./draft-changes.fixture.js";
import type { CopyParts } from "./list-copies.fixture.js";
import type { Shape } from "./shape.fixture.js";
import { explicitProgram, type ExplicitProgram, type ExplicitShape } from "./explicit.fixture.js";
import { ExplicitIntent } from "./explicit-intent.fixture.js";
import { Intent } from "./intent.fixture.js";
import { writeMask } from "./mask-text.fixture.js";
import { carriesHiddenFixed } from "./seen-value.fixture.js";
import type { Server } from "./server.fixture.js";
import type { Reading } from "./server-reading.fixture.js";
import { atVersionOf, failureOf, refuser, type Attempt, type Pending } from "./attempt.fixture.js";
import { managedNames } from "./managed-names.fixture.js";
import { mismatch } from "./want.fixture.js";

/** How a program writes. */
export type Kind = "modify" | "update" | "update of a fresh request" | "update with a mask";

/** What became of one write. */
export interface Written {
  readonly kind: Kind;
  readonly style: Style | undefined;
  readonly shapes: ReadonlySet<Shape | ExplicitShape>;
  /** Its client is older than the server, so that messages have fields which it does not know. */
  readonly isOlder: boolean;
  /** Why it did not happen: the client refused it, the server did, or another writer was first. */
  readonly refusal: { readonly by: "client" | "server" | "conflict"; readonly text: string } | undefined;
  /** What is not as it should be. */
  readonly problem: string | undefined;
  /** It must not be done: a mask that cannot be kept, a resource that lacks what was read. */
  readonly isTrap: boolean;
  /** It may be refused: what was read got lost on the way. */
  readonly isLossy: boolean;
}

/** Who writes, with what, to which server. */
export interface WriterParts {
  readonly version: Version;
  readonly serverVersion: Version;
  readonly server: Server;
  readonly client: PoolClient;
  readonly dice: Dice;
  readonly reading: Reading;
  readonly hasRival: boolean;
  /** Whether it never writes with a mask of its own. */
  readonly derivesMasks: boolean;
}

/** One of those who write: reads, changes, sends, and knows what it asked for. */
export class Writer {
  readonly #parts: WriterParts;
  readonly #shapes = new Set<Shape | ExplicitShape>();
  #isIdle = false;

  constructor(parts: WriterParts) {
    this.#parts = parts;
  }

  /** Writes in a random way; in between, others may. */
  async write(between: () => Promise<void>): Promise<Written> {
    const roll = this.#parts.dice.roll(this.#parts.derivesMasks ? 72 : 100);
    if (roll < 45) return this.#modify(between);
    if (roll < 62) return this.#update(between, false);
    if (roll < 72) return this.#update(between, true);
    return this.#explicit(between);
  }

  async #modify(between: () => Promise<void>): Promise<Written> {
    const { dice, client, version } = this.#parts;
    const seed = dice.roll(2 ** 31);
    const style = dice.chance(40) ? "in place" : dice.pick(styles);
    let isFirst = true;
    let pending: Pending | undefined;
    const error = await failureOf(
      client.modify({ id: "box" }, async (draft) => {
        const read = await this.#parts.server.look();
        if (isFirst) await between();
        isFirst = false;
        const origins: Origins = new WeakMap();
        const [before, given] = [copyOf(draft, origins), objectsIn(draft)];
        const again = new Dice(seed, 0);
        const handed = handOver(style, { draft, origins, dice: again, codec: version.codec }, (one) =>
          this.#change(one, origins, again),
        );
        const { after, returned } = handed;
        const { server } = this.#parts;
        const seen = server.updates.length;
        pending = { before, after, origins, given, read, base: await server.look(), seen, handed };
        return returned;
      }),
    );
    if (pending === undefined) throw error;
    return this.#judged("modify", error, pending);
  }

  async #update(between: () => Promise<void>, isFresh: boolean): Promise<Written> {
    const { dice, client, version, server } = this.#parts;
    const read = await server.look();
    const draft = await client.get({ id: "box" });
    const origins: Origins = new WeakMap();
    const [before, given] = [copyOf(draft, origins), objectsIn(draft)];
    this.#change(draft, origins, new Dice(dice.roll(2 ** 31), 0));
    const json = isFresh && dice.chance(50) ? jsonCopy(version.codec, draft) : undefined;
    const fresh = (): Draft => generatedFrom(version.resource, treeOfGenerated(version.resource, draft));
    const after = isFresh ? (json ?? fresh()) : draft;
    await between();
    const seen = server.updates.length;
    const pending = { before, after, origins, given, read, base: await server.look(), seen };
    const request = { metadata: after["metadata"], spec: after["spec"] };
    const error = await failureOf(client.update(request));
    return this.#judged(isFresh ? "update of a fresh request" : "update", error, pending);
  }

  get #isOlder(): boolean {
    const { version, serverVersion } = this.#parts;
    return version.age === "older" && serverVersion.age === "newer";
  }

  #change(draft: Draft, origins: Origins, dice: Dice): void {
    const { version } = this.#parts;
    // Now and then a program changes nothing.
    this.#isIdle = dice.chance(5);
    if (this.#isIdle) return;
    const copy = dice.chance(20) ? jsonCopy(version.codec, draft) : undefined;
    const jsonCopies = new WeakMap<object, object>();
    align(draft, copy, (one, made) => jsonCopies.set(one, made));
    const changes = this.#changes({ origins, dice, jsonCopies });
    for (const field of version.resource.fields) {
      if (!field.message || field.name === "status") continue;
      if (field.name === "metadata" && dice.chance(60)) continue;
      changes.change(field.message, draft[field.name] as Draft);
    }
  }

  #changes(parts: CopyParts, leavesFixed = false): DraftChanges {
    const { version } = this.#parts;
    const shapes = this.#shapes as Set<Shape>;
    const percent = parts.dice.pick([8, 15, 30]);
    return new DraftChanges({ ...parts, behaviors: version.behaviors, shapes, percent, leavesFixed });
  }

  async #explicit(between: () => Promise<void>): Promise<Written> {
    const { dice, client, version, server, serverVersion } = this.#parts;
    const read = await client.get({ id: "box" });
    const program = explicitProgram({
      dice,
      changes: this.#changes({ origins: new WeakMap(), dice }, true),
      client: version.resource,
      server: serverVersion.resource,
      behaviors: version.behaviors,
      seen: treeOfGenerated(version.resource, read),
    });
    for (const shape of program.shapes) this.#shapes.add(shape);
    await between();
    const base = await server.look();
    const request = generatedFrom(version.resource, program.request);
    delete request["status"];
    const error = await failureOf(client.update(request, { resetMask: this.#maskOf(program) }));
    const [{ isTrap }, shapes] = [program, this.#shapes];
    const written = { kind: "update with a mask", style: undefined, shapes, isTrap, isLossy: false } as const;
    if (error !== undefined) {
      // Whoever sends parts by hand sends what is required in them, and what a server would let go with the rest.
      const isTaken = this.#parts.reading.manner !== "by position";
      // Parts that it writes anew lack what its types do not name, which a server holds on to in what is fixed.
      const isFixed = holdsUnknown(read) && String(error).includes("IMMUTABLE");
      const mayServerRefuse = isTaken || isFixed || String(error).includes("the required field");
      const attempt = { base, sent: program.request, mayServerRefuse };
      return { ...written, isOlder: this.#isOlder, ...(await this.#refused(error, attempt)) };
    }
    return {
      ...written,
      isOlder: this.#isOlder,
      refusal: undefined,
      problem: await this.#explicitProblem(program, base),
    };
  }

  #maskOf({ paths, isTrap }: ExplicitProgram): unknown {
    const { resource } = this.#parts.version;
    const isText =
      isTrap || this.#parts.dice.chance(60) || !paths.every((path) => isBuildable(resource, path));
    if (isText) return writeMask(paths);
    return (builder: unknown) => paths.map((path) => builderPath(builder, resource, path));
  }

  async #explicitProblem(program: ExplicitProgram, base: Tree): Promise<string | undefined> {
    const { server, serverVersion } = this.#parts;
    const now = await server.look();
    if (program.isTrap) return "a mask went out that cannot be kept";
    const { reading } = this.#parts;
    const intent = new ExplicitIntent((field) => serverBehaviors(serverVersion, field), reading);
    const want = intent.message(serverVersion.resource, {
      old: atVersionOf(base, now),
      sent: program.request,
      mask: program.paths,
      mayGo: false,
    });
    return mismatch(want, now) ?? server.disagreement;
  }

  async #judged(kind: Kind, error: unknown, pending: Pending): Promise<Written> {
    const isFresh = kind === "update of a fresh request";
    const { isTrap = false, isLossy = isFresh && holdsUnknown(pending.before) } = pending.handed ?? {};
    const style = pending.handed?.style;
    const written = { kind, style, shapes: this.#shapes, isOlder: this.#isOlder, isTrap, isLossy };
    const { server, serverVersion, version } = this.#parts;
    const side = (draft: Draft) => ({ draft, tree: treeOfGenerated(version.resource, draft) });
    if (error !== undefined) {
      const sent = side(pending.after).tree;
      const isAsked = kind !== "modify" && this.#shapes.has("immutable changed");
      // Messages that it makes anew lack what its client does not know, which a server holds on to in what is fixed.
      const isUnknown = kind !== "modify" && holdsUnknown(pending.before);
      const isMade = isUnknown && String(error).includes("IMMUTABLE");
      // A copy of an element by JSON lacks the unknown number of a closed enum, which may be required.
      const isCopied = this.#shapes.has("elements copied") && String(error).includes("the required field");
      const mayServerRefuse = isLossy || isAsked || isMade || (isUnknown && isCopied);
      const attempt = { base: pending.base, sent, mayServerRefuse };
      return { ...written, ...(await this.#refused(error, attempt)) };
    }
    if (isTrap) return { ...written, refusal: undefined, problem: "a part was taken for the whole" };
    if (kind === "modify" && this.#isIdle && server.updates.length > pending.seen)
      return { ...written, refusal: undefined, problem: "nothing was changed, and an Update was sent" };
    const named = server.updates
      .slice(pending.seen)
      .flatMap(({ mask }) => managedNames(version.resource, mask, version.behaviors));
    if (named.length > 0)
      return {
        ...written,
        refusal: undefined,
        problem: `the mask names ${named.join()}, which the server owns`,
      };
    const now = await server.look();
    const behaviors = (field: DescField): readonly string[] => serverBehaviors(serverVersion, field);
    const base = atVersionOf(pending.base, now);
    const intent = new Intent({
      kind: kind === "modify" ? "modify" : "update",
      manner: this.#parts.reading.manner,
      isCloned: style === "clone" || style === "json" || this.#shapes.has("elements copied"),
      behaviors,
      origins: isFresh ? new WeakMap() : pending.origins,
      given: pending.given,
      contested: contestedFields(serverVersion.resource, pending.read, base, behaviors),
    });
    const want = intent.message(serverVersion.resource, {
      own: base,
      there: base,
      before: side(pending.before),
      after: side(pending.after),
      client: version.resource,
      isInList: false,
      isShifted: false,
    });
    return { ...written, refusal: undefined, problem: mismatch(want, now) ?? server.disagreement };
  }

  async #refused(
    error: unknown,
    { base, sent, mayServerRefuse }: Attempt,
  ): Promise<Pick<Written, "refusal" | "problem">> {
    if (!(error instanceof CallError)) throw error;
    const refusal = { by: refuser(error), text: error.message };
    const isAllowed =
      refusal.by === "client" ||
      refusal.by === "conflict" ||
      // What is fixed inside a hidden value, or unknown and fixed under a key, no client can know.
      carriesHiddenFixed(this.#parts.version.resource, sent, this.#parts.version.behaviors) ||
      this.#shapes.has("map key moved") ||
      this.#shapes.has("structure moved") ||
      // Another writer may have made what is fixed there in between.
      this.#parts.hasRival ||
      mayServerRefuse;
    const isChanged = !isDeepStrictEqual(await this.#parts.server.look(), base);
    const problem = isChanged
      ? "refused, and changed"
      : isAllowed
        ? undefined
        : `refused by the server: ${error.message}`;
    return { refusal, problem: problem ?? this.#parts.server.disagreement };
  }
}
