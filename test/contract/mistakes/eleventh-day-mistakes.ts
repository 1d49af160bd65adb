import { GOOD_PLUGIN } from './good-plugin.ts'
import type { Mistake } from './mistake.ts'

const DISPOSE = 'Pass it to `context.on_dispose` instead, which runs it when the plugin is loaded again or deactivated.'

/** A clean-up that `setup` returns. */
const returned = (what: string, to: string, message: string): Mistake => ({
  title: `[setup] returns ${what}`,
  file: 'src/work.ts',
  from: 'every(60_000, () => {})',
  to,
  told: { code: 'clean_up_returned', at: 'src/work.ts:1', message, fix: DISPOSE },
})

/** Conditions by which nobody sees a field of the form. */
const unseen = (title: string, to: string, message: string): Mistake => ({
  title,
  file: 'src/screens.ts',
  from: "field.date('due_on').visible_when('status', { const: 'rented' })",
  to,
  told: {
    code: 'visible_when_circular',
    at: 'src/screens.ts:36',
    message: `The field [due_on] in the form of [vans] is visible only ${message}`,
    fix: 'Name a field in `visible_when` that can be seen without this one, or remove the condition.',
  },
})

const DUE_ON = "due_on: Type.Optional(Type.String({ format: 'date' })),"

/** A keyword of another library, inside of a field or of a field. */
const foreign = (title: string, field: string, [who, keyword, fix]: readonly [string, string, string]): Mistake => ({
  title,
  file: 'src/van.ts',
  from: DUE_ON,
  to: `${DUE_ON}\n  ${field},`,
  files: { 'migrations/0002_more.ts': MORE_COLUMNS },
  told: {
    code: 'keyword_without_effect',
    at: 'src/screens.ts:6',
    message: `${who} of a record has the keyword [${keyword}], which has no effect.`,
    fix,
  },
})

const MORE_COLUMNS = `export const up = (db) => db.schema.alterTable('fleet_vans', (table) => {
  table.text('owner')
  table.text('keys')
  table.integer('seats')
})
`

const OPTIONAL = 'Write [Type.Optional(…)] around the schema of the field.'

/** Mistakes of which nobody was told, or too vaguely. */
export const ELEVENTH_DAY_MISTAKES: readonly Mistake[] = [
  returned(
    'a function, as in other libraries',
    'every(60_000, () => {})\n  return () => {}',
    '[setup] returned a function, which is never called.',
  ),
  returned(
    'an object that is to be closed',
    'every(60_000, () => {})\n  return Promise.resolve({ close: () => {} })',
    '[setup] returned an object with the method [close], which is never called.',
  ),
  unseen(
    'a field is visible only if it has a value itself',
    "field.date('due_on').visible_when('due_on', { minLength: 1 })",
    'while it has a certain value itself. While it is hidden, nobody can enter one.',
  ),
  unseen(
    'two fields are visible only if the other one has a value',
    "field.date('due_on').visible_when('tags', { minItems: 1 }), field.tags('tags').visible_when('due_on', { minLength: 1 })",
    'with a certain value of [tags], and [tags] only with a certain value of [due_on]. While they are hidden, nobody can enter one.',
  ),
  {
    title: 'a clean-up is exported, as for other frameworks',
    file: 'src/work.ts',
    from: 'export const health',
    to: 'export function teardown() {}\n\nexport const health',
    files: {
      'src/index.ts': GOOD_PLUGIN['src/index.ts'].replace('{ setup, health }', '{ setup, teardown, health }'),
    },
    told: {
      code: 'export_unknown',
      at: 'src/work.ts:8',
      message: 'The host does not call [teardown].',
      fix: 'Pass it to `context.on_dispose` in [setup], or choose another name.',
    },
  },
  {
    title: 'a list is sorted by an object',
    file: 'src/screens.ts',
    from: "table.default_sort('name')",
    to: "table.default_sort({ name: 'asc' })",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:24',
      message: '[default_sort({"name":"asc"})] requires a text.',
      fix: "Write it like [default_sort('…')].",
    },
  },
  {
    title: 'a condition has a keyword that JSON Schema does not have',
    file: 'src/screens.ts',
    from: "visible_when('status', { const: 'rented' })",
    to: "visible_when('status', { equals: 'rented' })",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:36',
      message: `[visible_when('…', {"equals":"rented"})] holds for every value, because [equals] compares nothing in JSON Schema.`,
      fix: "Write it like [visible_when('status', { const: 'open' })] or [{ enum: ['open', 'late'] }].",
    },
  },
  foreign(
    'a member of an object has the keyword of another library',
    'owner: Type.Optional(Type.Object({ name: Type.String({ optional: true }) }))',
    ['The member [name] of the field [owner]', 'optional', OPTIONAL],
  ),
  foreign(
    'a member of a list of objects has the keyword of another library',
    'keys: Type.Optional(Type.Array(Type.Object({ colour: Type.String({ optional: true }) })))',
    ['The member [colour] of the field [keys]', 'optional', OPTIONAL],
  ),
  foreign('a number has a limit of another library', 'seats: Type.Optional(Type.Integer({ max: 9 }))', [
    'The field [seats]',
    'max',
    'Write [maximum] for numbers, [maxLength] for texts, or [maxItems] for lists.',
  ]),
  foreign(
    'the texts of a list have a limit of another library',
    'keys: Type.Optional(Type.Array(Type.String({ max: 9 })))',
    [
      'Each item of the field [keys]',
      'max',
      'Write [maximum] for numbers, [maxLength] for texts, or [maxItems] for lists.',
    ],
  ),
  {
    title: 'the record of a store without screens has the keyword of another library',
    file: 'src/routes.ts',
    from: 'routes.bulk(',
    to: "routes.records('/keys/{key_id}', table_store(db, 'fleet_keys', Type.Object({ id: Type.Integer({ readOnly: true }), name: Type.String({ unique: true }) })))\n  routes.bulk(",
    files: {
      'migrations/0002_keys.ts':
        "export const up = (db) => db.schema.createTable('fleet_keys', (table) => { table.increments('id'); table.string('name').notNullable(); table.integer('version') })",
    },
    told: {
      code: 'keyword_without_effect',
      at: 'src/routes.ts:21',
      message: 'The field [name] of a record has the keyword [unique], which has no effect.',
      fix: "Make the index in a migration: [table.string('number', 20).unique()]. A second record with the same value is refused.",
    },
  },
]
