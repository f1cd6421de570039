import { commentLines, commentText, docContent, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { array, call, type Expression, object, text } from '../print/node.ts';
import type { ContractPlan, InterfacePlan, OperationPlan, ServicePlan } from '../result/plan.ts';
import {
  type AssignmentView,
  type ContentOf,
  clientSoapHeaders,
  type InterfaceContent,
  type MethodsView,
  planClientInterfaces,
  planClientMethods,
  portObject,
} from './client-interfaces.ts';
import { planClientMembers } from './client-members.ts';
import { type ContractNames, type FacetNames, facetOf, operationsOf } from './contract-names.ts';
import { type InterfaceView, interfaceView, propertyView } from './interface-view.ts';
import { createImports } from './module-imports.ts';
import { demandDocumentation, serviceDocumentation } from './operation-docs.ts';

/** Data for `client.hbs`. */
export interface ClientView {
  readonly imports: readonly ModuleClause[];
  /**
   * Value of the constant `baseUrl`, starting with a space or line break; `undefined` if the
   * contract has none.
   */
  readonly baseUrl: string | undefined;
  /**
   * Value of the constant `soapHeaders`, names of all headers of requests, in the same form;
   * `undefined` if there are none.
   */
  readonly soapHeaders: string | undefined;
  /** Interfaces of clients, in the order of the services; that of the whole contract comes last. */
  readonly interfaces: readonly InterfaceView[];
  /** Functions `create…`, in the same order. */
  readonly factories: readonly FactoryView[];
  /** Functions that create the objects of the interfaces. */
  readonly methods: readonly MethodsView[];
}

/** `create…Client`. */
export interface FactoryView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The interface of its result. */
  readonly client: string;
  /** Expression that creates the caller. */
  readonly caller: string;
  /** For the whole contract: the properties of its client. Else `undefined`. */
  readonly services: readonly AssignmentView[] | undefined;
  /** For a service: the call that creates its client. Else empty. */
  readonly result: string;
}

/** The client of all services of a contract. */
interface WholeClient {
  readonly own: FacetNames;
  readonly subject: string;
  readonly type: InterfaceView;
  readonly factory: FactoryView;
}

/** Plans `client.ts`. */
export function planClientView(contract: ContractPlan, names: ContractNames): ClientView {
  const imports = createImports(contract);
  const contentOf = onceEach((plan) => planClientMembers(plan, names, imports));
  imports.type('runtime', 'Caller');
  imports.type('runtime', 'ClientOptions');
  imports.value('runtime', 'createCaller');
  const { services, baseUrl } = contract;
  const shared = contract.options.targets.includes('soap');
  const soapHeaders = headerNames(contract.operations);
  const defaults = [
    ...(baseUrl === undefined ? [] : ['baseUrl']),
    ...(soapHeaders.length === 0 ? [] : ['soapHeaders']),
  ];
  const caller = call('createCaller', 'options', object(defaults.map((one) => text(one)))).flat;
  const whole = names.contract && wholeClient(contract, names, names.contract, caller);
  const headers = (own: FacetNames, of: string, all: readonly OperationPlan[]): InterfaceView[] => {
    const name = names.soapHeaders.get(own);
    return name === undefined ? [] : [clientSoapHeaders(name, of, all, imports)];
  };
  const interfaces = services.flatMap((service) => [
    ...headers(facetOf(names.services, service), serviceText(service), operationsOf(service)),
    ...planClientInterfaces(service, names, contentOf),
  ]);
  if (whole !== undefined) {
    interfaces.push(...headers(whole.own, whole.subject, contract.operations), whole.type);
  }
  const factories = services.map((service): FactoryView => {
    const own = facetOf(names.services, service);
    const result = laidOut('return', call(own.methods, text(caller)), ';', 1);
    const start = factoryStart(own, names, aboutFactory(serviceText(service), [service]), caller);
    return { ...start, result: result.slice('return '.length, -1) };
  });
  return {
    // complete only now
    imports: imports.clauses(),
    baseUrl: baseUrl === undefined ? undefined : baseUrlValue(baseUrl),
    soapHeaders:
      soapHeaders.length === 0 ? undefined : constantValue('soapHeaders', array(soapHeaders)),
    interfaces,
    factories: whole === undefined ? factories : [...factories, whole.factory],
    methods: services.flatMap((service) => planClientMethods(service, names, contentOf, shared)),
  };
}

/** The value of the constant `baseUrl`, starting with a space or line break. */
export function baseUrlValue(baseUrl: string): string {
  return constantValue('baseUrl', text(stringLiteral(baseUrl)));
}

function constantValue(name: string, value: Expression): string {
  const head = `const ${name} =`;
  return laidOut(head, value, ';', 0).slice(head.length, -1);
}

/** String literals of the names of all headers of requests. */
function headerNames(operations: readonly OperationPlan[]): readonly string[] {
  const names = operations.flatMap(({ inputHeaders }) => inputHeaders.map(({ name }) => name));
  return [...new Set(names)].map(stringLiteral);
}

function serviceText({ service }: ServicePlan): string {
  return `service \`${commentText(service.name)}\``;
}

/** The client of a whole contract: an object of services. */
function wholeClient(
  { model, services }: ContractPlan,
  names: ContractNames,
  own: FacetNames,
  caller: string,
): WholeClient {
  const subject = `services of contract \`${commentText(model.name)}\``;
  const { documentation } = model;
  const about = documentation === undefined ? [] : [...commentLines(documentation), ''];
  const members = services.map((service) => {
    const { client } = facetOf(names.services, service);
    return propertyView(serviceDocumentation(service), service.property, client);
  });
  const doc = docContent([...about, `All ${subject}.`]);
  return {
    own,
    subject,
    type: interfaceView(doc, own.client, members),
    factory: {
      ...factoryStart(own, names, aboutFactory(`all ${subject}`, services), caller),
      services: services.map((service) =>
        portObject(service.property, facetOf(names.services, service).methods),
      ),
    },
  };
}

/** The first lines of the comment of a factory. */
function aboutFactory(subject: string, services: readonly ServicePlan[]): readonly string[] {
  return [`Creates a client of ${subject}.`, ...demandDocumentation(services)];
}

function factoryStart(
  own: FacetNames,
  names: ContractNames,
  about: readonly string[],
  caller: string,
): FactoryView {
  const { createClient: name, client } = own;
  const headers = names.soapHeaders.get(own);
  const options = headers === undefined ? 'ClientOptions' : `ClientOptions<${headers}>`;
  return {
    doc: docContent([
      ...about,
      '',
      '@example',
      `const client = ${name}({ baseUrl: 'https://example.org' });`,
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: [`options: ${options} = {}`],
      after: `: ${client} {`,
    }),
    client,
    caller,
    services: undefined,
    result: '',
  };
}

/** Memoizes the content, which both the interface and the function use. */
function onceEach(content: ContentOf): ContentOf {
  const known = new Map<InterfacePlan, InterfaceContent>();
  return (plan) => {
    const found = known.get(plan) ?? content(plan);
    known.set(plan, found);
    return found;
  };
}
