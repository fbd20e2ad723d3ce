import { Operation } from "@svc/cloud/common/v1";
import { CreateInstanceRequest } from "@svc/cloud/compute/v1";

/** The SDK's own codecs, as the libraries without a codec take them. */
export const encodeRequest = (message: CreateInstanceRequest): Buffer =>
  Buffer.from(CreateInstanceRequest.encode(message));

/** Reads the reply. */
export const decodeReply = (bytes: Uint8Array): Operation => Operation.decode(bytes);
