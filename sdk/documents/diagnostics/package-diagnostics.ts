import { catalogue } from './catalogued-diagnostic.ts'

/** Problems in the configuration, the plugin directories and each package.json, found before the host reads any plugin code. */
export const PACKAGE_DIAGNOSTICS = catalogue({
  panels_config_unreadable: {
    severity: 'error',
    title: 'Configuration not readable',
    cause: 'The file `panels.config.json`, or the file that `ATRIUM_PANELS` names, does not exist or cannot be read.',
    fix: 'Create the file, or make it readable. A running host keeps the last valid configuration.',
  },
  panels_config_invalid: {
    severity: 'error',
    title: 'Configuration not valid',
    cause: 'The file `panels.config.json` is not JSON or contains a value that is not allowed.',
    fix: 'Correct the place that the message names. A running host keeps the last valid configuration.',
  },
  plugin_directory_unreadable: {
    severity: 'warning',
    title: 'Plugin directory not readable',
    cause: 'A directory in `ATRIUM_PLUGINS` does not exist or cannot be read, so its plugins are not available.',
    fix: 'Create the directory, or correct `ATRIUM_PLUGINS`.',
  },
  plugin_missing: {
    severity: 'error',
    title: 'Plugin missing',
    cause: 'A plugin is configured to be active, but it is not in any plugin directory.',
    fix: 'Put the plugin into a plugin directory, or deactivate it.',
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
    cause: 'The host does not have permission to read the folder or its `package.json`.',
    fix: 'Give the host permission to read both.',
  },
  manifest_invalid: {
    severity: 'error',
    title: 'package.json is not valid JSON',
    cause: 'The `package.json` is not valid JSON or is not an object.',
    fix: 'Correct the JSON at the place that the message names. Comments and trailing commas are not allowed.',
  },
  manifest_not_a_plugin: {
    severity: 'error',
    title: 'Not a plugin',
    cause: 'The `package.json` has no `atrium` member.',
    fix: 'Add `"atrium": { "id": "…", "title": "…" }`, or move the folder out of the plugin directory.',
  },
  manifest_member_invalid: {
    severity: 'error',
    title: 'Invalid value in package.json',
    cause: 'A member of `package.json` that the host needs is missing or has an invalid value.',
    fix: 'Write the value that the message asks for.',
  },
  manifest_member_unknown: {
    severity: 'warning',
    title: 'Unknown member of atrium',
    cause: 'The host does not know a member of `atrium` in `package.json`. The member has no effect.',
    fix: 'Correct the name of the member, or remove it.',
  },
  entry_missing: {
    severity: 'error',
    title: 'Entry file missing',
    cause: 'Neither `atrium.entry` nor `exports` in `package.json` names an existing file.',
    fix: 'If a build creates the file in `exports`, build the plugin. Otherwise set `atrium.entry` to the source file.',
  },
  id_invalid: {
    severity: 'error',
    title: 'Invalid id',
    cause:
      'An id must begin with a lower-case letter and contain only lower-case letters, digits and dashes. Tool names use underscores instead of dashes.',
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
    cause:
      'Two folders contain a plugin with the same id. The running plugin wins; if neither runs, the first by path wins.',
    fix: 'Give one of the plugins another id, or remove it.',
  },
  plugin_id_changed: {
    severity: 'error',
    title: 'Plugin id changed',
    cause: 'The id in the `package.json` of a loaded plugin was changed.',
    fix: 'Change the id back, or deactivate the plugin. The host then loads the folder as the new plugin.',
  },
  settings_invalid: {
    severity: 'error',
    title: 'Settings not valid',
    cause: 'A setting does not match the JSON Schema in the plugin’s `atrium.settings`.',
    fix: 'Correct the setting. The host then loads the plugin again.',
  },
  setting_unknown: {
    severity: 'warning',
    title: 'Unknown setting',
    cause: 'The plugin reads a setting that its `atrium.settings` do not declare, so it is always undefined.',
    fix: 'Correct the name, or declare the setting in package.json.',
  },
})
