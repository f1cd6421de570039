import { markdownText } from '../markdown/markdown-text.ts';
import { headerText, plainLine, urlText } from './request-text.ts';
import {
  bodyText,
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
    value: plainLine(one.value),
    type: one.isSecret ? 'secret' : 'string',
  }));
  return `${JSON.stringify({ info: { name, schema }, item, variable }, undefined, 2)}\n`;
}

function requestItem(one: SampleRequest): object {
  const { operation, binding, documentation, method, url, headers, body } = one;
  const header = Object.entries(headers).map(([key, value]) => ({ key, value: headerText(value) }));
  const request = {
    method,
    header,
    ...(body === undefined ? {} : { body: bodyOf(one, body) }),
    url: urlOf(urlText(url)),
    ...(documentation === undefined ? {} : { description: markdownText(documentation) }),
  };
  return { name: `${operation} over ${binding}`, request, response: [] };
}

function bodyOf(request: SampleRequest, body: string): object {
  const form = isForm(request) ? parametersOf(body) : undefined;
  if (form !== undefined) return { mode: 'urlencoded', urlencoded: form.map(parameter) };
  const language = isXml(request) ? 'xml' : 'text';
  return { mode: 'raw', raw: bodyText(request, body), options: { raw: { language } } };
}

/** A URL in parts: Postman shows the query as a table. One without a variable stays whole. */
function urlOf(whole: string): object | string {
  const [, host, path = '', query] = /^(\{\{\w+\}\})([^?]*)(?:\?(.*))?$/.exec(whole) ?? [];
  if (host === undefined) return whole;
  const parts = { raw: whole, host: [host], path: path.split('/').slice(1) };
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
