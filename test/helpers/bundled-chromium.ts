import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { LaunchOptions } from 'playwright-core'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/atrium/chromium', import.meta.url))
const FONTS = join(CACHE, 'fonts.conf')
const SYSTEM_FONTS = '/etc/fonts/fonts.conf'

/**
 * How to launch the Chromium of `@sparticuz/chromium` (Linux on x64) with the libraries and fonts of the same package, so that
 * the machine needs none of its own. Unpacked once per installation, in about a second.
 */
export async function bundledChromium(): Promise<LaunchOptions> {
  if (!existsSync(CACHE)) await unpack()
  const env = { ...process.env, LD_LIBRARY_PATH: join(CACHE, 'al2023', 'lib') }
  return {
    executablePath: join(CACHE, 'chromium'),
    env: existsSync(SYSTEM_FONTS) ? env : { ...env, FONTCONFIG_FILE: FONTS },
  }
}

/** Unpacks into a temporary folder and renames it, so that other processes see either nothing or everything. One of several wins. */
async function unpack(): Promise<void> {
  mkdirSync(dirname(CACHE), { recursive: true })
  const folder = mkdtempSync(`${CACHE}-`)
  await unpackInto(folder)
  writeFileSync(join(folder, 'fonts.conf'), `<fontconfig><dir>${join(CACHE, 'fonts')}</dir></fontconfig>`)
  try {
    renameSync(folder, CACHE)
  } catch (error) {
    rmSync(folder, { recursive: true })
    if (!existsSync(CACHE)) throw error
  }
}

/** The package unpacks into the temporary folder, and unpacks its libraries only if it seems to run on AWS Lambda. */
async function unpackInto(folder: string): Promise<void> {
  const script = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: import.meta.dirname,
    env,
  })
}
