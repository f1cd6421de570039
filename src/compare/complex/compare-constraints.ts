import { rewriteXPaths } from '../../model/xsd/rewrite-qnames.ts';
import type { ElementDeclaration } from '../../model/xsd/schema.ts';
import type { IdentityConstraint } from '../../model/xsd/schema-document.ts';
import { type Pair, placesOf, type Subject } from '../result/matched-pair.ts';
import { verdicts } from '../result/verdict.ts';
import { match } from './match-items.ts';

/**
 * Compares the identity constraints of two elements (XML Schema part 1 section 3.11) by what their
 * XPaths select. Their own names are in no message.
 */
export function compareConstraints(
  about: Subject,
  { old, new: now }: Pair<ElementDeclaration>,
): void {
  const [before, after] = [old.constraints ?? [], now.constraints ?? []];
  if (before.length === 0 && after.length === 0) return;
  const moved = { from: old.name.namespace, to: now.name.namespace };
  const meanings = new Map<IdentityConstraint, string>();
  for (const one of before) meanings.set(one, meaningOf(one, before, moved));
  for (const one of after) meanings.set(one, meaningOf(one, after, undefined));
  const same = match(before, after, (one) => meanings.get(one) ?? '');
  const named = match(same.removed, same.added, ({ kind, name }) => `${kind} ${name}`);
  for (const pair of named.pairs) {
    const message = `${pair.new.kind} '${pair.new.name}' of ${about.what} is of other values now`;
    const at = { subject: about.subject, ...placesOf(pair.old, pair.new) };
    about.matched.report('constraint-changed', verdicts.different, message, at);
  }
  for (const one of named.removed) {
    const message = `${one.kind} '${one.name}' removed from ${about.what}`;
    const at = { subject: about.subject, old: one.span, new: about.new };
    about.matched.report('constraint-removed', verdicts.wider, message, at);
  }
  for (const one of named.added) {
    const message = `${one.kind} '${one.name}' added to ${about.what}`;
    const at = { subject: about.subject, old: about.old, new: one.span };
    about.matched.report('constraint-added', verdicts.narrower, message, at);
  }
}

/** What a constraint is of, with namespaces in place of prefixes. */
function meaningOf(
  constraint: IdentityConstraint,
  beside: readonly IdentityConstraint[],
  moved: { readonly from: string; readonly to: string } | undefined,
): string {
  const { kind, refer } = constraint;
  const space = (namespace: string): string =>
    `{${namespace === moved?.from ? moved.to : namespace}}`;
  const paths = (one: IdentityConstraint): readonly string[] =>
    rewriteXPaths(one, space).map((path) => path.replace(/\s+/g, ''));
  const referred = beside.find(({ name }) => name === refer?.name.localName);
  const target = referred === undefined ? refer?.name.localName : paths(referred);
  return JSON.stringify([kind, paths(constraint), target]);
}
