import { isNcName } from '../ncname.ts';
import { lookupNamespace, type TreeElement } from '../xml-tree.ts';

/** What paths are made of; names are cut before anything that cannot be in one. */
const token =
  /[ \t\r\n]*(?:(\/\/|::|[./|@*])|([^\s/|@*()[\]{}:'",=!<>+$&;^`~#%?\\]+)(:(?!:)(?:\*|[^\s/|@*()[\]{}:'",=!<>+$&;^`~#%?\\]*))?|(\S))/y;

interface Token {
  /** A sign, or `name` for one or what stands for one. */
  readonly kind: string;
  readonly text: string;
}

/**
 * What is wrong with the path of an `xs:selector` or `xs:field` (XML Schema part 1 section 3.11.6),
 * as the end of a sentence; `undefined` where nothing is.
 *
 * @param element where it is written: prefixes mean what they mean there
 * @param field whether it may end with an attribute
 */
export function pathDefect(element: TreeElement, path: string, field: boolean): string | undefined {
  const tokens = tokensOf(path);
  if (tokens.length === 0) return 'is empty';
  let at = 0;
  const kind = (ahead = 0): string => tokens[at + ahead]?.kind ?? '';

  for (;;) {
    const defect = readPath();
    if (defect !== undefined) return defect;
    if (at === tokens.length) return undefined;
    at += 1;
  }

  /** As far as a bar or the end. */
  function readPath(): string | undefined {
    if (kind() === '.' && kind(1) === '//') at += 2;
    else if (kind() === '/' || kind() === '//') {
      return "begins at the root: it may begin with a name or './/'";
    }
    for (;;) {
      const attribute = kind() === '@' || (isAxis() && tokens[at]?.text === 'attribute');
      if (attribute && !field) return 'selects attributes, which only a field may';
      const defect = readStep();
      if (defect !== undefined) return defect;
      if (at === tokens.length || kind() === '|') return undefined;
      if (kind() === '//') return "has '//' behind its beginning";
      if (attribute) return 'goes on behind an attribute';
      if (kind() !== '/') return `has '${tokens[at]?.text ?? ''}' where '/' or '|' belongs`;
      at += 1;
    }
  }

  function isAxis(): boolean {
    return kind() === 'name' && kind(1) === '::';
  }

  function readStep(): string | undefined {
    if (kind() === '.') {
      at += 1;
      if (kind() === '.') return "has '..': it leads downwards only";
      return undefined;
    }
    if (kind() === '@') at += 1;
    else if (isAxis()) {
      const axis = tokens[at]?.text ?? '';
      if (axis !== 'child' && axis !== 'attribute') return `has the axis '${axis}'`;
      at += 2;
    }
    if (kind() !== 'name' && kind() !== '*') {
      const found = tokens[at]?.text;
      return found === undefined || found === '|'
        ? 'has no name at its end'
        : `has '${found}' where a name belongs`;
    }
    const { text } = tokens[at] as Token;
    at += 1;
    return kind() === '*' && text === '*' ? "has '*' where '/' or '|' belongs" : nameDefect(text);
  }

  function nameDefect(text: string): string | undefined {
    if (text === '*') return undefined;
    const colon = text.indexOf(':');
    const prefix = colon < 0 ? undefined : text.slice(0, colon);
    const local = text.slice(colon + 1);
    if ((prefix !== undefined && !isNcName(prefix)) || (local !== '*' && !isNcName(local))) {
      return `has '${text}', which is no name`;
    }
    if (prefix === undefined || lookupNamespace(element.scope, prefix) !== undefined) {
      return undefined;
    }
    return `has prefix '${prefix}', which is not declared`;
  }
}

function tokensOf(path: string): readonly Token[] {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  for (let match = token.exec(path); match !== null; match = token.exec(path)) {
    const [, sign, name, local = '', other] = match;
    if (name === undefined) tokens.push({ kind: sign ?? 'other', text: sign ?? other ?? '' });
    else addName(tokens, `${name}${local}`);
  }
  return tokens;
}

/** A name begins with no point; what does is a point and a name after it. */
function addName(tokens: Token[], text: string): void {
  const points = /^\.*/.exec(text)?.[0].length ?? 0;
  for (let count = 0; count < points; count += 1) tokens.push({ kind: '.', text: '.' });
  if (points < text.length) tokens.push({ kind: 'name', text: text.slice(points) });
}
