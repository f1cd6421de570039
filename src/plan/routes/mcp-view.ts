import { commentText, docContent, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { parameterList } from '../print/layout.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import { call, entry, object, text } from '../print/node.ts';
import type { ContractPlan } from '../result/plan.ts';
import { type ContractNames, type FacetNames, facetOf } from '../views/contract-names.ts';
import { createImports, type ModuleImports, runtimeClauses } from '../views/module-imports.ts';
import { targetTypes } from './gateway-view.ts';

/** Data for `mcp.hbs`. */
export interface McpView {
  readonly imports: readonly ModuleClause[];
  /** Functions `create…Mcp`. */
  readonly factories: readonly McpFactoryView[];
}

/** `create…Mcp`. */
export interface McpFactoryView {
  readonly doc: string;
  readonly name: string;
  /** Its parameters in parentheses. */
  readonly parameters: string;
  /** The call that creates the server. */
  readonly result: string;
}

/** Plans `mcp.ts`. */
export function planMcpView(contract: ContractPlan, names: ContractNames): McpView {
  const imports = createImports(contract);
  const { services, model } = contract;
  const { contract: whole } = names;
  const factories = services.map((service) =>
    factoryView(
      facetOf(names.services, service),
      { title: service.service.name, subject: `service \`${commentText(service.service.name)}\`` },
      contract,
      imports,
    ),
  );
  if (whole !== undefined) {
    const subject = `all services of contract \`${commentText(model.name)}\``;
    factories.push(factoryView(whole, { title: model.name, subject }, contract, imports));
  }
  return {
    imports: [
      ...runtimeClauses(contract, 'mcp', { types: ['Mcp', 'McpOptions'], values: ['createMcp'] }),
      ...imports.clauses(),
    ],
    factories,
  };
}

function factoryView(
  own: FacetNames,
  { title, subject }: { readonly title: string; readonly subject: string },
  { options }: ContractPlan,
  imports: ModuleImports,
): McpFactoryView {
  const name = own.createMcp;
  const targets = targetTypes(own, options, imports);
  const doors = text(imports.value('doors', own.doors));
  const given = options.targets.includes('client') ? 'client' : 'server';
  const about = object([entry('name', stringLiteral(title)), entry('operations', doors)]);
  return {
    doc: docContent([
      `Creates an MCP server: operations of ${subject} as tools.`,
      '',
      '@example',
      `const mcp = ${name}(${given}, { only: 'Get*' });`,
      'await mcp.stdio();',
    ]),
    name,
    parameters: parameterList({
      before: `export function ${name}`,
      items: [`target: ${targets}`, 'options: McpOptions'],
      after: ': Mcp {',
    }),
    result: laidOut('return', call('createMcp', 'sdk', 'target', about, 'options'), ';', 1).slice(
      'return '.length,
      -1,
    ),
  };
}
