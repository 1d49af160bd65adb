import { catalogue } from './catalogued-diagnostic.ts'

/** Problems in routes, stores, tools, namespaces, jobs and events. */
export const DECLARATION_DIAGNOSTICS = catalogue({
  argument_invalid: {
    severity: 'error',
    title: 'Invalid argument',
    cause: 'A builder method was called with an argument that it does not accept, or without a required one.',
    fix: 'Correct the argument that the message names.',
  },
  route_invalid: {
    severity: 'error',
    title: 'Invalid route',
    cause: 'A route has no handler, or a bulk route does not name a route that can be repeated.',
    fix: 'Declare it as `routes.get(path, (call) => …)`.',
  },
  path_invalid: {
    severity: 'error',
    title: 'Invalid path',
    cause: 'The path of a route or action does not begin with a slash, or a parameter is not written as `{name}`.',
    fix: 'Write it like `/items/{item_id}/retire`.',
  },
  route_taken: {
    severity: 'error',
    title: 'Route declared twice',
    cause:
      'The plugin declares the same method and path twice. Note that `routes.records` declares several routes at once.',
    fix: 'Remove one of the two declarations.',
  },
  permission_missing: {
    severity: 'error',
    title: 'Route without a permission',
    cause: 'The host cannot derive a permission from the method and path of a route.',
    fix: "Name one: `{ permission: '<plugin>.<resource>.<action>' }`.",
  },
  permission_invalid: {
    severity: 'error',
    title: 'Invalid permission',
    cause: 'A permission is not of the form `<plugin>.<resource>.<action>`, so no role could grant it.',
    fix: 'Write a permission of that form.',
  },
  permission_unknown: {
    severity: 'warning',
    title: 'Unknown permission',
    cause:
      'A screen, tool, message or route requires a permission that no route of the plugin named in it requires, or a suggested role grants it. Only callers who may do everything would hold it.',
    fix: 'Use the permission that the message suggests.',
  },
  role_limit_unknown: {
    severity: 'warning',
    title: 'Unknown limit of a suggested role',
    cause:
      'A suggested role limits records of a table or by a field that does not exist. Taking the role over would be refused, or its holders would reach no record.',
    fix: 'Use the table or the field that the message suggests, in package.json.',
  },
  bulk_route_missing: {
    severity: 'error',
    title: 'Bulk route without its target',
    cause: 'The route that a bulk route repeats is not declared.',
    fix: 'Declare that route too, or correct its method and path.',
  },
  undo_route_missing: {
    severity: 'error',
    title: 'Undo without its route',
    cause: 'The route that `undo` of a route names is not declared.',
    fix: 'Declare that route too, or correct its method and path.',
  },
  undo_route_unfit: {
    severity: 'error',
    title: 'Undo route not suitable',
    cause:
      'The route that `undo` names does not belong to a record of a table, needs other parameters or values than those of the record, or ignores `If-Match`.',
    fix: 'Name a route of the same record that declares `if_match: true`, and whose body names fields of the record.',
  },
  record_invalid: {
    severity: 'error',
    title: 'Invalid record schema',
    cause:
      'The record schema of a store is not an object, has no `id`, has a field `version` (that name is reserved for the change counter), or has a field whose values or default are wrong.',
    fix: 'Correct what the message names: add `id: Type.Integer({ readOnly: true })`, or rename the field `version`.',
  },
  search_not_supported: {
    severity: 'error',
    title: 'Field cannot be searched',
    cause: 'The `search` of a store names a field that does not hold text.',
    fix: 'Name only fields that hold text.',
  },
  table_missing: {
    severity: 'error',
    title: 'Table missing',
    cause: 'A store names a table that no migration creates. Every request to it would fail.',
    fix: 'Write a migration that creates the table, or correct the name.',
  },
  table_foreign: {
    severity: 'error',
    title: 'Table of another plugin',
    cause: 'Plugins share ids, never tables. A store over the table would show what the roles of its plugin withhold.',
    fix: 'Ask its plugin for the records with `context.call`, or keep what you need in a table of your own.',
  },
  keyword_without_effect: {
    severity: 'warning',
    title: 'Keyword without effect',
    cause:
      'A field of a record has a keyword of another library, such as `unique` or `nullable`. JSON Schema ignores it, so what it promises does not happen.',
    fix: 'Declare it where the finding says, and remove the keyword.',
  },
  column_missing: {
    severity: 'error',
    title: 'Column missing',
    cause:
      'The record of a store has a field for which its table has no column. Every request to the store would fail. The column may have been renamed.',
    fix: 'Add or rename the column in a migration, or correct the field.',
  },
  column_type: {
    severity: 'error',
    title: 'Wrong column type',
    cause: 'A column of a store’s table has a type that cannot store the values of the field with the same name.',
    fix: 'Change the type of the column in a migration, or the type of the field.',
  },
  column_too_short: {
    severity: 'warning',
    title: 'Column too short',
    cause:
      'A field of a store’s record accepts longer texts than its column can hold. PostgreSQL refuses them; SQLite stores them.',
    fix: 'Give the field the `maxLength` of the column, or lengthen the column in a migration.',
  },
  column_of_other_type: {
    severity: 'warning',
    title: 'Column of another type',
    cause:
      'A column has a type that PostgreSQL does not use for the values of its field. SQLite stores them in any column.',
    fix: 'Correct the type of the column in a migration, so that the plugin runs on both databases.',
  },
  column_without_value: {
    severity: 'error',
    title: 'Column without a value',
    cause:
      'A column of a store’s table does not allow NULL and has no default, but the record has no such field. No record could be created.',
    fix: 'Add the field to the record, or make the column nullable in a migration.',
  },
  version_missing: {
    severity: 'error',
    title: 'Column version missing',
    cause: 'The table of a store has no column `version`. The store counts the changes of each record in it.',
    fix: "Add a migration with `table.integer('version').notNullable().defaultTo(1)`.",
  },
  sort_without_index: {
    severity: 'warning',
    title: 'Sorting or filtering without an index',
    cause:
      'A list can be sorted or filtered by a column, but no index of the table begins with that column. Each page reads the whole table.',
    fix: "Add a migration with `table.index(['<column>'])`, or remove the column from the store’s `sort` and `filter`.",
  },
  tool_invalid: {
    severity: 'error',
    title: 'Tool without a description',
    cause: 'A tool has no description. Agents could not know when to use it.',
    fix: 'Describe when an agent should use the tool and what it gets back.',
  },
  tool_operation_missing: {
    severity: 'error',
    title: 'Tool without its route',
    cause: 'A tool calls a route that the plugin does not declare, or a route that tools cannot call.',
    fix: 'Correct the method and path of the route.',
  },
  tool_taken: {
    severity: 'error',
    title: 'Tool name taken',
    cause: 'Another tool of this plugin, or of the plugin that the message names, has the same name.',
    fix: 'Choose another name.',
  },
  channel_invalid: {
    severity: 'error',
    title: 'Invalid message',
    cause: 'A message of a WebSocket namespace has no payload schema or no permission.',
    fix: 'Give it both: `{ payload, permission }`.',
  },
  chat_messages_missing: {
    severity: 'error',
    title: 'Chat without its messages',
    cause:
      'A chat speaks a namespace that the plugin does not declare, or that does not handle every message of a chat.',
    fix: 'Declare the namespace with `chat.send`, `chat.cancel`, `chat.approve`, `chat.reject`, `chat.resume` and `chat.history` in `register_channels`, or name that of another plugin.',
  },
  namespace_taken: {
    severity: 'error',
    title: 'Namespace taken',
    cause: 'Another WebSocket namespace of this plugin, or of the plugin that the message names, has the same name.',
    fix: 'Choose another name, or declare all messages together.',
  },
  handler_taken: {
    severity: 'error',
    title: 'Job handled twice',
    cause: 'The plugin has two handlers for jobs of the same name. A job can have only one handler.',
    fix: 'Remove one of the handlers, or give the jobs different names.',
  },
  name_unknown: {
    severity: 'warning',
    title: 'Unknown event or place',
    cause:
      'The plugin listens to an event or contributes to a place that resembles one of the plugin in its name, but is not one. Nothing would ever arrive. Or it emits an event whose name does not begin with its own id, which fails.',
    fix: 'Use the name that the message suggests.',
  },
  name_foreign: {
    severity: 'error',
    title: 'Name of another plugin',
    cause: 'A plugin emits an event or asks for contributions under a name that begins with another plugin’s id.',
    fix: 'Begin the name with the plugin’s own id.',
  },
  module_foreign: {
    severity: 'warning',
    title: 'Module not named after its plugin',
    cause:
      'The second argument of `register_resource` or `emit_dashboard` after the registry is not the id of the plugin. Its screens then stand apart from the others, and a plugin that has this id cannot be loaded.',
    fix: 'Write the id of the plugin.',
  },
})
