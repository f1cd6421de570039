import { XML_NAMESPACE, XMLNS_NAMESPACE } from '../xml/tokens.ts';
import { EncodeError, escapeAttribute, escapeText, orEmpty } from '../xml/write-text.ts';
import { clarkNames, type LexicalScope, type QNameScope } from '../xsd/qname.ts';

/** Declarations on one element; readers refuse more than 64 attributes. */
const maxNamespaces = 50;

/** Gives the lexical form of a value with QNames. */
type Format<T> = (value: T, owner: object, name: string, scope: QNameScope) => string;

/** How a value with QNames becomes text. */
export interface QNameText<T> {
  readonly format: Format<T>;
  /** Prefixes to try, since a pattern may ask for one. */
  readonly stems: readonly string[];
}

/** Makes up prefixes for the names in one text, and declares them. */
class Prefixes implements QNameScope {
  /** Namespace declarations, each with a space before it. */
  declarations = '';
  readonly #stem: string;
  readonly #known: Map<string, string> = new Map([
    ['', ''],
    [XML_NAMESPACE, 'xml:'],
  ]);

  readonly #owner: object;
  readonly #name: string;

  /** @param stem the first prefix; further ones begin with it */
  constructor(stem: string, owner: object, name: string) {
    this.#stem = stem;
    this.#owner = owner;
    this.#name = name;
  }

  qualify(namespace: string, local: string): string {
    const known = this.#known.get(namespace);
    return (known ?? this.#declare(namespace)) + local;
  }

  #declare(namespace: string): string {
    const count = this.#known.size - 1;
    if (namespace === XMLNS_NAMESPACE || count > maxNamespaces) {
      const message =
        count > maxNamespaces
          ? `The value has names of more than ${maxNamespaces} namespaces.`
          : `The namespace ${namespace} is reserved.`;
      throw new EncodeError(message, this.#owner, this.#name);
    }
    const prefix = count === 1 ? this.#stem : `${this.#stem}.${count}`;
    const uri = escapeAttribute(namespace, this.#owner, this.#name);
    this.declarations += ` xmlns:${prefix}="${uri}"`;
    this.#known.set(namespace, `${prefix}:`);
    return `${prefix}:`;
  }
}

/** Text and declarations with the first of several stems that the facets of the type allow. */
function qualified<T>(
  value: T,
  owner: object,
  name: string,
  { format, stems }: QNameText<T>,
): readonly [declarations: string, text: string] {
  let failure: unknown;
  for (const stem of stems) {
    const scope = new Prefixes(stem, owner, name);
    try {
      const text = format(value, owner, name, scope);
      return [scope.declarations, text];
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Writes the text of an element whose value holds QNames, from after its name in the start tag:
 * declarations of the prefixes, `>`, text. In the element no default namespace may be in force.
 */
export function qnameContent<T>(value: T, owner: object, name: string, how: QNameText<T>): string {
  const [declarations, text] = qualified(value, owner, name, how);
  return `${declarations}>${orEmpty(escapeText(text, owner, name))}`;
}

/**
 * Writes an attribute whose value holds QNames, a space before it: declarations of the prefixes,
 * then the attribute.
 *
 * @param how its name as written, and prefixes that nothing else in the tag may have
 */
export function qnameAttribute<T>(
  value: T,
  owner: object,
  name: string,
  how: QNameText<T> & { readonly attribute: string },
): string {
  const [declarations, text] = qualified(value, owner, name, how);
  return `${declarations} ${how.attribute}="${escapeAttribute(text, owner, name)}"`;
}

/**
 * Reads a text that may hold QNames and that a value of the contract stands in for where it is
 * missing.
 *
 * @param initial that value, with each name as `{namespace}local`
 */
export function qnamesOrDefault<T>(
  text: string | undefined,
  scope: LexicalScope,
  parse: (text: string, scope: LexicalScope) => T,
  initial: string,
): T {
  return text === undefined ? parse(initial, clarkNames) : parse(text, scope);
}
