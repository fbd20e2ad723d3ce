import { describe, expect, it } from "vitest";
import { cachedToken } from "./session/auth/cache/cached-token.js";
import { commandToken } from "./session/auth/command-token.js";
import { federatedToken } from "./session/auth/federated-token.js";
import { staticToken } from "./session/auth/static-token.js";
import { serviceAccount } from "./session/auth/service-account.js";
import { pollOperation } from "./calls/operation/poll-operation.js";
import { CallError } from "./calls/error/call-error.js";
import { connectThings, openSession, ThingType } from "./fixture/test-api.fixture.js";
import { TestClock } from "./fixture/test-clock.fixture.js";
import { fromJson, fromJsonText, toJson } from "./messages/json/index.js";
import { applyUpdate, maskFor, parseMask, prepareUpdate } from "./messages/mask/index.js";
import { grpcService } from "./server/index.js";
import { OptionsError } from "./base/text/options-error.js";
import { codedError } from "../../test/coded-error.js";

/** A misspelt name, as plain JavaScript would pass it. */
const wrong = (name: string, value: unknown = 1): object => ({ [name]: value });
const thing = ThingType.create({});
const definition = { typeName: "acme.v1.ThingService", methods: {}, wiring: {} as never };

describe("an option that a function does not have", () => {
  it.each<readonly [string, () => unknown, string]>([
    [
      "cachedToken",
      () => cachedToken(staticToken("t"), { account: "a", ...wrong("foldr") }),
      'cachedToken: there is no "foldr"; did you mean "folder"?',
    ],
    [
      "commandToken",
      () => commandToken({ command: ["svc"], ...wrong("timeout") }),
      'commandToken: there is no "timeout"; did you mean "timeoutMs"?',
    ],
    [
      "federatedToken.fromFile",
      () => federatedToken.fromFile("token", wrong("type", "jwt")),
      'federatedToken: there is no "type"; the names are tokenType, authUrl, actor, audience',
    ],
    [
      "serviceAccount.fromFile",
      () => serviceAccount.fromFile("key.json", wrong("authURL", "https://auth.example.com")),
      'serviceAccount: there is no "authURL"; did you mean "authUrl"?',
    ],
    [
      "toJson",
      () => toJson(ThingType, thing, wrong("redacted", true)),
      'toJson: there is no "redacted"; did you mean "redact"?',
    ],
    [
      "fromJson",
      () => fromJson(ThingType, {}, wrong("ignoreUnknown", true)),
      'fromJson: there is no "ignoreUnknown"; the names are ignoreUnknownFields, anyTypes',
    ],
    [
      "fromJsonText",
      () => fromJsonText(ThingType, "{}", wrong("anyType", [])),
      'fromJson: there is no "anyType"; did you mean "anyTypes"?',
    ],
    [
      "prepareUpdate",
      () => prepareUpdate(ThingType, thing, parseMask("spec"), wrong("strickt", true)),
      'mask: there is no "strickt"; did you mean "strict"?',
    ],
    [
      "maskFor().parse",
      () => maskFor(ThingType).parse("spec", wrong("Strict", false)),
      'mask: there is no "Strict"; did you mean "strict"?',
    ],
    [
      "applyUpdate",
      () => applyUpdate(ThingType, thing, thing, "spec", wrong("nevernull", ["spec"])),
      'applyUpdate: there is no "nevernull"; did you mean "neverNull"?',
    ],
    [
      "a client",
      () => connectThings(openSession({}), wrong("interceptor", [])),
      'the client of acme.v1.ThingService: there is no "interceptor"; did you mean "interceptors"?',
    ],
    [
      "Session.close",
      () => openSession({}).close(wrong("graceMS", 1)),
      'close: there is no "graceMS"; did you mean "graceMs"?',
    ],
    [
      "grpcService",
      () =>
        grpcService(
          definition,
          {},
          wrong("onerror", () => {}),
        ),
      'grpcService: there is no "onerror"; did you mean "onError"?',
    ],
  ])("of %s is refused", (_, call, message) => {
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(codedError("OPTION_UNKNOWN", message));
  });

  it("of a wait for an operation is refused, which would never end without it", async () => {
    const operation = { id: "", resourceId: "", latest: {}, isDone: true, refresh: () => Promise.reject() };
    const times = {
      clock: new TestClock(),
      random: () => 0,
      pollIntervalMs: 1,
      closing: new AbortController().signal,
    };
    const waiting = pollOperation(
      operation,
      times,
      () => new CallError({ code: "ABORTED", text: "" }),
      wrong("timeout"),
    );
    await expect(waiting).rejects.toThrow(codedError("OPTION_UNKNOWN", 'did you mean "timeoutMs"?'));
  });

  it("is refused wherever it stands, and one that is known is not, also as undefined", () => {
    expect(toJson(ThingType, thing, { redact: undefined as never })).toEqual({});
    expect(() => toJson(ThingType, thing, { redact: true, ...wrong("redacted", true) })).toThrow(
      OptionsError,
    );
  });
});
