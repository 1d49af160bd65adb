import { DeclarationError } from './declaration-error.ts'
import { require_text } from './require.ts'

const PARAMETER = /\{(\w*)\}/g

/** Returns the path of a screen, or throws `path_invalid` at the author's call: paths of screens write `:id`, not `{id}`. */
export function require_screen(method: string, path: string): string {
  const [parameter] = require_text(method, path).match(PARAMETER) ?? []
  if (parameter === undefined) return path
  throw new DeclarationError(
    'path_invalid',
    `The screen path [${path}] of [${method}(…)] has the parameter [${parameter}], which is not filled in.`,
    { fix: `Write [${path.replaceAll(PARAMETER, ':id')}]: \`:id\` stands for the record.` },
  )
}

/** Returns what paths of routes begin with, or throws `path_invalid` at the author's call. */
export function require_base(path: string): string {
  const base = require_text('api_base', path)
  if (!base.endsWith('/')) return base
  throw new DeclarationError('path_invalid', `[api_base('${base}')] ends in a slash, and paths are appended to it.`, {
    fix: `Write [api_base('${base.replace(/\/+$/, '')}')].`,
  })
}

/** Returns the path of a list on a record's screen, or throws `path_invalid` at the author's call: only `{id}` is filled in. */
export function require_record_path(method: string, path: string): string {
  const wrong = [...require_text(method, path).matchAll(PARAMETER)].find(([, name]) => name !== 'id')
  if (wrong === undefined) return path
  throw new DeclarationError(
    'path_invalid',
    `The path [${path}] of [${method}(…)] has the parameter [${wrong[0]}], which is not filled in.`,
    { fix: `Write [${path.replace(wrong[0], '{id}')}]: \`{id}\` stands for the record of the screen.` },
  )
}
