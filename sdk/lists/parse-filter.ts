import { ApiError } from '../errors/api-error.ts'
import type { ListFilter, Operand } from './list-query.ts'
import type { ListParameter } from './list-parameters.ts'
import { end_of_day, is_date, operand_rule, to_operand } from './operand.ts'
import { LARGEST_PAGE } from './parse-paging.ts'

const ONCE = new Set(['gte', 'lte', 'null'])

/**
 * Converts one filtering parameter, which may be given repeatedly. A date compared with a time means the whole day, which takes
 * two conditions.
 * @throws ApiError 400 `query_malformed`
 */
export function parse_filter(parameter: ListParameter, given: string | readonly string[]): readonly ListFilter[] {
  const texts = typeof given === 'string' ? [given] : given
  const [first = ''] = texts
  if (texts.length > LARGEST_PAGE) throw malformed(parameter, `takes at most ${LARGEST_PAGE} values at a time`)
  if (texts.length > 1 && ONCE.has(parameter.comparison)) throw malformed(parameter, 'takes one value')
  if (parameter.comparison === 'null') return [filterOf(parameter, [parseBoolean(parameter, first)])]
  if (parameter.type.kind === 'date-time' && texts.length === 1 && is_date(first)) return wholeDay(parameter, first)
  const values = texts.map((text) => parseOperand(parameter, text))
  return [filterOf(parameter, values)]
}

function wholeDay(parameter: ListParameter, date: string): readonly ListFilter[] {
  const from = filterOf({ ...parameter, comparison: 'gte' }, [`${date}T00:00:00.000Z`])
  const to = filterOf({ ...parameter, comparison: 'lte' }, [end_of_day(date)])
  if (parameter.comparison === 'eq') return [from, to]
  if (parameter.comparison === 'ne') throw malformed(parameter, 'takes a time; a whole day cannot be left out')
  return [parameter.comparison === 'gte' ? from : to]
}

const filterOf = ({ field, comparison }: ListParameter, values: readonly Operand[]) => ({ field, comparison, values })

function parseOperand(parameter: ListParameter, text: string): Operand {
  const value = to_operand(parameter.type, text)
  if (value === undefined) throw malformed(parameter, `takes ${operand_rule(parameter.type)}, not [${text}]`)
  return value
}

function parseBoolean(parameter: ListParameter, text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true'
  throw malformed(parameter, `takes true or false, not [${text}]`)
}

const malformed = ({ name }: ListParameter, what: string) =>
  new ApiError('query_malformed', { detail: `[${name}] ${what}.` })
