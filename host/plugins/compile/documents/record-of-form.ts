import { Type } from '@atrium/sdk'
import type { FieldDraft, FormDraft, LayoutDraft } from '@atrium/sdk/host'
import type { Field } from '@atrium/sdk/documents'
import type { TObject, TProperties, TSchema } from 'typebox'
import { leavesOf } from '../widgets/leaves.ts'

const SCHEMA_OF_KIND: Record<Field['kind'], (draft: FieldDraft) => TSchema> = {
  text: () => Type.String({ maxLength: 250 }),
  textarea: () => Type.String(),
  number: () => Type.Number(),
  money: () => Type.Integer({ currency: 'EUR' }),
  select: () => Type.String(),
  tags: () => Type.Array(Type.String()),
  toggle: () => Type.Boolean(),
  date: () => Type.String({ format: 'date' }),
  datetime: () => Type.String({ format: 'date-time' }),
  repeater: ({ fields = [] }) => Type.Array(Type.Object(propertiesOf(fields))),
  slot: () => Type.String({ format: 'date-time' }),
  file: () => Type.String({ format: 'binary' }),
  relation: () => Type.Union([Type.Integer(), Type.String()]),
}

/** Without a record schema the form's fields make it (design section 4): all optional, beside a read-only id. */
export function recordOfForm(form: FormDraft | undefined): TObject {
  const id = Type.Optional(Type.Union([Type.Integer(), Type.String()], { readOnly: true }))
  return Type.Object({ id, ...propertiesOf(form?.fields ?? []) })
}

function propertiesOf(nodes: readonly LayoutDraft<FieldDraft>[]): TProperties {
  const fields = leavesOf<FieldDraft>(nodes)
  return Object.fromEntries(fields.map((draft) => [draft.name, Type.Optional(SCHEMA_OF_KIND[draft.kind](draft))]))
}
