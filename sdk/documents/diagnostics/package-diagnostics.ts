import { catalogue } from './catalogued-diagnostic.ts'

/** Found before any code of a plugin is read: the configuration, the plugin directories, and each package.json. */
export const PACKAGE_DIAGNOSTICS = catalogue({
  panels_config_unreadable: {
    severity: 'error',
    title: 'Configuration not readable',
    cause: 'The file `panels.config.json`, or the one that `ATRIUM_PANELS` names, is not there or cannot be read.',
    fix: 'Create the file or make it readable; a running host keeps the last good configuration.',
  },
  panels_config_invalid: {
    severity: 'error',
    title: 'Configuration not valid',
    cause: 'The file `panels.config.json` is no JSON, or says something it cannot say.',
    fix: 'Correct the place that is named; a running host keeps the last good configuration.',
  },
  plugin_directory_unreadable: {
    severity: 'warning',
    title: 'Plugin directory not readable',
    cause: 'A directory in `ATRIUM_PLUGINS` is not there or cannot be read, so it gives no plugins.',
    fix: 'Create the directory, or correct `ATRIUM_PLUGINS`.',
  },
  plugin_missing: {
    severity: 'error',
    title: 'Plugin missing',
    cause: 'A plugin shall be active, but no folder in the plugin directories holds it.',
    fix: 'Put it into a plugin directory, or deactivate it.',
  },
  manifest_missing: {
    severity: 'error',
    title: 'No package.json',
    cause: 'A folder in a plugin directory has no `package.json`.',
    fix: 'Add a `package.json` with an `atrium` member, or move the folder out of the plugin directory.',
  },
  manifest_unreadable: {
    severity: 'error',
    title: 'package.json not readable',
    cause: 'The host may not read the folder or its `package.json`.',
    fix: 'Give the host the right to read both.',
  },
  manifest_invalid: {
    severity: 'error',
    title: 'package.json is no JSON',
    cause: 'The `package.json` is no valid JSON, or no object.',
    fix: 'Correct the JSON at the place that is named; comments and trailing commas are not allowed.',
  },
  manifest_not_a_plugin: {
    severity: 'error',
    title: 'Not a plugin',
    cause: 'The `package.json` has no `atrium` member.',
    fix: 'Add `"atrium": { "id": "…", "title": "…" }`, or move the folder out of the plugin directory.',
  },
  manifest_member_invalid: {
    severity: 'error',
    title: 'Wrong value in package.json',
    cause: 'A member of `package.json` that the host needs is missing or holds something else than it takes.',
    fix: 'Write what the message asks for.',
  },
  manifest_member_unknown: {
    severity: 'warning',
    title: 'Unknown member of atrium',
    cause: 'A member of `atrium` in `package.json` is not known and has no effect.',
    fix: 'Correct its name, or remove it.',
  },
  entry_missing: {
    severity: 'error',
    title: 'No file to load',
    cause: 'Neither `atrium.entry` nor `exports` of `package.json` names a file that is there.',
    fix: 'Build the plugin if `exports` names what a build makes, or let `atrium.entry` name its source.',
  },
  id_invalid: {
    severity: 'error',
    title: 'Not an id',
    cause:
      'Ids begin with a lower-case letter and hold lower-case letters, digits and dashes; names of tools have underscores.',
    fix: 'Choose an id of that form.',
  },
  id_reserved: {
    severity: 'error',
    title: 'Reserved id',
    cause: 'The platform uses this id for its own paths.',
    fix: 'Choose another id.',
  },
  plugin_id_taken: {
    severity: 'error',
    title: 'Plugin id taken',
    cause: 'Two folders hold a plugin with the same id; the one that runs is kept, else the first by path.',
    fix: 'Give one of them another id, or remove it.',
  },
  plugin_id_changed: {
    severity: 'error',
    title: 'Plugin id changed',
    cause: 'A plugin that is loaded gave itself another id.',
    fix: 'Change the id back, or deactivate the plugin: then its folder is taken as the new one.',
  },
  settings_invalid: {
    severity: 'error',
    title: 'Settings not valid',
    cause: 'A setting breaks the JSON Schema that the plugin gives in `atrium.settings`.',
    fix: 'Correct the setting; the plugin is loaded again by itself.',
  },
})
