import type { TObject } from 'typebox'
import { present_caller } from '../calls/caller.ts'
import type { ListQuery } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { parse_list_query as parse } from '../lists/parse-list-query.ts'
import type { RawQuery } from '../lists/query-string.ts'
import { visible_rules } from './withheld-fields.ts'

/**
 * Reads a list query in the dialect of json-server 0.17 and `ra-data-json-server` (ARCHITECTURE: Lists). Nothing is ignored:
 * an unknown parameter, `_embed` and `_expand` included, is refused, and the error lists the known ones. So are fields that the present
 * caller does not see on each record, because sorting and filtering would reveal their values.
 *
 *     parse_list_query({ _sort: 'name', _start: '0', _end: '25', status: 'active' }, Item, rules)
 *
 * @throws ApiError 400 `query_unknown`, `query_malformed`
 */
export function parse_list_query(query: RawQuery, schema: TObject, rules: ListRules): ListQuery {
  const caller = present_caller()
  return parse(query, schema, () => (caller ? visible_rules({ schema, rules }, caller) : rules))
}
