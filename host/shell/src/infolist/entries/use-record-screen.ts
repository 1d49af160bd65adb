import { useQuery } from '@tanstack/react-query'
import { resourcesOptions } from '../../api/documents.ts'
import { fillPath } from '../../api/fill-path.ts'
import type { RecordId } from '../../api/fill-path.ts'
import { usePanel } from '../../screen/panel-context.ts'

/** The screen of a record of a list, whichever plugin of the panel has it; undefined where there is none, or it is not known yet. */
export function useRecordScreen(listPath: string, id: unknown): string | undefined {
  const { panel, isSearchable } = usePanel()
  const { data } = useQuery({ ...resourcesOptions(panel.id), enabled: isSearchable })
  const resource = data?.find(({ list_path }) => list_path === listPath)
  const path = resource?.view_path ?? resource?.edit_path
  return path !== undefined && isId(id) ? fillPath(path, id) : undefined
}

const isId = (value: unknown): value is RecordId =>
  typeof value === 'number' || (typeof value === 'string' && value !== '')
