import { Trace, type TracingChannel, tracingChannel } from '../../platform/trace.ts';
import { tracing } from '../front/tracing.ts';

/**
 * Name of the tracing channel of servers, `asmx-gen:server`. A program that is bundled has the
 * channel if it imports this name; any other has it always.
 */
export const serverChannel: string = /* @__PURE__ */ install('asmx-gen:server');

function install(name: string): string {
  let channel: TracingChannel | undefined;
  tracing.begin = () => {
    channel ??= tracingChannel(name);
    return channel?.hasSubscribers === true
      ? new Trace(channel, { requestBytes: 0, durations: {} })
      : undefined;
  };
  return name;
}
