import { namespaces } from '../../model/common/namespaces.ts';
import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Binding, Definitions, Message, PortType } from '../../model/wsdl/definitions.ts';
import { createFreeName } from '../../names/free-name.ts';
import { namespaceWord } from '../../names/names.ts';
import type { Prefixes } from './prefixes.ts';
import { attribute, type MarkupWriter } from './xml-writer.ts';

/** Constructs of one document by the keys of their names. */
export interface WsdlNames {
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly portTypes: ReadonlyMap<string, PortType>;
  readonly messages: ReadonlyMap<string, Message>;
}

/** What every writer of WSDL constructs needs. */
export interface WsdlScope {
  readonly out: MarkupWriter;
  readonly prefixes: Prefixes;
  readonly definitions: Definitions;
  /** Names of messages, portTypes and bindings inside the one document. */
  readonly messages: LocalNames;
  readonly portTypes: LocalNames;
  readonly bindings: LocalNames;
  /** Constructs by the keys of their names. */
  readonly byName: WsdlNames;
  /** Keys of messages whose part stands for any XML: see `xmlResults`. */
  readonly xmlResults: ReadonlySet<string>;
  /** Whether to keep what only the YAML notation can say, as extension attributes. */
  readonly extensions: boolean;
}

/** Names of one kind of construct, all brought into the document's target namespace. */
export interface LocalNames {
  /** NCName for the construct's `name` attribute. */
  name(name: QName): string;
  /** Prefixed name for a reference to it. */
  reference(name: QName): string;
}

/**
 * WSDL imports may have brought constructs of several namespaces together; one document has one.
 * Names of other namespaces move to the target namespace, with the word of theirs after the name
 * where it is taken. These names never travel on a wire.
 */
export function localNames(
  names: readonly QName[],
  targetNamespace: string,
  prefixes: Prefixes,
): LocalNames {
  const local = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    if (name.namespace !== targetNamespace) continue;
    taken.add(name.localName);
    local.set(qnameKey(name), name.localName);
  }
  const freeName = createFreeName(taken);
  for (const name of names) {
    if (name.namespace === targetNamespace) continue;
    // of what identifiers may hold, XML names may not hold this
    const word = namespaceWord(name.namespace).replaceAll('$', '_');
    local.set(qnameKey(name), freeName(name.localName, word, ''));
  }
  return {
    name: (name) => local.get(qnameKey(name)) ?? name.localName,
    reference(name) {
      const localName = local.get(qnameKey(name));
      return prefixes.name(
        localName === undefined ? name : { namespace: targetNamespace, localName },
      );
    },
  };
}

/**
 * What only the YAML notation can say, as attributes of a namespace of our own; nothing unless it
 * is wanted.
 */
export function contractAttributes(
  scope: Pick<WsdlScope, 'extensions'>,
  values: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  if (!scope.extensions || given.length === 0) return '';
  const attributes = given.map(([name, value]) => attribute(`contract:${name}`, value));
  return attribute('xmlns:contract', namespaces.contract) + attributes.join('');
}

/** `wsdl:documentation`; ASMX declares the prefix on it again. Nothing when there is none. */
export function writeDocumentation(scope: WsdlScope, documentation: string | undefined): void {
  if (documentation === undefined) return;
  const declaration = attribute('xmlns:wsdl', namespaces.wsdl);
  const kept = keptSpace(scope, documentation);
  scope.out.textElement('wsdl:documentation', declaration + kept, documentation);
}

/** Readers drop the indentation of documentation: a mark on one that would lose something by it. */
export function keptSpace(scope: Pick<WsdlScope, 'extensions'>, documentation: string): string {
  const loses = /(^|\n)\s|[ \t](\n|$)|\r|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff](\n|$)/;
  return contractAttributes(scope, {
    space: loses.test(documentation) ? 'preserve' : undefined,
  });
}
