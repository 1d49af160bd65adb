import { Modal } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { dashboardOptions } from '../api/documents.ts'
import { withQuery } from '../api/paths.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { FormWidget } from '../record/form-widget.tsx'
import type { FormOver } from '../record/record-editor.tsx'
import { openScreen } from '../screen/addresses.ts'
import { usePanel } from '../screen/panel-context.ts'
import { ScreenContext } from '../screen/screen-context.ts'
import { FirstFocus } from '../theme/first-focus.tsx'
import { isDialogOver } from '../theme/is-typing.ts'
import '../theme/modal.css'
import styles from './create-dialog.module.css'

export { loadFields } from '../fields/layout-nodes.tsx'

interface CreateDialogProps {
  /** The screen of the form, and what the button says that leads to it. */
  create: { readonly path: string; readonly label: string }
  over: Omit<FormOver, 'leave'>
}

/** The form of a new record over the calendar. If its screen is more than a form, that screen is opened instead. */
export function CreateDialog({ create: { path, label }, over }: CreateDialogProps) {
  const { panel } = usePanel()
  const { history } = useRouter()
  const open = openScreen(panel, path)
  const { data, error, refetch } = useQuery({
    ...dashboardOptions(open?.screen.dashboard_id ?? ''),
    enabled: open !== undefined,
  })
  const [form, ...others] = data?.widgets ?? []
  const isElsewhere = open === undefined || (data !== undefined && (form?.kind !== 'form' || others.length > 0))
  const leave = useRef(over.close)
  const isPhone = useMediaQuery('(max-width: 40em)')
  useReturnedFocus(true)
  useEffect(() => {
    if (isElsewhere) history.replace(withQuery(path, over.given))
  }, [isElsewhere])
  if (isElsewhere) return null

  return (
    <Modal
      opened
      onClose={() => !isDialogOver() && leave.current()}
      title={data?.title ?? label}
      size={720}
      fullScreen={isPhone}
      classNames={{ body: styles.body! }}
    >
      <FirstFocus>
        {data && form?.kind === 'form' ? (
          <ScreenContext value={{ dashboard: data, screen: open.screen, recordId: undefined }}>
            <FormWidget widget={form} heading={false} over={{ ...over, leave }} />
          </ScreenContext>
        ) : error ? (
          <ProblemNotice error={error} onRetry={refetch} />
        ) : (
          <ScreenSkeleton />
        )}
      </FirstFocus>
    </Modal>
  )
}
