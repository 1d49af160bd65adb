import type { Static } from '@atrium/sdk'
import type { BulkFailure, NewNotification } from '@atrium/sdk/host'
import { actionOf } from '../operations/index.ts'
import type { Registries } from '../registries/index.ts'
import type { BulkRow } from './bulk-table.ts'

/** Refused records that the notification names. */
const NAMED = 3

/**
 * Tells the person who started a bulk action how it ended. Undefined if a program started it, or if it was cancelled, because that needs no
 * telling. Its key is the address of the action: whoever watched the end on screen finds it read.
 */
export function endedAction(
  row: BulkRow,
  { operations, resources, dashboards }: Pick<Registries, 'operations' | 'resources' | 'dashboards'>,
): NewNotification | undefined {
  if (row.caller_kind !== 'person' || row.token_id !== null || row.state === 'cancelled') return undefined
  const hasFailed = row.state === 'failed'
  const link = listScreen(row.operation, { resources, dashboards })
  const body = hasFailed ? reasonOf(row) : refusedOf(row)
  return {
    to: { user: row.caller_id },
    title: `${actionOf(row, operations)}: ${hasFailed ? 'stopped, ' : ''}${countsOf(row)}`,
    ...(body !== '' && { body }),
    level: hasFailed ? 'error' : row.failed > 0 ? 'warning' : 'success',
    ...(link !== undefined && { link }),
    key: `/api/v1/bulk/actions/${row.id}`,
  }
}

const countsOf = ({ done, failed, total }: BulkRow) =>
  `${shown(done)}${done + failed < total ? ` of ${shown(total)}` : ''} done${failed === 0 ? '' : `, ${shown(failed)} refused`}`

const shown = (count: number) => count.toLocaleString('en')

const reasonOf = ({ reason }: BulkRow) => (reason === null ? '' : (JSON.parse(reason) as { detail: string }).detail)

function refusedOf({ errors, failed }: BulkRow): string {
  const known = (JSON.parse(errors) as Static<typeof BulkFailure>[]).slice(0, NAMED)
  const rest = failed - known.length
  return [
    ...known.map(({ id, error }) => `${id}: ${error.detail}`),
    ...(rest > 0 ? [`And ${shown(rest)} more.`] : []),
  ].join('\n')
}

/** The screen with the list that a bulk route belongs to. */
function listScreen(
  operation: string,
  { resources, dashboards }: Pick<Registries, 'resources' | 'dashboards'>,
): string | undefined {
  const list = operation.replace(/^POST /, '').replace(/\/[^/]*$/, '')
  const ids = new Set(resources.list().flatMap(({ id, list_path }) => (list_path === list ? [id] : [])))
  const screens = dashboards.manifests().flatMap((manifest) => manifest.screens)
  return screens.find(({ resource_id, kind }) => kind === 'list' && ids.has(resource_id ?? ''))?.path
}
