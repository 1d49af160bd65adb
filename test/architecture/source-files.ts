import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The repository's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

const TOP = ['sdk/', 'host/', 'plugins/', 'test/']
const NOT_SOURCES = /(^|\/)(node_modules|dist|data|fixtures)\//
const SOURCE = /\.(ts|tsx|mjs|cjs|js)$/

/** All our source files, tests included, as paths relative to the root with `/` between their parts. */
export function sourceFiles(): string[] {
  return TOP.flatMap(filesBelow)
    .filter((path) => SOURCE.test(path) && !NOT_SOURCES.test(path))
    .sort()
}

function filesBelow(folder: string): string[] {
  const paths = readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
  return paths.map((path) => `${folder}${path.replaceAll('\\', '/')}`)
}
