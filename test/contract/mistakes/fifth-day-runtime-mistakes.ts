import type { RuntimeMistake } from './mistake.ts'
import { MORE, routesWith } from './more-routes.ts'

const FIX = 'Correct the line that the finding names. The log has the whole error under the request id.'

/** The van is changed by a store that prepares its records wrongly. */
const preparing = (title: string, before: string, wrong: string): RuntimeMistake => ({
  title,
  file: 'src/routes.ts',
  from: "search: ['name'],",
  to: `search: ['name'],\n    before: (van, current) => current ? ${before} : van,`,
  told: {
    code: 'handler_failed',
    at: 'src/routes.ts:15',
    message: `TypeError: [before] of the store of [fleet_vans] returned ${wrong}`,
    fix: FIX,
  },
})

const WHOLE = 'Return all of it: `return { ...record, … }`.'

const rows = (title: string, args: string, told: { message: string; fix: string }): RuntimeMistake => ({
  title,
  ...MORE,
  ...routesWith(`scoped_rows(${args})`, 'scoped_rows'),
  told: { code: 'handler_failed', at: 'src/more.ts:3', ...told },
})

/** A store over another system whose method returns nothing. */
const wrapped = (method: string): RuntimeMistake => ({
  title: `[${method}] of a wrapped store returns nothing`,
  ...MORE,
  ...routesWith(
    `wrap_store(Type.Object({ id: Type.Integer(), name: Type.Optional(Type.String()) }), { list: async () => page([], 0), get: async (id) => ({ id }), ${method}: async () => {} }).${method === 'create' ? 'create({})' : "update(1, { name: 'x' })"}`,
    'page, Type, wrap_store',
  ),
  told: {
    code: 'handler_failed',
    at: 'src/more.ts:3',
    message: `TypeError: [${method}] of [wrap_store(…)] returned nothing. Return the record.`,
    fix: FIX,
  },
})

/** Mistakes that the client was blamed for, or whose cause nobody was told. */
export const FIFTH_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  preparing(
    'what prepares a record returns nothing',
    'void (van.price = 1)',
    `[undefined] instead of the record. ${WHOLE}`,
  ),
  preparing('what prepares a record forgets the other fields', '({ price: 1 })', `a record without [id]. ${WHOLE}`),
  preparing(
    'what prepares a record removes a required field',
    '({ ...van, name: undefined })',
    `a record without [name]. ${WHOLE}`,
  ),
  preparing(
    'what prepares a record calculates with undefined',
    '({ ...van, price: 2 * van.prise })',
    'NaN as [price]. Something that it calculates with is undefined, or is no number.',
  ),
  rows('the rows of a store are asked for', 'context.db, { schema: {} }', {
    message: 'DeclarationError: [scoped_rows(…)] gets [{"schema":{}}] instead of the name of a table.',
    fix: "Write it like [scoped_rows(db, 'fleet_vans', Van)], with the `db` of the context.",
  }),
  rows('rows are asked for without the schema of their record', "context.db, 'fleet_vans'", {
    message: 'DeclarationError: [undefined] is not the schema of a record.',
    fix: 'Write it like [Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String() })].',
  }),
  wrapped('create'),
  wrapped('replace'),
  wrapped('update'),
]
