import type { Mistake } from './mistake.ts'

/** Mistakes in its package.json. */
export const PACKAGE_MISTAKES: readonly Mistake[] = [
  {
    title: 'a comma is missing in package.json',
    file: 'package.json',
    from: '"version": "1.2.0",',
    to: '"version": "1.2.0"',
    told: {
      code: 'manifest_invalid',
      at: 'package.json:4',
      message: 'The file [package.json] is not valid JSON.',
      fix: 'Correct the JSON at this place; comments and trailing commas are not allowed.',
    },
  },
  {
    title: 'package.json has no member atrium',
    file: 'package.json',
    from: '"atrium": {',
    to: '"atrum": {',
    told: {
      code: 'manifest_not_a_plugin',
      at: 'package.json:1',
      message: 'The package.json has no member [atrium], so this package is not a plugin.',
      fix: 'Add "atrium": { "id": "…", "title": "…" }, or move the folder out of the plugin directory.',
    },
  },
  {
    title: 'the id has a capital letter',
    file: 'package.json',
    from: '"id": "fleet"',
    to: '"id": "Fleet"',
    told: {
      code: 'id_invalid',
      at: 'package.json:7',
      message: 'The plugin has the id [Fleet].',
      fix: 'Write "id": "fleet".',
    },
  },
  {
    title: 'the id belongs to the platform',
    file: 'package.json',
    from: '"id": "fleet"',
    to: '"id": "plugins"',
    told: {
      code: 'id_reserved',
      at: 'package.json:7',
      message: 'The plugin has the id [plugins].',
      fix: 'Choose another one, such as "my-plugins".',
    },
  },
  {
    title: 'a member of atrium is misspelt',
    file: 'package.json',
    from: '"title": "Fleet"',
    to: '"titel": "Fleet"',
    told: {
      code: 'manifest_member_unknown',
      at: 'package.json:8',
      message: 'The member [titel] of "atrium" is not known and has no effect. Did you mean "title"?',
      fix: 'Write "title".',
    },
  },
  {
    title: 'the entry file is misspelt',
    file: 'package.json',
    from: './src/index.ts',
    to: './src/indx.ts',
    told: {
      code: 'entry_missing',
      at: 'package.json:9',
      message: 'The plugin has no file to load: there is none at [./src/indx.ts].',
      fix: 'Build the plugin if "exports" names a build output, or set "atrium.entry" to its source file.',
    },
  },
  {
    title: 'a suggested role grants a permission that is misspelt',
    file: 'package.json',
    from: '"fleet.vans.view"',
    to: '"fleet.van.view"',
    told: {
      code: 'permission_unknown',
      at: 'package.json:13',
      message: 'The suggested role [driver] grants the permission [fleet.van.view], which no route requires.',
      fix: 'Did you mean [fleet.vans.view]?',
    },
  },
  {
    title: 'a suggested role limits a table that is misspelt',
    file: 'package.json',
    from: '"fleet_vans", "where"',
    to: '"fleet_van", "where"',
    told: {
      code: 'role_limit_unknown',
      at: 'package.json:14',
      message: 'The suggested role [driver] limits the records of [fleet_van], which no active plugin serves.',
      fix: 'Did you mean [fleet_vans]?',
    },
  },
  {
    title: 'a suggested role has a condition on a field that is misspelt',
    file: 'package.json',
    from: 'bay_id=mine',
    to: 'bai_id=mine',
    told: {
      code: 'role_limit_unknown',
      at: 'package.json:14',
      message:
        'The suggested role [driver] cannot be limited by [bai_id=mine&status=idle]. These records have no field [bai_id].',
      fix: 'Did you mean [bay_id]?',
    },
  },
  {
    title: 'a suggested role hides a field that is misspelt',
    file: 'package.json',
    from: '"hidden": ["price"]',
    to: '"hidden": ["prize"]',
    told: {
      code: 'role_limit_unknown',
      at: 'package.json:15',
      message: 'The suggested role [driver] cannot be limited by [prize]. These records have no field [prize].',
      fix: 'Did you mean [price]?',
    },
  },
  {
    title: 'requires is a list instead of an object',
    file: 'package.json',
    from: '{ "depot": "^1.0.0" }',
    to: '["depot"]',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:10',
      message:
        'The member [/atrium/requires] of package.json is not an object of plugin ids and version ranges, such as { "clients": "^1.0.0" }.',
      fix: 'Write an object of plugin ids and version ranges, such as { "clients": "^1.0.0" }.',
    },
  },
  {
    title: 'a required range is not a range',
    file: 'package.json',
    from: '"depot": "^1.0.0"',
    to: '"depot": "latest one"',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:10',
      message:
        'The member [/atrium/requires] of package.json is not an object of plugin ids and version ranges, such as { "clients": "^1.0.0" }.',
      fix: 'Write an object of plugin ids and version ranges, such as { "clients": "^1.0.0" }.',
    },
  },
  {
    title: 'a required plugin is misspelt',
    file: 'package.json',
    from: '"depot": "^1.0.0"',
    to: '"depto": "^1.0.0"',
    told: {
      code: 'dependency_missing',
      at: 'package.json:10',
      message: 'It requires the plugin [depto], which is missing.',
      fix: 'Did you mean [depot]? Install the plugin, or remove it from `requires`.',
    },
  },
  {
    title: 'a required plugin has another version',
    file: 'package.json',
    from: '"depot": "^1.0.0"',
    to: '"depot": "^2.0.0"',
    told: {
      code: 'dependency_version',
      at: 'package.json:10',
      message: 'It requires the plugin [depot] in the range [^2.0.0], but the version found is [1.0.0].',
      fix: 'Install a version within the range, or correct the range.',
    },
  },
  {
    title: 'the plugin requires itself',
    file: 'package.json',
    from: '"depot": "^1.0.0"',
    to: '"fleet": "^1.0.0"',
    told: {
      code: 'dependency_cycle',
      at: 'package.json:10',
      message: 'The plugins require each other: [fleet → fleet].',
      fix: 'Remove one of the requirements. Plugins can also work together through events and `contribute`.',
    },
  },
  {
    title: 'the version of the plugin is missing',
    file: 'package.json',
    from: `  "version": "1.2.0",
`,
    to: '',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:1',
      message: 'The member [/version] of package.json is not a version such as "1.0.0".',
      fix: 'Write a version such as "1.0.0".',
    },
  },
  {
    title: 'the range of the SDK is too new',
    file: 'package.json',
    from: '"@atrium/sdk": "^1.0.0"',
    to: '"@atrium/sdk": "^9.0.0"',
    told: {
      code: 'sdk_version',
      at: 'package.json:5',
      message: 'The plugin requires @atrium/sdk in the range [^9.0.0], but the host has [1.0.0].',
      fix: 'Update the plugin or the host. If the plugin works with this SDK, extend the range.',
    },
  },
  {
    title: 'the schema of the settings is not a schema',
    file: 'package.json',
    from: '"type": "integer"',
    to: '"type": "interger"',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:19',
      message:
        'The member [/atrium/settings/properties/vans/type] of package.json is not valid JSON Schema: it must be equal to one of the allowed values.',
      fix: 'Write one of array, boolean, integer, null, number, object, string.',
    },
  },
  {
    title: 'a limit of a setting is misspelt',
    file: 'package.json',
    from: '"maximum": 900',
    to: '"Maximum": 900',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:17',
      message:
        'The member [vans] of the schema of the settings has the keyword [Maximum], which does not exist and limits nothing.',
      fix: 'Did you mean [maximum]?',
    },
  },
  {
    title: 'a default of the settings does not match their schema',
    file: 'package.json',
    from: '"default": 9',
    to: '"default": 901',
    told: {
      code: 'settings_invalid',
      at: 'package.json:19',
      message: 'The default of the setting [fleet/vans] must be <= 900.',
      fix: 'Correct the default, or the schema, in package.json.',
    },
  },
  {
    title: 'drain_seconds is a text',
    file: 'package.json',
    from: '"title": "Fleet",',
    to: '"title": "Fleet", "drain_seconds": "30",',
    told: {
      code: 'manifest_member_invalid',
      at: 'package.json:8',
      message: 'The member [/atrium/drain_seconds] of package.json is not a number of seconds from 0 to 3600.',
      fix: 'Write a number of seconds from 0 to 3600.',
    },
  },
]
