import { describe, expect, it } from "vitest";
import { casesOf, printTable, rowsOf } from "./report.js";

const log = `
CONFORMANCE TEST BEGIN ====================================

conformance test: name=Required.Proto3.JsonInput.Int64.JsonOutput, request=json_payload: "{\\"a\\": 1}", response=json_payload: "{}"
conformance test: name=Required.Proto3.ProtobufInput.Skip.JsonOutput, request=x, response=y
ERROR, test=Required.Proto3.ProtobufInput.Skip.JsonOutput: Output was not equivalent: added: a: 1
, request=x, response=y
conformance test: name=Required.Proto2.ProtobufInput.Tag.ProtobufOutput, request=x, response=y
conformance test: name=Recommended.FieldMask.JsonInput, request=x, response=y
SKIPPED, test=Recommended.FieldMask.JsonInput request=x, response=y
conformance test: name=Required.Proto3.TextFormatInput.A.TextFormatOutput, request=x, response=y
conformance test: name=FindFailures, request=x, response=y
ERROR, test=Recommended.Editions_Proto2.JsonInput.Extension.Validator: Expected JSON payload, request=x, response=y
`;

describe("the log of the suite's runner", () => {
  it("has cases with what became of each", () => {
    const cases = casesOf(log);
    expect(cases.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual([
      "Required.Proto3.JsonInput.Int64.JsonOutput passed",
      "Required.Proto3.ProtobufInput.Skip.JsonOutput failed",
      "Required.Proto2.ProtobufInput.Tag.ProtobufOutput passed",
      "Recommended.FieldMask.JsonInput skipped",
      "Required.Proto3.TextFormatInput.A.TextFormatOutput passed",
      "FindFailures passed",
      "Recommended.Editions_Proto2.JsonInput.Extension.Validator failed",
    ]);
    expect(cases.map(({ reason }) => reason).filter(Boolean)).toEqual([
      "Output was not equivalent: added: a: 1",
      "Expected JSON payload",
    ]);
  });

  it("becomes a table of the cases of binary and JSON, the libraries side by side", () => {
    const table = printTable({ ours: rowsOf(casesOf(log)), theirs: rowsOf(casesOf(log).slice(0, 2)) });
    expect(table.split("\n")).toEqual([
      "| syntax | format | ours, required | ours, recommended | theirs, required | theirs, recommended |",
      "| --- | --- | --- | --- | --- | --- |",
      "| proto2 in edition 2023 | JSON | no cases | 0 of 1 | no cases | no cases |",
      "| proto3 | JSON | 1 of 2 | 0 of 0, 1 skipped | 1 of 2 | no cases |",
      "| proto2 | binary | 1 of 1 | no cases | no cases | no cases |",
    ]);
  });
});
