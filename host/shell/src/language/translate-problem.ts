import { translated, translatedLines } from './translated.ts'

/** What people read of an error of the host: its sentence, and those at its fields. */
interface Told {
  readonly detail: string
  readonly errors?: Readonly<Record<string, string>>
}

/** An error of the host in the language of the person. An answer may contain errors, too: of some records, or of lines of an import. */
export const translateProblem = <T extends Told>(problem: T): T => ({
  ...problem,
  detail: translated(problem.detail),
  ...(problem.errors && {
    errors: Object.fromEntries(
      Object.entries(problem.errors).map(([name, message]) => [name, translatedLines(message)]),
    ),
  }),
})
