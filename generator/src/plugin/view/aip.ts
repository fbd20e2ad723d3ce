/** Statements of an API that follows AIP, in the words of the templates. */
import {
  arrayOf,
  code,
  docBlock,
  generic,
  json,
  objectOf,
  propertyName,
  string,
  type Code,
  type ModuleImports,
} from "../../kit/code/code.js";
import type { AipMethod, MaskedUpdate } from "../model/aip-model.js";
import type { Method, Service } from "../model/api.js";
import { definitionCode } from "./definition.js";
import { operationCallType, startsOperation, wiringCode } from "./operation.js";
import { withParagraphs } from "./paragraphs.js";
import { replyType } from "./reply.js";

/** `aip({ requestId: "request_id", routing: ["parent"] })`; undefined if calls are made as all are. */
export function extensionCode(
  { requestId, createdName, routing, config }: AipMethod,
  imports: ModuleImports,
): Code | undefined {
  const facts: (readonly [string, Code | false])[] = [
    ["requestId", requestId !== undefined && string(requestId.name)],
    ["createdName", createdName !== undefined && createdNameCode(createdName)],
    [
      "routing",
      routing.length > 0 &&
        arrayOf(
          routing.map(({ field, template }) =>
            template === undefined ? string(field) : arrayOf([string(field), string(template)]),
          ),
        ),
    ],
    ["timeoutMs", config?.timeoutMs !== undefined && json(config.timeoutMs)],
    ["retry", config !== undefined && retryCode(config.retry)],
  ];
  if (facts.every(([, value]) => value === false)) return undefined;
  return code`/*@__PURE__*/ ${imports.aipValue("aip")}(${objectOf(facts)})`;
}

function createdNameCode(created: NonNullable<AipMethod["createdName"]>): Code {
  const { resource, name, parent, id, patterns } = created;
  return objectOf([
    ["resource", string(resource)],
    ["name", string(name)],
    ["parent", parent !== undefined && string(parent)],
    ["id", string(id)],
    ["patterns", arrayOf(patterns.map((one) => string(one)))],
  ]);
}

function retryCode(retry: NonNullable<AipMethod["config"]>["retry"]): Code {
  if (retry === undefined) return code`false`;
  const { codes, maxAttempts, initialBackoffMs, maxBackoffMs, multiplier } = retry;
  return objectOf([
    ["codes", arrayOf(codes.map((one) => string(one)))],
    ["maxAttempts", maxAttempts === undefined ? code`Infinity` : json(maxAttempts)],
    ["baseDelayMs", json(initialBackoffMs)],
    ["maxDelayMs", json(maxBackoffMs)],
    ["multiplier", json(multiplier)],
  ]);
}

/** Says what becomes of failed attempts; undefined if the API does not say it. */
export function repetitionOfAip(aip: AipMethod | undefined): string | undefined {
  if (aip?.requestId) {
    return `Changes data; \`${aip.requestId.property}\` is filled in if it is unset, and the call is retried with the same one.`;
  }
  if (!aip?.config) return undefined;
  const { retry } = aip.config;
  if (!retry || retry.codes.length === 0)
    return "The API configures no retries: it is not retried once it may have reached the server.";
  return `Retried after ${retry.codes.join(", ")}, as the API configures.`;
}

/**
 * The ways in which an update with a field mask is called: with a mask in the request, with one in the options, or with
 * the whole resource. The fourth is for nobody: compilers print the last one where none fits.
 *
 * @param init The type of the request.
 */
