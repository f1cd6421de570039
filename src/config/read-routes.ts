import type { DataMap } from '../diagnostics/data-node.ts';
import type { DataReader } from '../diagnostics/data-read.ts';
import { entriesOf } from './read-lint.ts';

/** Routes by `Service.Operation`. Whether they fit the contract is found when it is planned. */
export function readRoutes<P>(
  reader: DataReader<P>,
  map: DataMap<P>,
): Readonly<Record<string, string>> {
  const routes: [string, string][] = [];
  for (const entry of entriesOf(reader, map, 'routes')) {
    const route = reader.string(entry.value, `the route of '${entry.key}'`);
    if (route === undefined) continue;
    if (/^(?:GET|POST|PUT|PATCH|DELETE) \/\S*$/.test(route)) routes.push([entry.key, route]);
    else {
      reader.complain(entry.value.place, 'ASMX5002', `'${route}' is not a method and a path`, {
        help: "write it like 'GET /orders/{orderId}', with GET, POST, PUT, PATCH or DELETE",
      });
    }
  }
  return Object.fromEntries(routes);
}
