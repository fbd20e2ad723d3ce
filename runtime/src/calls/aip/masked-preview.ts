import type { IncomingResponse } from "../chain/interceptor.js";
import { copyable } from "../chain/stream-response.js";
import type { Route } from "../client/call-start.js";
import { showMessage } from "../error/shown-message.js";
import type { JsonValue } from "../../messages/json/json-types.js";
import { readNamed } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { applyFieldMask } from "./apply-field-mask.js";
import { type MaskedModification, deriveChange } from "./masked-modify.js";

/**
 * The preview of a `modify` with a field mask: the request that it would send, and the resource that would result.
 * `JSON.stringify` and Node print it without secrets.
 */
export class MaskedPreview<Request, Resource> {
  /** Whether nothing was changed, so that nothing would be sent. */
  readonly isUnchanged: boolean;
  /** The request that would be sent, with its mask and the `etag` that was read. */
  readonly request: Request;
  /** The paths of its mask. */
  readonly updateMask: readonly string[];
  /** The resource as it was read. */
  readonly before: Resource;
  /** The resource after the update. OUTPUT_ONLY fields have their old values. */
  readonly after: Resource;
  readonly #tables: { readonly request: MessageTable; readonly resource: MessageTable };

  constructor(
    content: {
      readonly request: object;
      readonly updateMask: readonly string[];
      readonly before: object;
      readonly after: object;
    },
    tables: { readonly request: MessageTable; readonly resource: MessageTable },
  ) {
    this.isUnchanged = content.updateMask.length === 0;
    // By the tables, they are of these types.
    this.request = content.request as Request;
    this.updateMask = content.updateMask;
    this.before = content.before as Resource;
    this.after = content.after as Resource;
    this.#tables = tables;
  }

  /** Returns the preview for logs, without secrets and with long values shortened. */
  toJSON(): { readonly [name: string]: JsonValue } {
    const { request, resource } = this.#tables;
    return {
      isUnchanged: this.isUnchanged,
      request: showMessage(request, this.request),
      updateMask: [...this.updateMask],
      before: showMessage(resource, this.before),
      after: showMessage(resource, this.after),
    };
  }

  /** Returns the same as text when Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `MaskedPreview ${JSON.stringify(this.toJSON(), undefined, 2)}`;
  }
}

/** Runs `modify` up to the update, and applies that to the resource that was read. */
export async function previewChange(
  route: Route,
  modification: MaskedModification,
): Promise<IncomingResponse> {
  const { get, update, fields } = modification;
  const { request, updateMask, read } = await deriveChange(route, modification);
  const sent = readNamed(update.request, request, fields.resource) as object;
  const after = applyFieldMask(get.response, read.before, sent, updateMask);
  const tables = { request: update.request, resource: get.response };
  return {
    ...copyable(read.reply),
    message: new MaskedPreview({ request, updateMask, before: read.before, after }, tables),
  };
}
