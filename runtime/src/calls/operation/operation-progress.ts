import { isRecord, type Properties } from "../../messages/table/field-access.js";

/** The progress of a step, or of a whole operation. */
export interface StepProgress {
  /** The description of the current work; empty if the operation has none. */
  readonly text: string;
  /** The completed fraction, from 0 to 1; undefined if it is unknown. */
  readonly fraction: number | undefined;
}

/** The progress of an operation, as far as its fields state it. */
export interface OperationProgress extends StepProgress {
  /** The steps in their order; empty if the operation lists none. */
  readonly steps: readonly StepProgress[];
  /** The estimated end, in milliseconds since 1970: the server's estimate, or one by the fraction and the start. */
  readonly estimatedEndMs: number | undefined;
}

/**
 * Reads the progress of an operation from a message or its JSON, by the shape of its fields (docs/conventions.md, section 5):
 * a fraction, a percentage, or a count of completed units beside a total.
 */
export function readProgress(operation: unknown, nowMs: number = Date.now()): OperationProgress {
  const places = findPlaces(operation);
  const steps = places.map(readSteps).find((list) => list.length > 0) ?? [];
  const stepsFraction =
    steps.length === 0
      ? undefined
      : steps.reduce((sum, step) => sum + (step.fraction ?? 0), 0) / steps.length;
  const fraction = places.map(readFraction).find((one) => one !== undefined) ?? stepsFraction;
  const estimate = places.map((place) => readTime(place, isEstimate)).find((ms) => ms !== undefined);
  const startMs = places.map((place) => readTime(place, isStart)).find((ms) => ms !== undefined);
  return {
    text: places.map(readText).find((text) => text !== "") ?? "",
    fraction,
    steps,
    estimatedEndMs: estimate ?? extrapolateEnd(startMs, fraction, nowMs),
  };
}

/** The messages that may state the progress, the most specific first. */
function findPlaces(operation: unknown): Properties[] {
  if (!isRecord(operation)) return [];
  const progress = members(operation).filter(([name]) => /progress/i.test(name));
  const metadata = members(operation).filter(([name]) => name === "metadata");
  const inside = metadata.flatMap(([, one]) => members(one).filter(([name]) => /progress/i.test(name)));
  const outer = [...progress, ...inside, ...metadata].map(([, one]) => one);
  return [...outer.flatMap((one) => [one, ...members(one).map(([, inner]) => inner)]), operation];
}

/** The messages in a message, with the names of their fields. */
function members(message: Properties): [name: string, value: Properties][] {
  return Object.entries(message).filter(
    (entry): entry is [string, Properties] =>
      isRecord(entry[1]) && !Array.isArray(entry[1]) && !ArrayBuffer.isView(entry[1]),
  );
}

function readFraction(place: Properties): number | undefined {
  for (const [name, value] of Object.entries(place)) {
    const number = toNumber(value);
    if (number === undefined) continue;
    if (/fraction$/i.test(name)) return bound(number);
    if (/percent/i.test(name)) return bound(number / 100);
    // Whole numbers are percentages, as in Compute Engine.
    if (/^progress$/i.test(name)) return bound(Number.isInteger(number) ? number / 100 : number);
  }
  return readCounts(place);
}

const doneWords = /(?:^|_)(?:done|completed?|finished|processed)(?:_|$)/;
const totalWords = /(?:^|_)(?:total|estimated|expected|overall)(?:_|$)/;

/** The ratio of a count of what is done to the total with the same other words: `done_tick_count`, `total_tick_count`. */
function readCounts(place: Properties): number | undefined {
  const counts = Object.entries(place).flatMap(([name, value]) => {
    const number = toNumber(value);
    return number === undefined ? [] : [{ name: snakeCase(name), number }];
  });
  for (const done of counts) {
    if (!doneWords.test(done.name)) continue;
    const unit = done.name.replace(doneWords, "_");
    const total = counts.find(({ name }) => totalWords.test(name) && name.replace(totalWords, "_") === unit);
    if (total && total.number > 0) return bound(done.number / total.number);
  }
  return undefined;
}

function readSteps(place: Properties): readonly StepProgress[] {
  const steps: unknown = place["steps"];
  if (!Array.isArray(steps)) return [];
  return steps.filter(isRecord).map((step) => {
    const nested = [step, ...members(step).map(([, one]) => one)];
    const hasEnded = Object.keys(step).some((name) => isEnd(name) && step[name] !== undefined);
    const fraction = nested.map(readFraction).find((one) => one !== undefined);
    return { text: readText(step), fraction: hasEnded ? 1 : fraction };
  });
}

function readText(place: Properties): string {
  const text = place["description"];
  return typeof text === "string" ? text : "";
}

const isEstimate = (name: string): boolean =>
  /^(?:estimated|expected).*(?:finish|end|complet)|^(?:eta|finish.*estimate)/i.test(name);
const isStart = (name: string): boolean => /^(?:start(?:ed)?|create[d]?)_?(?:at|time)?$/i.test(name);
const isEnd = (name: string): boolean =>
  /^(?:finished|ended|completed)_?at$|^(?:end|finish)_?time$/i.test(name);

/** Reads the time of a field, in milliseconds since 1970: a Timestamp, or its text in JSON. */
function readTime(place: Properties, matches: (name: string) => boolean): number | undefined {
  for (const [name, value] of Object.entries(place)) {
    if (!matches(name)) continue;
    const seconds = isRecord(value) ? toNumber(value["seconds"]) : undefined;
    const ms = seconds === undefined ? (typeof value === "string" ? Date.parse(value) : NaN) : seconds * 1000;
    if (!Number.isNaN(ms)) return ms;
  }
  return undefined;
}

/** Extrapolates the end from the time that the completed fraction took. */
function extrapolateEnd(
  startMs: number | undefined,
  fraction: number | undefined,
  nowMs: number,
): number | undefined {
  if (startMs === undefined || fraction === undefined || fraction === 0 || startMs >= nowMs) return undefined;
  return Math.round(startMs + (nowMs - startMs) / fraction);
}

function toNumber(value: unknown): number | undefined {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  return typeof value === "string" && /^\d{1,19}$/.test(value) ? Number(value) : undefined;
}

const bound = (fraction: number): number => Math.min(1, Math.max(0, fraction));

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
