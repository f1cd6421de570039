import { docComment } from '../encode.ts';
import { fits, indentation, propertyLine, typeArguments } from '../layout.ts';
import type { InterfacePlan, OperationPlan } from '../plan.ts';
import type { ContractNames } from './contract-names.ts';
import { type ImportNotes, keepNotes } from './module-imports.ts';
import { handlerDocumentation } from './operation-docs.ts';
import { handlerTypeArguments, mayStream } from './operation-types.ts';
import type { HandlersContent } from './server-interfaces.ts';
import type { Member } from './split-interfaces.ts';

/** What `server.ts` holds of one operation: a property of an interface, and the route that leads to it. */
export interface ServerMember extends Member {
  readonly route: HandlersContent['routes'][number];
}

/** Plans the handlers of an interface. */
export function planServerMembers(
  plan: InterfacePlan,
  names: ContractNames,
): readonly ServerMember[] {
  return plan.operations.map((operation) => {
    const notes = keepNotes();
    return {
      operation,
      doc: docComment(handlerDocumentation(operation), 1),
      line: typeArguments({
        before: `readonly ${operation.method}: ${notes.type('runtime', handlerType(operation))}`,
        items: handlerTypeArguments(operation, names, notes),
        after: ';',
        indent: 1,
      }),
      route: {
        operation: propertyLine('operation', notes.value('operations', operation.descriptor), 3),
        handler: handlerLine(operation.method),
      },
      notes,
    };
  });
}

/** Members as the content of one interface, which stands in a file with these imports. */
export function contentOfHandlers(
  members: readonly ServerMember[],
  imports: ImportNotes,
): HandlersContent {
  for (const { notes } of members) notes.passTo(imports);
  return { bases: [], members, routes: members.map((one) => one.route), spread: [] };
}

function handlerType(operation: OperationPlan): string {
  return mayStream(operation) ? 'StreamingHandler' : 'Handler';
}

/** Called as a method, so that handlers may be those of a class. */
function handlerLine(method: string): string {
  const head = 'handler: (input, context) =>';
  const call = `handlers.${method}(input, context),`;
  return fits(`${head} ${call}`, 3) ? `${head} ${call}` : `${head}\n${indentation(4)}${call}`;
}
