import { input } from './part.mjs';

export default { contracts: [{ input }] };
