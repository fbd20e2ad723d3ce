import { arrayOf, code, json, objectOf, string, type Code, type Imports } from "../../kit/code/code.js";
import { isPlainJson } from "../model/media.js";
import type { RestAnswer, RestBody, RestForm, RestOperation, RestParameter } from "../model/rest-api.js";
import type { TypeSource } from "../model/type-source.js";
import type { PlacesWriter } from "./places.js";

/** Everything that the writers and readers of an operation are printed with. */
export interface WriterScope {
  readonly operation: RestOperation;
  readonly imports: Imports;
  readonly places: PlacesWriter;
}

/** The serializer of a parameter; false if its values are sent unchanged. */
export function parameterWriter(
  { name, argument, place, style, type }: RestParameter,
  { operation, imports, places }: WriterScope,
): Code | false {
  const file = "../runtime/style.js";
  const isRenamed = place !== "path" && name !== argument;
  const placed = places.print(type, "addressed", operation, imports);
  if (!style && !isRenamed && !placed) return place === "cookie" && imports.value(file, "formFields");
  const plain = place === "header" ? "headerSimple" : place === "path" ? "pathSimple" : "formFields";
  const writer = imports.value(file, style?.writer ?? plain);
  const isExploded = style ? style.isExploded : plain === "formFields" ? undefined : false;
  const own = isExploded === undefined ? writer : pure(writer, [json(isExploded)]);
  const base = placed ? pure(places.runtime("serialize", "serializeParameter", imports), [placed, own]) : own;
  const open = style?.isReserved ? pure(imports.value(file, "reserved"), [base]) : base;
  return isRenamed ? pure(imports.value(file, "named"), [string(name), open]) : open;
}

/** The serializer of the body; false if there is none. */
export function bodyWriter(body: RestBody | undefined, scope: WriterScope): Code | false {
  if (!body) return false;
  const { imports } = scope;
  const writers = body.forms.map((form) => [form.mediaType, placedWriter(form, scope)] as const);
  const [[, only] = ["", code``]] = writers;
  const all = writers.length === 1 ? only : pure(bodyFunction("chooseBody", imports), [objectOf(writers)]);
  return body.isRequired ? pure(bodyFunction("required", imports), [all]) : all;
}

/** The same for a request that is sent once, which may have no body. */
export function onceWriter(body: RestBody | undefined, scope: WriterScope): Code {
  const write = bodyWriter(body, scope);
  return pure(bodyFunction("singleUse", scope.imports), write ? [write] : []);
}

/** Forms with values that are something else in JSON. */
function placedWriter(form: RestForm, { operation, imports, places }: WriterScope): Code {
  const placed = places.print(form.type, "sent", operation, imports);
  if (!placed) return formWriter(form, imports);
  if (form.kind === "json" && !places.isRounding) {
    const type = isPlainJson(form.mediaType) ? [] : [string(form.mediaType)];
    return pure(places.runtime("exact", "exactBody", imports), [placed, ...type]);
  }
  return pure(places.runtime("serialize", "serializeBody", imports), [placed, formWriter(form, imports)]);
}

function formWriter({ kind, mediaType, styles, partTypes }: RestForm, imports: Imports): Code {
  if (kind === "multipart") {
    const writer = imports.value("../runtime/multipart.js", "multipartBody");
    const types = objectOf(partTypes.map(([name, type]) => [name, string(type)]));
    const isUsual = /^multipart\/(form-data|\*)/.test(mediaType);
    return pure(writer, isUsual ? (partTypes.length === 0 ? [] : [types]) : [types, string(mediaType)]);
  }
  if (kind === "form") {
    const entries = styles.map(
      ([name, writer]) => [name, imports.value("../runtime/style.js", writer)] as const,
    );
    return pure(bodyFunction("formBody", imports), entries.length === 0 ? [] : [objectOf(entries)]);
  }
  if (kind === "json")
    return pure(bodyFunction("jsonBody", imports), isPlainJson(mediaType) ? [] : [string(mediaType)]);
  if (kind === "text") return pure(bodyFunction("textBody", imports), [string(mediaType)]);
  return pure(bodyFunction("bytesBody", imports), /\*/.test(mediaType) ? [] : [string(mediaType)]);
}

function bodyFunction(name: string, imports: Imports): Code {
  return imports.value("../runtime/body.js", name);
}

/** The reader of a response that is not JSON; false if it always is. */
export function answerReader({ kind, type, forms, accept }: RestAnswer, scope: WriterScope): Code | false {
  const { imports } = scope;
  if (kind === "any") return imports.value("../runtime/response-readers.js", "readAny");
  const own = printReader(kind, type, scope);
  const others = forms.filter((form) => form.kind !== "json");
  if (others.length === 0) return own;
  const readers = others.map(
    (form) => [form.mediaType, printReader(form.kind, form.type, scope) || code`false`] as const,
  );
  const all = [
    ...(accept?.split(", ") ?? []).flatMap((type) => (own ? [[type, own] as const] : [])),
    ...readers,
    // A server may send a form that it does not describe; where none is JSON, that is read as the usual one.
    ...(own && others.length === forms.length ? [["*/*", own] as const] : []),
  ];
  return pure(imports.value("../runtime/response-readers.js", "chooseReader"), [objectOf([...new Map(all)])]);
}

function printReader(kind: RestAnswer["kind"], type: TypeSource, scope: WriterScope): Code | false {
  const { operation, imports, places } = scope;
  if (kind === "events" || kind === "lines") {
    const file = "../runtime/stream.js";
    const placed = places.print(type, "read", operation, imports);
    if (!placed) return imports.value(file, kind === "events" ? "readEvents" : "readLines");
    const stream = imports.value(file, kind === "events" ? "eventReader" : "lineReader");
    return pure(stream, [parserOf([["success", placed]], scope)]);
  }
  if (kind === "bytes") return imports.value("../runtime/response-readers.js", "readBytes");
  return kind === "text" && imports.value("../runtime/response-readers.js", "readText");
}

/** The reader of JSON with values that are something else there; false if it has none. */
export function printParser(operation: RestOperation, scope: WriterScope): Code | false {
  const { imports, places } = scope;
  const { answer, failures } = operation;
  const { kind, type, outcomes, forms } = answer;
  const json = forms.filter((form) => form.kind === "json").map((form) => form.type);
  const success: readonly (readonly [string, TypeSource])[] =
    kind !== "json"
      ? json.map((one) => ["success", one] as const)
      : outcomes.length > 0
        ? outcomes.map(({ status, type: one }) => [`${status}`, one] as const)
        : [["success", type]];
  const all = [...success, ...(failures?.cases ?? []).map((one) => [one.status, one.type] as const)];
  const placed = all.flatMap(([status, one]) => {
    const place = places.print(one, "read", operation, imports);
    return place ? [[status, place] as const] : [];
  });
  return placed.length > 0 && parserOf(placed, scope);
}

function parserOf(byStatus: readonly (readonly [string, Code])[], { imports, places }: WriterScope): Code {
  return pure(places.runtime("exact", "parseExact", imports), [objectOf([...new Map(byStatus)])]);
}

/** A call that a bundler may leave out with what it is part of. */
function pure(called: Code, args: readonly Code[]): Code {
  const list = arrayOf(args).slice(1, -1) as Code;
  return code`/*@__PURE__*/ ${called}(${list})`;
}
