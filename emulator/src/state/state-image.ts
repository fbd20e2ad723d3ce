import { type EntryKind, entryKinds } from "./entry.js";
import type { LiveState } from "./live-state.js";

/** The kinds that an image has. Tokens remain valid whatever is restored. */
const imageKinds = entryKinds.filter((kind) => kind !== "token");

/** The items of a cloud at some moment, by kind and key. They are shared with the cloud, which never changes items in place. */
export type StateImage = ReadonlyMap<EntryKind, ReadonlyMap<string, unknown>>;

/** Captures the resources, operations and idempotency keys of a cloud. */
export function captureImage(live: LiveState): StateImage {
  return new Map(imageKinds.map((kind) => [kind, new Map(live[kind].all())]));
}

/**
 * Gives a cloud the items of an image.
 *
 * @param note records each change, so that it is saved
 */
export function restoreImage(
  live: LiveState,
  image: StateImage,
  note: (kind: EntryKind, key: string, before: unknown) => void,
): void {
  for (const kind of imageKinds) {
    const items = live[kind];
    const wanted = image.get(kind) ?? new Map<string, unknown>();
    const current = new Map(items.all());
    for (const [key, item] of current) {
      if (wanted.get(key) === item) continue;
      items.forget(key);
      note(kind, key, item);
    }
    for (const [key, item] of wanted) {
      if (current.get(key) === item) continue;
      items.restore(key, item);
      note(kind, key, current.get(key));
    }
  }
}
