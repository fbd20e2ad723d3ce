import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { counted } from "../../kit/text/counted.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { readCarried } from "../api/carried.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { isAbout } from "./about.js";
import { complaintsOf, type Complaint } from "./compile.js";
import { examplesOf } from "./examples.js";
import { namesOf, specifierOf } from "./names.js";
import { writeProgram } from "./program.js";

/**
 * Joins what the compiler says to the changes that it is about: of a program that uses all of the old version, and of the
 * examples of its documentation, with the new one.
 *
 * @param folder Where packages are found that the SDKs import.
 * @throws Error if the old version carries no API, or a package that it imports is not installed.
 */
export function withProof(diff: Diff, [old, now]: readonly [SdkFiles, SdkFiles], folder: string): Diff {
  const carried = readCarried(old);
  if (!carried)
    throw new Error(
      `--prove writes a program from the API that an SDK carries, and ${old.label} carries none`,
    );
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...carried.files] }));
  const program = writeProgram(namesOf(old), registry, (entry) => specifierOf(old, entry));
  const programs = [program, ...examplesOf(old)];
  const lines = programs.reduce((sum, one) => sum + one.lines.size, 0);
  return joined(diff, complaintsOf(programs, [old, now], folder), lines);
}

/** More of what no change tells is shown by no report: the first ones say what is amiss. */
const maxShown = 5;

/** The same with what the compiler said. */
export function joined(diff: Diff, complaints: readonly Complaint[], lines: number): Diff {
  const explained = new Set<Complaint>();
  const changes = diff.changes.map((change): Change => {
    const about = complaints.filter((one) => isAbout(one.elements, change));
    if (change.isBreaking) for (const one of about) explained.add(one);
    const first = tellingOf(about, change);
    return first && change.isBreaking
      ? { ...change, isCertain: true, proof: { line: first.text, said: first.said } }
      : change;
  });
  const rest = complaints.filter((one) => !explained.has(one));
  const shown = rest
    .slice(0, maxShown)
    .map(({ text, said }) => `The compiler refuses too: \`${text}\`: ${said}`);
  return {
    ...diff,
    changes,
    notes: [
      ...diff.notes,
      `Of ${counted(lines, "line")} that use all of ${diff.before.label}, ${complaints.length} do not compile any more`,
      ...shown,
    ],
  };
}

/** Of several the one that is about the change itself, and is read fastest. */
function tellingOf(complaints: readonly Complaint[], change: Change): Complaint | undefined {
  const own = change.place?.element ?? "";
  const rank = ({ elements, text }: Complaint): number => {
    const at = elements.indexOf(own);
    return (at < 0 ? elements.length : at) * 10_000 + text.length;
  };
  return complaints.toSorted((a, b) => rank(a) - rank(b))[0];
}
