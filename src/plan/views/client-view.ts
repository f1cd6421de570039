import { commentLines, commentText, docComment, stringLiteral } from '../print/encode.ts';
import { argumentList, constantLine, parameterList, propertyLine } from '../print/layout.ts';
import type { ContractPlan, InterfacePlan } from '../result/plan.ts';
import {
  type ClientInterfaceView,
  type ContentOf,
  type InterfaceContent,
  type MethodsView,
  planClientInterfaces,
  planClientMethods,
} from './client-interfaces.ts';
import { contentOfMembers, planClientMembers } from './client-members.ts';
import { type ContractNames, type FacetNames, facetOf } from './contract-names.ts';
import { createImports, type ModuleImports } from './module-imports.ts';
import { serviceDocumentation } from './operation-docs.ts';

/** What `client.hbs` places. */
export interface ClientView {
  readonly imports: readonly string[];
  /** Declaration of the contract's base URL; `undefined` where it names none. */
  readonly baseUrl: string | undefined;
  readonly interfaces: readonly ClientInterfaceView[];
  readonly factories: readonly FactoryView[];
  /** Private functions behind the factories. */
  readonly methods: readonly MethodsView[];
}

/**
 * `create…Client`. Those of a whole contract build an object of services, the others return what
 * `methods` makes.
 */
export interface FactoryView {
  readonly doc: string;
  readonly head: string;
  readonly caller: string;
  /** Properties of the contract's client; `undefined` for a single service. */
  readonly services: readonly string[] | undefined;
  readonly result: string;
}

/** Plans `client.ts` as one file. */
export function planClientView(contract: ContractPlan, names: ContractNames): ClientView {
  const imports = createImports(contract);
  return clientView(contract, names, imports, (plan) =>
    contentOfMembers(planClientMembers(plan, names), imports),
  );
}

/** Plans `client.ts` around what its interfaces hold, or refer to. */
export function clientView(
  contract: ContractPlan,
  names: ContractNames,
  imports: ModuleImports,
  content: ContentOf,
): ClientView {
  const contentOf = onceEach(content);
  imports.type('runtime', 'Caller');
  imports.type('runtime', 'ClientOptions');
  imports.value('runtime', 'createCaller');
  const interfaces: ClientInterfaceView[] = [];
  const factories: FactoryView[] = [];
  const methods: MethodsView[] = [];
  const defaults = contract.baseUrl === undefined ? '{}' : '{ baseUrl }';
  const shared = contract.options.targets.includes('soap');
  const caller = `createCaller(options, ${defaults})`;

  for (const service of contract.services) {
    const own = facetOf(names.services, service);
    interfaces.push(...planClientInterfaces(service, names, contentOf));
    methods.push(...planClientMethods(service, names, contentOf, shared));
    factories.push({
      ...factoryStart(own, `service \`${commentText(service.service.name)}\``),
      caller,
      services: undefined,
      result: argumentList({
        before: `return ${own.methods}`,
        items: [caller],
        after: ';',
        indent: 1,
      }),
    });
  }

  const whole = names.contract;
  if (whole !== undefined) {
    const subject = `services of contract \`${commentText(contract.model.name)}\``;
    const documentation = contract.model.documentation;
    interfaces.push({
      doc: docComment([
        ...(documentation === undefined ? [] : [...commentLines(documentation), '']),
        `All ${subject}.`,
      ]),
      head: `export interface ${whole.client} {`,
      members: contract.services.map((service) => ({
        doc: docComment(serviceDocumentation(service), 1),
        line: `readonly ${service.property}: ${facetOf(names.services, service).client};`,
      })),
    });
    factories.push({
      ...factoryStart(whole, `all ${subject}`),
      caller,
      services: contract.services.map((service) =>
        propertyLine(service.property, `${facetOf(names.services, service).methods}(caller)`, 2),
      ),
      result: '',
    });
  }
  return {
    imports: imports.declarations(),
    baseUrl:
      contract.baseUrl === undefined
        ? undefined
        : constantLine('const baseUrl', stringLiteral(contract.baseUrl)),
    interfaces,
    factories,
    methods,
  };
}

function factoryStart(names: FacetNames, subject: string): Pick<FactoryView, 'doc' | 'head'> {
  return {
    doc: docComment([
      `Creates a client of ${subject}.`,
      '',
      '@example',
      `const client = ${names.createClient}({ baseUrl: 'https://example.org' });`,
    ]),
    head: parameterList({
      before: `export function ${names.createClient}`,
      items: ['options: ClientOptions = {}'],
      after: `: ${names.client} {`,
    }),
  };
}

/** Both the interface and the function that makes its object ask. */
function onceEach(content: ContentOf): ContentOf {
  const known = new Map<InterfacePlan, InterfaceContent>();
  return (plan) => {
    const found = known.get(plan) ?? content(plan);
    known.set(plan, found);
    return found;
  };
}
