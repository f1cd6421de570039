import { escapeAttribute } from '../xml/write-text.ts';
import type { ObjectType } from './description.ts';

/** A start tag without its end, the name of the end tag, and the default namespace inside. */
export interface Tag {
  readonly start: string;
  readonly name: string;
  readonly scope: string;
}

/** A namespace declaration with a space before it. */
export function declaration(prefix: string, namespace: string): string {
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeAttribute(namespace)}"`;
}

/**
 * The tag of an element under a default namespace. As by XmlSerializer, its own namespace is the
 * default one inside.
 */
export function tagOf(name: string, namespace: string, scope: string): Tag {
  const declared = namespace === scope ? '' : declaration('', namespace);
  return { start: `<${name}${declared}`, name, scope: namespace };
}

/** The tag of an element without a default namespace inside, so that names there may have none. */
export function prefixedTag(name: string, namespace: string, scope: string): Tag {
  if (namespace === '') return tagOf(name, namespace, scope);
  const inner = scope === '' ? '' : declaration('', '');
  const start = `<q1:${name}${declaration('q1', namespace)}${inner}`;
  return { start, name: `q1:${name}`, scope: '' };
}

/** ` xsi:type` of a type where `scope` is the default namespace. */
export function typeTag({ name, namespace }: ObjectType, scope: string): string {
  if (namespace === scope) return ` xsi:type="${name}"`;
  return `${declaration('q2', namespace)} xsi:type="q2:${name}"`;
}

/** ` xsi:type` of an element in SOAP encoding. */
export function encodedTag(type: string | readonly [namespace: string, local: string]): string {
  if (typeof type === 'string') return ` xsi:type="xsd:${type}"`;
  return `${declaration('q2', type[0])} xsi:type="q2:${type[1]}"`;
}
