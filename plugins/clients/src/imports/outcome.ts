import type { StoredImport } from './import.ts'

type Ended = Pick<StoredImport, 'status' | 'dry_run' | 'rows_created' | 'rows_failed' | 'problem'>

/** What an import came to: “4,988 clients imported, 12 lines failed”. */
export function outcomeOf({ status, dry_run, rows_created, rows_failed, problem }: Ended): string {
  const clients = counted(rows_created, 'client', 'clients')
  const failed = rows_failed === 0 ? '' : `, ${counted(rows_failed, 'line', 'lines')} failed`
  const counts = dry_run ? `${clients} can be imported${failed}; nothing was saved` : `${clients} imported${failed}`
  if (status === 'cancelled') return `Import stopped: ${counts}`
  return status === 'failed' ? `Import failed: ${problem ?? counts}` : counts
}

const NUMBERS = new Intl.NumberFormat('en')

const counted = (count: number, one: string, many: string) => `${NUMBERS.format(count)} ${count === 1 ? one : many}`
