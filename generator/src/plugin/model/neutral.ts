import type { Api, Doc, File, Method, Service } from "./api.js";

const text = "Text";

/** The same API with harmless text wherever text of the protos is printed: what the gate compares the output with. */
export function neutralApi(api: Api): Api {
  return { ...api, packages: api.packages.map((one) => ({ ...one, files: one.files.map(neutralFile) })) };
}

function neutralFile(file: File): File {
  return {
    ...file,
    services: file.services.map(neutralService),
  };
}

function neutralService(service: Service): Service {
  return {
    ...service,
    typeName: text,
    doc: neutralDoc(service.doc),
    endpoint: service.endpoint && { ...service.endpoint, text: "text" },
    methods: service.methods.map(neutralMethod),
  };
}

function neutralMethod(method: Method): Method {
  return { ...method, rpc: text, doc: neutralDoc(method.doc) };
}

function neutralDoc({ text: own, deprecated }: Doc): Doc {
  return {
    text: own === "" ? "" : text,
    deprecated: deprecated === undefined ? undefined : text,
    origin: text,
  };
}
