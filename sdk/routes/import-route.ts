import { Type } from 'typebox'
import { ImportRequest, ImportResult } from '../documents/import.ts'
import type { RouteDeclaration } from './route-declaration.ts'

/** Seconds that an import may take, because each of its records is a request of its own. */
const TIMEOUT = 60

const DryRun = Type.Object({
  dry_run: Type.Optional(
    Type.Enum(['1'], {
      description: 'Answers what the import would do, and saves nothing. Hooks run, and what they store is undone.',
    }),
  ),
})

/**
 * The route that creates and changes many records with values of their own. The host runs it with the routes of single records, so its
 * handler is never called. No tool: agents find the creation of one record, and a second tool beside it makes the right one harder to find.
 */
export function import_route(list: string, many: string): Omit<RouteDeclaration, 'origin'> {
  const handler = () => {
    throw new Error(`The handler of [POST ${list}/import] cannot be called. The host creates the records instead.`)
  }
  return {
    method: 'POST',
    path: `${list}/import`,
    kind: 'import',
    each: `POST ${list}` as `POST /${string}`,
    handler,
    options: {
      summary: `Import ${many}`,
      description: 'Creates each record, or changes the one with the same key. Each is saved or refused by itself.',
      tool: false,
      timeout_seconds: TIMEOUT,
      query: DryRun,
      body: ImportRequest,
      response: ImportResult,
    },
  }
}
