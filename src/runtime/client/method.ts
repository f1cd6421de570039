import type { BindingName, NoInput } from '../operation/names.ts';
import type { Operation } from '../operation/operation.ts';
import type { Caller } from './caller.ts';
import type { CallOptions, RawResult } from './options.ts';

/** An operation of a client. Call it with its input, or call `raw` for the whole answer. */
export interface OperationMethod<
  Input,
  Output,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  (input: Input, options?: CallOptions<Bindings, InputHeaders>): Promise<Output>;
  /**
   * Calls the operation and returns the whole answer: status, headers, body, text written before
   * the envelope, SOAP headers.
   */
  raw(
    input: Input,
    options?: CallOptions<Bindings, InputHeaders>,
  ): Promise<RawResult<Output, OutputHeaders>>;
}

/** An operation without parameters. Call it without input, or with `{}` and options. */
export interface OperationMethodWithoutInput<
  Output,
  Bindings extends BindingName = BindingName,
  InputHeaders extends object = object,
  OutputHeaders extends object = object,
> {
  (input?: NoInput, options?: CallOptions<Bindings, InputHeaders>): Promise<Output>;
  /**
   * Calls the operation and returns the whole answer: status, headers, body, text written before
   * the envelope, SOAP headers.
   */
  raw(
    input?: NoInput,
    options?: CallOptions<Bindings, InputHeaders>,
  ): Promise<RawResult<Output, OutputHeaders>>;
}

/**
 * A client as plain functions, without `raw` and `stream`: what most functions need of a client,
 * and what a test double has to give. Every client is one, and so is an object of async functions:
 * `{ counter: async () => 5 }`.
 */
export type ClientFunctions<Client> = {
  readonly [Name in keyof Client]: Client[Name] extends (...given: infer Given) => infer Answer
    ? (...given: Given) => Answer
    : ClientFunctions<Client[Name]>;
};

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
