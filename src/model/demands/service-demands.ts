import { type Demanded, demandsOf } from '../policy/demanded.ts';
import type { PolicyTerm } from '../policy/policy.ts';
import type { Requirement } from '../policy/requirement.ts';
import type { BindingKind } from '../wsdl/definitions.ts';
import type { LinkedPort, LinkedService } from '../wsdl/service-model.ts';

/** What the policies of a service demand. */
export interface ServiceDemand extends Demanded {
  /** Bindings that demand it; absent if all of SOAP do. */
  readonly bindings?: readonly BindingKind[] | undefined;
}

/** What a service demands over its ports, in the order of the contract; mostly nothing. */
export function serviceDemands(service: LinkedService): readonly ServiceDemand[] {
  const ports = soapPorts(service);
  const byText = new Map<string, { readonly demand: Demanded; readonly kinds: Set<BindingKind> }>();
  for (const port of ports) {
    for (const demand of demandsOf(portPolicies(service, port)).all) {
      const known = byText.get(demand.text) ?? { demand, kinds: new Set() };
      known.kinds.add(port.kind);
      byText.set(demand.text, known);
    }
  }
  const count = new Set(ports.map(({ kind }) => kind)).size;
  return [...byText.values()].map(({ demand, kinds }) => ({
    ...demand,
    bindings: kinds.size === count ? undefined : [...kinds],
  }));
}

/** What cannot be met, of ports that no alternative helps; each once. */
export function unmetDemands(service: LinkedService): readonly Requirement[] {
  const unmet = new Map<string, Requirement>();
  for (const port of soapPorts(service)) {
    for (const one of demandsOf(portPolicies(service, port)).unmet) {
      if (!unmet.has(one.text)) unmet.set(one.text, one);
    }
  }
  return [...unmet.values()];
}

/** A demand in one line: what, where, and whether there is a choice. */
export function demandText({ text, isChoice, bindings }: ServiceDemand): string {
  const notes = [
    ...(isChoice ? ['optional, or one of several'] : []),
    ...(bindings === undefined ? [] : [bindings.join(', ')]),
  ];
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`;
}

function soapPorts({ ports }: LinkedService): readonly LinkedPort[] {
  return ports.filter(({ kind }) => kind === 'soap11' || kind === 'soap12');
}

/** The policies of a port, its operations and their messages. */
function portPolicies({ interfaces }: LinkedService, port: LinkedPort): readonly PolicyTerm[] {
  const terms = new Set(port.policies);
  for (const { operations } of interfaces) {
    for (const { soap11, soap12 } of operations) {
      for (const soap of [soap11, soap12]) {
        if (soap?.port !== port) continue;
        for (const one of [soap, soap.input, soap.output]) {
          for (const term of one?.policies ?? []) terms.add(term);
        }
      }
    }
  }
  return [...terms];
}
