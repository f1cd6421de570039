import type { QName } from '../../model/qname.ts';
import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  Particle,
  SchemaType,
  SimpleType,
} from '../../model/schema.ts';
import type { Occurs } from '../../model/schema-document.ts';
import { rankOf } from '../../model/soap-array.ts';
import { createComponentNames } from './component-names.ts';
import { type Json, type JsonObject, json, jsonObject } from './json.ts';
import { simpleSchema } from './simple-schema.ts';

/** JSON schemas of the types and elements of a contract. */
export interface TypeSchemas {
  /** Schema of a type: a reference for named ones. */
  type(type: SchemaType): JsonObject;
  /** Schema of a global element: a reference. */
  element(element: ElementDeclaration): JsonObject;
  /** `components/schemas`: all that was referred to. */
  components(): JsonObject;
}

/** A member of an object: an element or an attribute. */
interface Member {
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Starts an empty set of schemas. */
export function createTypeSchemas(): TypeSchemas {
  const nameOf = createComponentNames();
  const made = new Map<string, JsonObject>();

  /** A component is named before it is made: it may refer to itself. */
  function component(key: object, wanted: QName, make: () => JsonObject): JsonObject {
    const name = nameOf(key, wanted);
    if (!made.has(name)) {
      made.set(name, {});
      made.set(name, make());
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  function schemaOf(type: SchemaType): JsonObject {
    if (type.kind === 'simple') {
      if (type.name === undefined || type.span === undefined) return simpleSchema(type);
      return component(type, type.name, () => described(type, simpleSchema(type)));
    }
    if (type.name === undefined) return complexSchema(type);
    if (type.span === undefined) return { description: 'Any content.' };
    return component(type, type.name, () => described(type, complexSchema(type)));
  }

  function described(type: SimpleType | ComplexType, schema: JsonObject): JsonObject {
    const notes = [type.documentation];
    if (type.kind === 'complex' && type.abstract) notes.push('Abstract: xsi:type names the type.');
    if (type.kind === 'complex' && type.derived.length > 0) {
      const names = type.derived.map((one) => one.name?.localName ?? '').join(', ');
      notes.push(`With xsi:type it may be ${names}.`);
    }
    const text = notes.filter((one) => one !== undefined).join('\n\n');
    return text === '' ? schema : json({ description: text, ...schema });
  }

  function complexSchema(type: ComplexType): JsonObject {
    if (type.soapArray !== undefined) {
      let items: Json = schemaOf(type.soapArray.item);
      for (let rank = rankOf(type.soapArray); rank > 1; rank -= 1) items = { type: 'array', items };
      return json({ type: 'array', items });
    }
    const extension = type.derivation === 'extension' && type.base !== undefined;
    const particle = extension ? type.ownParticle : type.particle;
    const attributes = extension ? type.ownAttributes : type.attributes;
    const members = [
      ...(particle === undefined ? [] : membersOf(particle, true)),
      ...attributes.map(attributeMember),
    ];
    if (type.simpleContent !== undefined && !(extension && type.base?.simpleContent)) {
      members.unshift({
        name: 'value',
        schema: json({ ...schemaOf(type.simpleContent), 'x-xml-text': true }),
        required: true,
      });
    }
    const own = objectSchema(members, particle);
    return extension && type.base !== undefined ? json({ allOf: [schemaOf(type.base), own] }) : own;
  }

  function objectSchema(members: readonly Member[], particle: Particle | undefined): JsonObject {
    const properties = new Map<string, JsonObject>();
    const required: string[] = [];
    for (const { name, schema, required: must } of members) {
      let key = name;
      for (let count = 2; properties.has(key); count += 1) key = `${name}.${count}`;
      properties.set(key, schema);
      if (must) required.push(key);
    }
    const branches = particle === undefined ? undefined : choiceBranches(particle);
    return json({
      type: 'object',
      properties: properties.size === 0 ? undefined : jsonObject(properties),
      required: required.length === 0 ? undefined : required,
      oneOf: branches?.map((name) => ({ required: [name] })),
    });
  }

  function membersOf(particle: Particle, required: boolean): readonly Member[] {
    if (particle.kind === 'any') return [];
    if (particle.kind === 'element')
      return elementMembers(particle.element, particle.occurs, required);
    const { compositor, occurs, particles } = particle;
    const all = required && compositor !== 'choice' && occurs.min > 0;
    const members = particles.flatMap((one) => membersOf(one, all));
    return occurs.max > 1
      ? members.map((one) => ({ ...one, schema: json({ type: 'array', items: one.schema }) }))
      : members;
  }

  function elementMembers(
    element: ElementDeclaration,
    occurs: Occurs,
    required: boolean,
  ): readonly Member[] {
    if (occurs.max === 0) return [];
    const heads = element.abstract ? [] : [element];
    const others = element.substitutes;
    return [...heads, ...others].map((one) => {
      const { namespace, localName } = one.name;
      const xml = json({
        name: localName,
        namespace: namespace === '' ? undefined : namespace,
      });
      // A reference leads to a component of its own: elements may hold themselves.
      const single = one.global ? globalElement(one) : valueSchema(one, xml);
      const repeated = occurs.max > 1;
      return {
        name: localName,
        schema: repeated
          ? json({
              type: 'array',
              minItems: occurs.min > 0 && required ? occurs.min : undefined,
              maxItems: Number.isFinite(occurs.max) ? occurs.max : undefined,
              items: single,
            })
          : single,
        required: required && occurs.min > 0 && others.length === 0,
      };
    });
  }

  function globalElement(element: ElementDeclaration): JsonObject {
    const { namespace, localName } = element.name;
    return component(element, element.name, () => {
      const xml = json({ name: localName, namespace: namespace === '' ? undefined : namespace });
      return valueSchema(element, xml);
    });
  }

  function valueSchema(element: ElementDeclaration, xml: JsonObject): JsonObject {
    const schema = schemaOf(element.type);
    const value: JsonObject = element.nillable ? { anyOf: [schema, { type: 'null' }] } : schema;
    return json({
      ...value,
      description: element.documentation ?? value.description,
      default: defaultOf(element.default, element.type),
      const: defaultOf(element.fixed, element.type),
      xml,
    });
  }

  function attributeMember(use: AttributeUse): Member {
    const { localName, namespace } = use.name;
    const schema = schemaOf(use.type);
    return {
      name: localName,
      required: use.required,
      schema: json({
        ...schema,
        description: use.documentation ?? schema.description,
        default: defaultOf(use.default, use.type),
        const: defaultOf(use.fixed, use.type),
        xml: json({
          name: localName,
          namespace: namespace === '' ? undefined : namespace,
          attribute: true,
        }),
      }),
    };
  }

  return {
    type: schemaOf,
    element: globalElement,
    components: () => jsonObject(made),
  };
}

/** Names of which exactly one must stand: a choice of single elements that make up the whole content. */
function choiceBranches(particle: Particle): readonly string[] | undefined {
  if (particle.kind !== 'model' || particle.compositor !== 'choice') return undefined;
  const { occurs, particles } = particle;
  if (occurs.min !== 1 || occurs.max !== 1 || particles.length < 2) return undefined;
  const names = particles.map((one) =>
    one.kind === 'element' && one.occurs.min === 1 && one.element.substitutes.length === 0
      ? one.element.name.localName
      : undefined,
  );
  const sure = names.filter((one) => one !== undefined);
  return sure.length === names.length && new Set(sure).size === sure.length ? sure : undefined;
}

/** A default or fixed value as the JSON its schema asks for. */
function defaultOf(text: string | undefined, type: SchemaType): Json | undefined {
  const simple = type.kind === 'simple' ? type : type.simpleContent;
  if (text === undefined || simple === undefined) return undefined;
  const kind = simpleSchema(simple).type;
  if (kind === 'boolean') return text === 'true' || text === '1';
  if (kind !== 'integer' && kind !== 'number') return text;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
