import { type Caller, type ResourceRegistry, type Routes, type Static, Type } from '@atrium/sdk'
import type { Choice } from '@atrium/sdk/documents'
import { reaches_record } from '@atrium/sdk/host'
import type { Principal, RoleRecord, RoleValues } from '../core/auth/index.ts'
import { ACCESS, declare } from './declare.ts'
import { requireSpelt } from './misspelt-permissions.ts'
import type { PlatformParts } from './platform-parts.ts'
import { requireApplicable, requireSeen } from './role-limits.ts'
import { serviceStore } from './service-store.ts'

const Condition = Type.Object(
  {
    resource: Type.String({ title: 'Records', minLength: 1, description: 'The table' }),
    where: Type.String({
      title: 'Only where',
      minLength: 1,
      description: 'A list query: `owner_id=me`, `status=open`',
    }),
  },
  { title: 'RecordCondition' },
)

const FieldRule = Type.Object(
  {
    resource: Type.String({ title: 'Records', minLength: 1, description: 'The table' }),
    hidden: Type.Optional(Type.Array(Type.String(), { title: 'Does not see' })),
    read_only: Type.Optional(Type.Array(Type.String(), { title: 'Sees, but does not change' })),
  },
  { title: 'FieldRule' },
)

const Role = Type.Object(
  {
    id: Type.String({ readOnly: true }),
    label: Type.String({ minLength: 1, maxLength: 80, title: 'Title', description: 'What people read' }),
    name: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'What programs use: lower-case letters, digits and hyphens, such as front-desk',
    }),
    description: Type.Optional(Type.String({ maxLength: 500 })),
    permissions: Type.Array(Type.String(), { title: 'Permissions', default: [] }),
    conditions: Type.Array(Condition, { title: 'Only some records', default: [] }),
    fields: Type.Array(FieldRule, { title: 'Limited fields', default: [] }),
    second_factor: Type.Enum(['optional', 'required'], {
      default: 'optional',
      description: 'An authenticator app, a passkey, or a provider that asks for one',
    }),
    sign_in_with: Type.Enum(['any', 'passkey', 'oidc'], {
      default: 'any',
      description: 'passkey: a passkey; oidc: the account of the organization',
    }),
    built_in: Type.Boolean({ readOnly: true }),
    created_at: Type.String({ format: 'date-time', readOnly: true }),
    updated_at: Type.String({ format: 'date-time', readOnly: true }),
  },
  { title: 'Role' },
)
type Role = Static<typeof Role>

const RULES = {
  sort: ['label', 'name', 'created_at', 'updated_at'],
  filter: ['name', 'built_in', 'updated_at'],
  search: ['label', 'name', 'description'],
} as const

const ROLES = 'platform_roles'

/** The routes of roles. */
export function roleRoutes(routes: Routes, parts: PlatformParts): void {
  const { roles } = parts.auth
  const { required, registries } = parts
  const applicable = async <Values extends Partial<RoleValues>>(values: Values, by: Principal): Promise<Values> => {
    requireSpelt(values.permissions ?? [], registries)
    await requireApplicable(values, parts)
    requireSeen(values, registries.operations, by)
    required.requireOffered(values.requirements ?? {})
    return values
  }
  const store = serviceStore(
    Role,
    {
      list: async () => (await roles.list()).map(toRole),
      get: async (id) => toRole(await roles.get(id)),
      create: async (values, by) =>
        toRole(await roles.create(await applicable(toValues(values) as RoleValues, by), { by })),
      update: async (id, patch, by) => {
        const { requirements } = await roles.get(id)
        return toRole(
          await roles.update(id, await applicable(toValues(patch as Partial<Role>, requirements), by.by), by),
        )
      },
      delete: async (id, by) => toRole(await roles.delete(id, by)),
    },
    { table: ROLES, ...RULES },
  )
  routes.records('/roles/{role_id}', store)
}

/** Tells which roles the roles of a caller reach, for what the present call requires. */
export async function roleReach(caller: Caller, { roles }: Pick<PlatformParts['auth'], 'roles'>): Promise<ReachesRole> {
  if (caller.scope(ROLES) === undefined) return () => true
  const reached = (await roles.list()).filter((role) =>
    reaches_record(caller, { table: ROLES, schema: Role, record: toRole(role) }),
  )
  const ids = new Set(reached.map(({ id }) => id))
  return ({ id }) => ids.has(id)
}

