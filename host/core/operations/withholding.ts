import { type RouteDeclaration, type Withhold, withholder } from '@atrium/sdk/host'
import type { TSchema } from 'typebox'
import type { Withholding } from '../registries/index.ts'

/** Makes what an owner's operations withhold, each by its response schema. */
export type WithholdingFor = (response: TSchema | undefined) => Withholding

/**
 * Works out what the operations of one owner withhold.
 * @param records the owner's record schemas: a field that one of them marks with a permission is withheld by its name wherever no
 * response schema describes it
 */
export function withholdingOf(records: readonly TSchema[]): WithholdingFor {
  const other: Withhold = withholder(undefined, records)
  return (response) => ({ answer: response === undefined ? other : withholder(response, records), other })
}

/** Every schema by which routes say what a record is. */
export const recordsOf = (routes: readonly RouteDeclaration[]): readonly TSchema[] => [
  ...new Set(routes.flatMap(({ record, options: { response } }) => record ?? response ?? [])),
]
