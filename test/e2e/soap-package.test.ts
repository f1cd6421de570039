import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import * as soap from 'soap';
import {
  createStudentInformationClient,
  createStudentInformationServer,
} from '../../generated/student-information/index.js';
import {
  awkwardInput,
  awkwardTexts,
  type InputValue,
  lowerFirst,
  type SchoolOperation,
  schoolOperations,
} from './school-operations.ts';

/**
 * An independent second opinion: the `soap` package as client of our server, and as server of our
 * client. It trims strings, so values with white space around them are left out.
 */
const versions = ['soap11', 'soap12'] as const;
const shifts = awkwardTexts.flatMap((text, index) =>
  text === text.trim() && !text.includes('\r') ? [index] : [],
);

function values(operation: SchoolOperation, shift: number): Record<string, InputValue> {
  const input = awkwardInput(operation, shift);
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'string') input[name] = value.replaceAll('\r', '').trim();
  }
  return input;
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });

let handled: { operation: string; input: unknown } | undefined;
afterEach(() => {
  handled = undefined;
});

describe('the soap package as client of the generated server, from its own ?WSDL', () => {
  type Handlers = Parameters<typeof createStudentInformationServer>[0];
  let server: Server;
  let base: string;

  beforeAll(async () => {
    const services: Record<string, Record<string, unknown>> = {};
    for (const { service, operation, parameters } of schoolOperations) {
      const handlers = services[lowerFirst(service)] ?? {};
      services[lowerFirst(service)] = handlers;
      handlers[lowerFirst(operation)] = (input: unknown): void => {
        handled = { operation, input: parameters.length === 0 ? {} : input };
      };
    }
    server = createServer(createStudentInformationServer(services as unknown as Handlers).listener);
    base = `http://127.0.0.1:${await listen(server)}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  for (const version of versions) {
    for (const operation of schoolOperations) {
      test(`${operation.operation} over ${version}`, async () => {
        const client = await soap.createClientAsync(`${base}/${operation.service}.asmx?WSDL`, {
          forceSoap12Headers: version === 'soap12',
        });
        for (const shift of shifts) {
          const input = values(operation, shift);
          const call = client[`${operation.operation}Async`] as (
            input: object,
          ) => Promise<[unknown]>;
          const [result] = await call(input);
          expect(result).toBeNull();
          expect(handled).toEqual({ operation: operation.operation, input });
        }
      });
    }
  }
});

describe('the generated client against a server of the soap package', () => {
  for (const version of versions) {
    test(`18 operations over ${version}`, async () => {
      const server = createServer((_request, response) => response.writeHead(404).end());
      const base = `http://127.0.0.1:${await listen(server)}`;
      try {
        const names = [...new Set(schoolOperations.map(({ service }) => service))];
        for (const name of names) {
          const methods = Object.fromEntries(
            schoolOperations
              .filter(({ service }) => service === name)
              .map(({ operation }) => [
                operation,
                (input: unknown): object => {
                  handled = { operation, input: input ?? {} };
                  return {};
                },
              ]),
          );
          const wsdl = readFileSync(`generated/student-information/wsdl/${name}.wsdl`, 'utf8');
          soap.listen(server, {
            path: `/${name}.asmx`,
            services: { [name]: { [`${name}Soap`]: methods, [`${name}Soap12`]: methods } },
            xml: wsdl,
            forceSoap12Headers: version === 'soap12',
          });
        }
        const client = createStudentInformationClient({ baseUrl: base, binding: version });
        type Call = (input: object) => Promise<unknown>;
        const services = client as unknown as Record<string, Record<string, Call>>;
        for (const operation of schoolOperations) {
          for (const shift of shifts) {
            const input = values(operation, shift);
            const call = services[lowerFirst(operation.service)]?.[lowerFirst(operation.operation)];
            await call?.(input);
            expect(handled?.operation).toBe(operation.operation);
            expect(handled?.input).toEqual(input);
          }
        }
      } finally {
        server.closeAllConnections();
        server.close();
      }
    });
  }
});
