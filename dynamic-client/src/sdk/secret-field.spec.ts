import { describe, expect, it } from "vitest";
import { isSecretName } from "./secret-field.js";

const words = (text: string): readonly string[] => text.split(" ");

describe("a name that says that its value gives access", () => {
  it.each(
    words(
      "password db_password passwords clientSecret client-secret access_token accessTokens oauth2Token privateKey X-Api-Key api_keys secretAccessKey signing_key credential credentials JWT",
    ),
  )("is %s", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each(
    words(
      "page_token nextPageToken next-page-token syncToken resume_token token_type tokenExpiry keyboard publicKey key secretary password_hint_shown id",
    ),
  )("is not %s", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});
