import {
  collectRequests,
  isSecretName,
  Variables,
} from '../../convert/requests/collect-requests.ts';
import { headerText, isPlainValue } from '../../convert/requests/request-text.ts';
import type { SampleRequest } from '../../convert/requests/sample-request.ts';
import { writeHttp } from '../../convert/requests/write-http.ts';
import type { ProjectInterface, ProjectRequest, SoapUiProject } from './soapui-project.ts';
import {
  type PropertyBudget,
  type PropertyScope,
  propertyBudget,
  propertyUse,
  rawValue,
  withProperties,
} from './soapui-properties.ts';

/** A `.http` file, and what it does not contain. */
export interface HttpRequests {
  /** Absent without requests. */
  readonly text: string | undefined;
  /** Names of variables that are secrets. */
  readonly withheld: readonly string[];
  /** A sentence for each request that is left out or changed. */
  readonly notes: readonly string[];
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
 * their name, and passwords, are left empty. A request that HTTP cannot carry is left out.
 */
export function httpRequests(project: SoapUiProject): HttpRequests {
  const { name, interfaces, requests } = project;
  const texts = new PropertyTexts(propertyBudget(project.characters));
  const notes: string[] = [];
  const owners = new Map(interfaces.map((one) => [one.name, one]));
  const found = requests.flatMap((request): readonly SampleRequest[] => {
    const own = owners.get(request.interface);
    if (own === undefined || request.envelope === '') return [];
    const label = `the request '${request.name}' of ${request.interface}.${request.operation}`;
    const flaw = flawOf(request, own);
    if (flaw !== undefined) {
      notes.push(
        `${label} is left out: ${flaw} cannot be sent, because of a line break or the like`,
      );
      return [];
    }
    const sample = sampleOf(request, own, texts);
    for (const [header, value] of Object.entries(sample.headers)) {
      if (headerText(value) !== value.replace(/\0(\w+)\0/g, '{{$1}}')) {
        notes.push(`${header} of ${label} has braces, and is written as ${headerText(value)}`);
      }
    }
    return [sample];
  });
  if (found.length === 0) return { text: undefined, withheld: [], notes };
  const collected = collectRequests(name, found, texts.variables);
  const withheld = collected.variables.filter((one) => one.isSecret).map((one) => one.name);
  const shown = collected.variables.map((one) => (one.isSecret ? { ...one, value: '' } : one));
  return { text: writeHttp({ ...collected, variables: shown }), withheld, notes };
}

function sampleOf(
  request: ProjectRequest,
  own: ProjectInterface,
  texts: PropertyTexts,
): SampleRequest {
  const { endpoint, scope, username } = request;
  const password = username === undefined ? '' : texts.variables.use('password', '');
  return {
    service: request.interface,
    operation: request.operation,
    binding: own.isSoap12 ? 'SOAP 1.2' : 'SOAP 1.1',
    documentation: request.name,
    method: 'POST',
    url: texts.of(endpoint, scope) || 'http://localhost',
    headers: {
      ...soapHeadersOf(own, request.operation),
      ...(username === undefined ? {} : { Authorization: `Basic ${username} ${password}` }),
    },
    body: texts.of(request.envelope, scope),
  };
}

/** What of a request HTTP cannot carry. */
function flawOf(request: ProjectRequest, { actions }: ProjectInterface): string | undefined {
  if (/[\s\p{Cc}]/u.test(request.endpoint.replace(propertyUse, ''))) return 'its address';
  if (/\p{Cc}/u.test(actions.get(request.operation) ?? '')) return 'its SOAP action';
  return /\p{Cc}/u.test(request.username ?? '') ? 'its user name' : undefined;
}

/**
 * Texts whose properties are variables. The value of one that no reader would take as it is
 * replaces it.
 */
class PropertyTexts {
  readonly variables: Variables = new Variables();
  readonly #budget: PropertyBudget;
  /** What replaces a property, by its use and its value: one may be long, and used often. */
  readonly #known = new Map<string, Map<string, string>>();

  constructor(budget: PropertyBudget) {
    this.#budget = budget;
  }

  of(text: string, scope: PropertyScope): string {
    return text.replace(propertyUse, (whole: string, use: string) => {
      if (this.#budget.left < 0) return whole;
      const raw = rawValue(use, scope) ?? '';
      const known = this.#known.get(use)?.get(raw);
      const made = known ?? this.#textOf(use, withProperties(raw, scope, this.#budget));
      if (known === undefined && !raw.includes('${')) {
        this.#known.set(use, (this.#known.get(use) ?? new Map<string, string>()).set(raw, made));
      }
      this.#budget.left -= made.length;
      return this.#budget.left < 0 ? whole : made;
    });
  }

  #textOf(use: string, value: string): string {
    const [owner, own] = namesOf(use);
    if (!isPlainValue(value) && !isSecretName(own)) return value;
    const numbered = (name: string, count: number): string =>
      `${owner}${count === 2 ? '' : count - 1}_${name}`;
    return this.variables.use(own, value, numbered);
  }
}

/**
 * Names of a property and its owner. The owner comes first where another property, or the same
 * of another test case, has another value.
 */
function namesOf(use: string): readonly [owner: string, own: string] {
  const parts = use.split('#').filter((one) => one.trim() !== '');
  const [owner = '', own = ''] = [parts.slice(0, -1).join('_'), parts.at(-1) ?? 'value'].map(
    (one) => one.trim().replace(/[^A-Za-z0-9_]+/g, '_') || 'value',
  );
  return [owner, own];
}
