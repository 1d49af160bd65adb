import type { Field, JsonSchema } from '@atrium/sdk/documents'
import type { ConflictLine, Side } from '../form/conflict.ts'
import styles from './conflict-panel.module.css'
import { FieldValue } from '../fields/field-value.tsx'

interface ConflictRowProps {
  line: ConflictLine
  field: Field | undefined
  schema: JsonSchema
  choice: Side
  onChoose: (side: Side) => void
}

/** One field in dispute: mine, theirs, and which is to stand. */
export function ConflictRow({ line, field, schema, choice, onChoose }: ConflictRowProps) {
  const label = field?.label ?? line.name
  const side = (name: Side) => (
    <label className={styles.choice} data-chosen={choice === name}>
      <input
        type="radio"
        name={`conflict-${line.name}`}
        checked={choice === name}
        onChange={() => onChoose(name)}
        aria-label={`${label}: keep ${name === 'mine' ? 'yours' : 'theirs'}`}
      />
      <span className={styles.value}>
        <FieldValue field={field} schema={schema} value={line[name]} />
      </span>
    </label>
  )
  return (
    <div className={styles.row} role="radiogroup" aria-label={label}>
      <span className={styles.label}>{label}</span>
      {side('mine')}
      {side('theirs')}
    </div>
  )
}
