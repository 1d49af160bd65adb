import type { ElementDraft } from '@atrium/sdk/host'
import {
  type Color,
  type Column,
  type ElementUse,
  type Entry,
  type Option,
  type RelationTarget,
  TextFormat,
} from '@atrium/sdk/documents'
import { absolutePath, type Asking, reportUnanswered } from '../checks/route-index.ts'
import { reportTarget } from './asked-query.ts'
import { reportIcon } from '../checks/screens.ts'
import { choicesOf } from './field-info.ts'
import type { FieldInfo, FieldType } from './field-info.ts'
import { reportValues } from './values.ts'

/** How columns and entries show a value. */
export type ShownKind = Exclude<Entry['kind'], 'values' | 'choices' | 'condition' | 'repeater'>

/** The kind by which a field is shown by default. */
export const SHOWN_KIND: Record<FieldType, Column['kind']> = {
  text: 'text',
  long_text: 'text',
  number: 'number',
  money: 'money',
  boolean: 'boolean',
  choice: 'badge',
  date: 'date',
  datetime: 'datetime',
  texts: 'tags',
  objects: 'text',
  other: 'text',
}

interface ShownDraft {
  readonly kind: ShownKind
  readonly currency?: string
  readonly colors?: Record<string, Color>
  readonly options?: readonly Option[]
  readonly relation?: RelationTarget
  readonly icons?: Readonly<Record<string, string>>
  readonly max?: number
  readonly content_path?: string
  readonly copyable?: true
  readonly shows?: ElementDraft
}

interface ShownMembers {
  readonly options?: Option[]
  readonly format?: TextFormat
  readonly colors?: Record<string, Color>
  readonly currency?: string
  readonly relation?: RelationTarget
  readonly icons?: Readonly<Record<string, string>>
  readonly max?: number
  readonly content_path?: string
  readonly element?: ElementUse
}

/** The place of a value, and the context for linking it. */
interface ShownPlace extends Asking {
  /** The base of relative paths. */
  readonly api_base: string | undefined
}

/** The members of a shown value besides its kind, name and label. */
export function shownMembers(
  draft: ShownDraft,
  field: FieldInfo,
  place: ShownPlace,
): ShownMembers & { copyable?: true } {
  return { ...kindMembers(draft, field, place), ...(draft.copyable && { copyable: true }) }
}

const FORMATS: readonly TextFormat[] = TextFormat.enum

/** How a text is shown, by the format of its schema. */
export function textFormat({ schema }: Pick<FieldInfo, 'schema'>): { readonly format?: TextFormat } {
  const format = FORMATS.find((each) => each === schema.format)
  return format === undefined ? {} : { format }
}

/** The members that only this kind of value has. */
function kindMembers(
  { kind, colors = {}, options, currency, relation, icons = {}, max, content_path = '', shows }: ShownDraft,
  field: FieldInfo,
  place: ShownPlace,
): ShownMembers {
  switch (kind) {
    case 'text':
      return {
        ...textFormat(field),
        ...(field.options && { options: field.options }),
      }
    case 'badge':
      return { colors, options: choicesOf(options, field) }
    case 'icon':
      reportIcons(icons, field, place)
      return { icons, colors, ...(options && { options: choicesOf(options, field) }) }
    case 'progress':
      return { max: max ?? (Number(field.schema.maximum) || 100) }
    case 'file':
      return { content_path: contentPath(content_path, place) }
    case 'money':
      return { currency: currency ?? field.currency ?? 'EUR' }
    case 'relation':
      return relation ? { relation: relationAt(relation, place) } : {}
    case 'element':
      return shows ? { element: place.routes.elements.use(shows, place) } : {}
    default:
      return {}
  }
}

function contentPath(declared: string, place: ShownPlace): string {
  const path = absolutePath(declared, place.api_base)
  reportUnanswered(path, place)
  return path
}

function relationAt({ list_path: declared, title_attribute }: RelationTarget, place: ShownPlace): RelationTarget {
  const list_path = absolutePath(declared, place.api_base)
  reportTarget({ list_path, title_attribute }, place)
  return { list_path, title_attribute }
}

/** Reports icons that the shell does not have, and values that the field cannot have. */
function reportIcons(icons: Readonly<Record<string, string>>, field: FieldInfo, place: ShownPlace): void {
  reportValues(Object.keys(icons), field, { ...place, code: 'value_unknown' })
  for (const icon of Object.values(icons)) reportIcon(icon, place)
}
