import { builtinModule, platform } from './globals.ts';

/** The parts of a `TracingChannel` of node:diagnostics_channel that the runtime uses. */
export interface TracingChannel {
  readonly hasSubscribers: boolean;
  readonly start: Channel & { runStores<T>(event: object, action: () => T): T };
  readonly end: Channel;
  readonly asyncStart: Channel;
  readonly asyncEnd: Channel;
  readonly error: Channel;
}

interface Channel {
  publish(event: object): void;
}

/** What events of both channels have. Properties are set as soon as they are known. */
export interface TraceEvent {
  /** HTTP status of the answer. */
  status?: number | undefined;
  /** Code of the fault or of the error that ended it; absent if it succeeded. */
  code?: string | undefined;
  /** Name and code of that fault or error, never its message. */
  error?: { readonly name: string; readonly code: string } | undefined;
}

/** A tracing channel; `undefined` where Node has none. */
export function tracingChannel(name: string): TracingChannel | undefined {
  const module = builtinModule('node:diagnostics_channel') as
    | { tracingChannel?(name: string): TracingChannel }
    | undefined;
  return module?.tracingChannel?.(name);
}

/** A call or a request from its start to its end, for the subscribers of a channel. */
export class Trace<Event extends TraceEvent & { readonly durations: object }> {
  readonly event: Event;
  private readonly channel: TracingChannel;
  private last = platform.performance.now();

  constructor(channel: TracingChannel, event: Event) {
    this.channel = channel;
    this.event = event;
  }

  /** Starts it, with the stores that subscribers bind to the channel. */
  run<T>(action: () => T): T {
    const { channel, event } = this;
    try {
      return channel.start.runStores(event, action);
    } finally {
      channel.end.publish(event);
    }
  }

  /** Ends a phase, which began where the one before it ended. */
  mark(phase: keyof Event['durations'], known?: Partial<Event>): void {
    const now = platform.performance.now();
    const durations = this.event.durations as Record<typeof phase, number>;
    durations[phase] = (durations[phase] ?? 0) + now - this.last;
    this.last = now;
    Object.assign(this.event, known);
  }

  /** Ends it, with name and code of its error if there is one. */
  over(error?: { readonly name: string; readonly code: string }): void {
    const { channel, event } = this;
    if (error !== undefined) {
      event.code = error.code;
      event.error = error;
      channel.error.publish(event);
    }
    channel.asyncStart.publish(event);
    channel.asyncEnd.publish(event);
  }
}
