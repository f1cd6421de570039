import {
  CancelOrder,
  createOrdersServer,
  fault,
  GetOrder,
  type Order,
} from '../generated/orders/index.js';

/** Stands in for the old service, in memory. */
export function createStandIn() {
  const orders = new Map<bigint, Order>();
  const add = (order: Order): void => void orders.set(order.id, order);
  const tea = { article: 'Green tea', count: 2, price: '4.50' };
  const placed = '2026-01-31T08:00:00Z';
  add({ id: 1n, customer: 7, status: 'Shipped', placed, total: '9.00', lines: [tea] });
  add({ id: 2n, customer: 7, status: 'Open', placed, total: '9.00', lines: [tea] });

  return createOrdersServer({
    findOrders: ({ customer, status }) =>
      [...orders.values()]
        .filter((order) => order.customer === customer && order.status === (status ?? order.status))
        .reverse(),
    getOrder({ orderId }) {
      const order = orders.get(orderId);
      if (order === undefined) throw fault(GetOrder, 'Missing', { orderId }, 'No such order.');
      return order;
    },
    placeOrder({ customer, lines }) {
      const id = BigInt(orders.size + 1);
      const cents = lines.reduce((sum, line) => sum + centsOf(line), 0n);
      const total = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      add({ id, customer, status: 'Open', placed: new Date().toISOString(), total, lines });
      return id;
    },
    cancelOrder({ orderId }) {
      const order = orders.get(orderId);
      if (order === undefined) throw fault(CancelOrder, 'Missing', { orderId }, 'No such order.');
      if (order.status === 'Shipped') {
        const detail = { orderId, shipped: order.placed };
        throw fault(CancelOrder, 'Shipped', detail, 'It is on its way.');
      }
      add({ ...order, status: 'Cancelled' });
    },
  });
}

/** A decimal is text, so that no digit is lost: it is counted in cents. */
function centsOf(line: Order['lines'][number]): bigint {
  const [whole = '0', part = ''] = (line?.price ?? '0').split('.');
  return BigInt(line?.count ?? 0) * BigInt(whole + part.padEnd(2, '0').slice(0, 2));
}
