/** A difference that is meant, or another's. */
interface Listed {
  /** The half that it is of. */
  readonly half: string;
  /** A pattern of names: `*` is one part, `**` any number of them ("Selecting Test Cases"). */
  readonly pattern: string;
  readonly reason: string;
  /** It comes now and then; all else that is listed comes each time. */
  readonly isRare?: true;
}

/** What differs by the library that another half is made of. */
const listed: readonly Listed[] = [
  ...grpcJsTakes(),
  {
    half: "connect-es, as client",
    pattern: "Connect Unexpected Responses/**/no-end-stream",
    reason:
      "Connect's library 2.1.2 says INVALID_ARGUMENT of a stream without its end, the cases INTERNAL or UNKNOWN",
  },
  {
    half: "connect-es, as client",
    pattern: "Client Cancellation/**/cancel-before-close-send",
    reason:
      "now and then Connect's library ends a call without an error if it is aborted while its requests are still to come",
    isRare: true,
  },
];

function grpcJsTakes(): Listed[] {
  return ["unexpected-codec", "unexpected-compression", "unexpected-compressed-message"].map((name) => ({
    half: "addService in grpc-js, as server",
    pattern: `gRPC Unexpected Requests/**/${name}`,
    reason:
      "grpc-js 1.14.7 takes what it can read under a content-type, a grpc-encoding and a flag that do not fit, before our services see it",
  }));
}

/** Why a case does not pass; undefined if it is to pass. */
export function listedReason(half: string, name: string): string | undefined {
  return listed.find((one) => one.half === half && matches(one.pattern, name))?.reason;
}

/** The patterns of what is listed of a half and was not among the cases that failed. */
export function listedInVain(half: string, failed: readonly string[]): string[] {
  return listed
    .filter((one) => one.half === half && !one.isRare)
    .filter(({ pattern }) => !failed.some((name) => matches(pattern, name)))
    .map(({ pattern }) => pattern);
}

/** Whether a name fits a pattern. */
export function matches(pattern: string, name: string): boolean {
  return fits(pattern.split("/"), name.split("/"));
}

function fits([first, ...rest]: readonly string[], parts: readonly string[]): boolean {
  if (first === undefined) return parts.length === 0;
  if (first === "**")
    return fits(rest, parts) || (parts.length > 0 && fits([first, ...rest], parts.slice(1)));
  return parts.length > 0 && (first === "*" || first === parts[0]) && fits(rest, parts.slice(1));
}
