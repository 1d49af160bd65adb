import type { Mistake } from './mistake.ts'

/** Mistakes in how its files are written and exported. */
export const SOURCE_MISTAKES: readonly Mistake[] = [
  {
    title: 'a bracket is missing',
    file: 'src/work.ts',
    from: "jobs.handle('invoice', () => {})",
    to: "jobs.handle('invoice', () => {}",
    told: {
      code: 'build_failed',
      at: 'src/work.ts:3',
      message: 'src/work.ts:3:3: Expected [)] but found [events]',
      fix: 'Correct this line. Saving the file loads the plugin again.',
    },
  },
  {
    title: 'an imported file does not exist',
    file: 'src/routes.ts',
    from: "from './van.ts'",
    to: "from './vans.ts'",
    told: {
      code: 'build_failed',
      at: 'src/routes.ts:2',
      message: 'src/routes.ts:2:21: Could not resolve [./vans.ts]',
      fix: 'Did you mean [./van.ts]? Or create the file.',
    },
  },
  {
    title: 'an imported package is not installed',
    file: 'src/routes.ts',
    from: 'import { Van }',
    to: `import dayjs from 'dayjs-of-nobody'
export const day = dayjs()
import { Van }`,
    told: {
      code: 'build_failed',
      at: 'src/routes.ts:2',
      message: 'src/routes.ts:2:19: Could not resolve [dayjs-of-nobody]',
      fix: 'Install the package in the plugin, or correct its name.',
    },
  },
  {
    title: 'an imported name of the SDK is misspelt',
    file: 'src/screens.ts',
    from: "import { emit_dashboard, register_resource } from '@atrium/sdk'",
    to: "import { emit_dashbord as emit_dashboard, register_resource } from '@atrium/sdk'",
    told: {
      code: 'build_failed',
      at: 'src/screens.ts:1',
      message: 'src/screens.ts:1:10: No matching export in [@atrium/sdk] for import [emit_dashbord]',
      fix: 'Did you mean [emit_dashboard]?',
    },
  },
  {
    title: 'an imported name of an own file is misspelt',
    file: 'src/routes.ts',
    from: 'import { Van } from',
    to: 'import { Vans as Van } from',
    told: {
      code: 'build_failed',
      at: 'src/routes.ts:2',
      message: 'src/routes.ts:2:10: No matching export in [src/van.ts] for import [Vans]',
      fix: 'Import a name that this module exports. For a type, write `import type`.',
    },
  },
  {
    title: 'the host is imported',
    file: 'src/routes.ts',
    from: 'import { Van }',
    to: `import { startHost } from '@atrium/host'
export const host = startHost
import { Van }`,
    told: {
      code: 'build_failed',
      at: 'src/routes.ts:2',
      message: 'src/routes.ts:2:27: A plugin may not import [@atrium/host]',
      fix: 'Use @atrium/sdk. Plugins cooperate through events, contribute and call.',
    },
  },
  {
    title: 'the part of the SDK that only the host uses is imported',
    file: 'src/routes.ts',
    from: 'import { Van }',
    to: `import { present_call } from '@atrium/sdk/host'
export const call = present_call
import { Van }`,
    told: {
      code: 'build_failed',
      at: 'src/routes.ts:2',
      message: 'src/routes.ts:2:30: A plugin may not import [@atrium/sdk/host]',
      fix: 'Use @atrium/sdk. Plugins cooperate through events, contribute and call.',
    },
  },
  {
    title: 'the source of another plugin is imported',
    file: 'src/routes.ts',
    from: 'import { Van }',
    to: `import { Bay } from '../../depot/index.js'
export { Bay }
import { Van }`,
    told: {
      code: 'build_failed',
      at: 'src/routes.ts:2',
      message: 'src/routes.ts:2:21: A plugin may not import the source of the plugin [depot]',
      fix: 'Use its REST API with `context.call`, its events or `contribute`, or move what both need into a package.',
    },
  },
  {
    title: 'two files import each other, and one value is not there yet',
    file: 'src/van.ts',
    from: `import { Type } from '@atrium/sdk'
`,
    to: `import { Type } from '@atrium/sdk'
import { LONGEST } from './longest.ts'
export const longest = () => LONGEST
`,
    files: {
      'src/longest.ts':
        "import { Van } from './van.ts'\nexport const LONGEST = 80\nexport const Lorry = { ...Van.properties }\n",
    },
    told: {
      code: 'load_failed',
      at: 'src/longest.ts:3',
      message:
        "src/longest.ts:3:22: The plugin [fleet] threw while it was loaded: Cannot access 'Van' before initialization",
      fix: 'Files that import each other use [Van] before it exists. Move what both need into a file that imports neither.',
    },
  },
  {
    title: 'a value at the top level is undefined',
    file: 'src/van.ts',
    from: 'export const Van',
    to: `const nothing = undefined
nothing.length
export const Van`,
    told: {
      code: 'load_failed',
      at: 'src/van.ts:4',
      message:
        "src/van.ts:4:9: The plugin [fleet] threw while it was loaded: Cannot read properties of undefined (reading 'length')",
      fix: 'Correct the top-level code of this file. Saving it loads the plugin again.',
    },
  },
  {
    title: 'a promise at the top level never settles',
    file: 'src/van.ts',
    from: 'export const Van',
    to: `await new Promise(() => {})
export const Van`,
    hangs: true,
    told: {
      code: 'load_timeout',
      at: 'src/van.ts:3',
      message: 'The plugin [fleet] was not loaded within 3 s.',
      fix: 'Move this work into "setup", which has its own time limit and gets a signal.',
    },
  },
  {
    title: 'an exported function of the contract is misspelt',
    file: 'src/index.ts',
    from: "export { register_routes } from './routes.ts'",
    to: "export { register_routes as register_route } from './routes.ts'",
    told: {
      code: 'export_unknown',
      at: 'src/index.ts:2',
      message: 'The host does not call [register_route].',
      fix: 'Did you mean [register_routes]?',
    },
  },
  {
    title: 'nothing is exported under a name of the contract',
    file: 'src/index.ts',

    to: 'export const routes = []\n',
    told: {
      code: 'exports_none',
      at: 'src/index.ts:1',
      message: 'The plugin exports none of the functions that the host calls from [src/index.ts].',
      fix: 'Export `register_resources`, `register_routes`, `setup` or another function of the plugin contract from the entry file.',
    },
  },
  {
    title: 'an export of the contract is not a function',
    file: 'src/work.ts',
    from: 'export const health = () => true',
    to: 'export const health = true',
    told: {
      code: 'export_invalid',
      at: 'src/work.ts:8',
      message: '[health] is not a function.',
      fix: 'Export a function under that name.',
    },
  },
  {
    title: 'register_routes throws',
    file: 'src/routes.ts',
    from: "routes.records('/vans/{van_id}', vans)",
    to: "routes.records('/vans/{van_id}', lorries)",
    told: {
      code: 'stage_failed',
      at: 'src/routes.ts:13',
      message: '[register_routes] threw: lorries is not defined',
      fix: 'Correct the line that the message names. Saving the file loads the plugin again.',
    },
  },
  {
    title: 'setup never ends',
    file: 'src/work.ts',
    from: 'export function setup({ jobs, events, contribute, every }) {',
    to: `export async function setup({ jobs, events, contribute, every }) {
  await new Promise(() => {})`,
    hangs: true,
    told: {
      code: 'stage_timeout',
      at: 'src/work.ts:1',
      message: '[setup] did not finish within 3 s.',
      fix: 'Look for a promise that never settles. Move long work into `after(0, …)`.',
    },
  },
  {
    title: 'health returns false',
    file: 'src/work.ts',
    from: 'export const health = () => true',
    to: 'export const health = () => false',
    told: {
      code: 'health_failed',
      at: 'src/work.ts:8',
      message: 'The plugin [fleet] is not healthy: [health] returned false.',
      fix: 'Find out which check in `health` fails. The host calls `health` again at the next load.',
    },
  },
  {
    title: 'setup uses the database',
    file: 'src/work.ts',
    from: 'export function setup({ jobs, events, contribute, every }) {',
    to: `export async function setup({ db, jobs, events, contribute, every }) {
  await db('fleet_vans').select()`,
    told: {
      code: 'db_before_commit',
      at: 'src/work.ts:2',
      message: '[context.db] was used while the plugin is being loaded.',
      fix: 'Use it inside handlers, or in `after(0, …)`, which runs once the plugin is committed.',
    },
  },
]
