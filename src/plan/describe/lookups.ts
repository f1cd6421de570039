import { namespaces } from '../../model/common/namespaces.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ElementDeclaration, SchemaType } from '../../model/xsd/schema.ts';
import { allowsNamespace } from '../../model/xsd/wildcard.ts';
import { stringLiteral } from '../print/encode.ts';
import { array, type Expression, entry, type Given, object } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import type { ConstantPlan } from '../result/plan.ts';
import { isAnyType } from '../scope/particles.ts';
import type { AnyField, ContentField, Field } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { isChecked } from './context/checked-wildcard.ts';
import { describedConstant, description, runtime } from './context/constant.ts';
import type { DeclaredNames } from './context/declared-names.ts';
import type { Describer } from './context/describer.ts';
import type { PlanContext } from './context/plan-context.ts';
import { pure } from './context/pure.ts';
import { describeRoot } from './describe-root.ts';

/** Finds the names of a contract that messages may refer to. */
export function declaredNames(model: ServiceModel, shaper: Shaper, strict: boolean): DeclaredNames {
  const simpleTypes = new Map<string, string[]>();
  const textTypes = new Map<string, string[]>();
  for (const type of model.types) {
    if (type.name === undefined) continue;
    const { namespace, localName } = type.name;
    if (type.kind === 'complex' && (type.simpleContent === undefined || type.abstract)) continue;
    const names = hasAttributes(type) ? textTypes : simpleTypes;
    names.set(namespace, [...(names.get(namespace) ?? []), localName]);
  }
  const wildcards = checkedWildcards(shaper);
  const allowed = model.elements.filter(
    ({ abstract, name }) =>
      !abstract && wildcards.some(({ wildcard }) => allowsNamespace(wildcard, name.namespace)),
  );
  const elements = wildcards.length === 0 ? undefined : allowed;
  return { strict, simpleTypes, textTypes, elements };
}

function hasAttributes(type: SchemaType): boolean {
  if (type.kind === 'simple') return false;
  return type.attributes.length > 0 || type.anyAttribute !== undefined;
}

function checkedWildcards(shaper: Shaper): readonly AnyField[] {
  const found: AnyField[] = [];
  const add = (field: Field | ContentField): void => {
    if (field.kind === 'any' && isChecked(field)) found.push(field);
    if (field.kind === 'group') field.group.fields.forEach(add);
  };
  for (const type of shaper.used.types) {
    if (type.kind !== 'complex') continue;
    const value = shaper.value(type);
    if (value.kind === 'object') value.fields.forEach(add);
  }
  return found;
}

/** How the names of a contract are looked up. */
export interface Lookup {
  readonly how: 'strictly' | 'carefully';
  /** The constant with the names. */
  readonly names: Expression;
}

/** What readers of messages look up; `undefined` if that is nothing. */
export function declaredLookup(
  describer: Describer,
  direction: 'request' | 'response',
): Lookup | undefined {
  const { context } = describer;
  const { strict, simpleTypes, textTypes, elements } = context.declared;
  if (direction === 'response' || !strict) {
    if (textTypes.size === 0) return undefined;
    return { how: 'carefully', names: description(ensureTextTypes(context)) };
  }
  // servers know the types of XML Schema anyway
  if (textTypes.size === 0 && simpleTypes.size === 0 && elements === undefined) return undefined;
  const how = textTypes.size === 0 ? 'strictly' : 'carefully';
  return { how, names: description(ensureNames(describer)) };
}

/** A property `name: […]`, if there are names. */
function nameList(
  key: string,
  names: ReadonlyMap<string, readonly string[]>,
): readonly Expression[] {
  if (names.size === 0) return [];
  const items = [...names].flatMap(([namespace, all]) => [namespace, all.join(' ')]);
  return [entry(key, array(items.map(stringLiteral)))];
}

function ensureTextTypes(context: PlanContext): string {
  return context.ensure('$textTypes', () =>
    namesConstant('$textTypes', nameList('textTypes', context.declared.textTypes)),
  );
}

function ensureNames(describer: Describer): string {
  const { context } = describer;
  return context.ensure('$declared', () => {
    const { simpleTypes, textTypes, elements = [] } = context.declared;
    const items = elements.flatMap((element) => elementItems(describer, element));
    return namesConstant('$declared', [
      entry('whole', 'true'),
      ...nameList('simpleTypes', simpleTypes),
      ...nameList('textTypes', textTypes),
      ...(items.length === 0 ? [] : [entry('elements', array(items))]),
    ]);
  });
}

function namesConstant(name: string, entries: readonly Expression[]): ConstantPlan {
  return describedConstant(name, runtimeType('ContractNames'), object(entries, true), '');
}

/** The name of an element and its reader. */
function elementItems(describer: Describer, element: ElementDeclaration): readonly Given[] {
  const { shaper } = describer.context;
  const { namespace, localName } = element.name;
  const name = stringLiteral(`{${namespace}}${localName}`);
  if (!isGenerated(shaper, element)) return [name, 'null'];
  const place = shaper.place(element);
  // the readers of other messages do not have what reads SOAP arrays
  const prepare = describer.context.holdsSoapArrays(place.value) ? [runtime('soapArrays')] : [];
  return [name, pure('readsElement', describeRoot(describer, { place }), ...prepare)];
}

/**
 * Whether the type of an element has codecs anyway. None are planned just for wildcards, because
 * there may be thousands.
 */
function isGenerated({ used }: Shaper, { type }: ElementDeclaration): boolean {
  if (type.kind === 'complex') return isAnyType(type) || used.placed.has(type);
  return used.types.has(type) || type.name?.namespace === namespaces.xsd;
}
