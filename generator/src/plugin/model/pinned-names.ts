import type { DescFile } from "@bufbuild/protobuf";
import type { CustomOptions } from "@stratus/convention";
import { groupBy } from "../../kit/group-by.js";
import { Problems } from "../../kit/problem.js";
import { parseNamesFile, printNamesFile } from "../../kit/text/names-file.js";
import type { CodecNames } from "../codecs/names.js";
import { describeResources } from "./aip.js";
import type { NameRegistry, RecordedNames } from "./name-registry.js";
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
  const decide = (recorded?: RecordedNames): NameRegistry => {
    const names = decideNames(files, codec, rules, recorded);
    const packages = isCalled ? groupBy(files, ({ proto }) => proto.package) : new Map<string, DescFile[]>();
    // Names of resources come last, so they are given here too.
    for (const own of packages.values()) describeResources(own, { names, options });
    return names.registry;
  };
  const natural = decide();
  const differing = registry.differing(natural, "names");
  if (differing.size === 0) return undefined;
  // Another element may get a name that one of them left, unless its own name is among them.
  const texts = [printNamesFile(differing), printNamesFile(registry.differing(natural, "scopes"))];
  const wanted = printNamesFile(registry.decided());
  const isEnough = (text: string): boolean => {
    try {
      return printNamesFile(decide(parseNamesFile(text)).decided()) === wanted;
    } catch (error) {
      // The name of a nested type has to follow from that of the type around it.
      if (error instanceof Problems) return false;
      throw error;
    }
  };
  return texts.find(isEnough) ?? wanted;
}
