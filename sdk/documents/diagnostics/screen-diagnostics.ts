import { catalogue } from './catalogued-diagnostic.ts'

/** Problems in the screens that a plugin declares, and in their places (spec, "Configuration problems"). */
export const SCREEN_DIAGNOSTICS = catalogue({
  create_screen_without_form: {
    severity: 'error',
    title: 'Create screen without a form',
    cause: 'The create screen is enabled in `.pages()`, but there is no `.form()`.',
    fix: 'Add `.form(…)`, or disable the screen with `.pages({ create: false })`.',
  },
  edit_screen_without_form: {
    severity: 'error',
    title: 'Edit screen without a form',
    cause: 'The edit screen is enabled in `.pages()`, but there is no `.form()`.',
    fix: 'Add `.form(…)`, or disable the screen with `.pages({ edit: false })`.',
  },
  view_screen_without_infolist: {
    severity: 'error',
    title: 'View screen without an infolist',
    cause: 'The view screen is enabled in `.pages()`, but there is no `.infolist()`.',
    fix: 'Add `.infolist()`, or disable the screen with `.pages({ view: false })`.',
  },
  create_action_without_screen: {
    severity: 'error',
    title: 'Create action without a screen',
    cause: 'The table declares `.create(…)`, but the resource has no create screen.',
    fix: 'Add `.form(…)` and enable `.pages({ create: true })`, or remove `.create()`.',
  },
  create_after_record_screen: {
    severity: 'error',
    title: 'Create screen declared after the record screen',
    cause:
      'A hand-written screen `…/create` is declared after `…/:id`. The shell would read `create` as the id of a record and show an empty screen.',
    fix: 'Declare `create` before `:id`, or use `register_resource`, which keeps the order.',
  },
  list_route_missing: {
    severity: 'error',
    title: 'List screen without its route',
    cause: 'The resource’s list path has no GET route.',
    fix: 'Declare the route in `register_routes` (`routes.records` does this), correct the path, or disable the screen.',
  },
  create_route_missing: {
    severity: 'error',
    title: 'Create screen without its route',
    cause: 'The resource’s create path has no POST route.',
    fix: 'Declare the route in `register_routes` (`routes.records` does this), correct the path, or disable the screen.',
  },
  update_route_missing: {
    severity: 'error',
    title: 'Edit screen without its route',
    cause: 'The resource’s record path has neither a PATCH nor a PUT route.',
    fix: 'Declare the route in `register_routes` (`routes.records` does this), correct the path, or disable the screen.',
  },
  record_route_missing: {
    severity: 'error',
    title: 'Record screen without its route',
    cause: 'The resource’s record path has no GET route.',
    fix: 'Declare the route in `register_routes` (`routes.records` does this), correct the path, or disable the screen.',
  },
  action_route_missing: {
    severity: 'error',
    title: 'Action without its route',
    cause: 'A table action does not call a route, or calls one that the plugin does not declare.',
    fix: 'Declare the route in `register_routes`, or correct the path.',
  },
  widget_route_missing: {
    severity: 'error',
    title: 'Widget without its route',
    cause: 'A widget, list or badge requests a path of the plugin that has no GET route.',
    fix: 'Declare the route in `register_routes`, or correct the path.',
  },
  path_outside_module: {
    severity: 'error',
    title: 'Path outside the module',
    cause: 'A resource reads or writes below another plugin’s `/api/v1/<id>`, or a screen is outside its panel.',
    fix: 'Use the plugin’s own paths. To use another plugin’s data, call it with `context.call` or show it as a relation.',
  },
  column_unknown: {
    severity: 'error',
    title: 'Unknown column',
    cause: 'A column of a table names a field that the record schema does not have.',
    fix: 'Use a field of the record.',
  },
  field_unknown: {
    severity: 'error',
    title: 'Unknown field',
    cause: 'A form, infolist, filter, calendar, store or title names a field that the record schema does not have.',
    fix: 'Use a field of the record.',
  },
  kind_mismatch: {
    severity: 'error',
    title: 'Column, entry or filter of the wrong kind',
    cause: 'A column, entry or filter is of a kind that cannot show the values of its field: a text as an amount.',
    fix: 'Use another kind, or correct the type in the record schema.',
  },
  value_unknown: {
    severity: 'error',
    title: 'Unknown value',
    cause:
      'A choice or a condition names a value that the record schema does not allow for the field. The choice would be refused, and the condition would never hold.',
    fix: 'Use one of the values in the record schema.',
  },
  color_without_value: {
    severity: 'warning',
    title: 'Colour of an unknown value',
    cause: 'A badge has a colour for a value that the record schema does not allow for the field.',
    fix: 'Use one of the values in the record schema.',
  },
  relation_unknown: {
    severity: 'warning',
    title: 'Relation to a list that does not exist',
    cause:
      'A relation, list or figure requests a path that no other plugin answers, leads to a screen that does not exist, or shows a field that its records do not have. Checked while the other plugin is active.',
    fix: 'Correct the path or the field that the message names.',
  },
  search_route_missing: {
    severity: 'error',
    title: 'Search path without a route that can be searched',
    cause: 'The resource’s search path has no GET route, or the route does not take `q`.',
    fix: 'Declare a GET route with `q` in its `query`, or name fields in the `search` of the store.',
  },
  field_read_only: {
    severity: 'error',
    title: 'Move changes a read-only field',
    cause:
      'A calendar allows entries to be moved, but a field that holds their time or lane is read-only in the record schema.',
    fix: 'Remove `readOnly` from the field, or `move` from the calendar.',
  },
  filter_not_supported: {
    severity: 'error',
    title: 'Filter not supported by the store',
    cause:
      'A screen filters by a field that is not in the store’s `filter`, or a store filters by a field that holds more than one value.',
    fix: 'Add the field to the store’s `filter`, or remove the filter.',
  },
  sort_not_supported: {
    severity: 'error',
    title: 'Sort order not supported by the store',
    cause:
      'A screen sorts by a field that is not in the store’s `sort`, or a store sorts by a field that holds more than one value.',
    fix: 'Add the field to the store’s `sort`, or remove `sortable()`.',
  },
  relation_incomplete: {
    severity: 'error',
    title: 'Incomplete relation or list',
    cause: 'A relation block or list has no id, no record or no list path.',
    fix: 'Add the missing part: `.id(…)`, `.record(…)` or `.list_path(…)`.',
  },
  dashboard_incomplete: {
    severity: 'error',
    title: 'Incomplete dashboard',
    cause: 'A dashboard has no id, no path or no widgets.',
    fix: 'Add the missing part: `.id(…)`, `.path(…)` or a widget.',
  },
  resource_id_missing: {
    severity: 'error',
    title: 'Resource without an id',
    cause: 'A resource has no id. The ids of its screens are derived from it.',
    fix: 'Give it an id: `.id("items")`.',
  },
  page_size_invalid: {
    severity: 'error',
    title: 'Page size out of range',
    cause: 'The page size of a table is not a whole number from 1 to 500.',
    fix: 'Set a whole number from 1 to 500.',
  },
  grid_invalid: {
    severity: 'error',
    title: 'Invalid grid',
    cause: 'A grid has a number of columns outside 1 to 4, or has a description.',
    fix: 'Set 1 to 4 columns, and put descriptions into a section.',
  },
  resource_id_taken: {
    severity: 'error',
    title: 'Resource id taken',
    cause:
      'Another resource of this plugin, or of the plugin that the message names, has the same id. The one that is already active stays.',
    fix: 'Choose another id. Resource ids are unique on a host.',
  },
  dashboard_id_taken: {
    severity: 'error',
    title: 'Dashboard id taken',
    cause:
      'Another dashboard of this plugin, or of the plugin that the message names, has the same id. The dashboards of a resource have ids such as `<resource>-list`.',
    fix: 'Choose another id. Dashboard ids are unique on a host.',
  },
  module_taken: {
    severity: 'error',
    title: 'Module taken',
    cause: 'Another plugin has a module with the same id in the panel. The one that is already active stays.',
    fix: 'Choose another module id.',
  },
  module_path_taken: {
    severity: 'error',
    title: 'Screen path taken',
    cause: 'Another screen of this plugin, or of the plugin that the message names, has the same path in the panel.',
    fix: 'Choose another `.module_path(…)` or `.path(…)`.',
  },
  panel_unknown: {
    severity: 'error',
    title: 'Unknown panel',
    cause: 'A module names a panel that `panels.config.json` does not have.',
    fix: 'Use one of the panels that the message names, or add the panel to `panels.config.json`.',
  },
  panel_not_materialized: {
    severity: 'error',
    title: 'Panel disabled',
    cause: 'A module names a panel that is disabled in `panels.config.json`.',
    fix: 'Enable the panel in `panels.config.json`, or use another one.',
  },
  document_invalid: {
    severity: 'error',
    title: 'Document not valid',
    cause:
      'A document does not match its schema. A generated document contains an invalid value from the declaration; a hand-written one contains it itself.',
    fix: 'Correct the declaration, or the place in the file that the message names.',
  },
  title_shown_twice: {
    severity: 'warning',
    title: 'Title shown twice',
    cause: 'A hand-written dashboard shows its title, and one of its widgets shows the same title again.',
    fix: 'Use `register_resource` or `emit_dashboard(…, { hide_title: true })`. In a file, write `"hide_title": true`.',
  },
  icon_unknown: {
    severity: 'warning',
    title: 'Unknown icon',
    cause: 'A resource, dashboard or action names an icon that the shell does not have. The shell shows a dot instead.',
    fix: 'Use one of the names in `ICON_NAMES` of `@atrium/sdk/documents`.',
  },
  legacy_dashboards: {
    severity: 'warning',
    title: 'Deprecated registration',
    cause: 'The plugin exports `register_dashboards`. Its screens come from `ui/dashboards/*.json` and have no forms.',
    fix: 'Declare the screens with `register_resources`.',
  },
  dashboard_file_missing: {
    severity: 'error',
    title: 'Dashboard file missing',
    cause: '`register_dashboards` names a dashboard that has no file in `ui/dashboards/`.',
    fix: 'Correct the name, or create the file.',
  },
})
