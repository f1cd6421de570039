import type { ChangeKind } from '../../diagnostics/change-kinds.ts';
import { type ServiceDemand, serviceDemands } from '../../model/demands/service-demands.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import type { LinkedService } from '../../model/wsdl/service-model.ts';
import { bothWays, type MatchedPairs, type Pair, placesOf } from '../result/matched-pair.ts';
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
  const { breaksCallers, breaksServers, compatible } = verdicts;
  for (const [text, demand] of after) {
    const known = before.get(text);
    const places = { old: known?.span ?? old.span, new: demand.span };
    const isFirm = isDemanded(demand);
    if (known === undefined) {
      const verdict = isFirm ? breaksCallers : breaksServers;
      const kind = isFirm ? 'policy-added' : 'policy-allowed';
      report(demand, kind, demand.isAnnounced ? compatible : verdict, places);
    } else if (isDemanded(known) !== isFirm) {
      const kind = isFirm ? 'policy-required' : 'policy-optional';
      report(demand, kind, isFirm ? breaksCallers : breaksServers, places);
    }
  }
  for (const [text, demand] of before) {
    if (after.has(text)) continue;
    const verdict = isDemanded(demand) ? breaksServers : breaksCallers;
    const at = { old: demand.span, new: now.span };
    report(demand, 'policy-removed', demand.isAnnounced ? compatible : verdict, at);
  }
}

/** Whether callers must do it: not one of several alternatives, and not only announced. */
function isDemanded({ isChoice, isAnnounced }: ServiceDemand): boolean {
  return !isChoice && isAnnounced !== true;
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
