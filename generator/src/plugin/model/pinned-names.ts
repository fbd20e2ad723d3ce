import type { DescFile } from "@bufbuild/protobuf";
import type { CustomOptions } from "@stratus/convention";
import { groupBy } from "../../kit/group-by.js";
import type { CodecNames } from "../codecs/names.js";
import { describeResources } from "./aip.js";
import type { RecordedNames } from "./name-registry.js";
import { decideNames, type ChosenNames, type Names } from "./names.js";

/** The choices that decide names, and the recorded names. */
interface NameChoices {
  readonly codec: CodecNames;
  readonly rules: ChosenNames & { readonly recorded?: RecordedNames | undefined };
  readonly options: CustomOptions;
  readonly isCalled: boolean;
}

/**
 * Returns the names that the files would not have without a names file, as the text of one. Another run with them gives
 * the same names. Undefined if there are none.
 */
export function findPinnedNames(
  files: readonly DescFile[],
  { codec, rules, options, isCalled }: NameChoices,
  { registry }: Names,
): string | undefined {
  if (rules.recorded === undefined || rules.recorded.elements.size === 0) return undefined;
  const names = decideNames(files, codec, rules);
  const packages = isCalled ? groupBy(files, ({ proto }) => proto.package) : new Map<string, DescFile[]>();
  // Names of resources come last, so they are given here too.
  for (const own of packages.values()) describeResources(own, { names, options });
  return registry.pinned(names.registry);
}
