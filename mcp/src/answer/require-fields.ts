import {
  findByShortName,
  jsonName,
  kebabCase,
  type Service,
  unknownNameError,
  type UsageError,
} from "@stratus/dynamic-client";
import type { OpenMethod } from "../methods/access.js";
import { plainName } from "./fields.js";

/**
 * Checks that a response can have the fields at some paths.
 *
 * @throws A UsageError that names the nearest path.
 */
export async function requireFields(
  { service, method }: OpenMethod,
  paths: readonly string[],
): Promise<void> {
  const { response, pages } = method;
  const item = pages?.type ?? response?.type;
  if (item === undefined) return;
  for (const path of paths) {
    const steps = path.split(".").filter(Boolean);
    const missing = findMissing(service, item, steps);
    if (!missing) continue;
    // A path may begin at the page instead of its items.
    const ofPage =
      pages && response?.type !== undefined ? findMissing(service, response.type, steps) : missing;
    if (!ofPage) continue;
    const [root, best] = ofPage.before.length > 0 ? [response?.type ?? item, ofPage] : [item, missing];
    throw await unknownField(service, root, { path, ...best });
  }
}

interface Missing {
  /** The type that lacks the field. */
  readonly type: string;
  readonly name: string;
  /** The JSON names before it. */
  readonly before: readonly string[];
}

/** Finds the first step of a path that no response has. Lists are descended into, and maps have any key. */
function findMissing(service: Service, type: string, steps: readonly string[]): Missing | undefined {
  let at = type;
  const before: string[] = [];
  for (let index = 0; index < steps.length; index++) {
    const name = steps[index] ?? "";
    const { fields } = service.message(at);
    if (name === "*" || fields.length === 0) return undefined;
    const field = fields.find((one) =>
      [one.name, service.jsonName(one)].some((known) => plainName(known) === plainName(name)),
    );
    if (!field) return { type: at, name, before };
    before.push(service.jsonName(field));
    if (field.mapKey !== undefined || (field.isList && /^\d+$/.test(steps[index + 1] ?? ""))) index++;
    if (!service.isDescribed(field) || field.type === undefined) return undefined;
    at = field.type;
  }
  return undefined;
}

/** Describes an unknown field: with the path that ends with its name, or else with the nearest name beside it. */
async function unknownField(
  service: Service,
  root: string,
  { path, type, name, before }: Missing & { readonly path: string },
): Promise<UsageError> {
  const known = service.message(type).fields.map((field) => service.jsonName(field));
  const [found, ...others] = findByShortName(service, root, kebabCase(name)).map((one) =>
    service.isRest ? one : one.split(".").map(jsonName).join("."),
  );
  const place = before.length > 0 ? ` in ${before.join(".")}` : "";
  const there = `there are ${known.slice(0, 40).join(", ")}`;
  if (found !== undefined && others.length === 0 && plainName(found) !== plainName(path))
    return unknownNameError("field", path, [], { fix: `did you mean ${found}?` });
  return unknownNameError("field", name, known, {
    place: path,
    shown: (meant) => [...before, meant].join("."),
    fix: `${there}${place}`,
  });
}
