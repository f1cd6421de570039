import type { Expression } from '../../print/node.ts';

/** A condition under which a value violates a facet, and the message for it. */
export interface FacetCheck {
  readonly condition: Expression;
  readonly message: string;
}
