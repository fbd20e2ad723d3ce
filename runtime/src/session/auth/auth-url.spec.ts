import { expect, it } from "vitest";
import { codedError } from "../../../../test/coded-error.js";
import { requireAuthUrl } from "./auth-url.js";

it.each([
  ["https://auth.example.com", "https://auth.example.com/oauth2/token/exchange"],
  ["https://auth.example.com./base", "https://auth.example.com./base/oauth2/token/exchange"],
  ["http://LOCALHOST:1", "http://localhost:1/oauth2/token/exchange"],
  ["http://iam.localhost:1", "http://iam.localhost:1/oauth2/token/exchange"],
  ["http://127.0.0.2:1", "http://127.0.0.2:1/oauth2/token/exchange"],
  ["http://[::1]:1", "http://[::1]:1/oauth2/token/exchange"],
  ["http://[::ffff:127.0.0.1]:1", "http://[::ffff:7f00:1]:1/oauth2/token/exchange"],
])("%s leads to %s", (text, url) => {
  expect(requireAuthUrl(text).href).toBe(url);
});

it.each([
  "http://auth.example.com",
  "http://128.0.0.1",
  "http://localhost.example.com",
  "unix:/run/iam.sock",
])("%s is refused", (text) => {
  expect(() => requireAuthUrl(text)).toThrow(codedError("OPTION_INVALID", /^authUrl: /));
});
