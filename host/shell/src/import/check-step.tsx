import { Button, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useState } from 'react'
import { useChanging } from '../api/preview.ts'
import { formatCount } from '../values/person-formats.ts'
import { ProgressBar } from '../feedback/progress-bar.tsx'
import styles from './import-dialog.module.css'
import { StepFoot, type StepProps } from './step-foot.tsx'
import { linesOf, type Outcome } from './plan-import.ts'
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
          label="What is imported?"
          value={isAll ? 'all' : 'valid'}
          onChange={(value) => setAll(value === 'all')}
          className={styles.options}
        >
          <Radio value="all" label="All lines, or nothing while any is refused" />
          <Radio value="valid" label={`The ${linesOf(fitting, 'valid ')}; the others can be corrected afterwards`} />
        </Radio.Group>
      )}
      {refused > 0 && <RefusedLines importing={importing} refused={checked.refused} name={name} />}
      <StepFoot importing={importing} effect={effectOf({ checked, isAll, isEdited, canUndo: importing.canUndo })}>
        {isRest && (
          <Button variant="default" disabled={isPending} onClick={onDismiss}>
            Close
          </Button>
        )}
        {(isEdited || isRest) && (
          <Button variant={isEdited ? 'filled' : 'default'} loading={isPending} onClick={importing.check}>
            Check again
          </Button>
        )}
        {!isEdited && !isRest && (
          <Button loading={isPending} disabled={ready === 0} onClick={() => importing.save(isAll)} {...changing}>
            {ready === 0 ? 'Import' : `Import ${linesOf(Math.min(ready, count))}`}
          </Button>
        )}
      </StepFoot>
    </>
  )
}

function effectOf({ checked, isAll, isEdited, canUndo }: Effect): string {
  if (checked.saved) return 'The other lines are saved.'
  if (isEdited) return 'Lines have been corrected since the check.'
  if (checked.refused.length > 0 && isAll) return 'Correct the refused lines, or import the valid ones.'
  if (checked.created + checked.changed === 0) return checked.refused.length > 0 ? '' : 'There is nothing to change.'
  return canUndo ? 'This can be undone.' : ''
}

interface Effect {
  checked: Outcome
  isAll: boolean
  isEdited: boolean
  canUndo: boolean
}

function Checking({ importing }: Pick<StepProps, 'importing'>) {
  const label = `Checking ${linesOf(importing.count)}…`
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
    [saved ? 'Created' : 'To create', created],
    [saved ? 'Changed' : 'To change', changed],
    ['Unchanged', unchanged],
    ['Refused', refused.length],
  ] as const
  return (
    <div role="status">
      <dl className={styles.figures}>
        {figures.map(([label, count]) => (
          <div key={label} className={styles.figure} data-refused={(label === 'Refused' && count > 0) || undefined}>
            <dt>{label}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
