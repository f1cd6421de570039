import { namespaces } from '../../model/common/namespaces.ts';
import { rewriteXPaths } from '../../model/xsd/rewrite-qnames.ts';
import type {
  ElementSyntax,
  GroupSyntax,
  IdentityConstraint,
  Occurs,
  ParticleSyntax,
} from '../../model/xsd/schema-document.ts';
import { wildcardAttributes } from './write-attribute.ts';
import {
  defaultAttributes,
  flag,
  formOf,
  type SchemaScope,
  writeAnnotation,
} from './write-scope.ts';
import { writeType } from './write-type.ts';
import { attribute } from './xml-writer.ts';

/** Global `xs:element` (XML Schema part 1 section 3.3). */
export function writeGlobalElement(scope: SchemaScope, element: ElementSyntax): void {
  writeElement(scope, element, '');
}

/** `xs:group` definition (section 3.7). */
export function writeGroup(scope: SchemaScope, group: GroupSyntax): void {
  scope.out.element('s:group', attribute('name', group.name.localName), () => {
    writeParticle(scope, group.particle);
  });
}

/** A particle of a content model (section 3.9). */
export function writeParticle(scope: SchemaScope, particle: ParticleSyntax): void {
  const { out, prefixes } = scope;
  switch (particle.kind) {
    case 'elementParticle':
      writeElement(scope, particle.element, allOccurs(particle.occurs));
      break;
    case 'elementRef': {
      const { name } = particle.ref;
      // ASMX always writes the occurrences of elements, except for `ref="s:schema"` of a DataSet.
      const ofSchema = name.namespace === namespaces.xsd;
      const occurs = ofSchema ? someOccurs(particle.occurs) : allOccurs(particle.occurs);
      out.element('s:element', occurs + attribute('ref', prefixes.name(name)), () =>
        writeAnnotation(scope, particle),
      );
      break;
    }
    case 'groupRef':
      out.element(
        's:group',
        someOccurs(particle.occurs) + attribute('ref', prefixes.name(particle.ref.name)),
      );
      break;
    case 'model':
      out.element(`s:${particle.compositor}`, someOccurs(particle.occurs), () => {
        for (const one of particle.particles) writeParticle(scope, one);
      });
      break;
    case 'any': {
      const { occurs, wildcard } = particle;
      // ASMX writes `minOccurs="1"` for a wildcard with a namespace (DataTable), and nothing for
      // the plain one.
      const named = wildcard.namespace !== '##any' && occurs.min === 1;
      const minimum = named ? attribute('minOccurs', '1') : '';
      out.element('s:any', minimum + someOccurs(occurs) + wildcardAttributes(wildcard));
    }
  }
}

/** The mark of a DataSet. */
const isDataSet =
  attribute('msdata:IsDataSet', 'true') +
  attribute('xmlns:msdata', 'urn:schemas-microsoft-com:xml-msdata');

function writeElement(scope: SchemaScope, element: ElementSyntax, occurs: string): void {
  const { out, prefixes, schema } = scope;
  const { typeRef, substitutionGroup } = element;
  const form = element.global ? undefined : formOf(scope, element.name, schema.elementFormDefault);
  const attributes =
    occurs +
    attribute('abstract', flag(element.abstract)) +
    attribute('block', element.block?.join(' ')) +
    attribute('final', element.final?.join(' ')) +
    defaultAttributes(scope, element, element) +
    attribute('form', form) +
    attribute('name', element.name.localName) +
    attribute('nillable', flag(element.nillable)) +
    attribute('substitutionGroup', substitutionGroup && prefixes.name(substitutionGroup.name)) +
    attribute('type', typeRef && prefixes.name(typeRef.name)) +
    (element.dataSet === undefined ? '' : isDataSet);
  out.element('s:element', attributes, () => {
    writeAnnotation(scope, element);
    if (element.type !== undefined) writeType(scope, element.type);
    for (const constraint of element.constraints) writeConstraint(scope, constraint);
  });
}

/** `xs:key`, `xs:keyref`, `xs:unique` (section 3.11). */
function writeConstraint(scope: SchemaScope, constraint: IdentityConstraint): void {
  const { out, prefixes } = scope;
  const refer = constraint.refer && prefixes.name(constraint.refer.name);
  out.element(
    `s:${constraint.kind}`,
    attribute('name', constraint.name) + attribute('refer', refer),
    () => {
      const prefix = (namespace: string): string => prefixes.value({ namespace, localName: '' });
      const [selector = '', ...fields] = rewriteXPaths(constraint, prefix);
      out.element('s:selector', attribute('xpath', selector));
      for (const xpath of fields) out.element('s:field', attribute('xpath', xpath));
    },
  );
}

function occursText(count: number): string {
  return count === Number.POSITIVE_INFINITY ? 'unbounded' : `${count}`;
}

/** Both occurrences, as ASMX writes them on elements. */
function allOccurs({ min, max }: Occurs): string {
  return ` minOccurs="${min}" maxOccurs="${occursText(max)}"`;
}

/** Occurrences other than 1. */
function someOccurs({ min, max }: Occurs): string {
  return (
    attribute('minOccurs', min === 1 ? undefined : `${min}`) +
    attribute('maxOccurs', max === 1 ? undefined : occursText(max))
  );
}
