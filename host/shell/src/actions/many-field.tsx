import { Checkbox, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useId } from 'react'
import { FieldValue } from '../fields/field-value.tsx'
import { LayoutNodes } from '../fields/layout-nodes.tsx'
import { fieldSchema } from '../form/field-set.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { msg, t } from '../language/t.ts'
import { formatCount } from '../values/person-formats.ts'
import type { AskedAction } from './actions.ts'
import styles from './many-drawer.module.css'
import { commonValue, empties, isList, type Way } from './many-fields.ts'

interface ManyFieldProps {
  name: string
  form: RecordForm
  asked: AskedAction
  /** Undefined: it is left as it is. */
  way: Way | undefined
  onChoose: (way: Way | undefined) => void
}

/** One field. It shows its name and what the records have now, and its input once it is chosen. */
export function ManyField({ name, form, asked, way, onChoose }: ManyFieldProps) {
  const { definition, values } = form
  const id = useId()
  const field = definition.fields[name]
  if (!field) return null
  const hasWays = isList(definition, name)
  return (
    <div className={styles.field} data-chosen={way !== undefined}>
      <Checkbox
        id={id}
        size="xs"
        className={styles.choice}
        aria-label={t('Change {label}', { label: field.label })}
        checked={way !== undefined}
        onChange={(event) => onChoose(event.currentTarget.checked ? (hasWays ? 'add' : 'replace') : undefined)}
      />
      {way ? (
        <div className={styles.input}>
          <LayoutNodes nodes={[{ kind: 'field', name }]} />
          {hasWays && <Ways label={field.label} way={way} onChoose={onChoose} />}
          {way === 'replace' && empties(definition, name, values[name]) && (
            <p className={styles.note}>{t('Left empty, it is emptied in all of them.')}</p>
          )}
        </div>
      ) : (
        <label htmlFor={id} className={styles.label}>
          {field.label}
          <PresentValue {...{ name, form, asked }} />
        </label>
      )}
    </div>
  )
}

const WAYS = [
  { value: 'add', label: msg('Add these') },
  { value: 'remove', label: msg('Remove these') },
  { value: 'replace', label: msg('Replace all') },
]

/** Whether the chosen values are added to those of each record, removed from them, or take their place. */
function Ways({ label, way, onChoose }: Pick<ManyFieldProps, 'onChoose'> & { label: string; way: Way }) {
  return (
    <SegmentedControl
      size="xs"
      className={styles.ways}
      aria-label={t('What happens to {label}', { label })}
      data={WAYS.map((each) => ({ ...each, label: t(each.label) }))}
      value={way}
      onChange={(value) => onChoose(value as Way)}
    />
  )
}

/** What the records have now, as far as all of them were shown. */
function PresentValue({
  name,
  form: { definition },
  asked: { target },
}: Pick<ManyFieldProps, 'name' | 'form' | 'asked'>) {
  const { seen = [], count = 0 } = target
  if (seen.length < count || count === 0) return null
  const common = commonValue(seen, name)
  return (
    <span className={styles.present}>
      {'different' in common ? (
        t('{different} different values', { different: formatCount(common.different) })
      ) : (
        <FieldValue field={definition.fields[name]} schema={fieldSchema(definition, name)} value={common.value} />
      )}
    </span>
  )
}
