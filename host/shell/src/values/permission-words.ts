import { useQuery } from '@tanstack/react-query'
import { choicesOptions } from '../api/records.ts'

const CHOICES = '/api/v1/platform/choices/permissions'

/** Finds the words of a permission: `Clients: Notes – See`. Undefined for those that no active plugin uses, and who may not see the list. */
export function usePermissionWords(): (permission: string) => string | undefined {
  const { data = [] } = useQuery({ ...choicesOptions(CHOICES), retry: false })
  return (permission) => {
    const choice = data.find(({ value }) => value === permission)
    if (choice === undefined) return undefined
    return choice.description === undefined || permission.includes('*')
      ? choice.label
      : `${choice.group} – ${choice.label}`
  }
}
