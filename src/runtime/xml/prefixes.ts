import type { XmlScope } from './scope.ts';
import { XML_NAMESPACE, XMLNS_NAMESPACE } from './tokens.ts';

/** What a prefix is bound to, and the binding around that it hides. */
interface Binding {
  readonly uri: string;
  readonly hidden: Binding | undefined;
}

function enter({ declared }: XmlScope, bound: Map<string, Binding>): void {
  for (const [prefix, uri] of declared) bound.set(prefix, { uri, hidden: bound.get(prefix) });
}

function leave({ declared }: XmlScope, bound: Map<string, Binding>): void {
  for (const prefix of declared.keys()) {
    const hidden = bound.get(prefix)?.hidden;
    if (hidden === undefined) bound.delete(prefix);
    else bound.set(prefix, hidden);
  }
}

/**
 * Looks up prefixes in constant time, however many elements around declare some. It holds the
 * bindings of one scope and follows its reader to the next: a scope is entered and left once when
 * elements are read in order, and not at all when nothing is looked up.
 */
export class XmlPrefixes {
  private scope: XmlScope | undefined;
  /** Created on the first lookup: in most messages all names are known. */
  private bound: Map<string, Binding> | undefined;

  /**
   * The URI a prefix is bound to; undefined when it is not declared. `''` asks for the default
   * namespace.
   */
  lookup(scope: XmlScope, prefix: string): string | undefined {
    if (prefix === '') return scope.defaultNamespace;
    if (scope !== this.scope) this.moveTo(scope);
    const binding = this.bound?.get(prefix);
    if (binding !== undefined) return binding.uri;
    if (prefix === 'xml') return XML_NAMESPACE;
    return prefix === 'xmlns' ? XMLNS_NAMESPACE : undefined;
  }

  /** Leaves scopes up to the one that both are in, then enters those below it. */
  private moveTo(target: XmlScope): void {
    this.bound ??= new Map();
    const entered: XmlScope[] = [];
    let from = this.scope;
    let to: XmlScope | undefined = target;
    while (from !== to) {
      if (to !== undefined && (from === undefined || to.depth >= from.depth)) {
        entered.push(to);
        to = to.parent;
      } else if (from !== undefined) {
        leave(from, this.bound);
        from = from.parent;
      }
    }
    for (const scope of entered.reverse()) enter(scope, this.bound);
    this.scope = target;
  }
}
