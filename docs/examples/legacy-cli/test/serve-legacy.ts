import { createLegacy } from './legacy.js';

createLegacy(console.log).listen(Number(process.env.PORT ?? 8080), 'localhost');
