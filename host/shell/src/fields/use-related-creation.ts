import type { RelationTarget } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { dashboardOptions } from '../api/documents.ts'
import { useChanging } from '../api/preview.ts'
import { usePanel } from '../screen/panel-context.ts'
import type { WantedRecord } from '../screen/related-creation.ts'
import { RelatedCreation } from '../screen/related-creation.ts'
import { useResource } from '../screen/use-resource.ts'

/**
 * How to create a record for a relation field while its choices are open. Undefined if this is not offered, or if the person may not create
 * one.
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
    start: (text: string, on: Pick<WantedRecord, 'onChosen' | 'onUndone' | 'onRedone'>) =>
      open({
        title: dashboard.title,
        formId: form.form_id,
        done: form.done,
        given: { [title_attribute]: text },
        typed: text,
        ...on,
      }),
  }
}
