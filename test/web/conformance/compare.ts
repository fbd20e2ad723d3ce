import { isDeepStrictEqual } from "node:util";
import { fromBinary, toJson } from "@bufbuild/protobuf";
import type { Any } from "../../../generated/interop/index.js";
import {
  Code,
  type ConformancePayload,
  ConformancePayload_RequestInfo,
  type Header,
} from "../../../generated/interop/connectrpc/conformance/v1/index.js";
import { nameOf } from "./config-cases.js";
import type { Permutation } from "./expand.js";
import { expectedOf } from "./expected.js";
import type { Failure, Outcome } from "./outcome.js";
import { registry } from "./vocabulary.js";

/** What differs from what was to come; nothing if the case has passed. */
export function differences(permutation: Permutation, actual: Outcome): string[] {
  const expected = expectedOf(permutation);
  const allowed = permutation.test.otherAllowedErrorCodes;
  const found = [...actual.feedback, ...compareFailures(expected.error, actual.error, allowed)];
  if (expected.payloads.length !== actual.payloads.length) {
    found.push(`${expected.payloads.length} responses were to come, ${actual.payloads.length} came`);
  } else {
    expected.payloads.forEach((payload, index) => {
      found.push(
        ...comparePayloads(payload, actual.payloads[index]).map((text) => `response ${index}: ${text}`),
      );
    });
  }
  const { headers, trailers } = actual;
  // What fails before its first response may have headers and trailers in one block, and errors have both together.
  const isEither = actual.error && actual.payloads.length === 0;
  found.push(...compareHeaders("header", expected.headers, isEither ? [headers, trailers] : [headers]));
  found.push(...compareHeaders("trailer", expected.trailers, isEither ? [trailers, headers] : [trailers]));
  const { httpStatus } = expected;
  if (httpStatus !== undefined && actual.httpStatus !== undefined && httpStatus !== actual.httpStatus) {
    found.push(`HTTP status ${httpStatus} was to come, ${actual.httpStatus} came`);
  }
  return found;
}

function compareFailures(
  expected: Failure | undefined,
  actual: Failure | undefined,
  others: readonly number[],
): string[] {
  if (!expected) return actual ? [`failed: ${nameOf(Code, actual.code)} ${actual.message}`] : [];
  if (!actual) return [`${nameOf(Code, expected.code)} was to come, no error came`];
  if (expected.code !== actual.code && !others.includes(actual.code)) {
    return [
      `${nameOf(Code, expected.code)} was to come, ${nameOf(Code, actual.code)} came: ${actual.message}`,
    ];
  }
  const found: string[] = [];
  if (expected.message !== undefined && expected.message !== actual.message) {
    found.push(
      `the text ${JSON.stringify(expected.message)} was to come, not ${JSON.stringify(actual.message)}`,
    );
  }
  if (expected.details.length !== actual.details.length) {
    found.push(`${expected.details.length} details were to come, ${actual.details.length} came`);
  } else {
    expected.details.forEach((detail, index) => {
      found.push(...compareHeld(detail, actual.details[index]).map((text) => `detail ${index}: ${text}`));
    });
  }
  return found;
}

const infoType = "ConformancePayload.RequestInfo";

function compareHeld(expected: Any, actual: Any | undefined): string[] {
  if (!actual) return ["is missing"];
  const type = expected.typeUrl.slice(expected.typeUrl.lastIndexOf("/") + 1);
  if (type !== actual.typeUrl.slice(actual.typeUrl.lastIndexOf("/") + 1)) return [`is a ${actual.typeUrl}`];
  if (type.endsWith(infoType)) {
    return compareInfo(
      ConformancePayload_RequestInfo.decode(expected.value),
      ConformancePayload_RequestInfo.decode(actual.value),
    );
  }
  if (Buffer.compare(expected.value, actual.value) === 0) return [];
  const known = registry.getMessage(type);
  // One message can be written in several ways.
  const isSame =
    known !== undefined &&
    isDeepStrictEqual(
      toJson(known, fromBinary(known, expected.value), { registry }),
      toJson(known, fromBinary(known, actual.value), { registry }),
    );
  return isSame ? [] : [`another ${type} came`];
}

function comparePayloads(expected: ConformancePayload, actual: ConformancePayload | undefined): string[] {
  const found =
    Buffer.compare(expected.data, actual?.data ?? new Uint8Array(0)) === 0 ? [] : ["other data came"];
  if (!expected.requestInfo) return found;
  return [...found, ...compareInfo(expected.requestInfo, actual?.requestInfo)];
}

function compareInfo(
  expected: ConformancePayload_RequestInfo,
  actual: ConformancePayload_RequestInfo | undefined,
): string[] {
  if (!actual) return ["nothing is said about the request"];
  const found = compareHeaders("request header", expected.requestHeaders, [actual.requestHeaders]);
  const { timeoutMs } = expected;
  if (timeoutMs !== undefined) {
    const seen = actual.timeoutMs ?? 0n;
    if (seen <= 0n || seen > timeoutMs) found.push(`a timeout of ${timeoutMs} ms was sent, ${seen} came`);
  }
  if (expected.requests.length !== actual.requests.length) {
    return [...found, `${expected.requests.length} requests were sent, ${actual.requests.length} came`];
  }
  const each = expected.requests.flatMap((request, index) => compareHeld(request, actual.requests[index]));
  return [...found, ...each.map((text) => `request: ${text}`)];
}

/**
 * Others may come as well. HTTP lets values of a name be joined on the way.
 *
 * @param blocks Where they may be.
 */
function compareHeaders(
  what: string,
  expected: readonly Header[],
  blocks: readonly (readonly Header[])[],
): string[] {
  return expected.flatMap(({ name, value }) => {
    const came = blocks.map((block) => valuesOf(block, name));
    const wanted = value.flatMap(split);
    return came.some((values) => isDeepStrictEqual(values, wanted))
      ? []
      : [`${what} ${name}: ${wanted.join(", ")} was to come, not ${came.join(" and ") || "nothing"}`];
  });
}

function valuesOf(headers: readonly Header[], name: string): string[] {
  const same = headers.filter((header) => header.name.toLowerCase() === name.toLowerCase());
  return same.flatMap(({ value }) => value.flatMap(split));
}

function split(text: string): string[] {
  return text.split(",").map((one) => one.trim().replace(/=+$/, ""));
}
