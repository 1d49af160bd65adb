import { catalogue } from './catalogued-diagnostic.ts'

/** Found in what a plugin declares of its screens, and where these stand (spec, "Configuration problems"). */
export const SCREEN_DIAGNOSTICS = catalogue({
  create_screen_without_form: {
    severity: 'error',
    title: 'Create screen without a form',
    cause: 'The create screen is switched on in `.pages()`, but there is no `.form()`.',
    fix: 'Add `.form(…)`, or disable the screen with `.pages({ create: false })`.',
  },
  edit_screen_without_form: {
    severity: 'error',
    title: 'Edit screen without a form',
    cause: 'The edit screen is switched on in `.pages()`, but there is no `.form()`.',
    fix: 'Add `.form(…)`, or disable the screen with `.pages({ edit: false })`.',
  },
  view_screen_without_infolist: {
    severity: 'error',
    title: 'View screen without an infolist',
    cause: 'The view screen is switched on in `.pages()`, but there is no `.infolist()`.',
    fix: 'Add `.infolist()`, or disable the screen with `.pages({ view: false })`.',
  },
  create_action_without_screen: {
    severity: 'error',
    title: 'Create action without a screen',
    cause: 'The table declares `.create(…)`, but there is no create screen to go to.',
    fix: 'Configure `.form(…)` and leave `.pages({ create: true })` on, or take `.create()` out.',
  },
  create_after_record_screen: {
    severity: 'error',
    title: 'Create screen after the record’s',
    cause:
      'A hand-written screen `…/create` is declared after `…/:id`: `create` would be taken for the id of a record, whose detail is empty.',
    fix: 'Declare `create` before `:id`, or use `register_resource`, which keeps the order.',
  },
  list_route_missing: {
    severity: 'error',
    title: 'List screen without its route',
    cause: 'No GET route is declared at the resource’s list path.',
    fix: 'Declare it in `register_routes` (`routes.records` does), correct the path, or switch the screen off.',
  },
  create_route_missing: {
    severity: 'error',
    title: 'Create screen without its route',
    cause: 'No POST route is declared at the resource’s create path.',
    fix: 'Declare it in `register_routes` (`routes.records` does), correct the path, or switch the screen off.',
  },
  update_route_missing: {
    severity: 'error',
    title: 'Edit screen without its route',
    cause: 'Neither a PATCH nor a PUT route is declared at the resource’s record path.',
    fix: 'Declare it in `register_routes` (`routes.records` does), correct the path, or switch the screen off.',
  },
  record_route_missing: {
    severity: 'error',
    title: 'Screen of a record without its route',
    cause: 'No GET route is declared at the resource’s record path.',
    fix: 'Declare it in `register_routes` (`routes.records` does), correct the path, or switch the screen off.',
  },
  action_route_missing: {
    severity: 'error',
    title: 'Action without its route',
    cause: 'An action of a table calls no route, or one that the plugin does not declare.',
    fix: 'Declare the route in `register_routes`, or correct the path.',
  },
  widget_route_missing: {
    severity: 'error',
    title: 'Widget without its route',
    cause: 'A widget, list or badge asks a path of the plugin that no GET route is declared at.',
    fix: 'Declare the route in `register_routes`, or correct the path.',
  },
  path_outside_module: {
    severity: 'error',
    title: 'Path outside of the module',
    cause: 'A resource reads or writes below another plugin’s `/api/v1/<id>`, or a screen lies outside of its panel.',
    fix: 'Stay below the plugin’s own paths; what another plugin has is reached with `context.call`, or shown as a relation.',
  },
  column_unknown: {
    severity: 'error',
    title: 'Column of no field',
    cause: 'A column of a table names a field that the record schema does not have.',
    fix: 'Use a field of the record.',
  },
  field_unknown: {
    severity: 'error',
    title: 'No such field',
    cause: 'A form, infolist, filter, calendar, store or title names a field that the record schema does not have.',
    fix: 'Use a field of the record.',
  },
  field_read_only: {
    severity: 'error',
    title: 'Moved by a field that cannot be written',
    cause:
      'A calendar lets its entries be moved, but a field that says where they are is read-only in the record schema.',
    fix: 'Take `readOnly` from the field, or `move` from the calendar.',
  },
  filter_not_supported: {
    severity: 'error',
    title: 'Filter that the list does not know',
    cause: 'A table filters by a field that the store does not filter by, or that has no single value.',
    fix: 'Add the field to the store’s `filter`, or take the filter out.',
  },
  sort_not_supported: {
    severity: 'error',
    title: 'Order that the list does not know',
    cause: 'A table sorts by a field that the store does not sort by, or that has no single value.',
    fix: 'Add the field to the store’s `sort`, or leave `sortable()` out.',
  },
  form_disagrees: {
    severity: 'error',
    title: 'Form and record disagree',
    cause: 'The form has a field that is read-only in the record, or leaves out one that the record requires.',
    fix: 'Bring the form and the record schema into line.',
  },
  relation_incomplete: {
    severity: 'error',
    title: 'Incomplete list',
    cause: 'A relation block or list lacks its id, record or list path.',
    fix: 'Say `.id(…)`, `.record(…)` and `.list_path(…)`.',
  },
  dashboard_incomplete: {
    severity: 'error',
    title: 'Incomplete dashboard',
    cause: 'A dashboard lacks its id, path or widgets.',
    fix: 'Say `.id(…)`, `.path(…)` and at least one widget.',
  },
  resource_id_missing: {
    severity: 'error',
    title: 'Resource without an id',
    cause: 'A resource has no id, so that nothing can be named after it.',
    fix: 'Name it: `.id("items")`.',
  },
  page_size_invalid: {
    severity: 'error',
    title: 'Page size out of range',
    cause: 'The page of a table has no rows, or more than 500.',
    fix: 'Give a whole number from 1 to 500.',
  },
  grid_invalid: {
    severity: 'error',
    title: 'Not a grid',
    cause: 'A grid has no columns or more than 4, or was given a description.',
    fix: 'Give a whole number from 1 to 4, and put descriptions into a section.',
  },
  resource_id_taken: {
    severity: 'error',
    title: 'Resource id taken',
    cause:
      'Another resource has the same id, of this plugin or of the one that the message names; the one already active stays.',
    fix: 'Choose another id: ids of resources are unique on a host.',
  },
  dashboard_id_taken: {
    severity: 'error',
    title: 'Dashboard id taken',
    cause:
      'Another dashboard has the same id, of this plugin or of the one that the message names; a resource’s are `<resource>-list` and so on.',
    fix: 'Choose another id: ids of dashboards are unique on a host.',
  },
  module_taken: {
    severity: 'error',
    title: 'Module taken',
    cause: 'Another plugin shows a module of the same id in the panel; the one already active stays.',
    fix: 'Choose another module id.',
  },
  module_path_taken: {
    severity: 'error',
    title: 'Screen path taken',
    cause: 'Another screen of the panel has the same path, of this plugin or of the one that the message names.',
    fix: 'Choose another `.module_path(…)` or `.path(…)`.',
  },
  panel_unknown: {
    severity: 'error',
    title: 'Unknown panel',
    cause: 'A module names a panel that `panels.config.json` does not have.',
    fix: 'Use one of the panels that are named, or add it to `panels.config.json`.',
  },
  panel_not_materialized: {
    severity: 'error',
    title: 'Panel disabled',
    cause: 'A module names a panel that `panels.config.json` disables, so that it is never materialized.',
    fix: 'Enable the panel in `panels.config.json`, or use another one.',
  },
  document_invalid: {
    severity: 'error',
    title: 'Document not valid',
    cause:
      'A document breaks its schema: a generated one by a wrong value in the declaration, a hand-written one as it stands.',
    fix: 'Correct the declaration, or the place in the file, that is named.',
  },
  title_shown_twice: {
    severity: 'warning',
    title: 'Title shown twice',
    cause: 'A hand-written dashboard shows its title, and a widget on it shows the same one again.',
    fix: 'Use `register_resource`, or `emit_dashboard(…, { hide_title: true })`; in a file `"hide_title": true`.',
  },
  icon_unknown: {
    severity: 'warning',
    title: 'Unknown icon',
    cause: 'A resource, dashboard or action names an icon that the shell does not have; it shows a dot instead.',
    fix: 'Use one of the names in `ICON_NAMES` of `@atrium/sdk/documents`.',
  },
  legacy_dashboards: {
    severity: 'warning',
    title: 'Deprecated registration',
    cause: 'The plugin exports `register_dashboards`: its screens come from `ui/dashboards/*.json`, without forms.',
    fix: 'Declare them with `register_resources`.',
  },
  dashboard_file_missing: {
    severity: 'error',
    title: 'Dashboard without its file',
    cause: '`register_dashboards` names a dashboard that no file in `ui/dashboards/` holds.',
    fix: 'Correct the name, or create the file.',
  },
})