export function maskedView(
  method: Method,
  { resource, mask, modify }: MaskedUpdate,
  init: Code,
  imports: ModuleImports,
) {
  const type = imports.type(method.request.type);
  const message = imports.type(resource.message.type);
  const own = modify === undefined ? "" : `, or ${modify.local}`;
  const needs = `an ${mask.property}, the whole ${resource.property}${own}`;
  return {
    whole: code`${imports.aipType("WholeUpdate")}<${type}, ${string(resource.property)}>`,
    options: code`${imports.aipType("FieldMaskOptions")}<${message}>`,
    /** The request without its mask, which may be REQUIRED. */
    request: method.input ? code`${imports.global("Omit")}<${init}, ${string(mask.property)}>` : init,
    maskedDoc: docBlock(
      withParagraphs(method.doc, ["With the mask in the request, as paths of proto names."]),
    ),
    optionDoc: docBlock(
      withParagraphs(method.doc, ["With a builder that names the fields to set or clear."]),
    ),
    partialDoc: docBlock({
      ...method.doc,
      text: "Does not compile: name the fields to set or clear, or pass the whole resource.",
    }),
    partial: code`${imports.runtimeType("UpdateNeeds")}<${type}, ${string(needs)}>`,
    /** Property of the request that takes the mask. */
    mask: propertyName(mask.property),
    call: imports.aipValue(startsOperation(method) ? "maskedOperation" : "maskedUpdate"),
    fields: fieldsCode({ resource, mask, modify }),
  };
}

function fieldsCode({ resource, mask, modify }: MaskedUpdate): Code {
  return objectOf([
    ["resource", string(resource.name)],
    ["mask", string(mask.name)],
    ["modify", modify !== undefined && string(modify.local)],
  ]);
}

/** A helper that reads, changes and updates with a mask, and what it is made of. */
export interface MaskedHelper {
  readonly update: Method;
  readonly get: Method;
  readonly masked: MaskedUpdate;
  readonly modify: NonNullable<MaskedUpdate["modify"]>;
}

/** The helpers of a service that read, change and update with a mask. */
export function maskedHelpers({ methods }: Service): readonly MaskedHelper[] {
  return methods.flatMap((update) => {
    const masked = update.aip?.masked;
    const get = masked?.modify && methods.find(({ rpc }) => rpc === masked.modify?.get.rpc);
    return masked?.modify && get ? [{ update, get, masked, modify: masked.modify }] : [];
  });
}

/** Such a helper: the view of the partial `masked-modify`. */
export function maskedModifyView(
  { update, get, masked, modify }: MaskedHelper,
  service: Service,
  imports: ModuleImports,
) {
  const isOperation = startsOperation(update);
  const call = imports.runtimeType("Call");
  return {
    doc: docBlock({ text: modifyDoc(get, update, isOperation) }),
    previewDoc: docBlock({
      text: `Shows what \`${modify.local}\` with the same arguments would do, and calls no \`${update.local}\`.`,
    }),
    local: propertyName(modify.local),
    preview: propertyName(modify.preview),
    request: generic(imports.runtimeType("MessageInit"), [imports.type(get.request.type)]),
    resource: replyType(get, imports),
    options: imports.aipType("MaskedModifyOptions"),
    methods: objectOf([
      ["get", definitionCode(service, get)],
      ["update", definitionCode(service, update)],
      ["fields", fieldsCode(masked)],
    ]),
    call: imports.aipValue(isOperation ? "maskedModify" : "maskedModifyNow"),
    previewCall: imports.aipValue("previewMaskedModify"),
    answer: isOperation
      ? operationCallType(update, service, imports)
      : generic(call, [replyType(update, imports)]),
    previewAnswer: generic(call, [
      generic(imports.aipType("MaskedPreview"), [imports.type(update.request.type), replyType(get, imports)]),
    ]),
    wiring: isOperation && wiringCode(update, service, imports),
  };
}

function modifyDoc(get: Method, update: Method, isOperation: boolean): string {
  const unchanged = isOperation
    ? "the operation is finished, with `isUnchanged`"
    : "the answer is what was read";
  return [
    `Reads with \`${get.local}\`, lets \`change\` change the resource or return a changed one, and sends with`,
    `\`${update.local}\` what it changed, under the mask of that and with the \`etag\` that was read, if there is one.`,
    `If nothing was changed, nothing is sent: ${unchanged}.`,
    "If another writer changed the resource in the meantime (ABORTED), it starts again, for up to a minute or",
    "`timeoutMs`, so `change` may run more than once.",
  ].join("\n");
}
