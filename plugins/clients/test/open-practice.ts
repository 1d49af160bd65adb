import { startTestHost, type TestHostOptions } from '@atrium/host/testing'
import path from 'node:path'
import { Practice } from './suites/practice.ts'

/** A small limit, so that a file that is too large is quickly made. */
const SETTINGS = { clients: { document_limit_mb: 1 } }

const PANELS = [{ id: 'operations', title: 'Operations' }]

const CLIENTS = path.dirname(import.meta.dirname)

/** A plugin that contributes to the record of every client and moves clients into the past. */
const DESK = path.join(import.meta.dirname, 'fixtures/desk')

/** Starts a host with this plugin and the fixture plugin `desk`. */
export async function openPractice(options: TestHostOptions = {}): Promise<Practice> {
  return new Practice(await startTestHost({ panels: PANELS, settings: SETTINGS, plugins: [CLIENTS, DESK], ...options }))
}
