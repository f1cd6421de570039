import type { Complain, DataScalar } from '../../diagnostics/data-node.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type { ArrayType, NamedType, TypeExpression } from '../../model/yaml/notation.ts';

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Most `[]` after one name. */
const maximumDepth = 16;

/**
 * Reads a type expression: a name, then any of `[]`, `?`, `*`, and `| null`; parentheses group.
 * Reports invalid combinations, with what to write instead.
 */
export function readTypeExpression(
  node: DataScalar,
  complain: Complain,
): TypeExpression | undefined {
  return new ExpressionReader(node, complain).whole();
}

class ExpressionReader {
  readonly #node: DataScalar;
  readonly #complain: Complain;
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(node: DataScalar, complain: Complain) {
    this.#node = node;
    this.#complain = complain;
    this.#tokens = tokenize(node.text);
  }

  whole(): TypeExpression | undefined {
    const { text, place } = this.#node;
    if (text.length > 1000) return this.#fail('the type expression is too long');
    const type = this.#union();
    const rest = this.#next;
    if (type === undefined || rest === undefined) return type && { ...type, span: place };
    const separate = rest.text === ',' || rest.text === ';' || /^[\p{L}_]/u.test(rest.text);
    const help = separate ? 'give each parameter a key of its own' : undefined;
    return this.#fail(`'${rest.text}' is unexpected in type expression '${text}'`, help, rest);
  }

  /** The token that comes next. */
  get #next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  #spanOf({ start, end }: Token): Span {
    const { textStart, place } = this.#node;
    if (textStart === undefined) return place;
    return { file: place.file, start: textStart + start, end: textStart + end };
  }

  #fail(message: string, help?: string, token?: Token): undefined {
    const span = token === undefined ? this.#node.place : this.#spanOf(token);
    this.#complain(span, 'ASMX1014', message, { help });
    return undefined;
  }

  #unexpected(token: Token | undefined): undefined {
    const { text } = this.#node;
    if (token === undefined) {
      const help = 'a type looks like int, string?, Item[], Item* or Item | null';
      return this.#fail(`type expression '${text}' ends too early`, help);
    }
    const message = `'${token.text}' is unexpected in type expression '${text}'`;
    return this.#fail(message, undefined, token);
  }

  #union(): TypeExpression | undefined {
    const first = this.#next;
    let type: TypeExpression | undefined;
    let nillable = false;
    for (;;) {
      const token = this.#next;
      if (token?.text === 'null') {
        if (!this.#readNull(token, nillable)) return undefined;
        nillable = true;
      } else {
        const member = this.#postfix();
        if (member === undefined) return undefined;
        if (type !== undefined) {
          const message = 'only null can be the other side of a union';
          return this.#fail(message, 'declare a type of its own', token);
        }
        type = member;
      }
      if (this.#next?.text !== '|') break;
      this.#at++;
    }
    if (type === undefined) {
      const help = 'write a type before it: string | null';
      return this.#fail('null alone is not a type', help, first);
    }
    return nillable ? { ...type, nillable: true } : type;
  }

  /**
   * Reads `null`. Returns `false`, reported, if there is one already, or something wrong follows.
   */
  #readNull(token: Token, twice: boolean): boolean {
    this.#at++;
    const next = this.#next;
    if (twice) this.#fail("'null' appears twice", undefined, token);
    else if (next !== undefined && next.text !== '|' && next.text !== ')') {
      const help =
        next.text === '?' ? 'put the question mark after the type: string? | null' : undefined;
      this.#fail(`'${next.text}' cannot follow 'null'`, help, next);
    } else return true;
    return false;
  }

  #postfix(): TypeExpression | undefined {
    let type = this.#primary();
    let depth = 0;
    for (;;) {
      const token = this.#next;
      if (type === undefined || token === undefined) return type;
      if (token.text === '[]') {
        depth++;
        if (depth > maximumDepth) {
          return this.#fail(`more than ${maximumDepth} '[]'`, undefined, token);
        }
        type = this.#arrayOf(type, token);
      } else if (token.text === '?' || token.text === '*') type = this.#mark(type, token);
      else return type;
      this.#at++;
    }
  }

  #arrayOf(item: TypeExpression, token: Token): TypeExpression | undefined {
    const name = item.base.kind === 'named' ? item.base.name : 'item';
    if (item.optional) {
      const help = `write ${name}[]? for an array that may be absent`;
      return this.#fail('an item of an array cannot be optional', help, token);
    }
    if (item.repeated) {
      const help = `write ${name}[][] for an array of arrays`;
      return this.#fail("'*' and '[]' cannot be combined", help, token);
    }
    const span = { ...item.span, end: this.#spanOf(token).end };
    return plainType({ kind: 'array', item, span });
  }

  #mark(type: TypeExpression, token: Token): TypeExpression | undefined {
    const help = "a repeated element may be absent already: leave the '?' out";
    if (token.text === '?' && type.repeated) {
      return this.#fail("'?' says nothing after '*'", help, token);
    }
    if (token.text === '*' && type.optional) {
      return this.#fail("'*' cannot follow '?'", help, token);
    }
    if (type.optional || type.repeated) {
      return this.#fail(`'${token.text}' appears twice`, undefined, token);
    }
    const span = { ...type.span, end: this.#spanOf(token).end };
    return token.text === '?'
      ? { ...type, optional: true, span }
      : { ...type, repeated: true, span };
  }

  #primary(): TypeExpression | undefined {
    const token = this.#next;
    if (token?.text === '(') {
      this.#at++;
      const inner = this.#union();
      if (inner === undefined) return undefined;
      if (this.#next?.text !== ')') return this.#fail("')' is missing", undefined, this.#next);
      this.#at++;
      return inner;
    }
    if (token === undefined || !/^[\p{L}_]/u.test(token.text)) return this.#unexpected(token);
    this.#at++;
    return plainType({ kind: 'named', name: token.text, span: this.#spanOf(token) });
  }
}

function plainType(base: NamedType | ArrayType): TypeExpression {
  return { base, optional: false, nillable: false, repeated: false, span: base.span };
}

/** Splits at names, `[]` and single other characters; spaces separate. */
function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{M}\p{N}_.:·-]*|\[\]|[^\s]/gu)) {
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
