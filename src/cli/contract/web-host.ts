import { lookup as resolveName } from 'node:dns';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import type { FetchedFile } from '../../read/host.ts';
import { defaultReadLimits } from '../../read/host.ts';

/** Options of downloads. */
export interface WebHostOptions {
  /** Time limit of a download in milliseconds. */
  readonly timeout: number;
  /** Maximum bytes of a document. */
  readonly limit?: number | undefined;
  /** `user:password` by origin, sent only there. */
  readonly credentials?: ReadonlyMap<string, string> | undefined;
}

/**
 * Fetches documents by http(s). Returns redirects instead of following them: the caller decides
 * where they may lead.
 */
export type Fetch = (url: string) => Promise<FetchedFile>;

/**
 * Creates a fetch with limits on size and time. Once a document came from a public address, private
 * ones are refused: a server on the Internet must not lead into the user's network.
 */
export function createFetch(options: WebHostOptions): Fetch {
  const limit = options.limit ?? defaultReadLimits.fileBytes;
  let isPublic = false;
  const lookup: LookupFunction = (name, settings, callback) => {
    if (isPublic) lookUpPublic(name, settings, callback);
    else resolveName(name, settings, callback);
  };
  return (url) =>
    new Promise((resolve, reject) => {
      const target = new URL(url);
      const secret = options.credentials?.get(target.origin);
      const bare = target.hostname.replace(/^\[|\]$/g, '');
      if (isPublic && isIP(bare) !== 0 && isPrivate(bare)) {
        reject(new Error(refusal(bare)));
        return;
      }
      const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
      const request: ClientRequest = send(
        target,
        {
          lookup,
          headers: {
            Accept: 'text/xml, application/xml, text/html;q=0.5, */*;q=0.1',
            'User-Agent': 'asmx-gen',
            ...(secret === undefined
              ? {}
              : { Authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
          },
        },
        (response) => {
          isPublic ||= !isPrivate(response.socket.remoteAddress ?? '');
          readBody(response, limit).then(
            (body) => {
              clearTimeout(timer);
              const { statusCode: status = 0, headers } = response;
              resolve({ status, body, location: headers.location });
            },
            (error: Error) => {
              request.destroy();
              failed(error);
            },
          );
        },
      );
      const failed = (error: Error): void => {
        clearTimeout(timer);
        reject(explained(error, target));
      };
      const timer = setTimeout(() => {
        request.destroy(new Error(`there was no answer within ${options.timeout} ms`));
      }, options.timeout);
      request.on('error', failed);
      request.end();
    });
}

/** Looks up the public addresses of a host. */
const lookUpPublic: LookupFunction = (name, settings, callback) => {
  resolveName(name, { ...settings, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const usable = addresses.filter((one) => !isPrivate(one.address));
    const [first] = usable;
    if (first === undefined) return callback(new Error(refusal(name)), []);
    if (settings.all === true) callback(null, usable);
    else callback(null, first.address, first.family);
  });
};

async function readBody(response: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function refusal(name: string): string {
  return `'${name}' is in a private network, and an earlier document came from a public one`;
}

function explained(error: Error, { host }: URL): Error {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new Error(`there is no host '${host}'`);
  if (code === 'ECONNREFUSED') return new Error(`'${host}' refuses the connection`);
  if (code === 'ECONNRESET') return new Error(`'${host}' closed the connection`);
  return error;
}

const privateRanges = new BlockList();
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  privateRanges.addSubnet(net, prefix, 'ipv4');
}
for (const [net, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  privateRanges.addSubnet(net, prefix, 'ipv6');
}

/** Whether an address belongs to this machine or to a private network. */
export function isPrivate(address: string): boolean {
  const family = isIP(address);
  // IPv4 addresses written as IPv6 (::ffff:…) are compared with the ranges of IPv4, too.
  return family === 0 || privateRanges.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
