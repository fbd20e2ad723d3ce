import type { DescService } from "@bufbuild/protobuf";
import { hostOption } from "../parts/endpoint.js";
import type { CustomOptions } from "../base/options.js";
import { readResourceDefinitions, readResourceType } from "./resource-type.js";

/**
 * The service is one of an API that follows AIP, so that what `google.api.http` says counts for more than gateways: it has
 * a `default_host`, or its requests and answers, or its file, name resources (AIP-123).
 */
export function followsAip(service: DescService, options: CustomOptions): boolean {
  if (options.text(service, hostOption) !== undefined) return true;
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
