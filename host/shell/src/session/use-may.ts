import { usePanel } from '../screen/panel-context.ts'
import { isPermitted } from './is-permitted.ts'

/** Whether the person has a permission. */
export function useMay(permission: string): boolean {
  return isPermitted(usePanel().session.permissions, permission)
}
