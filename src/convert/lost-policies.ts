import { createDiagnosticBag, type DiagnosticSink } from '../diagnostics/diagnostic.ts';
import { serviceDemands } from '../model/demands/service-demands.ts';
import { linkContract } from '../model/link.ts';
import type { Contract } from '../model/wsdl/definitions.ts';
import { createMisfits } from './yaml/misfits.ts';

/** Warns of what the policies of a contract demand, which the written contract does not say. */
export function reportLostPolicies(contract: Contract, sink: DiagnosticSink): void {
  const model = linkContract(contract, createDiagnosticBag());
  const misfits = createMisfits(sink);
  for (const service of model?.services ?? []) {
    for (const { span, text } of serviceDemands(service)) {
      misfits.drop(span, `What is written says nothing of a policy that demands ${text}`);
    }
  }
}
