import type { Service } from "@stratus/dynamic-client";
import type { GuideField, GuideMethod } from "@stratus/runtime/guide";

/** Finds the List of the resources that a method changes. Undefined if the API has none. */
export function findListOf(
  service: Service,
  method: GuideMethod,
  field = service.positionals(method).at(-1),
): GuideMethod | undefined {
  if (service.isRest) return field && findRestList(service, method, field);
  const type = service.findGet(method)?.response?.type;
  return service.guide.methods.find(
    ({ word, pages }) => service.role(word) === "list" && pages?.type !== undefined && pages.type === type,
  );
}

/** Finds the GET of the path before the parameter that names the resource. */
function findRestList(
  service: Service,
  { http }: GuideMethod,
  { name }: GuideField,
): GuideMethod | undefined {
  const [collection] = http?.path.split(`/{${name}}`) ?? [];
  return service.guide.methods.find(
    (one) =>
      one.http?.method.toUpperCase() === "GET" &&
      one.http.path === collection &&
      (one.pages !== undefined || one.response?.isList === true),
  );
}
