import { t } from '../language/t.ts'

/**
 * Reads JSON that a person typed. A text that is not JSON, or the JSON of a text alone, is returned as it is: no JSON of a form is a text
 * alone, so that the form can tell both apart.
 */
export function readTypedJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? text : value
  } catch {
    return text
  }
}

/** Why a typed text is not JSON, with the place where it ends to be. Undefined for every value that was read. */
export function jsonProblem(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined
  try {
    JSON.parse(value)
    return t('Enter an object, a list or a number, not a text alone')
  } catch (error) {
    const place = /position (\d+)/.exec(String(error))?.[1]
    return place === undefined
      ? t('This is not JSON')
      : t('This is not JSON: look at line {line}', { line: lineAt(value, Number(place)) })
  }
}

const lineAt = (text: string, position: number) => text.slice(0, position).split('\n').length
