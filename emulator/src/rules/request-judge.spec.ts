import { create, createFileRegistry } from "@bufbuild/protobuf";
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { file_buf_validate_validate } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { describe, expect, it } from "vitest";
import { readApi } from "../descriptors/api.js";
import { openJudge, type Validation } from "./request-judge.js";

const files = [...file_buf_validate_validate.dependencies, file_buf_validate_validate];
const ruled = readApi(
  createFileRegistry(create(FileDescriptorSetSchema, { file: files.map(({ proto }) => proto) })),
);
const plain = readApi(
  createFileRegistry(
    create(FileDescriptorSetSchema, { file: [create(FileDescriptorProtoSchema, { name: "a.proto" })] }),
  ),
);

/** What Node says of a package that is not installed. */
function missing(name: string) {
  const error = new Error(`Cannot find package '${name}' imported from /a/b.js`);
  return () => Promise.reject(Object.assign(error, { code: "ERR_MODULE_NOT_FOUND" }));
}

describe("the judge of an API's requests, if it is not installed,", () => {
  const open = (choice: Validation | undefined, name = "@bufbuild/protovalidate") =>
    openJudge(ruled, choice, missing(name));

  it("is not there, unless it is asked for: then the error says how to install it", async () => {
    expect(await open(undefined)).toBeUndefined();
    expect(await open("off")).toBeUndefined();
    await expect(open("merged")).rejects.toThrow(
      'validate: "merged" needs the package @bufbuild/protovalidate: npm install --save-dev @bufbuild/protovalidate@^1.3.0',
    );
  });

  it("is not taken for missing because of a package that it lacks itself", async () => {
    await expect(open(undefined, "@bufbuild/re2")).rejects.toThrow("Cannot find package '@bufbuild/re2'");
  });

  it("is not asked for where the API states nothing", async () => {
    expect(await openJudge(plain, "request", missing("@bufbuild/protovalidate"))).toBeUndefined();
  });
});
