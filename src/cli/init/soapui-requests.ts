import { collectRequests } from '../../convert/requests/collect-requests.ts';
import type { SampleRequest } from '../../convert/requests/sample-request.ts';
import { writeHttp } from '../../convert/requests/write-http.ts';
import type { ProjectInterface, SoapUiProject } from './soapui-project.ts';
import { type PropertyScope, propertyUse, propertyValue } from './soapui-properties.ts';

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
}: SoapUiProject): HttpRequests | undefined {
  const variables = new Map<string, string>();
  const withVariables = (text: string, scope: PropertyScope): string =>
    text.replace(propertyUse, (_, use: string) => {
      const value = propertyValue(use, scope) ?? '';
      for (const variable of namesOf(use)) {
        if ((variables.get(variable) ?? value) !== value) continue;
        variables.set(variable, value);
        return `{{${variable}}}`;
      }
      return use;
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
        url: withVariables(request.endpoint, request.scope) || 'http://localhost',
        headers: { ...soapHeadersOf(own, request.operation), ...login },
        body: withVariables(request.envelope, request.scope),
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

/**
 * Names that the variable of a property may have: its own, or with its owner in front where
 * another property, or the same of another test case, has another value.
 */
function* namesOf(use: string): Iterable<string> {
  const parts = use.split('#').filter((one) => one.trim() !== '');
  const [owner, own] = [parts.slice(0, -1).join('_'), parts.at(-1) ?? 'value'].map(
    (one) => one.trim().replace(/[^A-Za-z0-9_]+/g, '_') || 'value',
  );
  yield `${own}`;
  yield `${owner}_${own}`;
  for (let count = 2; ; count += 1) yield `${owner}${count}_${own}`;
}
