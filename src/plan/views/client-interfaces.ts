import { commentText, docComment } from '../encode.ts';
import { argumentList, parameterList, propertyLine, typeArguments } from '../layout.ts';
import type { InterfacePlan, OperationPlan, ServicePlan } from '../plan.ts';
import { type ContractNames, facetOf } from './contract-names.ts';
import type { ModuleImports } from './module-imports.ts';
import { methodDocumentation, serviceDocumentation } from './operation-docs.ts';
import { methodTypeArguments } from './operation-types.ts';

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
 * Interfaces of a service's client. One for most services. With several interfaces, each is a sub-object; what the first one holds
 * stands on the client itself as well.
 */
export function planClientInterfaces(
  service: ServicePlan,
  names: ContractNames,
  imports: ModuleImports,
): readonly ClientInterfaceView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service).client;
  const first = names.mainPorts.get(service);
  const doc = docComment(serviceDocumentation(service));
  if (first === undefined) {
    return [{ doc, head: `export interface ${own} {`, members: planMembers(main, names, imports) }];
  }
  const port = (plan: InterfacePlan, client: string): ClientInterfaceView => ({
    doc: docComment([`Operations of port ${portName(plan)} of service ${serviceName(service)}.`]),
    head: `export interface ${client} {`,
    members: planMembers(plan, names, imports),
  });
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

function planMembers(
  plan: InterfacePlan,
  names: ContractNames,
  imports: ModuleImports,
): ClientInterfaceView['members'] {
  return plan.operations.map((operation) => ({
    doc: docComment(methodDocumentation(operation), 1),
    line: methodLine(operation, names, imports),
  }));
}

function methodLine(plan: OperationPlan, names: ContractNames, imports: ModuleImports): string {
  const kind = plan.codecs.stream === undefined ? 'OperationMethod' : 'StreamingMethod';
  const type = plan.inputType === undefined ? `${kind}WithoutInput` : kind;
  return typeArguments({
    before: `readonly ${plan.method}: ${imports.type('runtime', type)}`,
    items: methodTypeArguments(plan, names, imports),
    after: ';',
    indent: 1,
  });
}

/**
 * The functions that make the objects of {@link planClientInterfaces}.
 *
 * @param exported Whether `soap.ts` needs that of the service.
 */
export function planClientMethods(
  service: ServicePlan,
  names: ContractNames,
  imports: ModuleImports,
  exported: boolean,
): readonly MethodsView[] {
  const [main, ...others] = service.interfaces;
  if (main === undefined) return [];
  const own = facetOf(names.services, service);
  const first = names.mainPorts.get(service);
  if (first === undefined) {
    return [methodsView(own.methods, own.client, [], methodLines(main, imports), exported)];
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
    methodsView(first.methods, first.client, [], methodLines(main, imports)),
    ...others.map((other) => {
      const { methods, client } = facetOf(names.interfaces, other);
      return methodsView(methods, client, [], methodLines(other, imports));
    }),
  ];
}

function methodsView(
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

function methodLines(plan: InterfacePlan, imports: ModuleImports): readonly string[] {
  return plan.operations.map((operation) => {
    const kind = operation.codecs.stream === undefined ? 'createMethod' : 'createStreamingMethod';
    const create = operation.inputType === undefined ? `${kind}WithoutInput` : kind;
    return argumentList({
      before: `${operation.method}: ${imports.value('runtime', create)}`,
      items: ['caller', imports.value('operations', operation.descriptor)],
      after: ',',
      indent: 2,
    });
  });
}
