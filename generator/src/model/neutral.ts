import type { Api, Doc, Field, File, Message, Method, Service } from "./api.js";

const text = "Text";

/** The same API with harmless text wherever text of the protos is printed: what the gate compares the output with. */
export function neutralApi(api: Api): Api {
  return { ...api, packages: api.packages.map((one) => ({ ...one, files: one.files.map(neutralFile) })) };
}

function neutralFile(file: File): File {
  return {
    ...file,
    messages: file.messages.map(neutralMessage),
    services: file.services.map(neutralService),
  };
}

function neutralMessage(message: Message): Message {
  return { ...message, typeName: text, fields: message.fields.map(neutralField) };
}

/** A JSON name that is not the property's must stay another one, or the row would lose a part. */
function neutralField(field: Field): Field {
  return {
    ...field,
    name: text,
    json: field.json === field.property ? field.json : `${field.property} ${text}`,
    oneof: field.oneof && { ...field.oneof, name: text },
    behaviors: field.behaviors.map(() => text),
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
  return { text: own === "" ? "" : text, deprecated: deprecated === undefined ? undefined : text };
}
