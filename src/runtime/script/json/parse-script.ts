import { ScriptError, shortened } from './script-error.ts';
import { mostLevels, ScriptNumber, type ScriptValue } from './script-value.ts';

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
