import { GOOD_PLUGIN } from './good-plugin.ts'
import type { Mistake } from './mistake.ts'

type Told = Mistake['told']

const screens = (title: string, [from, to]: readonly [string, string], told: Told): Mistake => ({
  title,
  file: 'src/screens.ts',
  from,
  to,
  told,
})

/** A calendar after the chart, at line 47. */
const calendar = (title: string, options: string, told: Omit<Told, 'at'>): Mistake =>
  screens(
    title,
    [
      "    board.chart('By day'",
      `    board.calendar('Plan', '/vans', { starts: 'due_on', ends: 'due_on', title: 'name', ${options} })\n    board.chart('By day'`,
    ],
    { at: 'src/screens.ts:47', ...told },
  )

/** The routes of the plugin, with a list that a calendar can be made from. */
const LISTED_BY_DUE_ON = GOOD_PLUGIN['src/routes.ts']
  .replace("sort: ['name']", "sort: ['name', 'due_on']")
  .replace("filter: ['status', 'bay_id']", "filter: ['status', 'bay_id', 'due_on']")

/** A list of vans on the screen of a van, at line 39. */
const relation = (title: string, calls: string, told: Omit<Told, 'at'>): Mistake =>
  screens(
    title,
    [
      '    resource.infolist(',
      `    resource.relation((relation) => relation.id('beside').record(Van)${calls})\n    resource.infolist(`,
    ],
    { at: 'src/screens.ts:39', ...told },
  )

/** A field of the record with a default that it cannot have. */
const standard = (title: string, field: string, message: string, fix = 'Correct one of them.'): Mistake => ({
  title,
  file: 'src/van.ts',
  from: 'price: Type.Integer(',
  to: `seats: ${field},\n  price: Type.Integer(`,
  told: { code: 'record_invalid', at: 'src/screens.ts:6', message: `The field [seats] of a record ${message}.`, fix },
})

