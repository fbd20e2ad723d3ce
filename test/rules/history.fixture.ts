import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  create,
  type DescField,
  type DescFile,
  type DescMessage,
  fromBinary,
  ScalarType,
} from "@bufbuild/protobuf";
import { reflect, type ReflectMessage } from "@bufbuild/protobuf/reflect";
import { type Judge, createRequestValidator } from "./judge.fixture.js";
import { MessageDrawer } from "./random-messages.fixture.js";
import { checkouts, linkRuledApi, type RuledApi } from "./ruled-apis.fixture.js";
import { dice, encode } from "./trial.fixture.js";
import { valuesOf, withField } from "./values.fixture.js";

/** An API before and after a commit. */
export interface Step {
  readonly commit: string;
  readonly before: Version;
  readonly after: Version;
}

/** An API at a commit. */
export interface Version {
  readonly files: readonly DescFile[];
  readonly messages: ReadonlyMap<string, DescMessage>;
  readonly judge: Judge;
}

/**
 * The steps in which something was changed that names rules, the oldest first; commits that do not compile are passed over.
 *
 * @param only Beginnings of the commits that are asked for; all if there are none.
 */
export function* stepsOf(api: RuledApi, repository: string, only: readonly string[] = []): Generator<Step> {
  const git = (...args: readonly string[]): Buffer =>
    execFileSync("git", ["-C", repository, ...args], { maxBuffer: 1 << 28 });
  const log = git("log", "--reverse", "--format=%H", "-Gvalidate", "--", ...api.own).toString();
  let before: Version | undefined;
  const commits = log.trim().split("\n");
  const isAsked = (commit = ""): boolean => only.length === 0 || only.some((one) => commit.startsWith(one));
  for (const [index, commit] of commits.entries()) {
    if (!isAsked(commit) && !isAsked(commits[index + 1])) continue;
    const after = versionAt(api, git("archive", commit, ...api.own));
    if (before && after && isAsked(commit)) yield { commit, before, after };
    if (!after) console.log(`${commit.slice(0, 8)} is passed over: it does not compile`);
    before = after ?? before;
  }
}

/** What buf ends with if it was given files that do not compile. */
const refused = 100;

/** @returns undefined for a commit that does not compile. @throws Error for whatever else keeps it from being read. */
function versionAt(api: RuledApi, archive: Buffer): Version | undefined {
  const folder = mkdtempSync(join(tmpdir(), "stratus-history-"));
  try {
    execFileSync("tar", ["-x", "-C", folder], { input: archive });
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isProto)) {
      const text = readFileSync(join(folder, file), "utf8");
      writeFileSync(join(folder, file), inTodaysWords(text));
    }
    const [own] = api.sources;
    const files = linkRuledApi(api, {}, (source) => (source === own ? folder : join(checkouts(), source)));
    const all = files.flatMap(({ messages }) => messages).flatMap(withNested);
    const messages = new Map(all.map((one) => [one.typeName, one]));
    return { files, messages, judge: createRequestValidator(files) };
  } catch (error) {
    if ((error as { readonly status?: unknown }).status !== refused) throw error;
    return undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A proto that states rules of protovalidate, in its words of today. */
export function inTodaysWords(proto: string): string {
  if (!proto.includes('import "buf/validate/')) return proto;
  return proto
    .replaceAll(/IGNORE_IF_(?:UNPOPULATED|DEFAULT_VALUE)/g, "IGNORE_IF_ZERO_VALUE")
    .replaceAll(/\bignore_empty( ?[=:]) true/g, "ignore$1 IGNORE_IF_ZERO_VALUE");
}

function isProto(path: string): boolean {
  return path.endsWith(".proto");
}

function withNested(message: DescMessage): readonly DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)];
}

/**
 * The rules that refuse a message now that was taken before, of random messages of a type: each as the elements on the way to
 * what it is about, the last of them first.
 */
export function* refusedNow(
  name: string,
  { before, after }: Pick<Step, "before" | "after">,
  count: number,
): Generator<readonly string[]> {
  const [old, now] = [before.messages.get(name), after.messages.get(name)];
  if (!old || !now) return;
  for (const message of candidates(now, { before, after }, count)) {
    const bytes = encode(message);
    if (!bytes || !readAs(old, bytes) || before.judge.judgeAll(old, bytes)?.length !== 0) continue;
    for (const one of after.judge.judgeAll(now, bytes) ?? []) yield elementsAt(now, one.split(" ")[0] ?? "");
  }
}

/** Bytes of one version as the other reads them; undefined if a field has another type there. */
export function readAs(desc: DescMessage, bytes: Uint8Array | undefined): ReflectMessage | undefined {
  try {
    return bytes && reflect(desc, fromBinary(desc, bytes, { readUnknownFields: false }));
  } catch {
    return undefined;
  }
}

/** Messages by the rules of either version, and such with each value at and around every bound of each field. */
function* candidates(
  now: DescMessage,
  { before, after }: Pick<Step, "before" | "after">,
  count: number,
): Generator<ReflectMessage> {
  const old = before.messages.get(now.typeName) ?? now;
  yield reflect(now, create(now));
  for (const [desc, judge] of [
    [old, before.judge],
    [now, after.judge],
  ] as const) {
    const drawer = new MessageDrawer(judge, dice(desc.fields.length));
    for (const base of drawer.messages(desc, count)) {
      const message = readAs(now, encode(base));
      if (message) yield message;
    }
    // Of many one at least keeps the rules of before, whatever these are.
    const drawn = Array.from({ length: 40 }, () => drawer.message(desc));
    const base =
      drawn.find((one) => before.judge.judgeAll(desc, encode(one) ?? nothing)?.length === 0) ?? drawn[0];
    const bytes = base && encode(base);
    for (const field of now.fields)
      for (const value of [undefined, ...valuesOf(field), ...manyOf(field, drawer)]) {
        const message = readAs(now, bytes);
        message?.clear(field);
        if (message) yield value === undefined ? message : withField(message, field, value);
      }
  }
}

const nothing = new Uint8Array();

/** Lists of messages and texts as long as rules may ask for. */
function manyOf(field: DescField, drawer: MessageDrawer): readonly unknown[] {
  if (field.fieldKind === "scalar" && field.scalar === ScalarType.STRING)
    return [33, 101, 251, 256, 351, 4097].flatMap((length) => [
      "a".repeat(length),
      `https://a.b/${"a".repeat(length)}`,
    ]);
  if (field.fieldKind !== "list" || !field.message) return [];
  const one = drawer.message(field.message, 1);
  return [1, 2, 11, 101, 251, 501, 1001].map((length) => Array.from({ length }, () => one));
}

/** The elements that a path of a violation leads through, the last one first. */
export function elementsAt(desc: DescMessage, path: string): readonly string[] {
  let message: DescMessage | undefined = desc;
  const elements = [`message ${desc.typeName}`];
  for (const name of path.replaceAll(/\[(?:"(?:[^"\\]|\\.)*"|[^\]]*)\]/g, "").split(".")) {
    const field: DescField | undefined = message?.fields.find((one) => one.name === name);
    if (field) elements.unshift(`field ${field.parent.typeName}.${name}`);
    else if (message?.oneofs.some((one) => one.name === name))
      elements.unshift(`oneof ${message.typeName}.${name}`);
    message = field?.message;
    if (message) elements.unshift(`message ${message.typeName}`);
  }
  return elements;
}
