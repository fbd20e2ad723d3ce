import type { Draft, PoolClient } from "./api-pool.fixture.js";

/** What a program of a test knows of a resource: that its spec has fields. */
export interface NamedBox extends Draft {
  metadata: Draft;
  spec: Spec;
}
/** An element of a list, or a value of a map. */
export interface Item {
  [name: string]: unknown;
}
/** The spec of the API of the named programs. */
export interface Spec {
  cpu: number;
  note: string;
  owner: Item | undefined;
  users: Item[];
  byName: Record<string, Item>;
  disks: Item[];
  diskByName: Record<string, Item>;
  partByName: Record<string, Item>;
  parts: Item[];
  hosts: string[];
  boot: Item | undefined;
  place: unknown;
  login: { $case: string; value: Item } | undefined;
  secret: Item | undefined;
  secrets: Item[];
  [name: string]: unknown;
}

/** A program, the resource that it meets, and what must become of it. */
export interface NamedProgram {
  readonly title: string;
  /** What the client knows; `newer` unless given. */
  readonly client?: "older";
  /** The spec at the server, by proto names. */
  readonly before: object;
  readonly run: (client: PoolClient, rival: PoolClient) => PromiseLike<unknown>;
  /** The spec afterwards; `refused` where the call must not go out. */
  readonly want: object | "refused";
  /** Being refused before the call is right as well. */
  readonly mayRefuse?: true;
}

/** The request of a Get. */
export const id = { id: "box" };
/** Which resource an Update is for. */
export const metadata = { id: "box" };

/** Reads, changes and writes the whole, as the README shows it. */
export async function update(client: PoolClient, change: (spec: Spec) => void): Promise<void> {
  const box = (await client.get(id)) as NamedBox;
  change(box.spec);
  await client.update({ metadata: box.metadata, spec: box.spec });
}

/** `modify`, with what the callback does to the spec. */
export function modify(client: PoolClient, change: (spec: Spec) => unknown): PromiseLike<unknown> {
  return client.modify(id, async (box) => {
    await change((box as NamedBox).spec);
  });
}

/** `modify`, whose callback returns a new resource around a new spec. */
export function modifyBySpread(client: PoolClient, change: (spec: Spec) => object): PromiseLike<unknown> {
  return client.modify(id, (box) => ({ ...box, spec: { ...change((box as NamedBox).spec) } }));
}

/** `modify`, whose callback returns a structuredClone that it has changed. */
export function modifyByClone(client: PoolClient, change: (spec: Spec) => unknown): PromiseLike<unknown> {
  return client.modify(id, (box) => {
    const clone = structuredClone(box) as NamedBox;
    change(clone.spec);
    return clone;
  });
}

/** An Update with a mask of its own. */
export function explicit(client: PoolClient, spec: object, resetMask: unknown): PromiseLike<unknown> {
  return client.update({ metadata, spec }, { resetMask });
}
