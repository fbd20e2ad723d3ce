import { CommandError } from "../../kit/problem.js";
import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { formatCount } from "../../kit/text/format-count.js";
import type { SdkFiles } from "../../surface/sdk-files.js";
import { readSdkDescriptors } from "../api/sdk-descriptors.js";
import type { Change } from "../change.js";
import type { Diff } from "../diff.js";
import { affectsElements } from "./affected-elements.js";
import { findCompileErrors, type CompileError } from "./compile-errors.js";
import { readExamples } from "./examples.js";
import { readNames, toSpecifier } from "./names.js";
import { writeProgram } from "./program.js";

/**
 * Adds compiler errors to the changes that cause them. It compiles a program that uses the whole old version, and the
 * examples of its documentation, with the new version.
 *
 * @param folder Folder from which the packages that the SDKs import are resolved.
 * @throws Error if the old version does not contain its API, or a package that it imports is not installed.
 */
export function addProof(diff: Diff, [old, now]: readonly [SdkFiles, SdkFiles], folder: string): Diff {
  const carried = readSdkDescriptors(old);
  if (!carried)
    throw new CommandError(
      "OPTION_INVALID",
      `--prove needs the API in the old SDK, and ${old.label} does not contain it. Generate it again, or omit --prove`,
    );
  const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: [...carried.files] }));
  const program = writeProgram(readNames(old), registry, (entry) => toSpecifier(old, entry));
  const programs = [program, ...readExamples(old)];
  const lines = programs.reduce((sum, one) => sum + one.lines.size, 0);
  return joinErrors(diff, findCompileErrors(programs, [old, now], folder), lines);
}

/** Maximum number of errors to show that no change explains. */
const maxShown = 5;

/** Adds compiler errors to changes, and notes those that no change explains. */
export function joinErrors(diff: Diff, complaints: readonly CompileError[], lines: number): Diff {
  const explained = new Set<CompileError>();
  const changes = diff.changes.map((change): Change => {
    const affecting = complaints.filter((one) => affectsElements(one.elements, change));
    if (change.isBreaking) for (const one of affecting) explained.add(one);
    const first = findShortest(affecting, change);
    return first && change.isBreaking
      ? { ...change, isCertain: true, proof: { line: first.text, error: first.error } }
      : change;
  });
  const rest = complaints.filter((one) => !explained.has(one));
  const shown = rest
    .slice(0, maxShown)
    .map(({ text, error }) => `No change explains the compiler error in \`${text}\`: ${error}`);
  return {
    ...diff,
    changes,
    notes: [
      ...diff.notes,
      `${complaints.length} of ${formatCount(lines, "line")} that use ${diff.before.label} no longer compile`,
      ...shown,
    ],
  };
}

/** Returns the error that is most specific to the change; of several, the one with the shortest line. */
function findShortest(complaints: readonly CompileError[], change: Change): CompileError | undefined {
  const own = change.place?.element ?? "";
  const rank = ({ elements, text }: CompileError): number => {
    const at = elements.indexOf(own);
    return (at < 0 ? elements.length : at) * 10_000 + text.length;
  };
  return complaints.toSorted((a, b) => rank(a) - rank(b))[0];
}
