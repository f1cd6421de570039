import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../common/namespaces.ts';
import type { ComplexTypeSyntax, Occurs, ParticleSyntax } from '../xsd/schema-document.ts';
import type { ContentType } from './type-names.ts';

const diffgram = 'urn:schemas-microsoft-com:xml-diffgram-v1';
const once: Occurs = { min: 1, max: 1 };
const perhaps: Occurs = { min: 0, max: 1 };
const anyNumber: Occurs = { min: 0, max: Number.POSITIVE_INFINITY };

/**
 * The anonymous type that ASMX writes for an XML fragment, a DataSet or a DataTable. `any` has
 * none.
 */
export function contentTypeSyntax(name: ContentType, span: Span): ComplexTypeSyntax | undefined {
  const any = (namespace: string, occurs: Occurs): ParticleSyntax => ({
    kind: 'any',
    wildcard: { namespace, processContents: namespace === '##any' ? 'strict' : 'lax', span },
    occurs,
    span,
  });
  const group = (particles: readonly ParticleSyntax[], occurs: Occurs): ParticleSyntax => ({
    kind: 'model',
    compositor: 'sequence',
    particles,
    occurs,
    span,
  });
  const type = (mixed: boolean, particle: ParticleSyntax): ComplexTypeSyntax => ({
    kind: 'complexType',
    abstract: false,
    mixed,
    particle,
    attributes: [],
    span,
  });
  switch (name) {
    case 'any':
    case 'anyType':
      return undefined;
    case 'xml':
      return type(true, group([any('##any', once)], once));
    case 'dataset':
      return type(
        false,
        group([any(namespaces.xsd, perhaps), any(diffgram, perhaps)], {
          min: 1,
          max: Number.POSITIVE_INFINITY,
        }),
      );
    case 'datatable':
      return type(false, group([any(namespaces.xsd, anyNumber), any(diffgram, once)], once));
  }
}
