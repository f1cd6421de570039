import { withCause } from '../operation/descriptor.ts';

const DOUBLE_QUOTE = 34;
const SINGLE_QUOTE = 39;
const COMMA = 44;
const COLON = 58;
const LIST = 91;
const BACKSLASH = 92;
const LIST_END = 93;
const OBJECT = 123;
const OBJECT_END = 125;

/** Letters, digits and signs of names without quotes, of numbers and of words. */
const token = /[\p{L}\p{N}._+$-]*/uy;
const space = /\s*/y;
const number = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const numberWords: readonly string[] = ['NaN', 'Infinity', '-Infinity'];
const escapes: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '"': '"',
  "'": "'",
  '/': '/',
  '\\': '\\',
};

/**
 * Reads JSON as the serializer of .NET does, which also takes texts in single quotes, and
 * names without any. Takes time in proportion to the length.
 *
 * @param most values that it may have
 * @throws ScriptError it is not JSON, has more values or levels, or an object has a member twice,
 *   of which readers would take different ones
 */
export function parseScript(text: string, most: number): ScriptValue {
  const parser = new Parser(text, most);
  const value = parser.value(0);
  parser.end();
  return value;
}

class Parser {
  private at = 0;
  private count = 0;
  private readonly text: string;
  private readonly most: number;

  constructor(text: string, most: number) {
    this.text = text;
    this.most = most;
  }

  value(depth: number): ScriptValue {
    this.count += 1;
    if (this.count > this.most) this.refuse(`The request has more than ${this.most} values.`);
    if (depth > mostLevels) this.refuse('RecursionLimit exceeded.');
    switch (this.next()) {
      case OBJECT:
        return this.object(depth);
      case LIST:
        return this.list(depth);
      case DOUBLE_QUOTE:
      case SINGLE_QUOTE:
        return this.string();
      default:
        return this.primitive();
    }
  }

  /** Only white space may follow. */
  end(): void {
    if (!Number.isNaN(this.next())) this.refuse('Invalid JSON primitive', this.text.slice(this.at));
  }

  private object(depth: number): ScriptValue {
    const members = new Map<string, ScriptValue>();
    this.at += 1;
    while (this.next() !== OBJECT_END) {
      const name = this.memberName();
      if (members.has(name)) this.refuse('The object has this member twice', name);
      if (this.next() !== COLON) this.refuse("Invalid object passed in, ':' or '}' expected.");
      this.at += 1;
      members.set(name, this.value(depth + 1));
      const code = this.next();
      if (code === OBJECT_END) break;
      if (code !== COMMA) this.refuse("Invalid object passed in, ':' or '}' expected.");
      this.at += 1;
    }
    this.at += 1;
    return members;
  }

  private memberName(): string {
    const code = this.next();
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return this.string();
    const name = this.match(token);
    return name === '' ? this.refuse('Invalid object passed in, member name expected.') : name;
  }

  private list(depth: number): ScriptValue {
    const items: ScriptValue[] = [];
    this.at += 1;
    if (this.next() === LIST_END) {
      this.at += 1;
      return items;
    }
    for (;;) {
      items.push(this.value(depth + 1));
      const code = this.next();
      this.at += 1;
      if (code === LIST_END) return items;
      if (code !== COMMA) this.refuse("Invalid array passed in, ']' expected.");
    }
  }

  private string(): string {
    const { text } = this;
    const quote = text.charCodeAt(this.at);
    let found = '';
    let from = this.at + 1;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === quote) {
        this.at = at + 1;
        return found + text.slice(from, at);
      }
      if (code !== BACKSLASH) continue;
      found += text.slice(from, at);
      const [sign, length] = this.escaped(at + 1);
      found += sign;
      at += length;
      from = at + 1;
    }
    return this.refuse('Unterminated string passed in.');
  }

  /** What an escape stands for, and its length. */
  private escaped(at: number): readonly [sign: string, length: number] {
    const letter = this.text.charAt(at);
    const sign = Object.keys(escapes).includes(letter) ? escapes[letter] : undefined;
    if (sign !== undefined) return [sign, 1];
    const digits = this.text.slice(at + 1, at + 5);
    if (letter === 'u' && /^[\da-f]{4}$/i.test(digits)) {
      return [String.fromCharCode(Number.parseInt(digits, 16)), 5];
    }
    return this.refuse('Unrecognized escape sequence.');
  }

  private primitive(): ScriptValue {
    const word = this.match(token);
    if (word === 'null') return null;
    if (word === 'true' || word === 'false') return word === 'true';
    if (number.test(word) || numberWords.includes(word)) return new ScriptNumber(word);
    return this.refuse('Invalid JSON primitive', word);
  }

  /** The character that comes next after white space; NaN at the end. */
  private next(): number {
    this.match(space);
    return this.text.charCodeAt(this.at);
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }

  private refuse(problem: string, what?: string): never {
    const told = what === undefined ? problem : `${problem}: ${shortened(what)}.`;
    throw new ScriptError(told, 'System.ArgumentException');
  }
}

/** A value of JSON as a script sends it. Numbers keep their text, which may be exact. */
export type ScriptValue =
  | null
  | boolean
  | string
  | ScriptNumber
  | readonly ScriptValue[]
  | ScriptObject;

/** The members of an object, under any names. */
export type ScriptObject = ReadonlyMap<string, ScriptValue>;

/** A number, as it is written. */
export class ScriptNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Levels of objects and lists, as the serializer of .NET takes them. */
export const mostLevels = 100;

/** Exceptions of .NET that ASMX has for what scripts send. */
type ExceptionType = 'System.ArgumentException' | 'System.InvalidOperationException';

/** Why a call of a script was refused. Its name is the type of ASMX's exception. */
export class ScriptError extends Error {
  override readonly name: ExceptionType;

  constructor(
    message: string,
    name: ExceptionType = 'System.InvalidOperationException',
    cause?: unknown,
  ) {
    super(message, ...withCause(cause));
    this.name = name;
  }
}

/** At most a hundred characters of a text. */
export function shortened(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}...` : text;
}

/** Characters that the serializer of .NET escapes, so that no page takes them for markup. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
const special = /["\\'<>&\u0000-\u001f\u0085\u2028\u2029]/g;

const short: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

/** Writes a text as JSON, as .NET does. */
export function scriptText(text: string): string {
  return `"${text.replace(special, escaped)}"`;
}

function escaped(sign: string): string {
  return short[sign] ?? `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Writes a member of an object. */
export function scriptMember(name: string, value: string): string {
  return `${scriptText(name)}:${value}`;
}

/** Writes an object of members that are written. */
export function scriptObject(members: readonly string[]): string {
  return `{${members.join(',')}}`;
}
