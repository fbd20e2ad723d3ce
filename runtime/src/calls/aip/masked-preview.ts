import type { IncomingResponse } from "../chain/interceptor.js";
import { copyable } from "../chain/stream-response.js";
import type { Route } from "../client/call-start.js";
import { showMessage } from "../error/shown-message.js";
import type { JsonValue } from "../../messages/json/json-types.js";
import { readNamed } from "../../messages/table/field-access.js";
import type { MessageTable } from "../../messages/table/table.js";
import { applyFieldMask } from "./apply-field-mask.js";
import { type MaskedModification, readChange } from "./masked-modify.js";

/**
 * The preview of a `modify` with a field mask, as plain data: what it would send, and what the resource would be.
 * Printed, as JSON or by Node, it shows no secret.
 */
export class MaskedPreview<Request, Resource> {
  /** Whether nothing is to be changed, so that nothing would be sent. */
  readonly isUnchanged: boolean;
  /** The request that would be sent, with its mask and the `etag` that was read. */
  readonly request: Request;
  /** The paths of its mask. */
  readonly updateMask: readonly string[];
  /** The resource as it was read. */
  readonly before: Resource;
  /** The resource as the update would make it; what the server alone writes is as it was. */
  readonly after: Resource;
  readonly #tables: { readonly request: MessageTable; readonly resource: MessageTable };

  constructor(
    parts: {
      readonly request: object;
      readonly updateMask: readonly string[];
      readonly before: object;
      readonly after: object;
    },
    tables: { readonly request: MessageTable; readonly resource: MessageTable },
  ) {
    this.isUnchanged = parts.updateMask.length === 0;
    // The tables made them.
    this.request = parts.request as Request;
    this.updateMask = parts.updateMask;
    this.before = parts.before as Resource;
    this.after = parts.after as Resource;
    this.#tables = tables;
  }

  /** The preview for logs, without secrets, and shortened where it is long. */
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

  /** Shows the same if Node prints the object. */
  [Symbol.for("nodejs.util.inspect.custom")](): string {
    return `MaskedPreview ${JSON.stringify(this.toJSON(), undefined, 2)}`;
  }
}

/** Reads a resource, lets the callback change it, and finds out what would be sent and what would become of it. */
export async function previewChange(
  route: Route,
  modification: MaskedModification,
): Promise<IncomingResponse> {
  const { get, update, fields } = modification;
  const { request, updateMask, read } = await readChange(route, modification);
  const sent = readNamed(update.request, request, fields.resource) as object;
  const after = applyFieldMask(get.response, read.before, sent, updateMask);
  const tables = { request: update.request, resource: get.response };
  return {
    ...copyable(read.reply),
    message: new MaskedPreview({ request, updateMask, before: read.before, after }, tables),
  };
}
