import { shared } from './shared.mjs';

export default { contracts: [{ input: 'shop.yaml', ...shared }] };
