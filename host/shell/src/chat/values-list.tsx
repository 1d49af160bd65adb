import { fieldWords, PlainValue } from '../record/described-values.tsx'
import type { Values } from './chat-frames.ts'
import styles from './values-list.module.css'

/** The arguments of a call and their values, as the model has written them. */
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
