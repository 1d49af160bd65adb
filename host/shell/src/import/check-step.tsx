import { Button, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useChanging } from '../api/preview.ts'
import { formatCount } from '../values/person-formats.ts'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import { t, tn } from '../language/t.ts'
import styles from './import-dialog.module.css'
import { StepFoot, type StepProps } from './step-foot.tsx'
import type { Outcome } from './plan-import.ts'
import { RefusedLines } from './refused-lines.tsx'

/** Shows what the import would do. Refused lines are corrected here, and checked again. */
export function CheckStep({ importing, name, onDismiss }: StepProps) {
  const { checked, isEdited, isPending, count } = importing
  const [isAll, setAll] = useState(true)
  const changing = useChanging()
  if (checked === null) return <Checking importing={importing} />
  const refused = checked.refused.length
  const fitting = checked.created + checked.changed + checked.unchanged
  const isRest = checked.saved
  const ready = isRest ? 0 : isAll && refused > 0 ? 0 : checked.created + checked.changed
  return (
    <>
      <Figures outcome={checked} />
      {refused > 0 && !isRest && fitting > 0 && (
        <Radio.Group
          label={t('What is imported?')}
          value={isAll ? 'all' : 'valid'}
          onChange={(value) => setAll(value === 'all')}
          className={styles.options}
        >
          <Radio value="all" label={t('All lines, or nothing while any is refused')} />
          <Radio
            value="valid"
            label={tn(
              'The {count} valid line; the others can be corrected afterwards',
              'The {count} valid lines; the others can be corrected afterwards',
              fitting,
            )}
          />
        </Radio.Group>
      )}
      {refused > 0 && <RefusedLines importing={importing} refused={checked.refused} name={name} />}
      <StepFoot importing={importing} effect={effectOf({ checked, isAll, isEdited, canUndo: importing.canUndo })}>
        {isRest && (
          <Button variant="default" disabled={isPending} onClick={onDismiss}>
            {t('Close')}
          </Button>
        )}
        {(isEdited || isRest) && (
          <Button variant={isEdited ? 'filled' : 'default'} loading={isPending} onClick={importing.check}>
            {t('Check again')}
          </Button>
        )}
        {!isEdited && !isRest && (
          <Button loading={isPending} disabled={ready === 0} onClick={() => importing.save(isAll)} {...changing}>
            {ready === 0 ? t('Import') : tn('Import {count} line', 'Import {count} lines', Math.min(ready, count))}
          </Button>
        )}
      </StepFoot>
    </>
  )
}

function effectOf({ checked, isAll, isEdited, canUndo }: Effect): string {
  if (checked.saved) return t('The other lines are saved.')
  if (isEdited) return t('Lines have been corrected since the check.')
  const fitting = checked.created + checked.changed
  if (checked.refused.length > 0 && fitting + checked.unchanged === 0) return t('Correct the refused lines.')
  if (checked.refused.length > 0 && isAll) return t('Correct the refused lines, or import the valid ones.')
  if (fitting === 0) return checked.refused.length > 0 ? '' : t('There is nothing to change.')
  return canUndo ? t('This can be undone.') : ''
}

interface Effect {
  checked: Outcome
  isAll: boolean
  isEdited: boolean
  canUndo: boolean
}

function Checking({ importing }: Pick<StepProps, 'importing'>) {
  const label = tn('Checking {count} line…', 'Checking {count} lines…', importing.count)
  return (
    <>
      {importing.isPending && (
        <div className={styles.checking} role="status">
          <p className={styles.text}>{label}</p>
          <ProgressBar max={1} label={label} />
        </div>
      )}
      <StepFoot importing={importing}>{null}</StepFoot>
    </>
  )
}

/** How many records are created, changed, left as they are and refused. */
function Figures({ outcome: { saved, created, changed, unchanged, refused } }: { outcome: Outcome }) {
  const figures = [
    { label: saved ? t('Created') : t('To create'), count: created },
    { label: saved ? t('Changed') : t('To change'), count: changed },
    { label: t('Unchanged'), count: unchanged },
    { label: t('Refused'), count: refused.length, isRefused: refused.length > 0 || undefined },
  ]
  return (
    <div role="status">
      <dl className={styles.figures}>
        {figures.map(({ label, count, isRefused }) => (
          <div key={label} className={styles.figure} data-refused={isRefused}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
