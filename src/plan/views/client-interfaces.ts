import { commentText, docContent } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import { call } from '../print/node.ts';
import type { InterfacePlan, ServicePlan } from '../result/plan.ts';
import { type ContractNames, facetOf } from './contract-names.ts';
import { propertyValue } from './descriptor-view.ts';
import {
  type InterfaceMembers,
  type InterfaceView,
  interfaceView,
  propertyView,
} from './interface-view.ts';
import { serviceDocumentation } from './operation-docs.ts';

/** A function that binds the operations of an interface to a caller. */
export interface MethodsView {
  readonly doc: string;
  /** Whether `soap.ts` or another part of the file imports it. */
  readonly exported: boolean;
  readonly name: string;
  /** Its parameters in brackets. */
  readonly parameters: string;
  /** The interface of its result. */
  readonly client: string;
  /**
   * Of a service with several ports: the call that makes the object of the first one, which the
   * variable `main` holds. Else `undefined`.
   */
  readonly main: string | undefined;
  /** Objects whose properties the result has, too: `main`, or calls. */
  readonly spread: readonly string[];
  /** Methods and objects of ports. */
  readonly properties: readonly AssignmentView[];
}

/** A property of an object literal. */
export interface AssignmentView {
  readonly name: string;
  /** What follows the colon, from the space or line break on. */
  readonly value: string;
}

/**
 * Where the operations of an interface are: in it and in the function that makes its object, or in
 * parts of both.
 */
export interface InterfaceContent extends InterfaceMembers {
  readonly methods: readonly AssignmentView[];
  /** Functions of the parts. */
  readonly parts: readonly string[];
}

export type ContentOf = (plan: InterfacePlan) => InterfaceContent;

/** An interface, and the function that makes its object. */
export interface OperationHolder {
  readonly client: string;
  readonly methods: string;
}

/** What holds the operations of an interface of a service. */
export function operationHolder(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
): OperationHolder {
  const first = plan === service.interfaces[0] ? names.mainPorts.get(service) : undefined;
  return first ?? facetOf(names.interfaces, plan);
}

/**
 * Interfaces of a service's client. One for most services. With several interfaces, each is a
 * sub-object; the client itself has what the first one holds as well.
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
  const doc = docContent(serviceDocumentation(service));
  if (first === undefined) return [interfaceView(doc, own, contentOf(main))];
  const serviceName = commentText(service.service.name);
  const port = (plan: InterfacePlan, client: string): InterfaceView => {
    const text = `Operations of port ${portName(plan)} of service \`${serviceName}\`.`;
    return interfaceView(docContent([text]), client, contentOf(plan));
  };
  const members = [
    propertyView(
      [`Operations of port ${portName(main)}, which stand on the client itself as well.`],
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
    interfaceView(doc, own, { bases: [first.client], members }),
    ...others.map((other) => port(other, facetOf(names.interfaces, other).client)),
  ];
}

function portName(plan: InterfacePlan): string {
  return `\`${commentText(plan.interface.name)}\``;
}

/**
 * The functions that make the objects of {@link planClientInterfaces}.
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
    ...methodsView(own, { methods: [], parts: [] }, exported),
    main: `${first.methods}(caller)`,
    spread: ['main'],
    properties: [{ name: first.property, value: ' main' }, ...objects],
  };
  return [
    whole,
    methodsView(first, contentOf(main)),
    ...others.map((other) => methodsView(facetOf(names.interfaces, other), contentOf(other))),
  ];
}

/** A property that holds the object of a port or service. */
export function portObject(name: string, methods: string): AssignmentView {
  return { name, value: propertyValue(name, call(methods, 'caller'), 2) };
}

/** The function that makes an object of an interface. */
export function methodsView(
  { client, methods: name }: OperationHolder,
  { methods, parts }: Pick<InterfaceContent, 'methods' | 'parts'>,
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
    spread: parts.map((part) => laidOut('', call(`...${part}`, 'caller'), ',', 2).slice(3, -1)),
    properties: methods,
  };
}
