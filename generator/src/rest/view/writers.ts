import { arrayOf, code, json, objectOf, string, type Code, type Imports } from "../../kit/code/code.js";
import { isPlainJson } from "../model/media.js";
import type { RestAnswer, RestBody, RestForm, RestParameter } from "../model/rest-api.js";

/** What makes texts of a parameter's values; false where they go out as they are. */
export function parameterWriter(
  { name, argument, place, style }: RestParameter,
  imports: Imports,
): Code | false {
  const file = "../runtime/style.js";
  const isRenamed = place !== "path" && name !== argument;
  if (!style && !isRenamed) return place === "cookie" && imports.value(file, "formFields");
  const plain = place === "header" ? "headerSimple" : "formFields";
  const writer = imports.value(file, style?.writer ?? plain);
  const isExploded = style ? style.isExploded : place === "header" ? false : undefined;
  const base = isExploded === undefined ? writer : pure(writer, [json(isExploded)]);
  const open = style?.isReserved ? pure(imports.value(file, "reserved"), [base]) : base;
  return isRenamed ? pure(imports.value(file, "named"), [string(name), open]) : open;
}

/** What makes the body; false where there is none. */
export function bodyWriter(body: RestBody | undefined, imports: Imports): Code | false {
  if (!body) return false;
  const writers = body.forms.map((form) => [form.mediaType, formWriter(form, imports)] as const);
  const [[, only] = ["", code``]] = writers;
  const all = writers.length === 1 ? only : pure(bodyFunction("chooseBody", imports), [objectOf(writers)]);
  return body.isRequired ? pure(bodyFunction("required", imports), [all]) : all;
}

function formWriter({ kind, mediaType, styles, partTypes }: RestForm, imports: Imports): Code {
  if (kind === "multipart") {
    const writer = imports.value("../runtime/multipart.js", "multipartBody");
    return pure(
      writer,
      partTypes.length === 0 ? [] : [objectOf(partTypes.map(([name, type]) => [name, string(type)]))],
    );
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

/** What reads an answer that is not JSON; false where it always is. */
export function answerReader({ kind, forms, accept }: RestAnswer, imports: Imports): Code | false {
  if (kind === "any") return imports.value("../runtime/reader.js", "readAny");
  const own = printReader(kind, imports);
  const others = forms.filter((form) => form.kind !== "json");
  if (others.length === 0) return own;
  const readers = others.map(
    (form) => [form.mediaType, printReader(form.kind, imports) || code`false`] as const,
  );
  const all = [
    ...(accept?.split(", ") ?? []).flatMap((type) => (own ? [[type, own] as const] : [])),
    ...readers,
    // A server may send a form that it does not describe; where none is JSON, that is read as the usual one.
    ...(own && others.length === forms.length ? [["*/*", own] as const] : []),
  ];
  return pure(imports.value("../runtime/reader.js", "chooseReader"), [objectOf([...new Map(all)])]);
}

function printReader(kind: RestAnswer["kind"], imports: Imports): Code | false {
  if (kind === "events") return imports.value("../runtime/stream.js", "readEvents");
  if (kind === "lines") return imports.value("../runtime/stream.js", "readLines");
  if (kind === "bytes") return imports.value("../runtime/reader.js", "readBytes");
  return kind === "text" && imports.value("../runtime/reader.js", "readText");
}

/** A call that a bundler may leave out with what it is part of. */
function pure(called: Code, args: readonly Code[]): Code {
  const list = arrayOf(args).slice(1, -1) as Code;
  return code`/*@__PURE__*/ ${called}(${list})`;
}
