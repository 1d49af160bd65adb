import { useQuery } from '@tanstack/react-query'
import { fillPath } from '../api/paths.ts'
import { answerOptions } from '../api/records.ts'
import { ElementSlot } from '../elements/element-slot.tsx'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { PageHeader } from '../screen/page-header.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useLeftOut, useScreen } from '../screen/screen-context.ts'
import styles from './chart-widget.module.css'

/** A block that an element of a plugin draws, with the answer of its path. */
export function ElementWidget({ widget, heading }: WidgetProps<'element'>) {
  const { recordId } = useScreen()
  const { title, element } = widget
  const path = widget.path === undefined ? undefined : fillPath(widget.path, recordId ?? '')
  const { data, error, refetch } = useQuery({ ...answerOptions(path ?? ''), enabled: path !== undefined })
  if (useLeftOut(error) && !heading) return null
  const bone = <div className={styles.bone} />

  return (
    <section aria-label={title}>
      <PageHeader title={title} heading={heading} />
      {error && data === undefined ? (
        <ProblemNotice error={error} onRetry={refetch} />
      ) : (
        <div className={styles.frame}>
          {path !== undefined && data === undefined ? (
            bone
          ) : (
            <ElementSlot
              element={element}
              given={{ kind: 'widget', title, data, ...(recordId !== undefined && { record_id: recordId }) }}
              waiting={bone}
              failed={(failure, onRetry) => <ProblemNotice error={failure} onRetry={onRetry} />}
            />
          )}
        </div>
      )}
    </section>
  )
}
