import type { ResourceDefinition } from '@atrium/sdk/documents'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { resourcesOptions } from '../api/documents.ts'
import { PanelContext } from './panel-context.ts'

/** Finds the resource of a list, in any plugin of the panel. Undefined while unknown, if there is none, and outside of panels. */
export function useResource(listPath: string): ResourceDefinition | undefined {
  const { panel, isSearchable = false } = use(PanelContext) ?? {}
  const { data } = useQuery({ ...resourcesOptions(panel?.id ?? ''), enabled: isSearchable })
  const [path] = listPath.split('?')
  return data?.find(({ list_path }) => list_path === path)
}
