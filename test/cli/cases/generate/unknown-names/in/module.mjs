export default {
  contracts: [{ input: 'shop.yaml', targets: ['types'], runtime: 'package',
    naming: { 'Orders.Pnig': 'knock' }, only: ['Ping', 'Nothing*'] }],
};
