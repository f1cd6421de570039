import type { TlsOptions } from './client-options.ts';
import { type NodeAgent, type NodeHttp, nodeHttp } from './node.ts';

/** The connections of one scheme. */
export interface NodePool {
  readonly http: NodeHttp;
  readonly agent: NodeAgent;
  /** When the last answer came, in milliseconds since 1970. */
  heard: number;
}

/** Connections kept for all clients without settings of their own, by scheme. */
const sharedPools: Map<string, NodePool> = new Map();

/**
 * Keep-alive connections by scheme, such as `https:`.
 *
 * @param tls Settings of `tls.connect`; connections with such settings are not shared with other clients.
 * @param maxConnections Per host; `undefined` for no limit.
 */
export function createPools(
  tls: TlsOptions | undefined,
  maxConnections: number | undefined,
): (protocol: string) => NodePool {
  const shared = tls === undefined && maxConnections === undefined;
  const pools: Map<string, NodePool> = shared ? sharedPools : new Map();
  return (protocol) => {
    const known = pools.get(protocol);
    if (known !== undefined) return known;
    const http = nodeHttp(protocol);
    const agent = new http.Agent({
      ...(protocol === 'https:' ? tls : undefined),
      keepAlive: true,
      ...(maxConnections === undefined ? undefined : { maxSockets: maxConnections }),
    });
    const pool = { http, agent, heard: 0 };
    pools.set(protocol, pool);
    return pool;
  };
}
