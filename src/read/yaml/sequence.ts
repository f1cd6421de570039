import type { Span } from '../../diagnostics/source-file.ts';
import type { ParticleSyntax } from '../../model/xsd/schema-document.ts';

/** A sequence of particles; `undefined` for none, because ASMX then writes no sequence. */
export function sequence(
  particles: readonly ParticleSyntax[],
  span: Span,
): ParticleSyntax | undefined {
  if (particles.length === 0) return undefined;
  return { kind: 'model', compositor: 'sequence', particles, occurs: { min: 1, max: 1 }, span };
}
