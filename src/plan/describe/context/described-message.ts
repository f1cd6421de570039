import type { BodyShape } from '../../messages/message-shape.ts';
import type { TypeNode } from '../../print/node.ts';

/** One direction of an operation. */
export interface DescribedMessage {
  readonly body: BodyShape;
  /** Type of the value; `undefined` if there is none. */
  readonly type: TypeNode | undefined;
  readonly encoded: boolean;
  readonly direction: 'request' | 'response';
  readonly namespace: string;
  /** Name of the operation in the names of its functions. */
  readonly base?: string;
}
