/** What an error code of the platform means. Codes are stable and never reused for something else. */
export interface CataloguedError {
  readonly status: number
  readonly title: string
  /** The next step, for readers of the documentation. */
  readonly fix: string
  /** Whether the same request may succeed later. Default false. */
  readonly retryable?: boolean
}

const catalogue = <Code extends string>(errors: Record<Code, CataloguedError>) => errors

/** The only list of codes. A test checks that the host raises each of them and that a test expects it (ARCHITECTURE: Errors). */
export const ERROR_CATALOGUE = catalogue({
  body_malformed: { status: 400, title: 'Malformed body', fix: 'Send a body that is valid JSON in UTF-8.' },
  query_malformed: {
    status: 400,
    title: 'Malformed query',
    fix: 'Correct the parameter that the message names. The message says which values it accepts.',
  },
  query_unknown: {
    status: 400,
    title: 'Unknown query parameter',
    fix: 'Use one of the parameters that the message names.',
  },
  header_malformed: {
    status: 400,
    title: 'Malformed header',
    fix: 'Correct the header that the message names. The message says which values it accepts.',
  },
  request_malformed: {
    status: 400,
    title: 'Malformed request',
    fix: 'Send HTTP/1.1 with a known method, one `Host` and small headers. The message says what is wrong.',
  },
  path_malformed: { status: 400, title: 'Malformed path', fix: 'Percent-encode the path as UTF-8.' },
  idempotency_key_malformed: {
    status: 400,
    title: 'Malformed Idempotency-Key',
    fix: 'Send 1 to 255 visible ASCII characters, with or without double quotes.',
  },
  idempotency_unsupported: {
    status: 400,
    title: 'Idempotency-Key not supported here',
    fix: 'Remove the header. This operation cannot be replayed.',
  },
  message_malformed: {
    status: 400,
    title: 'Malformed message',
    fix: 'Send `{ "namespace", "type", "id", "payload" }` as JSON text. The message says what is wrong.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    fix: 'Sign in, or send an API token as `Authorization: Bearer …`.',
  },
  credentials_invalid: {
    status: 401,
    title: 'Sign-in failed',
    fix: 'Check the e-mail address and the password, or request a new sign-in link.',
  },
  permission_denied: {
    status: 403,
    title: 'Permission denied',
    fix: 'Ask an operator for the permission that the message names.',
  },
  sign_in_method_refused: {
    status: 403,
    title: 'Another sign-in method is required',
    fix: 'Use the sign-in method that the message names. Your roles require it; an operator can change them.',
  },
  confirmation_required: {
    status: 403,
    title: 'Confirm that it is you',
    fix: 'Send your password, a code or a passkey to `POST /api/v1/auth/confirm`, then repeat the request.',
  },
  preview_read_only: {
    status: 403,
    title: 'Only a preview',
    fix: 'End the preview, or leave out the header `Atrium-Preview`, then repeat the request.',
  },
  origin_refused: {
    status: 403,
    title: 'Cross-origin request',
    fix: 'Send requests with a session cookie only from the platform’s own pages. Programs use a token.',
  },
  route_not_found: {
    status: 404,
    title: 'Path not found',
    fix: 'Compare the path with `/api/v1/openapi.json` or `/docs`.',
  },
  preview_unknown: {
    status: 404,
    title: 'Nothing to preview',
    fix: 'End the preview, or name a role or an enabled person in the header `Atrium-Preview`.',
  },
  record_not_found: {
    status: 404,
    title: 'Record not found',
    fix: 'Check the id. The record may have been deleted, or you may not have access to it.',
  },
  tool_unknown: {
    status: 404,
    title: 'Unknown tool',
    fix: 'Use a name from the list of tools, or search for the tool. Names begin with the id of their plugin.',
  },
  form_not_found: {
    status: 404,
    title: 'Form not found',
    fix: 'Read the form id from the dashboard. Form ids are generated, so do not hard-code them.',
  },
  dashboard_not_found: { status: 404, title: 'Dashboard not found', fix: 'Read the id from the module’s manifest.' },
  module_not_found: {
    status: 404,
    title: 'Module not found',
    fix: 'Check the panel id and the module id. The message says which one is unknown.',
  },
  panel_not_found: {
    status: 404,
    title: 'Panel not found',
    fix: 'Use one of the panels that the message names, or add it to panels.config.json.',
  },
  file_missing: { status: 404, title: 'File not found', fix: 'Reload the record that refers to the file.' },
  files_apart: {
    status: 503,
    title: 'Files of another host',
    fix: 'Mount one folder as [files] of the data directories of all hosts, or set ATRIUM_FILES to a bucket.',
  },
  plugin_not_found: { status: 404, title: 'Plugin not found', fix: 'Check the id against `GET /api/v1/plugins`.' },
  plugin_inactive: { status: 404, title: 'Plugin not active', fix: 'Activate the plugin.' },
  plugin_activating: {
    status: 503,
    title: 'Plugin is being activated',
    fix: 'Wait a second and send the same request again.',
    retryable: true,
  },
  plugin_replaced: {
    status: 503,
    title: 'Plugin replaced during the request',
    fix: 'Send the same request again. If it had an Idempotency-Key, use the same key.',
    retryable: true,
  },
  namespace_unknown: {
    status: 404,
    title: 'Unknown namespace',
    fix: 'Use one of the namespaces that the message names.',
  },
  message_unknown: {
    status: 404,
    title: 'Unknown message type',
    fix: 'Use one of the message types that the error lists.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    fix: 'Use one of the methods in the `Allow` header.',
  },
  not_acceptable: { status: 406, title: 'Not acceptable', fix: 'Accept `application/json`, or `text/csv` for lists.' },
  plugin_required: {
    status: 409,
    title: 'Plugin required by others',
    fix: 'Deactivate the plugins that require it first, or deactivate all of them at once with `?cascade=1`.',
  },
  plugin_missing: {
    status: 409,
    title: 'Plugin folder missing',
    fix: 'Put the folder back into a plugin directory, or repair its package.json.',
  },
  reload_inactive: { status: 409, title: 'Plugin not active', fix: 'Activate the plugin instead.' },
  migrate_refused: {
    status: 409,
    title: 'Migrations cannot be undone',
    fix: 'Do what the message says. Nothing was changed.',
  },
  reset_refused: {
    status: 409,
    title: 'Not allowed in production',
    fix: 'Reset plugins only in development. In production, write a migration.',
  },
  seed_refused: {
    status: 409,
    title: 'Not allowed in production',
    fix: 'Create example data on a development host. To create it in production anyway, send `in_production`.',
  },
  dependency_missing: {
    status: 409,
    title: 'Required plugin missing',
    fix: 'Install the plugin that the message names.',
  },
  dependency_version: {
    status: 409,
    title: 'Required plugin has the wrong version',
    fix: 'Install a version within the range that the message names.',
  },
  dependency_cycle: {
    status: 409,
    title: 'Plugins require each other',
    fix: 'Remove one of the requirements in the cycle.',
  },
  dependants_unsatisfied: {
    status: 409,
    title: 'Version not accepted by other plugins',
    fix: 'First update or deactivate the plugins that the message names.',
  },
  undo_outdated: {
    status: 409,
    title: 'Changed since',
    fix: 'Read the record again. If you still want to undo the change, change the record by hand.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    fix: 'Do what the message says, or read the record again and repeat your change if it still applies.',
  },
  last_operator: {
    status: 409,
    title: 'Last operator',
    fix: 'Make somebody else an operator first. One enabled person must hold every permission.',
  },
  role_in_use: {
    status: 409,
    title: 'Role in use',
    fix: 'Take the role from the people who hold it first.',
  },
  role_built_in: {
    status: 409,
    title: 'Built-in role',
    fix: 'Create a role of your own instead. Built-in roles cannot be renamed or deleted.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'Request still running',
    fix: 'Wait a second and send the same request again.',
    retryable: true,
  },
  idempotency_outcome_unknown: {
    status: 409,
    title: 'Outcome of the first request unknown',
    fix: 'Look for the record that the first request should have created. If it does not exist, send the request with a new key.',
  },
  undo_impossible: {
    status: 409,
    title: 'Cannot be undone',
    fix: 'Nothing was changed. To make the change permanently, repeat the request without the header `Undo`.',
  },
  undo_over: {
    status: 410,
    title: 'No longer undoable',
    fix: 'Change the record by hand.',
  },
  version_mismatch: {
    status: 412,
    title: 'Record changed in the meantime',
    fix: 'Compare your change with `current`, then send it again with the ETag of `current`.',
  },
  body_too_large: { status: 413, title: 'Body too large', fix: 'Send a smaller body. The message states the limit.' },
  media_type_unsupported: {
    status: 415,
    title: 'Media type not supported',
    fix: 'Send `Content-Type: application/json`.',
  },
  validation_failed: { status: 422, title: 'Validation failed', fix: 'Correct the fields that `errors` names.' },
  idempotency_key_reused: { status: 422, title: 'Idempotency-Key reused', fix: 'Use a new key for a new request.' },
  upgrade_required: { status: 426, title: 'WebSocket required', fix: 'Open the path with a WebSocket client.' },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    fix: 'Wait as long as `Retry-After` says.',
    retryable: true,
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    fix: 'Try again. If the error persists, give the request id to an operator.',
  },
  outcome_unknown: {
    status: 500,
    title: 'Outcome unknown',
    fix: 'Look at the record. If the change is missing, repeat it for this record alone.',
  },
  migrate_failed: {
    status: 500,
    title: 'Undoing a migration failed',
    fix: 'Report the message to the plugin’s author. Nothing was undone.',
  },
  seed_failed: {
    status: 500,
    title: 'Example data could not be created',
    fix: 'Report the message to the plugin’s author. No example data was stored.',
  },
  response_invalid: {
    status: 500,
    title: 'Invalid response',
    fix: 'Report the request id to the plugin’s author. The response does not match the plugin’s own schema.',
  },
  egress_refused: {
    status: 502,
    title: 'Connection refused by the egress rule',
    fix: 'Enter a public address. If a plugin has to reach this one, an operator adds the host and port that the message names to `ATRIUM_EGRESS_ALLOW` and starts the host again.',
  },
  plugin_failed: {
    status: 503,
    title: 'Plugin failed',
    fix: 'Read the plugin’s diagnostics and correct the problem. The host then loads the plugin again.',
  },
  plugin_unavailable: {
    status: 503,
    title: 'Plugin unavailable',
    fix: 'Wait as long as `Retry-After` says. Too many requests to the plugin have failed; its status names what fails.',
    retryable: true,
  },
  job_backlog_full: {
    status: 503,
    title: 'Too many waiting jobs or events',
    fix: 'Find out why the jobs and events of the plugin that the message names do not finish. An operator can raise the limit with `ATRIUM_JOB_BACKLOG`.',
    retryable: true,
  },
  secret_key_unknown: {
    status: 503,
    title: 'Key for a secret is missing',
    fix: 'Append the key that the message names to `ATRIUM_SECRET_KEY`, the same on all hosts, and start the host again, or enter the secret again.',
  },
  secret_refused: {
    status: 500,
    title: 'Secret cannot be opened',
    fix: 'Enter the secret again. The stored one was changed, or belongs to something else.',
  },
  database_busy: { status: 503, title: 'Database busy', fix: 'Send the request again.', retryable: true },
  database_unavailable: {
    status: 503,
    title: 'Database unavailable',
    fix: 'Restore the connection to the database. Nothing was changed.',
    retryable: true,
  },
  database_corrupt: {
    status: 503,
    title: 'Database is damaged',
    fix: 'Stop the host, restore a backup of the database and start the host again.',
  },
  database_read_only: {
    status: 503,
    title: 'Database is read-only',
    fix: 'Make the data directory writable. Nothing was changed.',
  },
  written_while_reading: {
    status: 500,
    title: 'Write during a read request',
    fix: 'Declare the route as POST, or make the change inside `db.transaction(…)`. Nothing was changed.',
  },
  too_many_open_files: {
    status: 503,
    title: 'Too many open files',
    fix: 'Wait as long as `Retry-After` says, then send the same request again. An operator can raise the limit: `ulimit -n`.',
    retryable: true,
  },
  storage_full: {
    status: 507,
    title: 'No space for files',
    fix: 'Free space in the data directory, or raise the quota. Nothing was stored.',
  },
  answer_too_large: {
    status: 500,
    title: 'Answer too large',
    fix: 'Ask for less, for example with `_limit`. The author of the plugin has to answer in pages, or with a stream.',
  },
  handler_timeout: {
    status: 504,
    title: 'Handler timed out',
    fix: 'Request less at once. If that does not help, report the path to the plugin’s author, who can make the handler faster or declare a longer `timeout_seconds`.',
  },
  database_full: { status: 507, title: 'Storage full', fix: 'Free some space. Nothing was changed.' },
})

/** A code of the platform itself. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE
