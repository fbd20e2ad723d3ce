import type { DescFile } from "@bufbuild/protobuf";
import type { Api } from "../../generator/src/versions/api/api.js";
import { readApi } from "../../generator/src/versions/api/read-api.js";
import { findReachableTypes } from "../../generator/src/versions/api/reachable-types.js";
import { compareApis } from "../../generator/src/versions/compare/apis.js";
import type { Step, Version } from "./history.fixture.js";

/** What `stratus diff` tells of a step: elements by their keys, `field acme.v1.Disk.size`. */
export interface Told {
  /** Requests that worked may be refused for these; with the words of the rules before and after. */
  readonly tighter: ReadonlyMap<string, readonly string[]>;
  /** These are told of for something else: they are new, or of another type. */
  readonly changed: ReadonlySet<string>;
  /** Messages that requests of before hold. */
  readonly sent: ReadonlySet<string>;
}

/** Compares the descriptors of a step. */
export function toldOf({ before, after }: Step): Told {
  const [old, now] = [apiOf(before), apiOf(after)];
  const findings = compareApis(old, now, () => true);
  const tighter = new Map<string, string[]>();
  const changed = new Set<string>();
  for (const { subject, difference } of findings) {
    const isRule = difference.kind === "rule";
    if ((isRule && difference.isTighter) || difference.kind === "behavior-added") {
      const words = isRule ? [difference.before, difference.after] : [difference.behavior];
      tighter.set(subject.key, [...(tighter.get(subject.key) ?? []), ...words]);
    }
    if (!isRule) changed.add(subject.key);
    if ("newKey" in difference && difference.newKey !== undefined) changed.add(difference.newKey);
  }
  return { tighter, changed, sent: findReachableTypes("request", old) };
}

function apiOf({ files }: Version): Api {
  const within = (file: DescFile): readonly DescFile[] => [...file.dependencies.flatMap(within), file];
  const all = [...new Set(files.flatMap(within))];
  return readApi({ files: all.map(({ proto }) => proto), apiDomain: undefined });
}
