import { catalogue } from './catalogued-diagnostic.ts'

/** Found while a plugin's code is bundled, evaluated and called, while its tables are brought up to date, and after it was let go. */
export const LOADING_DIAGNOSTICS = catalogue({
  build_failed: {
    severity: 'error',
    title: 'Build failed',
    cause:
      'A file of the plugin cannot be read as code: a syntax error, a missing file or package, a name that is not exported.',
    fix: 'Correct the line that is named; saving it loads the plugin again.',
  },
  load_failed: {
    severity: 'error',
    title: 'Threw while loading',
    cause: 'Code at the top level of a file threw, or a promise awaited there was rejected.',
    fix: 'Correct what runs at the top level of the file; saving it loads the plugin again.',
  },
  load_timeout: {
    severity: 'error',
    title: 'Loading hangs',
    cause: 'A top-level await of the plugin, or of a package it imports, has not settled within 10 s.',
    fix: 'Move what it waits for into `setup`, which is told when to stop.',
  },
  export_invalid: {
    severity: 'error',
    title: 'Export is no function',
    cause: 'The plugin exports something else than a function under a name of the contract.',
    fix: 'Export a function of that name.',
  },
  export_unknown: {
    severity: 'warning',
    title: 'Export that nobody calls',
    cause: 'The name of an export looks like one of the contract, but is none.',
    fix: 'Use the name that the message suggests, or another beginning than `register`.',
  },
  exports_none: {
    severity: 'error',
    title: 'Exports nothing that is called',
    cause: 'The entry of the plugin is empty, or exports no function of the contract.',
    fix: 'Export `register_resources`, `register_routes`, `setup` or another function of the contract from the entry.',
  },
  stage_failed: {
    severity: 'error',
    title: 'Threw while declaring',
    cause: 'A function of the contract (`register_…`, `setup`, `health`) threw.',
    fix: 'Correct the line that is named; saving it loads the plugin again.',
  },
  stage_timeout: {
    severity: 'error',
    title: 'Declaring hangs',
    cause: 'A function of the contract has not finished within 10 s.',
    fix: 'Look for a promise in it that never settles; long work belongs into `after(0, …)`.',
  },
  db_before_commit: {
    severity: 'error',
    title: 'Database used while declaring',
    cause:
      '`context.db`, or what leads to it (`call`, `jobs.add`, `events.emit`, `contributions`), was used before the plugin was committed: a load that fails must change nothing.',
    fix: 'Use it in handlers, or in `after(0, …)`, which runs once the plugin is committed.',
  },
  migration_invalid: {
    severity: 'error',
    title: 'Not a migration',
    cause: 'A file in `migrations/` exports no function `up`.',
    fix: 'Write `export async function up(db)`, and `down` if the step can be taken back.',
  },
  migration_name_taken: {
    severity: 'error',
    title: 'Two migrations of one name',
    cause: 'Two files in `migrations/` differ in their extension only.',
    fix: 'Rename one of them.',
  },
  migration_failed: {
    severity: 'error',
    title: 'Migration failed',
    cause: 'A migration threw. Nothing of it was kept.',
    fix: 'Correct the migration; saving it tries again.',
  },
  migration_changed: {
    severity: 'error',
    title: 'Applied migration changed',
    cause: 'The source of a migration is not what it was when it was applied.',
    fix: 'Take the change back and write it as a new migration; in development `atrium plugins reset <id>` begins anew.',
  },
  health_failed: {
    severity: 'error',
    title: 'Not healthy',
    cause: 'The plugin’s `health` answered false.',
    fix: 'Look into what `health` checks; it is asked again at the next load.',
  },
  process_ended: {
    severity: 'error',
    title: 'Process ended',
    cause:
      'While the plugin was loaded in a process of its own, by `atrium plugins check`, that process ended: by `process.exit`, or for want of memory.',
    fix: 'Throw an error instead; only the host decides when it ends.',
  },
  uncaught_error: {
    severity: 'error',
    title: 'Thrown where nobody could catch it',
    cause: 'A timer, an event or a promise that nobody awaits threw while the plugin was loaded.',
    fix: 'Catch it there, or await the promise.',
  },
  leftover_work: {
    severity: 'warning',
    title: 'Work left behind',
    cause: 'A generation had started a timer, server or listener that was still there after its `on_dispose` steps.',
    fix: 'Stop it in `on_dispose`, or start it with `every` or `after`, which end by themselves.',
  },
})
