import type { BindingKind } from '../model/definitions.ts';
import type { ServiceOperation } from '../model/service-model.ts';
import type { ContractMessages } from '../plan/messages/contract-messages.ts';
import type { Pair } from './match-items.ts';
import { createSite, type Direction, type Site, useOf } from './site.ts';
import type { Sites } from './sites.ts';

/** An operation both contracts have. */
export interface OperationPair {
  /** `Service.Operation`. */
  readonly label: string;
  readonly old: ServiceOperation;
  readonly new: ServiceOperation;
  /** What operations of either contract take and give. */
  readonly messages: Pair<ContractMessages>;
  /** Its messages, and what else of it was compared. */
  readonly roots: Site[];
  /** A SOAP action as it would follow the service into its new namespace. */
  renamedNamespace(action: string): string;
}

/** A site for one message of an operation. */
export function messageSite(
  sites: Sites,
  pair: OperationPair,
  binding: BindingKind,
  direction: Direction,
): Site {
  const site = createSite({
    label: `the ${direction} of ${pair.label}`,
    subject: `${pair.label} ${direction}`,
    noun: direction === 'request' ? 'parameter' : 'field',
    old: pair.old.span,
    new: pair.new.span,
    uses: useOf(direction, binding),
  });
  pair.roots.push(site);
  return sites.add(site);
}
