import type { LinkedService } from '../../model/service-model.ts';
import { importDeclarations } from '../layout.ts';
import type { ContractPlan, FilePlan } from '../plan.ts';
import { runtimeSpecifier } from '../views/module-imports.ts';
import { writeWsdl } from '../wsdl/write-wsdl.ts';
import { literal } from './literal.ts';
import { serviceDocs } from './service-docs.ts';

/** What `docs.hbs` places. */
export interface DocsView {
  /** Import declarations of the runtime. */
  readonly imports: readonly string[];
  /** One object literal for each service. */
  readonly services: readonly string[];
}

/** What `wsdl.hbs` places. */
export interface WsdlView {
  readonly text: string;
}

/**
 * Plans `docs.ts`, which answers `?WSDL`, `?disco` and the help pages, and a WSDL file for each service; those of them that
 * the targets ask for.
 */
export function planDocumentation(contract: ContractPlan): readonly FilePlan[] {
  const { options, services } = contract;
  const files: FilePlan[] = [];
  if (options.targets.includes('docs')) {
    files.push({ path: 'docs.ts', template: 'docs', view: docsView(contract) });
  }
  if (options.targets.includes('wsdl')) {
    for (const { service } of services) {
      const view: WsdlView = {
        text: writeWsdl(service.definitions, service.name, {
          address: addressOf(contract, service),
        }),
      };
      files.push({ path: `wsdl/${service.name}.wsdl`, template: 'wsdl', view });
    }
  }
  return files;
}

/** Address in a WSDL file: the contract's base URL and the service's path; without a base, what the ports say. */
function addressOf({ baseUrl }: ContractPlan, { path }: LinkedService): string | undefined {
  return baseUrl === undefined ? undefined : `${baseUrl.replace(/\/+$/, '')}${path}`;
}

function docsView({ options, services }: ContractPlan): DocsView {
  return {
    imports: importDeclarations(
      { types: ['Documentation', 'ServiceDocs'], values: ['createDocumentation'] },
      runtimeSpecifier(options, 'documentation'),
    ),
    services: services.map((service) => literal(serviceDocs(service), 1, 2, 1)),
  };
}
