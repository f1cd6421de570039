import { stringLiteral } from '../print/encode.ts';
import { array, arrow, type Expression, entry, joined } from '../print/node.ts';
import { runtimeType } from '../print/type-node.ts';
import type { ConstantPlan } from '../result/plan.ts';
import { mayBeNull } from '../shapes/element-place.ts';
import { elementsOf } from '../shapes/ordered-content.ts';
import type { ElementField } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';
import { describedConstant, description, runtime } from './context/constant.ts';
import type { DescribedMessage } from './context/described-message.ts';
import type { Describer } from './context/describer.ts';
import { pure } from './context/pure.ts';
import { detailOf, elementField, type FieldScope } from './describe-field.ts';
import { describeFlat, isFlat } from './describe-flat.ts';
import { describeRoot } from './describe-root.ts';
import { describeWrapped, isWrapped } from './describe-wrapped.ts';

/** The constant that describes the content of a Body. */
export function describeMessage(
  describer: Describer,
  message: DescribedMessage,
  name: string,
): Expression {
  const make = (): ConstantPlan => {
    const type = joined(runtimeType('MessageType'), '<', message.type ?? 'object', '>');
    const { base: subject, namespace } = message;
    return { ...describedConstant(name, type, described(describer, message), namespace), subject };
  };
  return description(describer.context.ensure(name, make));
}

function described(describer: Describer, message: DescribedMessage): Expression {
  const { body, encoded, direction } = message;
  switch (body.kind) {
    case 'empty':
      return pure('empty');
    case 'void': {
      const { namespace, localName } = body.element;
      return pure('nothing', stringLiteral(localName), describer.context.namespace(namespace));
    }
    case 'object':
      if (isFlat(describer, message)) return describeFlat(describer, body);
      return isWrapped(describer, message)
        ? describeWrapped(describer, body)
        : describeRoot(describer, { place: body.place });
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
      const isRpcInput = direction === 'request' && wrapper !== undefined;
      const isAny = direction === 'response' && wrapper !== undefined && body.kind !== 'unwrapped';
      const details = [
        ...(scope === own ? [] : [entry('scope', describer.context.namespace(scope))]),
        ...(isAny ? [entry('anyName', 'true'), entry('first', runtime('byPosition'))] : []),
        ...(encoded && isRpcInput ? [entry('lost', runtime('refuseLost'))] : []),
        ...(encoded ? [entry('encoded', 'true')] : []),
      ];
      // servers that go by position need each argument in its place
      const place: FieldScope = {
        scope,
        encoded: encoded ? 'parts' : false,
        nullAs: encoded && isRpcInput ? 'nil' : undefined,
      };
      const list = fields.map((field) =>
        elementField(describer, isRpcInput ? orNull(field) : field, place),
      );
      const items = [stringLiteral(wrapper?.localName ?? ''), describer.context.namespace(own)];
      const content = body.kind === 'parts' ? array(list) : (list[0] ?? array([]));
      const verb = body.kind === 'parts' ? 'parts' : 'result';
      return pure(verb, ...items, arrow('()', content), ...detailOf(details));
    }
  }
}

/** A part of rpc, which is left out for null by .NET, and then null on a server. */
function orNull(field: ElementField): ElementField {
  const { element, value, nillable } = field.place;
  if (nillable || !mayBeNull(value)) return field;
  return { ...field, place: { element, value, nillable: true, isAccessor: true } };
}
