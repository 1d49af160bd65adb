import type { ComponentType, ReactNode } from 'react'
import { useFieldViews } from './field-views.ts'
import { FieldValue } from '../fields/field-value.tsx'
import { arrow } from '../language/direction.ts'
import { t } from '../language/t.ts'
import { asText, fieldWords } from '../values/as-text.ts'
import { readableText } from '../values/record-title.ts'
import { Blank, isBlank } from '../values/blank.tsx'
import type { EntryProps, EntryValueProps } from './entry-kinds.tsx'
import type { FieldView } from './field-views.ts'
import styles from './described-values.module.css'

type Values = Readonly<Record<string, unknown>>

/** An entry of the kind `values`: its content is labelled and shown as on the screens of its record or operation. */
export function ValuesEntry({ shown, value, record, Value }: EntryProps<'values'>) {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return <Blank />
  const about = asText(record[shown.of])
  return shown.changes ? (
    <DescribedChanges about={about} changes={value as Changes} Value={Value} />
  ) : (
    <DescribedValues about={about} values={value as Values} Value={Value} />
  )
}

interface AboutProps {
  /** The path of a record (`/api/v1/booking/bookings/7`) or of an operation (`POST /api/v1/booking/bookings`). */
  about: string | undefined
  /** Shows a value as its entry specifies: `EntryValue`. */
  Value: ComponentType<EntryValueProps>
}

/** Fields of a record and their values, with the labels of its screens. */
export function DescribedValues({ about, values, Value }: AboutProps & { values: Values }) {
  const viewOf = useFieldViews(about)
  return (
    <ValueRows values={values} labelOf={(name) => labelOf(viewOf(name), name)}>
      {(value, name) => <ViewedValue view={viewOf(name)} value={value} Value={Value} />}
    </ValueRows>
  )
}

type Changes = Readonly<Record<string, { from?: unknown; to?: unknown }>>

/** The changes of a record: each field with its value now and afterwards. */
export function DescribedChanges({ about, changes, Value }: AboutProps & { changes: Changes }) {
  const viewOf = useFieldViews(about)
  return (
    <ValueRows values={changes} labelOf={(name) => labelOf(viewOf(name), name)}>
      {({ from, to }, name) => (
        <>
          <span className={styles.former}>
            <ViewedValue view={viewOf(name)} value={from} Value={Value} />
          </span>
          <span role="img" aria-label={t('would become')}>
            {` ${arrow()} `}
          </span>
          <ViewedValue view={viewOf(name)} value={to} Value={Value} />
        </>
      )}
    </ValueRows>
  )
}

/** Values of which only the names are known, such as the arguments that a model has written. */
export function NamedValues({ values }: { values: Values }) {
  return (
    <ValueRows values={values} labelOf={fieldWords}>
      {(value) => <PlainValue value={value} />}
    </ValueRows>
  )
}

interface ValueRowsProps<Shown> {
  values: Readonly<Record<string, Shown>>
  labelOf: (name: string) => string
  /** Shows a value. */
  children: (value: Shown, name: string) => ReactNode
}

function ValueRows<Shown>({ values, labelOf, children }: ValueRowsProps<Shown>) {
  return (
    <dl className={styles.values}>
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{labelOf(name)}</dt>
          <dd>{children(value, name)}</dd>
        </div>
      ))}
    </dl>
  )
}

const labelOf = (view: FieldView | undefined, name: string) =>
  view?.entry?.label ?? view?.field?.label ?? fieldWords(name)

interface ViewedValueProps extends Pick<AboutProps, 'Value'> {
  view: FieldView | undefined
  value: unknown
}

function ViewedValue({ view, value, Value }: ViewedValueProps) {
  if (isBlank(value)) return <Blank />
  if (view?.entry) return <Value entry={view.entry} value={value} />
  if (view?.field) return <FieldValue field={view.field} value={value} />
  return <PlainValue value={value} />
}

/** A value of unknown kind. Instants are shown in the person's language and time zone. */
function PlainValue({ value }: { value: unknown }) {
  if (isBlank(value)) return <Blank />
  if (typeof value === 'boolean') return <>{value ? t('Yes') : t('No')}</>
  return <>{typeof value === 'string' ? readableText(value) : JSON.stringify(value)}</>
}
