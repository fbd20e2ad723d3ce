import {
  type ResourceKind,
  resourceKinds,
  safeLine,
  type Sdk,
  unknownNameError,
  UsageError,
} from "@stratus/dynamic-client";
import { findCommand } from "../argv/find-command.js";

/** A kind, and the part of its name that follows. */
export interface FoundKind {
  readonly kind: ResourceKind;
  readonly rest: string;
}

/**
 * Finds the kind at the beginning of a name such as `vpc/network/NAME`: the words of its commands, then its noun if the
 * service has several kinds.
 *
 * @throws A UsageError if there is no such kind, or if the name means several kinds.
 */
export async function findKind(sdk: Sdk, name: string): Promise<FoundKind> {
  const words = name.split("/");
  for (let count = words.length; count >= 0; count--) {
    // Every service has this command, so versions of services are chosen as on the command line.
    const target = findCommand(sdk, [...words.slice(0, count), "explain"]);
    if (target.kind !== "serviceBuiltin" || target.count !== count + 1) continue;
    const [entry, other] = target.entries;
    if (!entry || other) continue;
    const service = await sdk.service(entry);
    await service.codec.load();
    const found = inService(resourceKinds(service), name, words.slice(count));
    if (found) return found;
    if (count === words.length)
      throw new UsageError(
        "UNSUPPORTED",
        `${safeLine(name)} has no method that reads a resource by its ID or name, which apply needs`,
      );
  }
  throw await unknownNameError("kind of resource", name, knownNames(sdk), {
    fix: "a kind is the words of its commands, such as compute/instance",
  });
}

function inService(
  kinds: readonly ResourceKind[],
  name: string,
  rest: readonly string[],
): FoundKind | undefined {
  const named = kinds.find(({ noun }) => noun !== "" && noun === rest[0]);
  if (named) return { kind: named, rest: rest.slice(1).join("/") };
  const kind = kinds.length === 1 ? kinds[0] : kinds.find(({ noun }) => noun === "");
  if (kind) return { kind, rest: rest.join("/") };
  if (kinds.length === 0) return undefined;
  throw new UsageError(
    "NAME_AMBIGUOUS",
    `${safeLine(name)} could be several kinds of resources; use one of: ${kinds.map((one) => one.name).join(", ")}`,
  );
}

function knownNames(sdk: Sdk): readonly string[] {
  return sdk.guide.services.map(({ words }) => words.replaceAll(" ", "/"));
}
