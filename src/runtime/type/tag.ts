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
 * The tag of an element under a default namespace. An element whose content is in another namespace
 * gets a prefix, so that the content needs none.
 *
 * @param content the default namespace of the content; `undefined` if it has no elements
 */
export function tagOf(
  name: string,
  namespace: string,
  content: string | undefined,
  scope: string,
): Tag {
  if (content === undefined || content === namespace || namespace === '') {
    const declared = namespace === scope ? '' : declaration('', namespace);
    return { start: `<${name}${declared}`, name, scope: namespace };
  }
  const inner = content === scope ? '' : declaration('', content);
  const start = `<q1:${name}${declaration('q1', namespace)}${inner}`;
  return { start, name: `q1:${name}`, scope: content };
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
