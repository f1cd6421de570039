export default {
  contracts: [{ input: 'shop.yaml' ],
};
