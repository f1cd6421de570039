import type { SimpleType } from '../../model/xsd/schema.ts';
import type { GivenValues } from '../codecs/given-text.ts';
import type { Expression } from '../print/node.ts';
import type { GroupShape, ObjectShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';

/** What descriptions can refer to. */
export interface SchemaContext {
  readonly shaper: Shaper;
  /** Converts values of a user's own type to JSON and back; `undefined` for other types. */
  scalar(type: SimpleType): Expression | undefined;
  /** The schema of an enumeration or union. */
  simple(type: SimpleType): Expression;
  /** The schema of an object type and of the types that can replace it. */
  object(shape: ObjectShape): Expression;
  /**
   * Description of a type itself, without the types derived from it.
   *
   * @param literal Value of `$type` if it must be present.
   * @param text the default or fixed text of the element
   */
  own(shape: ObjectShape, literal?: string, text?: GivenValues): Expression;
  /** Description of one iteration of a repeated group. */
  group(group: GroupShape): Expression;
}
