import { describe, expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { OptionsError } from "../../base/text/options-error.js";
import { callErrorClass } from "./call-error-class.js";
import { CallError, type CallErrorInit } from "./call-error.js";

describe("the error of a call", () => {
  it("is made by tests of a code, and of a text by either name", () => {
    const [one, other] = [{ text: "gone" }, { message: "gone" }].map(
      (said) => new CallError({ code: "NOT_FOUND", ...said } as CallErrorInit),
    );
    expect(one?.message).toBe("NOT_FOUND: gone");
    expect(other?.message).toBe("NOT_FOUND: gone");
    expect(other?.text).toBe("gone");
  });

  it.each([
    [{ code: "NOT_FOUND" }, "OPTION_INVALID", "the text of the error is needed"],
    [{ code: "NOT_FOUND", text: 5 }, "OPTION_INVALID", "got 5"],
    [{ code: "NOTFOUND", text: "" }, "OPTION_INVALID", 'did you mean "NOT_FOUND"?'],
    [{ code: 5, text: "" }, "OPTION_INVALID", "code: 5 is not the code of a failed call"],
    [{ code: "OK", text: "" }, "OPTION_INVALID", "is not the code of a failed call"],
    [{ code: "ABORTED", text: "", retrytype: "CALL" }, "OPTION_UNKNOWN", 'did you mean "retryType"?'],
    [
      { code: "ABORTED", text: "", serviceErrors: "none" },
      "OPTION_INVALID",
      "serviceErrors: a list is needed",
    ],
    ["gone", "ARGUMENT_INVALID", "is made of an object"],
    [undefined, "ARGUMENT_INVALID", "is made of an object"],
  ] as const)("is not made of %j, and says so as an OptionsError", (given, code, words) => {
    for (const ErrorClass of [CallError, callErrorClass("AcmeError")]) {
      const make = (): CallError => new ErrorClass(given as never);
      expect(make).toThrow(OptionsError);
      expect(make).toThrow(codedError(code, words));
    }
  });
});
