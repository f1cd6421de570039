import type { Caller } from './caller.ts';
import type { CallOptions, RawResult, StreamOptions } from './client-options.ts';
import type { BindingName, Operation, StreamingOperation } from './operation.ts';

/** The input of an operation that has none. */
export type NoInput = Readonly<Record<never, never>>;

/** An operation of a client: called with its input, or through `raw` for the whole answer. */
export interface OperationMethod<
  Input,
  Output,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  (input: Input, options?: CallOptions<Bindings, InputHeaders>): Promise<Output>;
  /** The call with everything the answer holds: status, headers, body, text written before the envelope, SOAP headers. */
  raw(
    input: Input,
    options?: CallOptions<Bindings, InputHeaders>,
  ): Promise<RawResult<Output, OutputHeaders>>;
}

/** An operation without parameters: `getAboutUs()` or `getAboutUs({}, options)`. */
export interface OperationMethodWithoutInput<
  Output,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  (input?: NoInput, options?: CallOptions<Bindings, InputHeaders>): Promise<Output>;
  /** The call with everything the answer holds: status, headers, body, text written before the envelope, SOAP headers. */
  raw(
    input?: NoInput,
    options?: CallOptions<Bindings, InputHeaders>,
  ): Promise<RawResult<Output, OutputHeaders>>;
}

/** An operation whose result holds one repeated element: its records can also be read one by one. */
export interface StreamingMethod<
  Input,
  Output,
  Item,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> extends OperationMethod<Input, Output, Bindings, InputHeaders, OutputHeaders> {
  /**
   * The records of the result as they come, with no more of the answer in memory than one record. The call is sent when the
   * iteration starts, and cancelled when it ends early; an answer that breaks off makes it throw.
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
   * The records of the result as they come, with no more of the answer in memory than one record. The call is sent when the
   * iteration starts, and cancelled when it ends early; an answer that breaks off makes it throw.
   */
  stream(input?: NoInput, options?: StreamOptions<Bindings, InputHeaders>): AsyncIterable<Item>;
}

/** Binds an operation to a caller. */
export function createMethod<
  Input,
  Output,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
): OperationMethod<Input, Output, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(
    (input: Input, options?: CallOptions<Bindings, InputHeaders>) =>
      caller.call(operation, input, options),
    {
      raw: (input: Input, options?: CallOptions<Bindings, InputHeaders>) =>
        caller.raw(operation, input, options),
    },
  );
}

/** Binds an operation without parameters to a caller. */
export function createMethodWithoutInput<
  Input extends object,
  Output,
  Bindings extends BindingName,
  Faults extends object,
  InputHeaders extends object,
  OutputHeaders extends object,
>(
  caller: Caller,
  operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
): OperationMethodWithoutInput<Output, Bindings, InputHeaders, OutputHeaders> {
  return Object.assign(
    (input: NoInput = {}, options?: CallOptions<Bindings, InputHeaders>) =>
      caller.call(operation, input as Input, options),
    {
      raw: (input: NoInput = {}, options?: CallOptions<Bindings, InputHeaders>) =>
        caller.raw(operation, input as Input, options),
    },
  );
}

/** Binds an operation whose records can be streamed to a caller. */
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
      caller.stream(operation, input, options),
  });
}

/** Binds an operation without parameters whose records can be streamed to a caller. */
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
      caller.stream(operation, input as Input, options),
  });
}
