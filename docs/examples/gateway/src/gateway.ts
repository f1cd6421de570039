import { createHash, timingSafeEqual } from 'node:crypto';
import {
  createOrdersGateway,
  type Gateway,
  type GatewayHook,
  HttpError,
  type OrdersClient,
} from '../generated/orders/index.js';

/** A request of node:http, or of a platform with `Request`. */
type GatewayRequest = Parameters<NonNullable<GatewayHook<unknown, unknown>['before']>>[1];

/**
 * The service as HTTP with JSON: everyone may read, those with the key may write.
 *
 * @param orders a client of the old service
 * @param key what `Authorization: Bearer …` has to hold
 */
export function createGateway(orders: OrdersClient, key: string): Gateway {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  const expected = digest(`Bearer ${key}`);
  const before = (_input: unknown, request: GatewayRequest): undefined => {
    if (timingSafeEqual(digest(authorizationOf(request)), expected)) return;
    throw new HttpError(401, { 'www-authenticate': 'Bearer' });
  };
  return createOrdersGateway(orders, {
    timeout: 10_000,
    forward: ['x-request-id'],
    tags: { Orders: 'What customers order.' },
    hooks: { 'Orders.PlaceOrder': { before }, 'Orders.CancelOrder': { before } },
  });
}

function authorizationOf({ headers }: GatewayRequest): string {
  if (headers instanceof Headers) return headers.get('authorization') ?? '';
  return 'authorization' in headers ? String(headers.authorization) : '';
}
