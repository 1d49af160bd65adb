import { readFile } from 'node:fs/promises'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../errors/index.ts'
import type { PanelConfig, PanelsConfig } from './panels-config.ts'
import { checkPanelsConfig } from './panels-config.ts'
import type { Finding } from './schema-finding.ts'

/** The host cannot start because `panels.config.json` is invalid. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly findings: readonly Diagnostic[]

  constructor(findings: readonly Diagnostic[]) {
    super(findings.map(({ message, fix }) => `${message} ${fix}`).join('\n'))
    this.findings = findings
  }
}

/** Either the configuration or its findings, never both. */
export type PanelsConfigResult =
  | { readonly config: PanelsConfig; readonly findings?: undefined }
  | { readonly config?: undefined; readonly findings: readonly Diagnostic[] }

/** The validated content of the file, before defaults are filled in. */
interface WrittenConfig {
  panels: (Pick<PanelConfig, 'id' | 'title'> & Partial<PanelConfig>)[]
  plugins?: Partial<PanelsConfig['plugins']>
  sign_in?: Partial<PanelsConfig['sign_in']>
}

/** The configuration of a newly installed host. */
const FIRST_CONFIG: WrittenConfig = { panels: [{ id: 'operations', title: 'Operations', icon: 'briefcase' }] }

/**
 * Reads and checks `panels.config.json`. Findings have the code `panels_config_unreadable` or `panels_config_invalid`.
 * @param options.isOptional a missing file counts as one with the panel Operations and nothing else; default false
 */
export async function readPanelsConfig(
  file: string,
  { isOptional = false }: { isOptional?: boolean | undefined } = {},
): Promise<PanelsConfigResult> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    if (isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return { config: withDefaults(FIRST_CONFIG) }
    return { findings: [unreadable(file, error as NodeJS.ErrnoException)] }
  }
  const parsed = await parseJson(text)
  if ('mistake' in parsed) return { findings: [malformed(file, parsed.mistake)] }
  const findings = checkPanelsConfig(parsed.value).map((finding) => invalid(file, finding))
  return findings.length > 0 ? { findings } : { config: withDefaults(parsed.value as WrittenConfig) }
}

function withDefaults({ panels, plugins, sign_in }: WrittenConfig): PanelsConfig {
  return {
    panels: panels.map((panel, index) => ({ sort: (index + 1) * 10, enabled: true, ...panel })),
    plugins: { active: [], settings: {}, ...plugins },
    sign_in: { providers: {}, ...sign_in },
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): Diagnostic {
  const missing = code === 'ENOENT'
  return diagnose('panels_config_unreadable', {
    message: missing ? `The file [${file}] does not exist.` : `The file [${file}] cannot be read: ${message}`,
    where: { file },
    fix: missing ? 'Create it, or set ATRIUM_PANELS to another file.' : 'Make it readable for the host.',
  })
}

function malformed(file: string, { message, line, column }: JsonMistake): Diagnostic {
  const place = line === undefined ? {} : { line, column }
  return diagnose('panels_config_invalid', {
    message: `The file [${file}] is not JSON: ${message}`,
    where: { file, ...place },
    fix: line === undefined ? 'Correct it.' : `Correct line ${line}, column ${column}.`,
  })
}

function invalid(file: string, { pointer, message, fix }: Finding): Diagnostic {
  return diagnose('panels_config_invalid', { message, where: { file, pointer }, fix })
}

/** Why a text is not JSON. `line` and `column` count from 1 and are missing if unknown. */
export interface JsonMistake {
  readonly message: string
  readonly line?: number
  readonly column?: number
}

/**
 * Parses JSON and ignores a leading byte order mark. JSON.parse does not always report the place of a mistake, so esbuild is loaded to
 * locate it.
 */
export async function parseJson(text: string): Promise<{ value: unknown } | { mistake: JsonMistake }> {
  const source = text.replace(/^\uFEFF/, '')
  try {
    return { value: JSON.parse(source) }
  } catch (error) {
    return { mistake: (await locate(source)) ?? { message: (error as Error).message } }
  }
}

async function locate(source: string): Promise<JsonMistake | undefined> {
  const { transform } = await import('esbuild')
  try {
    await transform(source, { loader: 'json', logLevel: 'silent' })
    return undefined
  } catch (error) {
    const [first] =
      (error as { errors?: { text: string; location: { line: number; column: number } | null }[] }).errors ?? []
    return first?.location
      ? { message: first.text, line: first.location.line, column: first.location.column + 1 }
      : undefined
  }
}
