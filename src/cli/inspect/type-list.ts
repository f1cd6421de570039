import type { ComplexType, Particle, SchemaType, SimpleType } from '../../model/schema.ts';
import type { ServiceModel, ServiceOperation } from '../../model/service-model.ts';
import type { Colours } from '../colours.ts';
import { arrayItem, fieldsOf, inputFields, outputFields } from '../fields.ts';
import { fieldType, isBuiltin, typeWord } from './signature.ts';

/** The types of a contract in document order, built-in ones and wrappers of arrays left out. */
export function typesOf(model: ServiceModel): readonly SchemaType[] {
  return model.types.filter(isShown);
}

/** Types that an operation's request, response and faults lead to, in the order they are met; anonymous ones too. */
export function typesReached(operation: ServiceOperation): readonly SchemaType[] {
  const soap = operation.soap11 ?? operation.soap12;
  const seen = new Set<SchemaType>();
  const headers = [soap?.input, soap?.output].flatMap((message) => message?.headers ?? []);
  const parts = [...headers, ...(soap?.faults ?? [])].map(({ part }) => part);
  const open: (SchemaType | undefined)[] = [
    ...[...inputFields(operation), ...outputFields(operation)].map(({ type }) => type),
    ...parts.map((part) => part.element?.type ?? part.type),
  ];
  for (const type of open) {
    if (type === undefined || seen.has(type)) continue;
    seen.add(type);
    if (type.kind === 'simple') open.push(type.item, ...(type.members ?? []));
    else open.push(type.soapArray?.item, ...fieldsOf(type).map((one) => one.type), ...type.derived);
  }
  return [...seen].filter(isShown);
}

function isShown(type: SchemaType): boolean {
  if (isBuiltin(type) || arrayItem(type) !== undefined) return false;
  return type.kind === 'complex' ? type.soapArray === undefined : type.name !== undefined;
}

/** Types in the words of the YAML notation, one block each. */
export function typeList(types: readonly SchemaType[], colours: Colours): string {
  if (types.length === 0) return 'only types of XML Schema\n';
  const blocks = types.map((type) =>
    type.kind === 'simple' ? simpleLine(type, colours) : complexBlock(type, colours),
  );
  return `${blocks.join('\n\n')}\n`;
}

function simpleLine(type: SimpleType, colours: Colours): string {
  const name = colours.bold(typeWord(type));
  const { enumeration, patterns } = type.facets;
  if (enumeration !== undefined) {
    return `${name}  ${enumeration.map(({ value }) => value).join(' | ')}`;
  }
  const pattern = patterns?.at(-1)?.map((one) => `/${one}/`);
  return `${name}  ${[simpleWord(type), ...(pattern ?? [])].join(' ')}`;
}

function simpleWord({ variety, builtin, item, members }: SimpleType): string {
  if (variety === 'list' && item !== undefined) return `list of ${typeWord(item)}`;
  if (variety === 'union') return (members ?? []).map(typeWord).join(' | ');
  return builtin ?? variety;
}

function complexBlock(type: ComplexType, colours: Colours): string {
  const marks = [
    type.abstract ? 'abstract' : '',
    type.base === undefined ? '' : `${type.derivation ?? 'extension'} of ${typeWord(type.base)}`,
    type.mixed ? 'mixed with text' : '',
    type.anyAttribute === undefined ? '' : 'any attributes',
    type.particle !== undefined && holdsAny(type.particle) ? 'any elements' : '',
  ].filter((mark) => mark !== '');
  const head = [colours.bold(typeWord(type)), colours.dim(marks.join(', '))];
  const fields = fieldsOf(type);
  const width = Math.max(0, ...fields.map(({ name }) => name.length));
  const rows = fields.map((field) => `  ${field.name.padEnd(width)}  ${fieldType(field)}`);
  return [head.join('  ').trimEnd(), ...rows].join('\n');
}

function holdsAny(particle: Particle): boolean {
  if (particle.kind === 'any') return true;
  return particle.kind === 'model' && particle.particles.some(holdsAny);
}
