import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { describe, expect, it } from "vitest";
import { readApi } from "../descriptors/api.js";
import { type ValidatorLoader, createRequestValidator } from "./request-validator.js";
import type { Validation } from "./validation.js";

const files = [...file_buf_validate_validate.dependencies, file_buf_validate_validate];
const ruled = readApi(
  createFileRegistry(create(FileDescriptorSetSchema, { file: files.map(({ proto }) => proto) })),
);
const plain = readApi(
  createFileRegistry(
    create(FileDescriptorSetSchema, { file: [create(FileDescriptorProtoSchema, { name: "a.proto" })] }),
  ),
);

/** A judge that cannot be loaded, because it or a package that it needs is not installed. */
function missing(isInstalled: boolean): ValidatorLoader {
  return {
    isInstalled: () => isInstalled,
    load: () => Promise.reject(new Error("Cannot find package '@bufbuild/re2'")),
  };
}

describe("the judge of an API's requests, if it is not installed,", () => {
  const open = (choice: Validation | undefined, isInstalled = false) =>
    createRequestValidator(ruled, choice, missing(isInstalled));

  it("is not there, unless it is asked for: then the error says how to install it", async () => {
    expect(await open(undefined)).toBeUndefined();
    expect(await open("off")).toBeUndefined();
    await expect(open("merged")).rejects.toMatchObject({
      code: "PACKAGE_MISSING",
      message: expect.stringContaining("npm install --save-dev @bufbuild/protovalidate@^1.3.0"),
    });
  });

  it("is not taken for missing because of a package that it lacks itself", async () => {
    await expect(open(undefined, true)).rejects.toThrow("Cannot find package '@bufbuild/re2'");
  });

  it("is not asked for where the API states nothing", async () => {
    expect(await createRequestValidator(plain, "request", missing(false))).toBeUndefined();
  });
});
