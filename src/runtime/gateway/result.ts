import { toJson } from '../schema/json.ts';
import { keywordsOf } from '../schema/node.ts';
import { decodeUtf8 } from '../text/encoding.ts';
import type { GatewayOperation } from './contract.ts';
import type { Outgoing } from './outgoing.ts';
import { recordLines, recordPlace, recordsIn } from './record-json.ts';

const noStore: readonly string[] = ['Cache-Control', 'no-store'];

/** Whether an operation has no result. */
export function isVoid({ output }: GatewayOperation): boolean {
  return keywordsOf(output).javascript === 'undefined';
}

/** An answer with a body of a media type. */
export function answerWith(type: string, body: string | Uint8Array): Outgoing {
  return { status: 200, headers: ['Content-Type', type, ...noStore], body };
}

/** The answer with a result, in the media type that the client accepts. */
export function resultAnswer(operation: GatewayOperation, result: unknown, type: string): Outgoing {
  if (isVoid(operation)) return { status: 204, headers: noStore, body: '' };
  const { output } = operation;
  if (type === 'application/json') {
    const text: string | undefined = JSON.stringify(toJson(output, result as never));
    if (text === undefined) throw new Error(`The result is a value of type ${typeof result}.`);
    return answerWith(type, text);
  }
  const place = recordPlace(output);
  const { write } = recordLines(place);
  return answerWith(type, recordsIn(result, place).map(write).join(''));
}

/** The answer with what an operation without a result wrote itself. */
export function writtenAnswer(written: string | Uint8Array): Outgoing {
  const text = typeof written === 'string' ? written : decodeUtf8(written);
  return answerWith(isJson(text) ? 'application/json' : 'text/plain; charset=utf-8', written);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
