import { XML_NAMESPACE, XMLNS_NAMESPACE } from '../xml/tokens.ts';
import { EncodeError, escapeAttribute, escapeText, orEmpty } from '../xml/write-text.ts';
import type { QNameScope } from '../xsd/qname.ts';

/** Declarations on one element. Readers refuse more than 64 attributes. */
const maxNamespaces = 50;

/** Returns the lexical form of a value with QNames. */
type Format<T> = (value: T, scope: QNameScope) => string;

/** How a value with QNames is written. */
export interface QNameText<T> {
  readonly format: Format<T>;
  /** Prefixes to try, because a pattern may require one. */
  readonly stems: readonly string[];
}

/** Generates and declares prefixes for the names in one text. */
class Prefixes implements QNameScope {
  /** Namespace declarations, each with a space before it. */
  declarations = '';
  readonly #stem: string;
  readonly #known: Map<string, string> = new Map([
    ['', ''],
    [XML_NAMESPACE, 'xml:'],
  ]);

  /** @param stem the first prefix; the others begin with it */
  constructor(stem: string) {
    this.#stem = stem;
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
      throw new EncodeError(message);
    }
    const prefix = count === 1 ? this.#stem : `${this.#stem}.${count}`;
    const uri = escapeAttribute(namespace);
    this.declarations += ` xmlns:${prefix}="${uri}"`;
    this.#known.set(namespace, `${prefix}:`);
    return `${prefix}:`;
  }
}

/** Text and declarations, with the first prefix that the facets of the type allow. */
function qualified<T>(
  value: T,
  { format, stems }: QNameText<T>,
): readonly [declarations: string, text: string] {
  let failure: unknown;
  for (const stem of stems) {
    const scope = new Prefixes(stem);
    try {
      const text = format(value, scope);
      return [scope.declarations, text];
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Writes the text of an element whose value has QNames, and the end of its start tag: declarations
 * of the prefixes, `>`, text. No default namespace may be in scope.
 */
export function qnameContent<T>(value: T, how: QNameText<T>): string {
  const [declarations, text] = qualified(value, how);
  return `${declarations}>${orEmpty(escapeText(text))}`;
}

/**
 * Writes an attribute whose value has QNames: a space, declarations of the prefixes, and the
 * attribute.
 *
 * @param how its name as written, and prefixes not used elsewhere in the tag
 */
export function qnameAttribute<T>(
  value: T,
  how: QNameText<T> & { readonly attribute: string },
): string {
  const [declarations, text] = qualified(value, how);
  return `${declarations} ${how.attribute}="${escapeAttribute(text)}"`;
}
