import type { FieldInfo, FieldType } from './field-info.ts'
import type { Finding, Report } from '../checks/finding.ts'

/** The types whose values a kind of column, entry, filter or field can hold. Kinds that are not here hold any value. */
const TYPES: Readonly<Record<string, readonly FieldType[]>> = {
  number: ['number', 'money'],
  money: ['number', 'money'],
  number_range: ['number', 'money'],
  boolean: ['boolean'],
  toggle: ['boolean'],
  ternary: ['boolean'],
  date: ['date', 'datetime', 'text'],
  datetime: ['date', 'datetime', 'text'],
  since: ['date', 'datetime', 'text'],
  slot: ['datetime', 'text'],
  time: ['text'],
  recurrence: ['text'],
  date_range: ['date', 'datetime', 'text'],
  tags: ['texts'],
  choices: ['texts'],
  comparison: ['texts'],
  condition: ['text', 'long_text'],
  link: ['text', 'long_text'],
  image: ['text', 'long_text'],
  file: ['text', 'long_text'],
  color: ['text'],
  markdown: ['text', 'long_text'],
  code: ['text', 'long_text'],
  progress: ['number'],
}

/** Whether a kind can hold the values of a field. Fields of several types (`other`) are accepted as declared. */
export const isOfKind = (kind: string, { type, options = [] }: Pick<FieldInfo, 'type' | 'options'>): boolean =>
  type === 'other' || (TYPES[kind]?.includes(type) ?? true) || areNumbers(kind, options)

/** A choice of numbers can be shown as a number. */
const areNumbers = (kind: string, options: NonNullable<FieldInfo['options']>) =>
  ['number', 'money', 'number_range'].includes(kind) &&
  options.length > 0 &&
  options.every(({ value }) => typeof value === 'number')

interface Shown {
  readonly kind: string
  readonly field: FieldInfo
  /** The offender: `The column [name] of [vans]`. */
  readonly who: string
  readonly report: Report
  readonly origin: Finding['origin']
}

/** Reports a kind that cannot show the values of its field, such as a text as an amount. */
export function reportKind({ kind, field, who, report, origin }: Shown): void {
  if (isOfKind(kind, field)) return
  const fitting = Object.keys(TYPES).filter((each) => TYPES[each]?.includes(field.type))
  const instead = KINDS_OF_TEXT.includes(field.type) ? 'text' : (fitting[0] ?? 'text')
  report({
    code: 'kind_mismatch',
    message: `${who} is shown as [${kind}], but its schema is of the type [${field.type}].`,
    fix: `Use another kind, such as [${instead}('${field.name}')], or correct the schema.`,
    ...(origin && { origin }),
  })
}

const KINDS_OF_TEXT: readonly FieldType[] = ['text', 'long_text', 'choice', 'objects']
