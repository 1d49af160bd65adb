import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { Diagnostic, DiagnosticPlace } from '@atrium/sdk/documents'
import { pointer_to } from '@atrium/sdk/host'
import { diagnose } from '../../base/errors/index.ts'
import type { Translations } from '../../core/registries/index.ts'
import { isObject, placeOfSyntaxError } from '../manifest/read-package-json.ts'

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
  const catalogues = await Promise.all(read.map(({ name, text }) => readCatalogue(name, text)))
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

async function readCatalogue(name: string, text: string): Promise<ReadCatalogue> {
  const locale = name.slice(0, -'.json'.length)
  const invalid = (problem: string, { fix, ...place }: DiagnosticPlace & { fix?: string } = {}) =>
    diagnose('translation_invalid', {
      message: `The file [translations/${name}] ${problem}.`,
      where: { file: `translations/${name}`, ...place },
      ...(fix !== undefined && { fix }),
    })
  const refused = (finding: Diagnostic) => ({ locale, texts: {}, findings: [finding] })
  if (!isLocale(locale) || !LANGUAGE.test(locale))
    return refused(invalid('is not named like a locale, such as de.json', { fix: RENAME }))
  const texts = parsed(text)
  if (texts === undefined)
    return refused(invalid('is not valid JSON', { ...(await placeOfSyntaxError(text)), fix: CORRECT_JSON }))
  if (!isObject(texts)) return refused(invalid('is not a JSON object of texts', { fix: WRITE_OBJECT }))
  const findings = Object.entries(texts).flatMap(([key, translation]) => {
    const problem = problemOf(key, translation)
    return problem === undefined ? [] : [invalid(problem, { pointer: pointer_to(key) })]
  })
  const twice = repeatedKeys(text).map((key) =>
    invalid(`has two translations of [${key}]`, { pointer: pointer_to(key), fix: 'Remove one of them.' }),
  )
  return { locale, texts: texts as Record<string, string>, findings: [...findings, ...twice] }
}

/** Longer names are valid, but no language has one, and nobody chooses [german]. */
const LANGUAGE = /^[a-z]{2,3}(?:-|$)/i

const RENAME = 'Name the file like a locale as browsers write it: de.json, pt-BR.json.'
const CORRECT_JSON = 'Correct the JSON at this place; comments and trailing commas are not allowed.'
const WRITE_OBJECT = 'Write an object with a translation for each English text: { "Vans": "Lieferwagen" }.'

/** The keys of a flat object of texts that appear more than once. `JSON.parse` keeps the last of them without a word. */
function repeatedKeys(json: string): readonly string[] {
  const found = [...json.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)].flatMap(([, text = '', colon]) =>
    colon === undefined ? [] : [JSON.parse(text) as string],
  )
  return [...new Set(found.filter((key, at) => found.indexOf(key) < at))]
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
