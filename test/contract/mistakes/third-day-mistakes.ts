import { NEIGHBOUR } from './good-plugin.ts'
import type { Mistake, RuntimeMistake } from './mistake.ts'

const SYNCHRONOUS = (method: string) =>
  `Write it without \`async\`. What it needs can be awaited before [${method}] is called.`
const NUMBERED =
  "Correct the migration [0001_vans], which was undone: `table.increments('id')`. On SQLite, only [integer primary key] is numbered, not [serial]."

const unhealthy = (what: string, returned: string): Mistake => ({
  title: `health returns ${what}`,
  file: 'src/work.ts',
  from: 'health = () => true',
  to: `health = () => (${returned})`,
  told: {
    code: 'health_failed',
    at: 'src/work.ts:8',
    message: `[health] of the plugin [fleet] returned [${returned}], which is neither true nor false.`,
    fix: 'Return true or false. To say what is wrong, throw an error.',
  },
})

const unnumbered = (title: string, type: { to: string; shown: string }): Mistake => ({
  title,
  file: 'migrations/0001_vans.ts',
  from: "table.increments('id')",
  to: type.to,
  told: {
    code: 'column_without_value',
    at: 'src/routes.ts:8',
    message: `The database does not number the column [id] of [fleet_vans], which is [${type.shown}] and no generated key. New records would have no id.`,
    fix: NUMBERED,
  },
})

const asks = (permission: string, title: string): Pick<Mistake, 'title' | 'file' | 'from' | 'to'> => ({
  title,
  file: 'src/routes.ts',
  from: '() => [])',
  to: `({ caller }) => (caller.can('${permission}') ? [] : []))`,
})

/** Mistakes that were silent: a value of another kind, an assignment, a type of the other database, a permission of nobody. */
export const THIRD_DAY_MISTAKES: readonly Mistake[] = [
  unhealthy('an object', '{"ok":false}'),
  unhealthy('a text', '"down"'),
  unhealthy('a number', '0'),
  unhealthy('null', 'null'),
  {
    title: 'the title of a resource is assigned',
    file: 'src/screens.ts',
    from: "resource.title('Vans')",
    to: "resource.title = 'Vans'",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:8',
      message: '[title = "Vans"] declares nothing: [title] is a method.',
      fix: 'Call it: [title("Vans")].',
    },
  },
  {
    title: 'the default order of a table is assigned',
    file: 'src/screens.ts',
    from: "table.default_sort('name')",
    to: "table.default_sort = 'name'",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:24',
      message: '[default_sort = "name"] declares nothing: [default_sort] is a method.',
      fix: 'Call it: [default_sort("name")].',
    },
  },
  {
    title: 'a member that a builder does not have is assigned',
    file: 'src/screens.ts',
    from: "resource.title('Vans')",
    to: "resource.label = 'Vans'",
    told: {
      code: 'stage_failed',
      at: 'src/screens.ts:8',
      message: '[register_resources] threw: Cannot add property label, object is not extensible',
      fix: "Builders have methods and no members to assign: write [resource.title('…')], not [resource.title = '…']. [label] is a method of columns, entries, filters, actions, and fields. Use a method of what it was called on.",
    },
  },
  {
    title: 'a resource is declared by an async function',
    file: 'src/screens.ts',
    from: "'fleet', (resource) => {",
    to: "'fleet', async (resource) => {",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:5',
      message: '[register_resource] gets an async function, and does not wait for it.',
      fix: SYNCHRONOUS('register_resource'),
    },
  },
  {
    title: 'a dashboard is declared by an async function',
    file: 'src/screens.ts',
    from: "'fleet', (board) => {",
    to: "'fleet', async (board) => {",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:41',
      message: '[emit_dashboard] gets an async function, and does not wait for it.',
      fix: SYNCHRONOUS('emit_dashboard'),
    },
  },
  {
    title: 'all functions are in the default export',
    file: 'src/index.ts',
    to: "import { register_routes } from './routes.ts'\nexport default { register_routes }\n",
    told: {
      code: 'exports_none',
      at: 'src/index.ts:1',
      message: 'The plugin has a default export in [src/index.ts], but the host calls functions by their names.',
      fix: 'Export each function by its name: `export function register_routes(routes, context) { … }`.',
    },
  },
  unnumbered('the id is an integer without a key', { to: "table.integer('id')", shown: 'INTEGER' }),
  unnumbered('the id is unique but not numbered', {
    to: "table.integer('id').notNullable().unique()",
    shown: 'INTEGER',
  }),
  unnumbered('the id has a type of PostgreSQL', {
    to: "table.specificType('id', 'serial').primary()",
    shown: 'serial',
  }),
  {
    ...asks('fleet.vans.veiw', 'a handler asks for a misspelt permission'),
    told: {
      code: 'permission_unknown',
      at: 'src/routes.ts:20',
      message: 'The code asks for the permission [fleet.vans.veiw], which nothing declares, so no role offers it.',
      fix: 'Did you mean [fleet.vans.view]?',
    },
  },
  {
    ...asks('fleet.prices.discount', 'a handler asks for a permission that nothing declares'),
    told: {
      code: 'permission_unknown',
      at: 'src/routes.ts:20',
      message:
        'The code asks for the permission [fleet.prices.discount], which nothing declares, so no role offers it.',
      fix: "Name it in `asks` of the route whose handler asks for it, so that roles offer it: `{ asks: ['fleet.prices.discount'] }`.",
    },
  },
  {
    title: 'a namespace has the name of another plugin’s',
    file: 'src/tools.ts',
    from: "channels.namespace('fleet'",
    to: "channels.namespace('depot'",
    files: {
      '../depot/index.js': `${NEIGHBOUR['../depot/index.js'] as string}
export function register_channels(channels) {
  channels.namespace('depot', { ask: { payload: Type.Object({}), permission: 'depot.bays.view' } }, () => {})
}
`,
    },
    told: {
      code: 'namespace_taken',
      at: 'src/tools.ts:13',
      message: 'The namespace [depot] belongs to the plugin [depot].',
      fix: 'Choose another name.',
    },
  },
]

