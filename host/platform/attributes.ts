import { ApiError, label_of, type Routes, Type } from '@atrium/sdk'
import { Choice, type RelationTarget } from '@atrium/sdk/documents'
import type { Registries } from '../core/registries/index.ts'
import { derivedStore } from './derived-store.ts'
import type { PlatformParts } from './platform-parts.ts'

/** A field whose values can be assigned to people, so that conditions of roles can refer to them as `mine`. */
const AttributeName = Type.Object(
  { id: Type.String({ readOnly: true, description: 'The field, such as location_id' }), title: Type.String() },
  { title: 'AttributeName' },
)

/** The most records offered. For others, people type the id. */
const MOST = 200

/** The choices of the form that assigns records to people. */
export function attributeRoutes(routes: Routes, parts: PlatformParts): void {
  routes
    .records(
      '/attributes/{attribute_id}',
      derivedStore(AttributeName, RULES, async () => attributeNames(parts)),
    )
    .get(
      '/choices/attribute-values/{field}',
      {
        ...{ summary: 'List the values that can be assigned to people in a field', permission: 'platform.roles.view' },
        ...{ params: Type.Object({ field: Type.String() }), response: Type.Array(Choice) },
      },
      ({ params: { field } }) => valueChoices(field, parts),
    )
}

const RULES = { sort: ['title'], search: ['title', 'id'] } as const

/** Fields that roles compare with `mine`, that people have values of, or that refer to other records. */
async function attributeNames({ auth, registries }: PlatformParts): Promise<{ id: string; title: string }[]> {
  const roles = [...(await auth.roles.list()), ...registries.suggestedRoles()]
  const compared = roles.flatMap(({ conditions = [] }) =>
    conditions.flatMap(({ where }) => fieldsComparedWithMine(where)),
  )
  const held = (await auth.users.list()).flatMap(({ attributes }) => Object.keys(attributes))
  const names = new Set([...compared, ...held, ...[...relationFields(registries)].map(([name]) => name)])
  return [...names]
    .map((id) => ({ id, title: `${label_of(id)} (${id})` }))
    .sort((one, other) => (one.title < other.title ? -1 : 1))
}

const fieldsComparedWithMine = (where: string) =>
  [...new URLSearchParams(where)].flatMap(([name, value]) => (value === 'mine' ? [name.replace(/_ne$/, '')] : []))

/** The records that a field refers to, and values already assigned to people. */
async function valueChoices(field: string, { auth, registries, calls }: PlatformParts): Promise<Choice[]> {
  const relation = relationFields(registries).get(field)
  const related = relation ? await relatedChoices(relation, calls) : []
  const held = new Set((await auth.users.list()).flatMap(({ attributes }) => attributes[field] ?? []))
  const others = [...held].filter((each) => !related.some(({ value }) => value === each)).sort()
  return [...related, ...others.map((value) => ({ value, label: value, group: 'What others have' }))]
}

/** The relations of all forms of active plugins, by the name of the field. */
function relationFields({ forms }: Registries, owner?: string): ReadonlyMap<string, RelationTarget> {
  const fields = forms.list(owner).flatMap((form) => Object.entries(form.fields))
  return new Map(
    fields.flatMap(([name, field]) => (field.kind === 'relation' ? [[name, field.relation] as const] : [])),
  )
}

/** The records that a field of a plugin's records refers to. Undefined if it is not a relation. */
export async function relationChoices(
  field: string,
  { owner, registries, calls }: Pick<PlatformParts, 'registries' | 'calls'> & { owner: string },
): Promise<Choice[] | undefined> {
  const relation = relationFields(registries, owner).get(field)
  return relation && relatedChoices(relation, calls)
}

/** The records of a list that the present caller may see. None without access to the list. */
async function relatedChoices(
  { list_path, title_attribute }: RelationTarget,
  calls: PlatformParts['calls'],
): Promise<Choice[]> {
  try {
    const query = { _start: '0', _end: String(MOST) }
    const rows = (await calls.call('GET', list_path, { query })) as readonly Readonly<Record<string, unknown>>[]
    return rows.map((row) => ({ value: String(row.id), label: String(row[title_attribute] ?? row.id) }))
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return []
    throw error
  }
}
