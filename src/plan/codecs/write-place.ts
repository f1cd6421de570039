import { stringLiteral } from '../encode.ts';
import { shortHash } from '../names.ts';
import type { ObjectShape, PlaceShape, SimpleShape, ValueShape } from '../shape.ts';
import { typesAt } from '../shape-family.ts';
import { line, runtime, uses } from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { checkedList } from './count-code.ts';
import { writeFixed } from './fixed-code.ts';
import { constantText } from './simple.ts';
import { standInWriter } from './stand-in-codecs.ts';
import type { ValueSource } from './value-source.ts';
import { writeNillable } from './write-nil.ts';
import { writeText } from './write-text.ts';
import { arrayWriter, hasStandingContent, objectWriter } from './write-type.ts';
import { constant, expression, flush, type XmlTemplate } from './xml-template.ts';

/** A start tag without its end, the name of the end tag, and the default namespace inside. */
interface Tag {
  readonly start: string;
  readonly name: string;
  readonly scope: string;
}

function declaration(prefix: string, namespace: string): string {
  return ` xmlns${prefix === '' ? '' : `:${prefix}`}="${constantText(namespace, 'attribute')}"`;
}

/** Namespace the content of a value is to be written under; `undefined` where it has no elements inside. */
function contentScope(value: ValueShape): string | undefined {
  // names without a namespace can be written only where there is no default namespace
  if (tagHoldsQNames(value)) return '';
  if (value.kind === 'array') return value.scope;
  if (value.kind !== 'object' || isEmpty(value)) return undefined;
  const inside = value.fields.some(
    (field) =>
      field.kind !== 'attribute' && field.kind !== 'anyAttributes' && field.kind !== 'text',
  );
  return inside || value.family !== undefined ? value.scope : undefined;
}

/** Whether QNames may be in the start tag of an element, or in its text. */
function tagHoldsQNames(value: ValueShape): boolean {
  if (value.kind === 'simple') return value.qnames;
  if (value.kind !== 'object') return false;
  const members = value.family?.head === true ? value.family.members : [value];
  return members.some(({ fields }) =>
    fields.some(
      (field) => (field.kind === 'attribute' || field.kind === 'text') && field.shape.qnames,
    ),
  );
}

function isEmpty(shape: ObjectShape): boolean {
  return shape.fields.length === 0 && shape.family === undefined;
}

/** Whether an element is written the same whatever its value. */
export function isConstant({ value, nillable }: PlaceShape): boolean {
  return value.kind === 'object' && isEmpty(value) && !nillable;
}

/**
 * The tag of an element under a default namespace. An element whose content is in another namespace than itself gets a prefix, so that
 * the content needs none.
 */
function tagOf(place: PlaceShape, scope: string): Tag {
  const { namespace, localName } = place.element.name;
  const content = place.standIns.some(({ object }) => tagHoldsQNames(object))
    ? ''
    : contentScope(place.value);
  const switched = namespace === scope ? '' : declaration('', namespace);
  if (content === undefined || content === namespace || namespace === '') {
    return { start: `<${localName}${switched}`, name: localName, scope: namespace };
  }
  const inner = content === scope ? '' : declaration('', content);
  const name = `q1:${localName}`;
  return { start: `<${name}${declaration('q1', namespace)}${inner}`, name, scope: content };
}

/**
 * Writes an element with a value that is there.
 *
 * @param attributes text in the start tag beside what the value has, such as `xsi:type` of encoded messages
 */
export function writePlace(
  context: CodecContext,
  template: XmlTemplate,
  place: PlaceShape,
  source: ValueSource,
  scope: string,
  attributes = '',
): void {
  const { value } = place;
  if (value.kind === 'xml') {
    writeXml(context, template, place, source, scope);
    return;
  }
  const tag = tagOf(place, scope);
  const given = attributes === '' ? tag : { ...tag, start: tag.start + attributes };
  const write = (): void => {
    const plain = (): void => writeValue(context, template, value, source, given, place);
    if (place.standIns.length === 0) plain();
    else writeStandIn(context, template, place, source, tag, plain);
  };
  if (place.nillable) writeNillable(context, template, place, source, tag, write);
  else write();
}

