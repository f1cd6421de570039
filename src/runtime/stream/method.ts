import type { Caller } from '../client/caller.ts';
import {
  createMethod,
  createMethodWithoutInput,
  type OperationMethod,
  type OperationMethodWithoutInput,
} from '../client/method.ts';
import type { StreamOptions } from '../client/options.ts';
import type { BindingName, NoInput } from '../operation/names.ts';
import type { StreamingOperation } from '../operation/operation.ts';
import { streamRecords } from './records.ts';

/**
 * An operation whose result has one repeated element. These records can also be read one by one,
 * without what is around them.
 */
export interface StreamingMethod<
  Input,
  Output,
  Item,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> extends OperationMethod<Input, Output, Bindings, InputHeaders, OutputHeaders> {
  /**
   * Returns the records of the result as they arrive, with only one record in memory at a time. The
   * call is sent when the iteration starts, and cancelled if it ends early. If the answer breaks
   * off, the iteration throws an error whose `records` says how many came before.
   */
  stream(input: Input, options?: StreamOptions<Bindings, InputHeaders>): AsyncIterable<Item>;
}

/** A {@link StreamingMethod} of an operation without parameters. */
export interface StreamingMethodWithoutInput<
  Output,
  Item,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> extends OperationMethodWithoutInput<Output, Bindings, InputHeaders, OutputHeaders> {
  /**
   * Returns the records of the result as they arrive, with only one record in memory at a time. The
   * call is sent when the iteration starts, and cancelled if it ends early. If the answer breaks
   * off, the iteration throws an error whose `records` says how many came before.
   */
  stream(input?: NoInput, options?: StreamOptions<Bindings, InputHeaders>): AsyncIterable<Item>;
}

/** Binds an operation with streamable records to a caller. */
export function createStreamingMethod<
  Input,
  Output,
  Item,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: StreamingOperation<Input, Output, Item, Bindings, Faults, InputHeaders, OutputHeaders>,
): StreamingMethod<Input, Output, Item, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(createMethod(caller, operation), {
    stream: (input: Input, options?: StreamOptions<Bindings, InputHeaders>) =>
      streamRecords(caller, operation, input, options) as AsyncIterable<Item>,
  });
}

/** Binds an operation without parameters, with streamable records, to a caller. */
export function createStreamingMethodWithoutInput<
  Input extends object,
  Output,
  Item,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: StreamingOperation<Input, Output, Item, Bindings, Faults, InputHeaders, OutputHeaders>,
): StreamingMethodWithoutInput<Output, Item, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(createMethodWithoutInput(caller, operation), {
    stream: (input: NoInput = {}, options?: StreamOptions<Bindings, InputHeaders>) =>
      streamRecords(caller, operation, input, options) as AsyncIterable<Item>,
  });
}