type ReachesRole = (role: { readonly id: string }) => boolean

/** The roles that a caller reaches, as choices. */
export async function roleChoices(caller: Caller, auth: Pick<PlatformParts['auth'], 'roles'>): Promise<Choice[]> {
  const isReached = await roleReach(caller, auth)
  return (await auth.roles.list()).filter(isReached).map(({ id, label, description }) => ({
    ...{ value: id, label },
    ...(description !== null && { description }),
  }))
}

function toRole({ requirements: { second_factor, method }, ...role }: RoleRecord): Role {
  return { ...role, second_factor: second_factor ?? 'optional', sign_in_with: method ?? 'any' } as unknown as Role
}

/** @param current the requirements of the role before the change */
function toValues(
  { second_factor, sign_in_with, ...values }: Partial<Role>,
  current: RoleRecord['requirements'] = {},
): Partial<RoleValues> {
  const factor = second_factor ?? current.second_factor
  const method = sign_in_with ?? current.method
  const requirements = {
    ...(factor === 'required' && { second_factor: factor }),
    ...(method !== undefined && method !== 'any' && { method }),
  }
  return { ...(values as Partial<RoleValues>), requirements }
}

/** The screens of roles. */
export function roleScreens(registry: ResourceRegistry): void {
  declare(registry, (resource) =>
    resource
      .record(Role)
      .id('platform-roles')
      .title('Roles')
      .description('What people may see and do')
      .icon('shield')
      .list_path('/roles')
      .module_path('roles')
      .record_title_attribute('label')
      .nav_group(ACCESS, 20)
      .table((table) =>
        table
          .columns((column) => [
            column.text('label'),
            column.text('description'),
            column.boolean('built_in'),
            column.since('updated_at'),
          ])
          .default_sort('label')
          .create(),
      )
      .form((form) =>
        form.plan('/roles/{id}/plan').fields((field) => [
          field.grid(2, [field.text('label').label('Title'), field.text('name')]),
          field.textarea('description'),
          field.section('How its holders sign in', [
            field.grid(2, [
              field.select('second_factor').options({ optional: 'Optional', required: 'Required' }),
              field
                .select('sign_in_with')
                .label('Sign in with')
                .options({ any: 'Any method', passkey: 'A passkey', oidc: 'The account of the organization' }),
            ]),
          ]),
          field.section('What its holders may see and do', [
            field
              .choices('permissions', '/choices/permissions')
              .description('To see a screen, they need to see its records.'),
          ]),
          field.section('Limits', [
            field
              .repeater('conditions', (item) => [
                item.relation('resource', '/record-types', 'title').label('Records'),
                item.condition('where', '/choices/fields/{resource}').label('Only where'),
              ])
              .item_label('condition')
              .description('Without a condition, the role reaches all records that its permissions name.'),
            field
              .repeater('fields', (item) => [
                item.relation('resource', '/record-types', 'title').label('Records'),
                item.choices('hidden', '/choices/fields/{resource}').label('Does not see'),
                item.choices('read_only', '/choices/fields/{resource}').label('Sees, but does not change'),
              ])
              .item_label('rule'),
          ]),
        ]),
      )
      .infolist((infolist) =>
        infolist.entries((entry) => [
          entry.grid(2, [
            entry.text('label'),
            entry.text('name'),
            entry.text('description'),
            entry.boolean('built_in'),
            entry.text('second_factor'),
            entry.text('sign_in_with').label('Sign in with'),
          ]),
          entry.choices('permissions', '/choices/permissions'),
          entry.repeater('conditions', (item) => [
            item.relation('resource', '/record-types', 'title').label('Records'),
            item.condition('where', '/choices/fields/{resource}').label('Only where'),
          ]),
          entry.repeater('fields', (item) => [
            item.relation('resource', '/record-types', 'title').label('Records'),
            item.choices('hidden', '/choices/fields/{resource}').label('Does not see'),
            item.choices('read_only', '/choices/fields/{resource}').label('Sees, but does not change'),
          ]),
        ]),
      ),
  )
}
