import type { QName } from '../../model/common/qname.ts';
import type { SchemaType } from '../../model/xsd/schema.ts';
import type { AttributeTraits } from '../../model/xsd/traits.ts';
import { type Json, type JsonObject, json } from '../../plan/json-schema/json.ts';
import { simpleSchema } from './simple-schema.ts';

/** Schema of a value with what the declaration of its element or attribute adds. */
export function declaredSchema(
  schema: JsonObject,
  declared: AttributeTraits & { readonly type: SchemaType },
  attribute?: true,
): JsonObject {
  return json({
    ...schema,
    description: declared.documentation ?? schema.description,
    default: defaultOf(declared.default, declared.type),
    const: defaultOf(declared.fixed, declared.type),
    xml: json({ ...xmlName(declared.name), attribute }),
  });
}

/** The name of an element or attribute, for `xml` of OpenAPI. */
export function xmlName({ namespace, localName }: QName): JsonObject {
  return json({ name: localName, namespace: namespace || undefined });
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
