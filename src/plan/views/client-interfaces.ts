import { commentText, docContent, propertyKey } from '../print/encode.ts';
import { parameterList } from '../print/layout.ts';
import { call } from '../print/node.ts';
import { unionOf } from '../print/type-node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { InterfacePlan, OperationPlan, PayloadPlan, ServicePlan } from '../result/plan.ts';
import { type ContractNames, facetOf } from './contract-names.ts';
import { propertyValue } from './descriptor-view.ts';
import {
  type InterfaceView,
  interfaceView,
  type PropertyView,
  propertyView,
} from './interface-view.ts';
import type { ImportNotes } from './module-imports.ts';
import { serviceDocumentation } from './operation-docs.ts';

/** Maximum number of operations named in a comment. */
const mostNamed = 3;

/** A function that binds the operations of an interface to a caller. */
export interface MethodsView {
  readonly doc: string;
  /** Whether `soap.ts` imports it. */
  readonly exported: boolean;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The interface of its result. */
  readonly client: string;
  /**
   * For a service with several ports: the call that creates the object of the first one, assigned
   * to the variable `main`. Else `undefined`.
   */
  readonly main: string | undefined;
  /** Methods, and objects of ports. */
  readonly properties: readonly AssignmentView[];
}

/** A property of an object literal. */
export interface AssignmentView {
  readonly name: string;
  /** The text after the colon, starting with a space or line break. */
  readonly value: string;
}

/** The operations of an interface: in it and in the function that creates its object. */
export interface InterfaceContent {
  readonly members: readonly PropertyView[];
  readonly methods: readonly AssignmentView[];
}

export type ContentOf = (plan: InterfacePlan) => InterfaceContent;

/** An interface, and the function that creates its object. */
interface OperationHolder {
  readonly client: string;
  readonly methods: string;
}

/**
 * Interfaces of a service's client, usually one. With several, each is a sub-object, and the client
 * itself also has the operations of the first.
 */
export function planClientInterfaces(
  service: ServicePlan,
  names: ContractNames,
  contentOf: ContentOf,
): readonly InterfaceView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service).client;
  const first = names.mainPorts.get(service);
  const doc = docContent([
    ...serviceDocumentation(service),
    '',
    'Methods throw `SoapFault` when the service answers with a fault, and `AsmxError`, whose',
    '`code` says why, when a call fails in any other way.',
  ]);
  if (first === undefined) return [interfaceView(doc, own, contentOf(main).members)];
  const serviceName = commentText(service.service.name);
  const port = (plan: InterfacePlan, client: string): InterfaceView => {
    const text = `Operations of port ${portName(plan)} of service \`${serviceName}\`.`;
    return interfaceView(docContent([text]), client, contentOf(plan).members);
  };
  const members = [
    propertyView(
      [`Operations of port ${portName(main)}, which are on the client itself as well.`],
      first.property,
      first.client,
    ),
    ...others.map((other) =>
      propertyView(
        [`Operations of port ${portName(other)}.`],
        other.property,
        facetOf(names.interfaces, other).client,
      ),
    ),
  ];
  return [
    port(main, first.client),
    interfaceView(doc, own, members, first.client),
    ...others.map((other) => port(other, facetOf(names.interfaces, other).client)),
  ];
}

function portName(plan: InterfacePlan): string {
  return `\`${commentText(plan.interface.name)}\``;
}

/**
 * The functions that create the objects of {@link planClientInterfaces}.
 *
 * @param exported Whether `soap.ts` needs that of the service.
 */
export function planClientMethods(
  service: ServicePlan,
  names: ContractNames,
  contentOf: ContentOf,
  exported: boolean,
): readonly MethodsView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service);
  const first = names.mainPorts.get(service);
  if (first === undefined) return [methodsView(own, contentOf(main), exported)];
  const objects = others.map((other) =>
    portObject(other.property, facetOf(names.interfaces, other).methods),
  );
  const whole: MethodsView = {
    ...methodsView(own, { methods: [] }, exported),
    main: `${first.methods}(caller)`,
    properties: [{ name: first.property, value: ' main' }, ...objects],
  };
  return [
    whole,
    methodsView(first, contentOf(main)),
    ...others.map((other) => methodsView(facetOf(names.interfaces, other), contentOf(other))),
  ];
}

/** A property with the object of a port or service. */
export function portObject(name: string, methods: string): AssignmentView {
  return { name, value: propertyValue(name, call(methods, 'caller'), 2) };
}

/** The function that creates an object of an interface. */
function methodsView(
  { client, methods: name }: OperationHolder,
  { methods }: Pick<InterfaceContent, 'methods'>,
  exported = false,
): MethodsView {
  return {
    doc: docContent([`Binds the operations of \`${client}\` to a caller.`]),
    exported,
    name,
    parameters: parameterList({
      before: `${exported ? 'export ' : ''}function ${name}`,
      items: ['caller: Caller'],
      after: `: ${client} {`,
    }),
    client,
    main: undefined,
    properties: methods,
  };
}

/**
 * The interface of the SOAP headers that a client can have for all its calls: each part that its
 * operations declare, with all its types.
 */
export function clientSoapHeaders(
  name: string,
  subject: string,
  operations: readonly OperationPlan[],
  imports: ImportNotes,
): InterfaceView {
  const parts = new Map<string, { headers: PayloadPlan[]; owners: OperationPlan[] }>();
  for (const operation of operations) {
    for (const header of operation.inputHeaders) {
      const part = parts.get(header.name) ?? { headers: [], owners: [] };
      part.headers.push(header);
      part.owners.push(operation);
      parts.set(header.name, part);
    }
  }
  const members = [...parts].map(([part, { headers, owners }]) => {
    const type = unionOf(headers.map((header) => header.type));
    for (const one of namesFrom('types', type.names)) imports.type('types', one);
    return propertyView([carriers(owners, operations)], propertyKey(part), type.flat);
  });
  const doc = docContent([`SOAP headers of requests of ${subject}, by part name.`]);
  return interfaceView(doc, name, members);
}

/** Lists the operations that have a header. */
function carriers(owners: readonly OperationPlan[], all: readonly OperationPlan[]): string {
  if (owners.length === all.length) return 'Of every operation.';
  const named = owners.slice(0, owners.length > mostNamed ? mostNamed - 1 : mostNamed);
  const words = named.map(({ operation }) => `\`${commentText(operation.name)}\``);
  const more = owners.length - named.length;
  const last = more > 0 ? `${more} more` : words.pop();
  return `Of ${words.length === 0 ? '' : `${words.join(', ')} and `}${last}.`;
}
