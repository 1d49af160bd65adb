import { startTestHost, type TestHostOptions } from '@atrium/host/testing'
import path from 'node:path'
import { Practice } from './suites/practice.ts'

/** Small, so that a file that is too large is soon made. */
const SETTINGS = { clients: { document_limit_mb: 1 } }

const PANELS = [{ id: 'operations', title: 'Operations' }]

/** Starts a host with this plugin alone, unless more is said. */
export async function openPractice({ plugins = [], ...options }: TestHostOptions = {}): Promise<Practice> {
  const clients = path.dirname(import.meta.dirname)
  return new Practice(
    await startTestHost({ panels: PANELS, settings: SETTINGS, plugins: [clients, ...plugins], ...options }),
  )
}
