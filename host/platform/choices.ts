import { label_of, type Routes, Type } from '@atrium/sdk'
import { array_store } from '@atrium/sdk'
import { record_fields } from '@atrium/sdk/host'
import { Choice } from '@atrium/sdk/documents'
import type { TObject } from 'typebox'
import type { Operation, Registries } from '../core/registries/index.ts'
import { relationChoices } from './attributes.ts'
import { API_BASE } from './declare.ts'
import type { PlatformParts } from './platform-parts.ts'
import { roleChoices } from './roles.ts'

/** A kind of record that conditions and field rules of roles can name. */
const RecordType = Type.Object(
  { id: Type.String({ readOnly: true, description: 'The table' }), title: Type.String() },
  { title: 'RecordType' },
)

const view = { permission: 'platform.roles.view', response: Type.Array(Choice) }

/** The choices of role forms: the present declarations of active plugins. */
export function choiceRoutes(routes: Routes, { registries, auth, calls }: PlatformParts): void {
  const types = () =>
    array_store(
      recordTypes(registries).map(({ id, title }) => ({ id, title })),
      RecordType,
      TYPE_RULES,
    )
  routes
    .get('/choices/permissions', { ...view, summary: 'List the permissions that active plugins use' }, () =>
      permissionChoices(registries),
    )
    .get('/choices/roles', { ...view, summary: 'List the roles as choices' }, ({ caller }) => roleChoices(caller, auth))
    .get(
      '/choices/fields/{type_id}',
      { ...view, summary: 'List the fields of a kind of record' },
      async ({ params }) => {
        const type = recordTypes(registries).find(({ id }) => id === params.type_id)
        if (type === undefined) return []
        const from = { owner: type.owner, registries, calls }
        return Promise.all(fieldChoices(type.schema).map((choice) => withRelated(choice, from)))
      },
    )
    .records('/record-types/{type_id}', {
      schema: RecordType,
      rules: types().rules,
      list: (query) => types().list(query),
      ids: (query) => types().ids(query),
      get: (id) => types().get(id),
    })
}

const TYPE_RULES = { sort: ['title'], search: ['title', 'id'] } as const

/** The record kit tables that active plugins use, each with the title of its screen. */
function recordTypes(registries: Registries) {
  const types = new Map<string, { id: string; owner: string; title: string; schema: TObject }>()
  for (const { owner, path, declaration } of registries.operations.list()) {
    const { store, kind } = declaration
    if (kind !== 'list' || store?.table === undefined || types.has(store.table.name)) continue
    const title = `${titleOf(registries, owner)}: ${titleOfList(registries, path)}`
    types.set(store.table.name, { id: store.table.name, owner, title, schema: store.schema })
  }
  return [...types.values()].sort((one, other) => (one.title < other.title ? -1 : 1))
}

/** A relation offers the records that it refers to. */
async function withRelated(choice: Choice, from: Parameters<typeof relationChoices>[1]): Promise<Choice> {
  const related = choice.options ? undefined : await relationChoices(choice.value, from)
  return related ? { ...choice, options: related.map(({ value, label }) => ({ value, label })) } : choice
}

function fieldChoices(schema: TObject): Choice[] {
  return [...record_fields(schema).values()]
    .filter(({ type }) => type.kind !== 'json')
    .map(({ name, schema: field, type }) => ({
      value: name,
      label: (field as { title?: string }).title ?? label_of(name),
      ...(type.choices && {
        options: type.choices.map((value) => ({ value: String(value), label: label_of(String(value)) })),
      }),
    }))
}

/** A plugin's own title, or the name of a part of the platform. */
const titleOf = ({ plugins }: Registries, owner: string) =>
  plugins.get(owner)?.title ?? (owner === 'platform' ? 'Atrium' : label_of(owner))

/** The title of the screen that shows a list, or else the last word of its path. */
const titleOfList = ({ resources }: Registries, path: string) =>
  resources.list().find(({ list_path }) => list_path === path)?.title ?? label_of(path.split('/').at(-1) ?? '')

