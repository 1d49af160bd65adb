import type { Dashboard, TableWidget, Widget } from '@atrium/sdk/documents'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useReturnedFocus } from '../screen/returned-focus.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { randomKey } from '../api/random-key.ts'
import { request } from '../api/request.ts'
import { toast } from '../feedback/toast.ts'
import { t } from '../language/t.ts'
import {
  dashboardPath,
  DASHBOARDS_PATH,
  type OwnDashboard,
  refreshDashboards,
  useDashboardMenu,
} from '../screen/own-dashboards.ts'
import type { PlacedWidget } from '../screen/placed-widget.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useScreen } from '../screen/screen-context.ts'
import { arrange } from '../table/layout.ts'
import { readListState, statePrefix } from '../table/list-state.ts'
import { type View, VIEWS_PATH, viewQuery } from '../table/views.ts'
import styles from '../theme/dialog.module.css'
import '../theme/modal.css'
import { useMayChange } from '../session/sharing.tsx'

interface AddDialogProps {
  widget: Widget
  /** What the widget is called on its screen. */
  title: string
  onClose: () => void
}

const NEW = 'new'

/** Adds a widget of the open screen to a dashboard of the person, or to a new one. A list is added as it is shown. */
export function AddDialog({ widget, title, onClose }: AddDialogProps) {
  useReturnedFocus(true)
  const { dashboard } = useScreen()
  const { history } = useRouter()
  const { panel } = usePanel()
  const queryClient = useQueryClient()
  const own = useDashboardMenu().dashboards.filter(useMayChange())
  const [to, setTo] = useState(String(own[0]?.id ?? NEW))
  const [name, setName] = useState(() => t('My dashboard'))
  const [called, setCalled] = useState(title)
  const [isSending, setSending] = useState(false)

  const add = async (event: FormEvent) => {
    event.preventDefault()
    setSending(true)
    try {
      const list = widget.kind === 'table' ? await shownList(widget, dashboard, history.location.search) : {}
      const placed = { ...placedOf(widget, dashboard), ...list, ...ownTitle(called.trim(), title) }
      const saved = to === NEW ? await createWith(name.trim(), placed) : await addTo(Number(to), placed)
      await refreshDashboards(queryClient)
      const run = () => history.push(dashboardPath(panel.id, saved.id))
      toast.done(t('Added to “{name}”', { name: saved.name }), { label: t('Open'), run })
      onClose()
    } catch (error) {
      toast.failed(error instanceof Error ? error.message : String(error))
      setSending(false)
    }
  }
  return (
    <Modal opened onClose={onClose} title={t('Add to my dashboard')} size={420}>
      <form className={styles.form} onSubmit={(event) => void add(event)}>
        <NativeSelect
          label={t('Dashboard')}
          data={[
            ...own.map((each) => ({ value: String(each.id), label: each.name })),
            { value: NEW, label: t('New dashboard') },
          ]}
          value={to}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
          data-autofocus
        />
        {to === NEW && (
          <TextInput
            label={t('Name of the dashboard')}
            required
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
        )}
        <TextInput
          label={t('Title of the widget')}
          maxLength={80}
          value={called}
          onChange={({ currentTarget }) => setCalled(currentTarget.value)}
        />
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('Go back')}
          </Button>
          <Button type="submit" loading={isSending} disabled={to === NEW && name.trim() === ''}>
            {t('Add')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** None if it is the one of the screen, so that it follows a change there. */
const ownTitle = (called: string, title: string) => (called === '' || called === title ? {} : { title: called })

const placedOf = (widget: Widget, { id }: Dashboard): PlacedWidget => ({
  ...{ key: randomKey(), width: widget.kind === 'chart' || widget.kind === 'element' ? 'half' : 'full' },
  ...{ dashboard_id: id, widget_id: widget.id },
})

/** How the list is shown now: the open view if it is unchanged, else its filters, order and columns. */
async function shownList(
  widget: TableWidget,
  dashboard: Dashboard,
  search: string,
): Promise<Pick<PlacedWidget, 'view_id' | 'query'>> {
  const state = readListState(new URLSearchParams(search), widget, statePrefix(widget, dashboard))
  const query = viewQuery(widget, state, arrange(widget.columns, state.columns))
  const view = /^\d+$/.test(state.view ?? '')
    ? (await request<View>('GET', `${VIEWS_PATH}/${state.view}`)).data
    : undefined
  return view?.query === query ? { view_id: view.id } : { query }
}

const createWith = async (name: string, placed: PlacedWidget): Promise<OwnDashboard> =>
  (await request<OwnDashboard>('POST', DASHBOARDS_PATH, { body: { name, widgets: [placed] } })).data

/** Adds the widget at the end. If somebody changes the dashboard at the same moment, the present one is read once more. */
async function addTo(id: number, placed: PlacedWidget, isAgain = false): Promise<OwnDashboard> {
  const path = `${DASHBOARDS_PATH}/${id}`
  const { data, etag } = await request<OwnDashboard>('GET', path)
  const body = { widgets: [...data.widgets, placed] }
  try {
    return (await request<OwnDashboard>('PATCH', path, { body, headers: etag === null ? {} : { 'if-match': etag } }))
      .data
  } catch (error) {
    if (isAgain || !(error instanceof ApiProblem) || error.status !== 412) throw error
    return addTo(id, placed, true)
  }
}
