import { type LookupAddress, lookup as resolveName } from 'node:dns';
import { BlockList, isIP, type LookupFunction, type Socket } from 'node:net';

/** Keeps a server on the Internet from leading into the user's network. */
export interface AddressGuard {
  /** @throws {Error} the URL has a private address, after a document from a public one */
  readonly check: (url: URL) => void;
  /** Looks up names as `dns.lookup` does, without addresses that may not be used. */
  readonly lookup: LookupFunction;
  /** Notes where a connection led. */
  readonly watch: (socket: Socket) => void;
}

/** Creates a guard: once a document came from a public address, private ones are refused. */
export function createAddressGuard(): AddressGuard {
  let isPublic = false;
  return {
    check({ hostname }) {
      const bare = hostname.replace(/^\[|\]$/g, '');
      if (isPublic && isIP(bare) !== 0 && isPrivate(bare)) throw new Error(refusal(bare));
    },
    lookup: (name, settings, callback) => {
      if (isPublic) lookUpPublic(name, settings, callback);
      else resolveName(name, settings, callback);
    },
    watch(socket) {
      socket.once('connect', () => {
        isPublic ||= !isPrivate(socket.remoteAddress ?? '');
      });
    },
  };
}

/** Looks up the public addresses of a host. */
const lookUpPublic: LookupFunction = (name, settings, callback) => {
  resolveName(name, { ...settings, all: true }, (error, addresses: LookupAddress[]) => {
    if (error !== null) return callback(error, []);
    const usable = addresses.filter((one) => !isPrivate(one.address));
    const [first] = usable;
    if (first === undefined) return callback(new Error(refusal(name)), []);
    if (settings.all === true) callback(null, usable);
    else callback(null, first.address, first.family);
  });
};

function refusal(name: string): string {
  return `'${name}' is in a private network, and an earlier document came from a public one`;
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
