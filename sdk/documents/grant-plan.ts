import { type Static, Type } from 'typebox'

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
    { description: 'Where a permission is held before and after, but reaches other records or fields' },
  ),
})

/** Who would gain and lose what by a change. Those for whom nothing changes are only counted. */
export const GrantPlan = Type.Object({ people: Type.Array(GrantPlanPerson), unchanged: Type.Integer() })
export type GrantPlan = Static<typeof GrantPlan>
