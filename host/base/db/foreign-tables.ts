import { tablePrefix } from './migration-ledger.ts'
import type { TableChange } from './table-changes.ts'

/** A change of a table that does not belong to the owner of a migration. */
export interface ForeignChange extends TableChange {
  /** The other owner; undefined if no owner's prefix matches. */
  readonly holder: string | undefined
}

/**
 * Finds the first change of a table that is not the owner's. A table belongs to the owner with the longest matching prefix:
 * `booking_desk_items` to `booking-desk`, not to `booking`. A table without an owner may only be renamed or dropped.
 * @param options.others ids of the other known plugins
 */
export function findForeignChange(
  changes: readonly TableChange[],
  { owner, others }: { owner: string; others: readonly string[] },
): ForeignChange | undefined {
  const found = changes.map((change) => ({ ...change, holder: holderOf(change.table, { owner, others }) }))
  return found.find(({ change, holder }) => holder !== owner && !(change === 'drops' && holder === undefined))
}

/** The owner of a table by its name; undefined if no owner's prefix matches. */
export function holderOf(
  table: string,
  { owner, others }: { owner: string; others: readonly string[] },
): string | undefined {
  const owners = [...new Set([owner, ...others, 'platform'])]
  const holders = owners.filter((owner) => table.startsWith(tablePrefix(owner)))
  return holders.sort((one, other) => other.length - one.length)[0]
}