/** Mistakes of which nobody was told, or only in a few words. */
export const SIXTH_DAY_MISTAKES: readonly Mistake[] = [
  calendar('a calendar leads to a screen path with braces', "screen: '/operations/vans/{id}'", {
    code: 'path_invalid',
    message:
      'The screen path [/operations/vans/{id}] of [calendar(…)] has the parameter [{id}], which is not filled in.',
    fix: 'Write [/operations/vans/:id]: `:id` stands for the record.',
  }),
  relation(
    'a relation leads to a screen path with braces',
    ".list_path('/vans?bay_id={id}').view_path('/operations/vans/{id}')",
    {
      code: 'path_invalid',
      message:
        'The screen path [/operations/vans/{id}] of [view_path(…)] has the parameter [{id}], which is not filled in.',
      fix: 'Write [/operations/vans/:id]: `:id` stands for the record.',
    },
  ),
  relation('the list of a relation has another parameter than the id', ".list_path('/vans?bay_id={bay_id}')", {
    code: 'path_invalid',
    message: 'The path [/vans?bay_id={bay_id}] of [list_path(…)] has the parameter [{bay_id}], which is not filled in.',
    fix: 'Write [/vans?bay_id={id}]: `{id}` stands for the record of the screen.',
  }),
  relation(
    'a relation leads to a screen that does not exist',
    ".list_path('/vans?bay_id={id}').view_path('/operations/van/:id')",
    {
      code: 'relation_unknown',
      message: 'The list [beside] in [vans] leads to [/operations/van/:id], where there is no screen.',
      fix: 'Did you mean [/operations/vans/:id]?',
    },
  ),
  {
    ...calendar(
      'the lines of a calendar are limited by an unknown field',
      "resource: { field: 'bay_id', list_path: '/vans', title_attribute: 'name', choices_path: '/vans?stauts=idle' }",
      {
        code: 'filter_not_supported',
        message:
          'The calendar [fleet-figures-2] asks for records by [stauts], but [/api/v1/fleet/vans?stauts=idle] cannot be filtered by it.',
        fix: "Did you mean [status]? Or add 'stauts' to the store's `filter`.",
      },
    ),
    files: { 'src/routes.ts': LISTED_BY_DUE_ON },
  },
  {
    ...calendar(
      'a calendar colours a value that the field cannot have',
      "color_by: { field: 'status', colors: { rentd: 'green' } }",
      {
        code: 'value_unknown',
        message: 'The calendar [fleet-figures-2] names the value [rentd], which [status] cannot have.',
        fix: 'Did you mean [rented]?',
      },
    ),
  },
  screens(
    'the path of an action has two parameters',
    ["post('/vans/{id}/rent')", "post('/api/v1/depot/bays/{bay_id}/vans/{van_id}')"],
    {
      code: 'action_path_unfilled',
      at: 'src/screens.ts:26',
      message:
        'The row action [rent] of [vans] calls [/api/v1/depot/bays/{bay_id}/vans/{van_id}], but has only one record for [{bay_id}] and [{van_id}].',
      fix: 'Write `{id}` for the record of the row, and leave out the other.',
    },
  ),
  screens('a title is endlessly long', ["resource.title('Vans')", "resource.title('V'.repeat(100_000))"], {
    code: 'argument_invalid',
    at: 'src/screens.ts:8',
    message: `[title("${'V'.repeat(58)}…)] gets a text of 100000 characters.`,
    fix: 'Write at most 5000 characters. Longer texts belong into records.',
  }),
  standard(
    'a default is below its minimum',
    'Type.Integer({ minimum: 2, default: 1 })',
    'has [default: 1] and [minimum: 2], so its own default is not valid',
  ),
  standard(
    'a default is too long',
    "Type.String({ maxLength: 2, default: 'many' })",
    'has [default: "many"] and [maxLength: 2], so its own default is not valid',
  ),
  standard(
    'a default has another type',
    "Type.Integer({ default: '1' })",
    'has [default: "1"], which is not of its type [integer]',
    'Correct it, or remove it.',
  ),
  {
    title: 'the entry is CommonJS',
    file: 'src/index.ts',
    to: "const { register_routes } = require('./routes.ts')\nmodule.exports = { register_routes }\n",
    told: {
      code: 'exports_none',
      at: 'src/index.ts:2',
      message:
        'The entry [src/index.ts] is CommonJS: it writes [module.exports], but the host reads the exports of ES modules.',
      fix: 'Export each function by its name: `export function register_routes(routes, context) { … }`.',
    },
  },
  {
    title: 'a migration creates a table that is there already',
    file: 'migrations/0001_vans.ts',
    from: 'export async function up(db) {',
    to: "export async function up(db) {\n  await db.schema.createTable('fleet_vans', (table) => table.increments('id'))",
    told: {
      code: 'migration_failed',
      at: 'migrations/0001_vans.ts:3',
      message: 'The migration [0001_vans] of [fleet] failed and was rolled back: table `fleet_vans` already exists',
      fix: 'Create it under another name, or remove the statement. In development, `atrium plugins reset fleet` drops the tables of the plugin and starts over.',
    },
  },
  {
    title: 'a required setting has no value',
    file: 'package.json',
    from: '"type": "object",\n      "properties"',
    to: '"type": "object",\n      "required": ["vins"],\n      "properties"',
    told: {
      code: 'settings_invalid',
      at: 'panels.config.json',
      message: "The setting [fleet] must have required property 'vins'.",
      fix: 'Set it: `atrium settings set fleet vins <value>`, or write it into panels.config.json. The plugin is then loaded again automatically.',
    },
  },
  {
    title: '[health] throws a text',
    file: 'src/work.ts',
    from: 'export const health = () => true',
    to: "export const health = () => {\n  throw 'no vans'\n}",
    told: {
      code: 'stage_failed',
      at: 'src/work.ts:8',
      message: "[health] threw: 'no vans'",
      fix: 'Correct the line that the message names. Saving the file loads the plugin again.',
    },
  },
]
