import type { Mistake } from './mistake.ts'

const NAMED = "        field.text('name'),\n        field.money('price'),"

/** A field of the form, at line 32, that is also called like another one. */
const calledLike = (alias: string, { field, as }: { field: string; as: string }): Mistake => ({
  title: `a field is also called [${alias}], like another field of the form`,
  file: 'src/screens.ts',
  from: NAMED,
  to: NAMED.replace("field.text('name')", `field.text('name').also_called('${alias}')`),
  told: {
    code: 'argument_invalid',
    at: 'src/screens.ts:32',
    message: `The field [name] is also called [${alias}], which is the ${as} of the field [${field}] of the same form, so an import knows neither by it.`,
    fix: 'Remove it from [also_called].',
  },
})

const STATS = "board.stats('/figures', (stat) => [stat.number('rented')])"
const FIRST_FIELD = "        field.text('name'),\n"

/** A method that no builder has, because what it means is declared elsewhere. */
const elsewhere = (call: string, fix: string, [from, to, line]: readonly [string, string, number]): Mistake => ({
  title: `there is no [${call}]`,
  file: 'src/screens.ts',
  from,
  to,
  told: {
    code: 'stage_failed',
    at: `src/screens.ts:${line}`,
    message: `[register_resources] threw: ${call} is not a function`,
    fix,
  },
})

/** A base of paths that ends in a slash, at line 10. */
const BASE = "resource.api_base('/api/v1/fleet')"

/** Mistakes of which nobody was told, or too vaguely. */
export const EIGHTH_DAY_MISTAKES: readonly Mistake[] = [
  calledLike('Price', { field: 'price', as: 'name' }),
  calledLike('Due on', { field: 'due_on', as: 'name' }),
  calledLike('bay', { field: 'bay_id', as: 'label' }),
  elsewhere(
    'board.list',
    "A dashboard shows a list with [table]: [board.table(Item, (list) => list.id('latest').list_path('/items'))].",
    [STATS, "board.list('/vans')", 46],
  ),
  elsewhere('board.figures', "Figures are [stats]: [board.stats('/figures', (stat) => [stat.number('active')])].", [
    STATS,
    "board.figures('/figures')",
    46,
  ]),
  elsewhere(
    'table.search',
    "The store names the fields that are searched: [table_store(db, 'shop_items', Item, { search: ['name'] })].",
    ['      table.create()', "      table.search('name')", 28],
  ),
  elsewhere(
    'field.text(...).required',
    'The schema of the record decides this: a field is required unless it is [Type.Optional(…)].',
    [FIRST_FIELD, "        field.text('name').required(),\n", 32],
  ),
  elsewhere(
    'field.text(...).max_length',
    'Limits belong to the schema of the record: [Type.String({ maxLength: 80 })], [Type.Integer({ minimum: 0 })].',
    [FIRST_FIELD, "        field.text('name').max_length(80),\n", 32],
  ),
  {
    title: 'the base of its paths ends in a slash',
    file: 'src/screens.ts',
    from: BASE,
    to: BASE.replace("fleet'", "fleet/'"),
    told: {
      code: 'path_invalid',
      at: 'src/screens.ts:10',
      message: "[api_base('/api/v1/fleet/')] ends in a slash, and paths are appended to it.",
      fix: "Write [api_base('/api/v1/fleet')].",
    },
  },
  {
    title: 'the title of a job is empty',
    file: 'src/work.ts',
    from: "jobs.handle('invoice', () => {})",
    to: "jobs.handle('invoice', () => {}, { title: '' })",
    told: {
      code: 'argument_invalid',
      at: 'src/work.ts:2',
      message: "The title of [jobs.handle('invoice', …)] is empty.",
      fix: 'Write what people call such a job, or leave it out.',
    },
  },
  {
    title: 'a setting is kept secret by its format',
    file: 'package.json',
    from: '"vans": {',
    to: '"api_key": { "type": "string", "format": "password" },\n        "vans": {',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:19',
      message: 'The setting [api_key] has the format [password], which does not keep it secret.',
      fix: 'Write "writeOnly": true instead: no screen, answer or log then shows it.',
    },
  },
]
