import { commentText, docComment } from '../print/encode.ts';
import { interfaceHead, memberless, parameterList, propertyLine } from '../print/layout.ts';
import type { InterfacePlan, ServicePlan } from '../result/plan.ts';
import { type ContractNames, facetOf } from './contract-names.ts';
import { serviceDocumentation } from './operation-docs.ts';

/** An interface of methods and sub-objects. */
export interface ClientInterfaceView {
  readonly doc: string;
  readonly head: string;
  readonly members: readonly { readonly doc: string; readonly line: string }[];
}

/** A function that binds the operations of an interface to a caller. */
export interface MethodsView {
  readonly doc: string;
  readonly head: string;
  /** Statements before the object is returned, and the lines of the object. */
  readonly statements: readonly string[];
  readonly lines: readonly string[];
}

/**
 * Where the operations of an interface are: in it and in the function that makes its object, or in
 * parts of both.
 */
export interface InterfaceContent {
  /** Interfaces of the parts. */
  readonly bases: readonly string[];
  readonly members: ClientInterfaceView['members'];
  /** Lines of the object: a method each, or a part each. */
  readonly lines: readonly string[];
}

export type ContentOf = (plan: InterfacePlan) => InterfaceContent;

/**
 * Names of the interface and the function that hold the operations of an interface of a service.
 */
export function operationHolder(
  service: ServicePlan,
  plan: InterfacePlan,
  names: ContractNames,
): { readonly client: string; readonly methods: string } {
  const first = plan === service.interfaces[0] ? names.mainPorts.get(service) : undefined;
  return first ?? facetOf(names.interfaces, plan);
}

/**
 * Interfaces of a service's client. One for most services. With several interfaces, each is a
 * sub-object; what the first one holds stands on the client itself as well.
 */
export function planClientInterfaces(
  service: ServicePlan,
  names: ContractNames,
  contentOf: ContentOf,
): readonly ClientInterfaceView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service).client;
  const first = names.mainPorts.get(service);
  const doc = docComment(serviceDocumentation(service));
  if (first === undefined) {
    return [interfaceView(doc, own, contentOf(main))];
  }
  const port = (plan: InterfacePlan, client: string): ClientInterfaceView => {
    const text = `Operations of port ${portName(plan)} of service ${serviceName(service)}.`;
    return interfaceView(docComment([text]), client, contentOf(plan));
  };
  return [
    port(main, first.client),
    {
      doc,
      head: `export interface ${own} extends ${first.client} {`,
      members: [
        {
          doc: docComment(
            [`Operations of port ${portName(main)}, which stand on the client itself as well.`],
            1,
          ),
          line: `readonly ${first.property}: ${first.client};`,
        },
        ...others.map((other) => ({
          doc: docComment([`Operations of port ${portName(other)}.`], 1),
          line: `readonly ${other.property}: ${facetOf(names.interfaces, other).client};`,
        })),
      ],
    },
    ...others.map((other) => port(other, facetOf(names.interfaces, other).client)),
  ];
}

function portName(plan: InterfacePlan): string {
  return `\`${commentText(plan.interface.name)}\``;
}

function serviceName(plan: ServicePlan): string {
  return `\`${commentText(plan.service.name)}\``;
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
  if (first === undefined) {
    return [methodsView(own.methods, own.client, [], contentOf(main).lines, exported)];
  }
  const objects = others.map((other) =>
    propertyLine(other.property, `${facetOf(names.interfaces, other).methods}(caller)`, 2),
  );
  return [
    methodsView(
      own.methods,
      own.client,
      [`const main = ${first.methods}(caller);`],
      ['...main,', `${first.property}: main,`, ...objects],
      exported,
    ),
    methodsView(first.methods, first.client, [], contentOf(main).lines),
    ...others.map((other) => {
      const { methods, client } = facetOf(names.interfaces, other);
      return methodsView(methods, client, [], contentOf(other).lines);
    }),
  ];
}

/** An interface with its content. */
export function interfaceView(
  doc: string,
  name: string,
  { bases, members }: Pick<InterfaceContent, 'bases' | 'members'>,
): ClientInterfaceView {
  const head = interfaceHead(name, bases);
  return { doc, head: members.length === 0 ? memberless(head) : head, members };
}

/** The function that makes an object of an interface. */
export function methodsView(
  name: string,
  client: string,
  statements: readonly string[],
  lines: readonly string[],
  exported = false,
): MethodsView {
  return {
    doc: docComment([`Binds the operations of \`${client}\` to a caller.`]),
    head: parameterList({
      before: `${exported ? 'export ' : ''}function ${name}`,
      items: ['caller: Caller'],
      after: `: ${client} {`,
    }),
    statements,
    lines,
  };
}
