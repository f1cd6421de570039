import { namespaces } from '../../model/common/namespaces.ts';
import { isAnyType } from '../../model/xsd/builtin-schema.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';

/** Name of a type in messages: its own, or that of the components around an anonymous one. */
export function typeWord(type: SchemaType): string {
  if (type.name !== undefined) return type.name.localName;
  if (type.kind === 'simple' && type.builtin !== undefined) return type.builtin;
  return type.context.length > 0 ? type.context.join('.') : 'an anonymous type';
}

/** Whether a type is XML Schema's or ASMX's own. */
export function isBuiltin(type: SchemaType): boolean {
  const namespace = type.name?.namespace;
  return isAnyType(type) || namespace === namespaces.xsd || namespace === namespaces.microsoftTypes;
}

/** `'a', 'b' and 'c'`; a long list is cut. */
export function quoted(names: readonly string[]): string {
  return listed(names.map((name) => `'${name}'`));
}

/** `a, b and c`; a long list is cut. */
export function listed(names: readonly string[]): string {
  const all = [...names];
  if (all.length > 5) return `${all.slice(0, 4).join(', ')} and ${all.length - 4} more`;
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} and ${last}`;
}
