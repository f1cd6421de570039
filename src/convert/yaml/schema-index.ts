import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { Definitions, Message, PortType } from '../../model/wsdl/definitions.ts';
import { type QNameSyntax, qnameSyntax } from '../../model/xsd/qname-syntax.ts';
import type { ElementSyntax, TypeSyntax } from '../../model/xsd/schema-document.ts';

/** The declarations of a WSDL by name. */
export interface DefinitionsIndex {
  type(name: QName): TypeSyntax | undefined;
  element(name: QName): ElementSyntax | undefined;
  message(name: QName): Message | undefined;
  portType(name: QName): PortType | undefined;
  /** Named types of a namespace in document order. */
  typesOf(namespace: string): readonly TypeSyntax[];
  /** Which values have QNames. */
  readonly qnames: QNameSyntax;
  /** Named types derived directly from one. */
  derivedFrom(name: QName): readonly TypeSyntax[];
}

/** Indexes definitions. Of two declarations with the same name, the first counts. */
export function indexDefinitions(definitions: Definitions): DefinitionsIndex {
  const types = byName(
    definitions.schemas.flatMap((one) => [
      ...(one.redefinitions.filter((other) => isType(other)) as TypeSyntax[]),
      ...one.types,
    ]),
  );
  const elements = byName(definitions.schemas.flatMap((one) => one.elements));
  const messages = byName(definitions.messages);
  const portTypes = byName(definitions.portTypes);
  const derived = new Map<string, TypeSyntax[]>();
  for (const type of types.values()) {
    if (type.kind !== 'complexType' || type.derivation === undefined) continue;
    const key = qnameKey(type.derivation.base.name);
    derived.set(key, [...(derived.get(key) ?? []), type]);
  }
  return {
    type: (name) => types.get(qnameKey(name)),
    element: (name) => elements.get(qnameKey(name)),
    qnames: qnameSyntax(definitions.schemas),
    message: (name) => messages.get(qnameKey(name)),
    portType: (name) => portTypes.get(qnameKey(name)),
    typesOf: (namespace) => [...types.values()].filter((one) => one.name?.namespace === namespace),
    derivedFrom: (name) => derived.get(qnameKey(name)) ?? [],
  };
}

function isType({ kind }: { readonly kind: string }): boolean {
  return kind === 'complexType' || kind === 'simpleType';
}

function byName<T extends { readonly name?: QName | undefined }>(
  all: readonly T[],
): ReadonlyMap<string, T> {
  const map = new Map<string, T>();
  for (const one of all) {
    if (one.name !== undefined && !map.has(qnameKey(one.name))) map.set(qnameKey(one.name), one);
  }
  return map;
}
