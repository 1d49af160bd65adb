import { ActionIcon } from '@mantine/core'
import { IconArrowsSort, IconColumns3, IconDownload, IconGridDots } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { ComponentType, ReactElement } from 'react'
import { ExportMenu } from './export-menu.tsx'
import { t } from '../language/t.ts'
import { type Opener, useOpener } from '../theme/use-opener.ts'
import { useGridOffered } from './grid/use-grid-offered.ts'
import { ImportButton } from './import-button.tsx'
import { exportQuery } from './list-query.ts'
import type { TableScope } from './table-scope.ts'

const SavedViews = lazy(() => import('./saved-views.tsx').then((module) => ({ default: module.SavedViews })))
const loadSort = () => import('./sort-panel.tsx').then(({ SortPanel }) => SortPanel)
const loadColumns = () => import('./columns-panel.tsx').then(({ ColumnsPanel }) => ColumnsPanel)

/** Opens saved views of a table, sorts it, chooses its columns, and saves it as a file. */
export function TableTools({ scope }: { scope: TableScope }) {
  const { columns, widget, list } = scope
  return (
    <>
      {list.page.data !== undefined && (
        <Suspense>
          <SavedViews scope={scope} />
        </Suspense>
      )}
      <GridSwitch scope={scope} />
      {columns.all.some((column) => column.sortable) && (
        <Tool label={t('Sort')} icon={<IconArrowsSort {...ICON} />} load={loadSort} scope={scope} />
      )}
      <Tool label={t('Columns')} icon={<IconColumns3 {...ICON} />} load={loadColumns} scope={scope} />
      {widget.import && <ImportButton scope={scope} />}
      {widget.exportable && <ExportButton scope={scope} />}
    </>
  )
}

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true }

/** The props of a panel that a tool opens. */
export interface PanelProps {
  /** The button of the tool. */
  opener: Opener
  scope: TableScope
}

interface ToolProps {
  label: string
  icon: ReactElement
  /** Fetches its panel when somebody opens it. */
  load: () => Promise<ComponentType<PanelProps>>
  scope: TableScope
}

function Tool({ label, icon, load, scope }: ToolProps) {
  const { props, loaded: Panel, ...opener } = useOpener(load)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        {...props}
      >
        {icon}
      </ActionIcon>
      {Panel && <Panel opener={opener} scope={scope} />}
    </>
  )
}

/** Saves all matching records, not only this page, as CSV. */
function ExportButton({ scope }: { scope: TableScope }) {
  const query = exportQuery(scope.widget, scope.list.state)
  return (
    <ExportMenu scope={scope} queries={() => [query]}>
      {(isPending) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('Export as CSV')}
          title={t('Export as CSV')}
          loading={isPending}
        >
          <IconDownload {...ICON} />
        </ActionIcon>
      )}
    </ExportMenu>
  )
}

/** Switches between rows that lead to records and cells that are edited as in a spreadsheet. */
function GridSwitch({ scope: { widget, list } }: { scope: TableScope }) {
  const isGrid = list.state.isGrid === true
  if (!useGridOffered(widget)) return null
  return (
    <ActionIcon
      variant={isGrid ? 'light' : 'subtle'}
      color={isGrid ? undefined : 'gray'}
      size={32}
      aria-label={t('Grid')}
      title={isGrid ? t('Back to the list') : t('Edit as a grid')}
      aria-pressed={isGrid}
      data-grid-switch={widget.id}
      onClick={() => list.arrange({ isGrid: isGrid ? null : true })}
    >
      <IconGridDots size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
