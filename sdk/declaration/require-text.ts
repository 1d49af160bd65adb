import { DeclarationError } from './declaration-error.ts'

/** Returns the text, or throws `argument_invalid` at the author's call: authors in JavaScript have no compiler to tell them. */
export function require_text(method: string, value: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new DeclarationError('argument_invalid', `[${method}(${shown(value)})] takes a text.`, {
    fix: `Write it like [${method}('…')].`,
  })
}

const shown = (value: unknown) => (value === undefined ? '' : JSON.stringify(value))
