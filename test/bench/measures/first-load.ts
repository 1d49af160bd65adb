import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { ROOT } from '../start-atrium.ts'

const BUILD = join(ROOT, 'host/shell/dist')
/** The files that the page names: scripts, preloaded modules, styles. Their addresses are relative, because a host may serve below a path. */
const LOADED = /<(?:script|link)\s[^>]*?(?:src|href)="\.?(\/[^"]+\.(?:js|css))"/g

/** What a browser loads before the shell shows anything: the page and the files that it names. */
export async function firstLoad(): Promise<Finding[]> {
  const page = await readFile(join(BUILD, 'index.html'))
  const names = [...page.toString().matchAll(LOADED)].map(([, name = '']) => name)
  if (names.length === 0)
    throw new Error(`[${BUILD}/index.html] names no script. Build the shell, or correct how this looks for them.`)
  const files = await Promise.all(names.map((name) => readFile(join(BUILD, name))))
  const bytes = [page, ...files]
    .map((file) => gzipSync(file, { level: 9 }).length)
    .reduce((sum, length) => sum + length)
  const note = `the page and ${names.length} files, gzip`
  return [atMost('first load of the shell', bytes / 1000, { wanted: 200, unit: ' kB', digits: 0, note })]
}
