import { catalogue } from './catalogued-diagnostic.ts'

/** Problems while the host bundles, evaluates and calls a plugin's code or migrates its tables, and after it disposes of a generation. */
export const LOADING_DIAGNOSTICS = catalogue({
  build_failed: {
    severity: 'error',
    title: 'Build failed',
    cause:
      'A file of the plugin cannot be compiled: it has a syntax error, or it imports a file, package or name that does not exist.',
    fix: 'Correct the line that the message names. Saving the file loads the plugin again.',
  },
  elements_missing: {
    severity: 'error',
    title: 'Module of elements missing',
    cause: '`atrium.elements` in package.json names a file that does not exist.',
    fix: 'Correct the path, create the file, or build it if it is a build output.',
  },
  elements_too_large: {
    severity: 'error',
    title: 'Module of elements too large',
    cause:
      'The module of `atrium.elements` is larger than 1 MB with everything that it imports. People would wait for it on every screen that uses it.',
    fix: 'Import smaller packages, or only the parts of them that are used.',
  },
  element_unknown: {
    severity: 'error',
    title: 'Element that the plugin does not have',
    cause:
      'A column, entry, field or widget is shown by an element that the module of `atrium.elements` does not export, or package.json names no such module.',
    fix: 'Export a function under this name from the module, or correct the name.',
  },
  translation_invalid: {
    severity: 'error',
    title: 'Translation that cannot be used',
    cause:
      'A file in `translations` is not named like a locale, is not an object of texts by English text, translates a text twice, or has a translation whose placeholders are not those of its text.',
    fix: 'Correct the key that the message names. Each `{placeholder}` of the English text is in the translation, too.',
  },
  import_case: {
    severity: 'warning',
    title: 'Import in another case',
    cause:
      'The path of an import differs from the name of its file in upper and lower case. The host finds the file, but Node, TypeScript and tests do not find it on Linux.',
    fix: 'Write the path as the file is named.',
  },
  load_failed: {
    severity: 'error',
    title: 'Error while loading',
    cause: 'Code at the top level of a file threw an error, or awaited a promise that was rejected.',
    fix: 'Correct the code at the top level of the file. Saving the file loads the plugin again.',
  },
  load_timeout: {
    severity: 'error',
    title: 'Loading timed out',
    cause: 'A top-level `await` in the plugin, or in a package that it imports, did not settle within 10 s.',
    fix: 'Move the waiting code into `setup`, where `context.signal` says when to stop.',
  },
  export_invalid: {
    severity: 'error',
    title: 'Export is not a function',
    cause: 'The plugin exports a value that is not a function under a name of the plugin contract.',
    fix: 'Export a function under that name.',
  },
  export_unknown: {
    severity: 'warning',
    title: 'Unknown export',
    cause:
      'The name of an export resembles a function of the plugin contract but is not one, so the host never calls it.',
    fix: 'Use the name that the message suggests, or choose a name that resembles it less and does not begin with `register`.',
  },
  translation_unmatched: {
    severity: 'warning',
    title: 'Translation of no text',
    cause:
      'A file in `translations` translates a text that the plugin does not have, although an untranslated one is almost the same. Texts are found only if they are equal.',
    fix: 'Write the key as the text that the message names, with the same letters, case and full stop.',
  },
  exports_none: {
    severity: 'error',
    title: 'No contract functions exported',
    cause: 'The entry file of the plugin is empty, or exports no function of the plugin contract.',
    fix: 'Export `register_resources`, `register_routes`, `setup` or another function of the plugin contract from the entry file.',
  },
  stage_failed: {
    severity: 'error',
    title: 'Contract function failed',
    cause: 'A function of the plugin contract (`register_…`, `setup`, `health`) threw an error.',
    fix: 'Correct the line that the message names. Saving the file loads the plugin again.',
  },
  stage_timeout: {
    severity: 'error',
    title: 'Contract function timed out',
    cause: 'A function of the plugin contract did not finish within 10 s.',
    fix: 'Look for a promise that never settles. Move long work into `after(0, …)`.',
  },
  db_before_commit: {
    severity: 'error',
    title: 'Database used before commit',
    cause:
      'The plugin used `context.db`, or a function that leads to it (`call`, `jobs.add`, `events.emit`, `contributions`), before it was committed. A load that fails must not change anything.',
    fix: 'Use it in handlers, or in `after(0, …)`, which runs after the commit.',
  },
  migration_invalid: {
    severity: 'error',
    title: 'Invalid migration',
    cause: 'A file in `migrations/` does not export a function `up`.',
    fix: 'Export `async function up(db)`, and `down` if the step can be reversed.',
  },
  migration_name_taken: {
    severity: 'error',
    title: 'Duplicate migration name',
    cause: 'The names of two files in `migrations/` differ only in their extension.',
    fix: 'Rename one of them.',
  },
  migration_ignored: {
    severity: 'warning',
    title: 'File is not a migration',
    cause: 'Only `.ts` and `.js` files in `migrations/` are run. Nothing reads this one.',
    fix: 'Write it as a migration in TypeScript or JavaScript.',
  },
  migration_numbering: {
    severity: 'warning',
    title: 'Order of migrations unclear',
    cause:
      'Migrations run in the order of their names. Two of them have one number, or the one with the lower number runs later.',
    fix: 'Give each migration a number of its own, with as many digits as the others. Never rename one that was applied.',
  },
  migration_failed: {
    severity: 'error',
    title: 'Migration failed',
    cause: 'A migration threw an error. All of its changes were rolled back.',
    fix: 'Correct the migration. Saving the file runs it again.',
  },
  migration_not_awaited: {
    severity: 'error',
    title: 'Migration ends before its statements',
    cause:
      'A migration does not await one of its statements, so it would run after the migration was recorded as applied, or not at all. All of its changes were rolled back.',
    fix: 'Write `await` before the statement, or return it: `await db.schema.createTable(…)`. For several at once: `await Promise.all(…)`, or a `for … of` loop; `forEach` does not await.',
  },
  database_outage: {
    severity: 'error',
    title: 'Database could not be used',
    cause:
      'The database was unavailable, full, read-only or busy while the host applied the migrations of the plugin or checked its tables. Nothing is wrong with the plugin.',
    fix: 'Repair the database: `/readyz` and `atrium doctor` say what is wrong. The host then loads the plugin again automatically.',
  },
  host_out_of_resources: {
    severity: 'error',
    title: 'Host out of resources',
    cause:
      'The host had no file descriptor, process, memory or disk space left when it read or loaded the plugin. Nothing is wrong with the plugin.',
    fix: 'Find out what uses them up, raise the limit of open files (`ulimit -n`) or free some space. The host then loads the plugin again automatically.',
  },
  migration_not_begun: {
    severity: 'error',
    title: 'Migration did not run',
    cause:
      'The database was busy for a minute, so the transaction of a migration could not begin. Nothing is wrong with the migration.',
    fix: 'Find out what holds the database: a long import, another plugin’s handler, another process. The host loads the plugin again automatically when the database is free.',
  },
  migration_table_foreign: {
    severity: 'error',
    title: 'Migration of a foreign table',
    cause:
      'A migration creates a table whose name does not begin with the id of the plugin, or uses a table of another plugin. All of its changes were rolled back.',
    fix: 'Begin the names of tables with the id of the plugin: `fleet_vans`. Plugins share ids, never tables.',
  },
  migration_renamed: {
    severity: 'error',
    title: 'Applied migration renamed',
    cause: 'The file of a migration was renamed after the migration was applied. It would be applied a second time.',
    fix: 'Rename the file back.',
  },
  migrations_ahead: {
    severity: 'warning',
    title: 'Tables newer than the code',
    cause:
      'Migrations were applied that the folder of the plugin does not have: an older version was checked out, or a file was deleted.',
    fix: 'Restore the files. To work with the older version, undo the migrations with the newer one: `atrium plugins migrate <id> --to <name>`.',
  },
  migration_changed: {
    severity: 'error',
    title: 'Applied migration changed',
    cause: 'The source of a migration was changed after the migration was applied.',
    fix: 'Undo the change and write it as a new migration. In development, `atrium plugins reset <id>` starts over.',
  },
  plugin_quarantined: {
    severity: 'error',
    title: 'Plugin quarantined',
    cause:
      'The host ended while the plugin blocked it, or ended twice while it was loading only this plugin. Loading it again might end the host again.',
    fix: 'Correct the plugin, then lift the quarantine with `atrium plugins retry <id>`. A new version of the plugin lifts it too.',
  },
  health_failed: {
    severity: 'error',
    title: 'Health check failed',
    cause: 'The plugin’s `health` function returned false, or something that is neither true nor false.',
    fix: 'Find out which check in `health` fails. The host calls `health` again at the next load.',
  },
  process_ended: {
    severity: 'error',
    title: 'Process ended',
    cause:
      '`atrium plugins check` loads the plugin in a process of its own. That process ended during the load, either through `process.exit` or because it ran out of memory.',
    fix: 'Throw an error instead of ending the process. Only the host decides when the process ends.',
  },
  clean_up_returned: {
    severity: 'warning',
    title: 'Clean-up returned',
    cause:
      '`setup` returned a function or an object to be closed, as in other libraries. The host calls nothing that is returned, so what it was to end continues after each load.',
    fix: 'Pass it to `context.on_dispose` instead, which runs it when the plugin is loaded again or deactivated.',
  },
  leftover_work: {
    severity: 'warning',
    title: 'Work left running',
    cause: 'A timer, server or listener of a generation was still running after its `on_dispose` callbacks.',
    fix: 'Stop it in `on_dispose`, or start it with `every` or `after`, which stop automatically.',
  },
})
