import type { Mistake } from './mistake.ts'

const UP = 'export const up = () => {}\n'

/** Mistakes in the names of its files. */
export const FILE_MISTAKES: readonly Mistake[] = [
  {
    title: 'a translation lacks a placeholder of its text',
    file: 'src/work.ts',
    from: 'every(60_000',
    to: 'every(60_001',
    files: { 'translations/de.json': { 'Van {name} deleted': 'Lieferwagen gelöscht' } },
    told: {
      code: 'translation_invalid',
      at: 'translations/de.json',
      message:
        'The file [translations/de.json] lacks the placeholder [{name}] in the translation of [Van {name} deleted].',
      fix: 'Correct the key that the message names. Each `{placeholder}` of the English text is in the translation, too.',
    },
  },
  {
    title: 'a migration is written in SQL',
    file: 'src/work.ts',
    from: 'every(60_000',
    to: 'every(60_001',
    files: { 'migrations/0002_colours.sql': 'alter table fleet_vans add column colour text;\n' },
    told: {
      code: 'migration_ignored',
      at: 'migrations/0002_colours.sql:1',
      message: 'The file [migrations/0002_colours.sql] is never run: a migration ends in [.ts] or [.js].',
      fix: "Write [0002_colours.ts] with `export const up = (db) => db.raw('…')`, and remove this file.",
    },
  },
  {
    title: 'a migration has an ending that is not run',
    file: 'src/work.ts',
    from: 'every(60_000',
    to: 'every(60_001',
    files: { 'migrations/0002_colours.mjs': UP },
    told: {
      code: 'migration_ignored',
      at: 'migrations/0002_colours.mjs:1',
      message: 'The file [migrations/0002_colours.mjs] is never run: a migration ends in [.ts] or [.js].',
      fix: 'Rename it to [0002_colours.js].',
    },
  },
  {
    title: 'two migrations have one number',
    file: 'src/work.ts',
    from: 'every(60_000',
    to: 'every(60_001',
    files: { 'migrations/0002_colours.ts': UP, 'migrations/0002_doors.ts': UP },
    told: {
      code: 'migration_numbering',
      at: 'migrations/0002_doors.ts:1',
      message:
        'The migrations [0002_colours] and [0002_doors] have the same number. They run in the order of their names.',
      fix: 'Give [0002_doors] the next number before it is applied anywhere else. Where it is applied already, undo it first with `atrium plugins migrate fleet --to 0002_colours`.',
    },
  },
  {
    title: 'the numbers of two migrations have different lengths',
    file: 'src/work.ts',
    from: 'every(60_000',
    to: 'every(60_001',
    files: { 'migrations/10_colours.ts': UP, 'migrations/2_doors.ts': UP },
    told: {
      code: 'migration_numbering',
      at: 'migrations/2_doors.ts:1',
      message:
        'The migration [2_doors] runs after [10_colours], although its number is lower: names are compared letter by letter.',
      fix: 'Write all numbers with the same count of digits, such as [0002] and [0010], before the migrations are applied anywhere else.',
    },
  },
  {
    title: 'the path of an import differs in upper and lower case',
    file: 'src/routes.ts',
    from: "from './van.ts'",
    to: "from './Van.ts'",
    told: {
      code: 'import_case',
      at: 'src/routes.ts:2',
      message: 'The import [./Van.ts] differs from the file [src/van.ts] in upper and lower case.',
      fix: 'Write [./van.ts].',
    },
  },
  {
    title: 'a folder of an import differs in upper and lower case',
    file: 'src/index.ts',
    from: "'./routes.ts'",
    to: "'./Api/routes.ts'",
    files: { 'src/api/routes.ts': 'export const register_routes = () => {}\n' },
    told: {
      code: 'build_failed',
      at: 'src/index.ts:2',
      message: 'src/index.ts:2:33: Could not resolve [./Api/routes.ts]',
      fix: 'Did you mean [./api/routes.ts]? Or create the file.',
    },
  },
]
