import type { InfolistWidget as InfolistDocument } from '@atrium/sdk/documents'
import { Button, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconEye, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ActionDialogs } from '../actions/action-dialogs.tsx'
import { RecordActionButtons } from '../actions/record-actions.tsx'
import { useRecordActions } from '../actions/use-record-actions.ts'
import type { DataRecord, RecordId as Id } from '../api/paths.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { fillPath } from '../api/paths.ts'
import { recordOptions } from '../api/records.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { useRecent } from '../screen/recent-records.ts'
import { usePanel, usePathname, useShownPath } from '../screen/panel-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import type { WidgetProps } from '../screen/screen-context.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { PathLink } from '../screen/path-link.tsx'
import { WhatMayTheyDo, WhyRefused, WithheldFields } from '../why/why.tsx'
import { useSubtitles } from '../values/record-subtitle.ts'
import { recordTitle, textInWords } from '../values/record-title.ts'
import { type PreviewTarget, usePreview } from '../api/preview.ts'
import { t } from '../language/t.ts'
import { PERMISSIONS, useMay } from '../session/permissions.ts'
import { usePreviewChanges } from '../session/use-preview-changes.ts'
import { EntryNodes } from './entry-nodes.tsx'
import { WhoElse } from './who-else.tsx'
import styles from './infolist-widget.module.css'

/** One record, read-only, with its actions. */
export function InfolistWidget({ widget, heading }: WidgetProps<'infolist'>) {
  const { recordId = '' } = useScreen()
  const { panel, session } = usePanel()
  const { data, error, refetch } = useQuery(recordOptions(fillPath(widget.record_path, recordId)))
  const actions = useRecordActions(widget.list_path)
  const editPath = useShownPath(widget.edit_path)
  const subtitleOf = useSubtitles(widget.record_subtitle, data ? [data.record] : [])

  const recordPath = fillPath(widget.record_path, recordId)
  useRecent({
    ...{ path: usePathname(), personId: session.id, panelId: panel.id },
    title: data ? titleOf(data.record, widget) : '',
    subtitle: data ? subtitleOf(data.record).trim() : '',
  })
  if (!data || isOutOfReach(error)) {
    if (!error) return <ScreenSkeleton />
    return (
      <ProblemNotice error={error} onRetry={refetch} heading={heading}>
        <WhyRefused error={error} path={recordPath} />
      </ProblemNotice>
    )
  }

  const { record } = data
  const title = titleOf(data.record, widget)
  return (
    <section className={styles.widget}>
      {heading && <title>{title}</title>}
      <PageHeader
        title={title}
        subtitle={subtitleOf(record)}
        heading={heading}
        aside={
          <>
            <RecordId id={record.id} />
            <WhoElse path={recordPath} />
          </>
        }
      >
        <WhatMayTheyDo recordPath={widget.record_path} id={String(record.id)} title={title} />
        <PreviewButton recordPath={widget.record_path} id={String(record.id)} title={title} />
        <RecordActionButtons
          record={record}
          titleOf={(of) => titleOf(of, widget)}
          subtitle={widget.record_subtitle}
          declared={widget.actions}
          actions={actions}
          hasMain
        />
        {editPath !== undefined && (
          <Button
            component={PathLink}
            href={fillPath(editPath, record.id)}
            variant={widget.actions.some(({ primary }) => primary) ? 'default' : 'filled'}
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('Edit')}
          </Button>
        )}
      </PageHeader>
      <EntryNodes nodes={widget.entries} record={record} />
      <WithheldFields path={recordPath} />
      <ActionDialogs actions={actions} />
    </section>
  )
}

/** The title of the record, in the person's language if it is a text of the host. */
const titleOf = (record: DataRecord, { record_title_attribute: name, record_title_format: format }: InfolistDocument) =>
  textInWords(record[name], format) ?? recordTitle(record, name)

/** Whether somebody has deleted the record since it was read, or the person may no longer see it. */
const isOutOfReach = (error: Error | null) =>
  error instanceof ApiProblem && (error.status === 404 || error.status === 403)

/** A record's id; a click copies it. */
function RecordId({ id }: { id: Id }) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  return (
    <UnstyledButton
      className={styles.id}
      onClick={() => copy(id)}
      aria-label={t('Copy id {id}', { id })}
      title={t('Copy id')}
    >
      {copied ? t('Copied') : `#${shortened(id)}`}
    </UnstyledButton>
  )
}

/** The most characters of an id that people read: a number, or an abbreviation. */
const READ = 12

/** An id as people tell it from another one: the beginning of a UUID. */
function shortened(id: Id): string {
  const text = String(id)
  return text.length > READ ? `${text.slice(0, 8)}…` : text
}

/** The records of the platform that can be previewed. */
const KINDS: Readonly<Record<string, PreviewTarget['kind']>> = {
  '/api/v1/platform/roles': 'role',
  '/api/v1/platform/users': 'person',
}

/** On the screen of a role or a person: starts a preview of Atrium as they see it. */
function PreviewButton({ recordPath, id, title }: { recordPath: string; id: string; title: string }) {
  const kind = KINDS[recordPath.slice(0, recordPath.lastIndexOf('/'))]
  const isOffered = useMay(PERMISSIONS.preview) && usePreview() === null
  const explains = useMay(PERMISSIONS.explain)
  const { begin } = usePreviewChanges()
  if (kind === undefined || !isOffered) return null
  return (
    <Button
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
      onClick={() => begin({ kind, id, title, explains })}
      title={t('See what {title} sees. Changes are blocked until you end the preview.', { title })}
    >
      {kind === 'role' ? t('View as this role') : t('View as this person')}
    </Button>
  )
}
