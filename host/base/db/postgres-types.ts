import pg from 'pg'

const INT8 = 20
const DATE = 1082
const TIMESTAMP = 1114
const TIMESTAMPTZ = 1184

type Parse = (text: string) => unknown

const PARSERS: Readonly<Record<number, Parse>> = {
  [INT8]: toNumber,
  [DATE]: (text) => text,
  [TIMESTAMP]: (text) => toIsoText(`${text}Z`),
  [TIMESTAMPTZ]: toIsoText,
}

/**
 * Returns values as SQLite does and as JSON needs them: times as ISO 8601 text with milliseconds (UTC if they have no zone), dates as
 * `2026-11-20`, bigint as a number if that is exact. `numeric` stays text, because a number would round it.
 */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    const parse = format === 'binary' ? undefined : PARSERS[oid]
    return parse ?? (pg.types.getTypeParser(oid, format) as Parse)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

function toNumber(text: string): number | string {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
}

const parseTime = pg.types.getTypeParser(TIMESTAMPTZ, 'text') as Parse

/** Leaves `infinity` and years BC in PostgreSQL's notation. */
function toIsoText(text: string): string {
  const time = parseTime(text)
  return time instanceof Date && !Number.isNaN(time.getTime()) ? time.toISOString() : text
}
