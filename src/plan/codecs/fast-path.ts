import { stringLiteral } from '../encode.ts';
import { arrayLiteral } from '../layout.ts';
import { localName } from '../names.ts';
import type { ContentField, ElementField, ObjectShape } from '../shape.ts';
import { block, type Code, createCode, finish, fitsLine, line, uses } from './code.ts';
import { type CodecContext, namespaceConstant } from './context.ts';
import { ensureList, itemExpression } from './read-loop.ts';
import { nilIsAbsent, readText } from './read-place.ts';
import { parseReference } from './simple.ts';
import { callStatement, statement } from './statement.ts';

/** What the general loop of a type has in front of it, so that the usual message is read in one go. */
export interface FastPath {
  /** Prints what is done once, before the loop. */
  readonly declare: () => void;
  /** Prints what is tried before each child. */
  readonly pass: () => void;
}

/** From how many fields on a type that doesn't repeat gets a fast path. */
const manyFields = 12;

/**
 * The fused path of types that repeat or are large: children in schema order whose tags are foretold. What comes otherwise is left to the
 * general loop, which alone has to be right; behind each child it has read, the path goes on with the fields that are still open, as long
 * as that gets anywhere.
 *
 * @returns `undefined` where a type would gain nothing
 */
export function fastPath(
  context: CodecContext,
  code: Code,
  shape: ObjectShape,
  content: readonly ContentField[],
): FastPath | undefined {
  const least = context.repeats(shape) ? 2 : manyFields;
  if (content.length < least) return undefined;
  const fields = predictable(shape, content);
  if (fields.length < least) return undefined;
  const constant = `${context.typeFunction('tags', shape.family?.fieldsName ?? shape.name)}`;
  const names = fields.map((field) => stringLiteral(field.place.element.name.localName));
  context.ensure(constant, () => {
    const own = createCode();
    const text = arrayLiteral({
      before: `const ${constant}: readonly string[] = `,
      items: names,
      after: ';',
    });
    return finish(own, constant, false, text, context.shaper.namespaceOf(shape.source));
  });
  const inScope = namespaceConstant(context, code, shape.scope);
  return {
    declare() {
      statement(code, 'let tags =', `reader.tags(${uses(code, constant)}, ${inScope})`);
    },
    pass() {
      block(code, 'if (tags !== undefined)', () => {
        line(code, 'const from = reader.position;');
        fields.forEach((field, index) => {
          takeFast(context, code, field, `tags[${index * 2}]!`, `tags[${index * 2 + 1}]!`, inScope);
        });
        line(code, 'if (reader.position === from) tags = undefined;');
      });
    },
  };
}

/** Fields that are plain elements in the namespace of the content. */
function predictable(
  shape: ObjectShape,
  content: readonly ContentField[],
): readonly ElementField[] {
  return content.filter(
    (field): field is ElementField =>
      field.kind === 'element' &&
      field.place.element.name.namespace === shape.scope &&
      field.place.value.kind !== 'xml' &&
      // the start tag declares namespaces; where an ID stands is known to the general loop alone
      !(field.place.value.kind === 'simple' && (field.place.value.qnames || field.place.value.ids)),
  );
}

/** `if (…) statement;`, the statement below where that is too long. */
function onlyIf(code: Code, condition: string, text: string): void {
  const flat = `if (${condition}) ${text}`;
  if (fitsLine(code, flat)) {
    line(code, flat);
    return;
  }
  line(code, `if (${condition})`);
  line(code, `  ${text}`);
}

/** Statements that read a field if its element comes next. */
function takeFast(
  context: CodecContext,
  code: Code,
  field: ElementField,
  open: string,
  close: string,
  inScope: string,
): void {
  const { value } = field.place;
  const local = localName(field.property);
  if (value.kind !== 'simple') {
    takeElement(context, code, field, `reader.fastStart(${open}, ${inScope})`);
    return;
  }
  const text = simpleExpression(context, code, field, open, close);
  if (field.repeated) {
    block(code, 'for (;;)', () => {
      statement(code, 'const item =', text);
      line(code, 'if (item === undefined) break;');
      ensureList(code, field);
      line(code, `${local}.push(item);`);
    });
  } else if (field.place.nillable) {
    // null is a value that has come
    onlyIf(code, `${local} === undefined`, `${local} = ${text};`);
  } else {
    statement(code, `${local} ??=`, text);
  }
}

function takeElement(context: CodecContext, code: Code, field: ElementField, next: string): void {
  const local = localName(field.property);
  const expression = itemExpression(context, code, field);
  if (field.repeated) {
    block(code, `while (${next})`, () => {
      ensureList(code, field);
      callStatement(code, `${local}.push(${expression})`);
    });
    return;
  }
  block(code, `if (${local} === undefined && ${next})`, () => {
    if (nilIsAbsent(field, field.place.value)) {
      line(code, 'if (reader.isNil()) reader.skip();');
      line(code, `else ${local} = ${expression};`);
    } else {
      statement(code, `${local} =`, expression);
    }
  });
}

/** Methods of the reader that need no piece of text for themselves, by the function that reads one. */
const inPlace: ReadonlyMap<string, string> = new Map([
  ['parseXsdInt', 'fastInt'],
  ['parseXsdDateTimeAsDate', 'fastDate'],
]);

/** Expression of the value of a simple element, `undefined` if it doesn't come next. */
function simpleExpression(
  context: CodecContext,
  code: Code,
  { place, repeated }: ElementField,
  open: string,
  close: string,
): string {
  const { value, element } = place;
  if (value.kind !== 'simple') return 'undefined';
  const { codec } = value;
  if ((element.fixed ?? element.default) !== undefined) {
    const parsed = readText(context, code, value, 'text', element);
    return `reader.fastValue(${open}, ${close}, (text) => ${parsed})`;
  }
  if (codec.kind === 'text' && codec.whiteSpace === 'preserve') {
    return `reader.fastText(${open}, ${close})`;
  }
  if (codec.kind === 'builtin' && !repeated) {
    const method = inPlace.get(codec.parse);
    if (method !== undefined) return `reader.${method}(${open}, ${close})`;
  }
  return `reader.fastValue(${open}, ${close}, ${parseReference(context, code, value)})`;
}
