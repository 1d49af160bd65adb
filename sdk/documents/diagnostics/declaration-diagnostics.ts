import { catalogue } from './catalogued-diagnostic.ts'

/** Found in what can be done with records. */
export const ACTION_DIAGNOSTICS = catalogue({
  action_path_unfilled: {
    severity: 'error',
    title: 'Action without the record it names',
    cause:
      'The path of a header or bulk action contains `{id}`, the record of a row, or `{parent_id}` is used outside of a relation block.',
    fix: 'Make it a row action, or use only parameters that the action has.',
  },
  action_form_without_body: {
    severity: 'error',
    title: 'Form of an action that sends nothing',
    cause: 'An action has a form, but it calls a DELETE route, or one whose body has no fields.',
    fix: 'Declare the `body` of the route, for uploads `multipart`; of another plugin’s route give the schema: `.form(Body, …)`.',
  },
})

/** Found in what a plugin declares besides its screens: routes, stores, tools, namespaces. */
export const DECLARATION_DIAGNOSTICS = catalogue({
  argument_invalid: {
    severity: 'error',
    title: 'Wrong argument',
    cause: 'A method of a builder takes a text and was given something else, or nothing.',
    fix: 'Correct the call.',
  },
  route_invalid: {
    severity: 'error',
    title: 'Not a route',
    cause: 'A route was declared without a handler, or a bulk route names no route that could be repeated.',
    fix: 'Declare it as `routes.get(path, (call) => …)`.',
  },
  path_invalid: {
    severity: 'error',
    title: 'Not a path',
    cause:
      'The path of a route or action does not begin with a slash, or its parameters are written in another way than `{name}`.',
    fix: 'Write it like `/items/{item_id}/retire`.',
  },
  route_taken: {
    severity: 'error',
    title: 'Route declared twice',
    cause: 'The plugin declares the same method and path twice; `routes.records` declares several at once.',
    fix: 'Take one of them out.',
  },
  permission_missing: {
    severity: 'error',
    title: 'Route without a permission',
    cause: 'No permission follows from the method and path of a route.',
    fix: "Name one: `{ permission: '<plugin>.<resource>.<action>' }`.",
  },
  bulk_route_missing: {
    severity: 'error',
    title: 'Bulk route repeats nothing',
    cause: 'The route that a bulk route repeats is not declared.',
    fix: 'Declare that route too, or correct its method and path.',
  },
  record_invalid: {
    severity: 'error',
    title: 'Not a record',
    cause: 'The schema of a store’s records has no `id`, or has a field `version`, which counts changes.',
    fix: 'Add `id: Type.Integer({ readOnly: true })`, or call the field something else.',
  },
  search_not_supported: {
    severity: 'error',
    title: 'Field that cannot be searched',
    cause: 'A store names a field in `search` that holds no text.',
    fix: 'Name fields that hold text.',
  },
  table_missing: {
    severity: 'error',
    title: 'Store without its table',
    cause: 'A store names a table that no migration has made, so that every request would fail.',
    fix: 'Write a migration that creates it, or correct the name.',
  },
  sort_without_index: {
    severity: 'warning',
    title: 'Sorting or filtering without an index',
    cause:
      'A list may be sorted or filtered by a column that no index of the table begins with: each page reads the whole table.',
    fix: "Add a migration with `table.index(['<column>'])`, or take the column out of the store’s `sort` and `filter`.",
  },
  tool_invalid: {
    severity: 'error',
    title: 'Not a tool',
    cause: 'A tool has no description, so that no agent could know when to use it.',
    fix: 'Say when an agent should use it and what it gets back.',
  },
  tool_operation_missing: {
    severity: 'error',
    title: 'Tool without its route',
    cause: 'A tool calls a route that the plugin does not declare, or one that no tool can call.',
    fix: 'Correct its method and path.',
  },
  tool_taken: {
    severity: 'error',
    title: 'Tool name taken',
    cause: 'Another tool has the same name, of this plugin or of the one that the message names.',
    fix: 'Choose another name.',
  },
  channel_invalid: {
    severity: 'error',
    title: 'Not a message',
    cause: 'A message of a WebSocket namespace lacks its payload or its permission.',
    fix: 'Give it both: `{ payload, permission }`.',
  },
  namespace_taken: {
    severity: 'error',
    title: 'Namespace taken',
    cause: 'Another WebSocket namespace has the same name, of this plugin or of the one that the message names.',
    fix: 'Choose another name, or put all messages into one declaration.',
  },
  handler_taken: {
    severity: 'error',
    title: 'Job handled twice',
    cause: 'The plugin has two handlers for jobs of one name, and a job is run by one.',
    fix: 'Take one of them out, or give the jobs different names.',
  },
  name_foreign: {
    severity: 'error',
    title: 'Name of another plugin',
    cause:
      'A plugin emits an event, or asks for the contributions to a place, whose name begins with another plugin’s id.',
    fix: 'Begin the name with the plugin’s own id.',
  },
})
