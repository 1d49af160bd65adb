const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const months = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric' })

/** A place on an axis as people read it: a day and a month in their notation, anything else as it is. */
export function axisLabel(text: string): string {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])(?:-(\d{2}))?$/.exec(text) ?? []
  if (year === undefined || month === undefined) return text
  const date = new Date(Number(year), Number(month) - 1, Number(day ?? 1))
  return (day === undefined ? months : days).format(date)
}
