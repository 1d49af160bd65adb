import type { Mistake } from './mistake.ts'

const AT_SCREENS = 'src/screens.ts'

/** Mistakes that an author made who knew only the README and the SDK, and that show while the plugin is loaded. */
export const FIRST_DAY_MISTAKES: readonly Mistake[] = [
  {
    title: 'a label is a number',
    file: AT_SCREENS,
    from: "column.money('price')",
    to: "column.money('price').label(42)",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:17',
      message: '[label(42)] requires a text.',
      fix: "Write it like [label('…')].",
    },
  },
  {
    title: 'a resource has no panel',
    file: AT_SCREENS,
    from: "register_resource(registry, 'operations', 'fleet', (resource)",
    to: "register_resource(registry, 'fleet', (resource)",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:5',
      message: '[register_resource()] requires a function.',
      fix: "Write it like [register_resource(registry, 'operations', 'shop', (resource) => …)].",
    },
  },
  {
    title: 'the arguments of the navigation are exchanged',
    file: AT_SCREENS,
    from: "resource.icon('truck')",
    to: "resource.nav_group(10, 'Fleet')",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:9',
      message: '[nav_group(10)] requires a text.',
      fix: "Write it like [nav_group('…')].",
    },
  },
  {
    title: 'the path of a relation has no slash',
    file: AT_SCREENS,
    from: "column.relation('bay_id', '/api/v1/depot/bays', 'name')",
    to: "column.relation('bay_id', 'depot/bays', 'name')",
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:18',
      message: "[relation('bay_id', 'depot/bays', …)] requires a path that begins with a slash.",
      fix: 'Write it like [/depot/bays] for a list below `api_base`, or [/api/v1/clients/clients] for one of another plugin.',
    },
  },
  {
    title: 'the properties of a record stand for the record',
    file: AT_SCREENS,
    from: 'resource.record(Van)',
    to: 'resource.record(Van.properties)',
    told: {
      code: 'record_invalid',
      at: 'src/screens.ts:6',
      message: '[record()] requires the schema of an object.',
      fix: 'Write it like [record(Type.Object({ name: Type.String(), … }))].',
    },
  },
  {
    title: 'a chart has no series',
    file: AT_SCREENS,
    from: "series: [{ field: 'vans' }], ",
    to: '',
    told: {
      code: 'argument_invalid',
      at: 'src/screens.ts:47',
      message: '[chart(…)] has the series [nothing], but it requires the fields to draw.',
      fix: "Write it like [{ kind: 'bar', x: 'day', series: [{ field: 'vans' }] }].",
    },
  },
  {
    title: 'figures are read from a list',
    file: AT_SCREENS,
    from: "board.stats('/figures'",
    to: "board.stats('/vans'",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:46',
      message:
        'The widget [fleet-figures-1] shows [rented], but [GET /api/v1/fleet/vans] answers a list, which has no figures.',
      fix: 'Declare a GET that answers an object: `{ active: 12 }`, and name its path.',
    },
  },
  {
    title: 'a calendar begins at a field that the records do not have',
    file: AT_SCREENS,
    from: "board.stats('/figures', (stat) => [stat.number('rented')])",
    to: "board.calendar('Vans', '/vans', { starts: 'begins_at', ends: 'created_at', title: 'name' })",
    told: {
      code: 'field_unknown',
      at: 'src/screens.ts:46',
      message: 'The calendar [fleet-figures-1] shows [begins_at], which is not a field of its record.',
      fix: 'Use one of id, name, status, price, bay_id, tags, due_on, created_at.',
    },
  },
  {
    title: 'two tools have one name',
    file: 'src/tools.ts',
    from: "tools.add(\n    'count'",
    to: "tools.add(\n    'rent'",
    told: {
      code: 'tool_taken',
      at: 'src/tools.ts:5',
      message: 'The tool [fleet_rent] is declared twice.',
      fix: 'Choose another name for one of them.',
    },
  },
  {
    title: 'the name of a tool has a space',
    file: 'src/tools.ts',
    from: "tools.operation('rent'",
    to: "tools.operation('Rent a van'",
    told: {
      code: 'id_invalid',
      at: 'src/tools.ts:4',
      message: '[Rent a van] is not a valid name for a tool.',
      fix: 'Begin with a lower-case letter, and use only lower-case letters, digits and underscores.',
    },
  },
  {
    title: 'the permissions of a suggested role are a text',
    file: 'package.json',
    from: '["fleet.vans.view", "depot.*"]',
    to: '"fleet.vans.view"',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:13',
      message: 'The member [/atrium/roles/driver/permissions] of package.json must be array.',
      fix: 'A role has a title and permissions, and may have a description, conditions and fields.',
    },
  },
  {
    title: 'package.json lists an event of another plugin',
    file: 'package.json',
    from: '"title": "Fleet",',
    to: '"title": "Fleet", "events": ["depot.sold"],',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:8',
      message:
        'The member [/atrium/events/0] of package.json is not the name of an event of this plugin, which begins with "fleet.".',
      fix: 'Write the name of an event of this plugin, which begins with "fleet.".',
    },
  },
  {
    title: 'the entry is a build that is missing',
    file: 'package.json',
    from: '    "entry": "./src/index.ts",\n',
    to: '',
    files: { 'index.md': 'Vans' },
    told: {
      code: 'entry_missing',
      at: 'package.json:6',
      message: 'The plugin has no file to load: package.json names neither [atrium.entry] nor [exports].',
      fix: 'Build the plugin if "exports" names a build output, or set "atrium.entry" to its source file.',
    },
  },
  {
    title: 'a type is imported as a value',
    file: 'src/van.ts',
    from: "import { Type } from '@atrium/sdk'",
    to: "import { Routes, Type } from '@atrium/sdk'\nexport const routes = Routes",
    told: {
      code: 'build_failed',
      at: 'src/van.ts:1',
      message: 'src/van.ts:1:10: No matching export in [@atrium/sdk] for import [Routes]',
      fix: 'Import a name that this module exports. For a type, write `import type`.',
    },
  },
  {
    title: 'a text does not end',
    file: 'src/routes.ts',
    from: "sort: ['name'],",
    to: "sort: ['name],",
    told: {
      code: 'build_failed',
      at: 'src/routes.ts:9',
      message: 'src/routes.ts:9:19: Unterminated string literal',
      fix: 'Correct this line. Saving the file loads the plugin again.',
    },
  },
  {
    title: 'the settings are changed',
    file: 'src/work.ts',
    from: 'setup({ jobs, events, contribute, every }) {',
    to: 'setup({ jobs, events, contribute, every, settings }) {\n  settings.vans = 3',
    told: {
      code: 'stage_failed',
      at: 'src/work.ts:2',
      message: "[setup] threw: Cannot assign to read only property 'vans' of object '[object Object]'",
      fix: 'Correct the line that the message names. Saving the file loads the plugin again.',
    },
  },
  {
    title: 'the context is taken for the routes',
    file: 'src/routes.ts',
    from: 'register_routes(routes, { db, events, jobs })',
    to: 'register_routes({ db, events, jobs }, routes)',
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:8',
      message: '[table_store(…)] gets [nothing] instead of `context.db`.',
      fix: "Write it like [table_store(db, 'fleet_vans', Van, { sort: ['name'] })], with the `db` of the context.",
    },
  },
]
