import { usePanel } from '../screen/panel-context.ts'
import { isPermitted } from './is-permitted.ts'

/** Keeps what the person may see or do; what names no permission is for all. */
export function usePermitted() {
  const { permissions } = usePanel().session
  return <Item extends { permission?: string }>(items: readonly Item[]): Item[] =>
    items.filter((item) => isPermitted(permissions, item.permission))
}
