import type { SimpleType } from '../../model/xsd/schema.ts';
import type { GivenValues } from '../codecs/given-text.ts';
import type { Expression } from '../print/node.ts';
import type { GroupShape, ObjectShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';

/** What descriptions refer to. */
export interface SchemaContext {
  readonly shaper: Shaper;
  /** What turns values of a type of the user's own into JSON and back; `undefined` for others. */
  scalar(type: SimpleType): Expression | undefined;
  /** The schema of an enumeration or union. */
  simple(type: SimpleType): Expression;
  /** The schema of an object type and of those that may be in its place. */
  object(shape: ObjectShape): Expression;
  /**
   * Description of a type itself, without those that derive from it.
   *
   * @param literal Value of `$type` where it must be there.
   * @param text what the contract gives as the text of the element
   */
  own(shape: ObjectShape, literal?: string, text?: GivenValues): Expression;
  /** Description of one turn of a repeated group. */
  group(group: GroupShape): Expression;
}
