import type { Dashboard, PanelDocument, PanelScreen, TableWidget, Widget } from '@atrium/sdk/documents'
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowUpRight, IconPuzzleOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { ApiProblem, isAbsent, isDenied } from '../api/api-problem.ts'
import { dashboardOptions, manifestOptions, panelOptions } from '../api/documents.ts'
import { toldStateOptions } from '../api/plugins.ts'
import { useKept } from '../api/query-client.ts'
import { ScreenSkeleton } from '../feedback/screen-skeleton.tsx'
import { t } from '../language/t.ts'
import { goneTitle, isGoneBecause } from '../plugins/plugin-words.ts'
import type { PlacedWidget } from '../screen/placed-widget.ts'
import { PanelContext, usePanel } from '../screen/panel-context.ts'
import { PathLink } from '../screen/path-link.tsx'
import { ScreenContext } from '../screen/screen-context.ts'
import { queryOf, type SearchPlace } from '../screen/search-place.ts'
import { WidgetMenu } from '../screen/widget-menu.ts'
import { writeListState } from '../table/list-state.ts'
import { SMALLEST_PAGE } from '../table/pager.tsx'
import { readView } from '../table/views.ts'
import styles from './own-dashboard.module.css'
import { WidgetSlot } from './widget-slot.tsx'

interface PlacedWidgetProps {
  placed: PlacedWidget
  /** Takes the widget off the dashboard, for those who may. */
  onRemove?: () => void
}

/** A widget of a screen on a person's dashboard. It is read with the screen, so a reload of its plugin changes it here, too. */
export function PlacedWidgetSlot({ placed, onRemove }: PlacedWidgetProps) {
  const { found, error, isReading } = useSource(placed)
  const why = useWhyAway(placed, error)
  if (found !== undefined && why === undefined) return <FoundWidget key={placed.query} placed={placed} {...found} />
  if (isReading) return <ScreenSkeleton />
  if (why !== undefined) return <Placeholder title={placed.title ?? found?.widget.title} text={why} />
  if (onRemove === undefined) return null
  return (
    <Placeholder title={placed.title} text={t('This widget is no longer available.')}>
      <Button variant="default" size="compact-sm" onClick={onRemove}>
        {t('Remove')}
      </Button>
    </Placeholder>
  )
}

/** Why a widget is away for a while: its plugin is not running. Undefined if the plugin runs, so that the widget is gone for good. */
function useWhyAway({ plugin_id = '', panel_id = '' }: PlacedWidget, error: Error | null): string | undefined {
  const isAway = isAbsent(error) && plugin_id !== ''
  const manifest = useQuery({ ...manifestOptions(panel_id, plugin_id), enabled: isAway, retry: false })
  const { data: state } = useQuery(toldStateOptions(plugin_id))
  const code = manifest.error instanceof ApiProblem ? manifest.error.code : undefined
  const reason = { state, code }
  if (!isAway || !isGoneBecause(reason)) return undefined
  return t('{reason}. The widget comes back with it.', { reason: goneTitle(t('The plugin of this widget'), reason) })
}

/** A widget with the screen and panel that it comes from. */
interface Found {
  widget: Widget & { title?: string }
  dashboard: Dashboard
  screen: PanelScreen
  panel: PanelDocument
}

/** The widget that a reference means. The last one stays while a changed one is read. */
function useSource({ dashboard_id = '', widget_id, view_id, query, ...placed }: PlacedWidget) {
  const isWhole = dashboard_id !== '' && (view_id === undefined || query !== undefined)
  const document = useQuery({ ...dashboardOptions(dashboard_id), enabled: isWhole })
  const panel_id = placed.panel_id ?? document.data?.panel_id ?? ''
  const panel = useQuery({ ...panelOptions(panel_id), enabled: isWhole && panel_id !== '' })
  const error = document.error ?? panel.error
  const dashboard = useKept(document.data)
  const shownPanel = useKept(panel.data)
  const widget = dashboard?.widgets.find(({ id }) => id === widget_id)
  const screen = shownPanel?.screens.find((each) => each.dashboard_id === dashboard_id && !each.path.includes(':'))
  const isThere = isWhole && dashboard && widget && shownPanel && screen && !isRefused(error)
  const found: Found | undefined = isThere ? { widget, dashboard, screen, panel: shownPanel } : undefined
  return { found, error, isReading: isWhole && error === null && (!document.data || !panel.data) }
}

