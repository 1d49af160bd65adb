import type { RecordSection as Section } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { fillPath } from '../api/paths.ts'
import { answerOptions } from '../api/records.ts'
import { useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { usePermitted } from '../session/permissions.ts'
import { RecordSection } from './record-section.tsx'
import styles from './sections.module.css'

interface Answer {
  sections?: { plugin: string; value: Section }[]
  failed_sections?: { plugin: string; title: string; detail: string }[]
}

/** What other plugins know of a record. One that fails says so in its place, and keeps nobody from the rest. */
export function SectionsWidget({ widget }: WidgetProps<'sections'>) {
  const { recordId } = useScreen()
  const [permitted] = usePermitted()([widget])
  const path = fillPath(widget.path, recordId ?? '')
  const { data, error, refetch } = useQuery({ ...answerOptions<Answer>(path), enabled: permitted !== undefined })
  if (error && !data) return <ProblemNotice error={error} onRetry={refetch} />
  return (
    <>
      {data?.sections?.map(({ plugin, value }) => (
        <RecordSection key={`${plugin} ${value.title}`} section={value} />
      ))}
      {data?.failed_sections?.map(({ plugin, title, detail }) => (
        <p key={`${plugin} ${title}`} role="status" className={styles.failed}>
          {title} cannot be shown now: {detail}
        </p>
      ))}
    </>
  )
}
