import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { ServiceModel } from '../../src/model/services.ts';
import { linkFiles, quotedLineOf, typesOnly } from '../read/contract-text.ts';

/** What became of the components of a schema. */
export interface LinkedTypes {
  readonly model: ServiceModel | undefined;
  /** What is said of them, beside that there are no services. */
  readonly diagnostics: readonly Diagnostic[];
  /** The same as {@link quotedLineOf} writes it. */
  readonly lines: readonly string[];
}

/** Reads and links the components of a schema in a WSDL that has nothing else. */
export function linkTypes(
  components: string,
  options: { readonly lenient?: boolean } = {},
): LinkedTypes {
  const { model, diagnostics } = linkFiles({ 'a.wsdl': typesOnly(components) }, options);
  const said = diagnostics.filter(({ code }) => code !== 'ASMX3005');
  return { model, diagnostics: said, lines: said.map(quotedLineOf) };
}
