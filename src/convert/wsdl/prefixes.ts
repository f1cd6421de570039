import { namespaces } from '../../model/common/namespaces.ts';
import type { QName } from '../../model/common/qname.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';
import { attribute } from './xml-writer.ts';

/** Prefixes of one WSDL document. */
export interface Prefixes {
  /** A prefixed name such as `tns:Student`. A new namespace gets the next `s<n>`. */
  name(name: QName): string;
  /** A prefixed name in a value, for which a schema needs no import. */
  value(name: QName): string;
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
  const value = ({ namespace, localName }: QName): string => {
    const prefix = byNamespace.get(namespace) ?? add(namespace, `s${next++}`);
    return prefix === '' ? localName : `${prefix}:${localName}`;
  };
  return {
    name(name) {
      used.add(name.namespace);
      return value(name);
    },
    value,
    takeUsed() {
      const taken = used;
      used = new Set();
      return taken;
    },
    declarations() {
      const all = [...leading, ...numbered, http, ...target, ...trailing];
      return all.map(([prefix, namespace]) => attribute(`xmlns:${prefix}`, namespace)).join('');
    },
  };
}
