import { createServiceParts, onlyOperations } from '../../convert/wsdl/service-parts.ts';
import { addressPlaceholder, writeWsdl } from '../../convert/wsdl/write-wsdl.ts';
import { escapeXmlAttribute } from '../../convert/wsdl/xml-escape.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';
import type { ModuleClause } from '../print/module-clauses.ts';
import type { ContractPlan, FilePlan, ServicePlan } from '../result/plan.ts';
import { runtimeClauses } from '../views/module-imports.ts';
import { literal } from './literal.ts';
import { writeOutline } from './outline/write-outline.ts';
import { serviceDocs } from './service-docs.ts';

/** What `docs.hbs` places. */
export interface DocsView {
  readonly imports: readonly ModuleClause[];
  /** One object literal for each service. */
  readonly services: readonly string[];
}

/** What `wsdl.hbs` places. */
export interface WsdlView {
  readonly text: string;
}

/**
 * Plans `docs.ts`, which answers `?WSDL`, `?disco` and the help pages, and a WSDL file for each
 * service; those of them that the targets ask for.
 */
export function planDocumentation(contract: ContractPlan): readonly FilePlan[] {
  const { targets } = contract.options;
  const wanted = targets.includes('docs') || targets.includes('wsdl');
  const documents = wanted ? describeAll(contract) : [];
  const files: FilePlan[] = [];
  if (targets.includes('docs')) {
    files.push({ path: 'docs.ts', template: 'docs', view: docsView(contract, documents) });
  }
  if (targets.includes('wsdl')) {
    for (const one of documents) {
      const view: WsdlView = { text: atAddress(contract, one) };
      files.push({ path: `wsdl/${one.plan.service.name}.wsdl`, template: 'wsdl', view });
    }
  }
  return files;
}

/** A service with its WSDL, which is written once for both uses. */
interface Described {
  readonly plan: ServicePlan;
  /** Those of the service alone. */
  readonly definitions: Definitions;
  /** With `addressPlaceholder` for the location of its ports. */
  readonly wsdl: string;
}

/** Describes the operations that are planned: all of them, unless the configuration chooses. */
function describeAll({ services, options }: ContractPlan): readonly Described[] {
  const parts = new Map<Definitions, (service: string) => Definitions>();
  return services.map((plan) => {
    const { definitions: all, name } = plan.service;
    const partsOf = parts.get(all) ?? createServiceParts(all);
    parts.set(all, partsOf);
    const planned = new Set(
      plan.interfaces.flatMap((one) => one.operations).map((one) => one.operation.name),
    );
    const own = partsOf(name);
    const definitions =
      options.only.length === 0 ? own : onlyOperations(own, (one) => planned.has(one));
    const wsdl = writeWsdl(definitions, undefined, { address: addressPlaceholder });
    return { plan, definitions, wsdl };
  });
}

/**
 * The WSDL at the contract's base URL and the service's path; without a base, at what the ports
 * say.
 */
function atAddress({ baseUrl }: ContractPlan, { plan, definitions, wsdl }: Described): string {
  const { path } = plan.service;
  if (baseUrl === undefined) return writeWsdl(definitions, undefined);
  const address = `${baseUrl.replace(/\/+$/, '')}${path}`;
  return wsdl.replaceAll(addressPlaceholder, () => escapeXmlAttribute(address));
}

function docsView(contract: ContractPlan, documents: readonly Described[]): DocsView {
  return {
    imports: runtimeClauses(contract, 'documentation', {
      types: ['Documentation', 'ServiceDocs'],
      values: ['createDocumentation'],
    }),
    services: documents.map(({ plan, wsdl }) =>
      literal({ ...serviceDocs(plan, contract.model.elements), wsdl: writeOutline(wsdl) }, 1, 2, 1),
    ),
  };
}
