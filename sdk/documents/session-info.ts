import { type Static, Type } from 'typebox'

/** How dates and times are written, where the way of the person's language is not wanted. */
const Formats = Type.Object(
  {
    date_style: Type.Optional(Type.Enum(['short', 'medium', 'long'])),
    hour_cycle: Type.Optional(Type.Enum(['h12', 'h23'])),
    first_day: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 7, description: 'The first day of the week; 1 is Monday' }),
    ),
  },
  { additionalProperties: false },
)
const locale = Type.String({ maxLength: 35, description: 'A language tag, such as de-AT' })
const time_zone = Type.String({ maxLength: 64, description: 'An IANA name, such as Europe/Vienna' })
const theme = Type.Enum(['light', 'dark', 'auto'])

/** The preferences of a person as members of a change. `null` returns to the browser's setting. */
export const PREFERENCES = {
  locale: Type.Optional(Type.Union([locale, Type.Null()])),
  time_zone: Type.Optional(Type.Union([time_zone, Type.Null()])),
  theme: Type.Optional(Type.Union([theme, Type.Null()])),
  formats: Type.Optional(Type.Union([Formats, Type.Null()])),
}

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
    locale: Type.Optional(locale),
    time_zone: Type.Optional(time_zone),
    theme: Type.Optional(theme),
    formats: Type.Optional(Formats),
    preview: Type.Optional(
      Type.Object(
        {
          kind: Type.Enum(['role', 'person']),
          id: Type.String(),
          by: Type.String({ description: 'The name of whoever looks' }),
        },
        {
          additionalProperties: false,
          description: 'Present if somebody else looks at Atrium as this role or person; nothing can be changed',
        },
      ),
    ),
  },
  { additionalProperties: false },
)
export type SessionInfo = Static<typeof SessionInfo>
