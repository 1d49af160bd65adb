import type { Mistake } from './mistake.ts'

/** Mistakes of authors who know the README alone: options at the wrong place, functions that return functions, calls that come too late. */
export const SECOND_DAY_MISTAKES: readonly Mistake[] = [
  {
    title: 'the options of a route stand after its handler',
    file: 'src/routes.ts',
    from: '{ query: Type.Object({ q: Type.Optional(Type.String()) }) }, () => [])',
    to: '() => [], { query: Type.Object({ q: Type.Optional(Type.String()) }) })',
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:20',
      message: 'The route [GET /find] has something after its handler, which has no effect.',
      fix: 'Write the options before the handler, which is the last argument.',
    },
  },
  {
    title: 'two routes differ in the name of a parameter alone',
    file: 'src/routes.ts',
    from: "  routes.get('/figures'",
    to: "  routes.get('/vans/{id}', () => ({}))\n  routes.get('/figures'",
    told: {
      code: 'route_taken',
      at: 'src/routes.ts:19',
      message:
        'The route [GET /api/v1/fleet/vans/{id}] is declared twice: [GET /api/v1/fleet/vans/{van_id}] is the same with another name of a parameter.',
      fix: 'Remove one of the two declarations.',
    },
  },
  {
    title: 'register_resources returns the function that declares',
    file: 'src/screens.ts',
    from: 'export function register_resources(registry) {',
    to: 'export const register_resources = () => (registry) => {',
    told: {
      code: 'export_invalid',
      at: 'src/screens.ts:4',
      message: '[register_resources] returned a function, which is never called, and declared nothing in it.',
      fix: 'Declare in [register_resources] itself: `export function register_resources(…) { … }`.',
    },
  },
  {
    title: 'the arguments of a store in memory are exchanged',
    file: 'src/index.ts',
    from: "export { register_routes } from './routes.ts'",
    to: "import * as all from './routes.ts'\nimport { bits } from './bits.ts'\nexport const register_routes = (routes, context) => {\n  all.register_routes(routes, context)\n  bits(routes)\n}",
    files: {
      'src/bits.ts': `import { array_store } from '@atrium/sdk'
import { Van } from './van.ts'
export const bits = (routes) => routes.records('/bits/{bit_id}', array_store(Van, []))
`,
    },
    told: {
      code: 'argument_invalid',
      at: 'src/bits.ts:3',
      message: '[array_store] requires an array of rows, then the schema of a record.',
      fix: 'Write it like [array_store([], Van)].',
    },
  },
  {
    title: 'the way back of a migration is not a function',
    file: 'migrations/0001_vans.ts',
    from: 'export async function up(db) {',
    to: "export const down = 'drop table fleet_vans'\nexport async function up(db) {",
    told: {
      code: 'migration_invalid',
      at: 'migrations/0001_vans.ts:1',
      message: '[down] of the migration [0001_vans] is not a function.',
      fix: 'Write "export async function down(…)", or leave it out if the step cannot be reverted.',
    },
  },
  {
    title: 'the settings are a list',
    file: 'package.json',
    from: '"type": "object",\n      "properties"',
    to: '"type": "array",\n      "properties"',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:18',
      message: 'The member [/atrium/settings/type] of package.json is [array], but settings are always an object.',
      fix: 'Write "type": "object", and each setting in "properties".',
    },
  },
  {
    title: 'an event of another plugin resembles none that it emits',
    file: 'src/work.ts',
    from: "events.on('depot.opened'",
    to: "events.on('depot.flooded'",
    told: {
      code: 'name_unknown',
      at: 'src/work.ts:3',
      message: 'The plugin [depot] has no event [depot.flooded].',
      fix: 'Use one of depot.opened. Otherwise its handler never runs.',
    },
  },
  {
    title: 'a handler of an event is a text',
    file: 'src/work.ts',
    from: "events.on('depot.opened', () => {})",
    to: "events.on('depot.opened', 'opened')",
    told: {
      code: 'argument_invalid',
      at: 'src/work.ts:3',
      message: '[events.on("opened")] requires a function.',
      fix: "Write it like [events.on('depot.opened', (event) => …)].",
    },
  },
  {
    title: 'a repetition has no function',
    file: 'src/work.ts',
    from: 'every(60_000, () => {})',
    to: 'every(60_000)',
    told: {
      code: 'argument_invalid',
      at: 'src/work.ts:5',
      message: '[every()] requires a function.',
      fix: 'Write it like [every(60_000, () => …)].',
    },
  },
  {
    title: 'a contribution is an object',
    file: 'src/work.ts',
    from: "contribute('depot.bay', () => ({ vans: 0 }))",
    to: "contribute('depot.bay', { vans: 0 })",
    told: {
      code: 'argument_invalid',
      at: 'src/work.ts:4',
      message: '[contribute({"vans":0})] requires a function.',
      fix: "Write it like [contribute('depot.bay', (input) => …)].",
    },
  },
  {
    title: 'a time limit is in milliseconds',
    file: 'src/routes.ts',
    from: '{ response: Figures }',
    to: '{ response: Figures, timeout_seconds: 20000 }',
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:19',
      message: '[timeout_seconds: 20000] of [GET /figures] is not a time limit.',
      fix: 'Write seconds from 0.1 to 3600, for example `timeout_seconds: 30`.',
    },
  },
  {
    title: 'the operation of a tool has no method',
    file: 'src/tools.ts',
    from: "'POST /vans/{van_id}/rent'",
    to: "'/vans/{van_id}/rent'",
    told: {
      code: 'tool_operation_missing',
      at: 'src/tools.ts:4',
      message: 'The tool [fleet_rent] calls [/vans/{van_id}/rent], which is not a route that a tool can call.',
      fix: 'Did you mean [POST /vans/{van_id}/rent]?',
    },
  },
  {
    title: 'the payload of a message is no schema',
    file: 'src/tools.ts',
    from: 'payload: Type.Object({})',
    to: 'payload: { van: Type.Integer() }',
    told: {
      code: 'argument_invalid',
      at: 'src/tools.ts:13',
      message: '[payload of ask in fleet] is [{"van":{"type":"integer"}}], which is not a schema.',
      fix: 'Write it with `Type`, for example [Type.Object({ name: Type.String() })].',
    },
  },
  {
    title: 'the messages of a namespace are a list',
    file: 'src/tools.ts',
    from: "{ ask: { payload: Type.Object({}), permission: 'fleet.vans.view' } }",
    to: "['ask']",
    told: {
      code: 'channel_invalid',
      at: 'src/tools.ts:13',
      message: 'The message [0] of [fleet] has no payload or no permission.',
      fix: "Give it both: `{ payload: Type.Object({ … }), permission: '<plugin>.<resource>.<action>' }`.",
    },
  },
  {
    title: 'the direction stands in the name of the default order',
    file: 'src/screens.ts',
    from: "table.default_sort('name')",
    to: "table.default_sort('name desc')",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:24',
      message: 'The default order of [vans] is by [name desc], which is not a field of the record.',
      fix: 'Use one of id, name, status, price, bay_id, tags, due_on, created_at.',
    },
  },
]
