import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';
import { attribute } from './xml-writer.ts';

/** Prefixes of one WSDL document. */
export interface Prefixes {
  /** A prefixed name such as `tns:Student`. A new namespace gets the next `s<n>`. */
  name(name: QName): string;
  /** A prefixed name in a value or an XPath, for which a schema needs no import. */
  value(name: QName): string;
  /**
   * Declarations of the prefixes of values since the last call, for the schema just written. .NET
   * reads them when it compiles a schema, which then has the declarations of its own element alone.
   */
  takeValues(): string;
  /** Namespaces used since the last call, to which the schema just written refers. */
  takeUsed(): ReadonlySet<string>;
  /** `xmlns:` declarations in ASMX's order. */
  declarations(): string;
}

/**
 * Declarations of every ASMX document, used or not, in its order. Numbered prefixes follow
 * `soap12`, then come `http` and `tns`. Clients of gSOAP send SOAP 1.2 where they see its prefix,
 * so a document without such a binding does not declare it.
 */
function leadingOf({ bindings }: Definitions): readonly (readonly [string, string])[] {
  const encoding: readonly [string, string] = ['soapenc', namespaces.soapEncoding11];
  const hasSoap12 = bindings.some(({ kind }) => kind === 'soap12');
  return hasSoap12 ? [encoding, ['soap12', namespaces.wsdlSoap12]] : [encoding];
}

const trailing: readonly (readonly [string, string])[] = [
  ['mime', namespaces.wsdlMime],
  ['tm', 'http://microsoft.com/wsdl/mime/textMatching/'],
  ['s', namespaces.xsd],
  ['soap', namespaces.wsdlSoap11],
];

/**
 * Chooses the prefixes of a document: ASMX's fixed ones, then `s` with the index of a namespace's
 * schema, where that of the service is 0. Namespaces without a schema get the next numbers.
 */
export function choosePrefixes(definitions: Definitions): Prefixes {
  const { targetNamespace, schemas } = definitions;
  const leading = leadingOf(definitions);
  const http: readonly [string, string] = ['http', namespaces.wsdlHttp];
  const byNamespace = new Map<string, string>([
    ['', ''],
    [namespaces.xml, 'xml'],
    [namespaces.wsdl, 'wsdl'],
  ]);
  for (const [prefix, namespace] of [...leading, http, ...trailing]) {
    byNamespace.set(namespace, prefix);
  }
  const target: (readonly [string, string])[] = [];
  if (!byNamespace.has(targetNamespace)) {
    byNamespace.set(targetNamespace, 'tns');
    target.push(['tns', targetNamespace]);
  }
  const numbered: (readonly [string, string])[] = [];
  function add(namespace: string, prefix: string): string {
    byNamespace.set(namespace, prefix);
    numbered.push([prefix, namespace]);
    return prefix;
  }
  for (const [at, schema] of schemas.entries()) {
    if (!byNamespace.has(schema.targetNamespace)) add(schema.targetNamespace, `s${at}`);
  }
  let next = Math.max(1, schemas.length);
  let used = new Set<string>();
  let values = new Map<string, string>();
  const write = ({ namespace, localName }: QName, to?: Map<string, string>): string => {
    const prefix = byNamespace.get(namespace) ?? add(namespace, `s${next++}`);
    to?.set(prefix, namespace);
    return prefix === '' ? localName : `${prefix}:${localName}`;
  };
  return {
    name(name) {
      used.add(name.namespace);
      return write(name);
    },
    value: (name) => write(name, values),
    takeValues() {
      const taken = [...values].filter(([prefix]) => prefix !== '' && prefix !== 'xml');
      values = new Map();
      return declarationsOf(taken.sort(([a], [b]) => (a < b ? -1 : 1)));
    },
    takeUsed() {
      const taken = used;
      used = new Set();
      return taken;
    },
    declarations() {
      return declarationsOf([...leading, ...numbered, http, ...target, ...trailing]);
    },
  };
}

function declarationsOf(all: readonly (readonly [string, string])[]): string {
  return all.map(([prefix, namespace]) => attribute(`xmlns:${prefix}`, namespace)).join('');
}
