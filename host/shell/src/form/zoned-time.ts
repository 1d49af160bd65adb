/** An instant as the date and time of the person's clock, `YYYY-MM-DD HH:mm:ss`; null for what is no instant. */
export function toLocalTime(instant: unknown): string | null {
  if (typeof instant !== 'string') return null
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return null
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

/** The date and time of the person's clock as an instant in UTC; undefined for none. */
export function toInstant(localTime: string | null): string | undefined {
  if (localTime === null || localTime === '') return undefined
  const date = new Date(localTime.replace(' ', 'T'))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
