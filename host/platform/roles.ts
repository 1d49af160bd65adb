import { type ResourceRegistry, type Routes, type Static, Type } from '@atrium/sdk'
import type { RoleRecord, RoleValues } from '../core/auth/index.ts'
import { ACCESS, declare } from './declare.ts'
import type { PlatformParts } from './platform-parts.ts'
import { requireApplicable } from './role-limits.ts'
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
    permissions: Type.Array(Type.String(), { title: 'May', default: [] }),
    conditions: Type.Array(Condition, { title: 'Only some records', default: [] }),
    fields: Type.Array(FieldRule, { title: 'Limited fields', default: [] }),
    requirements: Type.Object(
      {
        second_factor: Type.Optional(Type.Literal('required')),
        method: Type.Optional(Type.Enum(['passkey', 'oidc'])),
      },
      { title: 'How its holders sign in', default: {}, additionalProperties: false },
    ),
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

/** The routes of roles. */
export function roleRoutes(routes: Routes, { auth: { roles }, registries: { operations } }: PlatformParts): void {
  const applicable = <Values extends object>(values: Values): Values => {
    requireApplicable(values, operations)
    return values
  }
  const store = serviceStore(
    Role,
    {
      list: async () => (await roles.list()).map(toRole),
      get: async (id) => toRole(await roles.get(id)),
      create: async (values, by) => toRole(await roles.create(applicable(values as RoleValues), { by })),
      update: async (id, patch, by) => toRole(await roles.update(id, applicable(patch as Partial<RoleValues>), by)),
      delete: async (id, by) => toRole(await roles.delete(id, by)),
    },
    { table: 'platform_roles', ...RULES },
  )
  routes.records('/roles/{role_id}', store)
}

const toRole = (role: RoleRecord) => role as unknown as Role

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
        form.fields((field) => [
          field.grid(2, [field.text('label').label('Title'), field.text('name')]),
          field.textarea('description'),
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
          ]),
          entry.tags('permissions'),
          entry.repeater('conditions', (item) => [
            item.relation('resource', '/record-types', 'title').label('Records'),
            item.text('where').label('Only where'),
          ]),
          entry.repeater('fields', (item) => [
            item.relation('resource', '/record-types', 'title').label('Records'),
            item.tags('hidden').label('Does not see'),
            item.tags('read_only').label('Sees, but does not change'),
          ]),
        ]),
      ),
  )
}
