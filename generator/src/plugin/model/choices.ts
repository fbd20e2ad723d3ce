import type { DescFile } from "@bufbuild/protobuf";
import { nearestName } from "../../kit/text/casing.js";
import type { Problem } from "../../kit/problem.js";
import { matchesPattern, type Filter } from "./selection.js";

/** The parts of the API that options select by name. */
export type Choices = Filter & {
  readonly stripPrefix: string;
  readonly exampleService?: string | undefined;
};

/**
 * Options that name something which the API does not have. A typo would leave
 * out what was meant, or show what was to be left out, without a word.
 */
export function findUselessChoices(files: readonly DescFile[], choices: Choices): Problem[] {
  const services = files.flatMap((file) => file.services.map((service) => service.typeName)).sort();
  const find = (option: string, patterns: readonly string[]): Problem[] =>
    patterns
      .filter((pattern) => !services.some((name) => matchesPattern(pattern, name)))
      .map((pattern) => unknownService(option, pattern, services));
  return [
    ...find("services", choices.services),
    ...find("exclude", choices.exclude),
    ...find("example", choices.exampleService === undefined ? [] : [choices.exampleService]),
    ...findUselessPrefix(files, choices.stripPrefix),
  ];
}

function unknownService(option: string, pattern: string, services: readonly string[]): Problem {
  const sameEnd = services.filter((name) => name.endsWith(`.${pattern}`));
  const nearest = nearestName(pattern, services);
  const meant = sameEnd.length > 0 ? sameEnd : nearest === undefined ? [] : [nearest];
  const some = services[0] ?? "acme.v1.BookService";
  return {
    code: "OPTION_UNMATCHED",
    element: `option ${option}`,
    what: `No service is called ${JSON.stringify(pattern)}`,
    fix:
      meant.length > 0
        ? `Did you mean ${meant.slice(0, maxNamed).join(" or ")}?`
        : `Give full names, such as ${some}, or patterns, such as ${some.replace(/[^.]+$/, "*")}`,
  };
}

function findUselessPrefix(files: readonly DescFile[], prefix: string): Problem[] {
  const packages = [...new Set(files.map((file) => file.proto.package))].sort();
  if (prefix === "" || packages.some((name) => `${name}.`.startsWith(`${prefix}.`))) return [];
  const starts = [...new Set(packages.flatMap(listStarts))];
  const nearest = nearestName(prefix, starts);
  const named = packages.filter((name) => name !== "").slice(0, maxNamed);
  return [
    {
      code: "OPTION_UNMATCHED",
      element: "option strip_prefix",
      what: `No package starts with ${JSON.stringify(prefix)}`,
      fix: nearest === undefined ? `The packages are ${named.join(", ")}` : `Did you mean ${nearest}?`,
    },
  ];
}

/** `acme` and `acme.compute` for acme.compute.v1. */
function listStarts(packageName: string): string[] {
  const parts = packageName.split(".");
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("."));
}

const maxNamed = 5;
