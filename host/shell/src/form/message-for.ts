import { formatMoney } from '../values/money.ts'

/** One finding of a validator, as a person is to be told of it. */
interface Finding {
  keyword: string
  /** What the schema says under that keyword. */
  limit: unknown
  /** Where the field is an amount: limits are told in its currency. */
  currency?: string | undefined
}

const formats: Readonly<Record<string, string>> = {
  email: 'Enter an e-mail address, as name@example.com',
  uri: 'Enter a web address, as https://example.com',
  date: 'Enter a date',
  'date-time': 'Enter a date and a time',
  uuid: 'Enter a UUID',
}

const types: Readonly<Record<string, string>> = {
  integer: 'Enter a whole number',
  number: 'Enter a number',
  string: 'Enter a text',
}

/** Says in plain words what is wrong with a value; null for keywords that have no plain word. */
export function messageFor({ keyword, limit, currency }: Finding): string | null {
  const amount = typeof limit === 'number' && currency !== undefined ? formatMoney(limit, currency) : String(limit)
  switch (keyword) {
    case 'minLength':
      return `At least ${amount} ${limit === 1 ? 'character' : 'characters'}`
    case 'maxLength':
      return `At most ${amount} characters`
    case 'minimum':
      return `At least ${amount}`
    case 'maximum':
      return `At most ${amount}`
    case 'exclusiveMinimum':
      return `More than ${amount}`
    case 'exclusiveMaximum':
      return `Less than ${amount}`
    case 'multipleOf':
      return `A multiple of ${amount}`
    case 'minItems':
      return `At least ${String(limit)}`
    case 'maxItems':
      return `At most ${String(limit)}`
    case 'minProperties':
      return limit === 1 ? 'Fill in at least one field' : `Fill in at least ${String(limit)} fields`
    case 'uniqueItems':
      return 'One of them is there twice'
    case 'pattern':
      return 'This does not have the expected form'
    case 'format':
      return formats[String(limit)] ?? 'This does not have the expected form'
    case 'type':
      return types[String(limit)] ?? 'This value does not fit here'
    case 'enum':
    case 'const':
    case 'anyOf':
    case 'oneOf':
      return 'Choose one of the options'
    default:
      return null
  }
}
