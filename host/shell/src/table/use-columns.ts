import type { Column } from '@atrium/sdk/documents'
import { useLocalStorage } from '@mantine/hooks'
import { usePermitted } from '../session/use-permitted.ts'

/** Which columns are shown, as the declaration has it unless the person has chosen otherwise; remembered in this browser. */
export function useColumns(declared: readonly Column[], place: string) {
  const [chosen, setChosen] = useLocalStorage<Record<string, boolean>>({
    key: `atrium-columns:${place}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const all = usePermitted()(declared)
  const isShown = (column: Column) => chosen[column.name] ?? !column.hidden
  return {
    all,
    shown: all.filter(isShown),
    isShown,
    show: (column: Column, shown: boolean) => setChosen({ ...chosen, [column.name]: shown }),
  }
}

export type Columns = ReturnType<typeof useColumns>
