import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerInterceptor } from '../../runtime/index.ts';
import type { Console } from '../terminal/console.ts';

/** Logs one line for each request, after its response was sent. */
export interface RequestLog {
  /** Records the operation of a request. */
  readonly interceptor: ServerInterceptor;
  watch(request: IncomingMessage, response: ServerResponse): void;
}

/** Creates a log to stderr: time, method, target, operation and binding, status, milliseconds. */
export function createRequestLog(console: Console): RequestLog {
  const operations = new WeakMap<object, string>();
  return {
    interceptor: ({ context }, next) => {
      operations.set(context.request, `${context.operation} ${context.binding}`);
      return next();
    },
    watch: (request, response) => {
      const start = performance.now();
      response.on('close', () => {
        const { colours } = console;
        const status = response.writableFinished ? String(response.statusCode) : 'aborted';
        const line = [
          colours.dim(new Date().toTimeString().slice(0, 8)),
          request.method ?? '',
          printable(request.url ?? ''),
          operations.get(request) ?? '-',
          status.startsWith('2') ? colours.green(status) : colours.red(status),
          `${(performance.now() - start).toFixed(1)} ms`,
        ];
        console.say(line.join(' '));
      });
    },
  };
}

/**
 * A target without control characters, with which a request could forge lines, cut to 200
 * characters.
 */
function printable(target: string): string {
  const plain = target.replace(/[^\x21-\x7e]/g, '?');
  return plain.length > 200 ? `${plain.slice(0, 199)}…` : plain;
}
