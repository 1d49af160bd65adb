import type { Action } from '@atrium/sdk/documents'
import { Button, CloseButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { ActionTarget } from '../actions/actions.ts'
import { ActionButton } from '../actions/action-button.tsx'
import { suits } from '../actions/record-actions.tsx'
import { t } from '../language/t.ts'
import { usePermitted } from '../session/permissions.ts'
import styles from './bulk-bar.module.css'
import { ExportMenu } from './export-menu.tsx'
import { chosenQueries, exportQuery, matchQuery } from './list-query.ts'
import type { TableScope } from './table-scope.ts'
import { formatCount } from '../values/person-formats.ts'

/** The number of selected records, and the actions on all of them. */
export function BulkBar({ scope }: { scope: TableScope }) {
  const { widget, list, selection, seen, actions } = scope
  const permitted = usePermitted()
  const total = list.page.data?.total ?? 0
  const count = selection.isAll ? total : selection.ids.size
  const body = selection.isAll ? { filter: matchQuery(widget, list.state) } : { ids: [...selection.ids] }
  /** With what was on the screen at this moment, so that an edit can be refused where somebody else changes it meanwhile. */
  const start = (action: Action) => {
    const shown = selection.isAll ? (list.page.data?.records.map(({ id }) => id) ?? []) : [...selection.ids]
    const records = shown.flatMap((id) => seen.current.get(id) ?? [])
    const target: ActionTarget = {
      title: t('{count} selected', { count: formatCount(count) }),
      body,
      count,
      seen: records,
    }
    actions.start(action, target)
  }

  // A record of another page may have changed since, so what suits it is not known.
  const shown = new Map(list.page.data?.records.map((record) => [record.id, record]))
  const suitsSome = (action: Action) =>
    selection.isAll ||
    [...selection.ids].some((id) => {
      const record = shown.get(id)
      return record === undefined || suits(action, record)
    })

  const queries = () =>
    selection.isAll ? [exportQuery(widget, list.state)] : chosenQueries(list.state, [...selection.ids])

  return (
    <div className={styles.dock}>
      <div ref={makeRoom} className={styles.bar} role="region" aria-label={t('Selected records')}>
        <span className={styles.count} role="status">
          {t('{count} selected', { count: formatCount(count) })}
        </span>
        {!selection.isAll && total > count && (
          <Button variant="subtle" size="compact-sm" className={styles.all} onClick={() => selection.chooseAll()}>
            {t('Select all {total} matching', { total: formatCount(total) })}
          </Button>
        )}
        <div className={styles.actions}>
          {permitted(widget.actions)
            .filter((action) => action.kind === 'bulk' && suitsSome(action))
            .map((action) => (
              <ActionButton key={action.id} action={action} onClick={() => start(action)} />
            ))}
          {widget.exportable && (
            <ExportMenu scope={scope} queries={queries}>
              {(isPending) => (
                <Button
                  variant="default"
                  leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
                  loading={isPending}
                >
                  {t('Export')}
                </Button>
              )}
            </ExportMenu>
          )}
        </div>
        <CloseButton aria-label={t('Clear selection')} onClick={selection.clear} />
      </div>
    </div>
  )
}

/** Tells the list how much room its last rows need below them to be scrolled out from under the bar. */
function makeRoom(bar: HTMLDivElement | null): void {
  bar?.closest('section')?.style.setProperty('--bulk-bar', `${bar.offsetHeight + 2 * GAP}px`)
}

/** Pixels between the bar and the end of the list. */
const GAP = 12
