import type { QName } from '../../model/common/qname.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import type { AttributeTraits } from '../../model/xsd/traits.ts';
import { type Json, type JsonObject, json } from './json.ts';
import { simpleSchema } from './simple-schema.ts';

type Declared = AttributeTraits & { readonly type: SchemaType };

/** Schema of a value, extended by the declaration of its element or attribute. */
export function declaredSchema(
  schema: JsonObject,
  declared: Declared,
  attribute?: true,
): JsonObject {
  return json({
    ...schema,
    description: declared.documentation ?? schema.description,
    ...givenValues(declared),
    xml: json({ ...xmlName(declared.name), attribute }),
  });
}

/**
 * As {@link declaredSchema}, for an element whose value is an object.
 *
 * @param text the property with the text of the element
 */
export function declaredObject(schema: JsonObject, declared: Declared, text?: string): JsonObject {
  const { default: initial, fixed, ...others } = declared;
  const given = givenValues(declared);
  const { properties } = schema;
  const known = typeof properties === 'object' ? (properties as JsonObject) : {};
  if (text === undefined || Object.keys(given).length === 0) return declaredSchema(schema, others);
  const own = json({ ...(known[text] as JsonObject | undefined), ...given });
  return declaredSchema({ ...schema, properties: { ...known, [text]: own } }, others);
}

/** The values of a declaration. */
function givenValues({ default: initial, fixed, type }: Declared): JsonObject {
  return json({ default: defaultOf(initial, type), const: defaultOf(fixed, type) });
}

/**
 * The name of an element or attribute, for `xml` of OpenAPI, in which a namespace must be an
 * absolute URI; others are left out.
 */
export function xmlName({ namespace, localName }: QName): JsonObject {
  return json({ name: localName, namespace: isUri(namespace) ? namespace : undefined });
}

/** RFC 3986, section 3: a scheme, and nothing that a URI does not have. */
function isUri(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[\da-f]{2})*$/i.test(text);
}

/** A default or fixed value in the JSON form of its schema. */
function defaultOf(text: string | undefined, type: SchemaType): Json | undefined {
  const simple = type.kind === 'simple' ? type : type.simpleContent;
  if (text === undefined || simple === undefined) return undefined;
  const kind = simpleSchema(simple).type;
  if (kind === 'boolean') return text === 'true' || text === '1';
  if (kind !== 'integer' && kind !== 'number') return text;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}
