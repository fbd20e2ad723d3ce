import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { readPage } from "../markdown/read-page.js";
import { searchEntries, wordsOf } from "./search-entries.js";
import { indexOptions } from "./search-options.js";

const page = (source: string, text: string) => ({
  source,
  path: source.replace(".md", ".html"),
  group: "v1",
  name: "",
  content: readPage(text, source),
});
const types = page(
  "v1/types.md",
  "# Types\n\n## CreateInstanceRequest\n\nTo create an instance.\n\n| field | type | description |\n|---|---|---|\n| `instanceId` | `string` | The instance. |\n\n## State\n\n| value | number | description |\n|---|---|---|\n| `RUNNING` | 1 | It runs. |",
);
const service = page(
  "v1/InstanceService.md",
  "# InstanceService\n\nInstances.\n\n## create\n\nCreates an instance.\n\n## list\n\nLists.",
);
const services = new Map([[service.source, { methods: [{ local: "create" }, { local: "list" }] } as never]]);
const search = new MiniSearch(indexOptions);
search.addAll(searchEntries([types, service], services, new Set()));

describe("the search", () => {
  it.each([
    ["InstanceService.create", "instance service create"],
    ["GPUCluster", "gpu cluster"],
    ["spec.size_bytes", "spec size bytes"],
  ])("reads the words of %s", (name, words) => {
    expect(wordsOf(name)).toBe(words);
  });

  it.each([
    ["create instance", "InstanceService.create"],
    ["instance create", "InstanceService.create"],
    ["createinst", "CreateInstanceRequest"],
    ["instance id", "CreateInstanceRequest.instanceId"],
    ["running", "State.RUNNING"],
    ["InstanceService", "InstanceService"],
    ["creat instanc", "InstanceService.create"],
  ])("finds for %j first %s", (asked, title) => {
    expect(search.search(asked)[0]?.["title"]).toBe(title);
  });

  it("leads to the anchor of a field", () => {
    expect(search.search("instance id")[0]?.["url"]).toBe("v1/types.html#createinstancerequest.instanceId");
  });
});
