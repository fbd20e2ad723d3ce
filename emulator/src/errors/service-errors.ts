import { type DescMessage, type Registry, toBinary } from "@bufbuild/protobuf";
import { listErrorKinds, isServiceError, type MessageField, findRetryValue } from "@stratus/convention";
import { assign, build } from "../messages/assign.js";
import type { StatusDetail } from "./status-bytes.js";
import type { ErrorKind } from "./status-error.js";

/** The member of a oneof of the API's service error that represents one kind of error. */
interface Place {
  readonly error: DescMessage;
  readonly member: MessageField;
}

/** Encodes service errors of an API. */
export class ServiceErrors {
  readonly #places: readonly Place[];

  constructor(registry: Registry) {
    const places: Place[] = [];
    for (const type of registry) {
      if (type.kind !== "message" || !isServiceError(type)) continue;
      for (const member of listErrorKinds(type)) places.push({ error: type, member });
    }
    this.#places = places;
  }

  /**
   * Encodes an error as a detail of a status. Returns none if the API has no message for that kind.
   *
   * @param scope the method that fails; of several service errors, the one with the most similar package is used
   */
  describe(kind: ErrorKind | undefined, endpoint: string, scope: string): StatusDetail[] {
    if (kind === undefined) return [];
    const fitting = this.#places.filter(({ member }) => member.message.name === kind.name);
    const place = fitting.sort(
      (a, b) => countSharedParts(b.error, scope) - countSharedParts(a.error, scope),
    )[0];
    if (place === undefined) return [];
    const error = build(place.error, {
      service: endpoint,
      code: kind.name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toUpperCase(),
      retry_type: findRetryValue(place.error, kind.retryType),
    });
    assign(error, { [place.member.name]: kind.fields ?? {} });
    return [{ typeName: place.error.typeName, bytes: toBinary(place.error, error.message) }];
  }
}

/** Returns the number of leading parts of its full name that a type shares with the scope. */
function countSharedParts(desc: DescMessage, scope: string): number {
  const own = desc.typeName.split(".");
  const parts = scope.split(".");
  const firstOther = parts.findIndex((part, index) => part !== own[index]);
  return firstOther === -1 ? parts.length : firstOther;
}
