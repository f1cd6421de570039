import { namespaces } from '../../model/common/namespaces.ts';
import type { ServiceModel } from '../../model/wsdl/service-model.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/xsd/schema.ts';
import { fieldsOfObject, type MessageField } from '../../plan/messages/message-field.ts';
import { operationFields, withNestedFields } from '../../plan/messages/nested-fields.ts';
import type { OperationMessages } from '../../plan/messages/operation-messages.ts';
import { fieldType, simpleTypeWord, typeWord } from '../../plan/messages/type-word.ts';
import type { Shaper } from '../../plan/shapes/shaper.ts';
import type { Colours } from '../terminal/colours.ts';

/** The types of a contract in document order, without built-in ones and array wrappers. */
export function typesOf(model: ServiceModel, shaper: Shaper): readonly SchemaType[] {
  return model.types.filter((type) => isShown(type, shaper));
}

/**
 * Types used in an operation's request, response and faults, in order of discovery, including
 * anonymous ones.
 */
export function typesReached(messages: OperationMessages, shaper: Shaper): readonly SchemaType[] {
  const whole = [messages.input, messages.output].flatMap(({ body }) =>
    body.kind === 'object' && body.object.source.name !== undefined ? [body.object.source] : [],
  );
  const inside = withNestedFields(operationFields(messages)).flatMap(typesOfField);
  return [...new Set<SchemaType>([...whole, ...inside])].filter((type) => isShown(type, shaper));
}

/** The type of a property, with its possible replacements, or the types it consists of. */
function typesOfField({ value }: MessageField): readonly SchemaType[] {
  if (value.kind === 'object') {
    return [value, ...(value.family?.members ?? [])].map(({ source }) => source);
  }
  if (value.kind !== 'simple') return [];
  const found: SimpleType[] = [value.source];
  for (const { item, members = [] } of found) {
    found.push(...(item === undefined ? members : [item, ...members]));
  }
  return found;
}

function isShown(type: SchemaType, shaper: Shaper): boolean {
  const namespace = type.name?.namespace;
  if (namespace === namespaces.xsd || namespace === namespaces.microsoftTypes) return false;
  return type.kind === 'simple' ? type.name !== undefined : shaper.value(type).kind === 'object';
}

/** Types in the YAML notation, one block each. */
export function typeList(types: readonly SchemaType[], shaper: Shaper, colours: Colours): string {
  if (types.length === 0) return 'only types of XML Schema\n';
  const blocks = types.map((type) =>
    type.kind === 'simple'
      ? simpleLine(type, shaper, colours)
      : complexBlock(type, shaper, colours),
  );
  return `${blocks.join('\n\n')}\n`;
}

function simpleLine(type: SimpleType, shaper: Shaper, colours: Colours): string {
  const name = colours.bold(typeWord(shaper.simple(type)));
  const { enumeration, patterns } = type.facets;
  if (enumeration !== undefined) {
    return `${name}  ${enumeration.map(({ value }) => value).join(' | ')}`;
  }
  const pattern = patterns?.at(-1)?.map((one) => `/${one}/`);
  return `${name}  ${[varietyWord(type), ...(pattern ?? [])].join(' ')}`;
}

function varietyWord({ variety, builtin, item, members }: SimpleType): string {
  if (variety === 'list' && item !== undefined) return `list of ${simpleTypeWord(item)}`;
  if (variety === 'union') return (members ?? []).map(simpleTypeWord).join(' | ');
  return builtin ?? variety;
}

function complexBlock(type: ComplexType, shaper: Shaper, colours: Colours): string {
  const object = shaper.object(type);
  const { base, derivation = 'extension' } = type;
  const marks = [
    ...(type.abstract ? ['abstract'] : []),
    ...(base === undefined ? [] : [`${derivation} of ${typeWord(shaper.value(base))}`]),
  ];
  const head = [colours.bold(object.name), colours.dim(marks.join(', '))];
  const fields = fieldsOfObject(object);
  const width = Math.max(0, ...fields.map(({ property }) => property.length));
  const rows = fields.map((field) => `  ${field.property.padEnd(width)}  ${fieldType(field)}`);
  return [head.join('  ').trimEnd(), ...rows].join('\n');
}
