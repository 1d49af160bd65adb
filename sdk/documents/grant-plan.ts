import { type Static, Type } from 'typebox'
import { Diagnostic } from './problem.ts'

const Access = Type.Object({
  where: Type.String({ description: 'A list query; empty: all records' }),
  hidden: Type.Array(Type.String()),
  read_only: Type.Array(Type.String()),
})

const Reach = Type.Union([Type.Array(Access), Type.Null()], {
  description: 'Null: all records and fields; an empty list: none',
})

const GrantPlanPerson = Type.Object({
  id: Type.String(),
  name: Type.String(),
  gains: Type.Array(Type.String(), { description: 'Permissions' }),
  loses: Type.Array(Type.String(), { description: 'Permissions' }),
  limits: Type.Array(
    Type.Object({
      resource: Type.String({ description: 'The table' }),
      permissions: Type.Array(Type.String()),
      before: Reach,
      after: Reach,
    }),
    { description: 'Permissions that stay, but now reach different records or fields' },
  ),
})

/** Who would gain and lose what if a change is made. People for whom nothing changes are only counted. */
export const GrantPlan = Type.Object({ people: Type.Array(GrantPlanPerson), unchanged: Type.Integer() })
export type GrantPlan = Static<typeof GrantPlan>

const Names = Type.Array(Type.String())

/** A role, a person or a token that refers to something that the new version removes or renames. */
const AffectedGrant = Type.Object({
  kind: Type.Enum(['role', 'person', 'token']),
  id: Type.String(),
  name: Type.String(),
  permissions: Type.Array(Type.Object({ name: Type.String(), renamed_to: Type.Optional(Type.String()) }), {
    description: 'Permissions that nothing requires any more',
  }),
  limits: Type.Array(
    Type.Object({
      kind: Type.Enum(['condition', 'field']),
      resource: Type.String({ description: 'The table' }),
      value: Type.String({ description: 'The condition, or the field that is hidden or read-only' }),
      message: Type.String(),
      fix: Type.Optional(Type.String()),
    }),
    {
      description:
        'A condition that cannot be applied allows no record. A rule for a field that no longer exists has no effect',
    },
  ),
})

const SuggestionChange = Type.Object({
  id: Type.String({ description: '`booking.receptionist`' }),
  title: Type.String(),
  change: Type.Enum(['added', 'removed', 'changed']),
  gains: Names,
  loses: Names,
  limits_changed: Type.Boolean({ description: 'Whether its conditions or field rules differ from the present ones' }),
  role: Type.Optional(
    Type.Object(
      { id: Type.String(), label: Type.String() },
      { description: 'The role that an operator created from this suggestion. It does not change by itself' },
    ),
  ),
})

/** How a new version of a plugin would change people's grants, before it is installed. */
export const PluginGrantPlan = Type.Object({
  plugin: Type.String(),
  from: Type.Optional(Type.String({ description: 'The version that is running now. Missing if none is' })),
  to: Type.Optional(Type.String({ description: 'The new version. Missing if its package.json cannot be read' })),
  ...GrantPlan.properties,
  permissions: Type.Object({
    added: Names,
    removed: Names,
    renamed: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
  }),
  operations: Type.Array(Type.Object({ name: Type.String(), from: Type.String(), to: Type.String() }), {
    description: 'Operations of both versions for which the new version requires a different permission',
  }),
  fields_added: Type.Array(Type.Object({ resource: Type.String(), fields: Names }), {
    description: 'Fields that everybody who may read the records will see, unless a role hides them',
  }),
  affected: Type.Array(AffectedGrant),
  suggested_roles: Type.Array(SuggestionChange),
  diagnostics: Type.Array(Diagnostic, {
    description:
      'Why the new version would be refused; then nothing changes. The plan does not run its migrations or health checks',
  }),
})
export type PluginGrantPlan = Static<typeof PluginGrantPlan>

/** How a new mapping from groups of an identity provider to roles would change the roles of people. */
export const MappingPlan = Type.Object({
  provider: Type.String(),
  ...GrantPlan.properties,
  unknown: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
    description:
      'People whose groups are not known, because they have not signed in through the provider since Atrium began to read the claim',
  }),
  roles_missing: Type.Array(Type.String(), { description: 'Roles that the mapping names and that do not exist' }),
})
export type MappingPlan = Static<typeof MappingPlan>
