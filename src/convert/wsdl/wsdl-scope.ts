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

/** Context for writing WSDL constructs. */
export interface WsdlScope {
  readonly out: MarkupWriter;
  readonly prefixes: Prefixes;
  readonly definitions: Definitions;
  /** Names of messages, portTypes and bindings in the one document. */
  readonly messages: LocalNames;
  readonly portTypes: LocalNames;
  readonly bindings: LocalNames;
  /** Constructs by the keys of their names. */
  readonly byName: WsdlNames;
  /** Keys of messages whose part is arbitrary XML: see `xmlResults`. */
  readonly xmlResults: ReadonlySet<string>;
  /** Whether to write extension attributes for what only the YAML notation can express. */
  readonly extensions: boolean;
}

/** Names of one kind of construct, all in the document's target namespace. */
export interface LocalNames {
  /** NCName for the construct's `name` attribute. */
  name(name: QName): string;
  /** Prefixed name for a reference to it. */
  reference(name: QName): string;
}

/**
 * Constructs may come from imports of several namespaces, but one document has only one. Names of
 * other namespaces move to the target namespace. If a name is taken there, a word of its own
 * namespace is appended. No message contains these names.
 */
export function localNames(
  { targetNamespace }: Definitions,
  constructs: readonly { readonly name: QName }[],
  prefixes: Prefixes,
): LocalNames {
  const local = new Map<string, string>();
  const names = constructs.map((one) => one.name);
  const own = names.filter(({ namespace }) => namespace === targetNamespace);
  const freeName = createFreeName(new Set(own.map(({ localName }) => localName)));
  for (const name of names) {
    if (name.namespace === targetNamespace) continue;
    // Identifiers may have `$`, names in XML may not.
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
 * Attributes in a namespace of our own, for what only the YAML notation can express; nothing
 * without `extensions`.
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

/** `wsdl:documentation`, which declares the prefix again, as in ASMX; nothing without a text. */
export function writeDocumentation(scope: WsdlScope, documentation: string | undefined): void {
  if (documentation === undefined) return;
  const declaration = attribute('xmlns:wsdl', namespaces.wsdl);
  const kept = keptSpace(scope, documentation);
  scope.out.textElement('wsdl:documentation', declaration + kept, documentation);
}

/** Marks documentation that readers would change by removing its indentation. */
export function keptSpace(scope: Pick<WsdlScope, 'extensions'>, documentation: string): string {
  const loses = /(^|\n)\s|[ \t](\n|$)|\r|[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff](\n|$)/;
  return contractAttributes(scope, {
    space: loses.test(documentation) ? 'preserve' : undefined,
  });
}
