// A service with the package soap: port, file of the WSDL.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { listen } from 'soap';
import { school } from '../javascript.mjs';

const [port, file] = process.argv.slice(2);
const server = createServer((_, response) => response.writeHead(404).end());
listen(server, '/', { School: { SchoolSoap: school } }, readFileSync(file, 'utf8'));
server.listen(Number(port), '127.0.0.1');
