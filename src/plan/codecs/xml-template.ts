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
  /** The expression that is all that has gathered. */
  alone: string | undefined;
  /** Whether `xml` is declared. */
  declared: boolean;
}

/** A template that adds its statements to a function body. */
export function createTemplate(code: Code): XmlTemplate {
  return { code, pending: '', alone: undefined, declared: false };
}

/** Adds constant text. */
export function constant(template: XmlTemplate, text: string): void {
  template.pending += templateText(text);
  template.alone = undefined;
}

/** Adds the value of an expression. */
export function expression(template: XmlTemplate, text: string): void {
  template.alone = template.pending === '' ? text : undefined;
  template.pending += `\${${text}}`;
}

/** Writes out what has gathered. */
export function flush(template: XmlTemplate): void {
  if (!template.declared) {
    addGathered(template, 'let xml =');
    template.declared = true;
  } else if (template.pending !== '') {
    addGathered(template, 'xml +=');
  }
}

/** A block whose statements add to `xml`. */
export function templateBlock(template: XmlTemplate, head: string, inside: () => void): void {
  flush(template);
  line(template.code, `${head} {`);
  finishBlock(template, inside);
}

/** `if (…) {`, whose statements add to `xml`. */
export function templateIf(template: XmlTemplate, condition: string, inside: () => void): void {
  const { code } = template;
  flush(template);
  const head = `if (${condition}) {`;
  if (fitsLine(code, head)) line(code, head);
  else for (const text of ['if (', `  ${condition}`, ') {']) line(code, text);
  finishBlock(template, inside);
}

function finishBlock(template: XmlTemplate, inside: () => void): void {
  const { code } = template;
  code.indent += 1;
  inside();
  flush(template);
  code.indent -= 1;
  line(code, '}');
}

/** `return` of a whole message: elements that turned out empty become single tags. */
export function finishMessage(template: XmlTemplate): void {
  const { code, declared, pending } = template;
  const whole = wholeOf(template);
  template.pending = '';
  const mayHoldMarks = declared || /\b(orEmpty|markEmpty|write\w*\$?)\b/.test(pending);
  if (!mayHoldMarks) {
    line(code, `return ${whole};`);
    return;
  }
  const call = `return ${runtime(code, 'closeEmpty')}(`;
  const flat = `${call}${whole});`;
  if (fitsLine(code, flat)) line(code, flat);
  else for (const text of [call, `  ${whole},`, ');']) line(code, text);
}

/** `return` of everything. */
export function finishTemplate(template: XmlTemplate): void {
  if (!template.declared) addGathered(template, 'return');
  else line(template.code, `return ${wholeOf(template)};`);
  template.pending = '';
}

/** A statement that ends in what has gathered; a template literal is never broken. */
function addGathered(template: XmlTemplate, head: string): void {
  const { code, pending } = template;
  const call = callAlone(template);
  if (call !== undefined) statement(code, head, call);
  else line(code, pending === '' ? `${head} '';` : `${head} \`${pending}\`;`);
  template.pending = '';
}

/** `xml` and what has gathered since as one expression. */
function wholeOf(template: XmlTemplate): string {
  const { declared, pending } = template;
  if (!declared) return callAlone(template) ?? `\`${pending}\``;
  return pending === '' ? 'xml' : `\`\${xml}${pending}\``;
}

/** The single expression that has gathered, where it is a call, whose value is a string already. */
function callAlone({ alone, pending }: XmlTemplate): string | undefined {
  if (alone === undefined || pending === '') return undefined;
  return /^[\w$.]+\([^`{}]*\)$/.test(alone) ? alone : undefined;
}
