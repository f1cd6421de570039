import type { Diagnostic } from '../../diagnostics/diagnostic.ts';

/** A diagnostic that makes what it concerns unusable. */
export type Defect = Omit<Diagnostic, 'severity'>;
