import { namespaces } from '../common/namespaces.ts';
import { replacements } from '../link/derivation.ts';
import type { ComplexType, ElementDeclaration, SchemaType } from '../xsd/schema.ts';
import { escapeXml } from './sample-escape.ts';

/**
 * The declared type or, if it is abstract, a concrete one that may replace it: the first whose
 * content is not being written, so that types that contain their family come to an end.
 *
 * @param open types whose content is being written
 */
export function concreteType(
  { type, block = [] }: ElementDeclaration,
  open: readonly ComplexType[],
): SchemaType {
  if (type.kind === 'simple' || !type.abstract) return type;
  const byBlock = usable.get(type) ?? new Map<string, readonly ComplexType[]>();
  usable.set(type, byBlock);
  const key = block.join(' ');
  const found = byBlock.get(key) ?? replacements(type, block).filter((one) => !one.abstract);
  byBlock.set(key, found);
  return found.find((one) => !open.includes(one)) ?? found[0] ?? type;
}

/** Concrete replacements by type and `block`, because a type with many is used in many places. */
const usable = new WeakMap<ComplexType, Map<string, readonly ComplexType[]>>();

/** `xsi:type` with its declarations and a leading space; nothing for a type without a name. */
export function typeAttribute(type: SchemaType): string {
  if (type.name === undefined) return '';
  const { namespace, localName } = type.name;
  const prefixes = ` xmlns:xsi="${namespaces.xsi}" xmlns:t="${escapeXml(namespace)}"`;
  return `${prefixes} xsi:type="t:${localName}"`;
}
