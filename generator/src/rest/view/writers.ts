import { arrayOf, code, json, objectOf, string, type Code, type Imports } from "../../kit/code/code.js";
import { isPlainJson } from "../model/media-types.js";
import type {
  RestResponse,
  RestRequestBody,
  RestBodyMediaType,
  RestOperation,
  RestParameter,
} from "../model/rest-api.js";
import type { TypeSource } from "../model/type-source.js";
import type { RepresentationsWriter } from "./representations.js";

/** Dependencies of the printers for an operation. */
export interface WriterScope {
  readonly operation: RestOperation;
  readonly imports: Imports;
  readonly representations: RepresentationsWriter;
}

/** Dependencies of the printers for a body. */
export interface BodyScope extends WriterScope {
  /** Prints a serializer with the check of its values, if they are checked. */
  readonly checkBody: (form: RestBodyMediaType, write: Code) => Code;
}

/** Prints the serializer of a parameter. Returns false if its values are sent unchanged. */
export function printParameterWriter(
  { name, argument, location, style, type }: RestParameter,
  { operation, imports, representations }: WriterScope,
): Code | false {
  const file = "../runtime/style.js";
  const isRenamed = location !== "path" && name !== argument;
  const placed = representations.print(type, "addressed", operation, imports);
  if (!style && !isRenamed && !placed) return location === "cookie" && imports.value(file, "formFields");
  const plain = location === "header" ? "headerSimple" : location === "path" ? "pathSimple" : "formFields";
  const writer = imports.value(file, style?.writer ?? plain);
  const isExploded = style ? style.isExploded : plain === "formFields" ? undefined : false;
  const own = isExploded === undefined ? writer : printPureCall(writer, [json(isExploded)]);
  const base = placed
    ? printPureCall(representations.useRuntime("serialize", "serializeParameter", imports), [placed, own])
    : own;
  const open = style?.isReserved ? printPureCall(imports.value(file, "reserved"), [base]) : base;
  return isRenamed ? printPureCall(imports.value(file, "named"), [string(name), open]) : open;
}

/** Prints the serializer of the body. Returns false if there is none. */
export function printBodyWriter(body: RestRequestBody | undefined, scope: BodyScope): Code | false {
  if (!body) return false;
  const { imports } = scope;
  const writers = body.mediaTypes.map(
    (form) => [form.mediaType, scope.checkBody(form, printRepresentationWriter(form, scope))] as const,
  );
  const [[, only] = ["", code``]] = writers;
  const all =
    writers.length === 1
      ? only
      : printPureCall(importBodyFunction("chooseBody", imports), [objectOf(writers)]);
  return body.isRequired ? printPureCall(importBodyFunction("required", imports), [all]) : all;
}

/** Prints the serializer of the body for a request that is never retried. */
export function printSingleUseWriter(body: RestRequestBody | undefined, scope: BodyScope): Code {
  const write = printBodyWriter(body, scope);
  return printPureCall(importBodyFunction("singleUse", scope.imports), write ? [write] : []);
}

/** Prints the serializer of a media type, which converts values that JSON represents differently. */
function printRepresentationWriter(
  form: RestBodyMediaType,
  { operation, imports, representations }: WriterScope,
): Code {
  const placed = representations.print(form.type, "sent", operation, imports);
  if (!placed) return printMediaTypeWriter(form, imports);
  if (form.kind === "json" && !representations.hasNumberInt64) {
    const type = isPlainJson(form.mediaType) ? [] : [string(form.mediaType)];
    return printPureCall(representations.useRuntime("exact", "exactBody", imports), [placed, ...type]);
  }
  return printPureCall(representations.useRuntime("serialize", "serializeBody", imports), [
    placed,
    printMediaTypeWriter(form, imports),
  ]);
}

