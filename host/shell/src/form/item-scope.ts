import { errorsIn } from './errors-at.ts'
import type { FieldScope } from './field-scope.ts'
import { fieldStates } from './field-states.ts'
import { isEmpty } from './form-values.ts'
import { itemSet, itemsOf } from './item-set.ts'

interface ItemPlace {
  /** The list. */
  name: string
  index: number
}

/** One object of a list as what its fields stand in. */
export function itemScope(outer: FieldScope, { name, index }: ItemPlace): FieldScope {
  const { definition, errors, prefix, setValue, states } = outer
  const set = itemSet(definition, name) ?? { schema: {}, fields: {} }
  const items = itemsOf(outer.values[name])
  const item = items[index] ?? {}
  const place = `${name}.${index}`
  const own = Object.entries(fieldStates(set, { values: item, record: null }))
  const isDisabled = states[name]?.isDisabled === true
  return {
    definition: { operation: definition.operation, ...set },
    values: item,
    initial: itemsOf(outer.initial[name])[index] ?? {},
    record: null,
    states: Object.fromEntries(
      own.map(([field, state]) => [field, { ...state, isDisabled: state.isDisabled || isDisabled }]),
    ),
    errors: errorsIn(errors, place),
    prefix: `${prefix}${place}.`,
    setValue: (field, value, changed = field) => {
      const { [field]: _, ...rest } = item
      const next = isEmpty(value) ? rest : { ...item, [field]: value }
      setValue(
        name,
        items.map((each, at) => (at === index ? next : each)),
        `${place}.${changed}`,
      )
    },
  }
}
