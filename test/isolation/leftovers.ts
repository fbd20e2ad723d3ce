import { setTimeout as sleep } from "node:timers/promises";
import { vi } from "vitest";

/** What outlives a spec file: a property by its name. */
type State = ReadonlyMap<string, PropertyDescriptor>;

/** What Vitest, its module runner and Zod set. */
const ofLibraries = /^__(?:vi|zod)/;

/**
 * Records what a spec file shares with the files that run after it in the same worker. The returned function throws if
 * the file has changed any of it. What the file has closed has `closingMs` to end, by default 5 s.
 */
export function watchLeftovers(): (closingMs?: number) => Promise<void> {
  const before = state();
  const openBefore = openHandles();
  return async (closingMs = 5_000) => {
    const changed = changes(before, state());
    const deadline = performance.now() + closingMs;
    let open = added(openBefore, openHandles());
    while (open.length > 0 && performance.now() < deadline) {
      await sleep(10);
      open = added(openBefore, openHandles());
    }
    if (changed.length + open.length === 0) return;
    throw new Error(`The file leaves changes behind for other files: ${[...changed, ...open].join(", ")}`);
  };
}

function state(): State {
  return new Map([
    ...values("", {
      "process.cwd()": process.cwd(),
      "process.exitCode": process.exitCode,
      "fake timers": vi.isFakeTimers(),
    }),
    ...values("process.env.", process.env),
    ...process.eventNames().map((event) => listeners(event)),
    ...globals(),
  ]);
}

function values(prefix: string, all: Readonly<Record<string, unknown>>): [string, PropertyDescriptor][] {
  return Object.entries(all).map(([name, value]) => [prefix + name, { value }]);
}

function listeners(event: string | symbol): [string, PropertyDescriptor] {
  return [`listeners of process for ${String(event)}`, { value: process.listenerCount(event) }];
}

/** Globals by their names. Libraries keep what they share under symbols. */
function globals(): [string, PropertyDescriptor][] {
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis));
  return all.filter(([name]) => !ofLibraries.test(name)).map(([name, one]) => [`globalThis.${name}`, one]);
}

function changes(before: State, after: State): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => !isSame(before.get(name), after.get(name)));
}

function isSame(before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined): boolean {
  if (before?.get === after?.get) return Object.is(before?.value, after?.value);
  // Node has getters for rarely used globals, and replaces each by its value when it is first used.
  return before?.get !== undefined && Object.is(Reflect.apply(before.get, globalThis, []), after?.value);
}

/** How many servers, sockets, timers and child processes keep the process alive, by kind. */
function openHandles(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function added(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string[] {
  return [...after].flatMap(([kind, count]) => {
    const more = count - (before.get(kind) ?? 0);
    return more > 0 ? [`${more} open ${kind}`] : [];
  });
}
