import { templateText } from '../encode.ts';
import { type Code, fitsLine, line, runtime } from './code.ts';
import { statement } from './statement.ts';

/**
 * Builds the body of a writer: constant text and expressions gather in one template literal until a condition or a loop needs what
 * came before to be added to `xml`.
 */
export interface XmlTemplate {
  readonly code: Code;
  pending: string;
  /** Whether `xml` is declared. */
  declared: boolean;
}

/** A template that adds its statements to a function body. */
export function createTemplate(code: Code): XmlTemplate {
  return { code, pending: '', declared: false };
}

/** Adds constant text. */
export function constant(template: XmlTemplate, text: string): void {
  template.pending += templateText(text);
}

/** Adds the value of an expression. */
export function expression(template: XmlTemplate, text: string): void {
  template.pending += `\${${text}}`;
}

/** Writes out what has gathered. */
export function flush(template: XmlTemplate): void {
  const { pending, code } = template;
  if (!template.declared) {
    statement(code, 'let xml =', pending === '' ? "''" : quoted(pending));
    template.declared = true;
  } else if (pending !== '') {
    statement(code, 'xml +=', quoted(pending));
  }
  template.pending = '';
}

/** A block whose statements add to `xml`. */
export function templateBlock(template: XmlTemplate, head: string, inside: () => void): void {
  const { code } = template;
  flush(template);
  const condition = /^if \((.*)\)$/.exec(head)?.[1];
  if (condition === undefined || fitsLine(code, `${head} {`)) line(code, `${head} {`);
  else for (const text of ['if (', `  ${condition}`, ') {']) line(code, text);
  code.indent += 1;
  inside();
  flush(template);
  code.indent -= 1;
  line(code, '}');
}

/** `return` of a whole message: elements that turned out empty become single tags. */
export function finishMessage(template: XmlTemplate): void {
  const { code, declared, pending } = template;
  template.pending = '';
  let whole = quoted(pending);
  if (declared) whole = pending === '' ? 'xml' : quoted(`\${xml}${pending}`);
  const mayHoldMarks = declared || /\b(orEmpty|markEmpty|write\w*\$?)\b/.test(pending);
  if (mayHoldMarks) statement(code, 'return', `${runtime(code, 'closeEmpty')}(${whole})`);
  else line(code, `return ${whole};`);
}

/** `return` of everything. */
export function finishTemplate(template: XmlTemplate): void {
  const { code, pending } = template;
  if (!template.declared) {
    statement(code, 'return', pending === '' ? "''" : quoted(pending));
  } else if (pending === '') {
    line(code, 'return xml;');
  } else {
    statement(code, 'return', quoted(`\${xml}${pending}`));
  }
  template.pending = '';
}

/** A template literal; a single expression that already is a string stands alone. */
function quoted(text: string): string {
  const only = /^\$\{([\w$.]+\([^`{}]*\))\}$/.exec(text);
  return only?.[1] ?? `\`${text}\``;
}
