import { created, type ResourceRegistry, type Routes, type Static, Type } from '@atrium/sdk'
import { note_change } from '@atrium/sdk/host'
import type { TokenRecord } from '../core/auth/index.ts'
import { toPrincipal } from '../core/auth/index.ts'
import { ACCESS, declare } from './declare.ts'
import { requireSpelt } from './misspelt-permissions.ts'
import type { PlatformParts } from './platform-parts.ts'
import { serviceStore } from './service-store.ts'

const Token = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    name: Type.String({ minLength: 1, maxLength: 120, description: 'What it is for' }),
    user_id: Type.Optional(
      Type.String({ title: 'Acts for', description: 'A person or service account. Default: whoever creates it' }),
    ),
    permissions: Type.Array(Type.String(), {
      minItems: 1,
      title: 'Permissions',
      description: 'As far as the owner may do it too, now and later',
    }),
    state: Type.Enum(['active', 'expired', 'revoked'], { readOnly: true }),
    expires_at: Type.Optional(Type.String({ format: 'date-time', title: 'Expires', description: 'Empty: never' })),
    last_used_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true, title: 'Last use' })),
    revoked_at: Type.Optional(Type.String({ format: 'date-time', readOnly: true })),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Token' },
)
type Token = Static<typeof Token>

const TokenRequest = Type.Object(Type.Pick(Token, ['name', 'user_id', 'permissions', 'expires_at']).properties, {
  title: 'TokenRequest',
  additionalProperties: false,
})

const NewToken = Type.Object(
  {
    ...Token.properties,
    secret: Type.Unsafe<string>({
      type: 'string',
      secret: true,
      title: 'Token',
      description: 'Send it as `Authorization: Bearer …`. Shown only once',
    }),
  },
  { title: 'NewToken' },
)

const RULES = {
  sort: ['name', 'state', 'expires_at', 'last_used_at', 'created_at'],
  filter: ['name', 'user_id', 'state', 'expires_at', 'last_used_at', 'created_at'],
  search: ['name'],
} as const

/** The routes of API tokens. Creating one returns its secret, which no other answer contains. */
export function tokenRoutes(routes: Routes, { auth: { tokens }, registries }: PlatformParts): void {
  const store = serviceStore(
    Token,
    {
      list: async () => (await tokens.list()).map(toToken),
      get: async (id) => toToken(await tokens.get(id)),
      delete: async (id, by) => toToken(await tokens.delete(id, by)),
    },
    { table: 'platform_tokens', ...RULES },
  )
  routes
    .records('/tokens/{token_id}', store)
    .post(
      '/tokens',
      { summary: 'Create a token', body: TokenRequest, response: NewToken },
      async ({ body, caller }) => {
        requireSpelt(body.permissions, registries)
        const made = await tokens.create(body, { by: toPrincipal(caller) })
        const token = toToken(made.token)
        note_change({ table: 'platform_tokens', id: token.id, schema: Token, after: token })
        return created({ ...token, secret: made.secret })
      },
    )
    .post(
      '/tokens/{token_id}/revoke',
      { permission: 'platform.tokens.delete', summary: 'Revoke a token', response: Token },
      async ({ params, caller }) => {
        const before = await store.get(params.token_id)
        const token = toToken(await tokens.revoke(params.token_id, { by: toPrincipal(caller) }))
        note_change({ table: 'platform_tokens', id: token.id, schema: Token, before, after: token })
        return token
      },
    )
}

const toToken = (token: TokenRecord): Token =>
  Object.fromEntries(Object.entries(token).filter(([, value]) => value !== null)) as Token

/** The screens of tokens. */
export function tokenScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(Token)
      .id('platform-tokens')
      .title('Tokens')
      .description('How programs sign in. A token is shown once, when it is created.')
      .icon('key')
      .list_path('/tokens')
      .module_path('tokens')
      .record_title_attribute('name')
      .nav_group(ACCESS, 30)
      .pages({ edit: false })
      .table((table) =>
        table
          .columns((column) => [
            column.text('name'),
            column.relation('user_id', '/users', 'name'),
            column.badge('state').color_by({ active: 'green', expired: 'gray', revoked: 'red' }),
            column.since('last_used_at'),
            column.datetime('expires_at'),
          ])
          .filters((filter) => [filter.select('state'), filter.relation('user_id', '/users', 'name')])
          .actions((action) => [
            action
              .row('revoke')
              .post('/tokens/{id}/revoke')
              .icon('ban')
              .color('red')
              .visible_when('state', { const: 'active' })
              .confirm('Programs that use it are refused at once.'),
          ])
          .create()
          .empty('No tokens yet', 'A program needs one to sign in.'),
      )
      .form((form) =>
        form.fields((field) => [
          field.grid(2, [field.text('name'), field.relation('user_id', '/users', 'name')]),
          field.datetime('expires_at'),
          field.choices('permissions', '/choices/permissions'),
        ]),
      )
      .infolist(),
  )
}
