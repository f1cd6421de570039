import type { ServicePlan } from '../result/plan.ts';
import type { LiteralObject } from './literal.ts';
import { operationDocs } from './operation-docs.ts';

/**
 * One service for the help pages, as `ServiceDocs` of the runtime but for its WSDL, which comes
 * last.
 */
export function serviceDocs({ service, interfaces }: ServicePlan): LiteralObject {
  const soap = service.ports.filter(({ kind }) => kind === 'soap11' || kind === 'soap12');
  const seen = new Set<string>();
  const operations = interfaces
    .flatMap((one) => one.operations)
    .filter(({ operation: { messageName } }) => !seen.has(messageName) && seen.add(messageName));
  return {
    name: service.name,
    path: service.path,
    namespace: service.namespace,
    description: service.documentation,
    soapBindings: soap.map(({ binding }) => binding.localName),
    operations: operations.map(({ operation, messages }) =>
      operationDocs(operation, messages, service.namespace),
    ),
  };
}
