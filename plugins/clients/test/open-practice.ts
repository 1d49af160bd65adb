import { startTestHost, type TestHostOptions } from '@atrium/host/testing'
import path from 'node:path'
import { Practice } from './suites/practice.ts'

/** Small, so that a file that is too large is soon made. */
const SETTINGS = { clients: { document_limit_mb: 1 } }

const PANELS = [{ id: 'operations', title: 'Operations' }]

const CLIENTS = path.dirname(import.meta.dirname)

/** Knows something of every client, and moves them into the past. */
const DESK = path.join(import.meta.dirname, 'fixtures/desk')

/** Starts a host with this plugin and the one of the fixtures. */
export async function openPractice(options: TestHostOptions = {}): Promise<Practice> {
  return new Practice(await startTestHost({ panels: PANELS, settings: SETTINGS, plugins: [CLIENTS, DESK], ...options }))
}
