import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { atMost } from '../finding.ts'
import type { Finding } from '../finding.ts'
import { ROOT } from '../start-atrium.ts'

const BUILD = join(ROOT, 'host/shell/dist')
/** The files that the page names: scripts, preloaded modules, styles. */
const LOADED = /<(?:script|link)\s[^>]*?(?:src|href)="(\/[^"]+\.(?:js|css))"/g

/** What a browser loads before the shell shows anything: the page and the files that it names. */
export async function firstLoad(): Promise<Finding[]> {
  const page = await readFile(join(BUILD, 'index.html'))
  const names = [...page.toString().matchAll(LOADED)].map(([, name = '']) => name)
  const files = await Promise.all(names.map((name) => readFile(join(BUILD, name))))
  const bytes = [page, ...files]
    .map((file) => gzipSync(file, { level: 9 }).length)
    .reduce((sum, length) => sum + length)
  const note = `the page and ${names.length} files, gzip`
  return [atMost('first load of the shell', bytes / 1000, { wanted: 200, unit: ' kB', digits: 0, note })]
}
