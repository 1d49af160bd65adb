import type { FormWidget } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { useScreen } from '../screen/screen-context.ts'
import { fillPath } from '../api/paths.ts'
import { PathLink } from '../screen/path-link.tsx'
import styles from './form-bar.module.css'
import type { RecordForm } from '../form/use-record-form.ts'

interface FormBarProps {
  widget: FormWidget
  form: RecordForm
  isSaving: boolean
}

const labels = { create: 'Create', edit: 'Save', action: 'Send' } as const

/** Save and leave; stays in sight below long forms. */
export function FormBar({ widget, form, isSaving }: FormBarProps) {
  const { recordId } = useScreen()
  const { operation } = form.definition
  return (
    <div className={styles.bar}>
      <Button type="submit" loading={isSaving} disabled={operation === 'edit' && !form.isDirty}>
        {labels[operation]}
      </Button>
      {widget.cancel_path !== undefined && (
        <Button variant="default" component={PathLink} href={fillPath(widget.cancel_path, recordId ?? '')}>
          Cancel
        </Button>
      )}
      <span className={styles.hint} role="status">
        {form.isDirty ? 'Unsaved changes' : ''}
      </span>
    </div>
  )
}
