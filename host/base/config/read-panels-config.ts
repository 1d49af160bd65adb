import { readFile } from 'node:fs/promises'
import type { Diagnostic } from '@atrium/sdk/documents'
import { diagnose } from '../errors/index.ts'
import { checkPanelsConfig } from './check-panels-config.ts'
import type { PanelConfig, PanelsConfig } from './panels-config.ts'
import { parseJson } from './parse-json.ts'
import type { JsonMistake } from './parse-json.ts'
import type { Finding } from './schema-finding.ts'

/** Either the configuration or everything that is wrong with it, never both. */
export type PanelsConfigResult =
  | { readonly config: PanelsConfig; readonly findings?: undefined }
  | { readonly config?: undefined; readonly findings: readonly Diagnostic[] }

/** The file as it is written, once it has been checked. */
interface WrittenConfig {
  panels: (Pick<PanelConfig, 'id' | 'title'> & Partial<PanelConfig>)[]
  plugins?: Partial<PanelsConfig['plugins']>
}

/** Reads and checks `panels.config.json`. Findings have the code `panels_config_unreadable` or `panels_config_invalid`. */
export async function readPanelsConfig(file: string): Promise<PanelsConfigResult> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    return { findings: [unreadable(file, error as NodeJS.ErrnoException)] }
  }
  const parsed = await parseJson(text)
  if ('mistake' in parsed) return { findings: [malformed(file, parsed.mistake)] }
  const findings = checkPanelsConfig(parsed.value).map((finding) => invalid(file, finding))
  return findings.length > 0 ? { findings } : { config: withDefaults(parsed.value as WrittenConfig) }
}

function withDefaults({ panels, plugins }: WrittenConfig): PanelsConfig {
  return {
    panels: panels.map((panel, index) => ({ sort: (index + 1) * 10, enabled: true, ...panel })),
    plugins: { active: [], settings: {}, ...plugins },
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): Diagnostic {
  const missing = code === 'ENOENT'
  return diagnose('panels_config_unreadable', {
    message: missing ? `The file [${file}] is not there.` : `The file [${file}] cannot be read: ${message}`,
    where: { file },
    fix: missing ? 'Create it, or name another one by ATRIUM_PANELS.' : 'Make it readable for the host.',
  })
}

function malformed(file: string, { message, line, column }: JsonMistake): Diagnostic {
  const place = line === undefined ? {} : { line, column }
  return diagnose('panels_config_invalid', {
    message: `The file [${file}] is not JSON: ${message}`,
    where: { file, ...place },
    fix: line === undefined ? 'Correct it.' : `Correct line ${line}, at column ${column}.`,
  })
}

function invalid(file: string, { pointer, message, fix }: Finding): Diagnostic {
  return diagnose('panels_config_invalid', { message, where: { file, pointer }, fix })
}
