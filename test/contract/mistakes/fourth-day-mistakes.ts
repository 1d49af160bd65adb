import type { Mistake } from './mistake.ts'

type Change = Pick<Mistake, 'file' | 'from' | 'to'>
type Told = Pick<Mistake['told'], 'at' | 'message' | 'fix'>

const argument = (title: string, changed: Change, told: Told): Mistake => ({
  title,
  ...changed,
  told: { code: 'argument_invalid', ...told },
})

/** One that has an argument, or an option, with no effect. */
const idle = (title: string, [from, to]: readonly [string, string], told: Told): Mistake =>
  argument(title, { file: 'src/work.ts', from, to }, told)

const NO_EFFECT = 'Remove the last one. It would have no effect.'

/** An option of the route at line 14 that holds a value of another kind. */
const routeOption = (title: string, option: string, told: { message: string; fix: string }): Mistake =>
  argument(
    `the option ${title}`,
    { file: 'src/routes.ts', from: '{ body: Reason }', to: `{ body: Reason, ${option} }` },
    {
      at: 'src/routes.ts:14',
      message: `The route [POST /vans/{van_id}/rent] requires ${told.message}.`,
      fix: `Write it like [${told.fix}], or leave it out.`,
    },
  )

/** An option of the store at line 8 that holds no function. */
const storeOption = (option: string, value: string): Mistake =>
  argument(
    `[${option}] of a store is no function`,
    { file: 'src/routes.ts', from: "search: ['name'],", to: `search: ['name'], ${option}: ${value},` },
    {
      at: 'src/routes.ts:8',
      message: `The store of [fleet_vans] requires a function as [${option}], but it gets [${value}].`,
      fix: `Write it like [${option}: () => …], or leave it out.`,
    },
  )

/** A method that is called twice, of which the second call would replace the first. */
const twice = (method: string, { from, to, line }: { from: string; to: string; line: number }): Mistake =>
  argument(
    `[${method}] is called twice`,
    { file: 'src/screens.ts', from, to },
    {
      at: `src/screens.ts:${line}`,
      message: `[${method}(…)] is called twice. The second call would replace the first.`,
      fix: 'Put both into one call, or remove one.',
    },
  )

/** A column that SQLite accepts. */
const column = (
  title: string,
  field: string,
  { from, to, call, is }: { from: string; to: string; call: string; is: string },
): Mistake => ({
  title,
  file: 'migrations/0001_vans.ts',
  from,
  to,
  told: {
    code: 'column_of_other_type',
    at: 'src/routes.ts:8',
    message: `The column [${field}] of [fleet_vans] is ${is}. SQLite stores them all the same; PostgreSQL would refuse or change them.`,
    fix: `Add a migration: \`db.schema.alterTable('fleet_vans', (table) => ${call}.alter())\`.`,
  },
})

/** Mistakes that were silent: options with no effect or of another kind, calls that replace one another, columns of the other database. */
export const FOURTH_DAY_MISTAKES: readonly Mistake[] = [
  idle(
    'the handler of a job has options of the job',
    ["jobs.handle('invoice', () => {})", "jobs.handle('invoice', () => {}, { attempts: 3 })"],
    {
      at: 'src/work.ts:2',
      message: '[jobs.handle] has no option [attempts].',
      fix: 'Use one of title, undone.',
    },
  ),
  idle(
    'the handler of an event has options',
    ["events.on('depot.opened', () => {})", "events.on('depot.opened', () => {}, { retry: 2 })"],
    {
      at: 'src/work.ts:3',
      message: '[events.on(…, {"retry":2})] has an argument too many.',
      fix: NO_EFFECT,
    },
  ),
  idle('a timer has options', ['every(60_000, () => {})', 'every(60_000, () => {}, { immediate: true })'], {
    at: 'src/work.ts:5',
    message: '[every(…, {"immediate":true})] has an argument too many.',
    fix: NO_EFFECT,
  }),
  idle(
    'what is to be disposed of is no function',
    ['contribute, every }) {', "contribute, every, on_dispose }) {\n  on_dispose('server')"],
    {
      at: 'src/work.ts:2',
      message: '[on_dispose("server")] requires a function.',
      fix: 'Write it like [on_dispose(() => …)].',
    },
  ),
  routeOption('[transaction] is a text', "transaction: 'no'", {
    message: 'true or false as [transaction], but it gets ["no"]',
    fix: 'transaction: true',
  }),
  routeOption('[open] is a text', "open: 'yes'", {
    message: 'true or false as [open], but it gets ["yes"]',
    fix: 'open: true',
  }),
  routeOption('[if_match] is a number', 'if_match: 1', {
    message: 'true or false as [if_match], but it gets [1]',
    fix: 'if_match: true',
  }),
  routeOption('[summary] is a number', 'summary: 5', {
    message: 'a text as [summary], but it gets [5]',
    fix: "summary: '…'",
  }),
  argument(
    '[read_only] of a tool is a text',
    { file: 'src/tools.ts', from: 'read_only: true }', to: "read_only: 'yes' }" },
    {
      at: 'src/tools.ts:5',
      message: 'The tool [count] requires true or false as [read_only], but it gets ["yes"].',
      fix: 'Write it like [read_only: true], or leave it out.',
    },
  ),
  storeOption('before', '{}'),
  storeOption('after', '[]'),
  storeOption('search_also', '5'),
  twice('create', { from: 'table.create()', to: "table.create()\n      table.create('Van')", line: 29 }),
  twice('columns', {
    from: "table.default_sort('name')",
    to: "table.columns((column) => [column.text('status')])\n      table.default_sort('name')",
    line: 24,
  }),
  twice('record', { from: "resource.id('vans')", to: "resource.record(Van)\n    resource.id('vans')", line: 7 }),
  twice('form', {
    from: '    resource.infolist(',
    to: "    resource.form((form) => form.fields((field) => [field.text('name')]))\n    resource.infolist(",
    line: 39,
  }),
  column('an integer is kept in a column for booleans', 'price', {
    from: "table.integer('price')",
    to: "table.boolean('price')",
    is: '[boolean], but the field [price] holds integers',
    call: "table.integer('price')",
  }),
  column('an integer is kept in a column for JSON', 'price', {
    from: "table.integer('price')",
    to: "table.json('price')",
    is: '[json], but the field [price] holds integers',
    call: "table.integer('price')",
  }),
  column('a text is kept in a column for JSON', 'name', {
    from: "table.string('name')",
    to: "table.json('name')",
    is: '[json], but the field [name] holds text',
    call: "table.string('name')",
  }),
]
