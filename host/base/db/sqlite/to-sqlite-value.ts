/**
 * A value as both drivers bind it alike: booleans as 1 and 0, a Date as ISO 8601 text (what JSON and `format: date-time`
 * expect), a BigInt as an integer, plain objects and arrays as JSON.
 */
export function toSqliteValue(value: unknown): unknown {
  switch (typeof value) {
    case 'boolean':
      return value ? 1 : 0
    case 'undefined':
      return null
    case 'bigint':
      return fromBigInt(value)
    case 'object':
      return value === null || ArrayBuffer.isView(value) ? value : fromObject(value)
    default:
      return value
  }
}

/** A column of type INTEGER turns the text of a large one into an integer; only the prebuilt driver could bind it as such. */
function fromBigInt(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

function fromObject(value: object): string {
  return value instanceof Date ? value.toISOString() : JSON.stringify(value)
}
