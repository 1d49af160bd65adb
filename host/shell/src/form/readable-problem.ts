import { ApiProblem } from '../api/api-problem.ts'
import { formatLocal } from '../values/person-formats.ts'

/** A day, or a day with a time, that begins a word. One that follows a bracket or a quotation mark is what a person or a program has entered. */
const DAY = /(?<![\w\-/.:“”"'[])(\d{4}-\d{2}-\d{2})( \d{2}:\d{2})?(?![\w\-/”"'\]]|[.:]\d)/g

/** Throws the error of a form again, with its days and times in the notation of the person. */
export function rethrowReadable(error: unknown): never {
  if (!(error instanceof ApiProblem)) throw error
  const { detail, errors, ...rest } = error.problem
  const readable = Object.entries(errors ?? {}).map(([name, message]) => [name, withReadableDays(message)] as const)
  const told = { detail: withReadableDays(detail), ...(errors && { errors: Object.fromEntries(readable) }) }
  throw new ApiProblem({ ...rest, ...told }, error.etag)
}

/** A sentence of the host with its days and times in the notation of the person: `2026-12-01 09:30` becomes `1.12.2026, 09:30`. */
const withReadableDays = (text: string): string =>
  text.replace(DAY, (written: string, day: string, time?: string) =>
    isDay(day)
      ? formatLocal(`${day}${time ?? ''}`, { dateStyle: 'medium', ...(time && { timeStyle: 'short' }) })
      : written,
  )

/** `new Date('2026-02-31')` is a day in March. */
const isDay = (day: string) => {
  const date = new Date(`${day}T00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}
