import { isNcName } from '../ncname.ts';
import { lookupNamespace, type TreeElement } from '../xml-tree.ts';

/** A character that may be in a name. Names end at any other. */
const nameCharacter = `[^\\s/|@*()[\\]{}:'",=!<>+$&;^\`~#%?\\\\]`;
/** A sign; a name with its prefix; or any other character. */
const token = new RegExp(
  `[ \\t\\r\\n]*(?:(//|::|[./|@*])|(${nameCharacter}+)(:(?!:)(?:\\*|${nameCharacter}*))?|(\\S))`,
  'y',
);

interface Token {
  /** A sign, or `name` for a name or wildcard such as `p:*`. */
  readonly kind: string;
  readonly text: string;
}

/**
 * The defect in the path of an `xs:selector` or `xs:field` (XML Schema part 1 section 3.11.6), as
 * the end of a sentence; `undefined` if there is none.
 *
 * @param element where it is written, for prefixes
 * @param field whether it may end with an attribute
 */
export function pathDefect(element: TreeElement, path: string, field: boolean): string | undefined {
  const tokens = tokensOf(path);
  return tokens.length === 0 ? 'is empty' : new PathCheck(element, tokens, field).whole();
}

/** Reads a path. Each method returns a defect, if any. */
class PathCheck {
  readonly #element: TreeElement;
  readonly #tokens: readonly Token[];
  readonly #field: boolean;
  #at = 0;

  constructor(element: TreeElement, tokens: readonly Token[], field: boolean) {
    this.#element = element;
    this.#tokens = tokens;
    this.#field = field;
  }

  whole(): string | undefined {
    for (;;) {
      const defect = this.#path();
      if (defect !== undefined || this.#at === this.#tokens.length) return defect;
      this.#at += 1;
    }
  }

  #kind(ahead = 0): string {
    return this.#tokens[this.#at + ahead]?.kind ?? '';
  }

  get #text(): string | undefined {
    return this.#tokens[this.#at]?.text;
  }

  #isAxis(): boolean {
    return this.#kind() === 'name' && this.#kind(1) === '::';
  }

  /** Reads up to a bar or the end. */
  #path(): string | undefined {
    if (this.#kind() === '.' && this.#kind(1) === '//') this.#at += 2;
    else if (this.#kind() === '/' || this.#kind() === '//') {
      return "begins at the root: it may begin with a name or './/'";
    }
    for (;;) {
      const attribute = this.#kind() === '@' || (this.#isAxis() && this.#text === 'attribute');
      if (attribute && !this.#field) return 'selects attributes, which only a field may';
      const defect = this.#step();
      if (defect !== undefined) return defect;
      if (this.#at === this.#tokens.length || this.#kind() === '|') return undefined;
      if (this.#kind() === '//') return "has '//' after its beginning";
      if (attribute) return 'continues after an attribute';
      if (this.#kind() !== '/') return `has '${this.#text ?? ''}' where '/' or '|' belongs`;
      this.#at += 1;
    }
  }

  #step(): string | undefined {
    if (this.#kind() === '.') {
      this.#at += 1;
      return this.#kind() === '.' ? "has '..': it leads downwards only" : undefined;
    }
    if (this.#kind() === '@') this.#at += 1;
    else if (this.#isAxis()) {
      const axis = this.#text ?? '';
      if (axis !== 'child' && axis !== 'attribute') return `has the axis '${axis}'`;
      this.#at += 2;
    }
    const name = this.#text;
    if (name === undefined || name === '|') return 'has no name at its end';
    if (this.#kind() !== 'name' && this.#kind() !== '*') {
      return `has '${name}' where a name belongs`;
    }
    this.#at += 1;
    if (this.#kind() === '*' && name === '*') return "has '*' where '/' or '|' belongs";
    return this.#nameDefect(name);
  }

  #nameDefect(text: string): string | undefined {
    if (text === '*') return undefined;
    const colon = text.indexOf(':');
    const prefix = colon < 0 ? undefined : text.slice(0, colon);
    const local = text.slice(colon + 1);
    if ((prefix !== undefined && !isNcName(prefix)) || (local !== '*' && !isNcName(local))) {
      return `has '${text}', which is not a name`;
    }
    if (prefix === undefined || lookupNamespace(this.#element.scope, prefix) !== undefined) {
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

/** Adds a name. Names do not begin with a point, so leading points are separate tokens. */
function addName(tokens: Token[], text: string): void {
  const points = /^\.*/.exec(text)?.[0].length ?? 0;
  for (let count = 0; count < points; count += 1) tokens.push({ kind: '.', text: '.' });
  if (points < text.length) tokens.push({ kind: 'name', text: text.slice(points) });
}