/** Whether the host says that the screen is not there, or not for this person. Other errors leave what is shown. */
const isRefused = (error: Error | null) => isAbsent(error) || isDenied(error)

function FoundWidget({ placed, widget, dashboard, screen, panel }: Found & { placed: PlacedWidget }) {
  const context = usePanel()
  const place = usePlaceOfItsOwn(() => firstState(widget, placed), screen.path)
  const title = placed.title ?? widget.title ?? dashboard.title
  // A record has no place here, and the widget is alone, so it is the first of its kind.
  const alone = useMemo(() => ({ ...dashboard, widgets: [widget] }), [dashboard, widget])
  const shown = { dashboard: alone, screen, recordId: undefined }
  const isNarrow = placed.width === 'third' || placed.width === 'half'
  return (
    <PanelContext value={{ ...context, panel, isSearchable: true }}>
      <ScreenContext value={{ ...shown, placed: { place, isNarrow } }}>
        <WidgetMenu value={<OpenScreen title={title} href={addressOf(screen, placed)} />}>
          <WidgetSlot widget={{ ...widget, title } as Widget} heading={false} />
        </WidgetMenu>
      </ScreenContext>
    </PanelContext>
  )
}

/** A list opens with the view or the query that the dashboard shows it with. */
function addressOf({ path }: PanelScreen, { view_id, query }: PlacedWidget): string {
  if (view_id !== undefined) return `${path}?_view=${view_id}`
  return query === undefined ? path : `${path}?${query}`
}

function OpenScreen({ title, href }: { title: string; href: string }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      component={PathLink}
      href={href}
      aria-label={t('Open {title}', { title })}
      title={t('Open its screen')}
      data-print="none"
    >
      <IconArrowUpRight size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}

/** The state with which a list begins, without what it no longer has. A dashboard has room for few rows. */
function firstState(widget: Widget, { query }: PlacedWidget): URLSearchParams {
  if (widget.kind !== 'table') return new URLSearchParams()
  const { state } = readView(widget, widget.columns, query ?? asDeclared(widget))
  const shown = { ...state, page: 1, size: SMALLEST_PAGE, isWhole: false, isGrid: null, view: null }
  return writeListState(new URLSearchParams(), widget, shown)
}

const asDeclared = ({ default_sort: sort }: TableWidget): string =>
  sort ? String(new URLSearchParams({ _sort: sort.field, _order: sort.order.toUpperCase() })) : ''

/** Keeps the state of a widget in memory, because all widgets of the dashboard share one address. */
function usePlaceOfItsOwn(first: () => URLSearchParams, path: string): SearchPlace {
  const [search, setSearch] = useState(() => queryOf(first()))
  const present = useRef(search)
  return {
    search,
    read: () => present.current,
    write: (params) => {
      present.current = queryOf(params)
      setSearch(present.current)
    },
    hrefOf: (params) => `${path}${queryOf(params)}`,
  }
}

interface PlaceholderProps {
  title: string | undefined
  text: string
  children?: ReactNode
}

function Placeholder({ title, text, children }: PlaceholderProps) {
  return (
    <div className={styles.placeholder}>
      <IconPuzzleOff size={20} stroke={1.5} aria-hidden />
      {title !== undefined && <h2 className={styles.missing}>{title}</h2>}
      <p className={styles.reason}>{text}</p>
      {children}
    </div>
  )
}
