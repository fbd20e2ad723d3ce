import { expect, it } from "vitest";
import { acmeFile, acmeOptions, generateFrom } from "../request.fixture.js";

it("links of the README lead to the published version, also to one before a release", async () => {
  const protos = {
    "acme/options.proto": acmeOptions,
    "acme/v1/book.proto": acmeFile(
      `message Book { string title = 1; } service Books { option (acme.api_service_name) = "books"; rpc Get(Book) returns (Book); }`,
    ),
  };
  const parameter = "package_name=@acme/sdk,package_version=1.2.0-rc.1+build-7,docs=true";
  const { files, error } = await generateFrom(protos, { parameter });
  expect(error).toBe("");
  const links = [...(files["README.md"] ?? "").matchAll(/\]\(([^)]*)\)/g)].map(([, link = ""]) => link);
  expect(links).toContain("https://unpkg.com/@acme/sdk@1.2.0-rc.1+build-7/docs/README.md");
  expect(links.filter((link) => !/^(?:https:|#)/.test(link))).toEqual([]);
});
