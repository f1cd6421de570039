import { namespaces } from '../../../model/common/namespaces.ts';
import type { ServiceModel } from '../../../model/wsdl/service-model.ts';
import type { ElementDeclaration, SchemaType } from '../../../model/xsd/schema.ts';
import { allowsNamespace } from '../../../model/xsd/wildcard.ts';
import { stringLiteral } from '../../print/encode.ts';
import { array, call, type Expression, entry, type Given, object } from '../../print/node.ts';
import { returns } from '../../print/statement.ts';
import { runtimeType } from '../../print/type-node.ts';
import type { CodecPlan } from '../../result/plan.ts';
import { isAnyType } from '../../scope/particles.ts';
import type { AnyField, ContentField, Field } from '../../shapes/shape.ts';
import type { Shaper } from '../../shapes/shaper.ts';
import { codec, codecFunction, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import type { DeclaredNames } from '../declared-names.ts';
import { readFunction } from './read-place.ts';

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
  return { strict, simpleTypes, textTypes, elements, responses: responseElements(model) };
}

function hasAttributes(type: SchemaType): boolean {
  if (type.kind === 'simple') return false;
  return type.attributes.length > 0 || type.anyAttribute !== undefined;
}

function responseElements({ services }: ServiceModel): ReadonlySet<ElementDeclaration> {
  const found = new Set<ElementDeclaration>();
  for (const { interfaces } of services) {
    for (const { soap11, soap12 } of interfaces.flatMap(({ operations }) => operations)) {
      for (const soap of [soap11, soap12]) {
        for (const { element } of soap?.output?.parts ?? []) {
          if (element !== undefined) found.add(element);
        }
      }
    }
  }
  return found;
}

/**
 * Whether strict readers check the elements that a wildcard accepts. Not in a DataSet, whose
 * wildcards have special names, and whose messages include their own schema.
 */
export function isChecked({ wildcard, property }: AnyField): boolean {
  return wildcard.processContents !== 'skip' && property.startsWith('$any');
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

/**
 * The reader of a message, which looks up names of the contract: in requests all of them, because
 * servers can be strict; in responses only types whose attributes would be lost.
 */
export function lookingUp(
  context: CodecContext,
  direction: 'request' | 'response',
  reader: Given,
): Given {
  const { strict, simpleTypes, textTypes, elements } = context.declared;
  if (direction === 'response' || !strict) {
    if (textTypes.size === 0) return reader;
    return call(runtime('carefully'), reader, codec(ensureTextTypes(context)));
  }
  // servers know the types of XML Schema anyway
  if (textTypes.size === 0 && simpleTypes.size === 0 && elements === undefined) return reader;
  const how = runtime(textTypes.size === 0 ? 'strictly' : 'carefully');
  return call(how, reader, codec(ensureNames(context)));
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

function ensureTextTypes(context: CodecContext): string {
  return context.ensure('$textTypes', () => {
    const doc = 'Types whose attributes would be lost where a value of a simple type is read.';
    return namesFunction('$textTypes', doc, nameList('textTypes', context.declared.textTypes));
  });
}

function ensureNames(context: CodecContext): string {
  return context.ensure('$declared', () => {
    const { simpleTypes, textTypes, elements = [] } = context.declared;
    const items = elements.flatMap((element) => elementItems(context, element));
    return namesFunction('$declared', 'What strict readers of requests look up.', [
      entry('whole', 'true'),
      ...nameList('simpleTypes', simpleTypes),
      ...nameList('textTypes', textTypes),
      ...(items.length === 0 ? [] : [entry('elements', array(items))]),
    ]);
  });
}

function namesFunction(name: string, doc: string, entries: readonly Expression[]): CodecPlan {
  return codecFunction({
    name,
    doc,
    returns: runtimeType('ContractNames'),
    body: [returns(object(entries, true))],
    namespace: '',
  });
}

/** The name of an element and its reader. */
function elementItems(context: CodecContext, element: ElementDeclaration): readonly Given[] {
  const { namespace, localName } = element.name;
  const name = stringLiteral(`{${namespace}}${localName}`);
  const isResponse = context.declared.responses.has(element);
  if (isResponse || !isGenerated(context.shaper, element)) return [name, 'null'];
  return [name, readFunction(context, context.shaper.place(element))];
}

/**
 * Whether the type of an element has codecs anyway. None are planned just for wildcards, because
 * there may be thousands.
 */
function isGenerated({ used }: Shaper, { type }: ElementDeclaration): boolean {
  if (type.kind === 'complex') return isAnyType(type) || used.placed.has(type);
  if (!used.types.has(type) && type.name?.namespace !== namespaces.xsd) return false;
  // of a type that only attributes have, those that stand in for it are not used
  return (used.textTypes.get(type) ?? []).every((one) => used.types.has(one));
}
