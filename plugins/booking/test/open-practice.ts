import { startTestHost, type TestHostOptions } from '@atrium/host/testing'
import path from 'node:path'
import { Practice } from './practice.ts'

const PANELS = [{ id: 'operations', title: 'Operations' }]
const PLUGINS = path.dirname(path.dirname(import.meta.dirname))

/** Starts a host with this plugin and the plugin `clients`, which it requires. They may reach the servers of the tests, at 127.0.0.1. */
export async function openPractice(options: TestHostOptions = {}): Promise<Practice> {
  const plugins = ['clients', 'booking'].map((id) => path.join(PLUGINS, id))
  return new Practice(await startTestHost({ panels: PANELS, plugins, egressAllow: ['127.0.0.1'], ...options }))
}
