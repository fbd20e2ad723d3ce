import type { DescMessage } from "@bufbuild/protobuf";
import { asTree, hasPresence, isTreeList, isTreeMap, type Tree } from "./tree.fixture.js";

/** What happens between two messages, so that a property can show that its cases are not shallow. */
export type Event =
  | "list shrinks"
  | "list grows"
  | "presence changes"
  | "oneof switches"
  | "map key goes"
  | "nested default";

const allEvents: readonly Event[] = [
  "list shrinks",
  "list grows",
  "presence changes",
  "oneof switches",
  "map key goes",
  "nested default",
];

/** The events between two messages of one type. */
export function survey(
  desc: DescMessage,
  before: Tree,
  after: Tree,
  events: Set<Event> = new Set(),
  depth = 0,
): Set<Event> {
  for (const field of desc.fields) {
    const [old, now] = [before[field.name], after[field.name]];
    if (isTreeList(old) && isTreeList(now)) {
      if (now.length < old.length) events.add("list shrinks");
      if (now.length > old.length) events.add("list grows");
      if (field.message) {
        for (let index = 0; index < Math.min(old.length, now.length); index++) {
          survey(field.message, asTree(old[index]), asTree(now[index]), events, depth + 1);
        }
      }
    } else if (isTreeMap(old) && isTreeMap(now)) {
      for (const [key, held] of old) {
        if (!now.has(key)) events.add("map key goes");
        else if (field.message) survey(field.message, asTree(held), asTree(now.get(key)), events, depth + 1);
      }
    } else if (hasPresence(field)) {
      if ((old === undefined) !== (now === undefined)) {
        const isSwitch =
          field.oneof?.fields.some((member) => after[member.name] !== undefined) && now === undefined;
        events.add(isSwitch ? "oneof switches" : "presence changes");
      } else if (field.message && old !== undefined)
        survey(field.message, asTree(old), asTree(now), events, depth + 1);
    } else if (old !== undefined && now === undefined && depth >= 2) events.add("nested default");
  }
  return events;
}

/** Counts events over many cases. */
export class EventCounter {
  readonly #counts = new Map<Event, number>();
  #cases = 0;

  count(events: ReadonlySet<Event>): void {
    this.#cases++;
    for (const event of events) this.#counts.set(event, (this.#counts.get(event) ?? 0) + 1);
  }

  /** How many in a hundred cases showed each event. */
  get shares(): { readonly [event: string]: number } {
    return Object.fromEntries(
      allEvents.map((event) => [event, Math.round(((this.#counts.get(event) ?? 0) * 100) / this.#cases)]),
    );
  }
}
