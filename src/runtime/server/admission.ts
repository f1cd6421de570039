import { propertyOf } from '../operation/errors.ts';
import { isPromise } from '../platform/globals.ts';
import type { Guard } from './guarded.ts';
import type { Answer, Incoming, Outgoing } from './incoming.ts';
import type { ServerOptions } from './options.ts';
import type { Endpoint } from './protocol.ts';
import { exceptionAnswer } from './report.ts';
import { withDeadline } from './run.ts';

/** Lets requests pass, or refuses them in the form of an endpoint. */
export type Admission = (incoming: Incoming, endpoint: Endpoint, pass: () => Answer) => Answer;

/** The option `context`, called before a request's body is read; `undefined` without one. */
export function createAdmission(options: ServerOptions<never>): Admission | undefined {
  const { context } = options;
  if (context === undefined) return undefined;
  return (incoming, endpoint, pass) => {
    const refuse = (error: unknown): Outgoing =>
      exceptionAnswer(error, { incoming, options, call: undefined }, (one) =>
        endpoint.failed(incoming, one),
      );
    const admit = (state: unknown): Answer => {
      incoming.state = state;
      incoming.exchange?.identified(identityIn(state));
      return pass();
    };
    let state: unknown;
    try {
      state = context(incoming.source);
      if (isPromise(state)) return admitLater(withDeadline(state, incoming), admit, refuse);
    } catch (error) {
      return refuse(error);
    }
    return admit(state);
  };
}

/** The property `identity` of a state, if it has one that can be read. */
function identityIn(state: unknown): unknown {
  try {
    return propertyOf(state, 'identity');
  } catch {
    return undefined;
  }
}

async function admitLater(
  later: PromiseLike<unknown>,
  admit: (state: unknown) => Answer,
  refuse: (error: unknown) => Outgoing,
): Promise<Outgoing> {
  let state: unknown;
  try {
    state = await later;
  } catch (error) {
    return refuse(error);
  }
  return admit(state);
}

/** Asks the option `security`, too: for pages, whose endpoints do not ask it themselves. */
export function guardPages(
  admission: Admission | undefined,
  guard: Guard | undefined,
): Admission | undefined {
  if (guard === undefined) return admission;
  return (incoming, endpoint, pass) => {
    const failed = (error: unknown): Outgoing => endpoint.failed(incoming, error);
    const guarded = (): Answer => guard(incoming, { admit: pass, failed });
    return admission === undefined ? guarded() : admission(incoming, endpoint, guarded);
  };
}