function printMediaTypeWriter(
  { kind, mediaType, styles, partTypes }: RestBodyMediaType,
  imports: Imports,
): Code {
  if (kind === "multipart") {
    const writer = imports.value("../runtime/multipart.js", "multipartBody");
    const types = objectOf(partTypes.map(([name, type]) => [name, string(type)]));
    const isUsual = /^multipart\/(form-data|\*)/.test(mediaType);
    return printPureCall(
      writer,
      isUsual ? (partTypes.length === 0 ? [] : [types]) : [types, string(mediaType)],
    );
  }
  if (kind === "form") {
    const entries = styles.map(
      ([name, writer]) => [name, imports.value("../runtime/style.js", writer)] as const,
    );
    return printPureCall(
      importBodyFunction("formBody", imports),
      entries.length === 0 ? [] : [objectOf(entries)],
    );
  }
  if (kind === "json")
    return printPureCall(
      importBodyFunction("jsonBody", imports),
      isPlainJson(mediaType) ? [] : [string(mediaType)],
    );
  if (kind === "text") return printPureCall(importBodyFunction("textBody", imports), [string(mediaType)]);
  return printPureCall(
    importBodyFunction("bytesBody", imports),
    /\*/.test(mediaType) ? [] : [string(mediaType)],
  );
}

function importBodyFunction(name: string, imports: Imports): Code {
  return imports.value("../runtime/body.js", name);
}

/** Prints the reader of a response. Returns false if the response is always JSON. */
export function printResponseReader(
  { kind, type, alternatives, accept }: RestResponse,
  scope: WriterScope,
): Code | false {
  const { imports } = scope;
  if (kind === "any") return imports.value("../runtime/response-readers.js", "readAny");
  const own = printMediaTypeReader(kind, type, scope);
  const others = alternatives.filter((form) => form.kind !== "json");
  if (others.length === 0) return own;
  const readers = others.map(
    (form) => [form.mediaType, printMediaTypeReader(form.kind, form.type, scope) || code`false`] as const,
  );
  const all = [
    ...(accept?.split(", ") ?? []).flatMap((type) => (own ? [[type, own] as const] : [])),
    ...readers,
    // If no media type is JSON, responses of undescribed media types are read as the default one.
    ...(own && others.length === alternatives.length ? [["*/*", own] as const] : []),
  ];
  // A call that does not request a stream has the type of JSON.
  const isJson = kind === "json" || others.length < alternatives.length;
  const streams = others.filter((form) => isJson && (form.kind === "events" || form.kind === "lines"));
  return printPureCall(imports.value("../runtime/choose-reader.js", "chooseReader"), [
    objectOf([...new Map(all)]),
    ...(streams.length > 0 ? [arrayOf(streams.map(({ mediaType }) => string(mediaType)))] : []),
  ]);
}

function printMediaTypeReader(
  kind: RestResponse["kind"],
  type: TypeSource,
  scope: WriterScope,
): Code | false {
  const { operation, imports, representations } = scope;
  if (kind === "events" || kind === "lines") {
    const file = "../runtime/stream.js";
    const placed = representations.print(type, "read", operation, imports);
    if (!placed) return imports.value(file, kind === "events" ? "readEvents" : "readLines");
    const stream = imports.value(file, kind === "events" ? "eventReader" : "lineReader");
    return printPureCall(stream, [printParserCall([["success", placed]], scope)]);
  }
  if (kind === "bytes") return imports.value("../runtime/response-readers.js", "readBytes");
  return kind === "text" && imports.value("../runtime/response-readers.js", "readText");
}

/** Prints the parser of JSON with converted values. Returns false if it has none. */
export function printParser(operation: RestOperation, scope: WriterScope): Code | false {
  const { imports, representations } = scope;
  const { response, errors } = operation;
  const { kind, type, successes, alternatives } = response;
  const json = alternatives.filter((form) => form.kind === "json").map((form) => form.type);
  const success: readonly (readonly [string, TypeSource])[] =
    kind !== "json"
      ? json.map((one) => ["success", one] as const)
      : successes.length > 0
        ? successes.map(({ status, type: one }) => [`${status}`, one] as const)
        : [["success", type]];
  const all = [...success, ...(errors?.responses ?? []).map((one) => [one.status, one.type] as const)];
  const placed = all.flatMap(([status, one]) => {
    const place = representations.print(one, "read", operation, imports);
    return place ? [[status, place] as const] : [];
  });
  return placed.length > 0 && printParserCall(placed, scope);
}

function printParserCall(
  byStatus: readonly (readonly [string, Code])[],
  { imports, representations }: WriterScope,
): Code {
  return printPureCall(representations.useRuntime("exact", "parseExact", imports), [
    objectOf([...new Map(byStatus)]),
  ]);
}

/** Prints a call that a bundler may remove if its result is unused. */
function printPureCall(called: Code, args: readonly Code[]): Code {
  const list = arrayOf(args).slice(1, -1) as Code;
  return code`/*@__PURE__*/ ${called}(${list})`;
}
