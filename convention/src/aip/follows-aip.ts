import type { DescService } from "@bufbuild/protobuf";
import { defaultHostOption } from "../shapes/endpoint.js";
import type { CustomOptions } from "../base/options.js";
import { readResourceDefinitions, readResourceType } from "./resource-type.js";

/**
 * Returns whether the service's API follows AIP, so that `google.api.http` matters for more than gateways. It does if the service
 * has a `default_host`, or if its file, requests or responses define resources (AIP-123).
 */
export function followsAip(service: DescService, options: CustomOptions): boolean {
  if (options.text(service, defaultHostOption) !== undefined) return true;
  if (readResourceDefinitions(service.file, options).length > 0) return true;
  return service.methods.some(({ input, output }) =>
    [
      input,
      output,
      ...input.fields.map(({ message }) => message),
      ...output.fields.map(({ message }) => message),
    ].some((message) => message !== undefined && readResourceType(message, options) !== undefined),
  );
}
