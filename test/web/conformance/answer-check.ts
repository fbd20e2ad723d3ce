import type { Permutation } from "./expand.js";
import type { Outcome } from "./outcome.js";
import type { WireReport } from "./raw-requests.js";

/** What is wrong about the way in which a server answered a request that was right. */
export function wrongAnswers(permutation: Permutation, outcome: Outcome, report: WireReport): string[] {
  const { compression, protocol, request, streamType } = permutation;
  // A request that is wrong has an answer of its own; one that never arrived has none.
  if (request.rawRequest || report.httpStatus === undefined || request.cancel) return [];
  const found: string[] = [];
  const isPlain = protocol === "CONNECT" && streamType === "UNARY";
  if (!isPlain && report.httpStatus !== 200) found.push(`the answer has HTTP status ${report.httpStatus}`);
  const wanted = contentType(permutation, outcome.error !== undefined && isPlain);
  const type = report.contentType.split(";")[0]!.trim();
  const same = protocol === "CONNECT" ? [wanted] : [wanted, wanted.replace("+proto", "")];
  if (!same.includes(type)) found.push(`the answer has content-type ${type}, not ${wanted}`);
  for (const encoding of report.encodings) {
    if (encoding !== "identity" && encoding !== compression.toLowerCase()) {
      found.push(`the answer is packed by ${encoding}, which was not asked for`);
    }
  }
  return found;
}

function contentType({ codec, protocol, streamType }: Permutation, isFailure: boolean): string {
  const name = codec.toLowerCase();
  if (protocol === "GRPC") return `application/grpc+${name}`;
  if (protocol === "GRPC_WEB") return `application/grpc-web+${name}`;
  if (isFailure) return "application/json";
  return streamType === "UNARY" ? `application/${name}` : `application/connect+${name}`;
}
