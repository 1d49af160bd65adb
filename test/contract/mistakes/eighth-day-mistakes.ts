import type { Mistake } from './mistake.ts'

const NAMED = "        field.text('name'),\n        field.money('price'),"

/** A field of the form, at line 32, that is also called like another one. */
const calledLike = (alias: string, { field, as }: { field: string; as: string }): Mistake => ({
  title: `a field is also called [${alias}], like another field of the form`,
  file: 'src/screens.ts',
  from: NAMED,
  to: NAMED.replace("field.text('name')", `field.text('name').also_called('${alias}')`),
  told: {
    code: 'argument_invalid',
    at: 'src/screens.ts:32',
    message: `The field [name] is also called [${alias}], which is the ${as} of the field [${field}] of the same form, so an import knows neither by it.`,
    fix: 'Remove it from [also_called].',
  },
})

/** Mistakes of which nobody was told, or too vaguely. */
export const EIGHTH_DAY_MISTAKES: readonly Mistake[] = [
  calledLike('Price', { field: 'price', as: 'name' }),
  calledLike('Due on', { field: 'due_on', as: 'name' }),
  calledLike('bay', { field: 'bay_id', as: 'label' }),
]
