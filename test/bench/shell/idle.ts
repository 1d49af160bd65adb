import { setTimeout as pause } from 'node:timers/promises'
import { atMost, type Finding } from '../finding.ts'
import type { Stage } from './stage.ts'

const SECONDS = 20

/** Requests of a list and of a record that are open while nobody does anything. */
export async function idle(stage: Stage): Promise<Finding[]> {
  const pages = [await stage.shell('/operations/items'), await stage.shell('/operations/items/1')]
  const asked: string[] = []
  for (const page of pages) page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await pause(SECONDS * 1000)
  for (const page of pages) await page.context().close()
  const note = [`a list and a record open for ${SECONDS} s`, ...asked].join(', ')
  return [atMost('requests of idle screens', asked.length, { wanted: 0, note, digits: 0 })]
}
