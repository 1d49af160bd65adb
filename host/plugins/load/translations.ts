import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../../base/errors/index.ts'
import type { Translations } from '../../core/registries/index.ts'
import { isObject } from '../manifest/read-package-json.ts'

/** What a plugin's folder `translations` contains. */
export interface ReadTranslations {
  /** Undefined without any. */
  readonly translations: Translations | undefined
  /** The files that were read, absolute. */
  readonly files: readonly string[]
  readonly findings: readonly Diagnostic[]
}

/** Reads `translations/<language>.json` of a plugin. Each file has translations by English text. */
export async function readTranslations(directory: string): Promise<ReadTranslations> {
  const folder = path.join(directory, 'translations')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const read = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), 'utf8') })),
  )
  const catalogues = read.map(({ name, text }) => readCatalogue(name, text))
  const files = names.map((name) => path.join(folder, name))
  const findings = catalogues.flatMap((catalogue) => catalogue.findings)
  if (names.length === 0 || findings.length > 0) return { translations: undefined, files, findings }
  return { translations: Object.fromEntries(catalogues.map(({ locale, texts }) => [locale, texts])), files, findings }
}

interface ReadCatalogue {
  readonly locale: string
  readonly texts: Readonly<Record<string, string>>
  readonly findings: readonly Diagnostic[]
}

function readCatalogue(name: string, text: string): ReadCatalogue {
  const locale = name.slice(0, -'.json'.length)
  const invalid = (problem: string, pointer?: string) =>
    diagnose('translation_invalid', {
      message: `The file [translations/${name}] ${problem}.`,
      where: { file: `translations/${name}`, ...(pointer !== undefined && { pointer }) },
    })
  const texts = parsed(text)
  if (!isLocale(locale))
    return { locale, texts: {}, findings: [invalid('is not named like a locale, such as de.json')] }
  if (!isObject(texts)) return { locale, texts: {}, findings: [invalid('is not a JSON object of texts')] }
  const findings = Object.entries(texts).flatMap(([key, translation]) => {
    const problem = problemOf(key, translation)
    return problem === undefined ? [] : [invalid(problem, `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)]
  })
  return { locale, texts: texts as Record<string, string>, findings }
}

function problemOf(key: string, translation: unknown): string | undefined {
  if (typeof translation !== 'string' || translation.trim() === '') return `has no text for [${key}]`
  const [wanted, given] = [placeholdersOf(key), placeholdersOf(translation)]
  const missing = wanted.find((name) => !given.includes(name))
  if (missing !== undefined) return `lacks the placeholder [{${missing}}] in the translation of [${key}]`
  const unknown = given.find((name) => !wanted.includes(name))
  if (unknown !== undefined)
    return `has the placeholder [{${unknown}}] in the translation of [${key}], which does not have it`
  if (wanted.length > 0 && !hasLiterals(key))
    return `has the key [${key}], which would mean any text: it consists of placeholders`
  return undefined
}

const placeholdersOf = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)

/** The shell looks for texts that have the literal parts of a key. Three letters are enough to tell them from others. */
const hasLiterals = (key: string) => key.replaceAll(/\{\w+\}|\P{L}/gu, '').length >= 3

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** As `Intl` writes it, so that a locale has one file. */
function isLocale(name: string): boolean {
  try {
    return Intl.getCanonicalLocales(name)[0] === name
  } catch {
    return false
  }
}
