import type {
  ComplexDerivationSyntax,
  ComplexTypeSyntax,
  TypeSyntax,
} from '../../model/xsd/schema-document.ts';
import { writeAttributes } from './write-attribute.ts';
import { writeParticle } from './write-particle.ts';
import { flag, type SchemaScope, writeAnnotation } from './write-scope.ts';
import { writeFacets, writeSimpleType } from './write-simple-type.ts';
import { attribute } from './xml-writer.ts';

/** `xs:complexType` or `xs:simpleType`, named or inline. */
export function writeType(scope: SchemaScope, type: TypeSyntax): void {
  if (type.kind === 'simpleType') writeSimpleType(scope, type);
  else writeComplexType(scope, type);
}

/** `xs:complexType` (XML Schema part 1 section 3.4). */
function writeComplexType(scope: SchemaScope, type: ComplexTypeSyntax): void {
  const { derivation } = type;
  const attributes =
    attribute('name', type.name?.localName) +
    attribute('abstract', flag(type.abstract)) +
    attribute('block', type.block?.join(' ')) +
    attribute('final', type.final?.join(' ')) +
    attribute('mixed', flag(type.mixed && derivation?.content !== 'complex'));
  scope.out.element('s:complexType', attributes, () => {
    writeAnnotation(scope, type);
    if (derivation === undefined) writeContent(scope, type);
    else writeDerivation(scope, type, derivation);
  });
}

function writeDerivation(
  scope: SchemaScope,
  type: ComplexTypeSyntax,
  derivation: ComplexDerivationSyntax,
): void {
  const { out, prefixes } = scope;
  const simple = derivation.content === 'simple';
  // ASMX always writes whether complex content is mixed.
  const mixed = simple ? undefined : `${type.mixed}`;
  out.element(simple ? 's:simpleContent' : 's:complexContent', attribute('mixed', mixed), () => {
    const base = attribute('base', prefixes.name(derivation.base.name));
    out.element(`s:${derivation.method}`, base, () => {
      if (derivation.simpleType !== undefined) writeSimpleType(scope, derivation.simpleType);
      const { facets, simpleType } = derivation;
      writeFacets(scope, facets, { typeRef: derivation.base, type: simpleType });
      writeContent(scope, type);
    });
  });
}

function writeContent(scope: SchemaScope, type: ComplexTypeSyntax): void {
  if (type.particle !== undefined) writeParticle(scope, type.particle);
  writeAttributes(scope, type.attributes, type.anyAttribute);
}
