import { namespaces } from '../../../model/common/namespaces.ts';
import { stringLiteral } from '../../print/encode.ts';
import { binary, call } from '../../print/node.ts';
import type { AttributeField, ObjectShape } from '../../shapes/shape.ts';
import { tagFields } from '../../shapes/shape-nil.ts';
import { local, property, runtime } from '../codec.ts';
import type { CodecContext } from '../context.ts';
import { writeFixed } from '../simple/fixed-code.ts';
import { constantText } from '../simple/simple.ts';
import { type AttributeTag, writeAttributeText } from './write-text.ts';
import { constant, expression, inParts, onlyWhere, type Piece } from './xml-template.ts';

/** The content of the start tag of a type. */
export interface TagFields {
  readonly pieces: readonly Piece[];
  /** Prefixes that QNames in it may have declared. */
  readonly prefixes: Set<string>;
}

/** Writes the attributes of `value` into the start tag of its element. */
export function writeTagFields(context: CodecContext, shape: ObjectShape): TagFields {
  const prefixes = new Set<string>();
  let position = 0;
  const fields = tagFields(shape).map((field) => {
    if (field.kind === 'attribute') {
      position += 1;
      return writeAttribute(context, field, { position, prefixes });
    }
    const value = property(local('value'), field.property);
    const write = runtime('writeOtherAttributes');
    return [expression(call(write, value, local('value'), stringLiteral(field.property)))];
  });
  return { pieces: inParts(fields), prefixes };
}

function writeAttribute(
  context: CodecContext,
  field: AttributeField,
  tag: Omit<AttributeTag, 'name'>,
): readonly Piece[] {
  const { use, shape } = field;
  const { namespace, localName } = use.name;
  const value = property(local('value'), field.property);
  const source = { value, owner: local('value'), name: stringLiteral(field.property) };
  const prefix = namespace === namespaces.xml ? 'xml:' : `a${tag.position}:`;
  const name = namespace === '' ? localName : prefix + localName;
  const isDeclared = namespace !== '' && namespace !== namespaces.xml;
  const uri = constantText(namespace, 'attribute');
  const declaration = isDeclared ? [constant(` xmlns:a${tag.position}="${uri}"`)] : [];
  const { fixed } = use;
  const given =
    fixed === undefined ? source : { ...source, value: writeFixed(context, shape, source, fixed) };
  const text = writeAttributeText(context, shape, given, { ...tag, name });
  const pieces = [...declaration, ...text];
  return use.required ? pieces : [onlyWhere(binary('!==', value, 'undefined'), pieces)];
}
