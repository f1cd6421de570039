import { codec, codecConstant, runtime } from '../codecs/codec.ts';
import type { BodyShape } from '../messages/message-shape.ts';
import { stringLiteral } from '../print/encode.ts';
import { array, arrow, type Expression, entry, joined, type TypeNode } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import { elementsOf } from '../shapes/ordered-content.ts';
import { isContent } from '../shapes/shape-object.ts';
import { detailOf, elementField, type FieldScope } from './describe-field.ts';
import { describeRoot } from './describe-root.ts';
import type { Describer } from './describer.ts';
import { pure } from './pure.ts';

/** One direction of an operation. */
export interface DescribedMessage {
  readonly body: BodyShape;
  /** Type of the value; `undefined` if there is none. */
  readonly type: TypeNode | undefined;
  readonly encoded: boolean;
  readonly direction: 'request' | 'response';
  readonly namespace: string;
}

/** The constant that describes the content of a Body. */
export function describeMessage(
  describer: Describer,
  message: DescribedMessage,
  name: string,
): Expression {
  const { body, namespace } = message;
  if (body.kind === 'empty') return runtime('empty');
  const make = (): ReturnType<typeof codecConstant> => {
    const type = joined(runtimeType('Message'), '<', message.type ?? 'object', '>');
    return codecConstant(name, type, described(describer, message), namespace);
  };
  return codec(describer.context.ensure(name, make));
}

function described(describer: Describer, message: DescribedMessage): Expression {
  const { body, encoded, direction } = message;
  switch (body.kind) {
    case 'empty':
      return runtime('empty');
    case 'void': {
      const { namespace, localName } = body.element;
      return pure('nothing', stringLiteral(localName), describer.context.namespace(namespace));
    }
    case 'object':
      return describeRoot(describer, { place: body.place });
    case 'content': {
      const { part, object: shape } = body;
      const isOwn = shape.fields
        .filter(isContent)
        .some((field) => elementsOf(field).some((element) => element.name.localName === part));
      return pure('bodyOf', stringLiteral(isOwn ? '' : part), arrow('()', describer.value(shape)));
    }
    default: {
      const fields = body.kind === 'parts' ? body.fields : [body.field];
      const { wrapper } = body;
      const own = wrapper?.namespace ?? '';
      const scope = wrapper === undefined ? '' : (fields[0]?.place.element.name.namespace ?? '');
      // the wrapper of an rpc response may have any name (WSDL 1.1, 3.5)
      const isAny = direction === 'response' && wrapper !== undefined && body.kind !== 'unwrapped';
      const details = [
        ...(scope === own ? [] : [entry('scope', describer.context.namespace(scope))]),
        ...(isAny ? [entry('anyName', 'true'), entry('first', runtime('byPosition'))] : []),
        ...(encoded ? [entry('encoded', 'true')] : []),
      ];
      const place: FieldScope = { scope, encoded: encoded ? 'parts' : false };
      const list = fields.map((field) => elementField(describer, field, place));
      const items = [stringLiteral(wrapper?.localName ?? ''), describer.context.namespace(own)];
      const content = body.kind === 'parts' ? array(list) : (list[0] ?? array([]));
      const verb = body.kind === 'parts' ? 'parts' : 'result';
      return pure(verb, ...items, arrow('()', content), ...detailOf(details));
    }
  }
}
