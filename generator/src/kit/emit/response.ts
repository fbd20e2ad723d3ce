import { create, toBinary } from "@bufbuild/protobuf";
import { CodeGeneratorResponseSchema, CodeGeneratorResponse_Feature, Edition } from "@bufbuild/protobuf/wkt";
import type { OutputFile } from "./file.js";

/** The supported features, which every response states so that protoc and buf accept such files. */
const supported = {
  supportedFeatures: BigInt(
    CodeGeneratorResponse_Feature.PROTO3_OPTIONAL | CodeGeneratorResponse_Feature.SUPPORTS_EDITIONS,
  ),
  minimumEdition: Edition.EDITION_PROTO2,
  maximumEdition: Edition.EDITION_2024,
};

/**
 * A `CodeGeneratorResponse` that writes the files. It is joined of a response for
 * each, which is a response with all of them: encoded as one, the files of a whole
 * platform would be there four times over.
 */
export function createResponse(files: readonly OutputFile[]): Uint8Array {
  const schema = CodeGeneratorResponseSchema;
  const encoded = files.map(({ path, text }) =>
    toBinary(schema, create(schema, { file: [{ name: path, content: text }] })),
  );
  return Buffer.concat([toBinary(schema, create(schema, supported)), ...encoded]);
}

/** A `CodeGeneratorResponse` that writes nothing and makes protoc or buf print the message. */
export function createErrorResponse(message: string): Uint8Array {
  return toBinary(
    CodeGeneratorResponseSchema,
    create(CodeGeneratorResponseSchema, { ...supported, error: message }),
  );
}