const ACTIONS: Readonly<Record<string, string>> = {
  view: 'See',
  create: 'Create',
  update: 'Change',
  delete: 'Delete',
  manage: 'Manage',
}

/** The usual order: seeing, changing, other actions, single fields. */
const ORDER = Object.keys(ACTIONS)

/**
 * Every permission of active plugins, grouped by subject, after the permissions for whole plugins. A subject with several begins with the one
 * for all of them.
 */
export function permissionChoices(registries: Registries): Choice[] {
  const named = new Map<string, { label: string; rank: number }>()
  for (const operation of registries.operations.list()) {
    const { permission, declaration } = operation
    for (const asked of [permission ?? [], declaration.options.asks ?? []].flat())
      if (!isEverybodys(asked) && !named.has(asked)) named.set(asked, actionOf(asked))
    for (const field of fieldsWithPermission(operation))
      named.set(field.permission, { label: `See the field “${field.label}”`, rank: 100 })
  }
  for (const subject of subjectsOf([...named.keys()])) named.set(`${subject}.*`, { label: 'Everything', rank: -1 })
  const single = [...named].map(([value, { label, rank }]) => ({
    value,
    label,
    rank,
    group: groupOf(value, registries),
  }))
  single.sort((a, b) => compare(a.group, b.group) || a.rank - b.rank || compare(a.label, b.label))
  const plugins = [...new Set(single.map(({ value }) => value.split('.', 1)[0] ?? ''))]
  return [
    { value: '*', label: 'Everything, everywhere', group: WHOLE },
    { value: '*.*.*', label: 'Everything in all plugins', group: WHOLE },
    { value: '*.*.view', label: 'See everything in all plugins', group: WHOLE },
    ...plugins.flatMap((plugin) => wholePlugin(plugin, registries)),
    ...single.map(({ value, label, group }) => ({ value, label, group, description: value })),
  ]
}

/** The subjects with several permissions: `booking.bookings` of `booking.bookings.view` and `booking.bookings.create`. */
function subjectsOf(permissions: readonly string[]): string[] {
  const subjects = permissions.map((permission) => permission.split('.')).filter(({ length }) => length === 3)
  const names = subjects.map(([plugin, subject]) => `${plugin}.${subject}`)
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** A permission in the words of the role form: `See (Clients: Clients)`. */
export function permissionWords(permission: string, registries: Registries): string {
  if (permission === '*') return 'Everything, everywhere'
  return `${actionOf(permission).label} (${groupOf(permission, registries)})`
}

/** Everybody may manage their own account. */
const isEverybodys = (permission: string) => permission.startsWith('auth.')

const WHOLE = 'Whole plugins'

function wholePlugin(plugin: string, registries: Registries): Choice[] {
  const title = titleOf(registries, plugin)
  return [
    { value: `${plugin}.*`, label: `Everything in ${title}`, group: WHOLE, description: `${plugin}.*` },
    { value: `${plugin}.*.view`, label: `See everything in ${title}`, group: WHOLE, description: `${plugin}.*.view` },
  ]
}

function actionOf(permission: string): { label: string; rank: number } {
  const action = permission.split('.').at(-1) ?? ''
  const at = ORDER.indexOf(action)
  return { label: ACTIONS[action] ?? label_of(action), rank: at === -1 ? ORDER.length : at }
}

/** `Booking: Bookings` for `booking.bookings.view`. */
function groupOf(permission: string, registries: Registries): string {
  const [plugin = '', ...rest] = permission.split('.')
  const resource = rest.length > 1 ? rest[0] : undefined
  const title = titleOf(registries, plugin)
  return resource === undefined
    ? title
    : `${title}: ${titleOfList(registries, `${API_BASE.replace('platform', plugin)}/${resource}`)}`
}

function fieldsWithPermission({ declaration }: Operation): { permission: string; label: string }[] {
  const schema = declaration.record
  if (schema === undefined) return []
  return [...record_fields(schema).values()].flatMap(({ name, permission, schema: field }) =>
    permission === undefined ? [] : [{ permission, label: (field as { title?: string }).title ?? label_of(name) }],
  )
}

const compare = (one: string, other: string) => Number(one > other) - Number(one < other)
