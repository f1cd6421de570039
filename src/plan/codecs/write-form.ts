import { propertyAccess, stringLiteral } from '../encode.ts';
import { localName } from '../names.ts';
import type { CodecPlan } from '../plan.ts';
import type { TypeText } from '../shape.ts';
import { type Code, createCode, finishFunction, line, runtime, typed } from './code.ts';
import type { CodecContext } from './context.ts';
import { canBeEmpty, type FormParameter } from './form-codecs.ts';
import { guarded } from './guarded.ts';
import { formatExpression } from './simple.ts';
import { loopHead, statement } from './statement.ts';
import {
  constant,
  createTemplate,
  expression,
  finishTemplate,
  flush,
  templateBlock,
  templateIf,
  type XmlTemplate,
} from './xml-template.ts';

/** Where the code of a form goes. */
interface FormCode {
  readonly context: CodecContext;
  readonly code: Code;
  readonly template: XmlTemplate;
}

/** The function that writes query string or form. */
export function writeForm(
  context: CodecContext,
  parameters: readonly FormParameter[],
  type: TypeText | undefined,
  name: string,
  operation: string,
  namespace: string,
): CodecPlan {
  const code = createCode();
  const template = createTemplate(code);
  const [first] = parameters;
  if (first === undefined) line(code, "return '';");
  else {
    const isAlwaysThere = first.part.optional !== true && !first.list && !first.bytes;
    const write = (): void => {
      for (const parameter of parameters) {
        const separator = parameter === first && isAlwaysThere ? '' : '&';
        writeParameter({ context, code, template }, parameter, separator);
      }
      if (isAlwaysThere) finishTemplate(template);
      else {
        flush(template);
        line(code, "return xml.startsWith('&') ? xml.slice(1) : xml;");
      }
    };
    guarded(code, write, `${runtime(code, 'unwritable')}(error, input)`);
  }
  const none = first === undefined || type === undefined;
  return finishFunction(code, {
    name,
    exported: true,
    doc: `Writes the parameters of operation \`${operation}\` as a query string or form.`,
    parameters: none ? [] : [`input: ${typed(code, type)}`],
    returns: 'string',
    namespace,
  });
}

/** A parameter, left out where it may be and is. */
function writeParameter(form: FormCode, parameter: FormParameter, separator: string): void {
  const { context, template } = form;
  const { part, field, item, list, bytes } = parameter;
  const value = propertyAccess('input', field.property);
  if (part.optional !== true) {
    writeGiven(form, parameter, separator, value);
    return;
  }
  const mayBeNull = field.place.nillable && !list && !bytes && canBeEmpty(context, item);
  templateIf(template, `${value} ${mayBeNull ? '!== undefined' : '!= null'}`, () => {
    writeGiven(form, parameter, separator, value);
  });
}

/**
 * A parameter that is there. Of single values that may be absent or null in the input, only a text can be sent empty; a list is a
 * parameter for each item, so that one which is absent is sent like an empty one.
 */
function writeGiven(
  form: FormCode,
  { part, field, item, list, bytes }: FormParameter,
  separator: string,
  value: string,
): void {
  const { context, code, template } = form;
  const property = stringLiteral(field.property);
  const wire = encodeURIComponent(part.name);
  const isLeftOut = part.optional === true;
  const nullable = field.place.nillable || (field.optional && !isLeftOut);
  if (bytes) {
    const text = `${runtime(code, 'encodeFormBytes')}(${stringLiteral(wire)}, ${value})`;
    expression(template, nullable && !isLeftOut ? `${value} == null ? '' : ${text}` : text);
    return;
  }
  if (list) {
    flush(template);
    const given = nullable && !isLeftOut ? `${value} ?? []` : value;
    const items = `${runtime(code, 'asList')}(${given}, input, ${property})`;
    statement(code, `const ${localName(field.property)} =`, items);
    writeItems(form, part.name, field, item);
    return;
  }
  const isText = canBeEmpty(context, item);
  const given =
    nullable && !isText && !isLeftOut
      ? `${runtime(code, 'formParameter')}(${value}, input, ${property})`
      : value;
  constant(template, `${separator}${wire}=`);
  const format = formatExpression(context, code, item, given, 'input', property, 'raw');
  const text = encoded(form, format);
  expression(template, nullable && isText ? `${value} == null ? '' : ${text}` : text);
}

/** The items of a list, each as a parameter. */
function writeItems(
  form: FormCode,
  name: string,
  field: FormParameter['field'],
  item: FormParameter['item'],
): void {
  const { context, code, template } = form;
  const local = localName(field.property);
  const { value } = field.place;
  const holdsNull = value.kind === 'array' && value.item.nillable;
  templateBlock(template, loopHead(code, local), () => {
    line(code, `const item = ${runtime(code, 'at')}(${local}, index);`);
    constant(template, `&${encodeURIComponent(name)}=`);
    const text = formatExpression(context, code, item, 'item', local, 'String(index)', 'raw');
    const all = encoded(form, text);
    expression(template, holdsNull ? `item === null ? '' : ${all}` : all);
  });
}

function encoded({ code }: FormCode, text: string): string {
  return `${runtime(code, 'encodeFormValue')}(${text})`;
}
