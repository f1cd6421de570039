import { shared } from 'no-such-package';

export default { contracts: [{ input: 'shop.yaml', ...shared }] };
