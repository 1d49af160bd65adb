import type { Mistake } from './mistake.ts'

const DUE_ON = "Type.String({ format: 'date' })"

const AS_DAY =
  "Write [Type.String({ format: 'date' })] for a day, or [Type.String({ format: 'date-time' })] for an instant."

/** A type that TypeBox does not have, at line 10. */
const noType = (call: string, fix: string): Mistake => ({
  title: `there is no [Type.${call}]`,
  file: 'src/van.ts',
  from: DUE_ON,
  to: `Type.${call}()`,
  told: {
    code: 'load_failed',
    at: 'src/van.ts:10',
    message: `src/van.ts:10:30: The plugin [fleet] threw while it was loaded: Type.${call} is not a function`,
    fix,
  },
})

/** A type that JSON does not have, told where the record is used first: at its screens. */
const notJson = (schema: string, type: string, fix: string): Mistake => ({
  title: `a field has the type [${type}]`,
  file: 'src/van.ts',
  from: DUE_ON,
  to: schema,
  told: {
    code: 'record_invalid',
    at: 'src/screens.ts:6',
    message: `The field [due_on] of a record has the type [${type}], which JSON does not have.`,
    fix,
  },
})

/** A choice without values. */
const noChoice = (call: string): Mistake => ({
  title: `the values of a choice are missing in [${call}]`,
  file: 'src/van.ts',
  from: "Type.Enum(['idle', 'rented'], { default: 'idle' })",
  to: call,
  told: {
    code: 'record_invalid',
    at: 'src/screens.ts:6',
    message: 'The field [status] of a record is a choice without a list of values.',
    fix: "Write it like [Type.Enum(['draft', 'active'])].",
  },
})

/** Mistakes of which nobody was told, or too vaguely. */
export const NINTH_DAY_MISTAKES: readonly Mistake[] = [
  noType('Date', AS_DAY),
  noType('Money', 'Write [money()] of the SDK: an integer in minor units, with the currency in the schema.'),
  noType('Float', 'Write [Type.Number()].'),
  noType('Sting', 'Did you mean [Type.String]?'),
  notJson('Type.BigInt()', 'bigint', 'Write [Type.Integer()], or [Type.String()] for numbers above 2^53.'),
  notJson("{ type: 'date' }", 'date', AS_DAY),
  notJson("{ type: 'sting' }", 'sting', 'Did you mean [string]?'),
  noChoice("Type.Enum('idle', 'rented')"),
  noChoice('Type.Enum({})'),
  {
    title: 'the records of a store are mounted with a misspelt option',
    file: 'src/routes.ts',
    from: "routes.records('/vans/{van_id}', vans)",
    to: "routes.records('/vans/{van_id}', vans, { wirtes: [] })",
    told: {
      code: 'argument_invalid',
      at: 'src/routes.ts:13',
      message: "[routes.records('/vans/{van_id}', …)] has no option [wirtes].",
      fix: 'Did you mean [writes]?',
    },
  },
  {
    title: 'the id of an action has an underscore',
    file: 'src/screens.ts',
    from: "action.row('rent')",
    to: "action.row('rent_out')",
    told: {
      code: 'id_invalid',
      at: 'src/screens.ts:26',
      message: '[rent_out] is not a valid id for an action.',
      fix: 'Begin with a lower-case letter, and use only lower-case letters, digits and dashes.',
    },
  },
]