function writeValue(
  context: CodecContext,
  template: XmlTemplate,
  value: Exclude<ValueShape, { kind: 'xml' }>,
  source: ValueSource,
  tag: Tag,
  place: PlaceShape,
): void {
  const { code } = template;
  const end = `</${tag.name}>`;
  switch (value.kind) {
    case 'simple': {
      writeSimple(context, template, place, value, source, tag);
      return;
    }
    case 'array': {
      const writer = uses(code, arrayWriter(context, value, tag.scope));
      const given = checkedList(code, value, source.value, source.owner, source.name);
      constant(template, value.soap ? tag.start : `${tag.start}>`);
      expression(template, marked(code, `${writer}(${given})`, !value.soap && value.min === 0));
      constant(template, end);
      return;
    }
    case 'object': {
      if (isEmpty(value)) {
        constant(template, `${tag.start} />`);
        return;
      }
      const writer = uses(code, objectWriter(context, value, tag.scope));
      constant(template, value.tagged ? tag.start : `${tag.start}>`);
      expression(
        template,
        marked(
          code,
          `${writer}(${checkedObject(code, place, source)})`,
          !value.tagged && !hasStandingContent(value),
        ),
      );
      constant(template, end);
    }
  }
}

function writeSimple(
  context: CodecContext,
  template: XmlTemplate,
  place: PlaceShape,
  value: SimpleShape,
  source: ValueSource,
  tag: Tag,
): void {
  const { code } = template;
  const { fixed } = place.element;
  const given = fixed === undefined ? source : writeFixed(context, code, value, source, fixed);
  constant(template, tag.start);
  writeText(context, template, value, given);
  constant(template, `</${tag.name}>`);
}

/** Writes a value that is there, and may be of a complex type that stands in for the simple one. */
function writeStandIn(
  context: CodecContext,
  template: XmlTemplate,
  place: PlaceShape,
  source: ValueSource,
  tag: Tag,
  otherwise: () => void,
): void {
  const { code } = template;
  const writer = uses(code, standInWriter(context, place, tag.scope));
  flush(template);
  line(code, `if (${runtime(code, 'hasType')}(${source.value})) {`);
  code.indent += 1;
  constant(template, tag.start);
  expression(template, `${writer}(${source.value})`);
  constant(template, `</${tag.name}>`);
  flush(template);
  code.indent -= 1;
  line(code, '} else {');
  code.indent += 1;
  otherwise();
  flush(template);
  code.indent -= 1;
  line(code, '}');
}

/** An expression of content, in which an empty one leaves its mark where it can be empty. */
function marked(code: XmlTemplate['code'], content: string, possible: boolean): string {
  return possible ? `${runtime(code, 'orEmpty')}(${content})` : content;
}

/** The value, known to be an object; what comes from `objectAt` is checked already. */
function checkedObject(code: XmlTemplate['code'], place: PlaceShape, source: ValueSource): string {
  const { value, owner, name } = source;
  const checked =
    owner === '' ? value : `${runtime(code, 'asObject')}(${value}, ${owner}, ${name})`;
  return onlyTypesWritten(code, place, checked);
}

/** An expression of a value, checked to be of a type that its place allows. */
export function onlyTypesWritten(
  code: XmlTemplate['code'],
  place: PlaceShape,
  value: string,
): string {
  const types = typesAt(place);
  if (types === undefined) return value;
  const literals = types.map(({ family }) => stringLiteral(family?.literal ?? ''));
  const first = types[0] === place.value ? ['undefined'] : [];
  return `${runtime(code, 'onlyTyped')}(${value}, [${[...first, ...literals].join(', ')}])`;
}

/** `xs:anyType`: the element given, under the name the schema gives. */
function writeXml(
  context: CodecContext,
  template: XmlTemplate,
  place: PlaceShape,
  source: ValueSource,
  scope: string,
): void {
  const { code } = template;
  const { namespace, localName } = place.element.name;
  const write = runtime(code, 'writeAnyAs');
  const inScope = namespaceConstant(context, code, scope);
  const own = namespaceConstant(context, code, namespace);
  const owner = source.owner === '' ? runtime(code, 'standalone') : source.owner;
  const call = `${write}(${source.value}, ${stringLiteral(localName)}, ${own}, ${inScope}, ${owner}, ${source.name})`;
  const writeElement = (): void => expression(template, call);
  if (place.nillable) {
    writeNillable(context, template, place, source, tagOf(place, scope), writeElement);
  } else writeElement();
}

/** Suffix of a function that writes under another default namespace than a type's own. */
export function scopeSuffix(own: string, scope: string): string {
  if (own === scope) return '';
  return scope === '' ? '$Unqualified' : `$In${shortHash(scope)}`;
}
