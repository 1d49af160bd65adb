import type { Column, RecordSection as Section } from '@atrium/sdk/documents'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { isDenied } from '../api/api-problem.ts'
import { fillPath } from '../api/paths.ts'
import { answerOptions } from '../api/records.ts'
import type { DataRecord } from '../api/paths.ts'
import { translateDocument } from '../api/translate-document.ts'
import { ProblemNotice } from '../feedback/problem-notice.tsx'
import { t } from '../language/t.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { PathLink } from '../screen/path-link.tsx'
import type { WidgetProps } from '../screen/screen-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import { usePermitted } from '../session/permissions.ts'
import { columnAlign, RecordCell } from '../table/record-cell.tsx'
import table from '../table/record-table.module.css'
import styles from './sections-widget.module.css'
import { formatCount } from '../values/person-formats.ts'

interface Answer {
  sections?: { plugin: string; value: Section }[]
  failed_sections?: { plugin: string; title: string; detail: string }[]
}

/** The sections that other plugins add to a record. A section that fails does not affect the others. */
export function SectionsWidget({ widget }: WidgetProps<'sections'>) {
  const { recordId } = useScreen()
  const [permitted] = usePermitted()([widget])
  const path = fillPath(widget.path, recordId ?? '')
  const { data, error, refetch } = useQuery({ ...answerOptions<Answer>(path), enabled: permitted !== undefined })
  if (isDenied(error)) return null
  if (error && !data) return <ProblemNotice error={error} onRetry={refetch} />
  return (
    <>
      {data?.sections?.map(({ plugin, value }) => (
        <RecordSection key={`${plugin} ${value.title}`} section={translateDocument(value)} />
      ))}
      {data?.failed_sections?.map(({ plugin, title, detail }) => (
        <p key={`${plugin} ${title}`} role="status" className={styles.failed}>
          {t('{title} cannot be shown: {detail}', { title, detail })}
        </p>
      ))}
    </>
  )
}

/** The section of one plugin: figures, then rows as in a list. Missing parts are left out. */
function RecordSection({ section }: { section: Section }) {
  const { title, entries = [], columns = [], rows = [], view_path, more, create } = section
  const [permitted] = usePermitted()(create ? [create] : [])
  return (
    <section aria-label={title}>
      <PageHeader title={title} heading={false}>
        {permitted && (
          <Button
            variant="default"
            component={PathLink}
            href={permitted.path}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {permitted.label}
          </Button>
        )}
      </PageHeader>
      {entries.length > 0 && (
        <dl className={styles.figures}>
          {entries.map(({ label, value }) => (
            <div key={label} className={styles.figure}>
              <dt>{label}</dt>
              <dd>{typeof value === 'number' ? formatCount(value) : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {columns.length > 0 && rows.length > 0 && <Rows columns={columns} rows={rows} viewPath={view_path} />}
      {more && (
        <Button variant="subtle" className={styles.more} component={PathLink} href={more.path}>
          {more.label}
        </Button>
      )}
    </section>
  )
}

interface RowsProps {
  columns: readonly Column[]
  rows: readonly DataRecord[]
  viewPath: string | undefined
}

function Rows({ columns, rows, viewPath }: RowsProps) {
  return (
    <div className={table.scroll}>
      <table className={table.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.name} scope="col" data-align={columnAlign(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={table.row}>
              {columns.map((column, index) => (
                <RecordCell
                  key={column.name}
                  column={column}
                  record={row}
                  records={rows}
                  href={index === 0 && viewPath !== undefined ? fillPath(viewPath, row.id) : undefined}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
