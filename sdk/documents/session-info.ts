import { type Static, Type } from 'typebox'

/** Who is signed in and what they may do. Served at `GET /api/v1/auth/me`. */
export const SessionInfo = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum(['person', 'token', 'agent', 'system']),
    name: Type.String(),
    permissions: Type.Array(Type.String(), { description: 'Permission strings; `*` grants everything below it' }),
    email: Type.Optional(Type.String({ description: 'The e-mail address that a person signs in with' })),
    has_password: Type.Optional(Type.Boolean()),
    expires_at: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { additionalProperties: false },
)
export type SessionInfo = Static<typeof SessionInfo>
