/** What every error code of the platform means. Codes are stable and never reused for something else. */
export interface CataloguedError {
  readonly status: number
  readonly title: string
  /** What the reader of the documentation does about it. */
  readonly fix: string
  /** The very same request may succeed later. Default false. */
  readonly retryable?: boolean
}

const catalogue = <Code extends string>(errors: Record<Code, CataloguedError>) => errors

/** The only list of codes. A test checks that the host raises each of them and that a test expects it (ARCHITECTURE: Errors). */
export const ERROR_CATALOGUE = catalogue({
  body_malformed: { status: 400, title: 'Malformed body', fix: 'Send a body that is valid JSON in UTF-8.' },
  query_malformed: {
    status: 400,
    title: 'Malformed query',
    fix: 'Read the message; it names the parameter and what it takes.',
  },
  query_unknown: {
    status: 400,
    title: 'Unknown query parameter',
    fix: 'Use one of the parameters that the message names.',
  },
  header_malformed: {
    status: 400,
    title: 'Malformed header',
    fix: 'Read the message; it names the header and what it takes.',
  },
  path_malformed: { status: 400, title: 'Malformed path', fix: 'Percent-encode the path as UTF-8.' },
  idempotency_key_malformed: {
    status: 400,
    title: 'Malformed Idempotency-Key',
    fix: 'Send 1 to 255 visible ASCII characters, bare or in double quotes.',
  },
  idempotency_unsupported: {
    status: 400,
    title: 'Idempotency-Key not supported here',
    fix: 'Leave the header out; this operation cannot be replayed.',
  },
  message_malformed: {
    status: 400,
    title: 'Malformed message',
    fix: 'Send `{ "namespace", "type", "id", "payload" }` as JSON text; the message says what is wrong.',
  },
  unauthenticated: {
    status: 401,
    title: 'Not signed in',
    fix: 'Sign in, or send an API token as `Authorization: Bearer …`.',
  },
  credentials_invalid: {
    status: 401,
    title: 'Sign-in refused',
    fix: 'Check e-mail and password, or ask for a new sign-in link.',
  },
  permission_denied: {
    status: 403,
    title: 'Not permitted',
    fix: 'Ask an operator for the permission that the message names.',
  },
  origin_refused: {
    status: 403,
    title: 'Foreign origin',
    fix: 'Send cookie requests from the platform’s own pages; programs use a token.',
  },
  route_not_found: { status: 404, title: 'No such path', fix: 'Compare the path with `/docs`.' },
  record_not_found: {
    status: 404,
    title: 'No such record',
    fix: 'Check the id; the record may have been deleted or be outside what you may see.',
  },
  form_not_found: {
    status: 404,
    title: 'No such form',
    fix: 'Form ids are generated: read the id from the dashboard, never write it down.',
  },
  dashboard_not_found: { status: 404, title: 'No such dashboard', fix: 'Read the id from the module’s manifest.' },
  module_not_found: {
    status: 404,
    title: 'No such module',
    fix: 'Check panel and module id; the message says which of them is unknown.',
  },
  panel_not_found: {
    status: 404,
    title: 'No such panel',
    fix: 'Use one of the panels that the message names, or add it to panels.config.json.',
  },
  file_missing: { status: 404, title: 'No such file', fix: 'Read the record that names the file again.' },
  plugin_not_found: { status: 404, title: 'No such plugin', fix: 'Check the id against `GET /api/v1/plugins`.' },
  plugin_inactive: { status: 404, title: 'Plugin not active', fix: 'Activate the plugin.' },
  plugin_activating: {
    status: 503,
    title: 'Plugin being activated',
    fix: 'Wait a second and send the same request again.',
    retryable: true,
  },
  plugin_replaced: {
    status: 503,
    title: 'Plugin replaced meanwhile',
    fix: 'Send the same request again, with the same Idempotency-Key if it had one.',
    retryable: true,
  },
  namespace_unknown: {
    status: 404,
    title: 'No such namespace',
    fix: 'Use one of the namespaces that the message names.',
  },
  message_unknown: {
    status: 404,
    title: 'No such message',
    fix: 'Use one of the types of message that the message names.',
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
    fix: 'Deactivate those that require it first, or all at once with `?cascade=1`.',
  },
  plugin_missing: {
    status: 409,
    title: 'Plugin without a folder',
    fix: 'Put its folder back into a plugin directory, or mend its package.json.',
  },
  reload_inactive: { status: 409, title: 'Plugin not active', fix: 'Activate the plugin instead.' },
  reset_refused: {
    status: 409,
    title: 'Not in production',
    fix: 'Reset plugins in development only; in production write a migration.',
  },
  seed_refused: {
    status: 409,
    title: 'Not in production',
    fix: 'Fill a host in development with example data; if production is meant, say so.',
  },
  dependency_missing: {
    status: 409,
    title: 'Required plugin missing',
    fix: 'Install the plugin that the message names.',
  },
  dependency_version: {
    status: 409,
    title: 'Required plugin in another version',
    fix: 'Install a version within the range that the message names.',
  },
  dependency_cycle: {
    status: 409,
    title: 'Plugins require each other',
    fix: 'Take one of the requirements in the cycle out.',
  },
  dependants_unsatisfied: {
    status: 409,
    title: 'Version that others cannot use',
    fix: 'Update the plugins that the message names first, or deactivate them.',
  },
  conflict: { status: 409, title: 'Conflict', fix: 'Read the record again and decide anew.' },
  idempotency_in_progress: {
    status: 409,
    title: 'Still running',
    fix: 'Wait a second and send the same request again.',
    retryable: true,
  },
  version_mismatch: {
    status: 412,
    title: 'Changed meanwhile',
    fix: 'Compare with `current`, then send again with its ETag.',
  },
  body_too_large: { status: 413, title: 'Body too large', fix: 'Send less; the message says how much is taken.' },
  media_type_unsupported: {
    status: 415,
    title: 'Media type not supported',
    fix: 'Send `Content-Type: application/json`.',
  },
  validation_failed: { status: 422, title: 'Not valid', fix: 'Correct the fields named in `errors`.' },
  idempotency_key_reused: { status: 422, title: 'Idempotency-Key reused', fix: 'Use a new key for a new request.' },
  upgrade_required: { status: 426, title: 'WebSockets only', fix: 'Open the path with a WebSocket client.' },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    fix: 'Wait as long as `Retry-After` says.',
    retryable: true,
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    fix: 'Try again; if it stays, give an operator the request id.',
  },
  seed_failed: {
    status: 500,
    title: 'Example data failed',
    fix: 'Tell the plugin’s author the message; nothing was kept.',
  },
  response_invalid: {
    status: 500,
    title: 'Invalid answer',
    fix: 'The plugin answered something its own schema forbids; tell its author the request id.',
  },
  plugin_failed: {
    status: 503,
    title: 'Plugin failed',
    fix: 'Read the plugin’s diagnostics; repair it and it is tried again.',
  },
  database_busy: { status: 503, title: 'Database busy', fix: 'Send the request again.', retryable: true },
  database_unavailable: {
    status: 503,
    title: 'Database not available',
    fix: 'Bring the database back; nothing was changed.',
    retryable: true,
  },
  database_read_only: {
    status: 503,
    title: 'Database read only',
    fix: 'Make the data directory writable; nothing was changed.',
  },
  written_while_reading: {
    status: 500,
    title: 'Changed something while reading',
    fix: 'Declare the route as POST, or make the change inside of `db.transaction(…)`; nothing was changed.',
  },
  database_full: { status: 507, title: 'Storage full', fix: 'Free some space; nothing was changed.' },
})

/** A code of the platform itself. */
export type ErrorCode = keyof typeof ERROR_CATALOGUE
