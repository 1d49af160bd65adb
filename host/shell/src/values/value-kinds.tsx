import type { Color, Column, Entry, Option, RelationTarget } from '@atrium/sdk/documents'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type FunctionComponent, lazy, Suspense } from 'react'
import { relatedOptions } from '../api/records.ts'
import { t } from '../language/t.ts'
import { asText, formatBytes, optionLabel } from './as-text.ts'
import { Blank, isBlank } from './blank.tsx'
import { formatDay, formatInstant, formatSince, readDate } from './dates.ts'
import { formatMoney } from './money.ts'
import { objectInWords, recordIds, recordTitle, textInWords } from './record-title.ts'
import styles from './value-kinds.module.css'
import { numberFormat } from './person-formats.ts'

/** The props of a renderer for a kind of value, in a cell of a table or in an entry of a record. */
export interface ShownProps<Shown> {
  /** The column or entry as the document declares it. */
  shown: Shown
  value: unknown
}

/** The kinds that look the same in a cell and in an entry. */
type SharedKind = Exclude<Column['kind'], 'text' | 'relation' | 'file' | 'element'>

// Rare kinds, so their code is fetched with the first value of one.
const ColorValue = lazy(() => import('./drawn-values.tsx').then((module) => ({ default: module.ColorValue })))
const IconValue = lazy(() => import('./drawn-values.tsx').then((module) => ({ default: module.IconValue })))
const JsonValue = lazy(() => import('./drawn-values.tsx').then((module) => ({ default: module.JsonValue })))
const ProgressValue = lazy(() => import('./drawn-values.tsx').then((module) => ({ default: module.ProgressValue })))
const ImageValue = lazy(() => import('./link-values.tsx').then((module) => ({ default: module.ImageValue })))
const LinkValue = lazy(() => import('./link-values.tsx').then((module) => ({ default: module.LinkValue })))

/** One renderer for each kind that columns and entries share. */
export const sharedKinds: {
  [Kind in SharedKind]: FunctionComponent<ShownProps<Extract<Column | Entry, { kind: Kind }>>>
} = {
  number: NumberValue,
  money: ({ shown, value }) => <MoneyValue value={value} currency={shown.currency} />,
  boolean: BooleanValue,
  badge: ({ shown, value }) => <BadgeValue value={value} options={shown.options} colors={shown.colors} />,
  tags: TagsValue,
  date: DateValue,
  datetime: DatetimeValue,
  since: SinceValue,
  link: ({ value }) => (
    <Suspense>
      <LinkValue value={value} />
    </Suspense>
  ),
  icon: ({ shown, value }) => (
    <Suspense>
      <IconValue value={value} icons={shown.icons} options={shown.options} colors={shown.colors} />
    </Suspense>
  ),
  image: ({ shown, value }) => (
    <Suspense>
      <ImageValue value={value} label={shown.label} />
    </Suspense>
  ),
  progress: ({ shown, value }) => (
    <Suspense>
      <ProgressValue value={value} max={shown.max} />
    </Suspense>
  ),
  color: ({ value }) => (
    <Suspense>
      <ColorValue value={value} />
    </Suspense>
  ),
  json: ({ value }) => (
    <Suspense>
      <JsonValue value={value} />
    </Suspense>
  ),
}

interface TextValueProps {
  value: unknown
  options?: readonly Option[] | undefined
  /** The `format` of the field's schema. */
  format?: unknown
}

/** A text, or the label of its option. A recurrence rule and an object are shown in words. */
export function TextValue({ value, options, format }: TextValueProps) {
  if (isBlank(value)) return <Blank />
  return <bdi>{textInWords(value, format) ?? objectInWords(value) ?? optionLabel(options, value)}</bdi>
}

/** A number in the notation of the person's language. */
export function NumberValue({ value }: { value: unknown }) {
  if (isBlank(value)) return <Blank />
  return <>{typeof value === 'number' ? numberFormat({ maximumFractionDigits: 20 }).format(value) : asText(value)}</>
}

/** An amount, stored in minor units. */
export function MoneyValue({ value, currency }: { value: unknown; currency: string }) {
  return typeof value === 'number' ? <>{formatMoney(value, currency)}</> : <Blank />
}

/** Yes or no, as icon and word. */
export function BooleanValue({ value }: { value: unknown }) {
  if (typeof value !== 'boolean') return <Blank />
  const Icon = value ? IconCheck : IconX
  return (
    <span className={styles.boolean} data-value={value}>
      <Icon size={14} stroke={2} aria-hidden />
      {value ? t('Yes') : t('No')}
    </span>
  )
}

interface BadgeValueProps {
  value: unknown
  options?: readonly Option[] | undefined
  colors: Readonly<Record<string, Color>>
}

/** A coloured label. Values without a colour are gray. */
export function BadgeValue({ value, options, colors }: BadgeValueProps) {
  if (isBlank(value)) return <Blank />
  return (
    <span className={styles.badge} data-color={colors[asText(value)] ?? 'gray'}>
      <span className={styles.word}>{optionLabel(options, value)}</span>
    </span>
  )
}

/** Several short texts, each as a label. */
export function TagsValue({ value }: { value: unknown }) {
  const texts = Array.isArray(value) ? value.map(asText) : []
  if (texts.length === 0) return <Blank />
  return (
    <ul className={styles.tags}>
      {texts.map((text, index) => (
        <li key={index} className={styles.tag}>
          {text}
        </li>
      ))}
    </ul>
  )
}

/** A calendar day. */
export function DateValue({ value }: { value: unknown }) {
  const date = readDate(value)
  return date ? <time dateTime={String(value)}>{formatDay(date)}</time> : <Blank />
}

/** An instant, in the time zone of the person. */
export function DatetimeValue({ value }: { value: unknown }) {
  const date = readDate(value)
  return date ? <time dateTime={String(value)}>{formatInstant(date)}</time> : <Blank />
}

/** The time since an instant, which is shown on hover. */
export function SinceValue({ value }: { value: unknown }) {
  const date = readDate(value)
  if (!date) return <Blank />
  return (
    <time dateTime={String(value)} title={formatInstant(date)}>
      {formatSince(date)}
    </time>
  )
}

interface RelationValueProps {
  value: unknown
  relation: RelationTarget
  /** The values of this field in all records of the page: their titles come with one request. */
  siblings: readonly unknown[]
}

/** The title of a related record; its id if the title is unknown. */
export function RelationValue({ value, relation, siblings }: RelationValueProps) {
  const { data, isLoading } = useQuery(relatedOptions(relation, recordIds(siblings)))
  if (isBlank(value)) return <Blank />
  if (isLoading) return '…'
  const found = data?.find((record) => record.id === value)
  return <>{found ? recordTitle(found, relation.title_attribute) : asText(value)}</>
}

/** A file that has been chosen but not sent. */
export function FileValue({ value }: { value: unknown }) {
  return value instanceof File ? <>{`${value.name} (${formatBytes(value.size)})`}</> : <Blank />
}
