/** The parts of sentences about findings. */
import { toTypeTitle } from "../finding/titles.js";
import { quote } from "./quote.js";

/** The element that a sentence is about. */
export interface SentenceSubject {
  readonly it: string;
  /** The name of an element with its kind, where readers need it: "the service `Disks`". */
  readonly full: string;
  /** "The number of `Disk.size`", or "its number". */
  readonly of: (noun: string) => string;
}

/** A text before and after. */
export interface Texts {
  readonly before: string;
  readonly after: string;
}

/** Describes a text that is another one now. */
export function changed(subject: string, { before, after }: Texts): string {
  return `${subject} changed from ${quote(before)} to ${quote(after)}`;
}

/** Replaces full names of types by those of TypeScript, unless these are the same before and after. */
export function shorten(before: string, after: string): readonly [string, string] {
  const texts = [shortenTypes(before), shortenTypes(after)] as const;
  return texts[0] === texts[1] ? [before, after] : texts;
}

function shortenTypes(text: string): string {
  return text.replaceAll(/(?:[a-z_]\w*\.)+[A-Z][\w.]*/g, (name) => toTypeTitle(name));
}
