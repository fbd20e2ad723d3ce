/** One kind of thing that the doctor looks for: how much it matters, what it costs, and the way out. */
export interface KindOfFinding {
  /** `error`: nothing is generated. `warning`: programs lose a promise. `note`: worth knowing. */
  readonly severity: Severity;
  /** The finding in words, of several places. */
  readonly title: string;
  /** The consequence for programs that call the API, as a sentence without its full stop. */
  readonly effect: string;
  /** The way out, as a sentence without its full stop. */
  readonly fix: string;
}

/** How much a finding matters, the worst first. */
export const severities = ["error", "warning", "note"] as const;

/** How much a finding matters. */
export type Severity = (typeof severities)[number];

/** All kinds by their names, in the order in which they are told; the sections are those of docs/conventions.md. */
export const kinds = {
  refused: {
    severity: "error",
    title: "Refused by the generator",
    effect: "Nothing is generated",
    fix: "Each line says what to do",
  },
  "no-address": {
    severity: "error",
    title: "Services without an address",
    effect: "Nothing is generated, since nobody knows where they are called",
    fix: "Set api_service_name (conventions, section 1) or default_host, or generate with unrouted=allow, and clients ask for an endpoint",
  },
  "update-without-get": {
    severity: "warning",
    title: "Updates without a Get beside them",
    effect: "The client has no modify: programs read, change and send resources with masks that they write",
    fix: "Give the service a unary Get that answers with the metadata and spec that Update takes (conventions, section 3), or with the resource that it takes beside an update_mask (AIP-134)",
  },
  "update-of-another-resource": {
    severity: "warning",
    title: "Updates that do not take what Get answers with",
    effect: "The client has no modify: programs read, change and send resources with masks that they write",
    fix: "Let Update take the messages metadata and spec that Get answers with (conventions, section 3)",
  },
  "resource-without-version": {
    severity: "warning",
    title: "Resources without a version",
    effect: "modify cannot see what others wrote since it read: the last writer wins, and nobody is told",
    fix: "Add resource_version to metadata (conventions, section 4.9), or an etag to a resource of AIP (AIP-154), and refuse an Update that carries another one",
  },
  "hidden-in-list": {
    severity: "warning",
    title: "INPUT_ONLY fields in the elements of lists",
    effect: "No response shows them, so modify and an Update of what was read refuse to send such a list",
    fix: "Move the field out of the list, or into a map (conventions, section 4.5)",
  },
  "lacking-fields": {
    severity: "warning",
    title: "Updates whose rules ask for what modify cannot send",
    effect: "A server that judges requests alone refuses some of them",
    fix: "Judge the resource that an Update makes, not the request",
  },
  "closed-enum": {
    severity: "warning",
    title: "Closed enums in lists and maps that are updated",
    effect:
      "Where an older client finds a number that it does not know, its Update of that list or map is refused",
    fix: "Make the enum open: proto3, or `option features.enum_type = OPEN`",
  },
  "required-field": {
    severity: "note",
    title: "Fields that are `required` as in proto2, in messages that are updated",
    effect: "An Update carries them along unchanged, also if another field of the message was changed",
    fix: "Use `optional`, and a rule of the API that says what must be there",
  },
  group: {
    severity: "note",
    title: "Groups in messages that are updated",
    effect:
      "Servers read a mask that leads into a group in two ways, so clients take the groups of a list by index",
    fix: "Use a message, or `features.message_encoding = LENGTH_PREFIXED`",
  },
  "unread-operation": {
    severity: "warning",
    title: "Methods that return operations which nothing reads",
    effect: "Programs cannot wait for their end",
    fix: "Add a service whose Get takes an operation's id, without an address (conventions, section 5)",
  },
  "list-without-pages": {
    severity: "warning",
    title: "Lists that do not come in pages",
    effect: "The client has no loop over all items, and the answer has to fit in one message",
    fix: "Give the request page_token and the response next_page_token (conventions, section 10)",
  },
  "no-keys": {
    severity: "note",
    title: "Services that do not promise idempotency keys",
    effect: "A method that changes something is sent once, unless it certainly did not reach the server",
    fix: "Address the service by api_service_name, set the option idempotency_header if servers keep keys (conventions, section 7), or give requests a request_id of the format UUID4 (AIP-155)",
  },
  "update-mask": {
    severity: "note",
    title: "Updates by a field mask",
    effect:
      "They are plain methods, since the request holds no resource that the method answers with: programs write update_mask themselves",
    fix: "Let the request hold the resource, marked google.api.resource (AIP-134), or follow the convention: an Update that takes metadata and spec",
  },
  "unfilled-identifier": {
    severity: "note",
    title: "Identifiers of requests that clients leave to programs",
    effect: "A call that changes something is sent once, unless it certainly did not reach the server",
    fix: "Give the field the format UUID4, neither REQUIRED nor OUTPUT_ONLY, and list it in auto_populated_fields if the service has a YAML (AIP-155, AIP-4235)",
  },
  "no-route": {
    severity: "note",
    title: "Methods that do not say where their requests belong",
    effect: "Calls have no x-goog-request-params; servers that route by it do not find the place",
    fix: "Write google.api.http or google.api.routing (AIP-4222)",
  },
  "unread-pattern": {
    severity: "warning",
    title: "Patterns of names that are none",
    effect: "No functions make and read names of this pattern, and the emulator makes none",
    fix: "Write literals and variables once each: shelves/{shelf}/books/{book} (AIP-122)",
  },
  renamed: {
    severity: "note",
    title: "Names that clash in TypeScript",
    effect: "They have another name there, which stays as long as both are in the API",
    fix: "Rename one of them before the API is stable",
  },
  "unread-rule": {
    severity: "warning",
    title: "Rules that are not understood",
    effect: "Neither types nor checks nor docs know of them; the server alone does",
    fix: "Look for a mistake in the rule; else leave it to the server",
  },
  "left-rule": {
    severity: "note",
    title: "Rules that clients do not check",
    effect: "The docs have them; a request that breaks one is refused by the server",
    fix: "Nothing has to be done; CEL is checked with @bufbuild/cel",
  },
} as const satisfies Readonly<Record<string, KindOfFinding>>;

/** The name of a kind. */
export type FindingKind = keyof typeof kinds;

/** How much findings of a kind matter. */
export function severityOf(kind: FindingKind): Severity {
  return kinds[kind].severity;
}
