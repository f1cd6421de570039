import type { CallOptions, ClientOptions, PreparedRequest, RawResult } from './client-options.ts';
import type { BindingName, Operation } from './operation.ts';

/** Sends calls of any operation by one set of options. */
export interface Caller {
  /** Calls an operation and gives its result. */
  call<
    Input,
    Output,
    Bindings extends BindingName,
    Faults extends object,
    InputHeaders extends object,
    OutputHeaders extends object,
  >(
    operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
    input: NoInfer<Input>,
    options?: CallOptions<NoInfer<Bindings>, NoInfer<InputHeaders>>,
  ): Promise<Output>;
  /** Calls an operation and gives the whole answer. */
  raw<
    Input,
    Output,
    Bindings extends BindingName,
    Faults extends object,
    InputHeaders extends object,
    OutputHeaders extends object,
  >(
    operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
    input: NoInfer<Input>,
    options?: CallOptions<NoInfer<Bindings>, NoInfer<InputHeaders>>,
  ): Promise<RawResult<Output, OutputHeaders>>;
  /** Gives the exact HTTP request of a call without sending it. */
  prepare<
    Input,
    Output,
    Bindings extends BindingName,
    Faults extends object,
    InputHeaders extends object,
    OutputHeaders extends object,
  >(
    operation: Operation<Input, Output, Bindings, Faults, InputHeaders, OutputHeaders>,
    input: NoInfer<Input>,
    options?: CallOptions<NoInfer<Bindings>, NoInfer<InputHeaders>>,
  ): Promise<PreparedRequest>;
}

/** What the contract says about where its services are. */
export interface ClientDefaults {
  readonly baseUrl?: string | undefined;
}
