import { type ServiceDemand, serviceDemands } from '../../model/demands/service-demands.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { LinkedService } from '../../model/wsdl/service-model.ts';
import type { Pair } from '../complex/match-items.ts';
import type { ChangeKind } from '../result/change-kinds.ts';
import { bothWays, type MatchedPairs, placesOf } from '../result/matched-pair.ts';
import { type Verdict, verdicts } from '../result/verdict.ts';

/**
 * Compares what the policies of a service demand. What is demanded anew, callers do not do yet;
 * what is demanded no longer, servers still expect.
 */
export function comparePolicies({ old, new: now }: Pair<LinkedService>, all: MatchedPairs): void {
  const [before, after] = [demandsByText(old), demandsByText(now)];
  const report = (
    demand: ServiceDemand,
    kind: ChangeKind,
    verdict: Verdict,
    places: Parameters<ReturnType<MatchedPairs['add']>['report']>[3],
  ): void => {
    const kinds = demand.bindings ?? soapKinds(now);
    const matched = all.add({ label: now.name, ...placesOf(old, now) }, bothWays(kinds));
    matched.report(kind, verdict, `${now.name} ${words[kind as Word]} ${demand.text}`, places);
  };
  for (const [text, demand] of after) {
    const known = before.get(text);
    const { breaksCallers, breaksServers } = verdicts;
    const places = { old: known?.span ?? old.span, new: demand.span };
    if (known === undefined) {
      const verdict = demand.isChoice ? breaksServers : breaksCallers;
      report(demand, demand.isChoice ? 'policy-allowed' : 'policy-added', verdict, places);
    } else if (known.isChoice !== demand.isChoice) {
      const kind = demand.isChoice ? 'policy-optional' : 'policy-required';
      report(demand, kind, demand.isChoice ? breaksServers : breaksCallers, places);
    }
  }
  for (const [text, demand] of before) {
    if (after.has(text)) continue;
    const verdict = demand.isChoice ? verdicts.breaksCallers : verdicts.breaksServers;
    report(demand, 'policy-removed', verdict, { old: demand.span, new: now.span });
  }
}

const words = {
  'policy-added': 'demands anew:',
  'policy-allowed': 'also accepts:',
  'policy-required': 'always demands now:',
  'policy-optional': 'no longer always demands:',
  'policy-removed': 'no longer demands or accepts:',
} as const;
type Word = keyof typeof words;

function demandsByText(service: LinkedService): ReadonlyMap<string, ServiceDemand> {
  return new Map(serviceDemands(service).map((one) => [one.text, one]));
}

function soapKinds({ ports }: LinkedService): readonly BindingKind[] {
  const kinds = ports.map(({ kind }) => kind).filter((kind) => kind.startsWith('soap'));
  return [...new Set(kinds)];
}
