import { namespaces } from '../../model/namespaces.ts';
import type { ElementDeclaration } from '../../model/schema.ts';
import type { ServiceModel } from '../../model/service-model.ts';
import { allowsNamespace } from '../../model/wildcard.ts';
import { stringLiteral } from '../encode.ts';
import { arrayLiteral } from '../layout.ts';
import { isAnyType } from '../particles.ts';
import type { AnyField, ContentField, Field } from '../shape.ts';
import type { Shaper } from '../shape-maker.ts';
import {
  block,
  type Code,
  createCode,
  finishFunction,
  line,
  runtime,
  runtimeType,
  uses,
} from './code.ts';
import type { CodecContext } from './context.ts';
import { readFunction } from './read-place.ts';

/** Names that generated readers look up in messages. */
export interface DeclaredNames {
  /** Whether requests are read strictly anywhere: by servers alone. */
  readonly strict: boolean;
  /** By namespace. */
  readonly simpleTypes: ReadonlyMap<string, readonly string[]>;
  /** Complex types with text and attributes. */
  readonly textTypes: ReadonlyMap<string, readonly string[]>;
  /** Global elements that may stand at a wildcard; `undefined` where there is no wildcard that is checked. */
  readonly elements: readonly ElementDeclaration[] | undefined;
  /** Elements of responses: what is unwrapped has no declaration in TypeScript, or another of its name. */
  readonly responses: ReadonlySet<ElementDeclaration>;
}

/** Finds the names of a contract that messages may have in them. */
export function declaredNames(model: ServiceModel, shaper: Shaper, strict: boolean): DeclaredNames {
  const simpleTypes = new Map<string, string[]>();
  const textTypes = new Map<string, string[]>();
  for (const type of model.types) {
    if (type.name === undefined) continue;
    const { namespace, localName } = type.name;
    if (type.kind === 'complex') {
      const isBare = type.attributes.length === 0 && type.anyAttribute === undefined;
      if (type.simpleContent === undefined || type.abstract || isBare) continue;
    }
    const names = type.kind === 'simple' ? simpleTypes : textTypes;
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
 * Whether strict readers look at what stands at a wildcard. In a DataSet, whose wildcards have names of their own, the schema that
 * describes it is in the message.
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
  for (const type of shaper.reach.types) {
    if (type.kind !== 'complex') continue;
    const value = shaper.value(type);
    if (value.kind === 'object') value.fields.forEach(add);
  }
  return found;
}

/**
 * Expression of the reader of a message that looks up names of the contract: those of requests know all of them, since servers can be
 * strict; those of responses the types alone whose attributes would be lost.
 */
export function lookingUp(
  context: CodecContext,
  code: Code,
  direction: 'request' | 'response',
  reader: string,
): string {
  const { strict, simpleTypes, textTypes, elements } = context.declared;
  if (direction === 'response' || !strict) {
    if (textTypes.size === 0) return reader;
    return `${runtime(code, 'carefully')}(${reader}, ${uses(code, ensureTextTypes(context))})`;
  }
  // servers know the types of XML Schema without being told
  if (textTypes.size === 0 && simpleTypes.size === 0 && elements === undefined) return reader;
  const how = runtime(code, textTypes.size === 0 ? 'strictly' : 'carefully');
  return `${how}(${reader}, ${uses(code, ensureNames(context))})`;
}

/** Entries `name: […]` of a literal. */
function nameList(code: Code, key: string, names: ReadonlyMap<string, readonly string[]>): void {
  if (names.size === 0) return;
  const items = [...names].flatMap(([namespace, all]) => [namespace, all.join(' ')]);
  const before = `${key}: `;
  line(
    code,
    arrayLiteral({ before, items: items.map(stringLiteral), after: ',', indent: code.indent }),
  );
}

function ensureTextTypes(context: CodecContext): string {
  return context.ensure('$textTypes', () => {
    const code = createCode();
    const returns = runtimeType(code, 'ContractNames');
    block(code, 'return', () => nameList(code, 'textTypes', context.declared.textTypes), ';');
    return finishFunction(code, {
      name: '$textTypes',
      exported: false,
      doc: 'Types whose attributes would be lost where a value of a simple type is read.',
      parameters: [],
      returns,
      namespace: '',
    });
  });
}

function ensureNames(context: CodecContext): string {
  return context.ensure('$declared', () => {
    const { simpleTypes, textTypes, elements } = context.declared;
    const code = createCode();
    const returns = runtimeType(code, 'ContractNames');
    block(
      code,
      'return',
      () => {
        line(code, 'whole: true,');
        nameList(code, 'simpleTypes', simpleTypes);
        nameList(code, 'textTypes', textTypes);
        if (elements !== undefined && elements.length > 0) {
          const items = elements.flatMap((element) => elementItems(context, code, element));
          line(
            code,
            arrayLiteral({ before: 'elements: ', items, after: ',', indent: code.indent }),
          );
        }
      },
      ';',
    );
    return finishFunction(code, {
      name: '$declared',
      exported: false,
      doc: 'What strict readers of requests look up.',
      parameters: [],
      returns,
      namespace: '',
    });
  });
}

/** The name of an element and what reads it. */
function elementItems(
  context: CodecContext,
  code: Code,
  element: ElementDeclaration,
): readonly string[] {
  const { namespace, localName } = element.name;
  const name = stringLiteral(`{${namespace}}${localName}`);
  const isResponse = context.declared.responses.has(element);
  if (isResponse || !isGenerated(context.shaper, element)) return [name, 'null'];
  return [name, readFunction(context, code, context.shaper.place(element))];
}

/** Whether the type of an element has codecs anyway: for wildcards alone none are made, of which there may be thousands. */
function isGenerated({ reach }: Shaper, { type }: ElementDeclaration): boolean {
  if (type.kind === 'complex') return isAnyType(type) || reach.placed.has(type);
  return reach.types.has(type) || type.name?.namespace === namespaces.xsd;
}
