import type { Dashboard, Entry, EntryNode, Field, FormDefinition } from '@atrium/sdk/documents'
import { useQueries, useQuery } from '@tanstack/react-query'
import { dashboardOptions, formOptions, panelOptions, panelsOptions, resourcesOptions } from '../api/documents.ts'

/** How screens show a field of a record: with its label, as an entry or as an input. */
export interface FieldView {
  entry?: Entry
  field?: Field
}

/**
 * How the screens of a record show its fields, in any panel: its view, the form that creates it, and the form of the action behind an
 * operation. Undefined for fields that they do not show, and while the screens are loading.
 * @param about the path of a record (`/api/v1/booking/bookings/7`) or of an operation (`POST /api/v1/booking/bookings`)
 */
export function useFieldViews(about = ''): (name: string) => FieldView | undefined {
  const [method, path] = /^[A-Z]+ /.test(about) ? about.split(' ', 2) : [undefined, about]
  const screens = useScreensOf(path ?? '')
  const view = useDashboard(screens?.view)
  const create = useDashboard(screens?.create ?? screens?.edit)
  const action = useForm(actionForm(view, method, path ?? ''))
  const form = useForm(widgetOf(create, 'form')?.form_id)
  const entries = new Map(entriesOf(widgetOf(view, 'infolist')?.entries ?? []).map((entry) => [entry.name, entry]))
  return (name) => {
    const asked = action?.fields[name]
    if (asked !== undefined) return { field: asked }
    const entry = entries.get(name)
    if (entry !== undefined) return { entry }
    const field = form?.fields[name]
    return field && { field }
  }
}

/** The documents of the screens of a list, by the path of one of its records or operations. */
function useScreensOf(path: string): Partial<Record<'view' | 'create' | 'edit', string>> | undefined {
  const { data: panels = [] } = useQuery({ ...panelsOptions(), enabled: path !== '' })
  const found = useQueries({ queries: panels.map(({ id }) => ({ ...resourcesOptions(id), retry: false })) })
  const [resource] = found
    .flatMap(({ data = [] }) => data)
    .filter(({ list_path }) => path === list_path || path.startsWith(`${list_path}/`))
    .sort((one, other) => other.list_path.length - one.list_path.length)
  const { data: panel } = useQuery({ ...panelOptions(resource?.panel_id ?? ''), enabled: resource !== undefined })
  if (panel === undefined) return undefined
  const own = panel.screens.filter(({ resource_id }) => resource_id === resource?.id)
  return Object.fromEntries(own.map(({ kind, dashboard_id }) => [kind, dashboard_id]))
}

function useDashboard(id: string | undefined): Dashboard | undefined {
  return useQuery({ ...dashboardOptions(id ?? ''), enabled: id !== undefined, retry: false }).data
}

function useForm(id: string | undefined): FormDefinition | undefined {
  return useQuery({ ...formOptions(id ?? ''), enabled: id !== undefined, retry: false }).data
}

function widgetOf<Kind extends 'form' | 'infolist'>(dashboard: Dashboard | undefined, kind: Kind) {
  return dashboard?.widgets.find((widget): widget is Extract<typeof widget, { kind: Kind }> => widget.kind === kind)
}

/** The form of the action on the record that sends the request. */
function actionForm(view: Dashboard | undefined, method: string | undefined, path: string): string | undefined {
  const template = path.replaceAll(/\{\w+\}/g, '{id}')
  const actions = widgetOf(view, 'infolist')?.actions ?? []
  return actions.find((action) => action.method === method && action.path === template)?.form_id
}

function entriesOf(nodes: readonly EntryNode[]): Entry[] {
  return nodes.flatMap((node) => ('children' in node ? entriesOf(node.children) : [node]))
}
