import type { Expression } from '../../print/node.ts';

/** A condition under which a value breaks a facet, and what is then said of it. */
export interface FacetCheck {
  readonly condition: Expression;
  readonly message: string;
}
