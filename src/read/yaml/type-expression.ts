import type { Complain, DataScalar } from '../../diagnostics/data-node.ts';
import type { Span } from '../../diagnostics/source-file.ts';
import type { ArrayType, NamedType, TypeExpression } from '../../model/notation/notation.ts';

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Most `[]` after one name. */
const maximumDepth = 16;

/**
 * Reads a type expression: a name, then any of `[]`, `?`, `*`, and `| null`; brackets `( )` group.
 * What makes no sense together is refused with what to write instead.
 */
export function readTypeExpression(
  node: DataScalar,
  complain: Complain,
): TypeExpression | undefined {
  const { text } = node;
  const tokens = tokenize(text);
  let at = 0;

  function spanOf(start: number, end: number): Span {
    if (node.textStart === undefined) return node.place;
    const { file } = node.place;
    return { file, start: node.textStart + start, end: node.textStart + end };
  }
  function fail(message: string, help?: string, token?: Token): undefined {
    const span = token === undefined ? node.place : spanOf(token.start, token.end);
    complain(span, 'ASMX1014', message, { help });
    return undefined;
  }
  const unexpected = (token: Token | undefined): undefined =>
    token === undefined
      ? fail(
          `type expression '${text}' ends too early`,
          'a type looks like int, string?, Item[], Item* or Item | null',
        )
      : fail(`'${token.text}' is unexpected in type expression '${text}'`, undefined, token);

  function union(): TypeExpression | undefined {
    const first = tokens[at];
    let type: TypeExpression | undefined;
    let nillable = false;
    for (;;) {
      const token = tokens[at];
      if (token?.text === 'null') {
        at++;
        const next = tokens[at];
        if (nillable) return fail("'null' stands twice", undefined, token);
        if (next !== undefined && next.text !== '|' && next.text !== ')') {
          const help =
            next.text === '?' ? 'put the question mark behind the type: string? | null' : undefined;
          return fail(`'${next.text}' cannot follow 'null'`, help, next);
        }
        nillable = true;
      } else {
        const member = postfix();
        if (member === undefined) return undefined;
        if (type !== undefined) {
          return fail(
            'only null can be the other side of a union',
            'declare a type of its own',
            token,
          );
        }
        type = member;
      }
      if (tokens[at]?.text !== '|') break;
      at++;
    }
    if (type === undefined)
      return fail('null alone is no type', 'write a type before it: string | null', first);
    return nillable ? { ...type, nillable: true } : type;
  }

  function postfix(): TypeExpression | undefined {
    let type = primary();
    let depth = 0;
    for (;;) {
      const token = tokens[at];
      if (type === undefined || token === undefined) return type;
      if (token.text === '[]') {
        if (++depth > maximumDepth) return fail(`more than ${maximumDepth} '[]'`, undefined, token);
        type = arrayOf(type, token);
      } else if (token.text === '?' || token.text === '*') type = mark(type, token);
      else return type;
      at++;
    }
  }

  function arrayOf(item: TypeExpression, token: Token): TypeExpression | undefined {
    const name = item.base.kind === 'named' ? item.base.name : 'item';
    if (item.optional) {
      return fail(
        'an item of an array cannot be optional',
        `write ${name}[]? for an array that may be absent`,
        token,
      );
    }
    if (item.repeated)
      return fail(
        "'*' and '[]' cannot be combined",
        `write ${name}[][] for an array of arrays`,
        token,
      );
    const span = { ...item.span, end: spanOf(token.start, token.end).end };
    const base: ArrayType = { kind: 'array', item, span };
    return { base, optional: false, nillable: false, repeated: false, span };
  }

  function mark(type: TypeExpression, token: Token): TypeExpression | undefined {
    if (token.text === '?' && type.repeated) {
      return fail(
        "'?' says nothing behind '*'",
        "a repeated element may be absent already: leave the '?' out",
        token,
      );
    }
    if (token.text === '*' && type.optional) {
      return fail(
        "'*' cannot follow '?'",
        "a repeated element may be absent already: leave the '?' out",
        token,
      );
    }
    if (type.optional || type.repeated)
      return fail(`'${token.text}' stands twice`, undefined, token);
    const span = { ...type.span, end: spanOf(token.start, token.end).end };
    return token.text === '?'
      ? { ...type, optional: true, span }
      : { ...type, repeated: true, span };
  }

  function primary(): TypeExpression | undefined {
    const token = tokens[at];
    if (token === undefined) return unexpected(token);
    if (token.text === '(') {
      at++;
      const inner = union();
      if (inner === undefined) return undefined;
      if (tokens[at]?.text !== ')') return fail("')' is missing", undefined, tokens[at]);
      at++;
      return inner;
    }
    if (!/^[\p{L}_]/u.test(token.text)) return unexpected(token);
    at++;
    const span = spanOf(token.start, token.end);
    const base: NamedType = { kind: 'named', name: token.text, span };
    return { base, optional: false, nillable: false, repeated: false, span };
  }

  if (text.length > 1000) return fail('the type expression is too long');
  const type = union();
  if (type === undefined) return undefined;
  const rest = tokens[at];
  if (rest === undefined) return { ...type, span: node.place };
  const separate = rest.text === ',' || rest.text === ';' || /^[\p{L}_]/u.test(rest.text);
  return fail(
    `'${rest.text}' is unexpected in type expression '${text}'`,
    separate ? 'give each parameter a key of its own' : undefined,
    rest,
  );
}

/** Cuts at names, `[]` and single other characters; spaces separate. */
function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(/[\p{L}_][\p{L}\p{M}\p{N}_.:·-]*|\[\]|[^\s]/gu)) {
    tokens.push({ text: match[0], start: match.index, end: match.index + match[0].length });
  }
  return tokens;
}
