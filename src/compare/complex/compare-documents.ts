import { qnameKey } from '../../model/common/qname.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import { documentUse, type MatchedPair, type MatchedPairs } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { globalPair } from './compare-element.ts';
import { match } from './match-items.ts';

/** A document, with the pair of its root. */
export interface DocumentPair {
  readonly label: string;
  readonly roots: readonly MatchedPair[];
}

/**
 * Compares the documents of two plain XML Schemas, the global elements that are not abstract: by
 * qualified name, then by local name, because the namespace may have changed. Those who write
 * documents count as callers, those who read them as servers.
 */
export function compareDocuments(
  all: MatchedPairs,
  old: ServiceModel,
  now: ServiceModel,
): readonly DocumentPair[] {
  const exact = match(documentsOf(old), documentsOf(now), ({ name }) => qnameKey(name));
  const rest = match(exact.removed, exact.added, ({ name }) => name.localName);
  const alone = (element: ElementDeclaration): MatchedPair =>
    all.add({ label: labelOf(element), subject: element.name.localName }, documentUse);
  for (const element of rest.removed) {
    const message = `${labelOf(element)} removed`;
    const at = { old: element.span };
    alone(element).report('element-removed', verdicts.breaksCallers, message, at);
  }
  for (const element of rest.added) {
    const message = `${labelOf(element)} added`;
    alone(element).report('element-added', verdicts.compatible, message, { new: element.span });
  }
  return [...exact.pairs, ...rest.pairs].map((pair) => {
    const root = globalPair(all, pair.old, pair.new);
    root.uses |= documentUse;
    all.moved(root, pair);
    return { label: pair.new.name.localName, roots: [root] };
  });
}

function documentsOf({ elements, isSchema }: ServiceModel): readonly ElementDeclaration[] {
  return isSchema ? elements.filter((one) => !one.abstract) : [];
}

function labelOf({ name }: ElementDeclaration): string {
  return `element '${name.localName}'`;
}
