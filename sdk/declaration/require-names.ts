import { DeclarationError } from './declaration-error.ts'

/** Returns the options if each of these is a text, or throws `argument_invalid` at the author's call. */
export function require_names<Options extends object>(
  method: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): Options {
  const missing = names.find((name) => typeof options?.[name] !== 'string' || options[name] === '')
  if (missing === undefined) return options
  throw new DeclarationError('argument_invalid', `[${method}(…)] needs a text as [${missing}].`, {
    fix: `Write it like [{ ${missing}: '…' }].`,
  })
}