const late = (call: string, to: string): RuntimeMistake => ({
  title: `[${call}] is called in a handler`,
  file: 'src/routes.ts',
  from: '{ db, events, jobs }) {',
  to: `{ db, events, jobs, contribute }) {\n  routes.get('/late', { permission: 'fleet.vans.view' }, () => {\n    ${to}\n    return {}\n  })`,
  asks: 'GET /late',
  told: {
    code: 'registered_late',
    at: 'src/routes.ts:9',
    message: `[${call}] is called in the handler of [GET /api/v1/fleet/late], so it takes effect only after the first such request, and once more with each.`,
    fix: 'Call it once, in `setup`.',
  },
})

/** Such mistakes that show while the plugin runs. */
export const THIRD_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  late("jobs.handle('late')", "jobs.handle('late', () => {})"),
  late("events.on('depot.opened')", "events.on('depot.opened', () => {})"),
  late("contribute('depot.bay')", "contribute('depot.bay', () => ({}))"),
  {
    title: 'a store of its own returns no record',
    file: 'src/routes.ts',
    from: "  routes.get('/figures'",
    to: "  const none = { schema: Van, rules: {}, list: async () => [], ids: async () => [], get: async () => undefined }\n  routes.records('/spares/{spare_id}', none)\n  routes.get('/figures'",
    asks: 'GET /spares/1',
    told: {
      code: 'answer_missing',
      at: 'src/routes.ts:20',
      message: 'The handler of [GET /api/v1/fleet/spares/{spare_id}] returned nothing, so its caller got no answer.',
      fix: 'Return the answer. In `(call) => { … }`, and in a callback, `return` has to be written.',
    },
  },
]
