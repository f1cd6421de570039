import { docContent, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import { type Expression, entry, object, text } from '../print/node.ts';
import type { ContractPlan } from '../result/plan.ts';
import type { FacetNames, Subject } from '../views/contract-names.ts';
import type { ModuleImports } from '../views/module-imports.ts';
import { sidesOf } from '../views/used-functions.ts';

/** `create…Gateway`, `create…Mcp`. */
export interface FactoryView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the gateway or server. */
  readonly result: string;
}

/** What a factory has of its own. */
export interface Factory {
  readonly name: string;
  /** Lines of its comment. */
  readonly doc: readonly string[];
  /** Its last parameter. */
  readonly options: string;
  /** Type of what it creates. */
  readonly result: string;
  /** The call, given what generated code tells of the contract. */
  readonly create: (described: Expression) => Expression;
}

/** Plans a function that puts a gateway or MCP server in front of a client or a server. */
export function factoryOf(
  { name, doc, options, result, create }: Factory,
  { own, title }: Subject,
  contract: ContractPlan,
  imports: ModuleImports,
): FactoryView {
  const doors = text(imports.value('doors', own.doors));
  const described = object([entry('name', stringLiteral(title)), entry('operations', doors)]);
  return {
    doc: docContent(doc),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: [`target: ${targetTypes(own, contract, imports)}`, options],
      after: `: ${result} {`,
    }),
    result: laidOut('return', create(described), ';', 1).slice('return '.length, -1),
  };
}

/** What stands for the target in an example. */
export function exampleTarget({ options }: ContractPlan): string {
  return sidesOf(options).client ? 'client' : 'server';
}

function targetTypes(
  { client }: FacetNames,
  { options }: ContractPlan,
  imports: ModuleImports,
): string {
  const sides = sidesOf(options);
  const types = [
    ...(sides.client
      ? [`${imports.type('runtime', 'ClientFunctions')}<${imports.type('client', client)}>`]
      : []),
    ...(sides.server ? [imports.type('runtime', 'Server')] : []),
  ];
  return types.join(' | ');
}
