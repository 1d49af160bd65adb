import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { RecordSection as Section } from '@atrium/sdk/documents'
import { fillPath } from '../api/paths.ts'
import { PageHeader } from '../screen/page-header.tsx'
import { PathLink } from '../screen/path-link.tsx'
import { usePermitted } from '../session/permissions.ts'
import { columnAlign, RecordCell } from '../table/record-cell.tsx'
import table from '../table/record-table.module.css'
import styles from './sections.module.css'

/** What one plugin knows: figures, then rows as in a list. What it does not say, or says in another way, is left out. */
export function RecordSection({ section }: { section: Section }) {
  const { title, entries = [], columns = [], rows = [], view_path, create } = section
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
              <dd>{typeof value === 'number' ? value.toLocaleString() : value}</dd>
            </div>
          ))}
        </dl>
      )}
      {columns.length > 0 && rows.length > 0 && (
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
                      href={index === 0 && view_path !== undefined ? fillPath(view_path, row.id) : undefined}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
