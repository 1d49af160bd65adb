import type { Action } from '@atrium/sdk/documents'
import { Button, CloseButton } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { ActionButton } from '../actions/action-button.tsx'
import { suits } from '../actions/record-actions.tsx'
import type { RecordId } from '../api/paths.ts'
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
  const shown = new Map(list.page.data?.records.map((record) => [record.id, record]))
  /** The selected records that an action suits. One of another page may have changed since, so it is asked for. */
  const suited = (action: Action) =>
    [...selection.ids].filter((id) => {
      const record = shown.get(id)
      return record === undefined || suits(action, record)
    })
  const start = (action: Action, ids: readonly RecordId[]) =>
    actions.start(action, {
      title: t('{count} selected', { count: formatCount(selection.isAll ? count : ids.length) }),
      body: selection.isAll ? { filter: matchQuery(widget, list.state) } : { ids: [...ids] },
      count: selection.isAll ? count : ids.length,
      // An edit is refused where somebody else changes meanwhile what was on the screen at this moment.
      seen: (selection.isAll ? [...shown.keys()] : ids).flatMap((id) => seen.current.get(id) ?? []),
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
            .filter(({ kind }) => kind === 'bulk')
            .map((action) => ({ action, ids: suited(action) }))
            .filter(({ ids }) => selection.isAll || ids.length > 0)
            .map(({ action, ids }) => (
              <ActionButton
                key={action.id}
                action={action}
                count={selection.isAll || ids.length === count ? undefined : ids.length}
                onClick={() => start(action, ids)}
              />
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
