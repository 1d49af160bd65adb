import { type Static, Type } from '@atrium/sdk'

/** The kinds of external systems. `mcp`: a server of the Model Context Protocol. `http`: an API with an OpenAPI document. */
const CONNECTOR_KINDS = ['mcp', 'http'] as const

/** How the caller is identified to an external system. */
const AUTHS = ['none', 'bearer', 'oauth'] as const

/** `new`: its tools were never read. `ready` and `failed`: the result of the last attempt to reach it. */
export const CONNECTOR_STATUSES = ['new', 'ready', 'failed'] as const

/** Whether there are tokens. `needs_reauth`: the authorization server no longer renews them. */
export const AUTH_STATUSES = ['none', 'connected', 'needs_reauth', 'failed'] as const

const secret = (title: string) =>
  Type.Optional(
    Type.String({
      ...{ minLength: 1, maxLength: 4000, writeOnly: true, title },
      description: 'Stored encrypted and never shown again. Leave it empty to keep the present one',
    }),
  )

const shown = (options: object) => Type.Optional(Type.String({ readOnly: true, ...options }))
const moment = (options: object = {}) => shown({ format: 'date-time', ...options })

/** An external system whose tools agents may use. Its secrets and its document are write-only. */
export const Connector = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    title: Type.String({ minLength: 1, maxLength: 80 }),
    prefix: Type.String({
      pattern: '^[a-z][a-z0-9_]{0,19}$',
      description: 'Begins the names of its tools: with crm they are crm-find_client and so on. It cannot be changed',
    }),
    kind: Type.Enum([...CONNECTOR_KINDS], {
      default: 'mcp',
      description: '`mcp`: a server of the Model Context Protocol. `http`: an API with an OpenAPI document',
    }),
    url: Type.String({
      maxLength: 500,
      title: 'Address',
      description: 'Of the MCP endpoint, or below which the paths of the API are',
    }),
    description: Type.Optional(Type.String({ maxLength: 300 })),
    enabled: Type.Boolean({ default: true }),
    timeout_seconds: Type.Integer({
      ...{ minimum: 1, maximum: 100, default: 60 },
      ...{ title: 'Time limit (seconds)', description: 'Of one call of a tool' },
    }),
    document_url: Type.Optional(
      Type.String({ maxLength: 500, title: 'Address of the OpenAPI document', description: 'JSON. Or paste it below' }),
    ),
    document: Type.Optional(
      Type.String({
        ...{ minLength: 2, maxLength: 800_000, writeOnly: true, title: 'OpenAPI document' },
        description: 'JSON, version 3.0 or 3.1. Leave it empty to keep the present one',
      }),
    ),
    document_hint: shown({ title: 'Present document' }),
    document_set_at: moment({ title: 'Document set' }),
    auth: Type.Enum([...AUTHS], {
      default: 'none',
      title: 'Sign-in',
      description: '`bearer` sends a token that you enter; `oauth` one that the authorization server issues',
    }),
    secret: secret('Token'),
    secret_hint: shown({ title: 'Present token', description: 'The last four characters' }),
    secret_set_at: moment({ title: 'Token set' }),
    issuer: Type.Optional(
      Type.String({
        ...{ maxLength: 500, title: 'Authorization server' },
        description: 'Its issuer address. An MCP server can name it itself',
      }),
    ),
    client_id: Type.Optional(Type.String({ minLength: 1, maxLength: 500, title: 'Client id' })),
    client_secret: secret('Client secret'),
    client_secret_hint: shown({ title: 'Present client secret', description: 'The last four characters' }),
    client_secret_set_at: moment({ title: 'Client secret set' }),
    scopes: Type.Optional(Type.String({ maxLength: 1000, description: 'With spaces between them' })),
    auth_status: Type.Enum([...AUTH_STATUSES], { default: 'none', readOnly: true, title: 'Connection' }),
    auth_detail: shown({ title: 'What to do next', maxLength: 500 }),
    token_expires_at: moment({ title: 'Token expires' }),
    status: Type.Enum([...CONNECTOR_STATUSES], { default: 'new', readOnly: true }),
    status_detail: shown({ title: 'Last reading' }),
    checked_at: moment({ title: 'Tools read' }),
    waiting_tools: Type.Integer({
      ...{ minimum: 0, default: 0, readOnly: true, title: 'Tools that wait' },
      description: 'How many tools wait until somebody accepts or refuses them',
    }),
    waiting_hash: shown({
      title: 'Hash of the tools that wait',
      description: 'Send it when you accept all of them: others are not accepted by it',
    }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Connector' },
)
export type Connector = Static<typeof Connector>

/** The columns of the table of connectors, apart from sealed ones. */
export const StoredConnector = Type.Omit(Connector, ['secret', 'client_secret', 'document'])

export const CONNECTORS = 'ai_agents_connectors'

/** The next step for a connector that is not signed in yet. */
export const NOT_CONNECTED = 'Choose “Connect”: it leads to the authorization server, and back to this screen.'
