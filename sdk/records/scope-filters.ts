import type { TObject } from 'typebox'
import type { Caller } from '../services/caller.ts'
import type { ListFilter } from '../lists/list-query.ts'
import type { ListRules } from '../lists/list-rules.ts'
import { parse_list_query } from '../lists/parse-list-query.ts'
import { parse_query_string } from '../lists/parse-query-string.ts'
import { record_fields } from '../lists/record-fields.ts'

const rules = new WeakMap<TObject, ListRules>()

/** The conditions that narrow a store to what the caller may touch: any field may be named, whether or not lists filter by it. */
export function scope_filters(caller: Caller | undefined, resource: string, schema: TObject): readonly ListFilter[] {
  const scope = caller?.scope(resource)
  return scope ? parse_list_query(parse_query_string(scope), schema, everyField(schema)).filters : []
}

function everyField(schema: TObject): ListRules {
  const every = rules.get(schema) ?? { filter: [...record_fields(schema).keys()] }
  rules.set(schema, every)
  return every
}
