import { collectRequests } from '../../convert/requests/collect-requests.ts';
import type { SampleRequest } from '../../convert/requests/sample-request.ts';
import { writeHttp } from '../../convert/requests/write-http.ts';
import type { ProjectInterface, SoapUiProject } from './soapui-project.ts';

/** A `.http` file, and the names of variables whose secrets it does not contain. */
export interface HttpRequests {
  readonly text: string;
  readonly withheld: readonly string[];
}

/** Headers of a SOAP request as SoapUI sends them. */
export function soapHeadersOf(
  { isSoap12, actions }: ProjectInterface,
  operation: string,
): Readonly<Record<string, string>> {
  const action = actions.get(operation) ?? '';
  if (!isSoap12) return { 'Content-Type': 'text/xml; charset=utf-8', SOAPAction: `"${action}"` };
  const parameter = action === '' ? '' : `; action="${action}"`;
  return { 'Content-Type': `application/soap+xml; charset=utf-8${parameter}` };
}

/**
 * The requests of a project. Properties become variables. The values of those that are secrets by
 * their name, and passwords, are left empty.
 */
export function httpRequests({
  name,
  interfaces,
  requests,
  properties,
}: SoapUiProject): HttpRequests | undefined {
  const variables = new Map<string, string>();
  const withVariables = (text: string): string =>
    text.replace(/\$\{([^{}]*)\}/g, (_, use: string) => {
      const variable = variableName(use);
      if (!variables.has(variable)) variables.set(variable, properties.get(use.trim()) ?? '');
      return `{{${variable}}}`;
    });
  const found = requests.flatMap((request): readonly SampleRequest[] => {
    const own = interfaces.find((one) => one.name === request.interface);
    if (own === undefined || request.envelope === '') return [];
    const login = request.username && { Authorization: `Basic ${request.username} {{password}}` };
    if (login) variables.set('password', '');
    return [
      {
        service: request.interface,
        operation: request.operation,
        binding: own.isSoap12 ? 'SOAP 1.2' : 'SOAP 1.1',
        documentation: request.name,
        method: 'POST',
        url: withVariables(request.endpoint) || 'http://localhost',
        headers: { ...soapHeadersOf(own, request.operation), ...login },
        body: withVariables(request.envelope),
      },
    ];
  });
  if (found.length === 0) return undefined;
  const given = [...variables].map(([variable, value]) => ({ name: variable, value }));
  const collected = collectRequests(name, found, given);
  const withheld = collected.variables.filter((one) => one.isSecret).map((one) => one.name);
  const shown = collected.variables.map((one) => (one.isSecret ? { ...one, value: '' } : one));
  return { text: writeHttp({ ...collected, variables: shown }), withheld };
}

/** Name of a variable: that of the property, without its owner. */
function variableName(use: string): string {
  const last = use.split('#').findLast((one) => one.trim() !== '') ?? 'value';
  return last.trim().replace(/[^A-Za-z0-9_]+/g, '_') || 'value';
}
