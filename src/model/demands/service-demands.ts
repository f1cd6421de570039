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
  const policies = policiesOf(service);
  const byText = new Map<string, { readonly demand: Demanded; readonly kinds: Set<BindingKind> }>();
  for (const [port, terms] of policies) {
    for (const demand of demandsOf(terms).all) {
      const known = byText.get(demand.text) ?? { demand, kinds: new Set() };
      known.kinds.add(port.kind);
      byText.set(demand.text, known);
    }
  }
  const count = new Set([...policies.keys()].map(({ kind }) => kind)).size;
  return [...byText.values()].map(({ demand, kinds }) => ({
    ...demand,
    bindings: kinds.size === count ? undefined : [...kinds],
  }));
}

/** What cannot be met, of ports that no alternative helps; each once. */
export function unmetDemands(service: LinkedService): readonly Requirement[] {
  const unmet = new Map<string, Requirement>();
  for (const terms of policiesOf(service).values()) {
    for (const one of demandsOf(terms).unmet) {
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

/** The policies of the ports that have SOAP, of their operations and their messages. */
function policiesOf(service: LinkedService): ReadonlyMap<LinkedPort, readonly PolicyTerm[]> {
  const terms = new Map(soapPorts(service).map((port) => [port, new Set(port.policies)]));
  for (const { operations } of service.interfaces) {
    for (const { soap11, soap12 } of operations) {
      for (const soap of [soap11, soap12]) {
        const known = soap && terms.get(soap.port);
        if (known === undefined) continue;
        for (const one of [soap, soap?.input, soap?.output]) {
          for (const term of one?.policies ?? []) known.add(term);
        }
      }
    }
  }
  return new Map([...terms].map(([port, known]) => [port, [...known]]));
}
