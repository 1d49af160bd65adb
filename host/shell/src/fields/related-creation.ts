import type { RelationTarget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import { dashboardOptions } from '../api/documents.ts'
import type { RecordId } from '../api/paths.ts'
import { useChanging } from '../api/preview.ts'
import { usePanel } from '../screen/panel-context.ts'
import { useResource } from '../screen/use-resource.ts'

/** A record to be created, for a field that shall point at it. */
export interface WantedRecord {
  /** The title of its form, `New client`. */
  title: string
  formId: string
  /** What the form starts with. Names that the form does not have are ignored. */
  given: Readonly<Record<string, string>>
  /** Takes the new record, or one that was there already. */
  onChosen: (id: RecordId) => void
}

/** Opens the form of a wanted record over the present one. Null inside such a form, so that they do not pile up. */
export const RelatedCreation = createContext<((wanted: WantedRecord) => void) | null>(null)

/**
 * How to create a record that a field could point at, while its choices are open. Undefined if nobody offers it, or if the person may not
 * create one.
 */
export function useRelatedCreation({ list_path, title_attribute }: RelationTarget, isOpen: boolean) {
  const open = use(RelatedCreation)
  const { panel } = usePanel()
  const resource = useResource(list_path)
  const screen = panel.screens.find(({ kind, resource_id }) => kind === 'create' && resource_id === resource?.id)
  const { data: dashboard } = useQuery({
    ...dashboardOptions(screen?.dashboard_id ?? ''),
    enabled: isOpen && open !== null && screen !== undefined,
  })
  const form = dashboard?.widgets.find((widget) => widget.kind === 'form')
  const changing = useChanging()
  if (open === null || changing.disabled || dashboard === undefined || form === undefined) return undefined
  return {
    title: dashboard.title,
    start: (text: string, onChosen: WantedRecord['onChosen']) =>
      open({ title: dashboard.title, formId: form.form_id, given: { [title_attribute]: text }, onChosen }),
  }
}
