import { present_caller } from '@atrium/sdk'

/** Whether the roles of the present caller hide a field of clients, of some at least. */
export function isHiddenSomewhere(name: string): boolean {
  const ways = present_caller()?.scope('clients_clients') ?? []
  const isHiding = ways.some(({ hidden }) => hidden.includes(name))
  return isHiding && !ways.some(({ where, hidden }) => where === '' && !hidden.includes(name))
}
