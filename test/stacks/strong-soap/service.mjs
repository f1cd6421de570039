// A service with strong-soap: port, file of the WSDL.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { school } from '../javascript.mjs';

const { soap } = createRequire(new URL('peers/', import.meta.url))('strong-soap');
const [port, file] = process.argv.slice(2);
const server = createServer((_, response) => response.writeHead(404).end());
server.listen(Number(port), '127.0.0.1');
soap.listen(server, '/', { School: { SchoolSoap: school } }, readFileSync(file, 'utf8'));
