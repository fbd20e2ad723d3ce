/** What a page does whose calls a service worker of MSW answers. Each version of MSW has its own bundle. */
import { http } from "msw";
import { setupWorker } from "msw/browser";
import { QueryClient } from "@tanstack/query-core";
import { queryOptions } from "@stratus/query";
import { answerService, mswHandlers } from "@stratus/runtime/msw";
import { CatalogueClient } from "@svc/catalogue";
import { mswHandlers as restHandlers } from "@svc/catalogue/testing";
import { InstanceServiceClient, InstanceServiceMethods } from "@svc/cloud/compute/v1";
import { Cloud, staticToken } from "@svc/cloud/web";

const catalogue = new CatalogueClient({ baseUrl: "https://catalogue.test", validate: "off", retry: false });

const worker = setupWorker(
  ...mswHandlers(http, [
    answerService(InstanceServiceMethods, {
      get: ({ id }) => ({ metadata: { id }, spec: { memoryBytes: 2n ** 60n } }),
      async *readConsole() {
        yield { data: new TextEncoder().encode("boot") };
        yield { data: new TextEncoder().encode("ed") };
      },
    }),
  ]),
  ...restHandlers(http, catalogue, {
    courses: { get: (subjectCode, courseNumber) => ({ title: "Logic", subjectCode, courseNumber }) },
  }),
);

globalThis.page = {
  async run(protocol) {
    await worker.start({ quiet: true, serviceWorker: { url: "/mockServiceWorker.js" } });
    const cloud = new Cloud({
      baseUrl: "https://api.test",
      credentials: staticToken("t"),
      protocol,
      retry: false,
    });
    const instances = new InstanceServiceClient(cloud);
    const vm = await new QueryClient().fetchQuery(queryOptions(instances, "get", { id: "i-1" }));
    let text = "";
    for await (const { data } of instances.readConsole({ id: "i-1" })) text += new TextDecoder().decode(data);
    const missing = await instances.delete({ id: "i-1" }).catch((error) => error.message);
    const course = await catalogue.courses.get("CS", 101);
    worker.stop();
    return {
      id: vm.metadata.id,
      bytes: String(vm.spec.memoryBytes),
      text,
      missing,
      number: course.courseNumber,
    };
  },
};
