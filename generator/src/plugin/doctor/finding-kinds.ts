import type { ErrorCode } from "../../error-codes.js";

/** One kind of finding: how much it matters, its effect on programs, and the fix. */
export interface FindingKind {
  /** `error`: nothing is generated. `warning`: programs lose a promise. `note`: worth knowing. */
  readonly severity: Severity;
  /** The finding as a heading above several places. */
  readonly title: string;
  /** The consequence for programs that call the API, as a sentence without its full stop. */
  readonly effect: string;
  /** The fix, as a sentence without its full stop. */
  readonly fix: string;
}

/** How much a finding matters, the worst first. */
export const severities = ["error", "warning", "note"] as const;

/** How much a finding matters. */
export type Severity = (typeof severities)[number];

/** The kind of problems that stop the generator, each of which has the code and the fix of the problem. */
const refused: FindingKind = {
  severity: "error",
  title: "Problems that stop the generator",
  effect: "Nothing is generated",
  fix: "Each line contains the fix",
};

/** All other kinds by their codes, in the order of the report. Sections are those of docs/conventions.md. */
export const kinds = {
  ENDPOINT_MISSING: {
    severity: "error",
    title: "Services without an endpoint",
    effect: "Nothing is generated, since other services of the API have a name and these do not",
    fix: "Set api_service_name (conventions, section 1) or default_host, or leave the services out with exclude",
  },
  GET_MISSING: {
    severity: "warning",
    title: "Updates without a Get of the same resource",
    effect: "The client has no modify: programs read, change and send resources with masks that they write",
    fix: "Give the service a unary Get that returns the metadata and spec that Update takes (conventions, section 3), or the resource that it takes beside an update_mask (AIP-134)",
  },
  GET_MISMATCH: {
    severity: "warning",
    title: "Updates that take other messages than Get returns",
    effect: "The client has no modify: programs read, change and send resources with masks that they write",
    fix: "Let Update take the messages metadata and spec that Get returns (conventions, section 3)",
  },
  RESOURCE_VERSION_MISSING: {
    severity: "warning",
    title: "Resources without a version",
    effect:
      "modify cannot detect changes of other writers since it read: the last writer wins, without an error",
    fix: "Add resource_version to metadata (conventions, section 4.9), or an etag to a resource of AIP (AIP-154), and reject an Update with an outdated one",
  },
  INPUT_ONLY_IN_LIST: {
    severity: "warning",
    title: "INPUT_ONLY fields in the elements of lists",
    effect:
      "No response contains them, so modify, and an Update of a resource that was read, refuse to send such a list",
    fix: "Move the field out of the list, or into a map (conventions, section 4.5)",
  },
  UPDATE_FIELD_MISSING: {
    severity: "warning",
    title: "Updates whose rules require a field that modify cannot send",
    effect: "A server that validates the request alone rejects some of them",
    fix: "Validate the resource that results from an Update, not the request",
  },
  ENUM_CLOSED: {
    severity: "warning",
    title: "Closed enums in lists and maps that are updated",
    effect: "If an older client receives a number that it does not know, it cannot update that list or map",
    fix: "Make the enum open: proto3, or `option features.enum_type = OPEN`",
  },
  FIELD_REQUIRED: {
    severity: "note",
    title: "Fields that are `required` as in proto2, in messages that are updated",
    effect: "An Update always sends them, even if it changes only another field of the message",
    fix: "Use `optional`, and a validation rule that requires the field",
  },
  GROUP_USED: {
    severity: "note",
    title: "Groups in messages that are updated",
    effect:
      "Servers read a mask that leads into a group in two ways, so clients match the groups of a list by index",
    fix: "Use a message, or `features.message_encoding = LENGTH_PREFIXED`",
  },
  OPERATION_UNREADABLE: {
    severity: "warning",
    title: "Methods that return operations which no service reads",
    effect: "Programs cannot wait for the result",
    fix: "Add a service whose Get takes an operation's id, without an endpoint (conventions, section 5)",
  },
  PAGES_MISSING: {
    severity: "warning",
    title: "List methods without pages",
    effect: "The client cannot iterate over all items, and the response must fit in one message",
    fix: "Give the request page_token and the response next_page_token (conventions, section 10)",
  },
  IDEMPOTENCY_KEY_MISSING: {
    severity: "note",
    title: "Services that do not promise idempotency keys",
    effect: "Clients retry a method that changes data only if the server certainly did not process it",
    fix: "If the servers remember keys, state it with the option idempotency_header (conventions, section 7), or give requests a request_id of the format UUID4 (AIP-155)",
  },
  UPDATE_MASK_PLAIN: {
    severity: "note",
    title: "Updates with a field mask and without the resource",
    effect: "They are plain methods, and programs write update_mask themselves",
    fix: "Let the request contain the resource, marked google.api.resource (AIP-134), or follow the convention: an Update that takes metadata and spec",
  },
  REQUEST_ID_UNUSED: {
    severity: "note",
    title: "Request identifiers that clients do not fill in",
    effect: "Clients retry a call that changes data only if the server certainly did not process it",
    fix: "Give the field the format UUID4, neither REQUIRED nor OUTPUT_ONLY, and list it in auto_populated_fields if the service has a YAML (AIP-155, AIP-4235)",
  },
  ROUTE_MISSING: {
    severity: "note",
    title: "Methods without a routing header",
    effect: "Calls have no x-goog-request-params, by which some servers route requests",
    fix: "Add google.api.http or google.api.routing (AIP-4222)",
  },
  NAME_PATTERN_INVALID: {
    severity: "warning",
    title: "Invalid patterns of resource names",
    effect: "The SDK has no functions for names of this pattern, and the emulator creates none",
    fix: "Write literals and variables once each: shelves/{shelf}/books/{book} (AIP-122)",
  },
  NAME_CLASH: {
    severity: "note",
    title: "Names that clash in TypeScript",
    effect:
      "They have another name there. With a names file (option `since`), it stays for as long as they exist",
    fix: "Rename one of them before the API is stable",
  },
  RULE_UNREADABLE: {
    severity: "warning",
    title: "Validation rules that are not understood",
    effect: "Types, checks and docs do not contain them; only the server checks them",
    fix: "Look for a mistake in the rule; otherwise leave it to the server",
  },
  RULE_UNCHECKED: {
    severity: "note",
    title: "Validation rules that clients do not check",
    effect: "The docs contain them, and the server rejects a request that violates one",
    fix: "Nothing has to be done; clients can check CEL with @bufbuild/cel",
  },
} as const satisfies Readonly<Partial<Record<ErrorCode, FindingKind>>>;

/** The code of a kind of finding. */
export type FindingCode = keyof typeof kinds;

/** Returns the kind of finding that has a code. Every other code is that of a problem that stops the generator. */
export function findingKind(code: ErrorCode): FindingKind {
  return isFindingCode(code) ? kinds[code] : refused;
}

/** Whether findings of this code are more than a problem that stops the generator. */
export function isFindingCode(code: ErrorCode): code is FindingCode {
  return Object.hasOwn(kinds, code);
}

/** All kinds, in the order of the report. */
export const allKinds: readonly FindingKind[] = [refused, ...Object.values(kinds)];
