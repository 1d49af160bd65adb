import { fieldStates } from './field-states.ts'
import { isEmpty } from './form-values.ts'
import { itemSet, itemsOf } from './item-set.ts'
import type { FieldSet } from './item-set.ts'

/** A value as it is sent: objects of a list without what is hidden or empty in them. What a form does not show of them stays. */
export function saidValue(set: FieldSet, name: string, value: unknown): unknown {
  const inside = itemSet(set, name)
  return inside === undefined || isEmpty(value) ? value : itemsOf(value).map((item) => saidItem(inside, item))
}

function saidItem(set: FieldSet, item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const states = fieldStates(set, { values: item, record: null })
  const isSaid = (name: string) => !(name in set.fields) || (states[name]?.isVisible && !isEmpty(item[name]))
  const said = Object.entries(item).filter(([name]) => isSaid(name))
  return Object.fromEntries(said.map(([name, value]) => [name, saidValue(set, name, value)]))
}
