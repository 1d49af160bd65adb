import { type Static, Type } from 'typebox'

const NamedRole = Type.Object({
  id: Type.String(),
  name: Type.String(),
  label: Type.String({ description: 'What people read' }),
  path: Type.Optional(
    Type.String({ description: 'The screen of the role, or of the person for their own permissions' }),
  ),
})

const Rule = Type.Object({
  role: NamedRole,
  permission: Type.String({ description: 'As the role grants it' }),
  condition: Type.Optional(
    Type.String({
      description: 'The condition as it stands in the role; empty: all records; absent: no list or record',
    }),
  ),
  where: Type.Optional(
    Type.String({
      description: 'The condition with the values of this person; absent: they have no value for `mine`',
    }),
  ),
  meets: Type.Optional(Type.Boolean({ description: 'Whether the record meets the condition' })),
  field: Type.Optional(Type.Enum(['hidden', 'read_only', 'free'])),
})

/** Why somebody may or may not do something, and what would change it. Served at `GET /api/v1/platform/explain`. */
export const GrantExplanation = Type.Object({
  person: Type.Object({ id: Type.String(), name: Type.String(), path: Type.Optional(Type.String()) }),
  permission: Type.String(),
  about: Type.String({ description: 'The permission in words: `See (Clients: Clients)`' }),
  allowed: Type.Boolean(),
  reason: Type.Enum([
    ...(['granted', 'records_limited', 'permission_missing', 'token_limited', 'record_out_of_reach'] as const),
    ...(['field_hidden', 'field_read_only', 'field_permission_missing', 'person_disabled'] as const),
  ]),
  detail: Type.String({ description: 'The same in a sentence' }),
  roles: Type.Array(NamedRole, { description: 'All roles of the person' }),
  rules: Type.Array(Rule, {
    description: 'What each role that grants the permission says; those that decide come first',
  }),
  grant: Type.Optional(
    Type.Object(
      {
        role: Type.Optional(
          Type.Object({
            permissions: Type.Array(Type.String()),
            conditions: Type.Array(Type.Object({ resource: Type.String(), where: Type.String() })),
            fields: Type.Array(Type.Unknown()),
          }),
        ),
        token: Type.Optional(Type.String({ description: 'The permission that the token lacks' })),
      },
      { description: 'The least that would turn the refusal around: a further role, a permission of the token' },
    ),
  ),
  withheld: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), label: Type.String({ description: 'What people read' }) }), {
      description: 'The fields of the list or record that the person does not see, if no field was asked about',
    }),
  ),
  roles_that_allow: Type.Array(NamedRole, {
    description: 'Existing roles with which it would be allowed, those that allow least first',
  }),
})
export type GrantExplanation = Static<typeof GrantExplanation>
