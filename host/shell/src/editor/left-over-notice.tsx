import { CloseButton } from '@mantine/core'
import { FieldValue } from '../fields/field-value.tsx'
import styles from './left-over-notice.module.css'
import type { RecordForm } from '../form/use-record-form.ts'

/** Says what was entered in fields that are no longer there: the form was changed while somebody was filling it in. */
export function LeftOverNotice({ form: { leftOver, forgetLeftOver } }: { form: RecordForm }) {
  if (leftOver.length === 0) return null
  return (
    <div className={styles.notice} role="status">
      <div className={styles.text}>
        <p className={styles.title}>This form has just changed</p>
        <p className={styles.detail}>What you entered here has no place in it any more and is not sent:</p>
        <dl className={styles.list}>
          {leftOver.map(({ name, field, value }) => (
            <div key={name} className={styles.line}>
              <dt className={styles.label}>{field.label}</dt>
              <dd className={styles.value}>
                <FieldValue field={field} value={value} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <CloseButton aria-label="Dismiss" onClick={forgetLeftOver} />
    </div>
  )
}
