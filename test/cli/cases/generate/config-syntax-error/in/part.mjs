export const input = 'shop.yaml;
