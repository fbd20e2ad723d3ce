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
      "| level | syntax | format | ours | theirs |",
      "| --- | --- | --- | --- | --- |",
      "| Recommended | Editions_Proto2 | JSON | 0 passed, 1 failed | not run |",
      "| Recommended | Proto3 | JSON | 0 passed, 0 failed, 1 skipped | not run |",
      "| Required | Proto2 | binary | 1 passed, 0 failed | not run |",
      "| Required | Proto3 | JSON | 1 passed, 1 failed | 1 passed, 1 failed |",
    ]);
  });
});
