import { addressOrigin, portPath, splitQuery } from '../../model/wsdl/address.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import { createFreeName } from '../../names/free-name.ts';
import { contractMessages } from '../../plan/messages/contract-messages.ts';
import { httpOperation, httpPath } from './http-paths.ts';
import { type Json, type JsonObject, json, jsonObject } from './json.ts';
import { olderDocument } from './older-document.ts';
import { createTypeSchemas } from './schema-objects.ts';
import { type SoapEntry, soapPath } from './soap-paths.ts';

/**
 * Writes the bodies of a contract as OpenAPI, in JSON. Each operation of a GET or POST binding is
 * one operation. All SOAP operations of a path are one POST, whose bodies are their envelopes.
 */
export function writeOpenApi(model: ServiceModel, version: '3.1' | '3.0' = '3.1'): string {
  const messages = contractMessages(model);
  const types = createTypeSchemas(messages.shaper.object);
  const schemas = { messages, types };
  const paths = new Map<string, Map<string, Json>>();
  const freeId = createFreeName(new Set());
  const place = (path: string, method: string, operation: JsonObject): void => {
    const item = paths.get(path) ?? new Map<string, Json>();
    paths.set(path, item);
    if (item.has(method)) return;
    item.set(method, { ...operation, operationId: freeId(String(operation.operationId), '_', '') });
  };
  for (const [path, entries] of soapEntries(model)) {
    place(path, 'post', soapPath(model, entries, schemas));
  }
  for (const service of model.services) {
    for (const operation of service.interfaces.flatMap((one) => one.operations)) {
      for (const kind of ['httpGet', 'httpPost'] as const) {
        const http = operation[kind];
        if (http === undefined) continue;
        const entry = { model, service: service.name, operation, kind, http };
        const method = kind === 'httpGet' ? 'get' : 'post';
        const { path, query } = splitQuery(portPath(service, http.port));
        place(httpPath(path, http), method, httpOperation(entry, schemas, query));
      }
    }
  }
  const server = model.baseUrl ?? originOf(model);
  const components = types.components();
  const document = json({
    openapi: '3.1.0',
    info: json({ title: model.name, version: '1.0.0', description: model.documentation }),
    servers: server === undefined ? undefined : [{ url: server }],
    tags: model.services.map((one) => json({ name: one.name, description: one.documentation })),
    paths: jsonObject([...paths].map(([path, item]) => [path, jsonObject(item)] as const)),
    components: Object.keys(components).length === 0 ? undefined : { schemas: components },
  });
  const written = version === '3.0' ? olderDocument(document) : document;
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** SOAP operations by path without its query, which services may share. */
function soapEntries(model: ServiceModel): ReadonlyMap<string, readonly SoapEntry[]> {
  const found = new Map<string, SoapEntry[]>();
  for (const service of model.services) {
    for (const operation of service.interfaces.flatMap((one) => one.operations)) {
      const soap = operation.soap11 ?? operation.soap12;
      if (soap === undefined) continue;
      const { path, query } = splitQuery(portPath(service, soap.port));
      const known = found.get(path) ?? [];
      known.push({ service: service.name, operation, query });
      found.set(path, known);
    }
  }
  return found;
}

function originOf(model: ServiceModel): string | undefined {
  for (const { address } of model.services.flatMap((one) => one.ports)) {
    const origin = address === undefined ? undefined : addressOrigin(address);
    if (origin !== undefined) return origin;
  }
  return undefined;
}
