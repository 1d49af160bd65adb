import { readableText } from '../values/record-title.ts'
import type { Values } from './chat-frames.ts'
import styles from './values-list.module.css'

/** The name of a field for people: `starts_at` → `Starts at`. The documents of a tool's fields are not at hand here. */
export function fieldWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Fields and their values. */
export function ValuesList({ values }: { values: Values }) {
  return (
    <dl className={styles.values}>
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className={styles.row}>
          <dt>{fieldWords(name)}</dt>
          <dd>
            <PlainValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a call would change: each field with its value now and afterwards. */
export function ChangesList({ changes }: { changes: Readonly<Record<string, { from?: unknown; to?: unknown }>> }) {
  return (
    <dl className={styles.values}>
      {Object.entries(changes).map(([name, { from, to }]) => (
        <div key={name} className={styles.row}>
          <dt>{fieldWords(name)}</dt>
          <dd>
            <span className={styles.former}>
              <PlainValue value={from} />
            </span>
            <span aria-label="would become"> → </span>
            <PlainValue value={to} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A value whose kind is not known. Instants are shown in the person's language and time zone. */
function PlainValue({ value }: { value: unknown }) {
  if (value === null || value === undefined || value === '') return <>–</>
  if (typeof value === 'boolean') return <>{value ? 'Yes' : 'No'}</>
  if (typeof value === 'string') return <>{readableText(value)}</>
  return <>{JSON.stringify(value)}</>
}
