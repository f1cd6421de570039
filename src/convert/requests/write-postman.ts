import {
  byService,
  isForm,
  isXml,
  parametersOf,
  type RequestCollection,
  type SampleRequest,
} from './sample-request.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/**
 * A collection for Postman (format 2.1), and what imports it: a folder for each service, a request
 * for each operation and binding.
 */
export function writePostman({ name, requests, variables }: RequestCollection): string {
  const item = [...byService(requests)].map(([service, all]) => ({
    name: service,
    item: all.map(requestItem),
  }));
  const variable = variables.map((one) => ({
    key: one.name,
    value: one.value,
    type: one.isSecret ? 'secret' : 'string',
  }));
  return `${JSON.stringify({ info: { name, schema }, item, variable }, undefined, 2)}\n`;
}

function requestItem(one: SampleRequest): object {
  const { operation, binding, documentation, method, url, headers, body } = one;
  const header = Object.entries(headers).map(([key, value]) => ({ key, value }));
  const request = {
    method,
    header,
    ...(body === undefined ? {} : { body: bodyOf(one, body) }),
    url: urlOf(url),
    ...(documentation === undefined ? {} : { description: documentation }),
  };
  return { name: `${operation} over ${binding}`, request, response: [] };
}

function bodyOf(request: SampleRequest, body: string): object {
  if (isForm(request)) {
    return { mode: 'urlencoded', urlencoded: parametersOf(body).map(parameter) };
  }
  const language = isXml(request) ? 'xml' : 'text';
  return { mode: 'raw', raw: body, options: { raw: { language } } };
}

/** A URL in parts: Postman shows the query as a table. */
function urlOf(raw: string): object {
  const [, host = '', path = '', query] = /^(\{\{\w+\}\})([^?]*)(?:\?(.*))?$/.exec(raw) ?? [];
  const parts = { raw, host: [host], path: path.split('/').slice(1) };
  return query === undefined ? parts : { ...parts, query: queryOf(query) };
}

/** Postman sends a query as it is written. */
function queryOf(query: string): readonly object[] {
  return query.split('&').map((pair) => {
    const [key = '', ...rest] = pair.split('=');
    return { key, value: rest.length === 0 ? null : rest.join('=') };
  });
}

function parameter([key, value]: readonly [string, string]): object {
  return { key, value, type: 'text' };
}
