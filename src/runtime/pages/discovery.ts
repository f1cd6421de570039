import type { DocumentRequest } from '../server/documentation.ts';
import { addQuery } from '../text/query.ts';
import type { ServiceDocs } from './data.ts';
import { encodeMarkup } from './html.ts';
import { expandOutline } from './outline.ts';
import { withActions } from './with-actions.ts';
import { withoutVerbs } from './without-verbs.ts';

/** Who may call over HTTP GET and POST, and actions of WS-Addressing. */
type HttpAccesses = Pick<DocumentRequest, 'httpGet' | 'httpPost' | 'actions'>;

const lineEnd = '\r\n';
/** Namespace of discovery documents, and prefix of the namespaces of their entries. */
const disco = 'http://schemas.xmlsoap.org/disco/';

/**
 * The WSDL of a service with its requested address.
 *
 * @param access who may call over HTTP GET and POST; ASMX omits their ports unless everyone may
 */
export function wsdlDocument(service: ServiceDocs, url: string, access: HttpAccesses): string {
  const whole = expandOutline(service.wsdl ?? '').split('\n');
  const { httpGet = 'everybody', httpPost } = access;
  const verbs = [
    ...(httpGet === 'everybody' ? [] : ['GET']),
    ...(httpPost === 'everybody' ? [] : ['POST']),
  ];
  const lines = verbs.length === 0 ? whole : withoutVerbs(whole, verbs);
  const text = lines.join(lineEnd).replace(/\0/g, encodeMarkup(url));
  return access.actions === undefined ? text : withActions(text, access.actions);
}

/** The discovery document of a service. */
export function discoveryDocument(service: ServiceDocs, url: string): string {
  const address = encodeMarkup(url);
  const wsdl = encodeMarkup(addQuery(url, 'wsdl'));
  const entries = service.soapBindings.map((binding, at) => {
    const prefix = `q${at + 1}`;
    const [, namespace = service.namespace, name = binding] = /^{(.*)}(.*)$/.exec(binding) ?? [];
    return (
      `  <soap address="${address}" xmlns:${prefix}="${encodeMarkup(namespace)}" ` +
      `binding="${prefix}:${encodeMarkup(name)}" xmlns="${disco}soap/" />`
    );
  });
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" ' +
      `xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="${disco}">`,
    `  <contractRef ref="${wsdl}" docRef="${address}" xmlns="${disco}scl/" />`,
    ...entries,
    '</discovery>',
  ].join(lineEnd);
}
