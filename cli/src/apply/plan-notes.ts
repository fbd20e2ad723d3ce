import type { GuideJson } from "@stratus/runtime/guide";
import {
  type AppliedDocument,
  type ResourceDifference,
  type ResourceIdentity,
  type ResourceKind,
  safeLine,
  UsageError,
} from "@stratus/dynamic-client";
import { jsonText } from "../output/show-json.js";

/** Describes what a document has and an update does not send. */
export function describeNotes(
  { differences, inputOnly }: AppliedDocument,
  isSent: boolean,
): readonly string[] {
  const managed = differences.map(
    ({ path, inDocument, onServer }) =>
      `${path} is ${value(inDocument)} in the file and ${value(onServer)} on the server, and only the server writes it; it is not sent`,
  );
  if (isSent) return managed;
  const hidden = inputOnly.map(
    ({ path }) =>
      `${path.join(".")} is not sent, because no response contains it and it cannot be compared; --send-secrets sends it`,
  );
  return [...managed, ...hidden];
}

/** Describes values that a server stores in another form than it was sent. */
export function describeKept(differences: readonly ResourceDifference[]): readonly string[] {
  return differences.map(({ path, from, to }) => {
    const place = path.join(".");
    const isSame = jsonText(from ?? null) === jsonText(to ?? null);
    if (isSame) return `${place}: the server keeps another value than the file has`;
    return `${place}: the server keeps ${value(from)} where the file has ${value(to)}`;
  });
}

function value(json: GuideJson | undefined): string {
  if (json === undefined || json === null) return "nothing";
  const text = safeLine(jsonText(json));
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The error for an ID that no resource has. */
export function missingResource({ name }: ResourceKind, { key }: ResourceIdentity): UsageError {
  return new UsageError(
    "ARGUMENT_INVALID",
    `there is no ${name} ${safeLine(key)}, and the server assigns IDs; correct the ID, or remove it to create a new resource`,
  );
}
