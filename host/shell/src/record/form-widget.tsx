import { useQuery } from '@tanstack/react-query'
import { formOptions } from '../api/documents.ts'
import { fillPath } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { useKept } from '../api/query-client.ts'
import { usePathname } from '../screen/panel-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { WhyRefused } from '../why/why.tsx'
import { type FormOver, RecordEditor } from './record-editor.tsx'

/**
 * Reads the definition of a form and its record in parallel, then shows the form. A changed form has another id: the present one stays
 * until the other is loaded.
 */
export function FormWidget({ widget, heading, over }: WidgetProps<'form'> & { over?: FormOver }) {
  const { recordId } = useScreen()
  const pathname = usePathname()
  const recordPath = widget.record_path === undefined ? undefined : fillPath(widget.record_path, recordId ?? '')
  const definition = useQuery(formOptions(widget.form_id))
  const record = useQuery({ ...recordOptions(recordPath ?? ''), enabled: recordPath !== undefined })
  const shown = useKept(definition.data)
  const loaded = useKept(record.data)

  if (shown !== undefined && (recordPath === undefined || loaded !== undefined)) {
    return (
      <RecordEditor
        over={over}
        widget={widget}
        heading={heading}
        definition={shown}
        loaded={loaded ?? null}
        recordPath={recordPath}
      />
    )
  }
  const failed = definition.error ? definition : record
  if (failed.error) {
    return (
      <ProblemNotice error={failed.error} onRetry={failed.refetch} heading={heading}>
        <WhyRefused error={failed.error} path={pathname} />
      </ProblemNotice>
    )
  }
  return <ScreenSkeleton />
}
