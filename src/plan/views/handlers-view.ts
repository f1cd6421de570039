import { camelName } from '../../names/names.ts';
import { commentText, docContent, stringLiteral } from '../print/encode.ts';
import { type ModuleClause, moduleClauses } from '../print/module-clauses.ts';
import type { ContractPlan, HandlerMember, HandlersPlan, ServicePlan } from '../result/plan.ts';
import { type ContractNames, facetOf } from './contract-names.ts';
import { kebabName, planFileNames } from './file-names.ts';
import { relativeEnding } from './module-imports.ts';

/** Data for `handlers.hbs`: the initial content of the file. */
export interface HandlersFileView {
  readonly imports: readonly ModuleClause[];
  readonly doc: string;
  /** Name of the constant. */
  readonly name: string;
  /** The interface to implement; absent in JavaScript, where `doc` mentions it. */
  readonly type: string | undefined;
  /** A handler for each operation, or the handlers of a port that differs from the first. */
  readonly handlers: readonly HandlerMember[];
}

/** Plans the handlers file of each service: its required and its initial content. */
export function planHandlers(
  contract: ContractPlan,
  names: ContractNames,
): readonly HandlersPlan[] {
  const { options, services } = contract;
  if (!options.targets.includes('handlers')) return [];
  const files = planFileNames(services.map((one) => kebabName(one.service.name) || 'service'));
  const usable = [...files.values()];
  const module = `${options.handlersFrom ?? '.'}/index${relativeEnding(options)}`;
  return services.map((service, index) => {
    const own = facetOf(names.services, service);
    const members = membersOf(service);
    const isScript = options.emit === 'js';
    const doc = docContent([
      `Handlers of service \`${commentText(service.service.name)}\`.`,
      'This file is yours: asmx-gen adds a stub of each new operation ' +
        'and leaves everything else as it is.',
      ...(isScript
        ? ['', `@type {import(${commentText(stringLiteral(module))}).${own.handlers}}`]
        : []),
    ]);
    const types = isScript ? [] : [own.handlers];
    const view: HandlersFileView = {
      imports: moduleClauses({ types, values: ['notImplemented'] }, module),
      doc,
      name: `${camelName(service.name)}Handlers`,
      type: isScript ? undefined : own.handlers,
      handlers: members,
    };
    return {
      path: `${usable[index] ?? 'service'}.${isScript ? 'js' : 'ts'}`,
      service: service.service.name,
      interface: own.handlers,
      factory: own.createServer,
      module,
      members,
      view,
    };
  });
}

function membersOf(service: ServicePlan): readonly HandlerMember[] {
  const [main, ...others] = service.interfaces;
  return [
    ...(main?.operations ?? []).map(({ method }) => ({ name: method })),
    ...others.map((other) => ({
      name: other.property,
      members: other.operations.map(({ method }) => ({ name: method })),
    })),
  ];
}
