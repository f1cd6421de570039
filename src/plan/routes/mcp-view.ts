import type { ModuleClause } from '../print/module-clauses.ts';
import { call } from '../print/node.ts';
import type { ContractPlan } from '../result/plan.ts';
import { type ContractNames, type Subject, subjectsOf } from '../views/contract-names.ts';
import { createImports, type ModuleImports, runtimeClauses } from '../views/module-imports.ts';
import { exampleTarget, type FactoryView, factoryOf } from './factory.ts';

/** Data for `mcp.hbs`. */
export interface McpView {
  readonly imports: readonly ModuleClause[];
  /** Functions `create…Mcp`. */
  readonly factories: readonly FactoryView[];
}

/** Plans `mcp.ts`. */
export function planMcpView(contract: ContractPlan, names: ContractNames): McpView {
  const imports = createImports(contract);
  const factories = subjectsOf(contract, names).map((one) => factoryView(one, contract, imports));
  return {
    imports: [
      ...runtimeClauses(contract, 'mcp', { types: ['Mcp', 'McpOptions'], values: ['createMcp'] }),
      ...imports.clauses(),
    ],
    factories,
  };
}

function factoryView(
  subject: Subject,
  contract: ContractPlan,
  imports: ModuleImports,
): FactoryView {
  const { createMcp: name } = subject.own;
  const about = `Creates an MCP server: operations of ${subject.label} as tools.`;
  const example = [
    `const mcp = ${name}(${exampleTarget(contract)}, { only: 'Get*' });`,
    'await mcp.stdio();',
  ];
  return factoryOf(
    {
      name,
      doc: [about, '', '@example', ...example],
      options: 'options: McpOptions',
      result: 'Mcp',
      create: (described) => call('createMcp', 'sdk', 'target', described, 'options'),
    },
    subject,
    contract,
    imports,
  );
}
